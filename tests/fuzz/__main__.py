"""Made-up requests in number: `python -m tests.fuzz --requests 50000 [--seed 1]`, to the first that is wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.house import fuzz_house
from tests.fuzz.requests import Asked, requests

AT_ONCE = 5000


def main() -> int:
    told = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    told.add_argument("--requests", type=int, default=50_000)
    told.add_argument("--seed", type=int, default=1)
    asked = told.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, fuzz_house(Path(folder)) as fuzz:
        turn = 0
        while (left := asked.requests - sum(fuzz.statuses.values())) > 0:

            @seed(asked.seed + turn)
            @settings(max_examples=min(left, AT_ONCE), deadline=None, database=None,
                      suppress_health_check=list(HealthCheck))  # fmt: skip
            @given(requests())
            def send(made: Asked) -> None:
                if sum(fuzz.statuses.values()) % 250 == 249:
                    fuzz.fresh()
                fuzz.send(made)

            send()
            turn += 1
            print(f"{sum(fuzz.statuses.values())} requests, {dict(sorted(fuzz.statuses.items()))}", flush=True)
    print(f"{time.monotonic() - began:.0f} s: no 500, no traceback, nothing echoed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
