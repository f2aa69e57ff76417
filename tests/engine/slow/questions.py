"""Random questions with the look of a table: mostly built from legal melds, then disturbed.

Owns the seeded making of questions for all systems and switches. Refuses to answer them.
Start reading at `meld`; `random_question` in `asks` takes all.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

from referee.engine.cards import Card, format_cards
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract, Kind, read_contract
from tests.engine.slow.copies import too_many
from tests.engine.slow.melds import LONG, rank_at, starts

Question = dict[str, Any]
Cards = list[Card]

SWITCH_VALUES: dict[str, tuple[Any, ...]] = {
    "rounds": (
        [["set", "run"], ["run:5", "set:4"], ["four", "run"]],
        [["pair", "pair"], ["set", "set", "set"]],
        [["run:9"], ["set", "four"], ["run", "run"]],
    ),
    "packs": (1, 2, 3),
    "jokers": (1, 2, 4),
    "set-min": (3, 3, 4, 2),
    "run-min": (3, 4, 5),
    "set-suits": ("any", "distinct"),
    "size": ("exact", "at-least"),
    "ace": ("low", "high", "both", "around"),
    "ace-both-ends": (True, False),
    "repeated-ranks": (True, False),
    "touching-runs": (True, False),
    "joker-limit-laydown": (0, 1, 2, None),
    "joker-limit-table": (0, 1, 2, 3, None),
    "joker-gap": (0, 1, 2, 4),
    "joker-end": ("fixed", "slides"),
    "long-run-jokers": tuple({kind: n} for kind in LONG for n in (0, 1, 2, 3)),
    "swap": ("none", "hand", "run"),
    "layoff": ("same-turn", "next-turn", "none"),
    "discard-joker": (True, False),
    "discard-just-taken": (True, False),
    "discard-playable": (True, False),
    "out-of-turn": ("no", "steal", "buy"),
    "buy-penalty": (0, 1, 2),
    "buys-per-round": (0, 1, 3, None),
    "closing": ([], [["set", "set"]], [["run", "run", "run"], ["set", "run"]]),
    "stock-ends-at": (1, 2, 3, None),
    "ties": ("shared", "rounds-won"),
    "direction": ("clockwise", "counter-clockwise"),
    "dealt": (9, 11, 12, 13),
}
MATTERING = {
    "meld": (
        "ace", "ace-both-ends", "joker-gap", "joker-limit-laydown", "joker-limit-table", "size", "run-min",
        "set-min", "set-suits", "long-run-jokers", "packs", "jokers",
    ),
    "laydown": (
        "ace", "joker-gap", "joker-limit-laydown", "size", "run-min", "set-min", "repeated-ranks", "touching-runs",
        "set-suits", "long-run-jokers", "out-of-turn", "closing", "dealt", "packs",
        "rounds",
    ),
    "hand": (
        "ace", "ace-both-ends", "joker-gap", "joker-limit-laydown", "size", "set-suits", "repeated-ranks",
        "touching-runs", "closing", "out-of-turn",
    ),
    "layoff": ("ace", "ace-both-ends", "joker-gap", "joker-limit-table", "joker-end", "layoff", "set-suits"),
    "swap": ("ace", "ace-both-ends", "joker-gap", "joker-limit-table", "swap", "layoff", "jokers"),
}  # fmt: skip


def random_options(rng: Random, ask: str) -> dict[str, Any]:
    """A few switches, mostly of those that matter to the ask."""
    if rng.random() < 0.4:
        return {}
    names = MATTERING.get(ask, ()) if rng.random() < 0.8 else ()
    names = names or tuple(SWITCH_VALUES)
    return {name: rng.choice(SWITCH_VALUES[name]) for name in rng.sample(names, rng.choice((1, 1, 2, 3, 4)))}


def some_joker(rng: Random, rules: RuleSet) -> Card:
    marks = rules.pack.joker_marks if rng.random() < 0.3 or "" not in rules.pack.joker_marks else ("",)
    return Card(0, rng.choice(marks), rules.pack.deck)


def another_joker(rng: Random, rules: RuleSet, cards: Cards) -> Card:
    """Mostly a joker that does not lie there yet, where each has a name."""
    joker = some_joker(rng, rules)
    for _ in range(4):
        if joker.suit and joker in cards:
            joker = some_joker(rng, rules)
    return joker


def some_card(rng: Random, rules: RuleSet) -> Card:
    return some_joker(rng, rules) if rng.random() < 0.06 else rng.choice(rules.pack.cards)


def a_set(rng: Random, rules: RuleSet, size: int) -> Cards:
    rank = rng.randint(1, rules.pack.top)
    suits = rng.sample(rules.pack.suits, 4) if rules.packs == 1 else rng.sample(rules.pack.suits * 2, 8)
    cards = [Card(rank, suits[i % len(suits)], rules.pack.deck) for i in range(size)]
    return with_jokers(rng, rules, cards, rules.joker_limit_laydown)


def with_jokers(rng: Random, rules: RuleSet, cards: Cards, limit: int | None) -> Cards:
    """Some cards replaced by jokers: mostly no more than allowed."""
    roof = (2 if limit is None else limit) + (rng.random() < 0.1)
    for place in rng.sample(range(len(cards)), min(rng.choice((0, 0, 1, 1, 2, 3)), roof, len(cards) - 1)):
        cards[place] = another_joker(rng, rules, cards)
    return cards


def a_run(rng: Random, rules: RuleSet, size: int) -> Cards:
    firsts = starts(rules, size) or [1]
    # The ends, where aces stand, more often than chance would; now and then where no run may stand.
    first = rng.choice([firsts[0], firsts[-1], *rng.choices(firsts, k=4)])
    if rng.random() < 0.06:
        first = rng.randint(1, rules.pack.top)
    suit = rng.choice(rules.pack.suits)
    cards = [Card(rank_at(rules, first + i), suit, rules.pack.deck) for i in range(size)]
    return with_jokers(rng, rules, cards, rng.choice((rules.joker_limit_laydown, rules.joker_limit_table)))


def a_long_run(rng: Random, rules: RuleSet, kind: str) -> Cards:
    top, deck = rules.pack.top, rules.pack.deck
    ranks = [(place - 1) % top + 1 for place in range(1, 14)]
    if rng.random() < 0.5:
        ranks = ranks[1:] + ranks[:1]
    red, flip = rng.random() < 0.5, rng.random() < 0.5
    suit, cards = rng.choice(rules.pack.suits), []
    for place, rank in enumerate(ranks):
        if kind == "imperial-run":
            mine = "s"
        elif kind == "royal-run":
            mine = suit
        elif kind == "dirty-run":
            mine = rng.choice(rules.pack.suits)
        else:
            mine = rng.choice("hd" if red != (kind == "alternating-run" and flip != (place % 2 == 0)) else "sc")
        cards.append(Card(rank, mine, deck))
    return with_jokers(rng, rules, cards, rules.long_run_jokers.get(kind, 0))


def a_meld(rng: Random, rules: RuleSet, kind: str, size: int) -> Cards:
    if kind in LONG:
        return a_long_run(rng, rules, kind)
    return a_run(rng, rules, size) if kind == "run" else a_set(rng, rules, size)


def listed(rng: Random, cards: Cards) -> Cards:
    """As people lay cards: upwards, downwards, shuffled, or with the jokers moved to an end."""
    how = rng.choice(("up", "up", "down", "shuffled", "jokers", "one"))
    if how == "down":
        return cards[::-1]
    if how == "shuffled":
        return rng.sample(cards, len(cards))
    if how == "jokers":
        jokers = [card for card in cards if card.is_joker]
        rest = [card for card in cards if not card.is_joker]
        cut = rng.choice((0, len(jokers), len(jokers) // 2))
        return jokers[:cut] + rest + jokers[cut:]
    if how == "one":
        cards = list(cards)
        cards.insert(rng.randrange(len(cards)), cards.pop(rng.randrange(len(cards))))
    return cards


def disturbed(rng: Random, rules: RuleSet, cards: Cards) -> Cards:
    """One thing wrong, perhaps."""
    cards = list(cards)
    place = rng.randrange(len(cards))
    how = rng.choice(("other", "suit", "rank", "drop", "add", "joker", "more", "twice"))
    card = cards[place]
    if how == "other":
        cards[place] = some_card(rng, rules)
    elif how == "suit" and not card.is_joker:
        cards[place] = card._replace(suit=rng.choice(rules.pack.suits))
    elif how == "rank" and not card.is_joker:
        cards[place] = card._replace(rank=(card.rank + rng.choice((-1, 0, 1))) % rules.pack.top + 1)
    elif how == "drop" and len(cards) > 1:
        del cards[place]
    elif how == "add":
        cards.insert(place, some_card(rng, rules))
    elif how == "joker":
        cards[place] = some_joker(rng, rules)
    elif how == "more":
        cards.append(some_joker(rng, rules))
    elif how == "twice":
        cards.append(card)
    return cards


def near(rng: Random, rules: RuleSet, cards: Cards) -> Cards:
    """As listed, disturbed about a third of the time."""
    cards = listed(rng, cards)
    while rng.random() < 0.35:
        cards = disturbed(rng, rules, cards)
    return cards


def size_for(rng: Random, rules: RuleSet, smallest: int, kind: str) -> int:
    """Mostly the smallest; runs up to their longest now and then."""
    if kind == "run" and rng.random() < 0.15:
        return rng.randint(smallest, rules.pack.top + 1)
    return max(2, smallest + rng.choice((0, 0, 0, 0, 1, 1, 2, -1)))


def kinds(rules: RuleSet) -> list[str]:
    return ["set", "run", "run", "four", "pair"] + (list(LONG) if rules.pack.deck == "french" else [])


def meld(rng: Random, rules: RuleSet) -> Question:
    kind = rng.choice(kinds(rules)) if rng.random() < 0.6 else rng.choice(("set", "run", "run"))
    cards = a_meld(rng, rules, kind, size_for(rng, rules, rules.smallest(cast(Kind, kind)), kind))
    question: Question = {"cards": format_cards(near(rng, rules, cards))}
    if kind not in ("set", "run") or rng.random() < 0.6:
        question["kind"] = kind if rng.random() < 0.95 else rng.choice(kinds(rules))
    if rng.random() < 0.5:
        question["stage"] = rng.choice(("table", "laydown"))
    return question


def made_contract(rng: Random) -> tuple[Question, Contract]:
    """A contract of a table's own."""
    kinds = ("set", "set", "run", "run", "set:4", "run:5", "run:6", "four", "pair")
    contract = [rng.choice(kinds) for _ in range(rng.choice((1, 2, 2, 3)))]
    return {"contract": contract}, read_contract(contract)


def some_contract(rng: Random, rules: RuleSet) -> tuple[Question, Contract]:
    if rng.random() < 0.08:
        return made_contract(rng)
    if rng.random() < 0.2 and rules.optional_rounds:
        contract = rng.choice(rules.optional_rounds)
        return {"contract": [str(demand) for demand in contract]}, contract
    number = rng.randint(1, len(rules.rounds))
    return {"round": number}, rules.rounds[number - 1]


def laydown(rng: Random, rules: RuleSet) -> Question:
    question, contract = some_contract(rng, rules)
    melds: list[Cards] = []
    for demand in contract:
        size = rules.size_of(demand)
        if rules.size == "at-least" and rng.random() < 0.3:
            size += rng.choice((1, 2, 3))
        kind = demand.kind
        if rng.random() < 0.06:
            kind = rng.choice(("set", "run"))
            size = max(size if size < 8 else 4, 3)
        for _ in range(8):
            cards = listed(rng, a_meld(rng, rules, kind, size))
            if not too_many(rules, tuple(card for each in (*melds, cards) for card in each)):
                break
        melds.append(disturbed(rng, rules, cards) if rng.random() < 0.12 else cards)
    if rng.random() < 0.15 and len(melds) > 1 and "run" in {demand.kind for demand in contract}:
        touching(rng, rules, melds)
    if rng.random() < 0.08 and len(melds) > 1:
        melds[1] = [Card(melds[0][0].rank, c.suit, c.deck) if not c.is_joker else c for c in melds[1]]
    rng.shuffle(melds)
    if rng.random() < 0.05:
        melds.pop() if len(melds) > 1 and rng.random() < 0.5 else melds.append(a_set(rng, rules, 3))
    question["melds"] = [format_cards(cards) for cards in melds]
    if rng.random() < 0.5:
        question["hand"] = max(0, sum(map(len, melds)) + rng.choice((-1, 0, 0, 1, 1, 2, 3)))
    if rng.random() < 0.03:
        question["already_down"] = rng.random() < 0.5
    return question


def touching(rng: Random, rules: RuleSet, melds: list[Cards]) -> None:
    """Two runs of one suit, near each other."""
    suit = rng.choice(rules.pack.suits)
    first = rng.randint(1, rules.pack.top - 4)
    next_first = first + 4 + rng.choice((0, 0, 0, 1, -1))
    for place, start in ((0, first), (1, next_first)):
        melds[place] = [
            Card((start + i - 1) % rules.pack.top + 1, suit, rules.pack.deck) for i in range(max(4, rules.run_min))
        ]
