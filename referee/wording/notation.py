"""The letters of people's own language: `9p` and `rey de corazones` in Spanish, `9s` and `Kh` in English.

Owns the reading of what people type and the writing of cards the same way; the lists
of words are in the catalogs. Refuses to guess: a suit that is not said is left open,
a token that is no card comes back as it was typed. JSON has letters of its own: `cards`.
Start reading at `read_typed`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.engine.cards import JOKER, PACKS, SUIT_SYMBOLS, Card, Deck, Pack
from referee.wording.catalog import words

_COURT: Final = (1, 11, 12, 13)
_SYMBOLS: Final = {suit: symbol for symbol, suit in SUIT_SYMBOLS.items()}


@dataclass(frozen=True, slots=True)
class Typed:
    """One thing that was typed: its text, and the card it is; None where it cannot be read.

    A card without a suit (`As` in Spanish, `9`) waits for its suit to be asked.
    """

    text: str
    card: Card | None

    @property
    def needs_suit(self) -> bool:
        """Whether the rank is known and the suit is not."""
        return self.card is not None and not self.card.is_joker and not self.card.suit


def read_typed(text: str, lang: str, pack: Pack) -> list[Typed]:
    """Read cards as typed in a language, in the order given.

    Takes letters (`9p`), words (`nueve de picas`, `comodín rojo`) and the signs
    ♠ ♥ ♦ ♣, in any case, with or without accents; separated by spaces, commas or
    semicolons. A suit or a colour by itself belongs to the card before it.

    >>> from referee.engine.cards import FRENCH
    >>> [str(typed.card) for typed in read_typed("9p 9 de corazones As comodín 9s", "es", FRENCH)]
    ['9s', '9h', 'A', 'JK', 'None']
    """
    known, additions = _known(lang, pack.id), _additions(lang, pack.id)
    joined = re.sub(rf"(?i)\s+{words('typed.of', lang)}\s+", "", text)
    spaced = re.sub(f"([{''.join(SUIT_SYMBOLS)}])\ufe0f?", r"\1 ", joined)
    read: list[Typed] = []
    for token in re.split(r"[\s,;]+", spaced):
        plain = _plain(token)
        if not plain:
            continue
        if read and read[-1].card is not None and (read[-1].card, plain) in additions:
            read[-1] = Typed(f"{read[-1].text} {token}", additions[read[-1].card, plain])
        else:
            read.append(Typed(token, known.get(plain)))
    return read


def write_typed(cards: Iterable[Card], lang: str) -> str:
    """Write cards in the letters of a language, so that `read_typed` reads the same cards."""
    return " ".join(_letters(card, lang) for card in cards)


def _letters(card: Card, lang: str) -> str:
    if card.is_joker:
        if card.deck == "chilean":
            return _first(f"typed.joker.{card.suit}", lang)
        color = _first(f"typed.color.{card.suit}", lang) if card.suit else ""
        return _first("typed.joker", lang) + color
    suit = _first(f"typed.suit.{card.deck}.{card.suit}", lang) if card.suit else ""
    return _rank_words(card.rank, card.deck, lang)[0] + suit


def _first(key: str, lang: str) -> str:
    return words(key, lang).split()[0]


def _rank_words(rank: int, deck: Deck, lang: str) -> list[str]:
    if deck == "french" and rank in _COURT:
        return words(f"typed.rank.{rank}", lang).split()
    return [str(rank), words(f"number.{rank}", lang)]


def _suit_words(suit: str, deck: Deck, lang: str) -> list[str]:
    symbol = [_SYMBOLS[suit]] if deck == "french" else []
    return [*words(f"typed.suit.{deck}.{suit}", lang).split(), *symbol]


def _plain(token: str) -> str:
    """Small letters without accents; the marks that make a sign colourful go too."""
    spread = unicodedata.normalize("NFD", token.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign) and sign != "\ufe0f")


@lru_cache(maxsize=16)
def _known(lang: str, pack_id: str) -> dict[str, Card]:
    """Every spelling of every card in a language, ranks alone included."""
    pack = PACKS[pack_id]
    known: dict[str, Card] = {}
    for rank in range(1, pack.top + 1):
        for name in _rank_words(rank, pack.deck, lang):
            known[_plain(name)] = Card(rank, "", pack.deck)
            for suit in pack.suits:
                for sign in _suit_words(suit, pack.deck, lang):
                    known[_plain(name + sign)] = Card(rank, suit, pack.deck)
    if pack.deck == "chilean":
        for mark in pack.joker_marks:
            known |= {
                _plain(name): Card(JOKER, mark, "chilean") for name in words(f"typed.joker.{mark}", lang).split()
            }
        return known
    for name in words("typed.joker", lang).split():
        known[_plain(name)] = Card(JOKER)
        for color in "rb":
            known |= {
                _plain(name + word): Card(JOKER, color) for word in words(f"typed.color.{color}", lang).split()
            }
    return known


@lru_cache(maxsize=16)
def _additions(lang: str, pack_id: str) -> dict[tuple[Card, str], Card]:
    """What a suit or a colour typed by itself makes of the card before it."""
    pack = PACKS[pack_id]
    additions = {
        (Card(rank, "", pack.deck), _plain(sign)): Card(rank, suit, pack.deck)
        for rank in range(1, pack.top + 1)
        for suit in pack.suits
        for sign in _suit_words(suit, pack.deck, lang)
    }
    if pack.deck == "french":
        for color in "rb":
            for word in words(f"typed.color.{color}", lang).split():
                additions[Card(JOKER), _plain(word)] = Card(JOKER, color)
    else:
        for mark in pack.joker_marks:
            joker = Card(JOKER, mark, "chilean")
            for name in words(f"typed.joker.{mark}", lang).split():
                if "_" in name:
                    additions[joker, _plain(name.partition("_")[2])] = joker
    return additions
