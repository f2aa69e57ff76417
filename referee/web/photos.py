"""Photos of cards: read, then confirmed by a person, card by card.

Owns the confirm page; its whole state is in its address, so reload and back are safe.
Refuses to hand a reading to the engine: what leaves this page is a confirmed list.
Start reading at `confirm`, then `take_photo`.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Response, abort, make_response, render_template, request

from referee import store, vision
from referee.store.photos import PhotoRoomError
from referee.web.access import match_pages, table, writes
from referee.web.deeds import marks
from referee.web.confirming import Confirming
from referee.web.speaking import say, say_if

pages = match_pages("photos", __name__)

PURPOSES: Final = ("laydown", "hand")


class PhotoRefusedError(Exception):
    """A photo that gave nothing; its text is the sentence for the person. Nothing was kept."""


def take_photo(data: bytes) -> store.KeptPhoto:
    """Read a photo and keep it with what was seen. Raises `PhotoRefusedError`."""
    try:
        reading = vision.read_cards(data)
    except vision.PhotoError as fault:
        raise PhotoRefusedError(say_if(f"table.photo.fault.{fault.code}", "table.photo.fault.broken")) from fault
    if not reading.sightings:
        hint = next((h for h in reading.hints if h != "no-cards"), "no-cards")
        raise PhotoRefusedError(say_if(f"table.photo.hint.{hint}", "table.photo.hint.no-cards"))
    try:
        return store.keep_photo(table().match, data, as_data(reading))
    except PhotoRoomError as full:
        raise PhotoRefusedError(say(f"table.photo.full.{full.whose}")) from full


def as_data(reading: vision.Reading) -> dict[str, Any]:
    """A reading as it is kept: texts and numbers."""
    return {
        "width": reading.width,
        "height": reading.height,
        "cards": [
            {
                "card": None if seen.card is None else str(seen.card),
                "deck": seen.card.deck if seen.card else None,
                "guesses": [str(card) for card, _ in seen.guesses],
                "quad": [[round(x, 1), round(y, 1)] for x, y in seen.quad],
                "meld": seen.meld,
            }
            for seen in reading.sightings
        ],
    }


def _photo(photo: int) -> store.KeptPhoto:
    return store.photo_of(table().match, photo) or abort(404)


@pages.get("/photos/<int:photo>.jpg")
def picture(photo: int) -> Response:
    """The kept picture."""
    try:
        data = store.photo_bytes(_photo(photo))
    except FileNotFoundError:
        abort(404)
    response = make_response(data)
    response.headers["Content-Type"] = "image/jpeg"
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response


@pages.get("/photos/<int:photo>")
@writes
def confirm(photo: int) -> str:
    """What was seen, unsure ones first: each can be changed, moved or taken out by a tap."""
    kept = _photo(photo)
    purpose = request.args.get("purpose", "laydown")
    player = request.args.get("player", type=int, default=-1)
    if purpose not in PURPOSES or player not in table().names:
        abort(404)
    state = Confirming(kept, table().rules.pack, request.args)
    edit: int | None = state.editing()
    return render_template(
        "photos/confirm.html",
        kept=kept, state=state, edit=edit, purpose=purpose, player=player,
        round=table().state.current, pack=table().rules.pack, carried=state.carried(), **marks(),
    )  # fmt: skip
