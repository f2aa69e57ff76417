"""Trouble: when the database cannot do what it was asked, in one word that a page can explain.

Owns the closed list of causes and their reading from both databases' errors. Refuses
to hide: what is no trouble of the disk, the file or the connection stays as it is.
Start reading at `cause_of`.
"""

from __future__ import annotations

from typing import Final

CAUSES: Final = ("full", "read-only", "busy", "unreachable", "damaged", "disk", "newer", "older")
"""Disk full; file or database read-only; others held it too long; no connection; not a
database any more; the disk failed or set a bound; written by a newer release;
by an older one, and not yet brought up to date."""

_SQLITE: Final = {
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read-only",
    "SQLITE_PERM": "read-only",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_CANTOPEN": "unreachable",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
    "SQLITE_IOERR": "disk",
}
_POSTGRESQL: Final = {
    "53100": "full",
    "25006": "read-only",
    "55P03": "busy",
    "57014": "busy",
    "40001": "busy",
    "40P01": "busy",
    "58030": "disk",
    "XX001": "damaged",
    "XX002": "damaged",
}


class StoreTroubleError(Exception):
    """The database could not do it, and nothing of it was written; `cause` is one of `CAUSES`.

    Its sentence is `trust.trouble.<cause>`. Sent again with the same key, a deed whose
    answer was lost on the way is written once.
    """

    def __init__(self, cause: str, detail: str = "") -> None:
        super().__init__(f"{cause}: {detail}" if detail else cause)
        self.cause = cause


def cause_of(error: BaseException) -> str | None:
    """The cause of a driver's error, None where it is no trouble of the database but of the caller."""
    name = getattr(error, "sqlite_errorname", None)
    if isinstance(name, str):
        # The extended names begin with the plain one: SQLITE_IOERR_WRITE, SQLITE_READONLY_DBMOVED.
        return next((cause for start, cause in _SQLITE.items() if name.startswith(start)), None)
    if not any(base.__module__.startswith("psycopg") for base in type(error).__mro__):
        return None
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        # Classes 08 and 57P: no connection, or the server is going down or coming up.
        return "unreachable" if state.startswith(("08", "57P")) else _POSTGRESQL.get(state)
    names = {base.__name__ for base in type(error).__mro__}
    return "unreachable" if names & {"OperationalError", "InterfaceError"} else None
