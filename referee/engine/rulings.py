"""Rulings: the answer to a question, with its reason as data.

Owns the codes (rules.md section 8), `Broken`, `Ruling` and their JSON shape
(questions.md). Refuses sentences: `wording` speaks.
Start reading at `Ruling`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from referee.engine.cards import Card, format_cards
from referee.engine.ruleset import RuleSet

Ask = Literal[
    "meld", "laydown", "layoff", "swap", "discard", "take", "stock", "score", "hand", "deal", "standings", "check"
]
ASKS: Final[tuple[Ask, ...]] = (
    "meld", "laydown", "layoff", "swap", "discard", "take", "stock", "score", "hand", "deal", "standings", "check",
)  # fmt: skip

CODES: Final = (
    "ok", "bad-question", "not-enough-cards", "card-copies", "meld-size", "set-ranks", "run-suits",
    "run-gap", "run-ace", "run-colors", "run-spades", "joker-only", "joker-limit", "joker-gap",
    "joker-barred", "joker-color", "joker-fixed", "contract", "repeated-rank", "touching-runs",
    "hand-size", "must-go-out", "not-down", "same-turn", "layoff-barred", "already-down", "no-fit",
    "swap-barred", "swap-card", "discard-joker", "discard-just-taken", "discard-playable", "out-of-turn",
)  # fmt: skip
"""Every code a ruling may carry; the first broken rule gives it."""


@dataclass(frozen=True, slots=True)
class Broken:
    """One broken rule.

    `cards` are those at fault; `limit` and `found` are numbers where numbers say
    it; `switch` is the switch the rule rests on; `meld` the place in a laydown;
    `kind` the kind of meld it was judged as; `facts` whatever else the sentence
    needs, in plain data.
    """

    code: str
    cards: tuple[Card, ...] = ()
    meld: int | None = None
    limit: int | None = None
    found: int | None = None
    switch: str | None = None
    kind: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The shape of questions.md: `{code, meld, cards, limit, found}`, without what is not known."""
        shown: dict[str, Any] = {"code": self.code, "cards": format_cards(self.cards)}
        for key, value in (("meld", self.meld), ("limit", self.limit), ("found", self.found)):
            if value is not None:
                shown[key] = value
        return shown


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one question under one rule set.

    `legal` is None for a question that cannot be understood: `problem` then says
    why in plain data. `facts` holds what the ask returns beside the verdict, in
    the JSON names of questions.md; `satisfied` names the rules that a legal
    answer was held against, in the order of checking.
    """

    ask: str
    legal: bool | None
    rules: RuleSet | None
    broken: tuple[Broken, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    satisfied: tuple[str, ...] = ()
    problem: Mapping[str, Any] | None = None

    @property
    def code(self) -> str:
        """The first broken rule, `ok` or `bad-question`."""
        if self.legal is None:
            return "bad-question"
        return self.broken[0].code if self.broken else "ok"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards at fault under the first broken rule."""
        return self.broken[0].cards if self.broken else ()

    @property
    def switch(self) -> str | None:
        """The switch the ruling rests on, where one does."""
        return self.broken[0].switch if self.broken else self.facts.get("switch")

    @property
    def set_by(self) -> str | None:
        """Who set that switch: `system` or `table`."""
        if self.switch is None or self.rules is None:
            return None
        return self.rules.set_by_whom(self.switch)

    def to_json(self, reason: str) -> dict[str, Any]:
        """The ruling as questions.md prints it; `reason` is its sentence, already worded."""
        shown: dict[str, Any] = {"legal": self.legal, "code": self.code}
        if self.legal is None:
            return shown | {"error": reason}
        shown["reason"] = reason
        shown["cards"] = format_cards(self.cards)
        for key, value in self.facts.items():
            if key != "switch":
                shown["as" if key == "as_" else key] = to_plain(value)
        if self.broken:
            shown["broken"] = [each.to_json() for each in self.broken]
        elif self.satisfied:
            shown["satisfied"] = list(self.satisfied)
        if self.switch is not None:
            shown["switch"], shown["set_by"] = self.switch, self.set_by
        return shown


def to_plain(value: Any) -> Any:
    """Facts as JSON carries them: cards as text, melds as lists of texts."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple) and value and all(isinstance(item, Card) for item in value):
        return format_cards(value)
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_plain(item) for item in value]
    return value


def legal(ask: str, rules: RuleSet, satisfied: Iterable[str] = (), **facts: Any) -> Ruling:
    """A legal ruling with what the ask returns."""
    return Ruling(ask, True, rules, facts=facts, satisfied=tuple(satisfied))


def illegal(ask: str, rules: RuleSet, broken: Sequence[Broken], **facts: Any) -> Ruling:
    """An illegal ruling; the first of `broken` gives its code."""
    return Ruling(ask, False, rules, broken=tuple(broken), facts=facts)


class QuestionError(ValueError):
    """A question that cannot be understood; its `problem` is data for the sentence.

    `problem["what"]` is one of `WHATS`; the other keys (`path`, `found`,
    `expected`) say where and what.
    """

    def __init__(self, what: str, path: str = "", found: object = "", expected: str = "") -> None:
        super().__init__(f"{what} at {path}: {found!r} (expected {expected})")
        text = found if isinstance(found, str) else repr(found)
        self.problem: dict[str, str] = {
            "what": what, "path": path, "expected": expected,
            "found": text if len(text) <= 60 else f"{text[:59]}…",
        }  # fmt: skip


WHATS: Final = (
    "not-json", "too-long", "not-an-object", "unknown-ask", "unknown-system", "unknown-field",
    "missing-field", "wrong-value", "unknown-card", "no-cards", "no-meld", "unknown-switch",
    "wrong-switch", "no-contract", "too-hard",
)  # fmt: skip
"""Why a question cannot be understood."""
