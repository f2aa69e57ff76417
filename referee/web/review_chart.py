"""The chart of running totals: an SVG with no script and no style, told apart without colour.

Owns the drawing: a line for each player with a dash and a sign of his own, named at its
end. Refuses pages and words: names and labels are given.
Start reading at `draw`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.etree import ElementTree

import pygal
from pygal.style import Style

from referee.engine.match import MatchState

WIDTH: Final = 360
_HEIGHT: Final = 300
_FOR_NAMES: Final = 126
_LINE: Final = 16
_LONGEST: Final = 11
_TEXT: Final = 13
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")
_INKS: Final = ("gold-text", "text", "ask", "yes", "no", "soft")
_SIGNS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.6L4.6 3.6h-9.2z",
    "M0-5L5 0L0 5L-5 0z",
    "M0 4.6L4.6-3.6h-9.2z",
    "M-1.6-4.6h3.2v3h3v3.2h-3v3h-3.2v-3h-3v-3.2h3z",
)
"""Six signs about their middle; players after the sixth have them hollow."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player: his name and his total at the start and after each closed round, None while not there."""

    player: int
    name: str
    totals: tuple[int | None, ...]


def lines_of(state: MatchState, names: Mapping[int, str]) -> list[Line]:
    """The running totals of everybody, in order of joining."""
    closed = state.closed
    found = []
    for player in state.players:
        before = sum(each.number < player.joined for each in closed)
        begin: list[int | None] = [None] * before
        begin.append(player.start if before else player.start or 0)
        after = [row.get(player.number) for row in state.running[before:]]
        found.append(Line(player.number, names[player.number], (*begin, *after)))
    return found


def draw(
    lines: Sequence[Line], rounds: Sequence[str], ink: Mapping[str, str], title: str, bold: int | None
) -> bytes:
    """The chart as an SVG document; `rounds` are the labels under it, `bold` a player drawn before all others."""
    height = max(_HEIGHT, _LINE * len(lines) + 60)
    chart = pygal.Line(
        width=WIDTH, height=height, margin=10, margin_right=_FOR_NAMES, margin_bottom=6, js=[],
        show_legend=False, no_prefix=True, disable_xml_declaration=True, dots_size=4, explicit_size=False,
        style=Style(label_font_size=_TEXT, major_label_font_size=_TEXT), truncate_label=-1,
        value_formatter=lambda value: str(round(value)).replace("-", "−"),
    )  # fmt: skip
    chart.x_labels = ["", *(label if _labelled(n, len(rounds)) else "" for n, label in enumerate(rounds))]
    for line in lines:
        chart.add(str(line.player), list(line.totals))
    root = chart.render_tree()
    _redress(root, lines, ink, title, bold, height)
    drawn: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return drawn


def _labelled(n: int, rounds: int) -> bool:
    """Every round below a dozen; then every other or third one, so that no two labels touch."""
    return (n + 1) % (1 + (rounds - 1) // 12) == 0


def _redress(
    root: Any, lines: Sequence[Line], ink: Mapping[str, str], title: str, bold: int | None, height: int
) -> None:
    """Keep the geometry, drop scripts and styles, and dress every shape by its attributes."""
    plots = [group for group in root.iter("g") if group.get("class", "").startswith("plot")]
    axes = [group for group in plots[0].iter("g") if group.get("class", "").startswith("axis")]
    paths = [_path(group) for group in plots[0].iter("g") if group.get("class", "").startswith("series")]
    dots = [
        list(group.iter("circle")) for group in plots[1].iter("g") if group.get("class", "").startswith("series")
    ]
    move = plots[0].get("transform", "")
    for child in list(root):
        root.remove(child)
    root.attrib.clear()
    root.attrib.update(
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "role": "img",
         "font-family": "system-ui, sans-serif", "font-size": str(_TEXT)}
    )  # fmt: skip
    _add(root, "title", {}).text = title
    here = _add(root, "g", {"transform": move})
    for axis in axes:
        _axis(here, axis, ink)
    ends = _ends(dots, height)
    right = max((x for x, _, _ in ends.values()), default=0.0) + 14
    order = sorted(range(len(lines)), key=lambda n: lines[n].player == bold)
    for n in order:
        _line(here, n, lines[n], (paths[n], dots[n]), ink, bold)
        if n in ends:
            _name(here, n, lines[n], (*ends[n], right), ink, bold)


def _path(group: Any) -> str:
    return next((str(path.get("d")) for path in group.iter("path")), "")


def _add(parent: Any, tag: str, attributes: Mapping[str, str]) -> Any:
    return ElementTree.SubElement(parent, tag, dict(attributes))


def _axis(here: Any, axis: Any, ink: Mapping[str, str]) -> None:
    upright = "x" in axis.get("class", "").split()
    for guide in axis.iter("g"):
        for path in guide.findall("path"):
            if not upright:
                _add(here, "path", {"d": path.get("d"), "stroke": ink["line"], "fill": "none"})
        for text in guide.findall("text"):
            place = {"x": text.get("x"), "y": text.get("y"), "text-anchor": "middle" if upright else "end"}
            _add(here, "text", {**place, "fill": ink["soft"]}).text = text.text


def _ends(dots: Sequence[Sequence[Any]], height: int) -> dict[int, tuple[float, float, float]]:
    """For each line: where it ends, and the height at which its name stands clear of the others."""
    ends = {n: (float(own[-1].get("cx")), float(own[-1].get("cy"))) for n, own in enumerate(dots) if own}
    placed: dict[int, tuple[float, float, float]] = {}
    lowest = float(height - 44)
    y = 0.0
    tall = sorted(ends, key=lambda n: (ends[n][1], n))
    for n in tall:
        y = max(y, ends[n][1])
        placed[n] = (*ends[n], y)
        y += _LINE
    for n in reversed(tall):
        x, end, y = placed[n]
        placed[n] = (x, end, min(y, lowest))
        lowest = min(y, lowest) - _LINE
    return placed


def _sign(n: int, ink: Mapping[str, str]) -> dict[str, str]:
    """The sign of the n-th player: six shapes filled, then the six hollow."""
    fill = ink[_INKS[n % len(_INKS)]] if n < len(_SIGNS) else ink["panel"]
    return {"d": _SIGNS[n % len(_SIGNS)], "stroke-width": "1.5", "fill": fill}


def _own(here: Any, n: int, line: Line, ink: Mapping[str, str], bold: int | None) -> Any:
    faint = bold is not None and bold != line.player
    return _add(here, "g", {"stroke": ink[_INKS[n % len(_INKS)]], "opacity": "0.35" if faint else "1"})


def _line(here: Any, n: int, line: Line, drawn: tuple[str, Any], ink: Mapping[str, str], bold: int | None) -> None:
    path, dots = drawn
    group = _own(here, n, line, ink, bold)
    dash = {"stroke-dasharray": _DASHES[n % len(_DASHES)]} if _DASHES[n % len(_DASHES)] else {}
    width = "3.5" if bold == line.player else "2"
    if path:
        _add(group, "path", {"d": path, "fill": "none", "stroke-width": width, "stroke-linejoin": "round", **dash})
    for dot in dots:
        _add(group, "path", {**_sign(n, ink), "transform": f"translate({dot.get('cx')} {dot.get('cy')})"})


def _name(
    here: Any,
    n: int,
    line: Line,
    end: tuple[float, float, float, float],
    ink: Mapping[str, str],
    bold: int | None,
) -> None:
    """The total and the name at the right, led to from where the line ends."""
    x, y, at, right = end
    group = _own(here, n, line, ink, bold)
    _add(group, "path", {"d": f"M{x:.1f} {y:.1f}L{right:.1f} {at:.1f}", "stroke-width": "1", "fill": "none"})
    _add(group, "path", {**_sign(n, ink), "transform": f"translate({right + 5:.1f} {at:.1f})"})
    name = line.name if len(line.name) <= _LONGEST else line.name[: _LONGEST - 1].rstrip() + "…"
    last = next((total for total in reversed(line.totals) if total is not None), 0)
    text = _add(
        group, "text", {"x": f"{right + 13:.1f}", "y": f"{at + 4:.1f}", "fill": ink["text"], "stroke": "none"}
    )
    if bold == line.player:
        text.set("font-weight", "700")
    text.text = f"{last} {name}".replace("-", "−", 1) if last < 0 else f"{last} {name}"
