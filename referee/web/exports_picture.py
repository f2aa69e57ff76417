"""The picture of the final table: a PNG drawn on the server, to be sent around.

Owns the drawing and the fonts beside it. Refuses words: lines and headings are given.
Start reading at `draw`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 1080
_EDGE: Final = 72
_FONTS: Final = Path(__file__).parent / "fonts"
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: place ("" for who left), name, total, what stands under the name."""

    place: str
    name: str
    total: str
    under: str
    leads: bool


@lru_cache(maxsize=32)
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / f"DejaVuSans{'-Bold' if bold else ''}.subset.ttf", size)


@lru_cache(maxsize=1)
def _blank() -> bytes:
    return bytes(_font(40).getmask("\U0010fffd"))


def drawable(text: str) -> str:
    """The text with a sign of replacement for each one that the font does not have (a picture in a name)."""
    font = _font(40)
    return "".join(c if c.isspace() or bytes(font.getmask(c)) != _blank() else _REPLACEMENT for c in text)


def draw(heading: str, kicker: str, rows: Sequence[Row], foot: str, ink: Mapping[str, str]) -> bytes:
    """The table as a PNG, 1080 pixels wide and as high as it needs."""
    tall = 132 if len(rows) <= 8 else 108
    lines = _wrapped(drawable(heading), _font(64, bold=True), WIDTH - 2 * _EDGE - 385)
    top = max(150 + 78 * len(lines) + 40, 330)
    image = Image.new("RGB", (WIDTH, top + tall * len(rows) + 130), ink["cloth"])
    pen = ImageDraw.Draw(image)
    _light(image, ink)
    _fan(image, ink)
    pen.text((_EDGE, 84), drawable(kicker), font=_font(30), fill=ink["soft"])
    for n, line in enumerate(lines):
        pen.text((_EDGE, 136 + 78 * n), line, font=_font(64, bold=True), fill=ink["text"])
    for n, row in enumerate(rows):
        _row(pen, row, top + tall * n, tall, ink)
    pen.line((_EDGE, top + tall * len(rows), WIDTH - _EDGE, top + tall * len(rows)), fill=ink["line"], width=2)
    pen.text((_EDGE, top + tall * len(rows) + 44), drawable(foot), font=_font(28), fill=ink["soft"])
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _wrapped(text: str, font: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """The text in lines no wider than `room`, broken between words; at most three, the last one cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = [_cut(line, font, room) for line in lines[:3]]
    if len(lines) > 3:
        kept[2] = _cut(f"{kept[2]}…", font, room)
    return kept


def _cut(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1].rstrip("… ")
    return f"{text}…"


def _row(pen: ImageDraw.ImageDraw, row: Row, top: int, tall: int, ink: Mapping[str, str]) -> None:
    gold = ink["gold-text"] if row.leads else ink["text"]
    pen.line((_EDGE, top, WIDTH - _EDGE, top), fill=ink["line"], width=2)
    middle = top + tall // 2
    total = _font(64, bold=True)
    width = total.getlength(row.total)
    pen.text((_EDGE, middle), row.place, font=_font(40, bold=row.leads), fill=gold, anchor="lm")
    pen.text((WIDTH - _EDGE, middle), row.total, font=total, fill=gold, anchor="rm")
    name, room = _font(44, bold=True), int(WIDTH - 2 * _EDGE - 90 - width - 40)
    lift = 20 if row.under else 0
    pen.text(
        (_EDGE + 90, middle - lift), _cut(drawable(row.name), name, room), font=name, fill=ink["text"], anchor="lm"
    )
    if row.under:
        pen.text((_EDGE + 90, middle + 28), row.under, font=_font(26), fill=ink["soft"], anchor="lm")


def _light(image: Image.Image, ink: Mapping[str, str]) -> None:
    """A lamp over the table: the cloth is lighter at the top."""
    height = 420
    shade = Image.linear_gradient("L").resize((image.width, height)).point(lambda value: 255 - value)
    image.paste(Image.new("RGB", (image.width, height), ink["cloth-lit"]), (0, 0), shade)


def _fan(image: Image.Image, ink: Mapping[str, str]) -> None:
    """Three cards at the top right: an ace, a joker's star, and the king of hearts before them."""
    cards = (("A", "♠", "spade", 14, 0), ("★", "★", "joker", -14, 184), ("K", "♥", "heart", 0, 92))
    for rank, sign, colour, turn, shift in cards:
        # Drawn twice as large and made smaller after turning, so that no edge is ragged.
        card = Image.new("RGBA", (300, 420), (0, 0, 0, 0))
        pen = ImageDraw.Draw(card)
        pen.rounded_rectangle((4, 4, 295, 415), radius=32, fill=ink["card"], outline=ink["card-line"], width=5)
        pen.text((38, 28), rank, font=_font(84, bold=True), fill=ink[colour])
        pen.text((150, 285), sign, font=_font(160), fill=ink[colour], anchor="mm")
        turned = card.rotate(turn, expand=True, resample=Image.Resampling.BICUBIC)
        turned = turned.resize((turned.width // 2, turned.height // 2), Image.Resampling.LANCZOS)
        image.paste(turned, (WIDTH - _EDGE - 345 + shift - turned.width // 2 + 75, 44 + abs(turn)), turned)
