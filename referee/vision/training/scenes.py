"""Scenes of cards as a camera sees them, with the truth about every corner index.

Start reading at `draw_scene`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.crops import Spot, squares, upright
from referee.vision.training import layouts, light
from referee.vision.training.classes import JOKER, MARGIN, NO_SUIT, NOTHING, RANKS, SUITS
from referee.vision.training.faces import HEIGHT, PrintedCard
from referee.vision.training.prints import Print
from referee.vision.training.shop import PrintShop

SIDE = 512
COLUMNS = ("x", "y", "height", "width", "dx", "dy", "rank", "suit", "card", "visible", "open")
"""Columns of a scene's labels: one row a corner index, places and sizes in pixels."""
FAINT = 20.0
"""Grey levels between the light and the dark of an index, below which it cannot be read."""
Matrix = NDArray[np.float64]


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


def _camera(rng: np.random.Generator) -> Matrix:
    """A view of the table plane, tilted up to 55 degrees about any axis in it."""
    tilt = math.radians(min(55, abs(rng.normal(0, 24))))
    axis, far = rng.uniform(0, 2 * math.pi), rng.uniform(3, 9)
    k = np.array([math.cos(axis), math.sin(axis), 0])
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    return np.array(
        [
            [turn[0, 0], turn[0, 1], 0],
            [turn[1, 0], turn[1, 1], 0],
            [turn[2, 0] / far, turn[2, 1] / far, 1],
        ]
    )


def _project(view: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    flat = np.c_[points, np.ones(len(points))] @ view.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _views(places: list[layouts.Place], prints: list[Print], side: int, rng: np.random.Generator) -> list[Matrix]:
    """For each card the homography from its face (pixels) to the picture."""
    camera = _camera(rng)
    tables = []
    for (x, y, degrees), deck in zip(places, prints, strict=True):
        c, s, k = math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 1 / HEIGHT
        lay = np.array([[c * k, -s * k, x], [s * k, c * k, y], [0, 0, 1]])
        tables.append(lay @ np.array([[1, 0, -deck.width / 2], [0, 1, -HEIGHT / 2], [0, 0, 1.0]]))
    middle = np.mean([[x, y] for x, y, _ in places], 0)
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    views = [camera @ centred @ table for table in tables]
    focus = int(rng.integers(len(views)))
    wide = prints[focus].width
    ends = _project(views[focus], np.array([[wide / 2, 0.0], [wide / 2, HEIGHT]]))
    pick = rng.random()
    # Most cards are 90 to 500 pixels long; some are tiny, some fill the frame.
    target = rng.uniform(62, 110) if pick < 0.12 else rng.uniform(480, 900) if pick > 0.93 else 0.0
    if not target:
        target = math.exp(rng.uniform(math.log(105), math.log(490)))
    zoom = target * side / SIDE / max(1e-3, float(np.linalg.norm(ends[1] - ends[0])))
    # Some photos were squeezed by someone before they came, as 16:9 into a square.
    stretch = math.exp(rng.uniform(-0.32, 0.32)) if rng.random() < 0.35 else 1.0
    if rng.random() < 0.6 and target > 300:
        aim = np.array([[rng.choice([0.05, 0.95]) * wide, rng.choice([0.1, 0.9]) * HEIGHT]])
    else:
        aim = np.array([[rng.uniform(0, wide), rng.uniform(0, HEIGHT)]])
    at = _project(views[focus], aim)[0]
    sx, sy = zoom * stretch, zoom / stretch
    shift = rng.uniform(-0.25, 0.25, 2) * side + side / 2
    frame = np.array([[sx, 0, shift[0] - at[0] * sx], [0, sy, shift[1] - at[1] * sy], [0, 0, 1]])
    return [frame @ view for view in views]


def draw_scene(
    shop: PrintShop,
    rng: np.random.Generator,
    side: int = SIDE,
    layout: str = "",
    keys: list[str] | None = None,
    jokers: float | None = None,
) -> Scene:
    """One scene at random; `layout` and `keys` fix how the cards lie and which they are, `jokers` their share."""
    places = layouts.lay(rng, layout)
    if keys is not None:
        places = places[: len(keys)]
    two = rng.random() < 0.3
    decks = [Print(shop, rng)]
    if two and rng.random() < 0.6:
        decks.append(Print(shop, rng))
    share = 0.35 if rng.random() < 0.3 else 0.07 if rng.random() < 0.6 else 0.0
    keys = keys or deal(len(places), share if jokers is None else jokers, 2 if two else 1, rng)
    backs = 0.07 if rng.random() < 0.3 else 0.0
    prints = [decks[int(rng.integers(len(decks)))] for _ in keys]
    cards = [deck.card("BACK" if rng.random() < backs else key) for deck, key in zip(prints, keys, strict=True)]
    views = _views(places, prints, side, rng)
    image = light.ground(shop, side, rng)
    owner = np.full((side, side), -1, np.int16)
    shade = (rng.uniform(0, 0.5), rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(1, 5))
    laid = []
    for number, (card, deck, view) in enumerate(zip(cards, prints, views, strict=True)):
        if _lay_card(image, owner, number, card, deck, view, shade, rng):
            laid.append((number, card, view, deck.width))
    if rng.random() < 0.12:
        light.fingers(image, owner, rng)
    rows = [row for number, card, view, wide in laid for row in _labels(number, card, view, wide, owner)]
    labels = np.array(rows, np.float32).reshape(-1, len(COLUMNS))
    picture = light.photograph(image, rng)
    _hide_the_illegible(picture, labels)
    return Scene(picture, labels, tuple(keys))


def _hide_the_illegible(picture: NDArray[np.uint8], labels: NDArray[np.float32]) -> None:
    """Let what drowned in the dark, in glare or in blur count neither way: nobody could read it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    side = grey.shape[0]
    for label in labels:
        x, y, tall, wide = label[:4].tolist()
        reach = max(tall, wide) / 2
        x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
        part = grey[y0 : min(side, int(y + reach) + 1), x0 : min(side, int(x + reach) + 1)]
        if part.size and float(np.subtract(*np.percentile(part, (92, 8)))) < FAINT:
            label[9] = min(label[9], 0.5)


def _lay_card(
    image: NDArray[np.float32],
    owner: NDArray[np.int16],
    number: int,
    card: PrintedCard,
    deck: Print,
    view: Matrix,
    shade: tuple[float, float, float, float],
    rng: np.random.Generator,
) -> bool:
    """Paint one card over what lies there, its shadow first; False when it is out of the picture."""
    side, wide = image.shape[0], deck.width
    corners = np.array([[0, 0], [wide, 0], [wide, HEIGHT], [0, HEIGHT]], float)
    if (np.c_[corners, np.ones(4)] @ view.T)[:, 2].min() <= 0.15:
        return False
    seen = _project(view, corners)
    x0, y0 = np.maximum(0, np.floor(seen.min(0) - 8)).astype(int)
    x1, y1 = np.minimum(side, np.ceil(seen.max(0) + 8)).astype(int)
    if x1 - x0 < 6 or y1 - y0 < 6:
        return False
    long = float(np.linalg.norm(seen[3] - seen[0]))
    face, mask = card.face, deck.outline
    if long < 330:
        shrink = max(0.15, min(1.0, long * 1.35 / HEIGHT))
        face = np.asarray(cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, face.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)
    fit = np.diag([wide / face.shape[1], HEIGHT / face.shape[0], 1.0])
    local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ view @ fit
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


def _labels(number: int, card: PrintedCard, view: Matrix, wide: int, owner: NDArray[np.int16]) -> list[list[float]]:
    side, rows = owner.shape[0], []
    for corner in card.corners:
        a, b, c, d = corner.box
        box = np.array([[a, b], [c, b], [c, d], [a, d]], float)
        if corner.turned:
            box = np.array([wide, HEIGHT]) - box
        seen = _project(view, box)
        x0, y0 = np.floor(seen.min(0)).astype(int)
        x1, y1 = np.ceil(seen.max(0)).astype(int) + 1
        left, top, right, low = max(0, x0), max(0, y0), min(side, x1), min(side, y1)
        if right <= left or low <= top or (x1 - x0) * (y1 - y0) > 4 * side * side:
            continue
        patch = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(patch, np.round(seen - [x0, y0]).astype(np.int32), 1)
        mine = (owner[top:low, left:right] == number) & (patch[top - y0 : low - y0, left - x0 : right - x0] > 0)
        down = (seen[2] + seen[3] - seen[0] - seen[1]) / 2
        across = (seen[1] + seen[2] - seen[0] - seen[3]) / 2
        tall = float(np.linalg.norm(down))
        rows.append(
            [
                *seen.mean(0),
                tall,
                float(np.linalg.norm(across)),
                *(down / max(tall, 1e-6)),
                corner.rank,
                corner.suit,
                number,
                mine.sum() / max(1, int(patch.sum())),
                float(corner.open),
            ]
        )
    return rows


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


def clearness(picture: NDArray[np.uint8], spot: Spot) -> float:
    """How well what lies at a spot can be seen, 0.05 to 1, by its size, its contrast and its sharpest edges."""
    grey = cv2.cvtColor(squares(picture, [spot], 1.3)[0], cv2.COLOR_BGR2GRAY).astype(np.float32)
    dark, light = np.percentile(grey, (5, 95))
    edges = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    contrast = max(1.0, float(light - dark))
    sharp = float(np.percentile(edges, 95)) / contrast
    size = np.clip((max(spot.height, spot.width) - 12) / 24, 0.1, 1)
    seen = np.clip((contrast - 20) / 50, 0.05, 1) * np.clip((sharp - 0.08) / 0.15, 0.1, 1)
    return max(0.05, float(seen * size))


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
