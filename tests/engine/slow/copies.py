"""No set of cards may hold more copies of one card than the packs have."""

from __future__ import annotations

from collections import Counter

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet


def too_many(rules: RuleSet, cards: tuple[Card, ...]) -> bool:
    """Whether the packs do not hold so many copies of a card."""
    counts = Counter(card for card in cards if not card.is_joker and card.suit)
    if any(n > rules.packs for n in counts.values()):
        return True
    jokers = Counter(card.suit for card in cards if card.is_joker)
    if sum(jokers.values()) > rules.packs * rules.jokers:
        return True
    marks = [mark for mark in rules.pack.joker_marks if mark]
    each = rules.packs * -(-rules.jokers // len(marks))
    if any(mark and n > each for mark, n in jokers.items()):
        return True
    if any(not card.suit and not card.is_joker for card in cards):
        ranks = Counter(card.rank for card in cards if not card.is_joker)
        return any(n > 4 * rules.packs for n in ranks.values())
    return False
