"""Train the finder of corner indices on scenes, drawn or real.

    python -m referee.vision.training.train_finder --scenes scenes/ --minutes 60 --to finder.pt

A folder of scenes holds NAME.jpg with NAME.npy as `labels.COLUMNS` says. `--more` names a
second folder of which `--share` of the samples are taken. Stop and start at will.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from referee.vision.training.classes import JOKER
from referee.vision.training.nets import Finder
from referee.vision.training.run import Run, fast
from referee.vision.training.thaw import begin

SIDE = 320
CELLS = SIDE // 4
JOKERS = 0.4
"""Share of cuts from scenes with a joker: one card in fifteen would never be learnt."""
JOKER_WEIGHT = 4.0
"""Of a joker's size and direction in the loss: its marks vary more than all indices together."""
Sample = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
"""Picture (side, side, 3); then heat (2), weight (1), targets with their own weight (7), each by cells."""


def load_scenes(folder: Path) -> list[tuple[bytes, NDArray[np.float32]]]:
    """All scenes of a folder, their pictures still packed."""
    return [
        (labels.with_suffix(".jpg").read_bytes(), np.load(labels))
        for labels in sorted(folder.glob("*.npy"))
        if labels.with_suffix(".jpg").exists()
    ]


def _jokers(labels: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray((labels[:, 6] == JOKER) & (labels[:, 9] > 0.7))


class Samples(IterableDataset[Sample]):
    """Endless random cuts of scenes at random scale and turn, with their target maps."""

    def __init__(self, scenes: list[Any], more: list[Any], share: float, seed: int) -> None:
        self.scenes, self.more, self.share, self.seed = scenes, more, share, seed
        self.jokers = [scene for scene in scenes + more if _jokers(scene[1]).any()]

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self.seed)
        while True:
            pool = self.more if self.more and rng.random() < self.share else self.scenes
            if self.jokers and rng.random() < JOKERS:
                pool = self.jokers
            packed, labels = pool[int(rng.integers(len(pool)))]
            yield self._sample(packed, labels, rng)

    def _sample(self, packed: bytes, labels: NDArray[np.float32], rng: np.random.Generator) -> Sample:
        image = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        scale = math.exp(rng.uniform(math.log(0.6), math.log(1.4)))
        quarter = int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.1)
        c, s = math.cos(quarter) * scale, math.sin(quarter) * scale
        turn = np.array([[c, -s], [s, c]])
        # Mostly cuts with an index in them: bare table teaches little.
        seen = labels[labels[:, 9] > 0.7]
        if _jokers(seen).any() and rng.random() < 0.6:
            seen = seen[_jokers(seen)]
        if len(seen) and rng.random() < 0.85:
            middle = seen[int(rng.integers(len(seen))), :2].astype(float)
            shift = SIDE / 2 - turn @ middle + rng.uniform(-0.5, 0.5, 2) * SIDE
        else:
            middle = rng.uniform(0.2, 0.8, 2) * image.shape[1::-1]
            shift = SIDE / 2 - turn @ middle
        matrix = np.c_[turn, shift]
        how = cv2.INTER_AREA if scale < 0.9 else cv2.INTER_LINEAR
        picture = cv2.warpAffine(image, matrix, (SIDE, SIDE), flags=how, borderValue=(114, 114, 114))
        if rng.random() < 0.12:
            picture[rng.random((SIDE, SIDE)) < rng.uniform(0.001, 0.008)] = 255 if rng.random() < 0.7 else 0
        gain = (rng.uniform(0.85, 1.15, 3) * rng.uniform(0.75, 1.2)).astype(np.float32)
        picture = np.clip(picture * gain, 0, 255).astype(np.uint8)
        return (picture, *self._targets(labels, matrix, turn, scale))

    @staticmethod
    def _targets(
        labels: NDArray[np.float32], matrix: NDArray[Any], turn: NDArray[Any], scale: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        heat = np.zeros((2, CELLS, CELLS), np.float32)
        weight = np.ones((1, CELLS, CELLS), np.float32)
        truth = np.zeros((7, CELLS, CELLS), np.float32)
        rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32)
        for x, y, tall, wide, dx, dy, rank, _suit, _card, visible, counts in labels.tolist():
            cx, cy = (matrix @ np.array([x, y, 1.0])) / 4
            tall, wide = tall * scale, wide * scale
            if not (-2 < cx < CELLS + 2 and -2 < cy < CELLS + 2) or visible < 0.3:
                continue
            joker = rank == JOKER
            # A joker's mark is a word, a star, a column of letters: its middle is no point, but a patch.
            size = max(tall, wide) if joker else tall
            reach = max(2, int(size / 4 * 0.6))
            x0, x1 = max(0, int(cx) - reach), min(CELLS, int(cx) + reach + 1)
            y0, y1 = max(0, int(cy) - reach), min(CELLS, int(cy) + reach + 1)
            if x1 <= x0 or y1 <= y0:
                continue
            inside = 0 <= cx < CELLS and 0 <= cy < CELLS
            if visible < 0.7 or not counts or size < 9 or not inside:
                weight[0, y0:y1, x0:x1] = 0
                continue
            sigma = min(3.0, max(0.9, 0.1 * size / 4))
            away = (columns[y0:y1, x0:x1] + 0.5 - cx) ** 2 + (rows[y0:y1, x0:x1] + 0.5 - cy) ** 2
            layer = heat[int(joker)]
            hill = np.minimum(1, (1.6 if joker else 1.0) * np.exp(-away / (2 * sigma**2)))
            np.maximum(layer[y0:y1, x0:x1], hill, out=layer[y0:y1, x0:x1])
            column, row = int(cx), int(cy)
            layer[row, column] = 1
            direction = turn @ np.array([dx, dy]) / scale
            around = max(1, round(sigma)) if joker else 1
            matters = JOKER_WEIGHT * 9 / (2 * around + 1) ** 2 if joker else 1
            for r in range(max(0, row - around), min(CELLS, row + around + 1)):
                for q in range(max(0, column - around), min(CELLS, column + around + 1)):
                    shape = (math.log(max(tall, 4) / 32), math.log(max(wide, 3) / 16))
                    truth[:, r, q] = (cx - q, cy - r, *shape, *direction, matters)
        return heat, weight, truth


def losses(out: Tensor, heat: Tensor, weight: Tensor, truth: Tensor) -> list[Tensor]:
    """Focal loss of the heat, then mean errors of offset, size and direction where an index is."""
    p = torch.sigmoid(out[:, :2]).clamp(1e-4, 1 - 1e-4)
    hit = (heat >= 0.999).float()
    focal = hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - heat) ** 4 * p**2 * (1 - p).log()
    mask, count = truth[:, 6:7], truth[:, 6].sum().clamp(min=9)
    # Each layer by its own count, or the few jokers would drown among the indices.
    parts = [-((focal * weight).sum((0, 2, 3)) / hit.sum((0, 2, 3)).clamp(min=3)).sum()]
    for first in (0, 2, 4):
        error = (out[:, 2 + first : 4 + first] - truth[:, first : first + 2]).abs()
        parts.append((error * mask).sum() / count)
    return parts


def planes(pictures: Tensor) -> Tensor:
    """Pictures (n, h, w, 3) of bytes as the net takes them."""
    return pictures.permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="checkpoint or .onnx whose weights to begin from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--loaders", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    scenes = load_scenes(options.scenes)
    more = load_scenes(options.more) if options.more else []
    print(f"{len(scenes)} scenes, {len(more)} more", flush=True)
    net = Finder()
    if options.start is not None and not options.to.exists():
        first = DataLoader(Samples(scenes, more, options.share, options.seed), options.batch, num_workers=1)
        begin(net, options.start, (planes(picture) for picture, *_ in first))
    run = Run(net, options.to, options.minutes, options.rate, 1e-4)
    # Another seed after each resumption: the same cuts are not shown twice.
    samples = Samples(scenes, more, options.share, options.seed + run.steps)
    for picture, heat, weight, truth in DataLoader(samples, options.batch, num_workers=options.loaders):
        if run.over:
            break
        with fast():
            out = net(planes(picture))
        parts = losses(out.float(), heat, weight, truth)
        run.step(parts[0] + 0.5 * parts[1] + 0.5 * parts[2] + 0.7 * parts[3], parts)
    run.save()


if __name__ == "__main__":
    main()
