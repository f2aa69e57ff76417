"""The match so far, while its notebook is read: rules, people, rounds.

Owns what is found, turned to and written while reading. Refuses to know what an entry means:
`match_rounds` and `match_people` do, and `match_reading` reads.
Start reading at `Book`.
"""

from __future__ import annotations

from typing import Any

from referee.engine.match_entries import Entry
from referee.engine.match_pages import NoError, Page
from referee.engine.match_state import Asked, Change, Player, Points, Source, Value
from referee.engine.ruleset import RuleSet
from referee.engine.switches import Contract


class Book:
    """The match so far. Nothing read is ever unread."""

    def __init__(self) -> None:
        self.opened: Entry | None = None
        self.rules_since: list[tuple[int, RuleSet]] = []
        self.players: list[Player] = []
        self.seats: list[int] = []
        self.dealer = 0
        self.pages: list[Page] = []
        self.ahead: list[Contract] = []
        self.asked: list[Asked] = []
        self.finished_at: str | None = None
        self.ignored: dict[int, str] = {}

    @property
    def rules(self) -> RuleSet:
        return self.rules_since[-1][1]

    def page(self, entry: Entry, *, is_open: bool = False) -> Page:
        """The round that an entry speaks of. Raises `NoError`."""
        number = entry.data["round"]
        if not isinstance(number, int) or not 1 <= number <= len(self.pages):
            raise NoError("unknown-round")
        page = self.pages[number - 1]
        if page.skipped or (is_open and page.over):
            raise NoError("not-open")
        return page

    def player(self, entry: Entry, page: Page | None = None) -> int:
        """The number of the player that an entry speaks of, who must sit in that round. Raises `NoError`."""
        number = entry.data["player"]
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self.players):
            raise NoError("unknown-player")
        if page is not None and not self.players[number].plays(page.number):
            raise NoError("not-here")
        return number

    def turn_page(self) -> None:
        """Open the next round when every one before is over and the match goes on."""
        if self.pages and not self.pages[-1].over:
            return
        seats = list(self.seats)
        if self.rules.progress == "player":
            wins = [page.out for page in self.pages if page.out is not None and not page.skipped]
            if any(wins.count(player) >= len(self.rules.rounds) for player in set(wins)):
                return
            self.pages.append(Page(len(self.pages) + 1, None, seats=seats))
        elif self.ahead:
            self.pages.append(Page(len(self.pages) + 1, self.ahead.pop(0), seats=seats))

    def put(
        self, page: Page, player: int, entry: Entry, points: Points, source: Source, *, cards: str | None = None,
        typed: str | None = None, photo: Any = None, note: str = "",
    ) -> None:  # fmt: skip
        """Write a value, keeping the one it replaces."""
        old = page.values.get(player)
        if old is not None and old.source != "none":
            # Values are made whole once a round is told: a long quarrel must not be copied at each of its words.
            change = Change(old.points, points, entry.number, entry.at, entry.by, note)
            page.changes.setdefault(player, []).append(change)
        page.values[player] = Value(points, 0, source, cards, typed, photo, entry.number, entry.at, entry.by)
