"""Writing from a form: once, never over another's value, and what the sender is shown instead.

Owns the two marks that every form carries (`seen`: the notebook's length when it was
shown; `form_id`: its own mark) and the page for who came second. Refuses to write by
itself: `store.append` does.
Start reading at `write`.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from flask import g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from referee import store
from referee.engine.match import Draft, Entry, Refusal
from referee.web.access import table
from referee.web.differences import differences
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


def key() -> str:
    """The mark of this form with a digest of what it says: sent twice it is the same, changed it is another."""
    said = sorted((name, text) for name, text in request.form.items(multi=True) if name not in _NOT_SAID)
    return f"{once()}.{hashlib.sha256(json.dumps(said).encode()).hexdigest()[:20]}"


_NOT_SAID: Final = frozenset({"csrf_token", "seen", "form_id"})


def sent_before(then: Callable[[tuple[Entry, ...]], str]) -> Response | None:
    """The answer for a form that was sent already: on to where it led, or both contents where it was changed.

    None for a form that is new. `then` gives the address from the entries it made.
    """
    before = store.sent_before(table().match, once()) if "form_id" in request.form else None
    if before is None:
        return None
    was, entries = before
    if was == key():
        return redirect(then(entries), 303)
    draft = Draft(entries[0].kind, entries[0].data)
    said = [(name, text) for name, text in request.form.items() if name not in _NOT_SAID and text]
    return second(Refusal("doubled", draft, entries[0]), (), said=said)


def by() -> str | None:
    """Who writes, where this browser has said so."""
    here = g.get("table")
    return here.names[here.me] if here is not None and here.me is not None else None


def write(drafts: Sequence[Draft], then: str, **shown: Any) -> Response:
    """Write a deed and go on to `then`; who came second gets the page with both values instead.

    A form sent twice goes on as the first time.
    """
    if (answer := sent_before(lambda _: then)) is not None:
        return answer
    done = store.append(table().match, drafts, seen(), key=key(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, drafts, **shown)
    return redirect(then, 303)


def second(refusal: Refusal, drafts: Sequence[Draft], **shown: Any) -> Response:
    """The page for who came second: what is written, what he sent, and that nothing was changed."""
    here = table()
    mine = [Entry(0, draft.kind, "", None, draft.data, 0) for draft in drafts]
    # The state as it is now, which may hold more than the page that was sent.
    here.__dict__.pop("state", None)
    here.__dict__.pop("names", None)
    page = render_template(
        "errors/second.html",
        reason=say_if(f"table.refused.{refusal.code}", "table.refused.other"),
        there=[told(e, here) for e in here.state.entries if refusal.there and e.deed == refusal.there.deed],
        there_entry=refusal.there,
        mine=[told(entry, here) for entry in mine],
        both=differences(drafts, here),
        # A form of its own, by somebody who has now seen all.
        seen=here.state.number,
        form_id=secrets.token_urlsafe(12),
        **shown,
    )
    return make_response(page, 409)
