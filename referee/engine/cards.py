"""Cards, packs and their notation.

Owns what a card is and how it is written in JSON: `9s 10h AC jk`. Refuses any
meaning (what fits with what is `melds`, what it costs is `scoring`).
Start reading at `Card`, then `parse_cards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

Deck = Literal["french", "chilean"]

JOKER = 0
"""The rank of every joker."""

SUIT_SYMBOLS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_FRENCH_RANKS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
_FRENCH_NAMES = {rank: name for name, rank in _FRENCH_RANKS.items()}
_RED = frozenset("hd")


class Card(NamedTuple):
    """One card as printed; two equal cards are normal, the packs being several.

    `rank` is 1–13, the ace being 1 and the king 13; a joker has rank 0 and its
    mark in `suit`: "" unknown, "r" red, "b" black in a French pack, "HU" "HA"
    "OR" "CH" in a Chilean one. Where only the rank is known (counting points)
    `suit` is "".
    """

    rank: int
    suit: str = ""
    deck: Deck = "french"

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER

    @property
    def color(self) -> Literal["red", "black"] | None:
        """Colour of a French card, of a coloured joker too; None where there is none."""
        if self.deck != "french" or not self.suit:
            return None
        if self.is_joker:
            return "red" if self.suit == "r" else "black"
        return "red" if self.suit in _RED else "black"

    def __str__(self) -> str:
        if self.deck == "french":
            return f"JK{self.suit}" if self.is_joker else f"{_FRENCH_NAMES[self.rank]}{self.suit}"
        return self.suit if self.is_joker else f"{self.rank}{self.suit}"


class NotationError(ValueError):
    """A card text that cannot be read; `token` is the part at fault."""

    def __init__(self, token: str, pack: Pack) -> None:
        super().__init__(f"no card of the {pack.id} pack: {token!r}")
        self.token = token
        self.pack = pack


@dataclass(frozen=True)
class Pack:
    """A kind of pack: its suits, its highest rank, and the jokers one of it brings."""

    id: str
    deck: Deck
    suits: str
    top: int
    jokers: int
    joker_marks: tuple[str, ...]

    @property
    def size(self) -> int:
        """Cards of one pack without its jokers."""
        return len(self.suits) * self.top

    @cached_property
    def tokens(self) -> dict[str, Card]:
        """Every spelling of every card, in capitals."""
        names = _FRENCH_RANKS if self.deck == "french" else {str(n): n for n in range(1, self.top + 1)}
        signs = {s: s for s in self.suits}
        if self.deck == "french":
            signs |= SUIT_SYMBOLS
        tokens = {
            f"{name}{sign}".upper(): Card(rank, suit, self.deck)
            for name, rank in names.items()
            for sign, suit in signs.items()
        }
        prefix = "JK" if self.deck == "french" else ""
        return tokens | {f"{prefix}{m}".upper(): Card(JOKER, m, self.deck) for m in self.joker_marks}

    @cached_property
    def rank_tokens(self) -> dict[str, Card]:
        """Ranks without suits (`K`, `7`), as the points of a hand may be counted."""
        names = _FRENCH_RANKS if self.deck == "french" else {str(n): n for n in range(1, self.top + 1)}
        return {name: Card(rank, "", self.deck) for name, rank in names.items()}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """One of each card, jokers left out, suit by suit."""
        return tuple(Card(rank, suit, self.deck) for suit in self.suits for rank in range(1, self.top + 1))


FRENCH = Pack("french", "french", "shdc", 13, 2, ("", "r", "b"))
CHILEAN_52 = Pack("chilean52", "chilean", "etmc", 12, 4, ("HU", "HA", "OR", "CH"))
CHILEAN_56 = Pack("chilean56", "chilean", "etmc", 13, 4, ("HU", "HA", "OR", "CH"))
PACKS = {pack.id: pack for pack in (FRENCH, CHILEAN_52, CHILEAN_56)}


@lru_cache(maxsize=8192)
def _parse(text: str, pack_id: str, suitless: bool) -> tuple[Card, ...]:
    pack = PACKS[pack_id]
    cards = []
    for token in text.replace(",", " ").replace("\ufe0f", "").split():
        card = pack.tokens.get(token.upper())
        if card is None and suitless:
            card = pack.rank_tokens.get(token.upper())
        if card is None:
            raise NotationError(token, pack)
        cards.append(card)
    return tuple(cards)


def parse_cards(text: str, pack: Pack = FRENCH, *, suitless: bool = False) -> tuple[Card, ...]:
    """Read card texts separated by spaces or commas, in the order given.

    `suitless` also takes ranks alone, as hands are counted. Raises
    `NotationError` naming the token that is no card of this pack.

    >>> [str(card) for card in parse_cards("9♠, 10h jkR")]
    ['9s', '10h', 'JKr']
    """
    return _parse(text, pack.id, suitless)


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards as JSON carries them: `9s 10h JK`."""
    return " ".join(map(str, cards))


def too_many_copies(cards: Sequence[Card], pack: Pack, packs: int, jokers: int | None = None) -> tuple[Card, ...]:
    """The cards of which more lie here than `packs` packs with `jokers` jokers each hold.

    Cards without a suit are counted by rank, four to a pack. Returns the
    surplus kinds once each, in the order met; empty when all is possible.
    """
    per_pack = pack.jokers if jokers is None else jokers
    counts = Counter(cards)
    surplus: dict[Card, None] = {}
    joker_total = 0
    by_rank: Counter[int] = Counter()
    suitless = False
    for card, n in counts.items():
        if card.is_joker:
            joker_total += n
            if card.suit and n > packs * -(-per_pack // max(1, len(pack.joker_marks) - ("" in pack.joker_marks))):
                surplus[card] = None
        else:
            by_rank[card.rank] += n
            suitless = suitless or not card.suit
            if card.suit and n > packs:
                surplus[card] = None
    if joker_total > packs * per_pack:
        surplus |= {card: None for card in counts if card.is_joker}
    if suitless:
        full = {rank for rank, n in by_rank.items() if n > packs * len(pack.suits)}
        surplus |= {card: None for card in counts if card.rank in full}
    return tuple(surplus)
