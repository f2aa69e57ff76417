"""Measure the eye on photos whose cards are known.

    python -m referee.vision.evaluate TRUTH.jsonl PHOTOS [--readings OUT.jsonl] [--sheet OUT.png]

prints a table by group, the calibration, and draws a contact sheet of the failures. TRUTH has
`{"set", "file", "group", "cards", "train"}` a line; photos lie at PHOTOS/set/file. Photos
marked `train` are left out, but those of the blocks that were never trained on.
`--turned` reads every photo a quarter, a half and three quarters turned as well: a second table,
and what looked most like a joker where none lies. `--card` writes the model's card, MODEL.md,
from what was measured.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.vision import modelcard
from referee.vision.blocks import held_out
from referee.vision.photo import Pixels, open_photo
from referee.vision.reader import read_photo
from referee.vision.reading import Fault, PhotoError, Reading, reading_to_json

Cards = Counter[str]
COLUMNS = ("photos", "cards", "right", "missed", "extra", "unsure", "exact")
SHEET = Path("instance/failures.png")
"""Where the failures are drawn if not told: photos of others must not slip into the project."""
MOST_STRAYS = 12
"""Of those most like a joker: how many are listed."""
BINS = (0.0, 0.5, 0.75, 0.85, 0.9, 0.95, 0.98, 1.01)


@dataclass
class Tally:
    """One group's counts: `missed` are cards not named, `extra` cards named that are not there."""

    counts: Counter[str] = field(default_factory=Counter)
    times: list[int] = field(default_factory=list)

    def row(self, name: str) -> str:
        c, cards = self.counts, max(1, self.counts["cards"])
        times = sorted(self.times) or [0]
        shares = f"{100 * c['right'] / cards:7.2f} {100 * c['extra'] / cards:7.2f}"
        numbers = " ".join(f"{c[column]:6}" for column in COLUMNS)
        return f"{name:12} {numbers} {shares} {times[len(times) // 2]:6} {times[int(0.95 * (len(times) - 1))]:6}"


@dataclass(frozen=True)
class Failure:
    """A photo, turned by so many quarters, read otherwise than it is."""

    name: str
    quarters: int
    reading: Reading | None
    missed: tuple[str, ...]
    extra: tuple[str, ...]

    def __str__(self) -> str:
        return f"{_label(self.name, self.quarters)} missed {' '.join(self.missed)} | extra {' '.join(self.extra)}"


@dataclass
class Report:
    """Everything measured in one run; `strays` are jokers, named or unsure, where none lies."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    sure: list[tuple[float, bool]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    strays: list[tuple[float, str]] = field(default_factory=list)

    def table(self) -> str:
        head = " ".join(f"{column:>6}" for column in COLUMNS)
        lines = [f"{'group':12} {head} {'right%':>7} {'extra%':>7} {'ms50':>6} {'ms95':>6}"]
        return "\n".join(lines + [self.tallies[name].row(name) for name in sorted(self.tallies)])

    def calibration(self) -> str:
        """Of the sightings in each band of confidence, how many were right."""
        lines = [f"{'confidence':>14} {'sightings':>9} {'right%':>7}"]
        for low, high in pairwise(BINS):
            inside = [right for sure, right in self.sure if low <= sure < high]
            if inside:
                share = 100 * sum(inside) / len(inside)
                lines.append(f"{low:7.2f}–{min(high, 1.0):.2f} {len(inside):10} {share:7.2f}")
        return "\n".join(lines)


def evaluate(
    rows: Iterable[dict[str, Any]],
    photos: Path,
    read: Callable[[bytes], Reading] = read_photo,
    turns: Sequence[int] = (0,),
) -> tuple[Report, list[dict[str, Any]]]:
    """Read every photo at each of the quarter turns; the report, and the readings as JSON lines."""
    report, lines = Report(), []
    for row in rows:
        name = f"{row['set']}/{row['file']}"
        data = (photos / name).read_bytes()
        for quarters in turns:
            try:
                reading: Reading | None = read(turned(data, quarters))
            except PhotoError as fault:
                reading = None
                lines.append({"file": name, "error": Fault(fault.code).value})
            else:
                assert reading is not None
                lines.append(reading_to_json(reading, name))
            _count(report, row, quarters, reading)
    return report, lines


def turned(data: bytes, quarters: int) -> bytes:
    """The same photo, turned to the left by so many quarters."""
    if not quarters:
        return data
    pixels = np.ascontiguousarray(np.rot90(open_photo(data).pixels, quarters))
    _, png = cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return png.tobytes()


def _label(name: str, quarters: int) -> str:
    return f"{name} @{90 * quarters}" if quarters else name


def _plain(card: object) -> str:
    """A joker is a joker, whatever its colour."""
    return "JK" if str(card).startswith("JK") else str(card)


def _count(report: Report, row: dict[str, Any], quarters: int, reading: Reading | None) -> None:
    name = f"{row['set']}/{row['file']}"
    sightings = reading.sightings if reading else ()
    want: Cards = Counter(map(_plain, row["cards"]))
    named: Cards = Counter(_plain(s.card) for s in sightings if s.card is not None)
    unsure = sum(s.card is None for s in sightings)
    groups = [(row["group"], want, named)]
    if want["JK"]:
        groups.append(("jokers", Counter(JK=want["JK"]), Counter(JK=named["JK"])))
    for group, these, got in groups:
        tally, right = report.tallies[group], sum((these & got).values())
        tally.counts.update(
            photos=1,
            cards=sum(these.values()),
            right=right,
            missed=sum(these.values()) - right,
            extra=sum(got.values()) - right,
            unsure=unsure,
            exact=int(these == got),
        )
        tally.times.append(reading.ms if reading else 0)
    left = want.copy()
    for sighting in sorted(sightings, key=lambda s: -s.confidence):
        guess = sighting.card or (sighting.guesses[0][0] if sighting.guesses else None)
        if guess is None:
            continue
        hit = left[_plain(guess)] > 0
        left[_plain(guess)] -= hit
        report.sure.append((sighting.confidence, hit))
        if _plain(guess) == "JK" and not hit:
            report.strays.append((sighting.confidence, _label(name, quarters)))
    if want != named:
        missed, extra = sorted((want - named).elements()), sorted((named - want).elements())
        report.failures.append(Failure(name, quarters, reading, tuple(missed), tuple(extra)))


def contact_sheet(report: Report, photos: Path, to: Path, most: int = 48) -> None:
    """Draw the failures, misreads first: each photo with its sightings, missed and extra cards above."""
    tiles = []
    for failure in sorted(report.failures, key=lambda f: -len(f.extra))[:most]:
        try:
            photo = open_photo(turned((photos / failure.name).read_bytes(), failure.quarters))
        except PhotoError:
            continue
        tile = _marked(photo.pixels, photo.scale, failure.reading)
        name = _label(failure.name, failure.quarters)
        title = f"{name[-30:]} -{','.join(failure.missed)} +{','.join(failure.extra)}"[:70]
        cv2.putText(tile, title, (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
        tiles.append(tile)
    if not tiles:
        return
    while len(tiles) % 6:
        tiles.append(np.zeros_like(tiles[0]))
    sheet = np.vstack([np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)])
    cv2.imwrite(str(to), sheet)


def _marked(pixels: Pixels, scale: int, reading: Reading | None, side: int = 480) -> Pixels:
    """A photo in a square, named sightings green, unsure ones orange."""
    factor = side / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    tile = np.zeros((side, side, 3), np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small[:side, :side]
    for sighting in reading.sightings if reading else ():
        quad = (np.array(sighting.quad) * factor / scale).round().astype(np.int32)
        colour = (0, 200, 0) if sighting.card else (0, 140, 255)
        cv2.polylines(tile, [quad], True, colour, 1, cv2.LINE_AA)
        guess = sighting.card or (sighting.guesses[0][0] if sighting.guesses else "?")
        at = (int(quad[1][0]) + 2, int(quad[1][1]) + 8)
        cv2.putText(tile, str(guess), at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
    return tile


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--readings", type=Path, help="write what was read, one JSON line a photo")
    parser.add_argument("--sheet", type=Path, default=SHEET)
    parser.add_argument("--card", type=Path, help="write the model's card here")
    parser.add_argument("--turned", action="store_true", help="read every photo at the other quarter turns too")
    options = parser.parse_args()
    truth = [json.loads(line) for line in options.truth.read_text("utf-8").splitlines() if line.strip()]
    kept, _ = held_out(truth)
    rows = [row for row in truth if not row.get("train") or f"{row['set']}/{row['file']}" in kept]
    report, lines = evaluate(rows, options.photos)
    print(report.table())
    print(report.calibration())
    print(*report.failures, sep="\n")
    if options.readings:
        options.readings.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    options.sheet.parent.mkdir(parents=True, exist_ok=True)
    contact_sheet(report, options.photos, options.sheet)
    print(f"{options.sheet}")
    if options.turned:
        others, _ = evaluate(rows, options.photos, turns=(1, 2, 3))
        print("turned by quarters:", others.table(), *others.failures, sep="\n")
        likest = sorted(report.strays + others.strays, reverse=True)[:MOST_STRAYS]
        print("most like a joker where none lies:", *likest, sep="\n")
    if options.card:
        modelcard.write(options.card, report.table(), report.calibration())


if __name__ == "__main__":
    main()
