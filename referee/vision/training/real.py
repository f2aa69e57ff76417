"""Real photos as training material: scenes and crops from those marked `train`, no others.

    python -m referee.vision.training.real --photos PHOTOS --model referee/vision/model --to real/

PHOTOS holds truth.jsonl and boxes.csv. The boxes have no direction: each index is read at all
turns with the nets of `--model`, and the turn that gives the true card counts; how the few jokers lie
was looked up by eye (`joker_turns.json`: in each box a point, the angle in degrees in which its
mark is read downwards, and width by height). Writes scenes/ (as `scenes.py` labels them) and
crops.npz; photos in held-out blocks are left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import nets
from referee.vision.blocks import held_out
from referee.vision.crops import Spot, upright
from referee.vision.finder import find
from referee.vision.photo import Pixels
from referee.vision.training.classes import JOKER, MARGIN, NO_SUIT, NOTHING, RANKS, STRANGE, SUITS
from referee.vision.training.scenes import misjudged

Box = tuple[float, float, float, float]
Row = list[float]


def classes_of(card: str) -> tuple[int, int]:
    """Rank and suit class of `10s`, `Ah`, `JK`."""
    if card.startswith("JK"):
        return JOKER, NO_SUIT
    return RANKS.index("T" if card[:-1] == "10" else card[:-1]), SUITS.index(card[-1])


def lying_in(box: Box, angle: float, slim: float) -> Spot:
    """A print whose height is to its width as 1 to `slim`, in the upright box around it."""
    wide, tall = box[2] - box[0], box[3] - box[1]
    dx, dy = math.cos(angle), math.sin(angle)
    height = (wide / (abs(dx) + slim * abs(dy)) + tall / (abs(dy) + slim * abs(dx))) / 2
    return Spot((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, height, slim * height, dx, dy)


def turns_of(box: Box) -> list[Spot]:
    """Ways an index may lie in an upright box around it: 24 turns."""
    return [lying_in(box, turn * math.pi / 12, 0.5) for turn in range(24)]


def joker_in(box: Box, turns: list[list[float]]) -> Spot | None:
    """The joker's mark in a box, by the one of `turns` whose point lies in it."""
    for x, y, degrees, slim in turns:
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            return lying_in(box, math.radians(degrees), slim)
    return None


def settle(photo: Pixels, box: Box, card: str, found: list[Spot], model: nets.Nets) -> Spot | None:
    """The index of a known card in its box: place, size and turn; None where none reads as that card."""
    rank, suit = classes_of(card)
    inside = [s for s in found if box[0] <= s.x <= box[2] and box[1] <= s.y <= box[3] and s.heat > 0.3]
    # The finder's own place and size are better than the box's.
    for tries, floor in (
        ([t for s in inside for t in (s, s.turned())], 0.5),
        (turns_of(box), 0.25),
    ):
        ranks, suits = model.names(upright(photo, tries))
        fit = ranks[:, rank] * suits[:, suit]
        if len(fit) and fit.max() > floor:
            return tries[int(fit.argmax())]
    return None


def label_row(spot: Spot, rank: int, suit: int, number: int, counts: bool) -> Row:
    place = [spot.x, spot.y, spot.height, spot.width, spot.dx, spot.dy]
    return [*place, float(rank), float(suit), float(number), 1.0 if counts else 0.5, float(counts)]


def jittered(photo: Pixels, spot: Spot, times: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Crops of one index, placed and turned a little wrong as a finder would."""
    spots = []
    for _ in range(times):
        angle = math.atan2(spot.dy, spot.dx) + rng.normal(0, 0.1)
        x, y = (rng.normal(0, 0.05, 2) * spot.height + (spot.x, spot.y)).tolist()
        size = math.exp(rng.normal(0, 0.12))
        spots.append(Spot(x, y, spot.height * size, spot.width * size, math.cos(angle), math.sin(angle)))
    return upright(photo, spots, margin=MARGIN)


class Harvest:
    """What is gathered from the photos: crops with classes, and labelled scenes on disk."""

    def __init__(self, to: Path, model: nets.Nets) -> None:
        self.to, self.model = to, model
        self.rng = np.random.default_rng(0)
        self.crops: list[NDArray[np.uint8]] = []
        self.classes: list[tuple[int, int]] = []
        self.counts: dict[str, int] = defaultdict(int)
        self.turns = json.loads(Path(__file__).with_name("joker_turns.json").read_text("utf-8"))
        (to / "scenes").mkdir(parents=True, exist_ok=True)

    def add(self, photo: Pixels, spot: Spot, rank: int, suit: int, times: int) -> None:
        if rank == JOKER:
            self.crops += list(upright(photo, [misjudged(spot, self.rng) for _ in range(times)], margin=MARGIN))
            self.classes += [(rank, suit)] * times
        self.crops += list(jittered(photo, spot, times, self.rng))
        self.classes += [(rank, suit)] * times

    def photo(self, name: str, photo: Pixels, boxes: list[tuple[Box, str]]) -> None:
        """Take in one photo; `boxes` are around indices, or for `edje` around visible parts of cards."""
        found = find(photo, self.model)
        if name.startswith("edje"):
            rows = self._cards(photo, boxes, found)
        else:
            rows = self._indices(photo, boxes, found, self.turns.get(name, []))
        stem = self.to / "scenes" / name.replace("/", "_").removesuffix(".jpg")
        cv2.imwrite(f"{stem}.jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 92])
        np.save(f"{stem}.npy", np.array(rows, np.float32).reshape(-1, 11))

    def _indices(
        self, photo: Pixels, boxes: list[tuple[Box, str]], found: list[Spot], turns: list[list[float]]
    ) -> list[Row]:
        rows = []
        for number, (box, card) in enumerate(boxes):
            rank, suit = classes_of(card)
            joker = rank == JOKER
            spot = joker_in(box, turns) if joker else settle(photo, box, card, found, self.model)
            self.counts["settled" if spot else "doubtful"] += 1
            if spot is None:
                spot = turns_of(box)[6]
                rows.append(label_row(spot, rank, suit, number, False))
                continue
            # Where two of a joker's marks are known, they are of one card.
            card_number = len(boxes) if joker and len(turns) == 2 else number
            rows.append(label_row(spot, rank, suit, card_number, True))
            self.add(photo, spot, rank, suit, 14 if rank == JOKER else 3)
            if rank != JOKER:
                self.add(photo, spot.turned(), NOTHING, NO_SUIT, 1)
        height, width = photo.shape[:2]
        for spot in found:
            edge = min(spot.x, spot.y, width - spot.x, height - spot.y) < 0.8 * spot.height
            boxed = any(b[0] - 3 <= spot.x <= b[2] + 3 and b[1] - 3 <= spot.y <= b[3] + 3 for b, _ in boxes)
            if not edge and not boxed and spot.heat < 0.8:
                self.counts["nothing"] += 1
                self.add(photo, spot, NOTHING, NO_SUIT, 1)
        return rows

    def _cards(self, photo: Pixels, boxes: list[tuple[Box, str]], found: list[Spot]) -> list[Row]:
        rows = []
        for number, (box, card) in enumerate(boxes):
            rank, suit = classes_of(card)
            others = [b for b, _ in boxes if b is not box]
            inside = [
                s
                for s in found
                if s.heat > 0.3
                and box[0] <= s.x <= box[2]
                and box[1] <= s.y <= box[3]
                and not any(b[0] <= s.x <= b[2] and b[1] <= s.y <= b[3] for b in others)
            ]
            # The whole card counts neither way, but for the indices that read as they should.
            long = max(box[2] - box[0], box[3] - box[1]) * 0.8
            whole = Spot((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, long, long, 0.0, 1.0)
            rows.append(label_row(whole, STRANGE, NO_SUIT, number, False))
            if not inside:
                continue
            tries = [t for s in inside for t in (s, s.turned())]
            ranks, suits = self.model.names(upright(photo, tries))
            fit = ranks[:, rank] * suits[:, suit]
            for n in range(len(inside)):
                better = 2 * n + int(fit[2 * n + 1] > fit[2 * n])
                if fit[better] > 0.15:
                    self.counts["of cards"] += 1
                    self.add(photo, tries[better], rank, suit, 2)
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=nets.MODEL)
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    truth = [json.loads(line) for line in (options.photos / "truth.jsonl").read_text("utf-8").splitlines()]
    _, used = held_out(truth)
    boxes: dict[str, list[tuple[Box, str]]] = defaultdict(list)
    with (options.photos / "boxes.csv").open() as file:
        for row in csv.DictReader(file):
            box = (float(row["x1"]), float(row["y1"]), float(row["x2"]), float(row["y2"]))
            boxes[f"{row['set']}/{row['file']}"].append((box, row["card"]))
    harvest = Harvest(options.to, nets.load(options.model))
    for name in sorted(used):
        photo = cv2.imread(str(options.photos / name))
        if photo is None:
            raise FileNotFoundError(options.photos / name)
        harvest.photo(name, np.asarray(photo, np.uint8), boxes[name])
    np.savez(
        options.to / "crops.npz",
        x=np.array(harvest.crops, np.uint8),
        y=np.array(harvest.classes, np.uint8),
    )
    print(len(used), "photos,", len(harvest.crops), "crops,", dict(harvest.counts))


if __name__ == "__main__":
    main()
