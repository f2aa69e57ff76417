"""The model's files: verified before use, small, and what they answer has the agreed shapes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from referee.vision import nets


def test_it_works() -> None:
    model = nets.load()
    assert model.heat(np.zeros((64, 96, 3), np.uint8)).shape == (8, 16, 24)
    ranks, suits = model.names(np.zeros((40, 64, 80, 3), np.uint8))
    assert ranks.shape == (40, 16)
    assert suits.shape == (40, 5)
    assert np.allclose(ranks.sum(1), 1, atol=1e-5)
    marks = model.jokers(np.zeros((18, 80, 80, 6), np.uint8))
    assert marks.shape == (18, 5)
    assert ((marks[:, 0] >= 0) & (marks[:, 0] <= 1)).all()


def test_no_crops_no_names() -> None:
    ranks, suits = nets.load().names(np.zeros((0, 64, 80, 3), np.uint8))
    assert (len(ranks), len(suits)) == (0, 0)
    assert nets.load().jokers(np.zeros((0, 80, 80, 6), np.uint8)).shape == (0, 5)


@pytest.mark.parametrize("name", nets.FILES)
def test_a_changed_file_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(nets.MODEL, folder)
    file = folder / name
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(nets.ModelError, match=f"{name} has sha256"):
        nets.load(folder)


@pytest.mark.parametrize("name", nets.FILES)
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(nets.MODEL, folder)
    (folder / name).unlink()
    with pytest.raises(nets.ModelError, match=f"{name} is missing"):
        nets.load(folder)


def test_the_files_are_small_and_dated() -> None:
    assert sum(file.stat().st_size for file in nets.MODEL.glob("*.onnx")) <= 8_000_000
    known = json.loads((nets.MODEL / "model.json").read_text("utf-8"))
    assert known["date"] >= "2026-01-01"
    assert (nets.MODEL / "MODEL.md").exists()
