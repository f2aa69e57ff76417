"""Mutated question lines through the command line: `python -m tests.engine.fuzz --n 100000 --seed 1`.

Whatever the line: one answer a line, in JSON, never a traceback, and memory within bounds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee.engine.switches import SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system
from tests.engine.slow.asks import random_question

MOST_KB = 64 * 1024
ROOT = Path(__file__).parents[2]

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 13, 10**9, -(10**9), 10**30, 0.5, 1e308, float("inf"), float("nan"), "", " ",
    "x", "JK", "9s", "9s 9d 9h", "♠", "9♠ 9♦\ufe0f", "\u0000", "\ud800", "ñandú", "😀" * 50, "9s " * 400, [], {},
    [[]], [None], [1, 2], ["9s"], ["9s 9d 9h", ""], {"a": {"b": [1]}}, ["set"] * 13, ["run:99"], ["run:9"],
    [["set", "set"]], ["pair"] * 12, "none", "both", {"dirty-run": 5}, ["loba", "tens"],
    {"base": "a", "values": {"JK": 10**9}},
)  # fmt: skip
KEYS = (
    "ask", "system", "cards", "card", "meld", "melds", "hand", "round", "contract", "options", "id", "kind",
    "stage", "end", "to", "down", "already_down", "turns_since_laydown", "just_taken", "cards_left", "table",
    "claims", "turn", "players", "thrower", "buys_used", "out_of_turn", "times_empty", "pile", "dealer", "hands",
    "scores", "out", "rules", "unknown",
)  # fmt: skip
ASKS = (
    "meld",
    "laydown",
    "layoff",
    "swap",
    "discard",
    "take",
    "stock",
    "score",
    "hand",
    "deal",
    "standings",
    "check",
)


def mutated(rng: Random, system: str) -> bytes:
    """One line: a question with values, keys or bytes gone wrong."""
    question: Any = random_question(rng, load_system(system), rng.choice((None, None, None, "hand")))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        question = spoiled(rng, question)
    if rng.random() < 0.03:
        question = {"ask": "check", "system": system, "rules": rules_gone_wrong(rng, system)}
    if rng.random() < 0.02:
        question = rng.choice((*JUNK, [question]))
    line = json.dumps(question, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    return bytes_gone_wrong(rng, line) if rng.random() < 0.25 else line


def spoiled(rng: Random, question: dict[str, Any]) -> dict[str, Any]:
    """One field dropped, added, exchanged or of another shape."""
    question = dict(question)
    key = rng.choice((*question, rng.choice(KEYS)))
    how = rng.choice(("drop", "junk", "junk", "option", "ask", "system", "text", "inside"))
    if how == "drop":
        question.pop(key, None)
    elif how == "option":
        options = question.get("options")
        options = dict(options) if isinstance(options, dict) else {}
        options[rng.choice((*SWITCHES, "unknown"))] = rng.choice(JUNK)
        question["options"] = options
    elif how == "ask":
        question["ask"] = rng.choice(ASKS)
    elif how == "system":
        question["system"] = rng.choice((*SYSTEM_IDS, "x"))
    elif how == "text" and isinstance(question.get(key), str) and question[key]:
        text = question[key]
        place = rng.randrange(len(text))
        question[key] = text[:place] + rng.choice("xAK9sdhc♠ ,\u00e9\u0000") + text[place + rng.randrange(2) :]
    elif how == "inside" and isinstance(question.get(key), list) and question[key]:
        inside = list(question[key])
        inside[rng.randrange(len(inside))] = rng.choice(JUNK)
        question[key] = inside * rng.choice((1, 1, 1, 3))
    else:
        question[key] = rng.choice(JUNK)
    return question


def rules_gone_wrong(rng: Random, system: str) -> dict[str, Any]:
    rules = dict(load_system(system).data)
    for _ in range(rng.randint(0, 4)):
        rules[rng.choice((*rules, "unknown"))] = rng.choice(JUNK)
    return rules


def bytes_gone_wrong(rng: Random, line: bytes) -> bytes:
    """Bytes cut, doubled, changed; never a newline within, that the lines can be counted."""
    place = rng.randrange(len(line))
    how = rng.choice(("cut", "flip", "insert", "double", "deep", "digits"))
    if how == "cut":
        line = line[:place]
    elif how == "flip":
        line = line[:place] + bytes([rng.randrange(256)]) + line[place + 1 :]
    elif how == "insert":
        line = line[:place] + rng.randbytes(rng.randint(1, 5)) + line[place:]
    elif how == "double":
        line = line + line[place:]
    elif how == "deep":
        line = b'{"ask":' + b"[" * rng.choice((10, 3000)) + line
    else:
        line = b'{"id":' + b"9" * rng.choice((40, 5000)) + b"," + line[1:]
    return line.replace(b"\n", b" ").replace(b"\r", b" ")


class Outcome(NamedTuple):
    """How the command line took the lines; `wrong` lists what must not happen."""

    wrong: list[str]
    codes: Counter[str]
    seconds: float
    kb: int


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def run(lines: list[bytes]) -> Outcome:
    """Ask the lines of a fresh process."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.weighed", "judge", str(path)],
            capture_output=True, cwd=ROOT, check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - began
    *told, weight = done.stderr.decode("utf-8", "replace").splitlines() or [""]
    asked = [line for line in lines if line.strip()]
    answers = done.stdout.split(b"\n")[:-1]
    if told or not weight.isdigit() or done.returncode not in (0, 1):
        wrong.append(f"exit {done.returncode}, stderr: {done.stderr.decode('utf-8', 'replace')[-1500:]}")
    if len(answers) != len(asked):
        wrong.append(f"{len(asked)} asked, {len(answers)} answered; the next was {asked[len(answers)][:300]!r}")
    codes: Counter[str] = Counter()
    for line, answer in zip(asked, answers, strict=False):
        try:
            ruling = json.loads(answer, parse_constant=no_constant)
            codes[ruling["code"]] += 1
            if (ruling["legal"] is None) != (ruling["code"] == "bad-question"):
                wrong.append(f"{line[:300]!r} -> {answer[:300]!r}")
        except (ValueError, KeyError, TypeError) as error:
            wrong.append(f"{line[:300]!r} -> {answer[:300]!r}: {error!r}")
    kb = int(weight) if weight.isdigit() else 0
    if kb > MOST_KB:
        wrong.append(f"{kb} KiB held")
    return Outcome(wrong, codes, seconds, kb)


def lines(n: int, seed: int) -> list[bytes]:
    rng = Random(seed)
    return [mutated(rng, rng.choice(SYSTEM_IDS)) for _ in range(n)]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Mutated question lines through the command line.")
    parser.add_argument("--n", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    outcome = run(lines(given.n, given.seed))
    print(f"{given.n} lines in {outcome.seconds:.1f} s, {outcome.kb / 1024:.1f} MiB at most")
    print(*(f"{code} {n}" for code, n in outcome.codes.most_common()), sep=", ")
    print(*outcome.wrong[:10], sep="\n")
    return 1 if outcome.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
