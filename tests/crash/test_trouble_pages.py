"""A full disk and a read-only database as a person with a phone meets them: why, and the form to send again."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system
from referee.store import StoreTroubleError
from referee.store.database import db
from referee.web import create_app
from tests.databases import close

NAMES = ["Inés", "Ñato", "María José"]
NOTE = 'la «Ñata» dijo <b>"dos"</b> & ya'


@pytest.fixture
def app(instance: Path) -> Iterator[Flask]:
    app = create_app(instance, {"TESTING": True})
    yield app
    close(app)


@pytest.fixture
def opened(app: Flask) -> tuple[int, str]:
    with app.app_context():
        opening = {"players": NAMES, "rules": pin(load_system("ratolibre")), "dealer": 0}
        opened = store.open_match(Draft(Kind.OPENED, opening))
        assert isinstance(opened, tuple)
        return opened


def hidden(page: str) -> dict[str, str]:
    """The fields that the page carries on."""
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    return {unescape(name): unescape(value) for name, value in fields}


def correct(client: FlaskClient, key: str, turn: int) -> TestResponse:
    """Send the form for a hand, as the page gives it."""
    address = f"/m/{key}/rounds/1/1"
    fields = hidden(client.get(address).get_data(as_text=True))
    return client.post(address, data={**fields, "kind": "points", "value": str(turn), "note": NOTE})


def written(app: Flask, match: int) -> int:
    with app.app_context():
        return store.last_number(match)


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
def test_a_full_disk(app: Flask, opened: tuple[int, str]) -> None:
    match, key = opened
    client = app.test_client()
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    turn = 0
    while (answer := correct(client, key, turn := turn + 1)).status_code == 303:
        assert turn < 200
    page = answer.get_data(as_text=True)
    assert answer.status_code == 503
    assert "No queda espacio en el disco" in page
    assert "Traceback" not in page
    assert written(app, match) == turn
    # With room again, the page itself sends what was typed, as it was typed.
    close(app)
    form = hidden(page)
    assert (form["value"], form["note"]) == (str(turn), NOTE)
    assert "<b>" not in page
    address = re.search(r'action="([^"]*)"', page)
    assert address is not None
    for _ in range(2):
        assert client.post(unescape(address[1]), data=form).status_code == 303
    assert written(app, match) == turn + 1
    with app.app_context():
        assert store.entries_of(match)[-1].data["note"] == NOTE


def test_a_read_only_database(app: Flask, opened: tuple[int, str], tmp_path: Path) -> None:
    match, key = opened
    close(app)
    if (url := app.config["SQLALCHEMY_DATABASE_URI"]).startswith("sqlite"):
        url = f"sqlite:///file:{tmp_path / 'referee.sqlite'}?mode=ro&uri=true"
    else:
        url += "&options=-c%20default_transaction_read_only%3Don"
    still = create_app(tmp_path, {"TESTING": True, "SQLALCHEMY_DATABASE_URI": url})
    client = still.test_client()
    assert client.get(f"/m/{key}/").status_code == 200
    answer = correct(client, key, 25)
    assert answer.status_code == 503
    assert "solo lectura" in answer.get_data(as_text=True)
    assert hidden(answer.get_data(as_text=True))["note"] == NOTE
    close(still)
    assert written(app, match) == 1


@pytest.mark.parametrize(("lang", "again"), [("es", "elígela otra vez"), ("en", "choose it again")])
def test_a_photo_is_asked_for_again(app: Flask, opened: tuple[int, str], lang: str, again: str) -> None:
    """A page cannot keep a photo as it keeps what was typed: it says so, and has a field for it."""
    client, address = app.test_client(), f"/m/{opened[1]}/close"
    spoken = {"Accept-Language": lang}
    form = hidden(client.get(address).get_data(as_text=True)) | {"hand-1": "10+5"}

    def fails(*_: object, **__: object) -> None:
        raise StoreTroubleError("busy")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "find_access", fails)
        with_photo = {**form, "photo": (io.BytesIO(b"x"), "f.jpg")}
        page = client.post(address, data=with_photo, headers=spoken).get_data(as_text=True)
        assert again in page
        assert 'enctype="multipart/form-data"' in page
        assert '<input type="file" id="again-photo" name="photo"' in page
        assert hidden(page)["hand-1"] == "10+5"
        assert again not in client.post(address, data=form, headers=spoken).get_data(as_text=True)
    # And without one the form goes on as it was.
    page = client.post(address, data=hidden(page), headers=spoken).get_data(as_text=True)
    assert 'value="10+5"' in page


@pytest.mark.parametrize("url", ["sqlite:///{}/no/where.sqlite", "postgresql+psycopg://nobody@/none?host={}"])
def test_no_database_at_all(tmp_path: Path, url: str) -> None:
    if url.startswith("postgresql"):
        pytest.importorskip("psycopg", reason="psycopg is not installed")
    app = create_app(tmp_path, {"TESTING": True, "SQLALCHEMY_DATABASE_URI": url.format(tmp_path)})
    answer = app.test_client().get("/m/" + "x" * 22 + "/?a=1", headers={"Accept-Language": "en"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 503
    assert "There is no connection to the database" in page
    assert "/?a=1" in unescape(page)
    close(app)
