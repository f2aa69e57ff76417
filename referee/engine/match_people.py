"""Who sits at the table: people come, go, are renamed, change seats, deal.

Owns the meaning of those entries. Refuses what is played: `match_rounds` reads that.
Start reading at `join`; each reads one entry into the book and raises `NoError` where it says nothing.
"""

from __future__ import annotations

from dataclasses import replace

from referee.engine.match_book import Book
from referee.engine.match_entries import Entry
from referee.engine.match_pages import MOST_PLAYERS, NoError, clean_name, kept_points
from referee.engine.match_state import Player


def join(book: Book, entry: Entry) -> None:
    if sum(p.left is None for p in book.players) >= MOST_PLAYERS:
        raise NoError("too-many-players")
    how = entry.data["how"]
    if how not in ("zero", "average", "worst", "points"):
        raise NoError("bad-entry")
    name = clean_name(entry.data["name"])
    start = {"zero": 0, "points": entry.data.get("points")}.get(how)
    if how == "points":
        kept_points(start)
    place = entry.data.get("seat", len(book.seats))
    if not 0 <= place <= len(book.seats):
        raise NoError("bad-entry")
    number = len(book.players)
    page = book.pages[-1]
    book.players.append(Player(number, name, name, page.number + page.over, None, how, start))
    book.seats.insert(place, number)
    if not page.over:
        page.seats = list(book.seats)


def leave(book: Book, entry: Entry) -> None:
    number = book.player(entry)
    if number not in book.seats:
        raise NoError("not-here")
    if len(book.seats) <= 2:
        raise NoError("too-few-players")
    page = book.pages[-1]
    # Who leaves in mid-round does not count that round, unless his hand was counted already.
    counted = page.over or (number in page.values and not page.values[number].pending)
    book.players[number] = replace(book.players[number], left=page.number + (1 if counted else 0))
    book.seats.remove(number)
    if not counted:
        page.seats = list(book.seats)


def rename(book: Book, entry: Entry) -> None:
    number = book.player(entry)
    book.players[number] = replace(book.players[number], name=clean_name(entry.data["name"]))


def order_seats(book: Book, entry: Entry) -> None:
    seats = list(entry.data["seats"])
    if sorted(seats) != sorted(book.seats):
        raise NoError("unknown-player")
    book.seats = seats
    if not book.pages[-1].over:
        book.pages[-1].seats = list(seats)


def set_dealer(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    page.dealer = book.player(entry, page)
    starter = entry.data.get("starter")
    if starter is not None and starter not in page.seats:
        raise NoError("unknown-player")
    page.starter = starter
