"""Made-up requests in number, to the first that is wrong:
`python -m tests.fuzz --requests 50000 [--seed 1] [--database postgresql]`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.house import fuzz_house
from tests.fuzz.requests import Asked, requests
from tests.postgres import Cluster, missing

AT_ONCE = 5000


def main() -> int:
    told = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    told.add_argument("--requests", type=int, default=50_000)
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = told.parse_args()
    with ExitStack() as stack:
        instance = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ.pop("DATABASE_URL", None)
        if asked.database == "postgresql":
            if why := missing():
                print(why, file=sys.stderr)
                return 2
            os.environ["DATABASE_URL"] = stack.enter_context(Cluster()).create()
        fuzz = stack.enter_context(fuzz_house(instance))
        began, cpu = time.monotonic(), time.process_time()
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
    took = f"{time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of processor"
    print(f"{took}: no 500, no traceback, nothing echoed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
