"""What a table, a lamp and a camera do to a picture: grounds, shadows, glare, blur, noise.

All work on float32 images 0–255 in blue-green-red. Start reading at `photograph`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.training import clutter, shapes
from referee.vision.training.shop import PrintShop

Float = NDArray[np.float32]
CLUTTER = 0.35
"""Chance that other things lie about on a table."""


def ground(shop: PrintShop, side: int, rng: np.random.Generator, clutter_share: float = CLUTTER) -> Float:
    """A table to lay cards on: a photographed one, or colour, veins, grain and signs; and what lies about."""
    photographed = bool(shop.tables) and rng.random() < 0.4
    image = _photographed(shop, side, rng) if photographed else _made_up(shop, side, rng)
    if rng.random() < clutter_share:
        clutter.strew(image, shop, rng)
    return image


def _photographed(shop: PrintShop, side: int, rng: np.random.Generator) -> Float:
    table = cv2.resize(shop.tables[rng.integers(len(shop.tables))], (side, side)).astype(np.float32)
    if rng.random() < 0.5:
        table = cv2.flip(table, int(rng.integers(-1, 2))).astype(np.float32)
    return np.asarray(np.clip(table * rng.uniform(0.5, 1.3), 0, 255), np.float32)


def _made_up(shop: PrintShop, side: int, rng: np.random.Generator) -> Float:
    u = rng.uniform
    level = u(200, 250) if rng.random() < 0.25 else u(8, 250)
    colour = np.full(3, level) + rng.uniform(-45, 45, 3)
    if rng.random() < 0.2:
        colour = np.array([u(30, 70), u(80, 140), u(20, 60)])
    image = np.ones((side, side, 3), np.float32) * colour.astype(np.float32)
    blotch = rng.normal(0, u(2, 25), (int(u(3, 20)), int(u(3, 20)))).astype(np.float32)
    image += cv2.resize(blotch, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    if rng.random() < 0.5:
        veins = rng.normal(0, u(4, 22), (int(u(30, 200)), int(u(2, 6)))).astype(np.float32)
        veins = cv2.resize(veins, (side, side), interpolation=cv2.INTER_CUBIC).astype(np.float32)
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), u(0, 180), 1.5)
        veins = cv2.warpAffine(veins, turn, (side, side), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
        image += veins[..., None] * np.array([1, 0.9, 0.8], np.float32)
    if rng.random() < 0.4:
        image += u(2, 14) * rng.standard_normal((side, side, 1), dtype=np.float32)
    image = np.clip(image, 0, 255)
    if rng.random() < 0.3:
        scatter_signs(image, shop, rng)
    return image


def scatter_signs(image: Float, shop: PrintShop, rng: np.random.Generator) -> None:
    """Letters, numbers and suit signs that are no index: keyboards, books, cloth."""
    side, plain = image.shape[0], image.astype(np.uint8)
    for _ in range(int(rng.integers(1, 14))):
        if rng.random() < 0.3:
            mask = shapes.suit_shape("cdhs"[rng.integers(4)], rng)
        else:
            font = shop.word_fonts[rng.integers(len(shop.word_fonts))]
            short = str(rng.choice(["10", "8", "K", "Q", "J", "A", "3", "7", "WE", "Esc", "R", "&"]))
            mask = shapes.glyph(font, shapes.motto(rng) if rng.random() < 0.4 else short)
        tall = rng.uniform(8, 70)
        matrix = cv2.getRotationMatrix2D(
            (mask.shape[1] / 2, mask.shape[0] / 2), rng.uniform(0, 360), tall / mask.shape[0]
        )
        matrix[:, 2] += rng.uniform(0, side, 2) - (mask.shape[1] / 2, mask.shape[0] / 2)
        alpha = cv2.warpAffine(mask, matrix, (side, side), flags=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
        plain = (plain * (1 - alpha) + alpha * rng.uniform(0, 255, 3)).astype(np.uint8)
    image[:] = plain


def fingers(image: Float, owner: NDArray[np.int16], rng: np.random.Generator) -> None:
    """Skin-coloured bars over the cards; `owner` loses what they hide."""
    side = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros((side, side), np.uint8)
        start = rng.uniform(0, side, 2)
        angle, length = rng.uniform(0, 6.28), rng.uniform(50, 160)
        end = start + length * np.array([np.cos(angle), np.sin(angle)])
        ends = [tuple(int(v) for v in p) for p in (start, end)]
        cv2.line(mask, ends[0], ends[1], 255, int(rng.uniform(18, 50)))
        alpha = cv2.GaussianBlur(mask, (0, 0), 2)[..., None].astype(np.float32) / 255
        skin = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(140, 240)], np.float32)
        image[:] = image * (1 - alpha) + skin * alpha
        owner[mask > 128] = -2


def photograph(image: Float, rng: np.random.Generator, wear: float = 1.0) -> NDArray[np.uint8]:
    """Light the scene, take the picture, and lose what cheap cameras lose; at a `wear` of 0 next to nothing."""
    side, u = image.shape[0], rng.uniform
    patches = rng.normal(1, wear * u(0.02, 0.22), (int(rng.integers(2, 5)), int(rng.integers(2, 5))))
    uneven = cv2.resize(patches.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    image *= np.clip(uneven, 0.3, 1.5)[..., None]
    if rng.random() < 0.28 * wear:
        _shadow(image, rng)
    if rng.random() < 0.2 * wear:
        _glare(image, rng)
    if rng.random() < 0.6:
        image *= np.array([u(0.75, 1.1), u(0.88, 1.05), u(0.85, 1.12)], np.float32) ** np.float32(wear)
    image *= np.float32(u(0.2, 0.5) if rng.random() < 0.1 * wear else u(0.5, 1.12)) ** np.float32(wear)
    if rng.random() < 0.1 * wear:
        image[:] = image.mean(2, keepdims=True)
    image = np.asarray(np.clip(image, 0, 255), np.float32)
    if rng.random() < 0.4:
        image = np.asarray(255 * (image / 255) ** (u(0.6, 1.6) ** wear), np.float32)
    if rng.random() < 0.3 * wear:
        low, high = u(0, 60), u(160, 255)
        image = low + image * np.float32((high - low) / 255)
    return _lens(np.asarray(image, np.float32), wear, rng)


def _shadow(image: Float, rng: np.random.Generator) -> None:
    side = image.shape[0]
    mask = np.ones((side, side), np.float32)
    corners = rng.uniform(-100, side + 100, (4, 2)).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners), rng.uniform(0.15, 0.75))
    if rng.random() < 0.3:
        mask = (rng.uniform(1.0, 1.4) * (1.15 - mask)).astype(np.float32)
    image *= cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 9))[..., None]


def _glare(image: Float, rng: np.random.Generator) -> None:
    """A lamp's reflection: round, or in streaks as on foil; ink under it turns pale or brown."""
    side = image.shape[0]
    y, x = np.mgrid[:side, :side].astype(np.float32)
    total = np.zeros((side, side), np.float32)
    streaks = rng.random() < 0.4
    for _ in range(int(rng.integers(1, 4)) if streaks else 1):
        angle = rng.uniform(0, np.pi)
        across = (x - rng.uniform(0, side)) * np.cos(angle) + (y - rng.uniform(0, side)) * np.sin(angle)
        along = -(x - side / 2) * np.sin(angle) + (y - side / 2) * np.cos(angle)
        wide = rng.uniform(4, 20) if streaks else rng.uniform(40, 160)
        long = rng.uniform(80, 300) if streaks else wide * rng.uniform(0.7, 2)
        total += np.exp(-((across / wide) ** 2 + (along / long) ** 2) / 2)
    alpha = np.clip(total * rng.uniform(0.3, 0.9), 0, 0.93)[..., None]
    lamp = np.array([rng.uniform(200, 255), rng.uniform(225, 255), 255], np.float32)
    image[:] = image * (1 - alpha) + lamp * alpha


def _lens(image: Float, wear: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    side, u = image.shape[0], rng.uniform
    if rng.random() < 0.22 * wear:
        # Few pixels to begin with, then enlarged by someone: webcams, crops, stretched copies.
        small = int(side * u(0.3, 0.75))
        image = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA).astype(np.float32)
    if wear and rng.random() < 0.55:
        sigma = u(0.4, 1.5) if rng.random() < 0.8 else u(1.2, 2.4)
        image = cv2.GaussianBlur(image, (0, 0), wear * sigma * image.shape[0] / side).astype(np.float32)
    if rng.random() < 0.14 * wear:
        length = int(rng.integers(3, 10))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(u(0, length))), (length - 1, int(u(0, length))), 1.0)
        kernel = kernel if rng.random() < 0.5 else kernel.T
        image = cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.float32)
    if rng.random() < 0.65:
        channels = 1 if rng.random() < 0.4 else 3
        image = image + wear * u(1, 12) * rng.standard_normal((*image.shape[:2], channels), dtype=np.float32)
    if image.shape[0] != side:
        how = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        image = cv2.resize(image, (side, side), interpolation=how).astype(np.float32)
    if rng.random() < 0.15 * wear:
        image = image + u(0.3, 1) * (image - cv2.GaussianBlur(image, (0, 0), 1.5))
    picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.16 * wear:
        salt = rng.random((side, side)) < u(0.001, 0.012)
        picture[salt] = 255 if rng.random() < 0.5 else 0
        if rng.random() < 0.6:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), u(0.3, 0.7)), np.uint8)
    return picture
