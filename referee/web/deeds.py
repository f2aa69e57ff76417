"""Writing from a form: once, never over another's value, and what the sender is shown instead.

Owns the two marks that every form carries (`seen`: the notebook's length when it was
shown; `form_id`: its own mark) and the page for who came second. Refuses to write by
itself: `store.append` does.
Start reading at `write`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from flask import g, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee import store
from referee.engine.match import Draft, Entry, Refusal
from referee.web.access import table
from referee.web.speaking import say_if
from referee.web.telling import told


def seen() -> int:
    """Up to which entry the sender saw the notebook."""
    return request.form.get("seen", type=int, default=0)


def once() -> str:
    """The mark of this form: the one it was sent with, so that it stays the same over its steps."""
    sent = request.values.get("form_id", "")
    return sent if 8 <= len(sent) <= 40 and sent.isascii() and sent.isprintable() else secrets.token_urlsafe(12)


def marks() -> dict[str, Any]:
    """What `_marks.html` puts into a form."""
    sent = request.form.get("seen", type=int)
    return {"seen": table().state.number if sent is None else sent, "form_id": once()}


def by() -> str | None:
    """Who writes, where this browser has said so."""
    here = g.get("table")
    return here.names[here.me] if here is not None and here.me is not None else None


def write(drafts: Sequence[Draft], then: str, **shown: Any) -> Response:
    """Write a deed and go on to `then`; who came second gets the page with both values instead.

    A form sent twice goes on as the first time.
    """
    done = store.append(table().match, drafts, seen(), key=once(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, drafts, **shown)
    return redirect(then, 303)


def second(refusal: Refusal, drafts: Sequence[Draft], **shown: Any) -> Response:
    """The page for who came second: what is written, what he sent, and that nothing was changed."""
    here = table()
    mine = Entry(0, refusal.draft.kind, "", None, refusal.draft.data, 0)
    all_mine = [Entry(0, draft.kind, "", None, draft.data, 0) for draft in drafts]
    # The state as it is now, which may hold more than the page that was sent.
    here.__dict__.pop("state", None)
    here.__dict__.pop("names", None)
    page = render_template(
        "errors/second.html",
        reason=say_if(f"table.refused.{refusal.code}", "table.refused.other"),
        there=told(refusal.there, here) if refusal.there else None,
        there_entry=refusal.there,
        mine=told(mine, here),
        all_mine=[told(entry, here) for entry in all_mine] if len(all_mine) > 1 else [],
        **shown,
    )
    return make_response(page, 409)


def hidden(name: str, value: object) -> Markup:
    """A hidden field."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)
