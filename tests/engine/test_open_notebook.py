"""A notebook held open judges the next deed as one that is read from the start."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.engine.match import Draft, Entry, Kind, NoMatchError, OpenNotebook, fold, pin
from referee.rulebook import load_system

OPENING = {"players": ["Inés", "Ñato", "María José"], "rules": pin(load_system("ratolibre")), "dealer": 0}
AT = "2026-01-01T20:00:00+00:00"


def draft(kind: Kind, **data: Any) -> Draft:
    return Draft(kind, data)


rounds, players = st.integers(1, 3), st.integers(0, 3)
drafts = st.one_of(
    st.builds(draft, st.just(Kind.COUNTED), round=rounds, player=players, points=st.integers(0, 99)),
    st.builds(draft, st.just(Kind.WENT_OUT), round=rounds, player=players),
    st.builds(draft, st.just(Kind.ROUND_CLOSED), round=rounds),
    st.builds(draft, st.just(Kind.LAID_DOWN), round=rounds, player=players, melds=st.just([])),
    st.builds(draft, st.just(Kind.PLAYER_LEFT), player=players),
    st.builds(draft, st.just(Kind.BONUS), round=rounds, player=players, points=st.just(-10), note=st.just("")),
    st.builds(draft, st.sampled_from([Kind.FINISHED, Kind.REOPENED])),
    st.builds(draft, st.just(Kind.UNDONE), deed=st.integers(1, 12)),
    st.builds(draft, st.just(Kind.OPENED), **{key: st.just(value) for key, value in OPENING.items()}),
)


def readable(entries: list[Entry]) -> int | None:
    """How many entries say nothing; None where it is no match."""
    try:
        return len(fold(entries).ignored)
    except NoMatchError:
        return None


@given(st.lists(st.lists(drafts, min_size=1, max_size=3), max_size=12))
def test_held_open_or_read_anew(deeds: list[list[Draft]]) -> None:
    kept = OpenNotebook()
    for deed in [[Draft(Kind.OPENED, OPENING)], *deeds]:
        there = len(kept.entries)
        refusal = kept.check(deed, there, AT)
        assert refusal == OpenNotebook(kept.entries).check(deed, there, AT)
        added = [Entry(there + n, each.kind, AT, "Inés", each.data, there + 1) for n, each in enumerate(deed, 1)]
        if all(each.kind is not Kind.UNDONE for each in deed):
            before = readable(kept.entries) if there else 0
            assert (refusal is None) == (readable([*kept.entries, *added]) == before)
        if refusal is None:
            kept.read(added)
