"""Photos of cards: read, then confirmed by a person, card by card.

Owns the confirm page; its whole state is in its address, so reload and back are safe.
Refuses to hand a reading to the engine: what leaves this page is a confirmed list.
Start reading at `confirm`, then `take_photo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from referee import store, vision
from referee.engine.cards import Card, format_cards
from referee.reading import Seen as SeenPhoto
from referee.reading import Waiting
from referee.store.photos import PhotoRoomError
from referee.web import readings
from referee.web.access import match_pages, table, writes
from referee.web.confirming import Confirming, Seen
from referee.web.deeds import marks
from referee.web.readings import PhotoRefusedError
from referee.web.speaking import card_name, say
from referee.web.typed import as_typed

pages = match_pages("photos", __name__)

PURPOSES: Final = ("laydown", "meld", "hand", "own")


def take_photo(data: bytes, **then: Any) -> WerkzeugResponse:
    """Read a photo, keep it with what was seen, and go on to the confirm page; to the waiting page meanwhile.

    `then` is what the confirm page is told. Raises `PhotoRefusedError`.
    """
    here = table()
    ticket = readings.begin(data, here.match, then)
    found, _ = readings.collect(ticket, here.match, patient=True)
    if isinstance(found, Waiting):
        return redirect(here.url("photos.waiting", ticket=ticket), 303)
    return _on(found, then)


def keep(seen: SeenPhoto) -> store.KeptPhoto:
    """Keep a photo of this match with what was seen. Raises `PhotoRefusedError` where there is no room."""
    from referee.vision.photo import open_photo

    try:
        # What the locked room drew, small and plain; the person's own file is opened nowhere else.
        return store.keep_photo(table().match, open_photo(seen.picture).pixels, as_data(seen.reading))
    except PhotoRoomError as full:
        raise PhotoRefusedError(say(f"table.photo.full.{full.whose}")) from full


def sent_photo() -> dict[str, int]:
    """What an entry says of the photo that the form names: nothing where this match has none of that number."""
    photo = request.form.get("photo_id", type=int)
    return {"photo": photo} if photo is not None and store.photo_of(table().match, photo) else {}


def _on(seen: SeenPhoto, then: Mapping[str, Any]) -> WerkzeugResponse:
    return redirect(table().url("photos.confirm", photo=keep(seen).id, **then), 303)


@pages.get("/photos/waiting/<ticket>")
@writes
def waiting(ticket: str) -> WerkzeugResponse:
    """A photo in line: its place, then its confirm page; or why it gave nothing, and the form as it was."""
    try:
        found, sent = readings.collect(ticket, table().match)
        return readings.waiting_page(found) if isinstance(found, Waiting) else _on(found, sent.then)
    except PhotoRefusedError as refused:
        return readings.refused_page(refused, _form_of(refused.sent.then if refused.sent else {}))


def _form_of(then: Mapping[str, Any]) -> str:
    """The address of the form that a photo came with."""
    return _address(str(then.get("purpose")), then.get("player", 0), then.get("round", 0), then.get("meld", 0))


def _address(purpose: str, player: int, round_: int, meld: int) -> str:
    match purpose:
        case "laydown":
            return table().url("laydown.form", player=player)
        case "meld":
            return table().url("melds.touch", number=meld)
        case "own":
            return table().url("seat.hand", number=round_, player=player)
        case _:
            return table().url("closing.show")


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
def confirm(photo: int) -> str | WerkzeugResponse:
    """What was seen, unsure ones first: each can be changed, moved or taken out by a tap."""
    kept = _photo(photo)
    purpose = request.args.get("purpose", "laydown")
    player = request.args.get("player", type=int, default=-1)
    if purpose not in PURPOSES or player not in table().names:
        abort(404)
    state = Confirming(kept, table().rules.pack, request.args)
    edit = state.editing()
    if edit and (card := _pressed(state)):
        added = format_cards([*state.added(int(edit[1:])), card]) if edit[0] == "x" else str(card)
        return redirect(state.url(**{edit if edit[0] == "x" else f"c{edit}": added}), 303)
    return render_template(
        "photos/confirm.html",
        kept=kept,
        state=state,
        edit=edit,
        editing=next((seen for seen in state.seen if str(seen.number) == edit), None),
        sightings=[_sighting(state, seen) for seen in state.seen],
        sent=_sent(state, purpose, player),
        picked_suit=request.args.get("suit") or _likely_suit(state, edit),
        purpose=purpose,
        form_at=_form_at(purpose, player),
        player=player,
        round=table().state.current,
        pack=table().rules.pack,
        carried=state.carried(),
        **marks(),
    )


def _form_at(purpose: str, player: int) -> str:
    """The form that the photo was taken for."""
    round_, meld = (request.args.get(key, type=int, default=0) for key in ("round", "meld"))
    return _address(purpose, player, round_, meld)


def _pressed(state: Confirming) -> Card | None:
    """The card that the keys on the page said."""
    token = request.args.get("press", "").upper()
    card = state.pack.tokens.get(token) or state.pack.rank_tokens.get(token)
    if card is None or card.is_joker:
        return card
    suit = request.args.get("suit", "")
    return Card(card.rank, suit, card.deck) if suit and suit in state.pack.suits else None


def _likely_suit(state: Confirming, edit: str | None) -> str | None:
    """The suit to begin with: of the card as it stands, or as it was half seen."""
    seen = next((each for each in state.seen if str(each.number) == edit), None)
    if seen is None:
        return None
    likely = [card.suit for card in (seen.card, *seen.guesses) if card is not None and not card.is_joker]
    return likely[0] if likely else None


def _sighting(state: Confirming, seen: Seen) -> dict[str, Any]:
    """A card of the photo as it is drawn over it, leading to where it is changed."""
    return {
        "quad": seen.quad,
        "unsure": seen.card is None,
        "label": card_name(seen.card) if seen.card else say("look.card_unknown"),
        "href": f"{state.url(edit=seen.number)}#edit",
    }


def _sent(state: Confirming, purpose: str, player: int) -> dict[str, str]:
    """What the confirmed list brings to the form it was for; nothing while a card is open."""
    if state.open_ones:
        return {}
    if purpose == "laydown":
        melds = [as_typed(cards) for cards in state.melds()]
        return {f"meld-{n}": text for n, text in enumerate(melds)} | {"photo_id": str(state.kept.id)}
    carried = state.carried()
    kept = {
        key: value
        for key, value in carried.items()
        if key in ("out", "same_turn") or key.startswith(("hand-", "photo-", "absent-"))
    }
    hand = as_typed(tuple(card for cards in state.melds() for card in cards))
    typed = f"{hand}," if hand else ""
    if purpose == "own":
        return {"hand": typed, "photo_id": str(state.kept.id), "old": carried.get("old", "")}
    if purpose == "meld":
        said = {key: value for key, value in carried.items() if key in ("who", "deed")}
        return {**said, "cards": hand, "photo_id": str(state.kept.id)}
    return {**kept, f"hand-{player}": typed, f"photo-{player}": str(state.kept.id)}
