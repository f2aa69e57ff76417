"""The reading room: photos are read here, apart from the pages, a few at a time.

Owns the line of photos that wait (a folder, or Redis at QUEUE_URL), and the locked room
in which each is opened: a process of its own with bounded memory and time. Refuses to
know matches and pages: what comes out is an `Answer`.
Start reading at `line.Line`, then `locked.LockedRoom`.
"""

from referee.reading.answer import Answer, Seen, Unread
from referee.reading.line import CrowdedError, Done, Line, LineTroubleError, Waiting, open_line

__all__ = ["Answer", "CrowdedError", "Done", "Line", "LineTroubleError", "Seen", "Unread", "Waiting", "open_line"]
