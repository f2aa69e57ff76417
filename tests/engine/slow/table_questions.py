"""Random questions about melds that lie on the table: laying off, swapping."""

from __future__ import annotations

from random import Random

from referee.engine.cards import Card, format_cards
from referee.engine.ruleset import RuleSet
from tests.engine.slow.questions import Cards, Question, a_run, a_set, another_joker, listed, some_card, some_joker


def table_meld(rng: Random, rules: RuleSet) -> Cards:
    """A meld as it stands on the table: a little grown, with the jokers a table allows."""
    if rng.random() < 0.25:
        return a_set(rng, rules, rules.set_min + rng.choice((0, 0, 1, 2)))
    size = rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 6, 8)) + rules.run_min
    cards = a_run(rng, rules, min(size, rules.longest_run))
    style = rng.random()
    return cards if style < 0.8 else cards[::-1] if style < 0.9 else listed(rng, cards)


def neighbours(rng: Random, rules: RuleSet, cards: Cards) -> Cards:
    """Cards that belong near a meld: next ones, places held by jokers, jokers, and others."""
    mine = [card for card in cards if not card.is_joker]
    if not mine:
        return [some_card(rng, rules)]
    base = rng.choice(mine)
    if len({card.rank for card in mine}) == 1:
        suits = [suit for suit in rules.pack.suits if [c.suit for c in mine].count(suit) < rules.packs]
        return [base._replace(suit=rng.choice(suits or rules.pack.suits)) for _ in range(3)]
    suit, top = mine[0].suit, rules.pack.top
    low, high = min(c.rank for c in mine), max(c.rank for c in mine)
    ranks = [low - 3, low - 2, low - 1, low - 1, high + 1, high + 1, high + 2, high + 3, rng.randint(1, top), 1]
    if rng.random() < 0.5:
        ranks += [rank for rank in range(low, high) if rank not in {c.rank for c in mine}] * 2
    return [Card((rank - 1) % top + 1, suit, rules.pack.deck) for rank in ranks]


def layoff(rng: Random, rules: RuleSet) -> Question:
    cards = table_meld(rng, rules)
    pool = neighbours(rng, rules, cards)
    added: Cards = []
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        roll = rng.random()
        if roll < 0.15:
            added.append(another_joker(rng, rules, cards + added))
        else:
            added.append(some_card(rng, rules) if roll < 0.2 else rng.choice(pool))
    question: Question = {"meld": format_cards(cards), "cards": format_cards(added)}
    if rng.random() < 0.4:
        question["end"] = rng.choice(("low", "high"))
    return question | state(rng)


def state(rng: Random) -> Question:
    question: Question = {}
    if rng.random() < 0.05:
        question["down"] = rng.random() < 0.5
    if rng.random() < 0.08:
        question["turns_since_laydown"] = rng.choice((0, 1, 2))
    return question


def swap(rng: Random, rules: RuleSet) -> Question:
    cards = table_meld(rng, rules)
    rows = [i for i, card in enumerate(cards) if card.is_joker]
    if not rows and rng.random() < 0.9:
        place = rng.randrange(len(cards))
        card, cards[place] = cards[place], some_joker(rng, rules)
    else:
        card = rng.choice([*neighbours(rng, rules, cards), some_card(rng, rules)])
    if rng.random() < 0.12:
        card = rng.choice(neighbours(rng, rules, cards))
    question: Question = {"meld": format_cards(cards), "card": str(card)}
    if rng.random() < 0.5:
        question["to"] = rng.choice(("low", "high"))
    return question | state(rng)
