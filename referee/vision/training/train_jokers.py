"""Train the net that tells jokers' marks from what the finder takes for them.

    python -m referee.vision.training.train_jokers --marks a.npz:scenes/ b.npz:more/ --real r.npz:real/scenes
        --minutes 40 --to jokers.pt

Each pair is what `mine` wrote and the folder of its scenes, which are held in memory unpacked;
`--share` of the samples come from the real ones. Stop and start at will.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from referee.vision.crops import Spot
from referee.vision.jokers import WIDE, views
from referee.vision.training.labels import clearness
from referee.vision.training.nets import JokerNet
from referee.vision.training.run import Run, fast
from referee.vision.training.thaw import begin, blend

JOKERS = 0.4
"""Share of jokers among the samples."""
UNKNOWN = 0.15
"""Share of samples that do not show the surroundings."""
TURNED = 0.4
"""Share of samples turned by any quarter: words and stacked letters pass for each other."""
EASY = 0.2
"""Weight among the others of one that the net at first surely takes for none; 1 of one it takes for a joker."""
Sample = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Views (6, 80, 80) in 0–1; and whether it is a joker, direction x y, middle x y, whether that is known."""


class Marks:
    """Pictures and the marks in them, as `mine.COLUMNS` says, jokers and others; drawn oftener where clear."""

    def __init__(self, pairs: list[str]) -> None:
        self.pictures: list[NDArray[np.uint8]] = []
        parts = []
        for pair in pairs:
            file, folder = pair.rsplit(":", 1)
            with np.load(file) as mined:
                names, marks = mined["names"], mined["marks"].copy()
            places: dict[int, int] = {}
            for scene in np.unique(marks[:, 0]).astype(int).tolist():
                picture = cv2.imread(str(Path(folder) / f"{names[scene]}.jpg"))
                assert picture is not None
                places[scene] = len(self.pictures)
                self.pictures.append(np.asarray(picture, np.uint8))
            marks[:, 0] = [places[scene] for scene in marks[:, 0].astype(int).tolist()]
            parts.append(marks)
        self.marks = np.concatenate(parts)
        # Half of what is drawn is so dark, small or blurred that anybody would guess: seldom shown, it keeps
        # the scores honest; shown as often as the rest, it teaches little else.
        spots = [(self.pictures[int(mark[0])], Spot(*mark[1:7].tolist())) for mark in self.marks]
        self.clear = np.array([clearness(picture, spot) for picture, spot in spots])
        self._index()

    def _index(self) -> None:
        joker = self.marks[:, 7] == 1
        self.steps = [np.cumsum(self.clear * (joker == kind)) for kind in (False, True)]

    def weigh(self, net: nn.Module) -> None:
        """Draw those others oftener that a net takes for jokers: few of them, as in photos, look like one."""
        others = np.flatnonzero(self.marks[:, 7] == 0)
        taken = [torch.sigmoid(out[:, 0]).numpy() for out in answers(net, self.pictures, self.marks[others])]
        self.clear[others] *= EASY + (1 - EASY) * np.concatenate(taken)
        self._index()

    def draw(self, joker: bool, rng: np.random.Generator) -> NDArray[np.float64]:
        """One mark at random, a joker's or another."""
        steps = self.steps[joker]
        return np.asarray(self.marks[np.searchsorted(steps, rng.random() * steps[-1], side="right")])

    def split(self, every: int) -> NDArray[np.float64]:
        """Take the clear ones of every so manieth scene out, to watch the progress."""
        aside = self.marks[:, 0] % every == 0
        kept = self.marks[aside & (self.clear > 0.5)]
        self.marks, self.clear = self.marks[~aside], self.clear[~aside]
        self._index()
        return np.asarray(kept)

    def __str__(self) -> str:
        joker = self.marks[:, 7] == 1
        return f"{joker.sum()} jokers (clear {self.clear[joker].mean():.2f}), {(~joker).sum()} others"


def sample(picture: NDArray[np.uint8], mark: NDArray[np.float64], rng: np.random.Generator | None) -> Sample:
    """One mark's views and its truth; with `rng` placed, turned, squeezed, lit and worn a little differently."""
    x, y, tall, wide, dx, dy, joker, *truth = mark[1:].tolist()
    down, middle = np.array(truth[:2]), np.array(truth[2:])
    angle = math.atan2(dy, dx)
    if rng is not None:
        # A finder gives marks a direction; to what is none, a photo turned gives any.
        stray = not joker and rng.random() < 0.5
        quarter = int(rng.integers(4)) * math.pi / 2 if rng.random() < TURNED else 0.0
        angle = rng.uniform(-math.pi, math.pi) if stray else angle + rng.normal(0, 0.2) + quarter
        size = math.exp(rng.normal(0, 0.2))
        tall, wide = tall * size, wide * size
        long = max(tall, wide)
        x, y = x + rng.normal(0, 0.06) * long, y + rng.normal(0, 0.06) * long
    spot = Spot(x, y, tall, wide, math.cos(angle), math.sin(angle))
    [view] = views(picture, [spot])
    if rng is not None:
        view = worn(view, rng)
    # Into the crop's own frame, whose rows run along the spot's direction.
    frame = np.array([[spot.dy, -spot.dx], [spot.dx, spot.dy]])
    known = not np.isnan(middle).any()
    if rng is not None and rng.random() < UNKNOWN:
        # The surroundings of few decks are learnt by heart: at times the mark itself must do.
        view[..., 3:] = view[..., 3:].mean((0, 1))
        known = False
    away = frame @ (middle - (x, y)) / (WIDE * max(tall, wide)) if known else np.zeros(2)
    target = np.array([joker, *(frame @ down), *away, float(known)], np.float32)
    return view.transpose(2, 0, 1).astype(np.float32) / 255, target


def worn(view: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Another light, fewer pixels, grain: both views alike. The scenes are worn already, so only a little."""
    u, side = rng.uniform, view.shape[0]
    parts = [view[..., :3].astype(np.float32), view[..., 3:].astype(np.float32)]
    if rng.random() < 0.2:
        small = max(16, round(side * u(0.5, 0.9)))
        parts = [
            cv2.resize(part, (small, small), interpolation=cv2.INTER_AREA).astype(np.float32) for part in parts
        ]
        parts = [cv2.resize(part, (side, side)).astype(np.float32) for part in parts]
    if rng.random() < 0.1:
        parts = [np.repeat(part.mean(2, keepdims=True), 3, 2) for part in parts]
    elif rng.random() < 0.15:
        inks = rng.permutation(3)
        parts = [part[..., inks] for part in parts]
    image = np.concatenate(parts, 2)
    if rng.random() < 0.2:
        image = image + rng.normal(0, u(2, 8), (side, side, 1)).astype(np.float32)
    if rng.random() < 0.2:
        image = np.float32(255) * (np.clip(image, 0, 255) / np.float32(255)) ** np.float32(u(0.7, 1.5))
    tint = np.tile(u(0.88, 1.12, 3), 2).astype(np.float32)
    return np.asarray(np.clip(image * tint * np.float32(u(0.75, 1.2)) + np.float32(u(-10, 15)), 0, 255), np.float32)


class Samples(IterableDataset[Sample]):
    """Endless worn samples, `share` of them from the real photos."""

    def __init__(self, drawn: Marks, real: Marks | None, share: float, seed: int) -> None:
        self.drawn, self.real, self.share, self.seed = drawn, real, share, seed

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self.seed)
        while True:
            pool = self.real if self.real and rng.random() < self.share else self.drawn
            mark = pool.draw(rng.random() < JOKERS, rng)
            yield sample(pool.pictures[int(mark[0])], mark, rng)


def losses(out: Tensor, truth: Tensor) -> list[Tensor]:
    """Errors of the score, of the direction of jokers, and of their middles where known."""
    joker, known = truth[:, 0], truth[:, 0] * truth[:, 5]
    score = nn.functional.binary_cross_entropy_with_logits(out[:, 0], joker * 0.98 + 0.01)
    turn = ((out[:, 1:3] - truth[:, 1:3]).abs().sum(1) * joker).sum() / joker.sum().clamp(min=1)
    place = ((out[:, 3:5] - truth[:, 3:5]).abs().sum(1) * known).sum() / known.sum().clamp(min=1)
    return [score, turn, place]


def answers(net: nn.Module, pictures: list[NDArray[np.uint8]], marks: NDArray[np.float64]) -> Iterator[Tensor]:
    """What a net says of marks as they are, some hundred at a time."""
    net.eval()
    for first in range(0, len(marks), 200):
        some = [sample(pictures[int(mark[0])], mark, None)[0] for mark in marks[first : first + 200]]
        with torch.no_grad():
            x = torch.from_numpy(np.stack(some)).contiguous(memory_format=torch.channels_last)
            yield net(x)


def watch(net: nn.Module, pictures: list[NDArray[np.uint8]], marks: NDArray[np.float64]) -> str:
    """On marks kept aside: jokers found where one other in a thousand, and in a hundred, passes for one; errors."""
    out = torch.cat(list(answers(net, pictures, marks))).numpy()
    truth = np.stack([sample(pictures[int(mark[0])], mark, None)[1] for mark in marks])
    yes, no = out[truth[:, 0] == 1], out[truth[:, 0] == 0, 0]
    shares = [f"{share}: {(yes[:, 0] > np.quantile(no, 1 - share)).mean():.3f}" for share in (0.001, 0.01)]
    mine = truth[truth[:, 0] == 1]
    turned = (yes[:, 1:3] * mine[:, 1:3]).sum(1) < 0
    off = np.abs(yes[:, 3:5] - mine[:, 3:5]).sum(1)[mine[:, 5] == 1]
    return f"found at {', '.join(shares)}; turned {turned.mean():.3f}, middle off {np.median(off):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--marks", nargs="+", required=True)
    parser.add_argument("--real", nargs="*", default=[])
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="checkpoint or .onnx whose weights to begin from")
    parser.add_argument(
        "--blend", type=float, help="share of those weights in the net that is written beside the last"
    )
    parser.add_argument("--namer", type=Path, help="checkpoint of a namer to begin like")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    # OpenCV's threads do not survive the fork of the loader, which would wait for them forever.
    cv2.setNumThreads(1)
    drawn = Marks(options.marks)
    kept = drawn.split(25)
    real = Marks(options.real) if options.real else None
    for name, marks in (("drawn", drawn), ("real", real)):
        print(name, marks, flush=True)
    net = JokerNet()
    if options.namer is not None:
        net.begin_like(torch.load(options.namer, weights_only=True)["net"])
    if options.start is not None and not options.to.exists():
        first = DataLoader(Samples(drawn, real, options.share, options.seed), options.batch, num_workers=1)
        begin(net, options.start, (views_ for views_, _ in first))
    run = Run(net, options.to, options.minutes, options.rate, 1e-3)
    for marks in filter(None, (drawn, real)) if run.spent < run.budget else ():
        marks.weigh(run.mean.module)
    samples = Samples(drawn, real, options.share, options.seed + run.steps)
    for views_, truth in DataLoader(samples, options.batch, num_workers=1):
        if run.over:
            break
        with fast():
            out = net(views_.contiguous(memory_format=torch.channels_last))
        parts = losses(out.float(), truth)
        run.step(parts[0] + 0.3 * parts[1] + 0.5 * parts[2], parts)
        if run.steps % 500 == 0:
            print(f"step {run.steps}: {watch(run.mean.module, drawn.pictures, kept)}", flush=True)
    run.save()
    if options.start is not None and options.blend:
        before, inputs = JokerNet(), (views_ for views_, _ in DataLoader(samples, options.batch, num_workers=1))
        begin(before, options.start, inputs)
        blend(run.mean.module, before, options.blend, inputs)
        torch.save({"mean": run.mean.state_dict()}, options.to.with_suffix(".blend.pt"))


if __name__ == "__main__":
    main()
