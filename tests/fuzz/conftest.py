"""A house for the fuzz: no limits on tries, no tokens in forms, photos refused at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.house import fuzz_house
from tests.fuzz.requests import Fuzz


@pytest.fixture
def fuzz(instance: Path) -> Iterator[Fuzz]:
    with fuzz_house(instance) as fuzz:
        yield fuzz
