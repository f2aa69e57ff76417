"""Hands to measure the solver with: dealt at random, or made around the contract, from two packs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from referee.engine.cards import JOKER, Card
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.switches import Contract, read_contract
from referee.rulebook import load_system

Cards = tuple[Card, ...]


class Task(NamedTuple):
    """One hand under one rule set and contract."""

    rules: RuleSet
    hand: Cards
    contract: Contract


def dealt(rng: Random, rules: RuleSet, size: int, jokers: int) -> Cards:
    """A hand of so many cards with exactly so many jokers."""
    cards = rng.sample(rules.pack.cards * rules.packs, size - jokers)
    hand = [*cards, *(Card(JOKER) for _ in range(jokers))]
    return tuple(rng.sample(hand, size))


def made(rng: Random, rules: RuleSet, size: int, jokers: int, contract: Contract) -> Cards:
    """A hand in which the contract nearly lies, a card of each meld perhaps missing."""
    hand: list[Card] = []
    for demand in contract:
        rank, suit, n = rng.randint(1, 13), rng.choice("shdc"), rules.size_of(demand)
        if demand.kind == "run":
            first = min(rank, 14 - n)
            cards = [Card((first + i - 1) % 13 + 1, suit) for i in range(n)]
        else:
            cards = [Card(rank, mark) for mark in rng.sample("sshhddcc", n)]
        hand += rng.sample(cards, n - (rng.random() < 0.4))
    hand += rng.sample(rules.pack.cards * rules.packs, size)
    kept: list[Card] = [Card(JOKER)] * jokers
    for card in hand:
        if len(kept) < size and kept.count(card) < rules.packs:
            kept.append(card)
    return tuple(rng.sample(kept, len(kept)))


def tasks(
    n: int, size: int, jokers: int, seed: int, setting: Callable[[Random], tuple[RuleSet, Contract]]
) -> list[Task]:
    """`n` hands, every other one made around its contract."""
    rng, found = Random(seed), []
    for number in range(n):
        rules, contract = setting(rng)
        if number % 2:
            found.append(Task(rules, made(rng, rules, size, jokers, contract), contract))
        else:
            found.append(Task(rules, dealt(rng, rules, size, jokers), contract))
    return found


def any_round(rng: Random) -> tuple[RuleSet, Contract]:
    """A round of sets and runs where melds may be longer than asked: the larger search."""
    rules = load_system("ratolibre")
    contracts = [contract for contract in rules.rounds if {demand.kind for demand in contract} <= {"set", "run"}]
    return rules, rng.choice(contracts)


def two_runs_one_set(rng: Random) -> tuple[RuleSet, Contract]:
    """`2 runs 1 set`, with melds as long as the table likes, and jokers few, spaced or free."""
    limits = rng.choice(({}, {"joker-limit-laydown": 2}, {"joker-limit-laydown": None}))
    rules = rng.choice((load_system("chile"), with_options(load_system("ratolibre"), limits)))
    return rules, read_contract(["run", "run", "set"])
