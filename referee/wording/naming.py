"""Names: cards, kinds of meld, contracts and systems, as people say them.

Owns what things of the game are called in each language. Refuses sentences
(`rulings`) and the letters that people type (`notation`).
Start reading at `card_name` and `contract_name`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet
from referee.engine.switches import LONG_RUNS, Contract, Demand, read_contract
from referee.wording.catalog import has_words, translate, translate_n, words

MOST_CARDS_NAMED = 6
"""A list of cards longer than this is cut when spoken; the ruling carries them all."""


@lru_cache(maxsize=2048)
def card_name(card: Card, lang: str) -> str:
    """A card as it is said: `nueve de picas`, `comodín rojo`, `rey` where the suit is not known."""
    if card.is_joker:
        return words(f"joker.{card.suit or 'any'}", lang)
    rank = words(_rank_key(card), lang)
    return _with_suit(card, rank, lang)


@lru_cache(maxsize=2048)
def the_card(card: Card, lang: str) -> str:
    """A card with its article: `el nueve de picas`, `la reina de corazones`, `the ace of spades`."""
    if card.is_joker:
        return words(f"joker.{card.suit or 'any'}.the", lang)
    key = _rank_key(card)
    if key.startswith("number."):
        rank = translate("names.the_number", lang, number=words(key, lang))
    else:
        rank = words(f"{key}.the", lang)
    return _with_suit(card, rank, lang)


def _rank_key(card: Card) -> str:
    court = card.deck == "french" and card.rank in (1, 11, 12, 13)
    return f"rank.{card.rank}" if court else f"number.{card.rank}"


def _with_suit(card: Card, rank: str, lang: str) -> str:
    if not card.suit:
        return rank
    return translate("names.card", lang, rank=rank, suit=suit_name(card.suit, lang, card.deck))


def suit_name(suit: str, lang: str, deck: str = "french") -> str:
    """A suit by its letter: `picas`, `copihue`."""
    return words(f"suit.{deck}.{suit}", lang)


def the_cards(cards: Iterable[Card], lang: str) -> str:
    """Cards with their articles in one list; equal ones once, with how often; a long list is cut."""
    counts = Counter(cards)
    named = [the_card(card, lang) if n == 1 else _several(card, n, lang) for card, n in counts.items()]
    if len(named) > MOST_CARDS_NAMED:
        cut = sum(list(counts.values())[MOST_CARDS_NAMED - 1 :])
        named = [*named[: MOST_CARDS_NAMED - 1], translate_n("names.more", cut, lang)]
    return listed(named, lang)


def _several(card: Card, n: int, lang: str) -> str:
    if card.is_joker and not card.suit:
        return translate_n("names.jokers", n, lang)
    return translate("names.times", lang, card=the_card(card, lang), n=n)


def listed(names: Sequence[str], lang: str) -> str:
    """`a`, `a y b`, `a, b y c`."""
    if not names:
        return ""
    *before, last = names
    if not before:
        return last
    first = before[0]
    for name in before[1:]:
        first = translate("names.comma", lang, first=first, last=name)
    return translate("names.and", lang, first=first, last=last)


def kind_name(kind: str, lang: str, form: str = "") -> str:
    """A kind of meld: `trío`; form `a`: `un trío`; form `the`: `el trío`."""
    return words(f"kind.{kind}.{form}" if form else f"kind.{kind}", lang)


def contract_name(contract: Contract | Sequence[str], rules: RuleSet | None, lang: str) -> str:
    """A contract as a table says it: `2 tríos y 1 escala`, `escala de 9`, `1 escala sucia`.

    Takes demands or their plain form (`["set", "run:9"]`). Sizes are said where they
    are not the smallest that the rules take anyhow.
    """
    demands = as_contract(contract)
    counts = Counter(_said(demand, rules) for demand in demands)
    if not counts:
        return words("names.free", lang)
    names = []
    for demand, n in counts.items():
        if demand.size is None:
            names.append(translate_n(f"kind.{demand.kind}.counted", n, lang))
            continue
        melds = (
            translate_n(f"kind.{demand.kind}.counted", n, lang)
            if len(demands) > 1
            else kind_name(demand.kind, lang)
        )
        names.append(translate("names.sized", lang, melds=melds, size=demand.size))
    return listed(names, lang)


def as_contract(contract: Contract | Sequence[Any]) -> Contract:
    """A contract from demands or from their plain form. Raises `RulesError` for none."""
    if all(isinstance(item, Demand) for item in contract):
        return tuple(contract)
    return read_contract(list(contract))


def _said(demand: Demand, rules: RuleSet | None) -> Demand:
    """The demand without a size that goes without saying."""
    if demand.size is None or demand.kind in LONG_RUNS:
        return Demand(demand.kind)
    if rules is not None and demand.size == rules.smallest(demand.kind):
        return Demand(demand.kind)
    return demand


def system_name(rules: RuleSet, lang: str) -> str:
    """The name of a system or of a table's own rule set, in the language or the nearest it has."""
    return _own_name(rules.names, rules.id, lang)


def _own_name(names: Mapping[str, str], system_id: str, lang: str) -> str:
    for each in (lang, lang.split("-")[0]):
        if each in names:
            return names[each]
    return next(iter(names.values()), system_id)


def in_system(rules: RuleSet, lang: str) -> str:
    """`en la Carioca chilena clásica`, to stand inside a sentence."""
    key = f"system.{rules.id}.in"
    if has_words(key, lang):
        return words(key, lang)
    return translate("names.system_in", lang, name=system_name(rules, lang))


def of_system(rules: RuleSet, lang: str) -> str:
    """`la Carioca chilena clásica`, to stand after "rule of"."""
    key = f"system.{rules.id}.of"
    if has_words(key, lang):
        return words(key, lang)
    return translate("names.system_of", lang, name=system_name(rules, lang))
