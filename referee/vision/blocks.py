"""Which photos are trained on and which are kept to measure: blocks of consecutive numbers.

Start reading at `held_out`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

BLOCK, EVERY, GUARD = 27, 4, 2
"""The second block of every four is kept; its neighbours serve neither."""


def shoot_of(file: str) -> str:
    """Photos of one shoot have near-twins among their neighbours: the group to cut blocks from."""
    if "edje" in file:
        return "cam" if "cam_image" in file else "edje"
    return "single" if "IMG_2022" in file else "black"


def held_out(truth: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """Files (`set/file`) kept for measuring, and files to train on, of those marked `train`."""
    shoots: dict[str, list[str]] = defaultdict(list)
    for row in truth:
        if row.get("train"):
            file = f"{row['set']}/{row['file']}"
            shoots[shoot_of(file)].append(file)
    kept, used = set(), set()
    for files in shoots.values():
        # `train_` and `test_` in front of a name part what was taken in one go.
        files.sort(key=lambda f: f.replace("train_", "").replace("test_", ""))
        block = max(6, min(BLOCK, len(files) // 8))
        for n, file in enumerate(files):
            if (n // block) % EVERY == 1:
                kept.add(file)
            elif not any((m // block) % EVERY == 1 for m in range(n - GUARD, n + GUARD + 1)):
                used.add(file)
    return kept, used
