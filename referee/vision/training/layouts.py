"""How cards lie: apart, in rows with strips showing, in columns, fans, heaps.

Start reading at `lay`.
"""

from __future__ import annotations

import math

import numpy as np

Place = tuple[float, float, float]
"""Centre x and y in card heights, and angle in degrees; later ones lie on top."""
_WIDE = 0.69


def lay(rng: np.random.Generator, kind: str = "") -> list[Place]:
    """Places of one scene's cards, all turned together by one angle. `kind` picks a layout by name."""
    layouts = {"apart": _apart, "rows": _rows, "columns": _columns, "fans": _fans, "heap": _heap, "one": _one}
    chosen = kind or str(rng.choice(list(layouts), p=[0.2, 0.24, 0.1, 0.26, 0.12, 0.08]))
    places = layouts[chosen](rng)
    return _turn(places, 0.0 if kind else rng.uniform(-180, 180))


def _turn(places: list[Place], degrees: float) -> list[Place]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(c * x - s * y, s * x + c * y, a + degrees) for x, y, a in places]


def _one(rng: np.random.Generator) -> list[Place]:
    return [(0.0, 0.0, rng.uniform(-10, 10))]


def _apart(rng: np.random.Generator) -> list[Place]:
    jitter = 180 if rng.random() < 0.3 else rng.uniform(0, 25)
    half = rng.random() < 0.4
    return [
        (
            x * rng.uniform(0.85, 1.15),
            y * 1.2 + rng.uniform(-0.1, 0.1),
            rng.uniform(-jitter, jitter) + (180 if half and rng.random() < 0.5 else 0),
        )
        for y in range(int(rng.integers(1, 5)))
        for x in range(int(rng.integers(1, 6)))
    ]


def _rows(rng: np.random.Generator) -> list[Place]:
    places: list[Place] = []
    for row in range(int(rng.integers(1, 5))):
        strip, x = rng.uniform(0.09, 0.4), rng.uniform(-0.5, 0.5)
        line = []
        for _ in range(int(rng.integers(3, 14))):
            line.append((x, row * rng.uniform(0.75, 1.2), rng.uniform(-4, 4)))
            x += strip * rng.uniform(0.8, 1.25) * _WIDE * 1.4
        places += line[::-1] if rng.random() < 0.2 else line
    return places


def _columns(rng: np.random.Generator) -> list[Place]:
    places: list[Place] = []
    for column in range(int(rng.integers(1, 6))):
        strip = rng.uniform(0.16, 0.4)
        places += [(column * 0.85, i * strip, rng.uniform(-3, 3)) for i in range(int(rng.integers(2, 9)))]
    return places


def _fans(rng: np.random.Generator) -> list[Place]:
    places: list[Place] = []
    for number in range(int(rng.integers(1, 4))):
        count, spread, radius = int(rng.integers(2, 22)), rng.uniform(3, 12), rng.uniform(0.7, 2.2)
        away = (rng.uniform(-1.6, 1.6), rng.uniform(-1.6, 1.6)) if number else (0.0, 0.0)
        fan = []
        for i in range(count):
            degrees = (i - count / 2) * min(spread, 150 / count) + rng.uniform(-1, 1)
            a, r = math.radians(degrees), radius + rng.uniform(-0.03, 0.03)
            fan.append((r * math.sin(a), radius - r * math.cos(a), degrees))
        fan = _turn(fan, rng.uniform(0, 360))
        fan = [(x + away[0], y + away[1], a) for x, y, a in fan]
        places += fan[::-1] if rng.random() < 0.15 else fan
    return places


def _heap(rng: np.random.Generator) -> list[Place]:
    reach = rng.uniform(0.6, 2)
    return [
        (rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(0, 360))
        for _ in range(int(rng.integers(4, 26)))
    ]
