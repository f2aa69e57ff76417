"""The three committed nets, loaded when first needed and verified before that.

Owns the model's files and the one door to OpenCV's inference. Start reading at `load`.
"""

from __future__ import annotations

import hashlib
import json
import threading
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.photo import Pixels

MODEL = Path(__file__).with_name("model")
FILES = ("finder.onnx", "namer.onnx", "jokers.onnx")
RANKS, JOKER, NOTHING, STRANGE = 13, 13, 14, 15
"""Rank scores: ace to king, joker, nothing, and an index of no known letter."""
RANK_SCORES = 16
SUITS = "cdhs"
NAMED, JUDGED = 16, 4
"""Crops named, and jokers' marks judged, at a time: small enough that a few cards do not pay for many."""
Floats = NDArray[np.float32]


class ModelError(RuntimeError):
    """A model file that is missing or not the one its checksum was written for."""


class Nets:
    """Finder, namer, and judge of jokers. Safe to share: OpenCV's nets hold state, so one runs at a time."""

    def __init__(self, finder: bytes, namer: bytes, jokers: bytes) -> None:
        self._finder, self._namer, self._jokers = parse(finder), parse(namer), parse(jokers)
        self._lock = threading.Lock()

    def heat(self, picture: Pixels) -> Floats:
        """The finder's map (8, h/4, w/4) of a picture whose sides are multiples of 16."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255)
        with self._lock:
            self._finder.setInput(blob)
            return np.array(self._finder.forward()[0], np.float32)

    def names(self, crops: Pixels) -> tuple[Floats, Floats]:
        """Chances of ranks (n, 16) and suits (n, 5: c d h s none) of upright crops (n, 64, 80, 3)."""
        if not len(crops):
            return np.zeros((0, RANK_SCORES), np.float32), np.zeros((0, 5), np.float32)
        every = self._in_pieces(self._namer, crops, NAMED)
        return _chances(every[:, :RANK_SCORES]), _chances(every[:, RANK_SCORES:])

    def jokers(self, views: Pixels) -> Floats:
        """Of views (n, 80, 80, 6): chance of a joker's mark, its card's direction x y, its card's middle x y."""
        if not len(views):
            return np.zeros((0, 5), np.float32)
        every = self._in_pieces(self._jokers, views, JUDGED)
        every[:, 0] = 1 / (1 + np.exp(-every[:, 0]))
        return every

    def _in_pieces(self, net: cv2.dnn.Net, crops: Pixels, piece: int) -> Floats:
        scores = []
        # In pieces of one size: another size would make OpenCV plan the net anew.
        for first in range(0, len(crops), piece):
            part = crops[first : first + piece]
            blob = np.zeros((piece, crops.shape[3], *crops.shape[1:3]), np.float32)
            blob[: len(part)] = part.transpose(0, 3, 1, 2)
            blob /= 255
            with self._lock:
                net.setInput(blob)
                scores.append(np.array(net.forward()[: len(part)], np.float32))
        return np.concatenate(scores)


def _chances(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


def parse(onnx: bytes) -> cv2.dnn.Net:
    """A net as OpenCV runs it, from the bytes of its file."""
    # The new engine of OpenCV 5.0 takes 1.5 to 2 times as long on plain convolutions; 5.1 has one alone,
    # which names the same and is no slower than the classic one.
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    buffer = np.frombuffer(onnx, np.uint8)
    return cv2.dnn.readNetFromONNX(buffer) if engine is None else cv2.dnn.readNetFromONNX(buffer, engine)


@cache
def _load_once(folder: Path) -> Nets:
    files = {}
    sums = json.loads((folder / "model.json").read_text("utf-8"))["sha256"]
    for name in FILES:
        file = folder / name
        if not file.exists():
            raise ModelError(f"{file} is missing")
        files[name] = file.read_bytes()
        found = hashlib.sha256(files[name]).hexdigest()
        if found != sums.get(name):
            raise ModelError(f"{file} has sha256 {found}, model.json says {sums.get(name)}")
    return Nets(*(files[name] for name in FILES))


_loading = threading.Lock()


def load(folder: Path = MODEL) -> Nets:
    """The committed nets, loaded once a process; raises `ModelError` naming the file at fault."""
    with _loading:
        return _load_once(folder)
