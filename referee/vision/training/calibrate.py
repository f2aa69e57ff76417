"""Fit the confidence to what is right: a logistic regression on photos and scenes not trained on.

    python -m referee.vision.training.calibrate --photos PHOTOS --scenes held_out_scenes/

reads the held-out blocks of the trainable photos, as they are and as a webcam would take them, and
scenes of decks never drawn for training, and writes calibration.json beside the nets.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.blocks import held_out
from referee.vision.confidence import FEATURES, features, kind_of
from referee.vision.corners import SeenCard, cards_of
from referee.vision.namer import CARDS
from referee.vision.nets import MODEL
from referee.vision.photo import Pixels, open_photo
from referee.vision.reader import see
from referee.vision.training.classes import JOKER
from referee.vision.training.drawn import lies_on, name_of

Floats = NDArray[np.float64]
Row = tuple[str, list[float], bool]
"""Kind, features, and whether the best card is the right one."""
_NAMES = [("JK" if card.is_joker else str(card)) for card in CARDS]
JOKERS_SEEN = 3
"""Times that what a camera took for a joker counts: photos hold more that looks like one than scenes do."""
CHOSEN = 1e-3
"""Weights are held near zero with this strength: few mistakes must not make wild weights."""


def seen_cards(pixels: Pixels) -> list[SeenCard]:
    """Cards of a picture that are more likely something than nothing."""
    return [card for card in cards_of([i for i in see(pixels) if i.nothing < 0.6]) if card.nothing < 0.6]


def of_photo(pixels: Pixels, cards: list[str]) -> list[Row]:
    """Features and rightness of a photo's cards, the clearest counted first."""
    left = Counter(cards)
    rows = []
    for seen in sorted(seen_cards(pixels), key=lambda s: -float(s.chances.max())):
        name = _NAMES[int(seen.chances.argmax())]
        hit = left[name] > 0
        left[name] -= hit
        rows.append((kind_of(seen), features(seen), hit))
    return rows


def as_by_a_webcam(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """The same picture of fewer pixels, squeezed, soft, grainy and packed hard: confidence must fall with it."""
    height, width = pixels.shape[:2]
    size, squeeze = rng.uniform(0.35, 0.9), math.exp(rng.uniform(-0.2, 0.2))
    shape = (max(64, round(width * size * squeeze)), max(64, round(height * size / squeeze)))
    picture = cv2.GaussianBlur(
        cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA), (0, 0), rng.uniform(0.3, 1.1)
    )
    grain = rng.normal(0, rng.uniform(1, 8), (*picture.shape[:2], 1))
    picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 85))])
    unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert unpacked is not None
    return np.asarray(unpacked, np.uint8)


def of_scene(pixels: Pixels, labels: NDArray[np.float32]) -> list[Row]:
    """The same of a drawn scene, where each index has its place; words that jokers bear too are left out."""
    rows = []
    for seen in seen_cards(pixels):
        name = _NAMES[int(seen.chances.argmax())]
        under = [row for row in labels.tolist() if lies_on(seen, row)]
        if under and all(row[6] == JOKER and not row[10] for row in under):
            continue
        truths = {name_of(int(row[6]), int(row[7])) for row in under}
        rows.append((kind_of(seen), features(seen), name in truths))
    return rows


def fit(x: Floats, right: Floats, times: Floats) -> Floats:
    """Bias and weights of a logistic regression, by Newton's method; each row counts `times` over."""
    design = np.c_[np.ones(len(x)), x]
    weights = np.zeros(design.shape[1])
    pull = CHOSEN * times.sum() * np.eye(design.shape[1])
    pull[0, 0] = 0
    for _ in range(60):
        p = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (times * (p - right)) + pull @ weights
        curve = (design * (times * p * (1 - p) + 1e-9)[:, None]).T @ design + pull + 1e-6 * np.eye(len(pull))
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, required=True, help="drawn with --held-out")
    parser.add_argument("--most", type=int, default=300, help="scenes to read")
    options = parser.parse_args()
    truth = [json.loads(line) for line in (options.photos / "truth.jsonl").read_text("utf-8").splitlines()]
    kept, _ = held_out(truth)
    rows: list[Row] = []
    rng = np.random.default_rng(0)
    for row in truth:
        name = f"{row['set']}/{row['file']}"
        if name in kept:
            pixels = open_photo((options.photos / name).read_bytes()).pixels
            rows += of_photo(pixels, row["cards"])
            rows += of_photo(as_by_a_webcam(pixels, rng), row["cards"])
    print(f"photos: {len(rows)} cards, {sum(hit for *_, hit in rows)} right")
    photographed = len(rows)
    for labels in sorted(options.scenes.glob("*.npy"))[: options.most]:
        picture = cv2.imread(str(labels.with_suffix(".jpg")))
        if picture is not None:
            rows += of_scene(np.asarray(picture, np.uint8), np.load(labels))
    times = [JOKERS_SEEN if n < photographed and row[0] == "jokers" else 1 for n, row in enumerate(rows)]
    known = {kind: _fitted(kind, rows, times) for kind in ("cards", "jokers")}
    (MODEL / "calibration.json").write_text(json.dumps(known, indent=2) + "\n", "utf-8")


def _fitted(kind: str, every: list[Row], times: list[int]) -> dict[str, object]:
    rows = [row for row in every if row[0] == kind]
    x = np.array([values for _, values, _ in rows])
    right = np.array([float(hit) for *_, hit in rows])
    weights = fit(x, right, np.array([float(n) for n, row in zip(times, every, strict=True) if row[0] == kind]))
    sure = 1 / (1 + np.exp(-(np.c_[np.ones(len(x)), x] @ weights)))
    for low in (0.0, 0.5, 0.75, 0.9, 0.95, 0.99):
        inside = sure >= low
        share = 100 * right[inside].mean() if inside.any() else 0.0
        print(f"{kind} from {low:.2f}: {int(inside.sum())} of {len(rows)}, right {share:.2f} %")
    return {
        "bias": round(float(weights[0]), 4),
        "weights": {name: round(float(w), 4) for name, w in zip(FEATURES, weights[1:], strict=True)},
        "sightings": len(rows),
        "log_loss": round(float(-np.mean(np.log(np.where(right > 0, sure, 1 - sure) + 1e-9))), 4),
    }


if __name__ == "__main__":
    main()
