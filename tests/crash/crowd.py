"""Sixteen writers, one match: `python -m tests.crash.crowd --entries 10000 [--database postgresql]`.

Each writes what nobody else touches (rulings) and what all of them touch (the same
hands), sends some forms twice, and keeps what it was told. Afterwards the notebook is
held against all that was told. Start reading at `crowd`.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from flask import Flask

from referee import store
from referee.engine.match import Draft, Kind, fold, pin
from referee.rulebook import load_system
from tests.postgres import Cluster, missing

PROCESSES = 4
PLAYERS = ["Inés", "Ñato", "María José", "Óscar"]


@dataclass
class Told:
    """What one writer was told: by number, the entry acknowledged; how often it was refused; what was wrong."""

    acknowledged: dict[int, dict[str, Any]] = field(default_factory=dict)
    refused: int = 0
    repeated: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def application(instance: str, url: str) -> Flask:
    """An application that has the store and nothing else."""
    app = Flask("crowd", instance_path=instance)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    store.attach(app)
    return app


def _write(app: Flask, match: int, name: str, entries: int, told: Told) -> None:
    chance = random.Random(name)
    with app.app_context():
        seen = store.last_number(match)
        for turn in range(entries):
            mark = f"{name}-{turn}"
            while True:
                if chance.random() < 0.3:
                    hand = {
                        "round": 1,
                        "player": chance.randrange(4),
                        "points": chance.randrange(100),
                        "typed": mark,
                    }
                    draft = Draft(Kind.COUNTED, hand)
                else:
                    draft = Draft(Kind.RULED, {"question": {"mark": mark}, "code": "ok", "fingerprint": "x"})
                start = time.perf_counter()
                done = store.append(match, [draft], seen, key=mark, by=name)
                told.seconds.append(time.perf_counter() - start)
                if isinstance(done, store.Written):
                    told.acknowledged[done.entries[0].number] = dict(done.entries[0].data)
                    # Not always up to date, as a phone in a pocket is not.
                    seen = done.entries[0].number if chance.random() < 0.5 else seen
                    break
                if isinstance(done, store.Repeated):
                    told.wrong.append(f"{mark}: repeated, and was never sent before")
                    break
                told.refused += 1
                there = done.refusal.there
                if there is None or "points" not in there.data or done.refusal.draft.data != draft.data:
                    told.wrong.append(f"{mark}: refused as {done.refusal.code} without both values")
                seen = store.last_number(match)
            if chance.random() < 0.1:
                again = store.append(match, [draft], seen, key=mark, by=name)
                told.repeated += 1
                if not isinstance(again, store.Repeated) or again.entries != done.entries:
                    told.wrong.append(f"{mark}: sent again, answered {again}")
        store.db.session.remove()


def _process(instance: str, url: str, match: int, names: list[str], entries: int) -> list[Told]:
    app = application(instance, url)
    told = [Told() for _ in names]
    writers = [
        threading.Thread(target=_write, args=(app, match, name, entries, mine))
        for name, mine in zip(names, told, strict=True)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with app.app_context():
        store.db.engine.dispose()
    return told


def crowd(instance: Path, url: str, *, clients: int, entries: int) -> dict[str, Any]:
    """Let `clients` write `entries` in all; returns the figures.

    Raises AssertionError for anything lost, doubled or not what was acknowledged.
    """
    app = application(str(instance), url)
    store.upgrade(app)
    with app.app_context():
        opening = Draft(Kind.OPENED, {"players": PLAYERS, "rules": pin(load_system("ratolibre")), "dealer": 0})
        opened = store.open_match(opening)
        assert isinstance(opened, tuple)
        match = opened[0]
        store.db.session.remove()
        store.db.engine.dispose()
    groups = [[f"w{n}" for n in range(first, clients, PROCESSES)] for first in range(min(PROCESSES, clients))]
    start = time.perf_counter()
    with ProcessPoolExecutor(len(groups), mp_context=get_context("spawn")) as pool:
        runs = [pool.submit(_process, str(instance), url, match, names, entries // clients) for names in groups]
        told = [each for run in runs for each in run.result()]
    seconds = time.perf_counter() - start
    with app.app_context():
        written = store.entries_of(match)
        store.db.session.remove()
        store.db.engine.dispose()
    wrong = [line for each in told for line in each.wrong]
    assert not wrong, wrong[:5]
    acknowledged = {number: data for each in told for number, data in each.acknowledged.items()}
    assert len(acknowledged) == sum(len(each.acknowledged) for each in told), "one number acknowledged twice"
    assert [entry.number for entry in written] == list(range(1, len(acknowledged) + 2)), "a number lost or doubled"
    assert {e.number: dict(e.data) for e in written[1:]} == acknowledged, "an entry is not what was acknowledged"
    begun = time.perf_counter()
    state = fold(written)
    assert not state.ignored, state.ignored
    times = sorted(second for each in told for second in each.seconds)
    return {
        "entries": len(acknowledged),
        "refused": sum(each.refused for each in told),
        "sent twice": sum(each.repeated for each in told),
        "seconds": round(seconds, 1),
        "entries a second": round(len(acknowledged) / seconds),
        "append ms, median": round(statistics.median(times) * 1000, 1),
        "append ms, p95": round(times[int(len(times) * 0.95)] * 1000, 1),
        "fold of all, ms": round((time.perf_counter() - begun) * 1000, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.crowd")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    args = parser.parse_args()
    os.environ.pop("DATABASE_URL", None)
    with ExitStack() as stack:
        instance = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = f"sqlite:///{instance / 'referee.sqlite'}"
        if args.database == "postgresql":
            if why := missing():
                print(why, file=sys.stderr)
                return 2
            url = stack.enter_context(Cluster(durable=True)).create()
        for name, figure in crowd(instance, url, clients=args.clients, entries=args.entries).items():
            print(f"{name}: {figure}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
