"""Measure the eye on photos whose cards are known.

    python -m referee.vision.evaluate TRUTH.jsonl PHOTOS [--readings OUT.jsonl] [--sheet OUT.png]

prints a table by group, the calibration, and draws a contact sheet of the failures. TRUTH has
`{"set", "file", "group", "cards", "train"}` a line; photos lie at PHOTOS/set/file. Photos
marked `train` are left out, but those of the blocks that were never trained on.
`--card` writes the model's card, MODEL.md, from what was measured.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
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


@dataclass
class Report:
    """Everything measured in one run."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    sure: list[tuple[float, bool]] = field(default_factory=list)
    failures: list[tuple[str, Reading | None, list[str], list[str]]] = field(default_factory=list)

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
    rows: Iterable[dict[str, Any]], photos: Path, read: Callable[[bytes], Reading] = read_photo
) -> tuple[Report, list[dict[str, Any]]]:
    """Read every photo of the rows; returns the report and the readings as JSON lines."""
    report, lines = Report(), []
    for row in rows:
        name = f"{row['set']}/{row['file']}"
        data = (photos / name).read_bytes()
        try:
            reading: Reading | None = read(data)
        except PhotoError as fault:
            reading = None
            lines.append({"file": name, "error": Fault(fault.code).value})
        else:
            assert reading is not None
            lines.append(reading_to_json(reading, name))
        _count(report, row, name, reading)
    return report, lines


def _plain(card: object) -> str:
    """A joker is a joker, whatever its colour."""
    return "JK" if str(card).startswith("JK") else str(card)


def _count(report: Report, row: dict[str, Any], name: str, reading: Reading | None) -> None:
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
    if want != named:
        missed, extra = sorted((want - named).elements()), sorted((named - want).elements())
        report.failures.append((name, reading, missed, extra))


def contact_sheet(report: Report, photos: Path, to: Path, most: int = 48) -> None:
    """Draw the failures, misreads first: each photo with its sightings, missed and extra cards above."""
    tiles = []
    for name, reading, missed, extra in sorted(report.failures, key=lambda f: -len(f[3]))[:most]:
        try:
            photo = open_photo((photos / name).read_bytes())
        except PhotoError:
            continue
        tile = _marked(photo.pixels, photo.scale, reading)
        title = f"{name[-30:]} -{','.join(missed)} +{','.join(extra)}"[:70]
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
    options = parser.parse_args()
    truth = [json.loads(line) for line in options.truth.read_text("utf-8").splitlines() if line.strip()]
    kept, _ = held_out(truth)
    rows = [row for row in truth if not row.get("train") or f"{row['set']}/{row['file']}" in kept]
    report, lines = evaluate(rows, options.photos)
    print(report.table())
    print(report.calibration())
    for name, _, missed, extra in report.failures:
        print(name, "missed", *missed, "| extra", *extra)
    if options.readings:
        options.readings.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    options.sheet.parent.mkdir(parents=True, exist_ok=True)
    contact_sheet(report, options.photos, options.sheet)
    print(f"{options.sheet}")
    if options.card:
        modelcard.write(options.card, report.table(), report.calibration())


if __name__ == "__main__":
    main()
