"""Random questions of every ask: `random_question` picks switches, then asks."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.engine.cards import Card, format_cards
from referee.engine.ruleset import RuleSet, with_options
from tests.engine.slow.questions import (
    Question,
    a_meld,
    laydown,
    made_contract,
    meld,
    random_options,
    some_card,
    some_contract,
    some_joker,
)
from tests.engine.slow.table_questions import layoff, neighbours, swap, table_meld

ASKS = {"meld": 30, "laydown": 25, "layoff": 25, "swap": 10, "discard": 4, "take": 2, "stock": 1, "score": 1,
        "deal": 1, "standings": 1}  # fmt: skip
"""How often each ask comes up, of a hundred."""


def random_question(rng: Random, system: RuleSet, ask: str | None = None) -> Question:
    """A whole question under one system, with the switches of a table."""
    ask = ask or rng.choices(list(ASKS), list(ASKS.values()))[0]
    options = random_options(rng, ask)
    if ask == "swap" and system.swap == "none" and rng.random() < 0.85:
        options["swap"] = rng.choice(("hand", "run"))
    if ask == "layoff" and system.layoff == "none" and rng.random() < 0.85:
        options["layoff"] = "next-turn"
    if ask == "score" and rng.random() < 0.6:
        options["scoring"] = rng.choice(SCORINGS[system.pack.deck])
    rules = with_options(system, options)
    question: dict[str, Any] = {"ask": ask, "system": system.id, **MAKERS[ask](rng, rules)}
    if options:
        question["options"] = options
    return question


SCORINGS: dict[str, tuple[Any, ...]] = {
    "french": (
        "a", "b", "c", "loba", "jokers-50", "tens", ["loba", "jokers-50"], ["tens", "loba"],
        ["b", "jokers-50", "tens"],
        {"base": "a", "values": {"JK": 40, "A": 13}}, {"base": ["loba", "tens"], "values": {"2": 20}},
    ),
    "chilean": ("naipe", {"base": "naipe", "values": {"HU": 50, "1": 11}}),
}  # fmt: skip


def discard(rng: Random, rules: RuleSet) -> Question:
    table = [table_meld(rng, rules) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    card = some_joker(rng, rules) if rng.random() < 0.4 else some_card(rng, rules)
    if table and rng.random() < 0.6:
        card = rng.choice(neighbours(rng, rules, table[0]))
    question: Question = {"card": str(card)}
    if table:
        question["table"] = [format_cards(cards) for cards in table]
    if rng.random() < 0.5:
        question["just_taken"] = rng.random() < 0.7
    if rng.random() < 0.5:
        question["cards_left"] = rng.choice((1, 1, 2, 3))
    return question | (some_contract(rng, rules)[0] if rng.random() < 0.7 else {})


def take(rng: Random, rules: RuleSet) -> Question:
    if rng.random() < 0.3:
        return {"out_of_turn": rng.random() < 0.6}
    players = rng.randint(2, 6)
    question: Question = {
        "claims": rng.sample(range(players), rng.randint(1, players)),
        "turn": rng.randrange(players),
        "players": players,
    }
    if rng.random() < 0.6:
        question["thrower"] = (question["turn"] - 1) % players
    if rng.random() < 0.5:
        question["buys_used"] = [rng.randint(0, 3) for _ in range(players)]
    return question


def stock(rng: Random, rules: RuleSet) -> Question:
    return {"times_empty": rng.randint(1, 4), "pile": rng.choice((1, 2, 5, 30))}


def score(rng: Random, rules: RuleSet) -> Question:
    hand = [str(some_card(rng, rules)) for _ in range(rng.randint(0, 14))]
    if rng.random() < 0.3:
        hand = [card if card[0] == "J" or card[0] in "HCO" else card[:-1] for card in hand]
    return {"cards": " ".join(hand)}


def deal(rng: Random, rules: RuleSet) -> Question:
    players = rng.randint(*rules.players)
    question: Question = {"players": players, "dealer": rng.randrange(players)}
    if rules.progress == "player" and rng.random() < 0.5:
        question["hands"] = [rng.randint(1, len(rules.rounds)) for _ in range(players)]
    else:
        question["round"] = rng.randint(1, len(rules.rounds))
    return question


def standings(rng: Random, rules: RuleSet) -> Question:
    players, scores, out = rng.randint(2, 4), [], []
    for _ in range(rng.randint(1, 5)):
        line: list[Any] = [
            rng.choice((10, 20, 30, 5, "absent" if rng.random() < 0.2 else 15)) for _ in range(players)
        ]
        out.append(rng.randrange(players))
        line[out[-1]] = 0
        scores.append(line)
    if rng.random() < 0.1:
        scores[-1][rng.randrange(players)] = None
    question: Question = {"scores": scores}
    if rng.random() < 0.3:
        question["out"] = out
    return question


def hand(rng: Random, rules: RuleSet) -> Question:
    """A hand as held after drawing: dealt, or made around its contract so that it can often lay down."""
    asked, contract = some_contract(rng, rules) if rng.random() < 0.7 else made_contract(rng)
    most = 3 if rules.size == "at-least" and rules.joker_limit_laydown is None else 4
    jokers = min(rng.choice((1, 2, 3, 3, most)), rules.packs * rules.jokers)
    pack = [*rules.pack.cards * rules.packs, *(some_joker(rng, rules) for _ in range(jokers))]
    rng.shuffle(pack)
    size = min(rules.dealt_to(contract) + 1, rules.contract_size(contract) + 8) + rng.choice((0, 0, 0, -1, 1, 2))
    cards: list[Card] = []
    for demand in contract:
        if rng.random() < 0.85:
            cards += a_meld(rng, rules, demand.kind, rules.size_of(demand))
    kept: list[Card] = []
    for card in [*cards, *pack]:
        if card.is_joker:
            room = sum(c.is_joker for c in kept) < jokers and not (card.suit and card in kept)
        else:
            room = kept.count(card) < rules.packs
        if room and len(kept) < size:
            kept.append(card)
    rng.shuffle(kept)
    return {"cards": format_cards(kept), **asked}


MAKERS = {"meld": meld, "laydown": laydown, "layoff": layoff, "swap": swap, "discard": discard, "take": take,
          "stock": stock, "score": score, "deal": deal, "standings": standings, "hand": hand}  # fmt: skip
