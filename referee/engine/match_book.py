"""Reading the notebook: what each entry changes, one after the other.

Owns the meaning of every kind of entry. Refuses to number, to write and to add up.
Start reading at `Book.read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from referee.engine.cards import NotationError
from referee.engine.match_entries import Entry, Kind, well_formed
from referee.engine.match_pages import MOST_PLAYERS, MOST_POINTS, NoError, Page, clean_name
from referee.engine.match_rules import unpin
from referee.engine.match_scores import points_of_cards
from referee.engine.match_state import ABSENT, Asked, Change, Meld, Player, Points, Source, Value
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.switches import Contract, RulesError


class Book:
    """The match so far. `read` takes entries in order; nothing read is ever unread."""

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

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            try:
                if well_formed(entry.kind, entry.data) is not None:
                    raise NoError("bad-entry")
                if self.opened is None and entry.kind is not Kind.OPENED:
                    raise NoError("no-match")
                if self.finished_at is not None and entry.kind not in _AFTERWARDS:
                    raise NoError("finished")
                _READ[entry.kind](self, entry)
            except NoError as no:
                self.ignored[entry.number] = no.code
            except RulesError:
                self.ignored[entry.number] = "bad-rules"
            except NotationError:
                self.ignored[entry.number] = "bad-cards"
            except (KeyError, TypeError, ValueError, AttributeError):
                self.ignored[entry.number] = "bad-entry"

    # ---- what entries speak of ---------------------------------------------------------------

    def page(self, entry: Entry, *, is_open: bool = False) -> Page:
        number = entry.data["round"]
        if not isinstance(number, int) or not 1 <= number <= len(self.pages):
            raise NoError("unknown-round")
        page = self.pages[number - 1]
        if page.skipped or (is_open and page.over):
            raise NoError("not-open")
        return page

    def player(self, entry: Entry, page: Page | None = None) -> int:
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

    # ---- one kind of entry each --------------------------------------------------------------

    def open(self, entry: Entry) -> None:
        if self.opened is not None:
            raise NoError("second-opening")
        data = entry.data
        names = [clean_name(name) for name in data["players"]]
        rules = unpin(data["rules"])
        if len(names) < 2:
            raise NoError("too-few-players")
        if len(names) > MOST_PLAYERS:
            raise NoError("too-many-players")
        if not 0 <= data["dealer"] < len(names):
            raise NoError("unknown-player")
        self.opened = entry
        self.rules_since.append((entry.number, rules))
        for number, name in enumerate(names):
            self.players.append(Player(number, name, name, 1, None, "zero", 0))
        self.seats = list(range(len(names)))
        self.dealer = data["dealer"]
        self.ahead = list(rules.rounds) if rules.progress == "table" else []
        self.turn_page()

    def lay_down(self, entry: Entry) -> None:
        page = self.page(entry, is_open=True)
        player = self.player(entry, page)
        if player in page.down:
            raise NoError("already-down")
        page.melds += [
            Meld(number, player, meld["cards"], meld["kind"], meld.get("as"), (entry.number,))
            for number, meld in enumerate(entry.data["melds"], len(page.melds))
        ]
        page.down[player] = entry.number
        if "question" in entry.data:
            self.ask(entry)
        if self.rules.progress == "player":
            self._out(page, player, entry, 0)

    def change_meld(self, entry: Entry) -> None:
        page = self.page(entry, is_open=True)
        self.player(entry, page)
        number, before, after = (entry.data[key] for key in ("meld", "before", "after"))
        if not 0 <= number < len(page.melds) or page.melds[number].cards != before["cards"]:
            raise NoError("old-meld")
        lies = page.melds[number]
        page.melds[number] = replace(
            lies, cards=after["cards"], shown=after.get("as"), entries=(*lies.entries, entry.number)
        )
        if "question" in entry.data:
            self.ask(entry)

    def ask(self, entry: Entry) -> None:
        data = entry.data
        number = data.get("round")
        asked = Asked(
            entry.number, entry.at, entry.by, number, data.get("player"), data["question"], data["code"],
            data.get("legal", data["code"] == "ok"), data["fingerprint"], data.get("photo"),
        )  # fmt: skip
        self.asked.append(asked)
        if isinstance(number, int) and 1 <= number <= len(self.pages):
            self.pages[number - 1].asked.append(asked)

    def go_out(self, entry: Entry) -> None:
        page = self.page(entry)
        bonus = self.rules.bonus_going_out if entry.data.get("same_turn") else 0
        self._out(page, self.player(entry, page), entry, bonus)
        self.turn_page()

    def _out(self, page: Page, player: int, entry: Entry, bonus: int) -> None:
        if page.out is not None and page.out != player:
            self.put(page, page.out, entry, None, "none")
        page.out, page.out_bonus = player, bonus
        self.put(page, player, entry, 0, "out")

    def count(self, entry: Entry) -> None:
        page = self.page(entry)
        player = self.player(entry, page)
        there = page.values.get(player)
        if there is not None and not there.pending and page.over:
            raise NoError("already-counted")
        data = entry.data
        if page.out == player and not data.get("absent"):
            raise NoError("already-counted")
        points: Points
        source: Source
        cards = None
        if data.get("absent"):
            points, source = ABSENT, "absent"
        elif "cards" in data:
            cards = data["cards"]
            points, source = points_of_cards(self.rules, cards), "cards"
        else:
            points, source = _points(data["points"]), "points"
        typed, photo = data.get("typed"), data.get("photo")
        self.put(page, player, entry, points, source, cards=cards, typed=typed, photo=photo)

    def close(self, entry: Entry) -> None:
        page = self.page(entry)
        if page.over:
            raise NoError("already-closed")
        page.closed_at = entry.at
        self.turn_page()

    def correct(self, entry: Entry) -> None:
        page = self.page(entry)
        player = self.player(entry, page)
        data = entry.data
        there = page.values.get(player, Value(None))
        if there.points != data["old"]:
            raise NoError("old-value")
        new = data["new"]
        points: Points = new if new is None or new == ABSENT else _points(new)
        cards = data.get("cards")
        if cards is not None and points_of_cards(self.rules, cards) != points:
            raise NoError("bad-cards")
        photo = data.get("photo", there.photo)
        self.put(page, player, entry, points, "corrected", cards=cards, photo=photo, note=str(data["note"]))

    def give_bonus(self, entry: Entry) -> None:
        page = self.page(entry)
        player = self.player(entry, page)
        page.bonuses[player] = page.bonuses.get(player, 0) + _points(entry.data["points"])

    def agree(self, entry: Entry) -> None:
        rules = with_options(self.rules, entry.data["changes"])
        if rules.progress == "table" and "rounds" in entry.data["changes"]:
            self.ahead = list(rules.rounds[len(self.pages) :])
        self.rules_since.append((entry.number, rules))

    def join(self, entry: Entry) -> None:
        if sum(p.left is None for p in self.players) >= MOST_PLAYERS:
            raise NoError("too-many-players")
        how = entry.data["how"]
        if how not in ("zero", "average", "worst", "points"):
            raise NoError("bad-entry")
        name = clean_name(entry.data["name"])
        start = {"zero": 0, "points": entry.data.get("points")}.get(how)
        if how == "points":
            _points(start)
        place = entry.data.get("seat", len(self.seats))
        if not 0 <= place <= len(self.seats):
            raise NoError("bad-entry")
        number = len(self.players)
        page = self.pages[-1]
        self.players.append(Player(number, name, name, page.number + page.over, None, how, start))
        self.seats.insert(place, number)
        if not page.over:
            page.seats = list(self.seats)

    def leave(self, entry: Entry) -> None:
        number = self.player(entry)
        if number not in self.seats:
            raise NoError("not-here")
        if len(self.seats) <= 2:
            raise NoError("too-few-players")
        page = self.pages[-1]
        # Who leaves in mid-round does not count that round, unless his hand was counted already.
        counted = page.over or (number in page.values and not page.values[number].pending)
        self.players[number] = replace(self.players[number], left=page.number + (1 if counted else 0))
        self.seats.remove(number)
        if not counted:
            page.seats = list(self.seats)

    def rename(self, entry: Entry) -> None:
        number = self.player(entry)
        self.players[number] = replace(self.players[number], name=clean_name(entry.data["name"]))

    def order_seats(self, entry: Entry) -> None:
        seats = list(entry.data["seats"])
        if sorted(seats) != sorted(self.seats):
            raise NoError("unknown-player")
        self.seats = seats
        if not self.pages[-1].over:
            self.pages[-1].seats = list(seats)

    def skip(self, entry: Entry) -> None:
        page = self.page(entry, is_open=True)
        page.skipped = True
        self.turn_page()

    def add_round(self, entry: Entry) -> None:
        if self.rules.progress == "player":
            raise NoError("bad-entry")
        contract = with_options(self.rules, {"rounds": [entry.data["contract"]]}).rounds[0]
        place = entry.data.get("after", len(self.ahead))
        if not 0 <= place <= len(self.ahead):
            raise NoError("bad-entry")
        self.ahead.insert(place, contract)
        self.turn_page()

    def set_dealer(self, entry: Entry) -> None:
        page = self.page(entry)
        page.dealer = self.player(entry, page)
        starter = entry.data.get("starter")
        if starter is not None and starter not in page.seats:
            raise NoError("unknown-player")
        page.starter = starter

    def finish(self, entry: Entry) -> None:
        self.finished_at = entry.at

    def reopen(self, entry: Entry) -> None:
        if self.finished_at is None:
            raise NoError("not-finished")
        self.finished_at = None


def _points(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise NoError("bad-entry")
    return value


def _undo(book: Book, entry: Entry) -> None:
    """What is undone was left out before reading; an undoing itself changes nothing more."""


_READ: Final[dict[Kind, Callable[[Book, Entry], None]]] = {
    Kind.OPENED: Book.open,
    Kind.LAID_DOWN: Book.lay_down,
    Kind.LAID_OFF: Book.change_meld,
    Kind.SWAPPED: Book.change_meld,
    Kind.RULED: Book.ask,
    Kind.WENT_OUT: Book.go_out,
    Kind.COUNTED: Book.count,
    Kind.ROUND_CLOSED: Book.close,
    Kind.CORRECTED: Book.correct,
    Kind.BONUS: Book.give_bonus,
    Kind.RULE_AGREED: Book.agree,
    Kind.PLAYER_JOINED: Book.join,
    Kind.PLAYER_LEFT: Book.leave,
    Kind.PLAYER_RENAMED: Book.rename,
    Kind.SEATS_ORDERED: Book.order_seats,
    Kind.ROUND_SKIPPED: Book.skip,
    Kind.ROUND_ADDED: Book.add_round,
    Kind.DEALER_SET: Book.set_dealer,
    Kind.UNDONE: _undo,
    Kind.FINISHED: Book.finish,
    Kind.REOPENED: Book.reopen,
}

# A finished match may still be put right: values, questions, names.
_AFTERWARDS: Final = frozenset(
    {Kind.COUNTED, Kind.CORRECTED, Kind.WENT_OUT, Kind.BONUS, Kind.RULED, Kind.PLAYER_RENAMED,
     Kind.REOPENED, Kind.UNDONE}
)  # fmt: skip
