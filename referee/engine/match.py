"""A match is a list of entries; its state is a fold over them.

Owns `fold` and `append_check`: what the match is after its entries, and whether
another may be written. Refuses to store, to tell the time and to speak; totals are
computed, never kept.
Start reading at `fold`; the kinds of entry are in `match_entries`, what they change
in `match_reading`, the result in `match_state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.engine.match_book import Book
from referee.engine.match_entries import Draft, Entry, Kind, subjects
from referee.engine.match_pages import NO, Page, clean_name, clean_note
from referee.engine.match_reading import read
from referee.engine.match_rules import pin, unpin
from referee.engine.match_scores import (
    points_of_cards,
    possible_points,
    running,
    standings_of,
    starts,
    winners,
)
from referee.engine.match_state import (
    ABSENT,
    Asked,
    Change,
    MatchState,
    Meld,
    Player,
    Points,
    Round,
    Standing,
    Value,
)
from referee.engine.turns import packs_needed

__all__ = [
    "ABSENT", "NO", "Asked", "Change", "Draft", "Entry", "Kind", "MatchState", "Meld", "NoMatchError",
    "OpenNotebook", "Player", "Points", "Refusal", "Round", "Standing", "Value", "append_check", "clean_name",
    "clean_note", "fold", "pin", "points_of_cards", "possible_points", "unpin",
]  # fmt: skip

_PENDING: Final = Value(None)


class NoMatchError(ValueError):
    """A notebook without a readable opening; `code` is one of `NO`."""

    def __init__(self, code: str) -> None:
        super().__init__(f"a match begins with its opening: {code}")
        self.code = code


def fold(entries: Sequence[Entry]) -> MatchState:
    """The state of the match after these entries, in order of number.

    Entries that say nothing (a hand for a player who is not there) are listed in
    `ignored` and change nothing; only a notebook without a readable opening raises
    `NoMatchError`.
    """
    undone = _undone(entries)
    book = Book()
    read(book, (entry for entry in entries if entry.number not in undone))
    if book.opened is None:
        raise NoMatchError(next(iter(book.ignored.values()), "no-match"))
    players = _labelled(book.players)
    rounds = _rounds(book, players)
    begun = starts(players, rounds)
    players = [replace(player, start=begun[player.number]) for player in players]
    lines = standings_of(book.rules, players, rounds)
    played_out = all(r.closed or r.skipped for r in rounds) and not book.ahead
    return MatchState(
        number=entries[-1].number,
        opened=book.opened,
        rules=book.rules,
        rules_since=tuple(book.rules_since),
        players=tuple(players),
        seats=tuple(book.seats),
        rounds=rounds,
        ahead=tuple(book.ahead),
        standings=lines,
        running=running(players, rounds),
        asked=tuple(book.asked),
        played_out=played_out,
        finished=book.finished_at is not None,
        finished_at=book.finished_at,
        winners=winners(lines) if played_out or book.finished_at is not None else (),
        entries=tuple(entries),
        undone=undone,
        ignored=book.ignored,
    )


def _undone(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers taken back. Read from the end: an undoing counts unless a later one took it back itself."""
    deeds: dict[int, list[int]] = {}
    for entry in entries:
        deeds.setdefault(entry.deed, []).append(entry.number)
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.kind is Kind.UNDONE and entry.number not in gone:
            gone.update(number for number in deeds.get(entry.data.get("deed", 0), ()) if number < entry.number)
    # A match that was never opened is none: the opening cannot be taken back.
    gone.difference_update(entry.number for entry in entries[:1])
    return frozenset(gone)


def _labelled(players: Iterable[Player]) -> list[Player]:
    """The players with equal names told apart: the second Inés is `Inés (2)`."""
    met: dict[str, int] = {}
    labelled = []
    for player in players:
        key = player.name.casefold()
        met[key] = met.get(key, 0) + 1
        labelled.append(replace(player, label=player.name + (f" ({met[key]})" if met[key] > 1 else "")))
    return labelled


def _rounds(book: Book, players: Sequence[Player]) -> tuple[Round, ...]:
    """The rounds with all that follows from the ones before: who deals, who plays, at which contract."""
    rounds: list[Round] = []
    dealer, passed = book.dealer, False
    around: Sequence[int] = book.pages[0].seats
    label = 0
    won = [0] * len(players)
    for page in book.pages:
        here = tuple(number for number in page.seats if players[number].plays(page.number))
        if page.dealer in here:
            dealer = page.dealer
        elif passed or dealer not in here:
            dealer = _next(around, dealer, here)
        starter = page.starter if page.starter in here else _next(here, dealer, here)
        label += not page.skipped
        stages = {number: won[number] + 1 for number in here}
        rounds.append(_round(book, page, here, (dealer, starter), label, stages))
        if book.rules.progress == "player" and page.out is not None and not page.skipped:
            won[page.out] += 1
        # The deal passes on from a round that was played, in the seats of that round.
        passed, around = not page.skipped, page.seats
    return tuple(rounds)


def _next(order: Sequence[int], player: int, here: Sequence[int]) -> int:
    """The first one after `player` in this order who is here; the first one here where he is not in it."""
    if player in order:
        start = order.index(player)
        for step in range(1, len(order) + 1):
            if order[(start + step) % len(order)] in here:
                return order[(start + step) % len(order)]
    return here[0]


def _round(
    book: Book, page: Page, here: tuple[int, ...], first: tuple[int, int], label: int, stages: Mapping[int, int]
) -> Round:
    rules = book.rules
    if page.contract is None:
        last = len(rules.rounds)
        contracts = {number: rules.rounds[min(stage, last) - 1] for number, stage in stages.items()}
    else:
        contracts = dict.fromkeys(here, page.contract)
        stages = dict.fromkeys(here, page.number)
    cards_each = {number: rules.dealt_to(contract) for number, contract in contracts.items()}
    packs = packs_needed(rules, list(cards_each.values()))
    values = {}
    for number in here:
        value = page.values.get(number, _PENDING)
        bonus = page.bonuses.get(number, 0) + (page.out_bonus if page.out == number else 0)
        changes = tuple(page.changes.get(number, ()))
        values[number] = replace(value, bonus=bonus, changes=changes) if bonus or changes else value
    return Round(
        number=page.number,
        label=label,
        contract=page.contract,
        contracts=contracts,
        stages=stages,
        seats=here,
        dealer=first[0],
        starter=first[1],
        cards_each=cards_each,
        packs=packs,
        stock=packs * (rules.pack.size + rules.jokers) - sum(cards_each.values()) - 1,
        closed=page.closed_at is not None,
        closed_at=page.closed_at,
        skipped=page.skipped,
        out=page.out if page.out in here else None,
        values=values,
        melds=tuple(page.melds),
        down=dict(page.down),
        asked=tuple(page.asked),
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why entries may not be written. `code` is one of `NO`, "stale" or "doubled".

    `there` is the entry that was there first; `draft` the one of ours it stands against.
    """

    code: str
    draft: Draft
    there: Entry | None = None


def append_check(entries: Sequence[Entry], drafts: Sequence[Draft], seen: int, at: str) -> Refusal | None:
    """Whether these may be written after `entries` by somebody who saw the notebook up to number `seen`.

    Stale is what touches a subject that somebody else wrote about meanwhile (an undoing,
    whatever else was written meanwhile); what says nothing by itself, or makes an
    earlier entry say nothing, is refused too. None when all may be written.
    """
    return OpenNotebook(entries).check(drafts, seen, at)


class OpenNotebook:
    """A notebook held open at its last line, so that the next deed costs no reading from the start.

    `entries` are those read so far, in order of number. Not for two threads at once.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)
        self._book: Book | None = None
        self._tried: list[Entry] = []
        """What the book has read beyond `entries`, to see whether it may be written."""

    def read(self, written: Sequence[Entry]) -> None:
        """Read on: entries that were written after those read so far."""
        tried, self._tried = self._tried, []
        self.entries += written
        if tried and [(e.number, e.kind, e.data) for e in tried] == [(e.number, e.kind, e.data) for e in written]:
            return
        # A book cannot unread: neither what was tried in vain, nor what an undoing takes back.
        if tried or any(entry.kind is Kind.UNDONE for entry in written):
            self._book = None
        elif self._book is not None:
            read(self._book, written)

    def check(self, drafts: Sequence[Draft], seen: int, at: str) -> Refusal | None:
        """As `append_check`, after the entries read so far."""
        for draft in drafts:
            for entry in self.entries[seen:]:
                if draft.kind is Kind.UNDONE or subjects(draft.kind, draft.data) & subjects(entry.kind, entry.data):
                    return Refusal("stale", draft, entry)
        number = len(self.entries) + 1
        added = [Entry(number + n, draft.kind, at, None, draft.data, number) for n, draft in enumerate(drafts)]
        if any(draft.kind is Kind.UNDONE for draft in drafts):
            return _check_undoing(self.entries, drafts, added)
        # Without an undoing, what was read keeps its meaning: it is enough to read on.
        if self._book is None or self._tried:
            undone = _undone(self.entries)
            self._book = Book()
            read(self._book, (entry for entry in self.entries if entry.number not in undone))
        self._tried = added
        read(self._book, added)
        for entry, draft in zip(added, drafts, strict=True):
            if entry.number in self._book.ignored:
                return Refusal(self._book.ignored[entry.number], draft)
        return None


def _check_undoing(entries: Sequence[Entry], drafts: Sequence[Draft], added: Sequence[Entry]) -> Refusal | None:
    state = fold(entries) if entries else None
    for draft in drafts:
        if draft.kind is Kind.UNDONE and (no := _not_undoable(state, draft)):
            return Refusal(no, draft)
    number = len(entries) + 1
    try:
        after = fold([*entries, *added])
    except NoMatchError as none:
        return Refusal(none.code, drafts[0])
    known = state.ignored if state is not None else {}
    for bad, code in after.ignored.items():
        if bad not in known:
            mine = bad - number
            return Refusal(code, drafts[max(0, mine)], entries[bad - 1] if mine < 0 else None)
    return None


def _not_undoable(state: MatchState | None, draft: Draft) -> str | None:
    deed = draft.data.get("deed")
    if state is None or not isinstance(deed, int):
        return "bad-entry"
    live = [e for e in state.entries if e.deed == deed and e.number not in state.undone]
    return None if live and live[0].kind is not Kind.OPENED else "not-undoable"
