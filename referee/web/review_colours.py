"""The colours of the house for what is drawn outside a page: the chart and the picture.

Owns the reading of `static/css/tokens.css`, the only file where a colour is chosen.
Start reading at `colours`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_BLOCK: Final = re.compile(r'^:root(?P<which>[^{,]*)\{(?P<body>[^}]*)\}', re.MULTILINE)  # fmt: skip
_VALUE: Final = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})")
_BLOCKS: Final = {
    "night": ("",),
    "day": ("", '[data-theme="day"]'),
    "night-more": ("", '[data-contrast="more"]'),
    "day-more": (
        "",
        '[data-theme="day"]',
        '[data-contrast="more"]',
        '[data-contrast="more"][data-theme="day"]',
    ),
}
THEMES: Final = tuple(_BLOCKS)


@lru_cache(maxsize=4)
def colours(theme: str, sheet: Path) -> dict[str, str]:
    """The colours of one of `THEMES` by token (`cloth`, `text`), as `#rrggbb` or `#rgb`.

    Raises ValueError where the sheet has lost a block.
    """
    blocks = {found["which"].strip(): found["body"] for found in _BLOCK.finditer(sheet.read_text("utf-8"))}
    found: dict[str, str] = {}
    for which in _BLOCKS[theme]:
        if which not in blocks:
            raise ValueError(f"{sheet}: no block :root{which}")
        found |= dict(_VALUE.findall(blocks[which]))
    return found
