"""How the house holds under load, by real requests on loopback: `python -m tests.load [NAME …]`.

`page`: one page of a match of 12 players and 9 rounds. `embedded` and `many`: a table page
of 8 players and 9 rounds, 150 a second, from the embedded server with SQLite and from
gunicorn with PostgreSQL. `polls`: tables of 4 phones, each asking every 2 seconds.
`others` and `entries`: a page beside more matches, and with more entries of its own.
`fold`: 2,000 entries. `--seconds` is how long each asks (10). Start reading at `main`.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from referee import store
from referee.engine.match import Entry, Kind, fold
from referee.web import create_app
from tests.load.house import Filled, filled, served
from tests.load.phones import Heard, ask
from tests.postgres import Cluster, missing

RATE = 150


class Bench:
    """Where the houses stand, and for how long each is asked."""

    def __init__(self, stack: ExitStack, seconds: float) -> None:
        self.stack, self.seconds = stack, seconds
        self._cluster: Cluster | None = None

    def folder(self) -> Path:
        return Path(self.stack.enter_context(tempfile.TemporaryDirectory()))

    def sqlite(self, **what: int) -> Filled:
        folder = self.folder()
        return filled(folder, f"sqlite:///{folder / 'referee.sqlite'}", **what)

    def postgres(self, **what: int) -> Filled | None:
        if why := missing():
            print(f"left out: {why}")
            return None
        if self._cluster is None:
            self._cluster = self.stack.enter_context(Cluster())
        return filled(self.folder(), self._cluster.create(), **what)


def _say(name: str, heard: Heard, bound: str = "") -> None:
    wrong = f", {heard.wrong} WRONG" if heard.wrong else ""
    print(
        f"{name}: median {heard.at(0.5):.1f} ms, p95 {heard.at(0.95):.1f} ms, p99 {heard.at(0.99):.1f} ms, "
        f"{heard.rate:.0f}/s, {heard.size / 1000:.1f} KB{wrong}{bound}",
        flush=True,
    )


def page(bench: Bench) -> None:
    """Bytes over the wire, and server time, of the table page of 12 players after 9 rounds."""
    house = bench.sqlite(matches=1, players=12, rounds=8)
    app = create_app(house.instance, {"SQLALCHEMY_DATABASE_URI": house.url})
    browser, took, cpu = app.test_client(), [], []
    for turn in range(60):
        if turn % 2:
            # As the first look after every entry: nothing is remembered.
            app.extensions.pop("referee.states", None)
        start, began = time.perf_counter(), time.process_time()
        answer = browser.get(f"/m/{house.keys[0]}/")
        took.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.process_time() - began))
        assert answer.status_code == 200
    anew, again = (statistics.median(cpu[first::2]) for first in (1, 0))
    median = statistics.median(took[1::2])
    print(f"page: {len(answer.data) / 1000:.1f} KB (bound 60), server time median {median:.1f} ms (bound 30); "
          f"of processor {anew:.1f} ms after an entry, {again:.1f} ms looked at again")  # fmt: skip


def _tables(house: Filled | None, bench: Bench, *, gunicorn: bool, name: str, bound: str) -> None:
    if house is None:
        return
    with served(house, gunicorn=gunicorn) as port:
        paths = [f"/m/{key}/" for key in house.keys]
        ask(port, paths, rate=40, seconds=2)
        _say(name, ask(port, paths, rate=RATE, seconds=bench.seconds), bound)


def embedded(bench: Bench) -> None:
    """The embedded server with SQLite."""
    house = bench.sqlite(matches=20, players=8, rounds=8)
    _tables(house, bench, gunicorn=False, name=f"embedded, {RATE}/s", bound=" (bound: p95 120 ms)")


def many(bench: Bench) -> None:
    """Gunicorn with two processes and PostgreSQL."""
    house = bench.postgres(matches=20, players=8, rounds=8)
    _tables(house, bench, gunicorn=True, name=f"gunicorn and PostgreSQL, {RATE}/s", bound=" (bound: p95 60 ms)")


def polls(bench: Bench) -> None:
    """Phones that ask whether anything has happened, at rising rates until p95 passes 100 ms."""
    house = bench.postgres(matches=100, players=4, rounds=3)
    if house is None:
        return
    with served(house, gunicorn=True) as port:
        paths = [f"/m/{key}/version" for key in house.keys]
        held = 0.0
        for rate in (100, 200, 400, 800, 1600, 2400):
            heard = ask(port, paths, rate=rate, seconds=min(bench.seconds, 5), tags=[_tag(house)], phones=32)
            _say(f"polls, {rate}/s", heard)
            if heard.wrong or heard.at(0.95) > 100:
                break
            held = rate
        print(f"polls: {held:.0f}/s held = {held / 2:.0f} tables of 4 phones asking every 2 s; 1,000 ask 2,000/s")


def _tag(house: Filled) -> str:
    app = create_app(house.instance, {"SQLALCHEMY_DATABASE_URI": house.url})
    with app.app_context():
        access = store.find_access(house.keys[0])
        assert access is not None
        last = store.last_number(access.match)
        store.db.session.remove()
        store.db.engine.dispose()
    return f'"{last}"'


def _median(house: Filled, key: str, times: int = 40) -> float:
    """Milliseconds of processor for a page that is not remembered."""
    app = create_app(house.instance, {"SQLALCHEMY_DATABASE_URI": house.url})
    browser, took = app.test_client(), []
    for _ in range(times):
        app.extensions.pop("referee.states", None)
        start = time.process_time()
        assert browser.get(f"/m/{key}/").status_code == 200
        took.append(1000 * (time.process_time() - start))
    return statistics.median(took)


def others(bench: Bench) -> None:
    """The same page beside 1 and beside 500 other matches."""
    few, many_ = (bench.sqlite(matches=n, players=8, rounds=8) for n in (2, 500))
    alone, beside = _median(few, few.keys[0]), _median(many_, many_.keys[0])
    print(f"others: {alone:.1f} ms of processor beside 1 match, {beside:.1f} ms beside 499")


def entries(bench: Bench) -> None:
    """The same page after 1, 2, 4 and 8 rounds."""
    for rounds in (1, 2, 4, 8):
        house = bench.sqlite(matches=1, players=8, rounds=rounds)
        print(f"entries: {_median(house, house.keys[0]):.1f} ms of processor after {rounds} rounds")


def long_notebook(house: Filled, length: int) -> list[Entry]:
    """A match's entries, corrected again and again up to this length."""
    app = create_app(house.instance, {"SQLALCHEMY_DATABASE_URI": house.url})
    with app.app_context():
        access = store.find_access(house.keys[0])
        assert access is not None
        notebook = store.entries_of(access.match)
        store.db.session.remove()
        store.db.engine.dispose()
    for number in range(len(notebook) + 1, length + 1):
        question = {"ask": "meld", "system": "ratolibre", "cards": "9s 9d 9c"}
        data = {"question": question, "code": "ok", "fingerprint": "x", "legal": True, "round": 1}
        notebook.append(Entry(number, Kind.RULED, notebook[0].at, None, data, number))
    return notebook


def fold_(bench: Bench) -> None:
    """The state of a match, from 500, 1,000 and 2,000 entries."""
    notebook = long_notebook(bench.sqlite(matches=1, players=8, rounds=8), 2000)
    for length in (500, 1000, 2000):
        took = []
        for _ in range(15):
            start = time.process_time()
            fold(notebook[:length])
            took.append(1000 * (time.process_time() - start))
        print(f"fold: {statistics.median(took):.1f} ms of processor for {length} entries (bound 20 ms for 2,000)")


RUNS: dict[str, Callable[[Bench], None]] = {
    "page": page, "embedded": embedded, "many": many, "polls": polls, "others": others, "entries": entries,
    "fold": fold_,
}  # fmt: skip


def main() -> None:
    told = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    told.add_argument("names", nargs="*", choices=[*RUNS, []], help="which to run; all without any")
    told.add_argument("--seconds", type=float, default=10)
    asked = told.parse_args()
    with ExitStack() as stack:
        bench = Bench(stack, asked.seconds)
        for name in asked.names or RUNS:
            RUNS[name](bench)


if __name__ == "__main__":
    main()
