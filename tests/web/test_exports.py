"""A match taken away: file, spreadsheet, sheet, message, picture."""

from __future__ import annotations

import csv
import io
import json

import pytest
from flask import Flask
from PIL import Image

from referee.engine.match import Kind
from referee.web.exports import safe
from referee.web.exports_picture import drawable
from tests.web.matches import House


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def sheet(house: House, key: str, delimiter: str = ";") -> list[list[str]]:
    answer = house.browser.get(f"/m/{key}/export/table.csv")
    assert answer.status_code == 200
    text = answer.get_data().decode("utf-8-sig")
    assert answer.get_data().startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_it_works(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25), (12, 0))
    page = house.get(key, "export")
    for path in ("export/match.json", "export/table.csv", "sheet", "export/table.png"):
        assert f"/m/{key}/{path}" in page
    assert "1. Inés: 12" in page
    assert "https://wa.me/?text=Carioca" in page


def test_the_message_is_short_and_has_no_key(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato", "Rosa"]), (0, 25, 25), (0, 5, 5), (0, 5, 5), (0, 5, 5))
    house.write(key, (Kind.FINISHED, {}))
    text = house.get(key, "export/message.txt")
    assert "Ganó Inés" in text
    assert "2. Ñato: 40\n2. Rosa: 40" in text
    assert "4 rondas jugadas" in text
    assert key not in text
    house.speak("en")
    assert "Inés won" in house.get(key, "export/message.txt")


def test_the_message_names_shared_winners_and_blanks(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 5), (5, 0), (0, 5), (5, 0))
    assert "Empataron Inés y Ñato" in house.get(key, "export/message.txt")
    other = house.play(house.open(["Inés", "Ñato"]), (0, None))
    text = house.get(other, "export/message.txt")
    assert "faltan puntos" in text
    assert "(pendiente)" in text


def test_the_spreadsheet(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato", "Rosa"]), (0, 25, None), (12, 0, "absent"))
    house.write(key, (Kind.BONUS, {"round": 1, "player": 0, "points": -30, "note": ""}))
    rows = sheet(house, key)
    assert rows[0][:7] == ["Ronda", "Contrato", "Reparte", "Se fue", "Inés", "Ñato", "Rosa"]
    assert rows[1] == ["1", "2 tríos", "Inés", "Inés", "0", "25", "pendiente", "-30", "0", "0"]
    assert rows[2][4:7] == ["12", "0", "no jugó"]
    assert rows[3] == ["Total", "", "", "", "-18", "25", "0"]


def test_commas_where_the_language_writes_points(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.speak("en")
    assert sheet(house, key, ",")[0][0] == "Round"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "＝1"])
def test_no_name_becomes_a_formula(house: House, name: str) -> None:
    key = house.play(house.open([name, "Ñato"]), (0, 25))
    rows = sheet(house, key)
    assert rows[0][4] == f"'{name}"
    assert rows[1][2] == f"'{name}"


@pytest.mark.parametrize("text", ["\tx", "\rx", "\nx", "=x"])
def test_signs_that_begin_a_formula_are_held(text: str) -> None:
    assert safe(text) == f"'{text}"


def test_names_with_separators_and_quotes_stay_whole(house: House) -> None:
    key = house.play(house.open(['A;b,"c"', "Ñato"]), (0, 25))
    assert sheet(house, key)[0][4] == 'A;b,"c"'


def test_the_file_holds_the_notebook(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    answer = house.browser.get(f"/m/{key}/export/match.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    file = json.loads(answer.get_data())
    assert (file["format"], file["version"], len(file["entries"])) == ("referee-match", 1, 4)
    assert file["rules"]["fingerprint"] == house.state(key).rules.fingerprint
    assert key not in answer.get_data(as_text=True)


def test_the_sheet_has_rules_rulings_and_corrections(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    question = {"ask": "meld", "system": "ratolibre-corta", "cards": "Qc Kc Ac 2c"}
    asked = {"question": question, "code": "run-ace", "fingerprint": "x", "round": 1, "player": 1, "legal": False}
    house.write(key, (Kind.RULED, asked))
    house.write(key, (Kind.CORRECTED, {"round": 1, "player": 1, "old": 25, "new": 35, "note": "<ojo>"}))
    house.write(key, (Kind.RULE_AGREED, {"changes": {"ties": "rounds-won"}, "reason": "lo votamos"}))
    page = house.get(key, "sheet")
    assert "Reglas vigentes" in page
    assert "de esta mesa" in page
    assert "lo votamos" in page
    assert "No se puede" in page
    assert "25 → 35" in page
    assert "&lt;ojo&gt;" in page


@pytest.mark.parametrize("players", [2, 12])
def test_the_picture(house: House, players: int) -> None:
    names = [f"Ñandú {n}" for n in range(players)]
    key = house.play(house.open(names), tuple([0] + [25] * (players - 1)))
    answer = house.browser.get(f"/m/{key}/export/table.png")
    assert answer.content_type == "image/png"
    image = Image.open(io.BytesIO(answer.get_data()))
    assert image.width == 1080
    assert image.height > 90 * players


def test_the_picture_writes_peoples_own_letters() -> None:
    assert drawable("Ñandú Àé Łódź Ελένη Иван −20") == "Ñandú Àé Łódź Ελένη Иван −20"
    assert drawable("Ana\N{GRINNING FACE}") == "Ana\N{REPLACEMENT CHARACTER}"


def test_nothing_played_yet(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    for path in (
        "export",
        "sheet",
        "export/table.png",
        "export/table.csv",
        "export/match.json",
        "export/message.txt",
    ):
        assert house.browser.get(f"/m/{key}/{path}").status_code == 200, path


def test_each_his_own_contract(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"], "naipe52"), (0, 30))
    assert sheet(house, key)[1][:4] == ["1", "", "Inés", "Inés"]
    assert "mano 1" in house.get(key, "sheet")
