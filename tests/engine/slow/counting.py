"""Taking, the stock, the deal and the standings: small sums, written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet
from tests.engine.slow.answers import BAD, Answer, no, yes

Question = Mapping[str, Any]

FACE = {str(n): n for n in range(2, 11)}
TABLES: dict[str, dict[str, int]] = {
    "a": {**FACE, "J": 10, "Q": 10, "K": 10, "A": 20, "JK": 30},
    "b": {**dict.fromkeys("234567", 5), **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10), "A": 20, "JK": 30},
    "c": {**FACE, "J": 10, "Q": 10, "K": 10, "A": 20, "JK": 50},
    "loba": {**FACE, "J": 11, "Q": 12, "K": 13, "A": 15, "JK": 25},
    "naipe": {**FACE, "1": 1, "11": 10, "12": 10, "13": 10, "HU": 20, "HA": 20, "OR": 25, "CH": 25},
}
VARIANTS: dict[str, dict[str, int]] = {"jokers-50": {"JK": 50}, "tens": dict.fromkeys("JQKA", 10)}
OF_SYSTEM = {"chile": "a", "estandar10": "c", "ratolibre": "a", "ratolibre-corta": "a", "loba": "loba",
             "argentina": "c", "naipe52": "naipe", "naipe56": "naipe"}  # fmt: skip


def points_table(system: str, choice: Any) -> dict[str, int]:
    """Points by name, for an id, a list of ids and variants (alone, on the system's own), or a base with values."""
    if isinstance(choice, Mapping):
        return {**points_table(system, choice["base"]), **choice["values"]}
    names = [choice] if isinstance(choice, str) else choice
    table = next((name for name in names if name in TABLES), OF_SYSTEM[system])
    points = dict(TABLES[table])
    for name in names:
        points.update(VARIANTS.get(name, {}))
    return points


def count(question: Question, cards: tuple[Card, ...]) -> int:
    """What the cards cost, name by name."""
    system = question["system"]
    points = points_table(system, question.get("options", {}).get("scoring", OF_SYSTEM[system]))
    names = [
        str(card).rstrip("rb") if card.is_joker else str(card)[:-1] if card.suit else str(card) for card in cards
    ]
    return sum(points[name] for name in names)


def ask_take(question: Question, rules: RuleSet) -> list[Answer]:
    if "claims" not in question:
        if question.get("out_of_turn", False) and rules.out_of_turn == "no":
            return [no("out-of-turn")]
        buys = question.get("out_of_turn", False) and rules.out_of_turn == "buy"
        return [yes(penalty_cards=rules.buy_penalty) if buys else yes()]
    claims, turn, players = question["claims"], question["turn"], question["players"]
    thrower, used = question.get("thrower"), question.get("buys_used", [0] * players)
    if not claims or len(set(claims)) < len(claims) or not all(0 <= seat < players for seat in (*claims, turn)):
        return [BAD]
    # The one in turn first, then the nearest after him in the direction of play.
    for step in range(players):
        seat = (turn + step) % players
        if seat not in claims or seat == thrower:
            continue
        if seat == turn:
            return [yes(to=seat)]
        if rules.out_of_turn == "steal":
            return [yes(to=seat)]
        if rules.out_of_turn == "buy" and (rules.buys_per_round is None or used[seat] < rules.buys_per_round):
            return [yes(to=seat, penalty_cards=rules.buy_penalty)]
    return [no("out-of-turn")]


def ask_stock(question: Question, rules: RuleSet) -> list[Answer]:
    times, pile = question.get("times_empty", 1), question.get("pile", 10)
    ends = pile <= 1 or (rules.stock_ends_at is not None and times >= rules.stock_ends_at)
    return [yes(then="round-ends" if ends else "reshuffle", everyone_counts=ends)]


def ask_deal(question: Question, rules: RuleSet) -> list[Answer]:
    players, dealer = question["players"], question["dealer"]
    if not 0 <= dealer < players:
        return [BAD]
    numbers = question.get("hands") or [question["round"]] * players
    if len(numbers) != players or not all(1 <= number <= len(rules.rounds) for number in numbers):
        return [BAD]
    each = [rules.dealt_to(rules.rounds[number - 1]) for number in numbers]
    one = rules.pack.size + rules.jokers

    def stock(packs: int) -> int:
        return packs * one - sum(each) - 1

    packs = rules.packs
    while stock(packs) < 10:
        packs += 1
    seat = (dealer + 1) % players
    cards_each = each if "hands" in question else each[0]
    dealt = yes(cards_each=cards_each, packs=packs, first=seat, next_dealer=seat, stock=stock(packs))
    if "packs" in question.get("options", {}) and packs > rules.packs:
        return [dealt, no("not-enough-cards", "packs-set")]
    return [dealt]


def ask_standings(question: Question, rules: RuleSet) -> list[Answer]:
    scores = question["scores"]
    seats = range(len(scores[0]))
    totals = [sum(line[seat] for line in scores if isinstance(line[seat], int)) for seat in seats]
    if any(value is None for line in scores for value in line):
        return [yes(winners=[])]
    outs = question.get("out")
    won = [0] * len(totals)
    for number, line in enumerate(scores):
        for seat in seats:
            won[seat] += line[seat] == 0 if outs is None else outs[number] == seat
    standing = [(totals[seat], -won[seat] if rules.ties == "rounds-won" else 0) for seat in seats]
    places = [1 + sum(other < mine for other in standing) for mine in standing]
    return [yes(totals=totals, places=places, winners=[seat for seat in seats if places[seat] == 1])]
