"""`python -m tests.bench.weighed judge FILE`: the command line, then its peak memory as stderr's last line.

A child's peak as its parent sees it would count the parent's own memory before the exec, so it weighs itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.cli import main


def peak_kb() -> int:
    """The most memory this process has held so far, in KiB (Linux)."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")))


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    print(peak_kb(), file=sys.stderr)
    sys.exit(code)
