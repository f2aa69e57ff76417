"""The archive: matches as notebooks of entries, the keys to them, and photos.

Owns the database (SQLite in the instance folder, or DATABASE_URL), its migrations and
the photo folder. Refuses rules and pages: it writes what `engine.match.append_check`
lets it write, and never edits nor deletes an entry.
Start reading at `notebook.append`.
"""

from referee.store.archive_reading import ArchiveError
from referee.store.backup import NothingThereError, back_up, standalone
from referee.store.bin import DAYS as DAYS_IN_BIN
from referee.store.bin import take_back, throw_away
from referee.store.clock import now
from referee.store.database import attach, db, upgrade
from referee.store.every import every_match
from referee.store.intake import take_in
from referee.store.keys import (
    Access,
    GuestKey,
    Role,
    find_access,
    guest_key,
    key_from,
    look_key_of,
    renew_guest_key,
)
from referee.store.notebook import (
    Refused,
    Repeated,
    Written,
    append,
    entries_of,
    last_number,
    open_match,
    sent_before,
)
from referee.store.people import LONGEST_PERSON, Seat, mark, marks_of
from referee.store.photos import KeptPhoto, keep_photo, photo_bytes, photo_of
from referee.store.restore import DivergedError, Restored, restore
from referee.store.secret import secret_key
from referee.store.thrown import Thrown, find_thrown
from referee.store.trouble import CAUSES, StoreTroubleError, cause_of

__all__ = [
    "CAUSES",
    "DAYS_IN_BIN",
    "LONGEST_PERSON",
    "Access",
    "ArchiveError",
    "DivergedError",
    "GuestKey",
    "KeptPhoto",
    "NothingThereError",
    "Refused",
    "Repeated",
    "Restored",
    "Role",
    "Seat",
    "StoreTroubleError",
    "Thrown",
    "Written",
    "append",
    "attach",
    "back_up",
    "cause_of",
    "db",
    "entries_of",
    "every_match",
    "find_access",
    "find_thrown",
    "guest_key",
    "keep_photo",
    "key_from",
    "last_number",
    "look_key_of",
    "mark",
    "marks_of",
    "now",
    "open_match",
    "photo_bytes",
    "photo_of",
    "renew_guest_key",
    "restore",
    "secret_key",
    "sent_before",
    "standalone",
    "take_back",
    "take_in",
    "throw_away",
    "upgrade",
]
