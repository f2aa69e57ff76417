"""Sharing a match: its look and write links as QR codes, and taking the write link back.

Owns that page. Refuses to make keys: `store.keys` does, and keeps none, so a page can
only hand out what follows from the key it was opened with.
Start reading at `show`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import segno
from flask import abort, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee import store
from referee.web.access import for_the_host, match_pages, table
from referee.web.network import outside_address

pages = match_pages("sharing", __name__)

Role = Literal["write", "look"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link to hand out: its address for other phones, and the QR code of it."""

    address: str
    drawn: Markup


def _link(endpoint: str, key: str) -> Link:
    address = outside_address(url_for(endpoint, key=key))
    code = segno.make_qr(address, error="m")
    # Drawn in the page itself, so that the key is in no further address.
    return Link(address, Markup(code.svg_inline(border=2, omitsize=True)))


def _links() -> tuple[dict[Role, Link], int | None]:
    """What this key can hand out, and the turn of the guests' key where this is the host."""
    here = table()
    if not here.may_write:
        return {"look": _link("table.show", here.key)}, None
    guest = store.guest_key(here.match, here.key) if here.hosts else None
    writing = guest.key if guest else here.key
    links: dict[Role, Link] = {"write": _link("seat.pick", writing)}
    links["look"] = _link("table.show", store.look_key_of(here.key))
    return links, guest.turn if guest else None


@pages.get("/share")
def show() -> str:
    """The QR code of one link at a time, so that a phone cannot read the wrong one."""
    links, turn = _links()
    asked = request.args.get("link", "")
    role: Role = "look" if asked == "look" or "write" not in links else "write"
    return render_template(
        "sharing/share.html", role=role, link=links[role], roles=list(links), turn=turn, form=FlaskForm()
    )


@pages.post("/share/renew")
@for_the_host
def renew() -> Response:
    """Take the guests' write link back; there is a new one at once."""
    turn = request.form.get("turn", type=int)
    if turn is None or turn < 0:
        abort(400)
    store.renew_guest_key(table().match, table().key, turn)
    return redirect(table().url("sharing.show", renewed=1), 303)
