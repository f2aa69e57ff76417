"""A reading under a person's eyes: what was seen, and what he changed by tapping.

Owns the state of the confirm page, which is its address: `c3=9s` card 3 is the nine of
spades, `c3=-` it is none, `g3=1` it lies in group 1, `x1=9s` a card added to group 1,
`edit=3` or `edit=x1` the one being changed. Refuses to guess: an unsure card stays
open until a person says what it is.
Start reading at `Confirming`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from flask import request
from werkzeug.datastructures import MultiDict

from referee import store
from referee.engine.cards import Card, NotationError, Pack, format_cards, parse_cards

MOST_GROUPS: Final = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """One card of the photo: `card` None while it is open; `changed` when a person said what it is."""

    number: int
    card: Card | None
    guesses: tuple[Card, ...]
    quad: tuple[tuple[float, float], ...]
    group: int
    changed: bool

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The square around it that shows enough to tell it by: left, top, width, height in the kept photo."""
        xs, ys = ([point[axis] for point in self.quad] for axis in (0, 1))
        side = 2.2 * max(max(xs) - min(xs), max(ys) - min(ys), 8.0)
        left, top = (min(xs) + max(xs) - side) / 2, (min(ys) + max(ys) - side) / 2
        return round(left), round(top), round(side), round(side)


class Confirming:
    """The confirm page's state: a kept photo, the pack played with, and the address."""

    def __init__(self, kept: store.KeptPhoto, pack: Pack, args: MultiDict[str, str]) -> None:
        self.kept = kept
        self.pack = pack
        self.args = args

    def _card(self, text: str | None) -> Card | None:
        try:
            cards = parse_cards(text or "", self.pack)
        except NotationError:
            return None
        return cards[0] if len(cards) == 1 else None

    @cached_property
    def seen(self) -> list[Seen]:
        """The cards that are left, in the order of the photo."""
        return list(self._read())

    def _read(self) -> Iterator[Seen]:
        scale = self.kept.width / max(1, self.kept.reading["width"])
        for number, each in enumerate(self.kept.reading["cards"]):
            said = self.args.get(f"c{number}")
            if said == "-":
                continue
            chosen = self._card(said)
            group = self.args.get(f"g{number}", type=int, default=each["meld"])
            yield Seen(
                number,
                chosen or self._card(each["card"]),
                tuple(card for text in each["guesses"] if (card := self._card(text))),
                tuple((x * scale, y * scale) for x, y in each["quad"]),
                min(max(group, 0), MOST_GROUPS - 1),
                chosen is not None,
            )

    @property
    def open_ones(self) -> list[Seen]:
        """The cards still to be said, first in line."""
        return [seen for seen in self.seen if seen.card is None]

    @property
    def groups(self) -> list[tuple[int, list[Seen], tuple[Card, ...]]]:
        """By group: its number, the cards seen, the cards added by hand. Groups without cards are left out."""
        numbers = sorted({seen.group for seen in self.seen} | {n for n in range(MOST_GROUPS) if self.added(n)})
        return [(n, [seen for seen in self.seen if seen.group == n], self.added(n)) for n in numbers]

    def added(self, group: int) -> tuple[Card, ...]:
        try:
            return parse_cards(self.args.get(f"x{group}", "")[:200], self.pack)
        except NotationError:
            return ()

    def melds(self) -> list[tuple[Card, ...]]:
        """The confirmed melds. Only when no card is open."""
        return [(*(seen.card for seen in cards if seen.card), *added) for _, cards, added in self.groups]

    @property
    def free_group(self) -> int:
        """A group without cards, for one that is a meld by itself."""
        taken = {number for number, _, _ in self.groups}
        return next((n for n in range(MOST_GROUPS) if n not in taken), MOST_GROUPS - 1)

    def without(self, group: int, place: int) -> str | None:
        """The cards added to a group, but for one."""
        left = [card for at, card in enumerate(self.added(group)) if at != place]
        return format_cards(left) or None

    def editing(self) -> str | None:
        """The card being changed (`3`), or the group getting another (`x1`)."""
        edit = self.args.get("edit", "")
        if edit.startswith("x"):
            return edit if edit[1:].isdecimal() and int(edit[1:]) < MOST_GROUPS else None
        return edit if edit in {str(seen.number) for seen in self.seen} else None

    def url(self, **changes: Any) -> str:
        """This page's address with these changes; None takes a key out."""
        args = {key: value for key, value in self.args.items() if key not in ("edit", "press", "suit")}
        args |= {key: str(value) for key, value in changes.items() if value is not None}
        for key, value in changes.items():
            if value is None:
                args.pop(key, None)
        return f"{request.path}?{urlencode(args)}"

    def carried(self, *, without: tuple[str, ...] = ("edit", "press", "suit")) -> dict[str, str]:
        """What a form on this page sends along."""
        return {key: value for key, value in self.args.items() if key not in without}
