"""Rulings for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.web.api import LARGEST_QUESTION

ACE = {"ask": "meld", "system": "chile", "cards": "Qs Ks As 2s"}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def ask(client: FlaskClient, question: Any, lang: str = "es", address: str = "/api/rulings") -> TestResponse:
    return client.post(address, json=question, headers={"Accept-Language": lang})


def test_it_works(client: FlaskClient) -> None:
    response = ask(client, {**ACE, "id": 7})
    assert response.status_code == 200
    answer = response.json
    assert answer["id"] == 7
    assert (answer["legal"], answer["code"], answer["cards"]) == (False, "run-ace", "As 2s")
    assert (answer["switch"], answer["set_by"]) == ("ace", "system")
    assert "♠" not in answer["reason"]
    assert "rey" in answer["reason"]


def test_it_answers_as_the_command_line_does(client: FlaskClient, tmp_path: Path, capsys: Any) -> None:
    from referee.cli import main

    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps(ACE) + "\n")
    main(["judge", str(asked), "--lang", "en"])
    assert ask(client, ACE, "en").json == json.loads(capsys.readouterr().out)


def test_the_language_of_the_address_comes_first(client: FlaskClient) -> None:
    english = ask(client, ACE, "es", "/api/rulings?lang=en").json["reason"]
    assert english == ask(client, ACE, "en").json["reason"]
    assert english != ask(client, ACE, "es").json["reason"]
    assert ask(client, ACE, "es", "/api/rulings?lang=klingon").json == ask(client, ACE, "es").json


def test_a_saved_rule_set_is_known(client: FlaskClient, app: Flask) -> None:
    own = Path(app.instance_path) / "rulebook"
    own.mkdir()
    (own / "ours.toml").write_text('extends = "chile"\nid = "ours"\nace = "around"\n[names]\nes = "Lo nuestro"\n')
    answer = ask(client, {**ACE, "system": "ours"}).json
    assert answer["legal"] is True


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'"meld"',
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"ask": NaN}',
        b'{"ask":"meld","system":9}',
    ],
)
def test_what_is_no_question_is_a_bad_question(client: FlaskClient, body: bytes) -> None:
    response = client.post("/api/rulings", data=body, content_type="application/json")
    assert response.status_code == 400
    assert response.json["legal"] is None
    assert response.json["code"] == "bad-question"
    assert response.json["error"]


def test_a_wrong_card_is_named(client: FlaskClient) -> None:
    response = ask(client, {**ACE, "cards": "9s 9d 9<b>"})
    assert response.status_code == 400
    assert response.mimetype == "application/json"
    assert "9<b>" in response.json["error"]


def test_no_more_than_a_question_is_read(client: FlaskClient) -> None:
    response = client.post(
        "/api/rulings", data=b'"' + b"a" * LARGEST_QUESTION + b'"', content_type="application/json"
    )
    assert response.status_code == 413
    assert response.json["code"] == "bad-question"


def test_only_json_is_taken(client: FlaskClient) -> None:
    response = client.post("/api/rulings", data=json.dumps(ACE), content_type="text/plain")
    assert response.status_code == 415
    assert response.json["code"] == "bad-question"
    assert client.post("/api/rulings", data={"ask": "meld"}).status_code == 415


def test_there_is_nothing_to_look_at(client: FlaskClient) -> None:
    assert client.get("/api/rulings").status_code == 405
