"""Reading the notebook: what each entry changes, one after the other.

Owns which kind of entry is read by what, and those that speak of the whole match. Refuses to
number, to write and to add up. Start reading at `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from referee.engine import match_people, match_rounds
from referee.engine.cards import NotationError
from referee.engine.match_book import Book
from referee.engine.match_entries import Entry, Kind, well_formed
from referee.engine.match_pages import MOST_PLAYERS, NoError, clean_name
from referee.engine.match_rules import unpin
from referee.engine.match_state import Player
from referee.engine.ruleset import with_options
from referee.engine.switches import RulesError

# A finished match may still be put right: values, questions, names.
AFTERWARDS: Final = frozenset(
    {Kind.COUNTED, Kind.CORRECTED, Kind.WENT_OUT, Kind.BONUS, Kind.RULED, Kind.PLAYER_RENAMED,
     Kind.REOPENED, Kind.UNDONE}
)  # fmt: skip


def read(book: Book, entries: Iterable[Entry]) -> None:
    """Take entries in order; what says nothing is listed in `ignored` with its reason, and changes nothing."""
    for entry in entries:
        try:
            if well_formed(entry.kind, entry.data) is not None:
                raise NoError("bad-entry")
            if book.opened is None and entry.kind is not Kind.OPENED:
                raise NoError("no-match")
            if book.finished_at is not None and entry.kind not in AFTERWARDS:
                raise NoError("finished")
            READ[entry.kind](book, entry)
        except NoError as no:
            book.ignored[entry.number] = no.code
        except RulesError:
            book.ignored[entry.number] = "bad-rules"
        except NotationError:
            book.ignored[entry.number] = "bad-cards"
        except (KeyError, TypeError, ValueError, AttributeError):
            book.ignored[entry.number] = "bad-entry"


def _open(book: Book, entry: Entry) -> None:
    if book.opened is not None:
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
    book.opened = entry
    book.rules_since.append((entry.number, rules))
    for number, name in enumerate(names):
        book.players.append(Player(number, name, name, 1, None, "zero", 0))
    book.seats = list(range(len(names)))
    book.dealer = data["dealer"]
    book.ahead = list(rules.rounds) if rules.progress == "table" else []
    book.turn_page()


def _agree(book: Book, entry: Entry) -> None:
    rules = with_options(book.rules, entry.data["changes"])
    if rules.progress == "table" and "rounds" in entry.data["changes"]:
        book.ahead = list(rules.rounds[len(book.pages) :])
    book.rules_since.append((entry.number, rules))


def _finish(book: Book, entry: Entry) -> None:
    book.finished_at = entry.at


def _reopen(book: Book, entry: Entry) -> None:
    if book.finished_at is None:
        raise NoError("not-finished")
    book.finished_at = None


def _undo(book: Book, entry: Entry) -> None:
    """What is undone was left out before reading; an undoing itself changes nothing more."""


READ: Final[dict[Kind, Callable[[Book, Entry], None]]] = {
    Kind.OPENED: _open,
    Kind.LAID_DOWN: match_rounds.lay_down,
    Kind.LAID_OFF: match_rounds.change_meld,
    Kind.SWAPPED: match_rounds.change_meld,
    Kind.RULED: match_rounds.ask,
    Kind.WENT_OUT: match_rounds.go_out,
    Kind.COUNTED: match_rounds.count,
    Kind.ROUND_CLOSED: match_rounds.close,
    Kind.CORRECTED: match_rounds.correct,
    Kind.BONUS: match_rounds.give_bonus,
    Kind.RULE_AGREED: _agree,
    Kind.PLAYER_JOINED: match_people.join,
    Kind.PLAYER_LEFT: match_people.leave,
    Kind.PLAYER_RENAMED: match_people.rename,
    Kind.SEATS_ORDERED: match_people.order_seats,
    Kind.ROUND_SKIPPED: match_rounds.skip,
    Kind.ROUND_ADDED: match_rounds.add_round,
    Kind.DEALER_SET: match_people.set_dealer,
    Kind.UNDONE: _undo,
    Kind.FINISHED: _finish,
    Kind.REOPENED: _reopen,
}
