"""What a card left in hand costs: the scoring tables and their variants.

Owns the tables of rules.md section 6 and how a table's own choice is built from
them (`resolve`). Refuses to count a hand: that is `scoring`.
Start reading at `TABLES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.cards import Card, Pack

Points = Mapping[str, int]
"""Points by rank name (`A`, `7`, `10`, `K`, `JK`) or, in a Chilean pack, by number and joker (`12`, `HU`)."""

_FACES = {str(n): n for n in range(2, 11)}
_COURT = {"J": 10, "Q": 10, "K": 10}
_NAIPE = {**{str(n): n for n in range(1, 10)}, "10": 10, "11": 10, "12": 10, "13": 10}

TABLES: dict[str, tuple[str, Points]] = {
    "a": ("french", {**_FACES, **_COURT, "A": 20, "JK": 30}),
    "b": (
        "french",
        {**{str(n): 5 for n in range(2, 8)}, "8": 10, "9": 10, "10": 10, **_COURT, "A": 20, "JK": 30},
    ),
    "c": ("french", {**_FACES, **_COURT, "A": 20, "JK": 50}),
    "loba": ("french", {**_FACES, "J": 11, "Q": 12, "K": 13, "A": 15, "JK": 25}),
    "naipe": ("chilean", {**_NAIPE, "HU": 20, "HA": 20, "OR": 25, "CH": 25}),
}
"""Scoring tables by id: the deck they are for, and the points."""

VARIANTS: dict[str, tuple[str, Points]] = {
    "jokers-50": ("french", {"JK": 50}),
    "tens": ("french", {"J": 10, "Q": 10, "K": 10, "A": 10}),
}
"""Changes that are laid over a table and may be combined."""


class ScoringError(ValueError):
    """A scoring choice that cannot be understood; `path` is where, `found` what stood there."""

    def __init__(self, path: str, found: object, problem: str = "wrong-type") -> None:
        super().__init__(f"{path}: {found!r}")
        self.path = path
        self.found = found
        self.problem = problem


def names(pack: Pack) -> tuple[str, ...]:
    """The names that a scoring table for this pack must give points to."""
    jokers = ("JK",) if pack.deck == "french" else pack.joker_marks
    return (*(str(card)[:-1] for card in pack.cards[: pack.top]), *jokers)


def name_of(card: Card) -> str:
    """The name under which a scoring table lists this card."""
    if card.is_joker:
        return "JK" if card.deck == "french" else card.suit
    return str(card)[:-1] if card.suit else str(card)


def _named(name: object, deck: str, path: str) -> Points:
    """Look a table or a variant up by name."""
    if not isinstance(name, str):
        raise ScoringError(path, name)
    for group in (TABLES, VARIANTS):
        if name in group:
            table_deck, points = group[name]
            if table_deck != deck:
                raise ScoringError(path, name)
            return points
    raise ScoringError(path, name)


def resolve(choice: Any, pack: Pack, base: str, path: str = "scoring") -> tuple[tuple[str, ...], Points]:
    """Turn a table's choice into points for every card of the pack.

    `choice` is an id, a list of ids and variants, or `{"base": …, "values": {…}}`;
    variants alone stand on `base`. Returns the names used, in order, and the
    points. Raises `ScoringError` for what is unknown, of the wrong pack or no
    whole number, and with problem `scoring-missing` where cards are left without
    points.
    """
    known = set(names(pack))
    if isinstance(choice, Mapping):
        for key in choice:
            if key not in ("base", "values"):
                raise ScoringError(f"{path}.{key}", choice[key], "unknown-key")
        values = choice.get("values", {})
        if not isinstance(values, Mapping):
            raise ScoringError(f"{path}.values", values)
        chosen: tuple[str, ...] = ()
        points: dict[str, int] = {}
        if "base" in choice:
            chosen, of_base = resolve(choice["base"], pack, base, f"{path}.base")
            points.update(of_base)
        for name, value in values.items():
            if name not in known:
                raise ScoringError(f"{path}.values.{name}", value, "unknown-key")
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1000:
                raise ScoringError(f"{path}.values.{name}", value)
            points[name] = value
        missing = [name for name in names(pack) if name not in points]
        if missing:
            raise ScoringError(f"{path}.values", " ".join(missing), "scoring-missing")
        return (*chosen, *(f"{name}={value}" for name, value in values.items())), points

    listed: Sequence[Any] = choice if isinstance(choice, list | tuple) else [choice]
    if not listed:
        raise ScoringError(path, choice)
    found = [
        _named(name, pack.deck, f"{path}[{place}]" if isinstance(choice, list | tuple) else path)
        for place, name in enumerate(listed)
    ]
    # A table is the ground the variants stand on, wherever in the list it was named.
    tables = [name for name in listed if name in TABLES]
    if len(tables) > 1:
        raise ScoringError(path, choice)
    ground = tables[0] if tables else base
    points = dict(TABLES[ground][1])
    for name, laid in zip(listed, found, strict=True):
        if name in VARIANTS:
            points.update(laid)
    chosen = (ground, *(name for name in listed if name in VARIANTS))
    return chosen, {name: points[name] for name in names(pack)}
