"""Train the namer of upright crops: a rank head and a suit head.

    python -m referee.vision.training.train_namer --crops scenes/ --minutes 25 --to namer.pt

Crops come from `crops_*.npz`; `--more` names files of real crops, `--share` of
each batch. Stop and start at will. The last 3,000 drawn crops are kept to watch the progress.
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
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from referee.vision.crops import HEIGHT, MIDDLE, WIDTH
from referee.vision.training.classes import JOKER, MARGIN, NO_SUIT, NOTHING, STRANGE
from referee.vision.training.nets import Namer
from referee.vision.training.run import Run, fast
from referee.vision.training.thaw import begin

RANK_SCORES = 16
Crops = NDArray[np.uint8]


def load_crops(folder: Path) -> tuple[Crops, NDArray[np.int64]]:
    """All drawn crops of a folder and their classes (rank, suit), shuffled once."""
    files = [np.load(file) for file in sorted(folder.glob("crops_*.npz"))]
    pictures = np.concatenate([file["x"] for file in files])
    classes = np.concatenate([file["y"] for file in files]).astype(np.int64)
    order = np.random.default_rng(0).permutation(len(pictures))
    return pictures[order], classes[order]


def sampling_weights(pictures: Crops, classes: NDArray[np.int64], nothing: float) -> NDArray[np.float64]:
    """Rarer: nothing, the unreadable. Oftener: jokers, strange letters, and clubs and spades, which look alike."""
    rank, suit = classes[:, 0], classes[:, 1]
    weights = np.where(rank == NOTHING, nothing, 1.0)
    weights = np.where(rank == JOKER, 1.5, weights)
    weights = np.where(rank == STRANGE, 2.5, weights)
    weights = np.where(rank < JOKER, weights * legibility(pictures), weights)
    return np.asarray(weights * np.select([suit == 0, suit == 3], [3.0, 2.6], 1.0))


def legibility(pictures: Crops) -> NDArray[np.float64]:
    """How well each crop's index can be read, 0.1 to 1, by its contrast and its sharpest edges.

    A fifth of what is drawn is so dark or blurred that its card is a guess: seldom shown, it
    keeps the scores honest; shown as often as the rest, it teaches little else.
    """
    shares = np.empty(len(pictures))
    for n, canvas in enumerate(pictures):
        index = canvas[MARGIN + 8 : MARGIN + HEIGHT - 8, MARGIN + MIDDLE - 14 : MARGIN + MIDDLE + 14]
        grey = cv2.cvtColor(index, cv2.COLOR_BGR2GRAY).astype(np.float32)
        dark, light = np.percentile(grey, (5, 95))
        edges = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
        contrast = max(1.0, float(light - dark))
        sharp = float(np.percentile(edges, 95)) / contrast
        shares[n] = np.clip((contrast - 10) / 40, 0.1, 1) * np.clip((sharp - 0.15) / 0.25, 0.1, 1)
    return np.maximum(shares, 0.1)


def worn(canvas: Crops, rng: np.random.Generator) -> NDArray[np.float32]:
    """A crop out of its canvas, moved, squeezed, blurred and tinted a little, as photos and finders vary."""
    angle, size = rng.normal(0, 0.05), math.exp(rng.normal(0, 0.06))
    stretch = math.exp(rng.normal(0, 0.28))
    c, s = math.cos(angle) / size, math.sin(angle) / size
    # Seen at a slant, the rank stays above the suit, but both slope, and a sloping club looks like a spade.
    slope = rng.normal(0, 0.38) if rng.random() < 0.6 else 0.0
    turn, slant = np.array([[c, -s], [s, c]]), np.array([[stretch, rng.normal(0, 0.08)], [slope * stretch, 1]])
    matrix = np.c_[turn @ slant, [0.0, 0.0]]
    index = np.array([MIDDLE, HEIGHT / 2])
    matrix[:, 2] = index - matrix[:, :2] @ (index + MARGIN) + rng.normal(0, 1.2, 2)
    image = cv2.warpAffine(canvas, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:
        clot(image, rng)
    if rng.random() < 0.15:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.4))
    if rng.random() < 0.6:
        image = of_few_pixels(image, rng)
    gain = (rng.uniform(0.85, 1.12, 3) * rng.uniform(0.7, 1.25)).astype(np.float32)
    tinted = image.astype(np.float32) * gain + np.float32(rng.uniform(-12, 20))
    return np.asarray(np.clip(tinted, 0, 255), np.float32)


def clot(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Run the index's suit into a blob, in place: the card's own pips beside it then have to tell."""
    part = image[HEIGHT // 2 - 2 : HEIGHT - 6, MIDDLE - 15 : MIDDLE + 15]
    spread = cv2.erode if np.median(part) > 110 else cv2.dilate
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    blob = spread(part, kernel, iterations=int(rng.integers(1, 3)))
    part[:] = cv2.GaussianBlur(blob, (0, 0), rng.uniform(0.5, 1.6))


def of_few_pixels(image: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """As a webcam far away sees it: few pixels (more one way in squeezed pictures), grain, halos, JPEG."""
    u = rng.uniform
    small, squeeze = u(0.32, 0.8), math.exp(rng.uniform(-0.35, 0.35))
    size = (max(8, round(WIDTH * min(1.0, small * squeeze))), max(8, round(HEIGHT * min(1.0, small / squeeze))))
    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.15:
        # Ink that runs into the paper between a club's lobes, as out of focus and then sharpened.
        image = cv2.erode(
            image, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3)) if small > 0.5 else np.ones((2, 2))
        )
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), u(0.3, 0.8))
    if rng.random() < 0.4:
        grain = rng.normal(0, u(2, 9), (*image.shape[:2], 1 if rng.random() < 0.5 else 3))
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), u(0.8, 1.6))
        image = cv2.addWeighted(image, 1 + (more := u(0.4, 1.5)), soft, -more, 0)
    if rng.random() < 0.35:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(u(25, 85))])
        unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        assert unpacked is not None
        image = unpacked
    if rng.random() < 0.3:
        image = image.copy()
        image[rng.random(image.shape[:2]) < u(0.002, 0.02)] = 255 if rng.random() < 0.7 else 0
    how = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC
    return cv2.resize(image, (WIDTH, HEIGHT), interpolation=how)


def halved(crop: Crops, rng: np.random.Generator) -> tuple[Crops, NDArray[np.int64]]:
    """An index robbed of its suit, as on foreign cards, or of its rank, as a pip; and its new classes."""
    crop = crop.copy()
    row = HEIGHT // 2 + MARGIN + int(rng.integers(0, 4))
    beside = [MARGIN + MIDDLE - 17, MARGIN + MIDDLE + 17]
    paper = np.median(crop[MARGIN + HEIGHT // 4 : -MARGIN - HEIGHT // 4, beside], axis=(0, 1))
    suit_goes = rng.random() < 0.7
    part = crop[row:] if suit_goes else crop[:row]
    part[:] = np.clip(paper + rng.normal(0, 3, part.shape), 0, 255)
    return crop, np.array([STRANGE if suit_goes else NOTHING, NO_SUIT])


class Samples(IterableDataset[tuple[NDArray[Any], NDArray[Any]]]):
    """Endless worn crops with their classes, `share` of them from the second set."""

    def __init__(self, drawn: tuple[Any, Any], real: tuple[Any, Any] | None, share: float, seed: int) -> None:
        self.sets = [drawn] if real is None else [drawn, real]
        self.share, self.seed = share, seed
        # What was drawn as nothing is plain table; what the finder took for an index is worth more.
        weights = [sampling_weights(*each, nothing) for each, nothing in zip(self.sets, (0.4, 1.2), strict=False)]
        self.steps = [np.cumsum(w / w.sum()) for w in weights]

    def __iter__(self) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        while True:
            which = int(len(self.sets) > 1 and rng.random() < self.share)
            pictures, classes = self.sets[which]
            at = min(int(np.searchsorted(self.steps[which], rng.random())), len(pictures) - 1)
            crop, truth = pictures[at], classes[at]
            if truth[0] < JOKER and rng.random() < 0.06:
                crop, truth = halved(crop, rng)
            yield worn(crop, rng), truth


def watch(net: Namer, pictures: Crops, classes: NDArray[np.int64]) -> str:
    """Shares named right, of ranks, suits, jokers, nothings and strange ones."""
    net.eval()
    with torch.no_grad():
        parts = []
        for first in range(0, len(pictures), 500):
            plain = pictures[first : first + 500, MARGIN:-MARGIN, MARGIN:-MARGIN]
            x = torch.from_numpy(plain).permute(0, 3, 1, 2).float() / 255
            parts.append(net(x.contiguous(memory_format=torch.channels_last)))
    out = torch.cat(parts).numpy()
    rank, suit = out[:, :RANK_SCORES].argmax(1), out[:, RANK_SCORES:].argmax(1)
    shares = {"rank": (rank == classes[:, 0])[classes[:, 0] < JOKER]}
    shares["suit"] = (suit == classes[:, 1])[classes[:, 0] < JOKER]
    for name, number in (("joker", JOKER), ("nothing", NOTHING), ("strange", STRANGE)):
        shares[name] = (rank == number)[classes[:, 0] == number]
    return " ".join(f"{name} {share.mean():.4f}" for name, share in shares.items() if len(share))


def loss_of(out: Tensor, classes: Tensor) -> list[Tensor]:
    """Errors of rank and suit, softened so that the scores stay honest."""
    rank = nn.functional.cross_entropy(out[:, :RANK_SCORES], classes[:, 0], label_smoothing=0.02)
    suit = nn.functional.cross_entropy(out[:, RANK_SCORES:], classes[:, 1], label_smoothing=0.02)
    return [rank, suit]


def planes(crops: Tensor) -> Tensor:
    """Crops (n, h, w, 3) in 0–255 as the net takes them."""
    return (crops.permute(0, 3, 1, 2) / 255).contiguous(memory_format=torch.channels_last)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--more", type=Path, nargs="*", default=[])
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="checkpoint or .onnx whose weights to begin from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    pictures, classes = load_crops(options.crops)
    kept = (pictures[-3000:], classes[-3000:])
    drawn = (pictures[:-3000], classes[:-3000])
    real = None
    if options.more:
        files = [np.load(file) for file in options.more]
        real = (
            np.concatenate([file["x"] for file in files]),
            np.concatenate([file["y"] for file in files]).astype(np.int64),
        )
    print(len(pictures), "crops,", len(real[0]) if real else 0, "real;", np.bincount(classes[:, 0]), flush=True)
    net = Namer()
    if options.start is not None and not options.to.exists():
        first = DataLoader(Samples(drawn, real, options.share, options.seed), options.batch, num_workers=1)
        begin(net, options.start, (planes(picture) for picture, _ in first))
    run = Run(net, options.to, options.minutes, options.rate, 1e-3)
    assert NO_SUIT == 4, "the suit head has five scores, the last for none"
    for picture, truth in DataLoader(
        Samples(drawn, real, options.share, options.seed + run.steps), options.batch, num_workers=1
    ):
        if run.over:
            break
        with fast():
            out = net(planes(picture))
        parts = loss_of(out.float(), truth)
        run.step(parts[0] + 2 * parts[1], parts)
        if run.steps % 500 == 0:
            print(f"step {run.steps}: {watch(run.mean.module, *kept)}", flush=True)
    run.save()
    print(f"drawn: {watch(run.mean.module, *kept)}")
    if real:
        print(f"real: {watch(run.mean.module, *real)}")


if __name__ == "__main__":
    main()
