"""The archive: matches as notebooks of entries, the keys to them, and photos.

Owns the database (SQLite in the instance folder, or DATABASE_URL), its migrations and
the photo folder. Refuses rules and pages: it writes what `engine.match.append_check`
lets it write, and never edits nor deletes an entry.
Start reading at `notebook.append`.
"""

from referee.store.bin import KEPT, Binned, bring_back, find_binned, sweep, throw_away
from referee.store.clock import now
from referee.store.database import attach, db, upgrade
from referee.store.intake import take_in
from referee.store.keys import Access, Role, find_access, key_from, look_key_of, renew_write_key
from referee.store.notebook import Refused, Repeated, Written, append, entries_of, last_number, open_match
from referee.store.people import LONGEST_PERSON, Seat, mark, marks_of
from referee.store.photos import KeptPhoto, keep_photo, photo_bytes, photo_of
from referee.store.secret import secret_key

__all__ = [
    "KEPT",
    "LONGEST_PERSON",
    "Access",
    "Binned",
    "KeptPhoto",
    "Refused",
    "Repeated",
    "Role",
    "Seat",
    "Written",
    "append",
    "attach",
    "bring_back",
    "db",
    "entries_of",
    "find_access",
    "find_binned",
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
    "renew_write_key",
    "secret_key",
    "sweep",
    "take_in",
    "throw_away",
    "upgrade",
]
