"""The engine agrees with a slow, obvious judge; the large budget is `python -m tests.engine.compare --n 20000`."""

from __future__ import annotations

import pytest

from referee.rulebook import SYSTEM_IDS
from tests.engine.compare import compare_many, report


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_engine_and_slow_judge_agree(system: str) -> None:
    differences, _ = compare_many(system, 1000, seed=1)
    assert not differences, report(differences, 2)


@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_solver_and_brute_force_agree(system: str) -> None:
    differences, _ = compare_many(system, 40, seed=1, ask="hand")
    assert not differences, report(differences, 2)
