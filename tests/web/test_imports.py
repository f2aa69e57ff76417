"""A match taken in from a file: the identical state, or a sentence and nothing kept."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from referee.engine.match import Kind, MatchState
from referee.web import exports_notebook, imports
from referee.web.exports_notebook import checksum
from tests.web.matches import House

File = dict[str, Any]


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def whole(house: House) -> str:
    """A match with everything in it that a night brings."""
    key = house.play(house.open(["Inés", "Ñato", "Rosa"], "ratolibre"), (0, "K K 7 JK", None), (12, 0, "absent"))
    house.write(key, (Kind.COUNTED, {"round": 1, "player": 2, "points": 33}), by="Ñato")
    house.write(key, (Kind.CORRECTED, {"round": 1, "player": 1, "old": 57, "new": 47, "note": "«ojo»"}))
    house.write(key, (Kind.PLAYER_JOINED, {"name": "Pía", "how": "worst"}))
    house.write(key, (Kind.ROUND_SKIPPED, {"round": 3}))
    house.write(key, (Kind.UNDONE, {"deed": house.state(key).number}))
    house.write(key, (Kind.RULE_AGREED, {"changes": {"ties": "rounds-won"}, "reason": "votado"}))
    house.write(key, (Kind.BONUS, {"round": 2, "player": 0, "points": -10, "note": ""}))
    house.write(key, (Kind.PLAYER_LEFT, {"player": 2}))
    return key


def export(house: House, key: str) -> File:
    file: File = json.loads(house.get(key, "export/match.json"))
    return file


def take(house: House, file: File | bytes, status: int = 303, form_id: str = "form-0001") -> str:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    answer = house.browser.post("/import", data={"file": (io.BytesIO(data), "x.json"), "form_id": form_id})
    answer.close()
    assert answer.status_code == status
    return answer.location if status == 303 else answer.get_data(as_text=True)


def same(one: MatchState, other: MatchState) -> bool:
    """Whether two folds are equal in everything; rule sets, which are compared by who they are, by fingerprint."""
    since = [[(entry, rules.fingerprint) for entry, rules in state.rules_since] for state in (one, other)]
    return since[0] == since[1] and one == replace(other, rules=one.rules, rules_since=one.rules_since)


def key_of(location: str) -> str:
    return location.split("/")[2]


def sealed(file: File) -> File:
    """The file with a checksum that fits again."""
    return {**file, "checksum": checksum(file["entries"])}


def test_it_works(house: House) -> None:
    key = whole(house)
    taken = key_of(take(house, export(house, key)))
    assert taken != key
    assert same(house.state(taken), house.state(key))
    assert (
        house.get(taken, "history").split("<main")[1].replace(taken, key)
        == house.get(key, "history").split("<main")[1]
    )
    assert "Inés" in house.page("/")


def test_each_his_own_contract(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"], "naipe52"), (0, 30), (20, 0))
    assert same(house.state(key_of(take(house, export(house, key)))), house.state(key))


def test_it_goes_on_and_is_another_match(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    taken = key_of(take(house, export(house, key)))
    house.play(taken, (0, 5), first=2)
    assert len(house.state(taken).closed) == 2
    assert len(house.state(key).closed) == 1


def test_the_same_form_twice_makes_one_match(house: House) -> None:
    file = export(house, house.play(house.open(["Inés", "Ñato"]), (0, 25)))
    assert take(house, file) == take(house, file)
    assert take(house, file, form_id="form-0002") != take(house, file)


def _points(file: File) -> File:
    file["entries"][2]["data"]["points"] = 1
    return file


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: b"", "no se puede leer"),
        (lambda file: b"\xff\xfe{", "no se puede leer"),
        (lambda file: json.dumps(file).encode()[:-20], "no se puede leer"),
        (lambda file: b"[" * 100_000, "no se puede leer"),
        (lambda file: b'{"format": NaN}', "no se puede leer"),
        (lambda file: b'{"format": "\\ud800"}', "no se puede leer"),
        (lambda file: b"[1]", "no es una partida"),
        (lambda file: {**file, "format": "other"}, "no es una partida"),
        (lambda file: {**file, "version": 2}, "otra versión"),
        (lambda file: {**file, "version": "1"}, "otra versión"),
        (_points, "suma de control"),
        (lambda file: {**file, "checksum": ""}, "suma de control"),
        (lambda file: {**file, "entries": file["entries"][:-1]}, "suma de control"),
        (lambda file: {**file, "entries": []}, "anotaciones que ninguna"),
        (lambda file: sealed(_points(file)), "otros totales"),
        (lambda file: {**file, "result": []}, "otros totales"),
        (lambda file: sealed({**file, "entries": file["entries"][1:]}), "anotaciones que ninguna"),
    ],
)
def test_refused_with_a_sentence_and_nothing_kept(
    house: House, change: Callable[[File], File | bytes], sentence: str
) -> None:
    file = export(house, house.play(house.open(["Inés", "Ñato"]), (0, 25)))
    page = take(house, change(file), 422)
    assert sentence in page
    assert house.page("/").count("<b>Inés, Ñato</b>") == 1


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "exploded"},
        {"number": 3},
        {"number": True},
        {"deed": 99},
        {"at": "yesterday"},
        {"at": "2026-11-01T20:00:00"},
        {"by": "x" * 81},
        {"by": "a\nb"},
        {"data": []},
        {"data": {"player": 0}},
        {"data": {"round": 1, "player": 0, "surprise": 1}},
        {"data": {"round": 1, "player": [0]}},
        {"kind": "ruled", "data": {"question": {"ask": "<b>"}, "code": "ok", "fingerprint": ""}},
        {"kind": "ruled", "data": {"question": [], "code": "ok", "fingerprint": ""}},
        {
            "kind": "ruled",
            "data": {"question": {"ask": "meld", "system": "x", "cards": "??"}, "code": "ok", "fingerprint": ""},
        },
        {
            "kind": "ruled",
            "data": {
                "question": {"ask": "hand", "system": "x", "cards": "9s 9d 9h", "contract": ["set"]},
                "code": "ok",
                "fingerprint": "",
            },
        },
        {"data": {"round": 1, "player": 1, "points": 5, "note": "x" * 70_000}},
        {"data": {"round": 1, "player": 1, "points": 25, "typed": "x" * 70_000}},
        {
            "kind": "laid-down",
            "data": {"round": 1, "player": 0, "melds": [{"cards": "??", "kind": "set", "as": None}]},
        },
    ],
)
def test_lines_that_no_notebook_has_are_refused(house: House, line: File) -> None:
    file = export(house, house.play(house.open(["Inés", "Ñato"]), (0, 25)))
    file["entries"][1] |= line
    assert take(house, sealed(file), 422).count('role="alert"') == 1


def test_no_file_chosen(house: House) -> None:
    assert "Falta elegir" in house.send("/import", 422)
    assert "archivo" in house.page("/import")


def test_too_large(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (imports, exports_notebook):
        monkeypatch.setattr(room, "LARGEST_FILE", 400_000)
    assert "demasiado grande" in take(house, b" " * 400_001, 422)


def test_times_and_writers_come_along(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    taken = house.state(key_of(take(house, export(house, key))))
    assert taken.entries == house.state(key).entries
    assert {entry.by for entry in taken.entries} == {"Inés"}


def test_the_form_needs_its_token(app: Flask) -> None:
    house = House(app, csrf=True)
    assert house.send("/import", 400)
