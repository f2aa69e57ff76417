"""Inside the locked room, `python -m referee.reading.inside MEMORY`: reads the photos of its input one by one.

Owns the bounds that it sets upon itself before the first byte of a stranger's file is
looked at. Refuses files, the network's addresses and secrets: it is started without them.
Each message is its length in eight bytes, then its bytes. Start reading at `main`.
"""

from __future__ import annotations

import os
import struct
import sys
from typing import IO, Final

from referee.reading.answer import Unread, answer, write

LENGTH: Final = struct.Struct(">Q")


def bound(memory: int) -> None:
    """Take no more than so many bytes of address space, write no file, leave no core."""
    try:
        import resource
    except ImportError:  # Windows has no such bounds; time is still bounded from outside.
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _message(source: IO[bytes]) -> bytes | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return source.read(LENGTH.unpack(head)[0])


def main() -> None:
    # What a library prints must not get between the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bound(int(sys.argv[1]))
    while (photo := _message(sys.stdin.buffer)) is not None:
        broken = False
        try:
            said = answer(photo)
        except Exception:
            # Out of memory, or a fault of a decoder: a file like that is broken, and this room may be too.
            said, broken = write(Unread("broken")), True
        out.write(LENGTH.pack(len(said)) + said)
        out.flush()
        if broken:
            return


if __name__ == "__main__":
    main()
