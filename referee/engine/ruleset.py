"""What a house plays by: the frozen schema of a rule set.

Owns `RuleSet` and the reading of plain data into one, reporting every mistake
with its path. Refuses files and judging: `rulebook` reads TOML, `check` looks for
rule sets that nobody could play.
Start reading at `RuleSet`, then `read_rules` and `with_options`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from referee.engine.cards import PACKS, Card, Pack
from referee.engine.points import TABLES, Points, ScoringError, name_of, resolve
from referee.engine.switches import (
    FILLED,
    IDENTITY,
    LONG_RUN_SIZE,
    LONG_RUNS,
    SWITCHES,
    Contract,
    Demand,
    Kind,
    Problem,
    RulesError,
    WrongValueError,
)


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One system with its table's house rules, resolved; every switch under its own name.

    Made by `read_rules` or `with_options` only, so that no unchecked value gets in.
    `data` is the plain data it was read from (what a match pins), `set_by` the
    switches that the table set on top of the system.
    """

    id: str
    names: Mapping[str, str]
    pack: Pack
    players: tuple[int, int]
    progress: Literal["table", "player"]
    deal_fits_contract: bool
    dealt_for: tuple[tuple[Contract, int], ...]
    optional_rounds: tuple[Contract, ...]
    scoring: tuple[str, ...]
    points: Points
    rounds: tuple[Contract, ...]
    dealt: int | tuple[int, ...]
    packs: int
    jokers: int
    set_min: int
    run_min: int
    set_suits: Literal["any", "distinct"]
    size: Literal["exact", "at-least"]
    ace: Literal["low", "high", "both", "around"]
    ace_both_ends: bool
    repeated_ranks: bool
    touching_runs: bool
    joker_limit_laydown: int | None
    joker_limit_table: int | None
    joker_gap: int
    joker_end: Literal["fixed", "slides"]
    long_run_jokers: Mapping[str, int]
    swap: Literal["none", "hand", "run"]
    layoff: Literal["same-turn", "next-turn", "none"]
    discard_joker: bool
    discard_just_taken: bool
    discard_playable: bool
    out_of_turn: Literal["no", "steal", "buy"]
    buy_penalty: int
    buys_per_round: int | None
    closing: tuple[Contract, ...]
    stock_ends_at: int | None
    bonus_going_out: int
    ties: Literal["shared", "rounds-won"]
    direction: Literal["counter-clockwise", "clockwise"]
    set_by: frozenset[str]
    data: Mapping[str, Any]

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hex digits that change with any rule: two rule sets with the same one rule alike."""
        text = json.dumps({**self.data, "names": None, "id": None}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def longest_run(self) -> int:
        """Cards of the longest run: 14 where one run may have an ace at both ends."""
        return self.pack.top + (self.ace == "both" and self.ace_both_ends)

    @cached_property
    def hands_grow(self) -> bool:
        """Whether a hand can hold more than dealt + 1, cards being taken out of turn."""
        return self.out_of_turn != "no"

    def size_of(self, demand: Demand) -> int:
        """The number of cards a demanded meld asks for."""
        if demand.size is not None:
            return demand.size
        return self.smallest(demand.kind)

    def smallest(self, kind: Kind) -> int:
        """The fewest cards that make a meld of this kind."""
        if kind == "set":
            return self.set_min
        if kind == "run":
            return self.run_min
        if kind in LONG_RUNS:
            return LONG_RUN_SIZE
        return 4 if kind == "four" else 2

    def contract_size(self, contract: Contract) -> int:
        """The fewest cards that fulfil the contract."""
        return sum(self.size_of(demand) for demand in contract)

    def _key(self, contract: Contract) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((demand.kind, self.size_of(demand)) for demand in contract))

    @cached_property
    def _closing_keys(self) -> frozenset[tuple[tuple[str, int], ...]]:
        return frozenset(map(self._key, self.closing))

    def closes(self, contract: Contract) -> bool:
        """Whether laying this contract down ends the round; melds in any order."""
        return self.progress == "player" or self._key(contract) in self._closing_keys

    def must_go_out(self, contract: Contract) -> bool:
        """Whether who lays this contract down must be rid of all cards but one discard.

        Not where the deal ends with a laydown anyhow, nor where hands grow.
        """
        return self.progress == "table" and not self.hands_grow and self.closes(contract)

    def dealt_to(self, contract: Contract) -> int:
        """Cards dealt to a player who is at this contract."""
        key = self._key(contract)
        cards = self.dealt if isinstance(self.dealt, int) else self.dealt[0]
        if isinstance(self.dealt, tuple):
            for place, each in enumerate(self.rounds[: len(self.dealt)]):
                if self._key(each) == key:
                    cards = self.dealt[place]
                    break
        for each, number in self.dealt_for:
            if self._key(each) == key:
                cards = number
        return max(cards, self.contract_size(contract) - 1) if self.deal_fits_contract else cards

    def joker_limit(self, kind: Kind, stage: Literal["table", "laydown"]) -> int | None:
        """The most jokers a meld of this kind may have; None where there is no limit."""
        if kind in LONG_RUNS:
            return self.long_run_jokers.get(kind, 0)
        return self.joker_limit_laydown if stage == "laydown" else self.joker_limit_table

    def takes_jokers(self, contract: Contract) -> bool:
        """Whether any meld of the contract may have a joker when laid down."""
        return any(self.joker_limit(demand.kind, "laydown") != 0 for demand in contract)

    @cached_property
    def rank_points(self) -> tuple[int, ...]:
        """Penalty points by rank, ace first at 1; the place of the jokers, 0, holds none."""
        ranks = range(1, self.pack.top + 1)
        return (0, *(self.points_of(Card(rank, "", self.pack.deck)) for rank in ranks))

    def points_of(self, card: Card) -> int:
        """Penalty points of one card left in hand."""
        return self.points[name_of(card)]

    def kinds_laid(self) -> frozenset[Kind]:
        """The kinds of meld that this rule set's contracts ask for."""
        return self._kinds

    @cached_property
    def _kinds(self) -> frozenset[Kind]:
        return frozenset(d.kind for contract in (*self.rounds, *self.optional_rounds) for d in contract)

    def set_by_whom(self, switch: str) -> Literal["system", "table"]:
        """Who set a switch: the system or this table."""
        return "table" if switch in self.set_by else "system"


def _read(data: Mapping[str, Any], base: str, problems: list[Problem]) -> dict[str, Any]:
    """Read every value of `data`, adding mistakes to `problems`; unread keys stay out."""
    read: dict[str, Any] = {}
    for key, value in data.items():
        reader = SWITCHES.get(key) or IDENTITY.get(key)
        if reader is None:
            problems.append(Problem("unknown-key", str(key), _shown(value), ""))
            continue
        try:
            read[key] = reader(value)
        except WrongValueError as wrong:
            problems.append(Problem(wrong.code, f"{key}{wrong.path}", _shown(wrong.found), wrong.expected))
    pack = PACKS.get(str(data.get("pack")))
    if "scoring" in read and pack is not None:
        try:
            read["scoring"], read["points"] = resolve(read["scoring"], pack, base)
        except ScoringError as error:
            problems.append(Problem(error.problem, error.path, _shown(error.found), " | ".join(TABLES)))
    return read


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:59]}…"


def read_rules(
    data: Mapping[str, Any], *, set_by: frozenset[str] = frozenset(), base: str | None = None
) -> RuleSet:
    """Read a whole rule set from plain data, keys as in a system's TOML.

    `set_by` names the switches that the table set; `base` is the scoring table
    that variants alone stand on. Raises `RulesError` with all problems.
    """
    problems: list[Problem] = []
    whole = {**FILLED, **data}
    if base is None:
        base = "naipe" if str(whole.get("pack", "")).startswith("chilean") else "a"
    read = _read(whole, base, problems)
    wrong = {problem.path.split(".")[0].split("[")[0] for problem in problems}
    problems += [
        Problem("missing-key", key) for key in (*IDENTITY, *SWITCHES) if key not in read and key not in wrong
    ]
    if problems:
        raise RulesError(problems)
    read["pack"] = PACKS[read["pack"]]
    fields = {key.replace("-", "_"): value for key, value in read.items()}
    return RuleSet(**fields, set_by=set_by, data=whole)


def with_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    """The same rules with a table's switches on top. Raises `RulesError` with all problems.

    `long-run-jokers` changes the runs it names and leaves the others; a number
    for `dealt` holds for every round.
    """
    if not options:
        return rules
    problems = [
        Problem("unknown-key", str(key), _shown(value)) for key, value in options.items() if key not in SWITCHES
    ]
    laid = {key: value for key, value in options.items() if key in SWITCHES}
    if isinstance(laid.get("long-run-jokers"), Mapping):
        laid["long-run-jokers"] = {**rules.data["long-run-jokers"], **laid["long-run-jokers"]}
    if "dealt" in laid:
        laid["dealt-for"] = []
    table = next((name for name in rules.scoring if name in TABLES), None)
    try:
        changed = read_rules({**rules.data, **laid}, set_by=rules.set_by | frozenset(options), base=table)
    except RulesError as errors:
        raise RulesError(problems + errors.problems) from None
    if problems:
        raise RulesError(problems)
    return changed
