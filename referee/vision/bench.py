"""How long the eye takes, and how much memory: 12-megapixel JPEGs made from the photos of a truth file.

    python -m referee.vision.bench TRUTH.jsonl PHOTOS [--count 60] [--baseline]

Photos are enlarged to 4000 pixels on the long side and packed as JPEG; a picture of pure noise
is read too, as the worst case. `--baseline` runs the first recognizer on the same photos beside
it (needs the workshop).
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.vision import nets
from referee.vision.photo import open_photo
from referee.vision.reader import read_photo

LONG_SIDE, SHORT_SIDE = 4000, 3000


def enlarged(photo: bytes) -> bytes:
    """The photo as a phone would send it: 4000 pixels long, cut or filled to 12 megapixels, JPEG."""
    pixels = open_photo(photo).pixels
    height, width = pixels.shape[:2]
    factor = LONG_SIDE / max(height, width)
    pixels = np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)
    spare = SHORT_SIDE - min(pixels.shape[:2])
    if spare > 0:
        below, beside = (spare, 0) if pixels.shape[0] < pixels.shape[1] else (0, spare)
        pixels = np.asarray(cv2.copyMakeBorder(pixels, 0, below, 0, beside, cv2.BORDER_REFLECT_101), np.uint8)
    pixels = pixels[:SHORT_SIDE] if width >= height else pixels[:, :SHORT_SIDE]
    return _jpeg(np.ascontiguousarray(pixels))


def _jpeg(pixels: np.ndarray) -> bytes:
    done, packed = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return bytes(packed)


def noise() -> bytes:
    """Twelve megapixels of salt and pepper: the most peaks a finder can meet."""
    rng = np.random.default_rng(0)
    small = rng.integers(0, 2, (SHORT_SIDE // 3, LONG_SIDE // 3, 1), np.uint8) * 255
    return _jpeg(cv2.resize(np.repeat(small, 3, 2), (LONG_SIDE, SHORT_SIDE), interpolation=cv2.INTER_NEAREST))


def _line(name: str, times: list[float]) -> str:
    times = sorted(times)
    at95 = times[int(0.95 * (len(times) - 1))]
    return f"{name:10} median {statistics.median(times):5.0f} ms, 95th {at95:5.0f} ms, most {times[-1]:5.0f} ms"


def _timed(read: Callable[[bytes], Any], photos: list[bytes]) -> tuple[list[float], list[Any]]:
    times, answers = [], []
    for photo in photos:
        start = time.perf_counter()
        answers.append(read(photo))
        times.append(1000 * (time.perf_counter() - start))
    return times, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--baseline", action="store_true")
    options = parser.parse_args()
    start = time.perf_counter()
    nets.load()
    print(f"loading the nets: {1000 * (time.perf_counter() - start):.0f} ms")
    size = sum(file.stat().st_size for file in nets.MODEL.glob("*.onnx"))
    print(f"model files: {size / 1e6:.2f} MB")
    rows = [json.loads(line) for line in options.truth.read_text("utf-8").splitlines()]
    rows = [row for row in rows if not row.get("train") and row["group"] != "negative"]
    rows = rows[:: max(1, len(rows) // options.count)]
    photos = [enlarged((options.photos / row["set"] / row["file"]).read_bytes()) for row in rows]
    read_photo(photos[0])
    times, readings = _timed(read_photo, photos)
    print(_line("eye", times), f"({len(photos)} photos)")
    named = [Counter(str(s.card) for s in reading.sightings if s.card) for reading in readings]
    _score("eye", named, rows)
    print(_line("noise", _timed(read_photo, [noise()])[0]))
    print(f"peak memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if options.baseline:
        first = import_module("referee.vision.training.baseline").read_with_templates
        times, found = _timed(lambda photo: first(open_photo(photo).pixels), photos)
        print(_line("baseline", times))
        _score("baseline", [Counter(str(card) for card in cards if card) for cards in found], rows)


def _score(name: str, named: list[Counter[str]], rows: list[dict[str, Any]]) -> None:
    wanted = [Counter(row["cards"]) for row in rows]
    right = sum(sum((n & w).values()) for n, w in zip(named, wanted, strict=True))
    total, given = sum(map(Counter.total, wanted)), sum(map(Counter.total, named))
    print(f"{name:10} {right} of {total} cards right, {given - right} misread")


if __name__ == "__main__":
    main()
