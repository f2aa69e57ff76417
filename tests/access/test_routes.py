"""Every route of the application's own map, tried by everybody who may come to the door."""

from __future__ import annotations

import pytest
from flask import Flask

from referee import store
from tests.access import decisions as d
from tests.access.conftest import OURS, SAVED, WHO, Door, Visitor, keep_rules, open_match

OPEN, SHUT, ABSENT = "open", "shut", "absent"

EXPECTED = {
    d.ANYONE: dict.fromkeys(WHO, OPEN),
    d.LOOK: {"look": OPEN, "guest": OPEN, "owner": OPEN, "other": OPEN},
    d.WRITE: {"look": SHUT, "guest": OPEN, "owner": OPEN, "other": OPEN},
    # A guest, and the look key, may not take keys back; another's owner does so in his own match alone.
    d.OWNER: {"look": SHUT, "guest": SHUT, "owner": OPEN, "other": OPEN},
    d.MINE: {"look": OPEN, "guest": OPEN, "owner": OPEN},
    d.HOST: dict.fromkeys(WHO, SHUT) | {"host": OPEN},
    d.BIN: {"owner": OPEN},
    d.TOKEN: {"token": OPEN},
}
"""Who gets what; who is not named finds nothing there."""


SENT = {"photos.confirm": {"player": "1"}, "sharing.renew": {"turn": "0"}}
"""What some pages must be sent to answer at all."""


def routes(app: Flask) -> dict[tuple[str, str], set[str]]:
    """By method and endpoint, the arguments of the address."""
    return {
        (method, rule.endpoint): set(rule.arguments)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }


def test_every_route_is_decided(app: Flask) -> None:
    found, decided = set(routes(app)), set(d.decisions())
    assert not found - decided, "who may open these? say so in tests/access/decisions.py"
    assert not decided - found, "decided, but not there any more"


def outcome(visitor: Visitor, method: str, address: str, sent: dict[str, str]) -> str:
    status = visitor.ask(method, address, sent)[0]
    if status in (403, 404):
        return SHUT if status == 403 else ABSENT
    # A form that lacks what it needs is answered, and so is a read that wants more: the door was open.
    assert status < 500 or status == 503, (status, address)
    assert status not in (401, 405, 429), (status, address)
    return OPEN


def person_keys(door: Door) -> list[str]:
    """The keys of this match's people, as the owner's browser is shown them."""
    page = door.visitor("owner").ask("GET", "/players")[1]
    keys = [part.split('"')[0] for part in page.split('href="/players/')[1:]]
    return [key for key in dict.fromkeys(keys) if "/" not in key]


@pytest.mark.parametrize("who", WHO)
def test_everybody_gets_what_was_decided(app: Flask, who: str) -> None:
    wrong = []
    read = Door(app, *open_match(app, OURS))
    visitor = read.visitor(who)
    persons = person_keys(read)
    for (method, endpoint), arguments in routes(app).items():
        decided = d.decisions().get((method, endpoint))
        if decided is None:
            continue
        door, comes, keys = read, visitor, persons
        if method == "POST" and who in ("guest", "other", "owner"):
            # What was written before, or taken back, must not decide the next.
            door = Door(app, *open_match(app, OURS))
            comes = door.visitor(who)
            keys = person_keys(door) if decided == d.MINE else []
        told = dict(zip(("who", "other"), keys, strict=False)) if decided == d.MINE else {}
        told |= {"system": SAVED} if decided == d.HOST else {}
        sent = SENT.get(endpoint, {}) | ({"other": keys[1]} if endpoint == "players.same" and keys else {})
        with app.app_context():
            if decided == d.BIN:
                store.throw_away(door.match)
            if decided == d.HOST:
                keep_rules()
        got = outcome(comes, method, comes.address(endpoint, arguments, **told), sent)
        with app.app_context():
            if decided == d.BIN:
                store.take_back(door.match)
        expected = EXPECTED[decided].get(who, ABSENT)
        if got != expected:
            wrong.append(f"{method} {endpoint}: {got}, not {expected}")
    assert not wrong


@pytest.mark.parametrize("who", ["none", "other", "revoked", "token"])
def test_who_does_not_belong_is_shown_nobody_of_the_match(app: Flask, door: Door, who: str) -> None:
    visitor = door.visitor(who)
    keys = dict(zip(("who", "other"), person_keys(door), strict=False))
    for (method, endpoint), arguments in routes(app).items():
        if method == "GET":
            told = keys if endpoint.startswith("players.") else {}
            address = visitor.address(endpoint, arguments, **told)
            text = visitor.ask(method, address)[1]
            assert OURS[0] not in text, address
            assert OURS[1] not in text, address


@pytest.mark.parametrize("who", ["none", "look", "other", "revoked", "token", "host"])
def test_who_may_not_write_changes_nothing(app: Flask, door: Door, who: str) -> None:
    visitor = door.visitor(who)
    with app.app_context():
        before = store.entries_of(door.match)
    for (method, endpoint), arguments in routes(app).items():
        if method == "POST" and not endpoint.startswith("players."):
            visitor.ask(method, visitor.address(endpoint, arguments))
    with app.app_context():
        assert store.entries_of(door.match) == before
        access = store.find_access(door.key)
    assert access is not None, "thrown away, or its keys taken back"


def test_a_key_taken_back_opens_nothing_from_then_on(app: Flask, door: Door) -> None:
    guest = door.visitor("guest")
    assert guest.ask("GET", f"/m/{guest.key}/")[0] == 200
    with app.app_context():
        store.renew_guest_key(door.match, door.key, 0)
    assert guest.ask("GET", f"/m/{guest.key}/")[0] == 404
    assert guest.ask("POST", f"/m/{guest.key}/close")[0] == 404
    assert door.visitor("owner").ask("GET", f"/m/{door.key}/")[0] == 200
