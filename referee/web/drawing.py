"""From the notebook's texts to what templates draw: cards, jokers with what they stand for.

Start reading at `drawn_meld`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.cards import Card, parse_cards
from referee.engine.ruleset import RuleSet


def drawn_meld(cards: str, shown: str | None, rules: RuleSet) -> dict[str, Any]:
    """A meld's `cards`, and `stands_for`: for each the card a joker stands for, else None."""
    lying = parse_cards(cards, rules.pack, suitless=True)
    return {"cards": lying, "stands_for": stand_ins(lying, parse_cards(shown, rules.pack) if shown else ())}


def stand_ins(lying: Sequence[Card], meant: Sequence[Card]) -> list[Card | None]:
    """For each card as it lies, what it stands for: jokers of a run alone have an answer.

    A run may have been put in order: its naturals are then found in `meant`, and
    the jokers take the places left over, from low to high.
    """
    if len(meant) != len(lying):
        return [None] * len(lying)
    left = list(meant)
    for card in lying:
        if not card.is_joker and card in left:
            left.remove(card)
    return [left.pop(0) if card.is_joker and left else None for card in lying]
