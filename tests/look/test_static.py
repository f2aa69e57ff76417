"""What goes over the wire: its size, its honesty about where it came from, and that its parts fit."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

import pytest

from tests.look.guide import HOUSE

STATIC, TEMPLATES = HOUSE / "static", HOUSE / "templates"
OWN_SCRIPTS = sorted([*(STATIC / "js").glob("*.js"), STATIC / "sw.js"])


def wire(files: list[Path]) -> int:
    """Bytes of these files sent one by one, compressed."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)


@pytest.mark.parametrize(
    ("files", "limit"),
    [(OWN_SCRIPTS, 12), (list((STATIC / "css").glob("*.css")), 12), (list((STATIC / "vendor").glob("*.js")), 20),
     ([STATIC / "cards/faces.svg"], 6)],
    ids=["scripts", "styles", "vendored", "faces"],
)  # fmt: skip
def test_sizes_over_the_wire(files: list[Path], limit: int) -> None:
    assert wire(files) <= limit * 1024


def test_vendored_files_are_the_ones_their_list_names() -> None:
    folder = STATIC / "vendor"
    listed = (folder / "SHA256SUMS").read_text().split() if folder.exists() else []
    there = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("*.js")}
    assert there == dict(zip(listed[1::2], listed[::2], strict=True))


def test_no_template_carries_style_or_script_inside() -> None:
    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text()
        assert not re.search(r"\sstyle=|<style|\son\w{3,}=|<script(?![^>]*\ssrc=)", text), file


def test_every_shape_that_is_used_is_drawn() -> None:
    drawn = set(re.findall(r'symbol id="([\w-]+)"', (STATIC / "cards/faces.svg").read_text()))
    signs = {f"i-{name}" for file in TEMPLATES.rglob("*.html")
             for name in re.findall(r'(?:icon\(|sign=)"(\w+)"', file.read_text())}  # fmt: skip
    suits = {"f-s", "f-h", "f-d", "f-c", "c-e", "c-t", "c-m", "c-c", "j-JK", "j-HU", "j-HA", "j-OR", "j-CH"}
    assert signs | suits <= drawn


def test_the_service_worker_keeps_what_a_page_loads() -> None:
    worker = (STATIC / "sw.js").read_text()
    kept = set(re.findall(r'"([a-z]+)"', worker.partition("FILES = [")[2].partition("];")[0]))
    sheets = {file.stem for file in (STATIC / "css").glob("*.css")} - {"print"}
    assert sheets | {file.stem for file in (STATIC / "js").glob("*.js")} <= kept
    assert "/static/cards/faces.svg" in worker


def test_icons_weigh_little() -> None:
    assert all(file.stat().st_size < 100_000 for file in (STATIC / "icons").iterdir())
