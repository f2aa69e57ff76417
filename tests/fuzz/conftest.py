"""A house for the fuzz: no limits on tries, no tokens in forms, photos refused at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.house import fuzz_house
from tests.fuzz.requests import Fuzz
from tests.web.conftest import migrated

__all__ = ["migrated"]


@pytest.fixture
def fuzz(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fuzz]:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    with fuzz_house(tmp_path) as fuzz:
        yield fuzz
