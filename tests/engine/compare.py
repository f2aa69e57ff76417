"""Hold the engine against the slow judge: `python -m tests.engine.compare --n 20000 --system all --seed 1`.

Prints every kind of disagreement once, with its count, a question and the rule's own sentence; then how often an
answer was one of several that the rules leave open. Exit status 1 when the judges disagree anywhere.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from referee.engine.judge import judge
from referee.rulebook import SYSTEM_IDS, load_system
from tests.engine.slow import Answer, slow_judge
from tests.engine.slow.answers import OPEN
from tests.engine.slow.asks import ASKS, random_question
from tests.engine.slow.law import sentence


class Difference(NamedTuple):
    """One question on which the judges disagree."""

    question: dict[str, Any]
    engine: dict[str, Any]
    answers: list[Answer]

    @property
    def kind(self) -> tuple[str, ...]:
        """What differs, without the cards: alike differences share it."""
        first = self.answers[0]
        codes = "/".join(dict.fromkeys(answer.code for answer in self.answers))
        same = first.code == self.engine["code"]
        keys = ",".join(first.differing(self.engine)) if same else ""
        return (self.question["ask"], codes, self.engine["code"], keys)


def compare(question: dict[str, Any]) -> tuple[Difference | None, str]:
    """The difference on one question, if any, and why several answers would have been right."""
    ruling = judge(question, load_system).to_json("")
    answers = slow_judge(question, load_system)
    for answer in answers:
        if answer.agrees(ruling):
            return None, answer.open
    return Difference(question, ruling, answers), ""


def compare_many(system: str, n: int, seed: int, ask: str | None = None) -> tuple[list[Difference], Counter[str]]:
    """All differences on `n` random questions of one system; the same seed asks the same."""
    rng, rules = Random(f"{seed} {system} {ask}"), load_system(system)
    differences, opened = [], Counter[str]()
    for _ in range(n):
        difference, label = compare(random_question(rng, rules, ask))
        if difference:
            differences.append(difference)
        if label:
            opened[label] += 1
    return differences, opened


def report(differences: list[Difference], show: int) -> str:
    """Every kind of disagreement: its count, some questions, both answers, and the rule."""
    by_kind: dict[tuple[str, ...], list[Difference]] = {}
    for difference in differences:
        by_kind.setdefault(difference.kind, []).append(difference)
    lines = []
    for kind, members in sorted(by_kind.items(), key=lambda item: -len(item[1])):
        ask, slow, engine, keys = kind
        lines.append(f"\n{len(members)} × {ask}: the slow judge says {slow}, the engine {engine} {keys}")
        lines += [f"  rule: {sentence(ask, code)}" for code in dict.fromkeys([*slow.split("/"), engine])]
        for member in sorted(members, key=lambda m: len(json.dumps(m.question)))[:show]:
            lines.append(f"  {json.dumps(member.question, ensure_ascii=False)}")
            lines += [f"    slow    {json.dumps(answer.shown())} {answer.open}" for answer in member.answers[:4]]
            told = {
                key: value for key, value in member.engine.items() if key not in ("reason", "satisfied", "broken")
            }
            lines.append(f"    engine  {json.dumps(told)}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Hold the engine against the slow judge.")
    parser.add_argument("--n", type=int, default=1000, help="questions per system")
    parser.add_argument("--system", default="all", help="a system's id, or all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ask", choices=[*ASKS, "hand"])
    parser.add_argument("--show", type=int, default=2, help="questions shown of each kind")
    given = parser.parse_args(arguments)
    every: list[Difference] = []
    opened: Counter[str] = Counter()
    for system in SYSTEM_IDS if given.system == "all" else [given.system]:
        began = time.perf_counter()
        differences, labels = compare_many(system, given.n, given.seed, given.ask)
        took = time.perf_counter() - began
        counts = f"{given.n:6} asked, {len(differences):5} differ, {sum(labels.values()):5} open"
        print(f"{system:16} {counts}, {took:.1f} s")
        every += differences
        opened += labels
    print(report(every, given.show))
    for label, n in opened.most_common():
        print(f"open {n:5} × {label}: {OPEN[label]}")
    return 1 if every else 0


if __name__ == "__main__":
    sys.exit(main())
