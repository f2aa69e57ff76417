"""Many writers on one match: nothing lost, nothing doubled, every refusal with both values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.crowd import crowd


def test_it_works(tmp_path: Path, strained_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    figures = crowd(tmp_path, strained_url, clients=16, entries=240)
    assert figures["entries"] == 240
    assert figures["refused"] > 0
    assert figures["sent twice"] > 0
