"""Bad input: an answer a line, never a traceback; the large budget is `python -m tests.engine.fuzz --n 100000`."""

from __future__ import annotations

from tests.engine.fuzz import lines, run


def test_mutated_lines_are_all_answered() -> None:
    outcome = run(lines(2000, seed=1))
    assert not outcome.wrong, "\n".join(outcome.wrong[:5])
    assert outcome.codes["bad-question"] > 200
    assert outcome.codes["ok"] > 200
