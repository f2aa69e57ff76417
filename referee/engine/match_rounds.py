"""What is played: melds, rulings, hands counted and put right, rounds closed, skipped and added.

Owns the meaning of the entries that speak of a round. Refuses to add up: `match_scores` does.
Start reading at `lay_down`; each reads one entry into the book and raises `NoError` where it says nothing.
"""

from __future__ import annotations

from dataclasses import replace

from referee.engine.match_book import Book
from referee.engine.match_entries import Entry
from referee.engine.match_pages import NoError, Page, clean_note, kept_points
from referee.engine.match_scores import points_of_cards
from referee.engine.match_state import ABSENT, Asked, Meld, Points, Source, Value
from referee.engine.ruleset import with_options


def lay_down(book: Book, entry: Entry) -> None:
    page = book.page(entry, is_open=True)
    player = book.player(entry, page)
    if player in page.down:
        raise NoError("already-down")
    page.melds += [
        Meld(number, player, meld["cards"], meld["kind"], meld.get("as"), (entry.number,))
        for number, meld in enumerate(entry.data["melds"], len(page.melds))
    ]
    page.down[player] = entry.number
    if "question" in entry.data:
        ask(book, entry)
    if book.rules.progress == "player":
        _out(book, page, player, entry, 0)


def change_meld(book: Book, entry: Entry) -> None:
    page = book.page(entry, is_open=True)
    book.player(entry, page)
    number, before, after = (entry.data[key] for key in ("meld", "before", "after"))
    if not 0 <= number < len(page.melds) or page.melds[number].cards != before["cards"]:
        raise NoError("old-meld")
    lies = page.melds[number]
    page.melds[number] = replace(
        lies, cards=after["cards"], shown=after.get("as"), entries=(*lies.entries, entry.number)
    )
    if "question" in entry.data:
        ask(book, entry)


def ask(book: Book, entry: Entry) -> None:
    data = entry.data
    number = data.get("round")
    asked = Asked(
        entry.number, entry.at, entry.by, number, data.get("player"), data["question"], data["code"],
        data.get("legal", data["code"] == "ok"), data["fingerprint"], data.get("photo"),
    )  # fmt: skip
    book.asked.append(asked)
    if isinstance(number, int) and 1 <= number <= len(book.pages):
        book.pages[number - 1].asked.append(asked)


def go_out(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    bonus = book.rules.bonus_going_out if entry.data.get("same_turn") else 0
    _out(book, page, book.player(entry, page), entry, bonus)
    book.turn_page()


def _out(book: Book, page: Page, player: int, entry: Entry, bonus: int) -> None:
    if page.out is not None and page.out != player:
        book.put(page, page.out, entry, None, "none")
    page.out, page.out_bonus = player, bonus
    book.put(page, player, entry, 0, "out")


def count(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    player = book.player(entry, page)
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
        points, source = points_of_cards(book.rules, cards), "cards"
    else:
        points, source = kept_points(data["points"]), "points"
    typed, photo = data.get("typed"), data.get("photo")
    book.put(page, player, entry, points, source, cards=cards, typed=typed, photo=photo)


def close(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    if page.over:
        raise NoError("already-closed")
    page.closed_at = entry.at
    book.turn_page()


def correct(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    player = book.player(entry, page)
    data = entry.data
    there = page.values.get(player, Value(None))
    if there.points != data["old"]:
        raise NoError("old-value")
    new = data["new"]
    points: Points = new if new is None or new == ABSENT else kept_points(new)
    cards = data.get("cards")
    if cards is not None and points_of_cards(book.rules, cards) != points:
        raise NoError("bad-cards")
    photo = data.get("photo", there.photo)
    book.put(page, player, entry, points, "corrected", cards=cards, photo=photo, note=clean_note(data["note"]))


def give_bonus(book: Book, entry: Entry) -> None:
    page = book.page(entry)
    player = book.player(entry, page)
    page.bonuses[player] = page.bonuses.get(player, 0) + kept_points(entry.data["points"])


def skip(book: Book, entry: Entry) -> None:
    page = book.page(entry, is_open=True)
    page.skipped = True
    book.turn_page()


def add_round(book: Book, entry: Entry) -> None:
    if book.rules.progress == "player":
        raise NoError("bad-entry")
    contract = with_options(book.rules, {"rounds": [entry.data["contract"]]}).rounds[0]
    place = entry.data.get("after", len(book.ahead))
    if not 0 <= place <= len(book.ahead):
        raise NoError("bad-entry")
    book.ahead.insert(place, contract)
    book.turn_page()
