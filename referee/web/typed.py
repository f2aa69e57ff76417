"""What people type: melds in the letters of their language, hands as cards, sums or points.

Owns the reading of one text field into cards or points, or into the question that must
be asked back. Refuses to guess: a Spanish `As` has no suit until it is chosen.
Start reading at `read_meld` and `read_hand`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.engine.cards import Card, Pack, format_cards, too_many_copies
from referee.engine.match_pages import MOST_POINTS
from referee.engine.ruleset import RuleSet
from referee.web.speaking import language, say
from referee.web.telling import card_sign
from referee.wording.notation import read_typed

LONGEST: Final = 400
_SUM: Final = re.compile(r"=?\s*[-−]?\d+(\s*[+]\s*[-−]?\d+)*")


@dataclass(frozen=True, slots=True)
class TypedMeld:
    """Cards as typed. `cards` has None where a suit must be asked; `bare` is the card without its suit there."""

    cards: tuple[Card | None, ...] = ()
    bare: tuple[Card | None, ...] = ()
    wrong: str | None = None

    @property
    def settled(self) -> bool:
        return self.wrong is None and None not in self.cards

    @property
    def known(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card is not None)

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards as a field shows them again, those without a suit too."""
        both = zip(self.cards, self.bare, strict=True)
        return tuple(each for card, bare in both if (each := card or bare) is not None)

    @property
    def text(self) -> str:
        """The cards in the JSON notation. Only for a settled meld."""
        return format_cards(self.known)

    def with_suits(self, name: str, said: Mapping[str, str], suits: str) -> TypedMeld:
        """The cards with the suits that were chosen on the page that drew them, as `NAME-PLACE` (`_sure.html`)."""
        cards = [
            Card(bare.rank, chosen, bare.deck)
            if card is None and bare is not None and (chosen := said.get(f"{name}-{at}", "")) in (*suits,)
            else card
            for at, (card, bare) in enumerate(zip(self.cards, self.bare, strict=True))
        ]
        return TypedMeld(tuple(cards), self.bare, self.wrong)


def read_meld(text: str, pack: Pack, *, suits: bool = True) -> TypedMeld:
    """Read a meld as typed in this page's language; without `suits` ranks alone will do."""
    if len(text) > LONGEST:
        return TypedMeld(wrong=say("table.typed.long"))
    read = read_typed(text, language(), pack)
    if wrong := next((each.text for each in read if each.card is None), None):
        return TypedMeld(wrong=say("table.typed.unknown", token=wrong))
    cards = tuple(each.card if not (suits and each.needs_suit) else None for each in read)
    return TypedMeld(cards, tuple(each.card for each in read))


def as_typed(cards: tuple[Card, ...]) -> str:
    """Cards as a field shows them, readable in every language: `9♠ 10♥ JK`."""
    return " ".join(card_sign(card) for card in cards)


@dataclass(frozen=True, slots=True)
class Hand:
    """What was typed for a hand: `points` with `cards` (JSON notation) where cards were given.

    All None is a blank. `wrong` says what cannot be read; `either` gives the points as
    a number and as a card where both could be meant.
    """

    points: int | None = None
    cards: str | None = None
    typed: str | None = None
    wrong: str | None = None
    either: tuple[int, int] | None = None
    drawn: tuple[Card, ...] = ()

    @property
    def blank(self) -> bool:
        return self.points is None and self.wrong is None and self.either is None


def read_hand(text: str, rules: RuleSet, packs: int) -> Hand:
    """Read a hand: `K K 7 JK` cards, `10+15+8` a sum, `33` or `=7` points; empty is a blank, never 0.

    A number alone that is a rank too is taken as it is where both count the same, and
    asked back where not (`7` under a table where a seven costs 5). A comma makes it a card.
    """
    text = text.strip()
    if not text:
        return Hand()
    if _SUM.fullmatch(text):
        return _number(text, rules)
    meld = read_meld(text, rules.pack, suits=False)
    if meld.wrong is not None:
        return Hand(wrong=meld.wrong)
    cards = meld.known
    surplus = too_many_copies(cards, rules.pack, packs, rules.jokers)
    if surplus:
        return Hand(wrong=say("table.typed.copies", card=as_typed(surplus[:1])), drawn=cards)
    return Hand(sum(map(rules.points_of, cards)), format_cards(cards), drawn=cards)


def _number(text: str, rules: RuleSet) -> Hand:
    parts = [int(part) for part in re.findall(r"-?\d+", text.replace("−", "-"))]
    points = sum(parts)
    if any(abs(part) > MOST_POINTS for part in parts) or abs(points) > MOST_POINTS:
        return Hand(wrong=say("table.typed.points"))
    card = rules.pack.rank_tokens.get(text)
    if card is not None:
        as_card = rules.points_of(card)
        if as_card != points:
            return Hand(either=(points, as_card))
        return Hand(points, str(card), drawn=(card,))
    return Hand(points, typed=text if len(parts) > 1 else None)


def press(text: str, key: str, pack: Pack, suit: str | None) -> str:
    """The field after a key was pressed without JavaScript: a card more, or one less."""
    tokens = text.replace(",", " ").split()
    if key == "back":
        return " ".join(tokens[:-1])
    token = key.upper()
    card = pack.tokens.get(token) or pack.rank_tokens.get(token)
    if card is None or len(text) > LONGEST:
        return text
    if not card.is_joker and suit and suit in pack.suits:
        card = Card(card.rank, suit, pack.deck)
    return " ".join([*tokens, card_sign(card)])
