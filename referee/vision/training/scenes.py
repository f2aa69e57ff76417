"""Scenes of cards as a camera sees them, with the truth about every corner index.

Start reading at `draw_scene`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.crops import Spot, upright
from referee.vision.training import layouts, light
from referee.vision.training.classes import JOKER, MARGIN, NO_SUIT, NOTHING, RANKS, SUITS
from referee.vision.training.faces import HEIGHT, PrintedCard
from referee.vision.training.labels import COLUMNS, hide_the_illegible, label_rows
from referee.vision.training.prints import Print
from referee.vision.training.shop import PrintShop
from referee.vision.training.views import BENT, SIDE, Lie, lies


@dataclass(frozen=True)
class Scene:
    """A picture (side, side, 3), its labels (number, 11), and the card keys in order of laying."""

    picture: NDArray[np.uint8]
    labels: NDArray[np.float32]
    keys: tuple[str, ...]


def deal(count: int, joker_share: float, packs: int, rng: np.random.Generator) -> list[str]:
    """Keys of cards drawn from shuffled packs, some turned into jokers, some made equal."""
    pool = [r + s for r in RANKS for s in SUITS] * max(packs, -(-count // 52))
    keys = [pool[i] for i in rng.permutation(len(pool))[:count]]
    keys = [f"JK{rng.integers(2)}" if rng.random() < joker_share else key for key in keys]
    if packs > 1 and count > 2 and rng.random() < 0.5:
        a, b = rng.integers(count, size=2)
        keys[a] = keys[b]
    return keys


def draw_scene(
    shop: PrintShop,
    rng: np.random.Generator,
    side: int = SIDE,
    layout: str = "",
    keys: list[str] | None = None,
    jokers: float | None = None,
    bent: float = BENT,
    wear: float = 1.0,
    clutter: float = light.CLUTTER,
) -> Scene:
    """One scene at random; `layout` and `keys` fix how the cards lie and which they are, `jokers` their share.

    `bent` is the chance that some cards do not lie flat, `clutter` that other things lie about;
    `wear` as in `light.photograph`.
    """
    places = layouts.lay(rng, layout)
    if keys is not None:
        places = places[: len(keys)]
    two = rng.random() < 0.3
    # Where jokers are what matters, each of several decks shows another.
    many = int(rng.integers(2, 6)) if jokers is not None else 2 if two and rng.random() < 0.6 else 1
    decks = [Print(shop, rng) for _ in range(many)]
    share = 0.35 if rng.random() < 0.3 else 0.07 if rng.random() < 0.6 else 0.0
    keys = keys or deal(len(places), share if jokers is None else jokers, 2 if two else 1, rng)
    backs = 0.07 if rng.random() < 0.3 else 0.0
    prints = [decks[int(rng.integers(len(decks)))] for _ in keys]
    cards = [deck.card("BACK" if rng.random() < backs else key) for deck, key in zip(prints, keys, strict=True)]
    seen = lies(places, [deck.width for deck in prints], side, bent, rng)
    image = light.ground(shop, side, rng, clutter)
    owner = np.full((side, side), -1, np.int16)
    shade = (rng.uniform(0, 0.5), rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(1, 5))
    laid = []
    for number, (card, deck, lie) in enumerate(zip(cards, prints, seen, strict=True)):
        if _lay_card(image, owner, number, card, deck, lie, shade, rng):
            laid.append((number, card, lie, deck.width))
    if rng.random() < 0.12:
        light.fingers(image, owner, rng)
    rows = [row for number, card, lie, wide in laid for row in label_rows(number, card, lie, wide, owner)]
    labels = np.array(rows, np.float32).reshape(-1, len(COLUMNS))
    picture = light.photograph(image, rng, wear)
    hide_the_illegible(picture, labels)
    return Scene(picture, labels, tuple(keys))


def _lay_card(
    image: NDArray[np.float32],
    owner: NDArray[np.int16],
    number: int,
    card: PrintedCard,
    deck: Print,
    lie: Lie,
    shade: tuple[float, float, float, float],
    rng: np.random.Generator,
) -> bool:
    """Paint one card over what lies there, its shadow first; False when it is out of the picture."""
    side, wide = image.shape[0], deck.width
    corners = np.array([[0, 0], [wide, 0], [wide, HEIGHT], [0, HEIGHT]], float)
    if (np.c_[corners, np.ones(4)] @ lie.view.T)[:, 2].min() <= 0.15:
        return False
    seen = lie.seen(np.concatenate([corners, (corners + np.roll(corners, 1, 0)) / 2]))
    x0, y0 = np.maximum(0, np.floor(seen.min(0) - 8)).astype(int)
    x1, y1 = np.minimum(side, np.ceil(seen.max(0) + 8)).astype(int)
    if x1 - x0 < 6 or y1 - y0 < 6:
        return False
    long = float(np.linalg.norm(seen[3] - seen[0]))
    face, mask, margin = lie.as_flat(card.face, deck.outline)
    across, down = wide + 2 * margin, HEIGHT + 2 * margin
    if long < 330:
        shrink = max(0.15, min(1.0, long * 1.35 / HEIGHT))
        face = np.asarray(cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, face.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)
    fit = np.array([[across / face.shape[1], 0, -margin], [0, down / face.shape[0], -margin], [0, 0, 1.0]])
    local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ lie.view @ fit
    size = (int(x1 - x0), int(y1 - y0))
    painted = cv2.warpPerspective(face, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shape = cv2.warpPerspective(mask, local, size, flags=cv2.INTER_LINEAR)
    under = image[y0:y1, x0:x1]
    if shade[0] > 0.05:
        moved = cv2.warpAffine(shape, np.array([[1, 0, shade[1]], [0, 1, shade[2]]], np.float32), size)
        under *= 1 - shade[0] * cv2.GaussianBlur(moved, (0, 0), shade[3])[..., None].astype(np.float32) / 255
    alpha = shape[..., None].astype(np.float32) / 255
    under[:] = under * (1 - alpha) + np.minimum(painted * np.float32(rng.uniform(0.9, 1.03)), 255) * alpha
    owner[y0:y1, x0:x1][shape > 128] = number
    return True


def misjudged(spot: Spot, rng: np.random.Generator) -> Spot:
    """A joker's mark as a finder may take it: words and stacked letters pass for each other, sizes are off."""
    quarter = int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.25)
    c, s = math.cos(quarter), math.sin(quarter)
    tall, wide = spot.height, spot.width
    if rng.random() < 0.5:
        tall, wide = max(tall, wide) * rng.uniform(0.35, 1.0), max(tall, wide) * rng.uniform(0.15, 0.7)
    return replace(
        spot,
        x=spot.x + rng.normal(0, 0.12) * max(tall, wide),
        y=spot.y + rng.normal(0, 0.12) * max(tall, wide),
        height=tall,
        width=wide,
        dx=c * spot.dx - s * spot.dy,
        dy=s * spot.dx + c * spot.dy,
    )


def crops_of(scene: Scene, rng: np.random.Generator) -> tuple[list[NDArray[np.uint8]], list[tuple[int, int]]]:
    """Upright crops for the classifier with their classes: indices, half-hidden ones, and nothing."""
    wanted: list[Spot] = []
    classes: list[tuple[int, int]] = []
    labels, side, u = scene.labels, scene.picture.shape[0], rng.uniform
    for x, y, tall, wide, dx, dy, rank, suit, _card, visible, _open in labels.tolist():
        if tall < 9:
            continue
        turn = math.atan2(dy, dx) + rng.normal(0, 0.12)
        size = u(0.8, 1.3)
        spot = Spot(
            x + rng.normal(0, 0.06) * tall,
            y + rng.normal(0, 0.06) * tall,
            tall * size,
            wide * size,
            math.cos(turn),
            math.sin(turn),
        )
        if visible > 0.8:
            if rank == JOKER and rng.random() < 0.6:
                spot = misjudged(spot, rng)
            wanted.append(spot)
            classes.append((int(rank), int(suit)))
            if rank != JOKER and rng.random() < 0.1:
                wanted.append(spot.turned())
                classes.append((NOTHING, NO_SUIT))
        elif visible < 0.3 and rng.random() < 0.3 and 0 < x < side and 0 < y < side:
            wanted.append(spot)
            classes.append((NOTHING, NO_SUIT))
    for _ in range(2):
        x, y, tall, turn = u(10, side - 10), u(10, side - 10), u(12, 90), u(0, 6.28)
        if not len(labels) or np.hypot(labels[:, 0] - x, labels[:, 1] - y).min() > max(25, tall * 0.6):
            wanted.append(Spot(x, y, tall, tall * 0.4, math.cos(turn), math.sin(turn)))
            classes.append((NOTHING, NO_SUIT))
    return list(upright(scene.picture, wanted, margin=MARGIN)), classes
