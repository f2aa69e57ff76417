"""Looking a rule set over before anybody plays by it.

Owns the finding of rules that nobody could play (`problems`) and of rules that are
odd but playable (`warnings`), all at once, each with its path. Refuses sentences and
files; what a single value may be is `switches`.
Start reading at `check_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from referee.engine.odd import contract_key, odd_rules
from referee.engine.points import TABLES
from referee.engine.ruleset import RuleSet, read_rules
from referee.engine.switches import IDENTITY, LONG_RUNS, SWITCHES, Contract, Problem, RulesError, read_contract
from referee.engine.turns import STOCK_LEAST

RulesOf = Callable[[str], RuleSet]
Note = dict[str, str]
"""A problem or a warning: `code`, `path` (as `rounds[3]`), `detail` in plain signs (as `16 > 13`)."""

_BESIDE: Final = frozenset({"extends", "marks"})
"""Keys of a rule set's file that are no rule."""

MISSING: Final = "missing"
"""The detail of a rule that is not there at all."""

_RULES: Final = frozenset({*SWITCHES, *IDENTITY})

_STAND_INS: Final[dict[str, Any]] = {
    "id": "unread", "names": {}, "pack": "french", "scoring": "a", "rounds": [["set"]], "dealt": 40,
    "packs": 2, "jokers": 2, "set-min": 3, "run-min": 4, "set-suits": "any", "size": "at-least", "ace": "both",
    "ace-both-ends": True, "repeated-ranks": True, "touching-runs": True, "joker-limit-laydown": None,
    "joker-limit-table": None, "joker-gap": 0, "joker-end": "fixed", "long-run-jokers": {}, "swap": "none",
    "layoff": "next-turn", "discard-joker": True, "discard-just-taken": True, "discard-playable": True,
    "out-of-turn": "no", "closing": [], "ties": "shared", "direction": "counter-clockwise",
}  # fmt: skip
"""Values that let the rest be looked over where one could not be read; nothing is reported of them."""


def check_rules(
    data: Mapping[str, Any] | RuleSet, rules_of: RulesOf, on: RuleSet | None = None
) -> tuple[list[Note], list[Note]]:
    """Look over a rule set given as data (keys as in a system's TOML) or as read; never raises for bad data.

    Keys that are not written are those of the system that `extends` names, else of
    `on`; a whole rule set has an id of its own, and what it does not write is missing.
    Returns all problems (codes `contract-too-large`, `scoring-missing`, `round-twice`,
    `unknown-key`, `wrong-type`, `not-enough-cards`) and all warnings (see `odd`).

    >>> from referee.rulebook import load_system
    >>> check_rules({"extends": "chile", "dealt": 7}, load_system)[0][0]
    {'code': 'contract-too-large', 'path': 'rounds[3]', 'detail': '9 > 8'}
    """
    written = dict(data.data if isinstance(data, RuleSet) else data)
    problems: list[Note] = []
    base = _base(written, rules_of, on, problems)
    laid = {key: value for key, value in written.items() if key not in _BESIDE}
    whole = laid_on(base, laid) if base is not None else laid
    known = base or _known(written, rules_of)
    rules, unread = _read(whole, known, problems)
    if "extends" in written and base is None:
        # What the unknown system would have given is not missing besides.
        problems = [note for note in problems if note["detail"] != MISSING]
    changed = {key for key in laid if key in SWITCHES and (known is None or laid[key] != known.data[key])}
    problems += [note for note, needs in _unplayable(rules, changed, known) if not needs & unread]
    return problems, odd_rules(rules, changed - unread, unread)


def _base(
    written: Mapping[str, Any], rules_of: RulesOf, on: RuleSet | None, problems: list[Note]
) -> RuleSet | None:
    """The system that gives the keys which are not written; None for a whole rule set, which has its own id."""
    if "extends" not in written:
        return None if "id" in written else on
    named = written["extends"]
    try:
        return rules_of(named if isinstance(named, str) else "")
    except KeyError:
        found = _short(named) if isinstance(named, str) else type(named).__name__
        problems.append(_note("wrong-type", "extends", f"{found} != system"))
        return on


def _known(written: Mapping[str, Any], rules_of: RulesOf) -> RuleSet | None:
    """The system that a whole rule set is a form of, by its id: what differs was set by the table."""
    own_id = written.get("id")
    try:
        return rules_of(own_id) if isinstance(own_id, str) else None
    except KeyError:
        return None


def laid_on(base: RuleSet, laid: Mapping[str, Any]) -> dict[str, Any]:
    """What is written, laid over the system as house rules are."""
    whole = {**base.data, **laid}
    if isinstance(laid.get("long-run-jokers"), Mapping):
        whole["long-run-jokers"] = {**base.data["long-run-jokers"], **laid["long-run-jokers"]}
    if "dealt" in laid and "dealt-for" not in laid:
        whole["dealt-for"] = []
    return whole


def _read(whole: dict[str, Any], known: RuleSet | None, problems: list[Note]) -> tuple[RuleSet, set[str]]:
    """Read the values; what cannot be read is reported and stood in for. Returns its keys too."""
    table = None
    if known is not None and whole.get("pack") == known.data["pack"]:
        table = next((name for name in known.scoring if name in TABLES), None)
    try:
        return read_rules(whole, base=table), set()
    except RulesError as error:
        problems += [note_of(problem) for found in error.problems for problem in _all_contracts(found, whole)]
        unread = {problem.path.split(".")[0].split("[")[0] for problem in error.problems}
    except RecursionError:
        problems.append(_note("wrong-type", "rules", "too deep"))
        unread = {*SWITCHES, *IDENTITY}
    if "pack" in unread:
        unread.add("scoring")
    good = {key: value for key, value in whole.items() if key in _RULES and key not in unread}
    for key in unread & _RULES:
        if known is not None and key != "scoring":
            good[key] = known.data[key]
        elif key in _STAND_INS:
            good[key] = _STAND_INS[key]
    if "scoring" in unread and str(good["pack"]).startswith("chilean"):
        good["scoring"] = "naipe"
    return read_rules(good, base=table), unread


_CONTRACTS: Final = ("rounds", "optional-rounds", "closing")


def _all_contracts(found: Problem, whole: Mapping[str, Any]) -> list[Problem]:
    """One mistake; in a list of contracts those of all contracts, since reading ends at the first."""
    key = found.path.split("[")[0]
    if key not in _CONTRACTS or key == found.path:
        return [found]
    problems = []
    for place, contract in enumerate(whole[key]):
        try:
            read_contract(contract)
        except RulesError as error:
            within = error.problems[0]
            problems.append(within._replace(path=f"{key}[{place}]{within.path.removeprefix('contract')}"))
    return problems


def note_of(problem: Problem) -> Note:
    """A mistake of reading as a note; a missing value is one of the wrong type, or points that are missing."""
    code, path, found, expected = problem
    if code == "unknown-key":
        near = nearest(path.rsplit(".", 1)[-1])
        return _note(code, path, f"{near}?" if near else found)
    if code == "missing-key":
        return _note("scoring-missing" if path == "scoring" else "wrong-type", path, MISSING)
    if code == "scoring-missing":
        return _note(code, path, found)
    return _note(code, path, f"{found} != {expected}")


def nearest(key: str) -> str | None:
    """The known key that an unknown one was probably meant to be."""
    found = get_close_matches(key, (*SWITCHES, *IDENTITY, *_BESIDE, *LONG_RUNS), 1)
    return found[0] if found else None


def _note(code: str, path: str, detail: str) -> Note:
    return {"code": code, "path": path, "detail": detail}


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


# ---- what nobody could play: each note with the keys it rests on ---------------------------------

_Found = Iterator[tuple[Note, set[str]]]


def _unplayable(rules: RuleSet, changed: set[str], known: RuleSet | None) -> _Found:
    for place, contract in enumerate(rules.rounds):
        yield from _too_large(rules, contract, place)
    yield from _twice(rules)
    if known is not None and "packs" in changed:
        yield from _too_few_packs(rules)


def _too_large(rules: RuleSet, contract: Contract, place: int) -> _Found:
    """A contract that no hand can hold, or a meld that no pack can fill (rules.md section 2)."""
    size, dealt = rules.contract_size(contract), dealt_in_round(rules, place)
    if size > dealt + 1:
        note = _note("contract-too-large", f"rounds[{place}]", f"{size} > {dealt + 1}")
        yield note, {"rounds", "dealt", "dealt-for", "set-min", "run-min", "deal-fits-contract"}
    for meld, demand in enumerate(contract):
        path, asked = f"rounds[{place}][{meld}]", rules.size_of(demand)
        if demand.kind in LONG_RUNS and rules.pack.deck != "french":
            yield _note("wrong-type", path, f"{demand.kind} != {rules.pack.id}"), {"rounds", "pack"}
        if demand.kind == "run" and asked > rules.longest_run:
            note = _note("contract-too-large", path, f"{asked} > {rules.longest_run}")
            yield note, {"rounds", "run-min", "pack", "ace", "ace-both-ends"}
        if demand.kind == "set" and rules.set_suits == "distinct":
            jokers = rules.joker_limit_laydown
            most = len(rules.pack.suits) + (rules.packs * rules.jokers if jokers is None else jokers)
            if asked > most:
                note = _note("contract-too-large", path, f"{asked} > {most}")
                yield note, {"rounds", "set-min", "set-suits", "joker-limit-laydown"}


def dealt_in_round(rules: RuleSet, place: int) -> int:
    """The cards dealt in a round; a list by round goes by the place, since a contract may stand there twice."""
    contract = rules.rounds[place]
    if isinstance(rules.dealt, tuple) and place < len(rules.dealt):
        cards = rules.dealt[place]
        return max(cards, rules.contract_size(contract) - 1) if rules.deal_fits_contract else cards
    return rules.dealt_to(contract)


def _twice(rules: RuleSet) -> _Found:
    """A contract that stands in the list of rounds a second time, its melds in whatever order."""
    first: dict[tuple[tuple[str, int], ...], int] = {}
    for place, contract in enumerate(rules.rounds):
        key = contract_key(rules, contract)
        if key in first:
            yield _note("round-twice", f"rounds[{place}]", f"rounds[{first[key]}]"), {"rounds"}
        first.setdefault(key, place)


def _too_few_packs(rules: RuleSet) -> _Found:
    """Packs that the table has fixed and that do not serve even the fewest players."""
    most = max(dealt_in_round(rules, place) for place in range(len(rules.rounds)))
    stock = rules.packs * (rules.pack.size + rules.jokers) - rules.players[0] * most - 1
    if stock < STOCK_LEAST:
        needs = {"packs", "jokers", "dealt", "dealt-for", "rounds", "players"}
        yield _note("not-enough-cards", "packs", f"{stock} < {STOCK_LEAST}"), needs
