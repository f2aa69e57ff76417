"""The cases of the rules, players' own: both judges answer every one of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engine.judge import judge
from referee.rulebook import load_system
from tests.engine.slow import slow_judge

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "cases" / "rules.jsonl").read_text("utf-8").splitlines()
]


def holds(expect: dict[str, Any], given: dict[str, Any]) -> bool:
    """Every key expected has the value expected; a list under `code` means any of these."""
    return all(
        given.get(key) in value if key == "code" and isinstance(value, list) else given.get(key) == value
        for key, value in expect.items()
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_judge_answers_the_case(case: dict[str, Any]) -> None:
    given = judge(case["question"], load_system).to_json("")
    assert holds(case["expect"], given), (case["why"], case["question"], case["expect"], given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_slow_judge_answers_the_case(case: dict[str, Any]) -> None:
    given = slow_judge(case["question"], load_system)[0].shown()
    assert holds(case["expect"], given), (case["why"], case["question"], case["expect"], given)
