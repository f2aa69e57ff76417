"""A worker that reads photos for pages elsewhere: `QUEUE_URL=redis://… python -m referee.reading`."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    url = os.environ.get("QUEUE_URL", "")
    if not url:
        sys.exit("QUEUE_URL")
    from referee.reading.distributed import work

    work(url)
