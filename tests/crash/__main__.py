"""The whole budget: `python -m tests.crash --kills 200`, and `--database postgresql --kills 20`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.crash.killing import kill_database, kill_server
from tests.postgres import Cluster, missing


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="referee-crash-") as name:
        instance = Path(name)
        if args.database == "sqlite":
            url = f"sqlite:///{instance / 'referee.sqlite'}"
            figures = kill_server(instance, url, kills=args.kills, seed=args.seed)
        elif why := missing():
            print(why, file=sys.stderr)
            return 2
        else:
            with Cluster(durable=True) as cluster:
                figures = kill_database(instance, cluster, kills=args.kills, seed=args.seed)
    for what, figure in figures.items():
        print(f"{what}: {figure}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
