"""How the house holds under load, by real requests on loopback: `python -m tests.load [NAME …]`.

`page`: one page of a match of 12 players and 9 rounds. `embedded` and `many`: a table page
of 8 players and 9 rounds, 150 a second, from the embedded server with SQLite and from
gunicorn with PostgreSQL. `polls`: tables of 4 phones, each asking every 2 seconds: what
that costs, and how many are answered in time.
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
from typing import Any

from flask import Flask

from referee import store
from referee.engine.match import Draft, Entry, Kind, fold
from referee.web import create_app
from tests.load.house import Filled, filled, served
from tests.load.phones import Heard, ask
from tests.load.usage import family, megabytes_of, seconds_of
from tests.postgres import Cluster, missing

RATE = 150


class Bench:
    """Where the houses stand, and for how long each is asked."""

    def __init__(self, stack: ExitStack, seconds: float) -> None:
        self.stack, self.seconds = stack, seconds
        self.cluster: Cluster | None = None

    def folder(self) -> Path:
        return Path(self.stack.enter_context(tempfile.TemporaryDirectory()))

    def sqlite(self, **what: int) -> Filled:
        folder = self.folder()
        return filled(folder, f"sqlite:///{folder / 'referee.sqlite'}", **what)

    def postgres(self, **what: int) -> Filled | None:
        if why := missing():
            print(f"left out: {why}")
            return None
        if self.cluster is None:
            self.cluster = self.stack.enter_context(Cluster())
        return filled(self.folder(), self.cluster.create(), **what)


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
    with served(house, gunicorn=gunicorn) as (port, _):
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
    """Phones that ask whether anything has happened: what each asking costs, and how many are answered."""
    house = bench.postgres(matches=100, players=4, rounds=3)
    if house is None:
        return
    with served(house, gunicorn=True) as (port, web):
        _costs(bench, house, port, web)
        paths, tag = [f"/m/{key}/version" for key in house.keys], [_tag(_last(house))]
        held = 0.0
        for rate in (100, 200, 400, 800, 1600, 2400):
            heard = ask(port, paths, rate=rate, seconds=min(bench.seconds, 5), tags=tag, phones=32)
            _say(f"polls, {rate}/s", heard)
            if heard.wrong or heard.at(0.95) > 100:
                break
            held = rate
        print(
            f"polls: {held:.0f}/s held = {held / POLLS:.0f} tables of 4 phones asking every 2 s; 1,000 ask 2,000/s"
        )


POLLS = 2
"""A second, of one table: four phones, each every two seconds."""
PAUSE = 20
"""Seconds from one entry of a table to the next, after each of which its four phones fetch the page."""


def _costs(bench: Bench, house: Filled, port: int, web: int) -> None:
    """Milliseconds of processor of each asking, and what 1,000 tables would take."""
    assert bench.cluster is not None
    database = bench.cluster.process
    versions, pages = ([f"/m/{key}/{page}" for key in house.keys] for page in ("version", ""))
    last = _last(house)

    def cost(what: str, paths: list[str], rate: float, times: int, tags: list[str] | None) -> tuple[float, float]:
        before = seconds_of(web), seconds_of(database)
        heard = ask(port, paths, rate=rate, seconds=times / rate, tags=tags)
        assert not heard.wrong, f"{heard.wrong} {what}"
        after = seconds_of(web), seconds_of(database)
        spent = 1000 * (after[0] - before[0]) / times, 1000 * (after[1] - before[1]) / times
        print(f"polls: {what}: {spent[0]:.2f} ms of processor by web, {spent[1]:.2f} ms by PostgreSQL", flush=True)
        return spent

    ask(port, [*versions, *pages], rate=100, seconds=4)
    times = int(200 * bench.seconds)
    same = cost("nothing new", versions, 100, times, [_tag(last)])
    _write(house)
    told = cost("told of an entry", versions, 100, times, None)
    page = cost("the page after an entry", [path for path in pages for _ in range(4)], 50, 4 * len(pages), None)
    each = [POLLS * same[n] + 4 / PAUSE * (told[n] - same[n] + page[n]) for n in (0, 1)]
    workers = [megabytes_of(process) for process in family(web) if process != web]
    connections = bench.cluster.connections(house.url)
    web_ms, database_ms = each
    print(f"polls: a table, with an entry every {PAUSE} s: {web_ms:.1f} ms of processor a second by web, "
          f"{database_ms:.1f} ms by PostgreSQL; {1000 / sum(each):.0f} tables to a core; "
          f"1,000 take {web_ms:.1f} and {database_ms:.1f} cores")  # fmt: skip
    print(f"polls: {max(workers):.0f} MB of memory and {connections / len(workers):.0f} connections a web process")
    print(f"polls: {'web' if web_ms > database_ms else 'PostgreSQL'} gives way first, by processor")


def _last(house: Filled) -> int:
    """The number of the last entry, of all matches the same."""
    with _app(house).app_context():
        access = store.find_access(house.keys[0])
        assert access is not None
        last = store.last_number(access.match)
        store.db.session.remove()
        store.db.engine.dispose()
    return last


def _write(house: Filled) -> None:
    """An entry more in every match."""
    with _app(house).app_context():
        for key in house.keys:
            access = store.find_access(key)
            assert access is not None
            ruled = {"question": {"ask": "meld", "system": "ratolibre", "cards": "9s 9d 9c"}, "code": "ok",
                     "fingerprint": "x", "legal": True}  # fmt: skip
            done = store.append(access.match, [Draft(Kind.RULED, ruled)], store.last_number(access.match))
            assert isinstance(done, store.Written), done
        store.db.session.remove()
        store.db.engine.dispose()


def _app(house: Filled) -> Flask:
    return create_app(house.instance, {"SQLALCHEMY_DATABASE_URI": house.url})


def _tag(last: int) -> str:
    """The version of a page that shows all up to this entry."""
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


CARDS = ("Ks 7h JK", "9s 9d", "Ah 2c 3d 4s", "10h 10c Qd")


def _more(kind: str, number: int) -> tuple[Kind, dict[str, Any]]:
    """One entry of this kind; hands are told again and again, as no table would."""
    hand: dict[str, Any] = {"round": 9, "player": number % 8}
    match kind:
        case "hands as cards":
            return Kind.COUNTED, hand | {"cards": CARDS[number % 4]}
        case "hands as points":
            return Kind.COUNTED, hand | {"points": number % 90}
        case _:
            question = {"ask": "meld", "system": "ratolibre", "cards": "9s 9d 9c"}
            asked = {"question": question, "code": "ok", "fingerprint": "x", "legal": True, "round": 1}
            return Kind.RULED, asked


def long_notebook(house: Filled, length: int, kind: str) -> list[Entry]:
    """A match's entries, and so many of this kind that the notebook has this length."""
    with _app(house).app_context():
        access = store.find_access(house.keys[0])
        assert access is not None
        notebook = store.entries_of(access.match)
        store.db.session.remove()
        store.db.engine.dispose()
    at = notebook[0].at
    for number in range(len(notebook) + 1, length + 1):
        what, data = _more(kind, number)
        notebook.append(Entry(number, what, at, None, data, number))
    return notebook


def fold_(bench: Bench) -> None:
    """The state of a match, from 500, 1,000 and 2,000 entries of each kind."""
    house = bench.sqlite(matches=1, players=8, rounds=8)
    for kind in ("hands as cards", "hands as points", "rulings"):
        notebook = long_notebook(house, 2000, kind)
        assert not fold(notebook).ignored
        for length in (500, 1000, 2000):
            took = []
            for _ in range(15):
                start = time.process_time()
                fold(notebook[:length])
                took.append(1000 * (time.process_time() - start))
            print(f"fold: {statistics.median(took):.1f} ms of processor for {length} entries, {kind} "
                  "(bound 20 ms for 2,000)")  # fmt: skip


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
