"""What the indices say: chances of rank and suit for each spot, from the full-size photo.

Start reading at `read_indices`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.engine.cards import Card
from referee.vision.crops import Halved, Spot, upright
from referee.vision.nets import JOKER, NOTHING, RANKS, STRANGE, SUITS, Floats, Nets
from referee.vision.photo import Pixels

CLEAR = 0.96
"""Chance from which one look is enough."""
CARDS: tuple[Card, ...] = (*(Card(rank + 1, suit) for rank in range(RANKS) for suit in SUITS), Card(0, ""))
"""What an index can be named, in the order of `Index.chances`; the joker last."""
JOKER_CARD = len(CARDS) - 1
"""Its position there; `nets.JOKER` is its rank score."""


@dataclass(frozen=True)
class Index:
    """A spot and what it says: chances of the 53 `CARDS`, of an index with unknown letters, of nothing.

    The chances of cards, `strange` and `nothing` sum to 1. `middle` is the middle of its card in
    the photo's pixels, which a joker's mark alone tells.
    """

    spot: Spot
    chances: Floats
    strange: float
    nothing: float
    middle: tuple[float, float] | None = None

    @property
    def best(self) -> int:
        """Position in `CARDS` of the likeliest card."""
        return int(self.chances.argmax())

    @property
    def chance(self) -> float:
        """Chance of the likeliest card."""
        return float(self.chances.max())


def read_indices(photo: Pixels | Halved, spots: list[Spot], nets: Nets) -> list[Index]:
    """Name every spot, also those that are most likely nothing, in the order given."""
    ranks, suits = nets.names(upright(photo, spots))
    doubtful = np.flatnonzero(_clearest(ranks, suits) < CLEAR)
    if len(doubtful):
        some = [spots[i] for i in doubtful]
        wider = nets.names(upright(photo, some, 1.15))
        closer = nets.names(upright(photo, some, 0.9))
        ranks[doubtful] = (ranks[doubtful] + wider[0] + closer[0]) / 3
        suits[doubtful] = (suits[doubtful] + wider[1] + closer[1]) / 3
    _turn_round(photo, spots, ranks, suits, nets)
    indices = []
    for spot, rank, suit in zip(spots, ranks, suits, strict=True):
        # A rank without a suit is a printed letter: it is no card, but not nothing either.
        of_cards = np.outer(rank[:RANKS], suit[:4]).ravel()
        chances = np.append(of_cards, rank[JOKER]).astype(np.float32)
        strange = float(rank[STRANGE] + rank[:RANKS].sum() * suit[4])
        indices.append(Index(spot, chances, strange, float(rank[NOTHING])))
    return indices


def _clearest(ranks: Floats, suits: Floats) -> Floats:
    best = np.maximum(ranks[:, :RANKS].max(1) * suits[:, :4].max(1), ranks[:, NOTHING])
    return np.asarray(np.maximum(best, ranks[:, JOKER]), np.float32)


def _turn_round(photo: Pixels | Halved, spots: list[Spot], ranks: Floats, suits: Floats, nets: Nets) -> None:
    """Read what makes no sense upside down too, and keep that where it makes much more sense."""
    named = ranks[:, : JOKER + 1].max(1)
    low = [i for i in range(len(spots)) if named[i] < 0.6 and spots[i].heat > 0.3]
    if not low:
        return
    turned = [spots[i].turned() for i in low]
    other_ranks, other_suits = nets.names(upright(photo, turned))
    for i, spot, rank, suit in zip(low, turned, other_ranks, other_suits, strict=True):
        if rank[: JOKER + 1].max() > max(0.75, named[i]):
            spots[i], ranks[i], suits[i] = spot, rank, suit
