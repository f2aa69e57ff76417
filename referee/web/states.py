"""States of matches lately shown, so that a page looked at again costs one small query and no fold.

Owns what one process remembers of them. Refuses to be believed: what is kept counts only
as long as the notebook ends with the very line it was folded from.
Start reading at `state_of`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from flask import current_app
from sqlalchemy import select

from referee import store
from referee.engine.match import MatchState, fold
from referee.store.tables import EntryRow, MatchRow

MOST: Final = 128
"""States held at a time; some 300 KB each."""

_End = tuple[str, int, str]
"""The match's own name, the number of its last entry and its time: a number in the database may be given again
once a match is gone for good."""


class _States:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: OrderedDict[int, tuple[_End, MatchState]] = OrderedDict()

    def find(self, match: int, end: _End) -> MatchState | None:
        with self._lock:
            there = self._states.get(match)
            if there is None or there[0] != end:
                return None
            self._states.move_to_end(match)
            return there[1]

    def keep(self, match: int, end: _End, state: MatchState) -> None:
        with self._lock:
            self._states[match] = (end, state)
            self._states.move_to_end(match)
            if len(self._states) > MOST:
                self._states.popitem(last=False)


def state_of(match: int) -> MatchState:
    """The state of a match as it is now. The states are values: nobody changes one."""
    states: _States = current_app.extensions.setdefault("referee.states", _States())
    row = store.db.session.execute(
        select(MatchRow.uid, EntryRow.number, EntryRow.at)
        .join(MatchRow, MatchRow.id == EntryRow.match_id)
        .where(EntryRow.match_id == match)
        .order_by(EntryRow.number.desc())
        .limit(1)
    ).first()
    end: _End = ("", 0, "") if row is None else (row[0], row[1], row[2])
    there = states.find(match, end)
    if there is not None:
        return there
    entries = store.entries_of(match)
    state = fold(entries)
    # Written in between, it is newer than the line looked at: shown, and folded again next time.
    if row is not None and entries[-1].number == end[1]:
        states.keep(match, end, state)
    return state
