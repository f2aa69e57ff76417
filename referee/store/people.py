"""People: who sat where, told by hand where the name alone does not say it.

Owns the marks that tie a seat (match, player) to a person, in archives too. Refuses to know who is who:
`engine.careers.people` folds the marks and the names.
Start reading at `marks_of` and `mark`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.orm import Mapped, mapped_column

from referee.engine.careers import Mark
from referee.store.clock import now
from referee.store.database import db, writing

LONGEST_PERSON: Final = 40
"""Characters of a person's own name; more than at the table, to tell two apart."""

Seat = tuple[int, int]
"""A match's number in the database and a player's number in it."""


class PersonRow(db.Model):  # type: ignore[name-defined, misc]
    """A person told by hand."""

    __tablename__ = "person"
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_PERSON))
    made_at: Mapped[str] = mapped_column(String(32))


class SeatRow(db.Model):  # type: ignore[name-defined, misc]
    """Whose seat it was."""

    __tablename__ = "seat"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)


def marks_of(matches: Sequence[int]) -> dict[Seat, Mark]:
    """The marks of these matches."""
    rows = db.session.execute(
        select(SeatRow.match_id, SeatRow.player, PersonRow.id, PersonRow.name)
        .join(PersonRow, PersonRow.id == SeatRow.person_id)
        .where(SeatRow.match_id.in_(matches))
    )
    return {(match, player): Mark(person, name) for match, player, person, name in rows}


def mark(groups: Iterable[tuple[str, Sequence[Seat]]]) -> list[str]:
    """Make a new person for each group of seats, with its name, in one transaction; returns their ids.

    A person nobody sits for any more is forgotten. New ids each time: nobody who once
    saw an old one is told about the new.
    """
    made = []
    with writing() as session:
        for name, seats in groups:
            person = secrets.token_hex(11)
            made.append(person)
            session.add(PersonRow(id=person, name=name[:LONGEST_PERSON], made_at=now()))
            session.flush()
            for match, player in seats:
                session.merge(SeatRow(match_id=match, player=player, person_id=person))
        session.flush()
        for row in session.scalars(select(PersonRow).where(PersonRow.id.not_in(select(SeatRow.person_id)))):
            session.delete(row)
        session.commit()
    return made
