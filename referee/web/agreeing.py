"""House rules as a form: every switch with its value, read back as `options` with each mistake at its switch.

Owns how a switch travels in a form and back. Refuses to decide whether the rules can be
played: `check` does, and its notes are put at their fields here.
Start reading at `Sheet`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from referee.engine.points import names as point_names
from referee.engine.ruleset import RuleSet
from referee.engine.switches import LONG_RUNS, MOST_DISPUTED, Contract, RulesError, read_contract
from referee.web.choices import IN_ORDER, scorings, values_of
from referee.web.rulesets import every_rules
from referee.web.speaking import contract_name, language, say
from referee.wording import agreements, problems

MOST_ROUNDS: Final = 24
_SHORT: Final = re.compile(r"(\d{0,2})([TEQDSRFP])(\d{0,2})", re.I)
_KINDS: Final = {"T": "set", "S": "set", "E": "run", "R": "run", "Q": "four", "F": "four", "D": "pair", "P": "pair"}


@dataclass
class Sheet:
    """The switches of one form: `base` is what they are laid on, `shown` whose values stand there at first.

    `values` is what was sent, None for a form not sent yet. A switch that was not sent is as `shown` has it.
    """

    base: RuleSet
    shown: RuleSet
    values: MultiDict[str, str] | None = None
    wrong: dict[str, list[str]] = field(default_factory=dict)
    in_game: bool = False

    def complain(self, switch: str, why: str) -> None:
        """Say at a switch what is wrong there."""
        self.wrong.setdefault(switch, []).append(why)

    # ---- what stands in the fields ---------------------------------------------------------------

    @property
    def switches(self) -> tuple[list[str], list[str]]:
        """The most disputed, then the others; without those that say nothing under this system."""
        said = [switch for switch in IN_ORDER if self._says_something(switch)]
        return [s for s in said if s in MOST_DISPUTED], [s for s in said if s not in MOST_DISPUTED]

    def _says_something(self, switch: str) -> bool:
        if switch == "closing":
            return self.base.progress == "table"
        return switch != "long-run-jokers" or self.base.pack.deck == "french"

    def chosen(self, switch: str) -> str:
        """The value that stands in a switch's field, as the form carries it."""
        sent = self.values.get(f"s-{switch}") if self.values is not None else None
        return (
            sent
            if sent is not None
            else json.dumps(self._plain_scoring() if switch == "scoring" else plain(self.shown, switch))
        )

    def _plain_scoring(self) -> Any:
        scoring = plain(self.shown, "scoring")
        return scoring.get("base", self.shown.scoring[0]) if isinstance(scoring, Mapping) else scoring

    def options(self, switch: str) -> list[tuple[str, str]]:
        """What a switch may be set to: as the form carries it, and in words."""
        values = list(scorings(self.base)) if switch == "scoring" else list(values_of(switch, self.base))
        standing = json.loads(self.chosen(switch)) if _is_json(self.chosen(switch)) else None
        for extra in (plain(self.shown, switch), standing):
            if extra not in values and not isinstance(extra, Mapping) and switch == "scoring":
                values.insert(0, extra)
        return [(json.dumps(each), agreements.switch_value(switch, each, self.base, language())) for each in values]

    def in_base(self, switch: str) -> str:
        """What the base has, in words."""
        return agreements.switch_value(switch, agreements.value_of(self.base, switch), self.base, language())

    @cached_property
    def rounds(self) -> list[str]:
        """The contracts of the rounds, as their fields carry them."""
        if self.values is None or "round-0" not in self.values:
            return [as_text(contract) for contract in self.shown.rounds]
        rows = [self.values.get(f"round-{n}", "") for n in range(MOST_ROUNDS) if f"round-{n}" in self.values]
        return [row for row in rows if row]

    @property
    def closing(self) -> set[str]:
        """The contracts that close, as their boxes carry them."""
        if self.values is None or "closes-shown" not in self.values:
            return {as_text(contract) for contract in self.shown.closing}
        return {text for name, text in self.values.items() if name.startswith("closes-") and name != "closes-shown"}

    def contracts(self) -> list[tuple[str, str]]:
        """Every contract that a round may be chosen from: those of all systems of this pack, and the ones here."""
        met: dict[str, Contract] = {}
        for rules in (self.base, self.shown, *every_rules()):
            if rules.pack.deck == self.base.pack.deck:
                met |= {as_text(each): each for each in (*rules.rounds, *rules.optional_rounds)}
        for text in self.rounds:
            met.setdefault(text, contract_from(text))
        ordered = sorted(met.items(), key=lambda pair: (self.base.contract_size(pair[1]), pair[0]))
        return [(text, contract_name(contract, self.base)) for text, contract in ordered if contract]

    def closable(self) -> list[tuple[str, str]]:
        """The contracts that may be said to close: those of the rounds, and those that close already."""
        texts = dict.fromkeys((*self.rounds, *sorted(self.closing)))
        return [(text, contract_name(contract_from(text), self.base)) for text in texts if contract_from(text)]

    @property
    def dealt(self) -> str:
        dealt = plain(self.shown, "dealt")
        shown = " ".join(map(str, dealt)) if isinstance(dealt, list) else str(dealt)
        return self.values.get("dealt", shown) if self.values is not None else shown

    def long_run(self, kind: str) -> str:
        """The jokers that a long run takes, as its field carries them."""
        shown = str(self.shown.long_run_jokers.get(kind, 0))
        return self.values.get(f"long-{kind}", shown) if self.values is not None else shown

    def points(self) -> list[tuple[str, str, int]]:
        """By card: its name, its own points as typed, and what the table in force counts."""
        own = plain(self.shown, "scoring")
        typed = own.get("values", {}) if isinstance(own, Mapping) else {}
        sent: Mapping[str, str] = self.values if self.values is not None else {}
        return [
            (name, sent.get(f"points-{name}", str(typed.get(name, ""))), self.shown.points[name])
            for name in point_names(self.base.pack)
        ]

    # ---- what was sent -------------------------------------------------------------------------------

    def laid(self) -> dict[str, Any]:
        """The switches that differ from the base, as `options`; the unreadable are complained of and left out."""
        read = dict(self._read())
        return {
            switch: value
            for switch, value in read.items()
            if switch not in self.wrong and value != plain(self.base, switch)
        }

    def _read(self) -> Iterator[tuple[str, Any]]:
        most, rest = self.switches
        for switch in (*most, *rest):
            if switch == "scoring":
                yield switch, self._scoring()
            elif switch == "rounds":
                yield switch, [text.split() for text in self.rounds]
            elif switch == "closing":
                yield switch, self._closing()
            elif switch == "dealt":
                yield switch, self._dealt()
            elif switch == "long-run-jokers":
                yield switch, {kind: self._whole(switch, self.long_run(kind), 0, 12) for kind in LONG_RUNS}
            else:
                yield switch, self._one_of(switch)

    def _one_of(self, switch: str) -> Any:
        chosen = self.chosen(switch)
        if chosen not in dict(self.options(switch)):
            self.complain(switch, say("agreements.wrong.choice"))
            return plain(self.base, switch)
        return json.loads(chosen)

    def _scoring(self) -> Any:
        table = self._one_of("scoring")
        own = {
            name: self._whole("scoring", typed, -1000, 1000) for name, typed, _ in self.points() if typed.strip()
        }
        return {"base": table, "values": own} if own else table

    def _closing(self) -> list[list[str]]:
        """The closing contracts, those of the base first and in its order: an untouched form changes nothing."""
        closing, base = self.closing, [as_text(each) for each in self.base.closing]
        ordered = [text for text in base if text in closing]
        return [text.split() for text in (*ordered, *sorted(closing - set(base))) if contract_from(text)]

    def _dealt(self) -> Any:
        numbers = [self._whole("dealt", part, 1, 40) for part in re.split(r"[\s,]+", self.dealt.strip()) if part]
        return numbers if len(numbers) > 1 else numbers[0] if numbers else self._whole("dealt", "", 1, 40)

    def _whole(self, switch: str, text: str, low: int, high: int) -> int:
        plain_text = text.strip().replace("−", "-")
        if re.fullmatch(r"-?\d{1,5}", plain_text) and low <= int(plain_text) <= high:
            return int(plain_text)
        self.complain(switch, say("agreements.wrong.number", text=text.strip() or "·", low=low, high=high))
        return low

    def add_round(self, typed: str) -> None:
        """A round more, as chosen or as written in short (`2T 1E`, `E9`)."""
        contract = contract_from(typed) or contract_in_short(typed)
        if contract is None:
            self.complain("rounds", say("agreements.wrong.contract", text=typed))
        elif len(self.rounds) >= MOST_ROUNDS:
            self.complain("rounds", say("agreements.wrong.too_many_rounds", most=MOST_ROUNDS))
        else:
            self.rounds.append(as_text(contract))

    def take_notes(self, notes: list[dict[str, str]]) -> list[str]:
        """Put what `check` found at its switches; returns the sentences that belong to none of them."""
        loose = []
        most, rest = self.switches
        for note in notes:
            said, head = problems.rules_note(note, language()), re.split(r"[.\[]", note["path"])[0]
            if head in most or head in rest:
                self.complain(head, said)
            else:
                loose.append(said)
        return loose


def plain(rules: RuleSet, switch: str) -> Any:
    """A switch's value as plain data carries it, null being null."""
    value = rules.data.get(switch)
    return (
        None
        if value == "none"
        and switch in ("joker-limit-laydown", "joker-limit-table", "buys-per-round", "stock-ends-at")
        else json.loads(json.dumps(value))
    )


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def as_text(contract: Contract) -> str:
    """A contract as a form carries it: `set set run:9`."""
    return " ".join(map(str, contract))


def contract_from(text: str) -> Contract:
    """The contract that a form carries; empty for none."""
    try:
        return read_contract(text.split())
    except RulesError:
        return ()


def contract_in_short(text: str) -> Contract | None:
    """A contract written in short, in either language: `2T 1E`, `E9`, `2Q`, `3S 1R`."""
    melds: list[str] = []
    for token in re.split(r"[\s,+]+", text.strip()):
        found = _SHORT.fullmatch(token)
        if found is None or not 1 <= int(found[1] or 1) <= 12:
            return None
        melds += [_KINDS[found[2].upper()] + (f":{found[3]}" if found[3] else "")] * int(found[1] or 1)
    return contract_from(" ".join(melds)) or None
