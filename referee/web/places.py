"""Where a question is asked: at a match's table, which knows its rules and its round, or under a system alone.

Owns what the surroundings tell: rules, contract, who is down, the melds on the table.
Refuses forms and rulings.
Start reading at `Place`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.engine.match import Meld, Round
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract
from referee.web.access import Table


@dataclass(frozen=True, slots=True)
class Place:
    """`here` is the match, None where only a system was chosen."""

    rules: RuleSet
    here: Table | None = None

    @property
    def round(self) -> Round | None:
        """The open round, where there is one."""
        return self.here.state.current if self.here else None

    @property
    def records(self) -> bool:
        """Whether what is asked here is written down."""
        return self.here is not None and self.here.may_write

    @property
    def helps(self) -> bool:
        """Whether this table lets the referee look for a way to lay a hand down."""
        return self.here is None or bool(self.here.state.opened.data.get("hints", True))

    @property
    def seats(self) -> dict[int, str]:
        """Who plays the open round, by number; empty where nobody is known."""
        return {n: self.here.names[n] for n in self.round.seats} if self.here and self.round else {}

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds that lie on the table."""
        return self.round.melds if self.round else ()

    def contract_of(self, player: int | None) -> Contract | None:
        """The contract of the open round: the player's own, where each is at his own."""
        if self.round is None:
            return None
        return self.round.contract or (self.round.contracts.get(player) if player is not None else None)

    def url(self, page: str, **values: Any) -> str:
        """An address of the pages of questions: `choose`, `form`, `ruling`, `photo`; `judge` in a match."""
        if self.here is not None:
            return self.here.url(f"disputes.{page}", **values)
        return url_for(f"questions.{page}", system=self.rules.id, **values)

    @property
    def back(self) -> str:
        """Where one comes from who asks."""
        return self.here.url("table.show") if self.here else url_for("questions.start")

    @property
    def book(self) -> str:
        """The page where these rules can be read."""
        if self.here is not None:
            return self.here.url("agreements.book")
        return url_for("rulebook.show", system=self.rules.id)
