"""Laying a contract down: every matching of melds and entries is tried."""

from __future__ import annotations

from itertools import islice, pairwise, permutations, product

from referee.engine.cards import Card
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract, Demand
from tests.engine.slow.answers import Answer, distinct, no, yes
from tests.engine.slow.melds import RANKED, Row, judge_meld, kind_of, naturals, rank_at

Melds = list[tuple[Card, ...]]


def lay_down(rules: RuleSet, melds: Melds, contract: Contract, hand: int) -> list[Answer]:
    """Judge melds against a contract; several answers where several matchings are as good."""
    if len(melds) != len(contract):
        return [no("contract")]
    readings = {
        (m, e): judge_meld(rules, meld, demand.kind, "laydown", rules.size_of(demand))
        for m, meld in enumerate(melds)
        for e, demand in enumerate(contract)
    }
    legal = {pair for pair, found in readings.items() if found[0].code == "ok"}
    # All matchings, each as the entry that each meld goes to; those with the most legal melds stay.
    matchings = [dict(enumerate(entries)) for entries in distinct_orders(contract)]
    most = max(sum((m, e) in legal for m, e in matching.items()) for matching in matchings)
    best = [matching for matching in matchings if sum((m, e) in legal for m, e in matching.items()) == most]
    if most == len(melds):
        answers = []
        for matching in best:
            pairs = sorted(matching.items())
            demands = [contract[e] for _, e in pairs]
            # Runs may be read in several ways: each way is judged.
            ways = product(*([f for f in readings[pair] if f.code == "ok"] for pair in pairs))
            for place, way in enumerate(islice(ways, 200)):
                rows = [found.row for found in way]
                for answer in after_melds(rules, melds, contract, demands, rows, hand):
                    label = answer.open or ("left-over-end" if place else "")
                    answers.append(Answer(answer.legal, answer.code, answer.facts, label))
        return distinct(answers)
    labels: dict[str, str] = {}
    for matching in best:
        left_melds = [m for m, e in sorted(matching.items()) if (m, e) not in legal]
        left_entries = [matching[m] for m in left_melds]
        for code, label in left_over(rules, melds, contract, left_melds, left_entries):
            labels.setdefault(code, label or ("which-left-over" if labels else ""))
    return [no(code, label) for code, label in labels.items()]


def distinct_orders(contract: Contract) -> list[tuple[int, ...]]:
    """Every way of giving the entries to the melds, equal entries told apart only once."""
    seen: dict[tuple[Demand, ...], tuple[int, ...]] = {}
    for order in permutations(range(len(contract))):
        key = tuple(contract[e] for e in order)
        seen.setdefault(key, order)
    return list(seen.values())


def after_melds(
    rules: RuleSet, melds: Melds, contract: Contract, demands: list[Demand], rows: list[Row | None], hand: int
) -> list[Answer]:
    """What is asked of a laydown whose melds are all legal."""
    answers: list[Answer] = []
    ranks = [
        (demand.kind, next(card.rank for card in meld if not card.is_joker))
        for demand, meld in zip(demands, melds, strict=True)
        if demand.kind in RANKED
    ]
    sets = [rank for kind, rank in ranks if kind == "set"]
    if not rules.repeated_ranks:
        if len(set(sets)) < len(sets):
            return [no("repeated-rank")]
        if len({rank for _, rank in ranks}) < len(ranks):
            answers.append(no("repeated-rank", "repeated-other"))
    runs = [
        (naturals(row.cards)[0].suit, row)
        for demand, row in zip(demands, rows, strict=True)
        if demand.kind == "run" and row is not None
    ]
    if not rules.touching_runs:
        touching = [
            touch(rules, row, more)
            for place, (suit, row) in enumerate(runs)
            for other, more in runs[place + 1 :]
            if suit == other
        ]
        if "touch" in touching:
            return [no("touching-runs"), *answers]
        if "overlap" in touching:
            answers.append(no("touching-runs", "touching-overlap"))
    laid = sum(map(len, melds))
    if laid > hand:
        return [no("hand-size"), *answers]
    if rules.must_go_out(contract) and hand - laid >= 2:
        return [no("must-go-out"), *answers]
    return [yes(left=hand - laid), *answers]


def touch(rules: RuleSet, a: Row, b: Row) -> str:
    """How two runs of one suit lie to each other."""
    top = rules.pack.top
    if a.last + 1 == b.first or b.last + 1 == a.first:
        return "touch"
    ends = ((a, b), (b, a))
    if rules.ace == "around" and any(rank_at(rules, x.last + 1) == rank_at(rules, y.first) for x, y in ends):
        return "touch"
    mine = {(place - 1) % top for place in range(a.first - 1, a.last + 2)}
    return "overlap" if mine & {(place - 1) % top for place in range(b.first, b.last + 1)} else "apart"


def left_over(
    rules: RuleSet, melds: Melds, contract: Contract, left_melds: list[int], left_entries: list[int]
) -> list[tuple[str, str]]:
    """The codes of the first meld left over, for each entry that it may be judged as."""
    codes: list[tuple[str, str]] = []
    for entry in entries_for_first(rules, melds, contract, left_melds, left_entries):
        demand, meld = contract[entry], melds[left_melds[0]]
        others = {"set", "run", "four"} & rules.kinds_laid() - {demand.kind}
        if any(judge_meld(rules, meld, kind, "any")[0].code == "ok" for kind in others):
            codes.append(("contract", ""))
        else:
            found = judge_meld(rules, meld, demand.kind, "laydown", rules.size_of(demand))
            codes += [(f.code, f.open) for f in found]
    return codes


def entries_for_first(
    rules: RuleSet, melds: Melds, contract: Contract, left_melds: list[int], left_entries: list[int]
) -> set[int]:
    """The entries that the first meld left may be judged as: alike in kind, the longest meld to the largest.

    The longest meld chooses first, each an entry that it resembles, and of these the largest; ties go every way.
    """

    def resembles(m: int, e: int) -> bool:
        return (contract[e].kind in RANKED) == (kind_of(melds[m]) == "set")

    found: set[int] = set()
    finds = {m: any(resembles(m, e) for e in left_entries) for m in left_melds}
    by_length: dict[int, tuple[int, ...]] = {m: (len(melds[m]),) for m in left_melds}
    # It is not said whether a long meld that resembles no entry chooses before a shorter one that does.
    by_both: dict[int, tuple[int, ...]] = {m: (finds[m], len(melds[m])) for m in left_melds}
    for order, rank in product(permutations(left_melds), (by_both, by_length)):
        if any(rank[a] < rank[b] for a, b in pairwise(order)):
            continue
        free = [left_entries]
        for m in order:
            choices = []
            for entries in free:
                best = max((resembles(m, e), rules.size_of(contract[e])) for e in entries)
                alike = [e for e in entries if (resembles(m, e), rules.size_of(contract[e])) == best]
                choices += [(e, [other for other in entries if other != e]) for e in alike]
            if m == left_melds[0]:
                found |= {e for e, _ in choices}
                break
            free = [entries for _, entries in choices]
    return found
