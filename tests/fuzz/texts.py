"""What people with bad will, or bad luck, put into fields: scripts, formulas, odd signs, numbers too large."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, Final

from hypothesis import strategies as st

MARK: Final = "zzq"
"""In every script that is sent, so that it is found again on a page."""

SCRIPTS: Final = (
    f"<script>{MARK}()</script>",
    f'"><img src=x onerror={MARK}()>',
    f"'><svg onload={MARK}()>",
    f"javascript:{MARK}()",
    f"{{{{ {MARK} }}}}",
    f"</textarea><script>{MARK}()</script>",
    f"<b>{MARK}",
    f'" autofocus onfocus="{MARK}()',
    f"--><script>{MARK}()</script>",
)

FORMULAS: Final = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1", '=HYPERLINK("//x")', "＝1+1")

ODD: Final = (
    "",
    " ",
    "0",
    "-0",
    "1e999",
    "9" * 400,
    "-1",
    "NaN",
    "٣",
    "½",
    "null",
    "true",
    "[]",
    "{}",
    "\0",
    "\r\n",
    "%00",
    "..",
    "../../etc/passwd",
    "//x",
    "\ud7ff",
    "\u202e",
    "a\u0301",
    "🂡",
    "9♠ 9♦ 9♠",
    "JK",
    "?",
    "=12",
    "10,",
    "x" * 5000,
    "ñ" * 20,
    "' OR 1=1 --",
    "K♥" * 300,
)

TEXTS: Final = st.one_of(
    st.sampled_from(SCRIPTS),
    st.sampled_from(FORMULAS),
    st.sampled_from(ODD),
    st.integers(-3, 15).map(str),
    st.text(max_size=30),
    st.sampled_from(
        ["judge", "close", "save", "show", "add", "out", "points", "more", "9s 9d 9c", "Kp Kt Kd", "chile"]
    ),
)

ANYTHING: Final[st.SearchStrategy[Any]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


class _Reader(HTMLParser):
    """Reads a page as a browser does, and keeps what would run of what was sent. Pages of this house have no
    script of their own in them, and no attribute that would start one."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[str] = []
        self._last = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._last = tag
        for name, value in attrs:
            told = (value or "").strip().lower()
            leads = name in ("href", "src", "action", "formaction")
            if name.startswith("on") or (leads and told.startswith("javascript:")):
                self.runs.append(f"<{tag} {name}={value}>")

    def handle_data(self, data: str) -> None:
        if self._last == "script" and data.strip():
            self.runs.append(f"<script>{data}")
        if self._last == "b" and data.startswith(MARK):
            self.runs.append(f"<b>{data}")

    def handle_endtag(self, tag: str) -> None:
        self._last = ""


def echoed(page: str) -> str | None:
    """What of the things that were sent would run in a page, or stand there as a tag; None for nothing."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.runs[0] if reader.runs else None
