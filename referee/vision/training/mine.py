"""What the finder takes for jokers in drawn scenes, rightly and wrongly: crops for the namer to tell apart.

    python -m referee.vision.training.mine --scenes scenes/ --model referee/vision/model --to mined.npz

Places, sizes and directions are the finder's own, as they will be when photos are read; so is the
share of table edges, court figures and pips among them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision import nets
from referee.vision.crops import Spot, upright
from referee.vision.finder import find
from referee.vision.training.classes import JOKER, MARGIN, NO_SUIT, NOTHING

LIKELY = 0.2
"""Chance of a joker's mark from which a spot is taken."""
SHOWS, COVERED = 0.6, 0.2
"""Shares of a mark that show: from the one it is a joker, below the other it is not seen."""


def class_of(spot: Spot, labels: NDArray[np.float32]) -> int | None:
    """`JOKER` on a joker's mark, `NOTHING` where no index lies; None where it is neither."""
    away = np.hypot(labels[:, 0] - spot.x, labels[:, 1] - spot.y)
    under = labels[(away < 0.5 * labels[:, 2:4].max(1)) & (labels[:, 9] > COVERED)]
    if not len(under):
        return NOTHING if not (away < max(spot.height, spot.width)).any() else None
    return JOKER if ((under[:, 6] == JOKER) & (under[:, 9] > SHOWS)).any() else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=nets.MODEL)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--most", type=int, default=2000, help="scenes to look through")
    options = parser.parse_args()
    model = nets.load(options.model)
    crops: list[NDArray[np.uint8]] = []
    classes: list[tuple[int, int]] = []
    for labels in sorted(options.scenes.glob("*.npy"))[: options.most]:
        picture = cv2.imread(str(labels.with_suffix(".jpg")))
        if picture is None:
            continue
        pixels = np.asarray(picture, np.uint8)
        known = np.load(labels)
        some = [(spot, class_of(spot, known)) for spot in find(pixels, model) if spot.joker > LIKELY]
        crops += list(upright(pixels, [spot for spot, rank in some if rank is not None], margin=MARGIN))
        classes += [(rank, NO_SUIT) for _, rank in some if rank is not None]
    np.savez(options.to, x=np.array(crops, np.uint8), y=np.array(classes, np.uint8))
    print(len(crops), "crops,", sum(rank == JOKER for rank, _ in classes), "of jokers")


if __name__ == "__main__":
    main()
