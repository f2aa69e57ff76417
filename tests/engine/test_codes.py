"""Every ruling code has an illegal case and a legal one beside it, as alike as can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engine.judge import judge
from referee.engine.rulings import CODES
from referee.rulebook import load_system
from tests.engine.slow import slow_judge

PAIRS = [
    json.loads(line) for line in (Path(__file__).parent / "cases" / "codes.jsonl").read_text("utf-8").splitlines()
]


def test_every_code_has_its_pair() -> None:
    assert {pair["code"] for pair in PAIRS} == {*CODES} - {"ok"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["code"])
def test_a_code_is_given_and_not_given(pair: dict[str, Any]) -> None:
    illegal = judge(pair["illegal"], load_system)
    assert (illegal.code, illegal.legal) == (pair["code"], None if pair["code"] == "bad-question" else False)
    assert judge(pair["legal"], load_system).code == "ok"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["code"])
def test_the_slow_judge_knows_the_code_too(pair: dict[str, Any]) -> None:
    assert pair["code"] in [answer.code for answer in slow_judge(pair["illegal"], load_system)]
    assert slow_judge(pair["legal"], load_system)[0].code == "ok"
