"""Measure the eye on drawn scenes of decks that it was never trained on.

    python -m referee.vision.training.drawn --scenes aside/ [--most 400]

counts cards by kind (numbers and courts, jokers, indices of foreign letters): named right, named
wrong, left unsure or unseen. A card counts when one of its indices shows whole, can be read
and is at least `TALL` pixels high (a joker's mark: long); it counts once more among the clear ones
where that index is as large, sharp and full of contrast as a photo by a lamp shows it. Foreign
letters are right when nothing is named.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.confidence import judge
from referee.vision.corners import SeenCard, cards_of
from referee.vision.crops import Spot
from referee.vision.photo import Pixels
from referee.vision.reader import see
from referee.vision.training.classes import JOKER, RANKS, STRANGE, SUITS
from referee.vision.training.labels import away, clearness

COVERED = 0.3
"""Share of an index that shows, below which what is read there belongs to the card on top."""
TALL = 16
"""Pixels: below it the suit of an index is some 7 pixels high, a guess for people too."""
CLEAR = 0.6
"""Of `labels.clearness`."""
Labels = NDArray[np.float32]


def name_of(rank: int, suit: int) -> str:
    """The name of a class as readings write it; "?" for foreign letters."""
    if rank == JOKER:
        return "JK"
    if rank > JOKER:
        return "?"
    return ("10" if RANKS[rank] == "T" else RANKS[rank]) + SUITS[suit]


def kind_of(name: str) -> str:
    return {"JK": "jokers", "?": "foreign letters"}.get(name, "cards")


def outcomes(pixels: Pixels, labels: Labels) -> Counter[tuple[str, str]]:
    """How many cards of a scene, by kind, were "right", "wrong", "missed", or "twice"; and named where none is."""
    counts: Counter[tuple[str, str]] = Counter()
    side = pixels.shape[0]
    cards: dict[int, list[list[float]]] = defaultdict(list)
    for row in labels.tolist():
        cards[int(row[8])].append(row)
    named = []
    for seen in cards_of([index for index in see(pixels) if index.nothing < 0.6]):
        verdict = judge(seen, seen.over(side, side))
        if verdict is not None and verdict.card is not None:
            named.append((seen, "JK" if verdict.card.is_joker else str(verdict.card)))
    on = {
        card: {n for n, (seen, _) in enumerate(named) if any(lies_on(seen, row) for row in rows)}
        for card, rows in cards.items()
    }
    claims = Counter(n for given in on.values() for n in given)
    for card, rows in cards.items():
        name = name_of(int(rows[0][6]), int(rows[0][7]))
        whole = any(_whole(row, side) for row in rows)
        given = on[card]
        # What lies on an index of two cards at once may be either.
        counts[kind_of(name), "twice"] += max(0, sum(claims[n] == 1 for n in given) - 1)
        answers = {named[n][1] for n in given}
        if not whole:
            continue
        wrong = bool(answers - {name})
        right = name == "?" or name in answers
        outcome = "wrong" if wrong else "right" if right else "missed"
        counts[kind_of(name), outcome] += 1
        if any(_whole(row, side) and clearness(pixels, Spot(*row[:6])) > CLEAR for row in rows):
            counts[f"clear {kind_of(name)}", outcome] += 1
    counts["nothing", "wrong"] += len(named) - len(claims)
    return counts


def _whole(row: list[float], side: int) -> bool:
    """Whether an index shows whole and is large enough to tell, a joker's mark in its longer side."""
    x, y, tall, wide, _dx, _dy, rank, _suit, _card, visible, counts = row
    size = max(tall, wide) if rank == JOKER else tall
    return visible > 0.95 and (counts or rank == STRANGE) and size >= TALL and 0 < x < side and 0 < y < side


def lies_on(seen: SeenCard, row: list[float]) -> bool:
    """Whether one of the card's corners is the labelled index, not one covered by it."""
    if row[9] < COVERED:
        return False
    label = np.array([row], np.float32)
    return any(away(c.spot.x, c.spot.y, label)[0] < 1 for c in seen.corners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenes", type=Path, required=True, help="drawn with --held-out")
    parser.add_argument("--most", type=int, default=400)
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for labels in sorted(options.scenes.glob("*.npy"))[: options.most]:
        picture = cv2.imread(str(labels.with_suffix(".jpg")))
        if picture is not None:
            counts += outcomes(np.asarray(picture, np.uint8), np.load(labels))
    kinds = ("cards", "jokers", "foreign letters")
    for kind in (*kinds, *(f"clear {kind}" for kind in kinds)):
        right, wrong, missed = (counts[kind, outcome] for outcome in ("right", "wrong", "missed"))
        total = max(1, right + wrong + missed)
        print(f"{kind:22} {total:5}: right {100 * right / total:6.2f} %, wrong {100 * wrong / total:5.2f} %")
    twice = ", ".join(f"{kind} {counts[kind, 'twice']}" for kind in kinds)
    print(f"counted twice: {twice}; named where no index lies: {counts['nothing', 'wrong']}")


if __name__ == "__main__":
    main()
