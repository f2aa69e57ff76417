"""What a server has used, with all its processes: processor time and memory, as Linux counts them.

Owns the reading of /proc. Start reading at `seconds_of`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_TICK: Final = os.sysconf("SC_CLK_TCK")
_GONE: Final = (FileNotFoundError, ProcessLookupError)


def family(process: int) -> Iterator[int]:
    """A process and all that it started and that still live."""
    yield process
    with suppress(*_GONE):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            yield from family(int(child))


def seconds_of(process: int) -> float:
    """Seconds of processor of a process and its family, those that ended meanwhile included."""
    ticks = 0
    for each in family(process):
        with suppress(*_GONE):
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
            # utime, stime, and the same of children that were waited for.
            ticks += sum(map(int, fields[11:15]))
    return ticks / _TICK


def megabytes_of(process: int) -> float:
    """Memory of one process, what it shares counted in shares."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", told, re.M)
    assert found, told
    return int(found[1]) / 1000
