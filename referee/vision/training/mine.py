"""What the finder takes for jokers' marks, rightly and wrongly, for the net that tells them apart.

    python -m referee.vision.training.mine --scenes scenes/ --to marks.npz [--most 4000]

Places, sizes and directions are the finder's own, as they will be when photos are read; so is the
share of table edges, court figures and pips among them. Real scenes come from `real.py`.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import nets
from referee.vision.crops import Spot
from referee.vision.finder import find
from referee.vision.training.classes import JOKER
from referee.vision.training.labels import away

COLUMNS = ("scene", "x", "y", "height", "width", "dx", "dy", "joker", "down_x", "down_y", "middle_x", "middle_y")
"""Of a mark: its scene's place in the list of names, the finder's spot, 1 for a joker's, and then the direction
in which that card is read downwards and its middle (nan where it is not known)."""
LIKELY = 0.12
"""Heat of a joker's mark from which a spot is taken: fainter ones than when photos are read, to learn more from."""
FIGURE = 0.55
"""Of the way from a joker's middle to its mark: nearer lies its figure."""
SHOWS, COVERED = 0.6, 0.2
"""Shares of a mark that show: from the one it is a joker, below the other it is not seen."""
Labels = NDArray[np.float32]


def mark_under(spot: Spot, labels: Labels) -> Labels | None:
    """The joker's mark on which a spot lies, or an empty row on none; None where nobody can tell."""
    apart = away(spot.x, spot.y, labels)
    under = (apart < 1) & (labels[:, 9] > COVERED)
    if not under.any():
        return None if unlabelled(spot, labels) else labels[0, :0]
    # Marks of cards laid close overlap in part: the nearest is meant. What is half hidden is left out.
    nearest = labels[np.where(under, apart, np.inf).argmin()]
    if nearest[9] < SHOWS:
        return None
    return np.asarray(nearest if nearest[6] == JOKER else nearest[:0])


def on_a_figure(spot: Spot, labels: Labels) -> bool:
    """Whether a spot lies around the middle of a joker whose two opposite marks are known."""
    for mark in labels[labels[:, 6] == JOKER]:
        middle = middle_of(mark, labels)
        if math.dist(middle, (spot.x, spot.y)) < FIGURE * math.dist(middle, mark[:2].tolist()):
            return True
    return False


def unlabelled(spot: Spot, labels: Labels) -> bool:
    """Whether a spot that lies on no label may still lie on words that came with a joker's figure.

    So it may within a card's length of a joker's mark, shown or covered; the figure itself, around a
    joker's middle, is no mark.
    """
    jokers = labels[labels[:, 6] == JOKER]
    if not len(jokers) or on_a_figure(spot, labels):
        return False
    ways = [math.dist(middle_of(mark, labels), mark[:2].tolist()) for mark in labels]
    known = [way for way in ways if not math.isnan(way)]
    length = 2.2 * float(np.median(known)) if known else math.inf
    return bool(np.hypot(jokers[:, 0] - spot.x, jokers[:, 1] - spot.y).min() < length)


def middle_of(mark: Labels, labels: Labels) -> tuple[float, float]:
    """The middle of a mark's card, halfway to the one that lies opposite on it; nan where none is known."""
    same = labels[(labels[:, 8] == mark[8]) & (labels[:, 6] == mark[6])]
    for other in same[same[:, 4] * mark[4] + same[:, 5] * mark[5] < -0.8]:
        # Of two marks as large, or it is the opposite of another print on the same card.
        if math.isclose(other[2] * other[3], mark[2] * mark[3], rel_tol=0.6):
            return float(other[0] + mark[0]) / 2, float(other[1] + mark[1]) / 2
    return math.nan, math.nan


def marks_in(picture: NDArray[np.uint8], labels: Labels, model: nets.Nets) -> list[list[float]]:
    """All marks of a scene as `COLUMNS` says, but for the scene's own place."""
    rows = []
    for spot in find(picture, model, LIKELY):
        mark = mark_under(spot, labels) if len(labels) else np.zeros(0, np.float32)
        if spot.joker < LIKELY or mark is None:
            continue
        place = [spot.x, spot.y, spot.height, spot.width, spot.dx, spot.dy]
        truth = [1.0, float(mark[4]), float(mark[5]), *middle_of(mark, labels)] if len(mark) else [0.0] * 5
        rows.append(place + truth)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=nets.MODEL)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--real", action="store_true", help="where one joker is known, others may be unknown")
    parser.add_argument("--first", type=int, default=0, help="scenes to pass over")
    parser.add_argument("--most", type=int, default=10**9, help="scenes to look through")
    options = parser.parse_args()
    model = nets.load(options.model)
    names: list[str] = []
    marks: list[list[float]] = []
    for labels in sorted(options.scenes.glob("*.npy"))[options.first :][: options.most]:
        picture = cv2.imread(str(labels.with_suffix(".jpg")))
        if picture is None:
            continue
        known = np.load(labels)
        found = marks_in(np.asarray(picture, np.uint8), known, model)
        if options.real and len(known) and (known[:, 6] == JOKER).any():
            found = [row for row in found if row[6] or on_a_figure(Spot(*row[:6]), known)]
        marks += [[float(len(names)), *row] for row in found]
        names.append(labels.stem)
    every = np.array(marks, np.float64).reshape(-1, len(COLUMNS))
    np.savez(options.to, names=np.array(names), marks=every)
    print(len(names), "scenes,", len(every), "marks,", int(every[:, 7].sum()), "of jokers")


if __name__ == "__main__":
    main()
