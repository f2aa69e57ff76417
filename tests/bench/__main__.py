"""Measures and prints the table: the command line, the solver, and the same hands as an exact-cover model.

`python -m tests.bench` measures everything; `--only lines` or `--only hands` a part; `--hands N` fewer hands.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from referee.engine.cards import format_cards
from referee.engine.judge import judge
from referee.rulebook import SYSTEM_IDS, load_system
from tests.bench.exact_cover import solve
from tests.bench.hands import Task, any_round, tasks, two_runs_one_set
from tests.engine.slow.asks import random_question

ROOT = Path(__file__).parents[2]
RUNS = 3
"""Every hand is solved so often, and its median time counts."""


class Measure(NamedTuple):
    """One line of the table; `most` is what we promise, None where nothing is promised."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    def __str__(self) -> str:
        promise, kept = "", ""
        if self.most is not None:
            promise, kept = f"< {self.most:g}", "yes" if self.value < self.most else "NO"
        if self.least is not None:
            promise, kept = f"≥ {self.least:g}", "yes" if self.value >= self.least else "NO"
        return f"{self.name:<78} {self.value:>10.2f} {self.unit:<4} {promise:>9}  {kept}"


def ask(lines: list[str], runs: int) -> tuple[float, float]:
    """Median seconds of whole runs of the command line, start-up included, and its peak MiB."""
    seconds, peaks = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.jsonl"
        path.write_text("".join(line + "\n" for line in lines), "utf-8")
        for _ in range(runs):
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "referee", "judge", str(path)],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, check=False,
            )  # fmt: skip
            seconds.append(time.perf_counter() - began)
        weighed = subprocess.run(
            [sys.executable, "-m", "tests.bench.weighed", "judge", str(path)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, check=False, text=True,
        )  # fmt: skip
        peaks.append(int(weighed.stderr.split()[-1]) / 1024)
    return median(seconds), max(peaks)


def of_lines() -> list[Measure]:
    rng = Random(1)
    mixed = [
        json.dumps(random_question(rng, load_system(SYSTEM_IDS[n % 8]), ("meld", "laydown", "layoff")[n % 3]))
        for n in range(10_000)
    ]
    one, light = ask(mixed[:1], runs=11)
    many, heavy = ask(mixed, runs=5)
    return [
        Measure("referee judge: start-up with one question, median of 11", one, "s", 0.25),
        Measure("referee judge: peak memory with one question", light, "MiB", 60),
        Measure("referee judge: 10,000 mixed questions with start-up, median of 5", many, "s", 2.5),
        Measure("referee judge: peak memory with 10,000 questions", heavy, "MiB"),
    ]


def of_hands(name: str, every: list[Task], modelled: int, middle: float | None, worst: float) -> list[Measure]:
    """The solver's times over all hands, and beside them the model's over the first ones."""
    ours, theirs, melds = [], [], []
    points: list[int | None] = []
    for rules, hand, contract in every:
        question = {
            "ask": "hand",
            "system": rules.id,
            "cards": format_cards(hand),
            "contract": list(map(str, contract)),
        }
        took = []
        for _ in range(RUNS):
            began = time.perf_counter()
            found = judge(question, {rules.id: rules}.__getitem__).facts
            took.append(time.perf_counter() - began)
        ours.append(median(took) * 1000)
        points.append(found["points"] if found["can_lay_down"] else None)
    for (rules, hand, contract), best in zip(every[:modelled], points, strict=False):
        solved = solve(rules, hand, contract, RUNS)
        theirs.append(solved.seconds * 1000)
        melds.append(solved.melds)
        if solved.points != best:
            raise SystemExit(f"{rules.id} {contract} {format_cards(hand)}: {best}, the model {solved.points}")
    mine = ours[:modelled]
    laid = sum(each is not None for each in points)
    return [
        Measure(f"{name}: solver, median of {len(ours)} ({laid} can lay down)", median(ours), "ms", middle),
        Measure(f"{name}: solver, worst", max(ours), "ms", worst),
        Measure(f"{name}: CP-SAT, median of {len(theirs)} ({median(melds):.0f} melds)", median(theirs), "ms"),
        Measure(f"{name}: CP-SAT, worst ({max(melds)} melds at most)", max(theirs), "ms"),
        Measure(f"{name}: times faster at the median", median(theirs) / median(mine), "×", None, 3),
        Measure(f"{name}: times faster at the worst", max(theirs) / max(mine), "×", None, 10),
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the judge and the solver.")
    parser.add_argument("--only", choices=["lines", "hands"])
    parser.add_argument("--hands", type=int, default=2000, help="hands of 13 cards; a tenth as many of 21")
    given = parser.parse_args(arguments)
    table: list[Measure] = []
    if given.only != "hands":
        table += of_lines()
    if given.only != "lines":
        small = tasks(given.hands, 13, 2, 1, any_round)
        table += of_hands("hand, 13 cards, 2 jokers", small, given.hands, 1, 30)
        large = tasks(given.hands // 10, 21, 4, 1, two_runs_one_set)
        table += of_hands("hand, 21 cards, 4 jokers, 2 runs 1 set", large, given.hands // 20, None, 300)
    print(*table, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
