"""Looking back at a match: grid, chart, rulings, one value."""

from __future__ import annotations

import re
from html import escape, unescape
from xml.etree import ElementTree

import numpy as np
import pytest
from flask import Flask

from referee import store
from referee.engine.match import Kind
from referee.store.tables import PhotoRow
from tests.web.matches import House


@pytest.fixture
def house(app: Flask) -> House:
    return House(app)


def rows(page: str) -> list[list[str]]:
    """The rows of the first table of a page, cells as words."""
    table = re.search(r"<table.*?</table>", page, re.S)
    assert table
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        ]
        for row in re.findall(r"<tr.*?</tr>", table[0], re.S)
    ]


def test_it_works(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25), (12, 0))
    grid = rows(house.get(key, "history"))
    assert grid[0] == ["Ronda", "Inés", "Ñato"]
    assert [row[1:] for row in grid[1:3]] == [["0", "25"], ["12", "0"]]
    assert [row[1:] for row in grid[3:]] == [["12", "25"], ["1.º", "2.º"]]


def test_english(house: House) -> None:
    house.speak("en")
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    assert "Round" in house.get(key, "history")
    assert "Totals after each round" in house.get(key, "history/chart")


def test_nothing_played_says_so_and_draws_no_chart(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    assert "Todavía no hay puntos" in house.get(key, "history")
    assert "Todavía no hay puntos" in house.get(key, "history/chart")
    house.get(key, "history/chart.svg", 404)


def test_a_blank_is_pending_and_never_zero(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, None))
    grid = rows(house.get(key, "history"))
    assert grid[1][1:] == ["0", "pend."]
    assert grid[2][2].startswith("0 ?")


def test_a_correction_is_marked_and_told(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    change = {"round": 1, "player": 1, "old": 25, "new": 35, "note": "un <rey> más"}
    house.write(key, (Kind.CORRECTED, change), by="Ñato")
    assert rows(house.get(key, "history"))[1][2].startswith("35 *")
    cell = house.get(key, "history/1/1")
    assert "25 → 35" in cell
    assert escape("un <rey> más") in cell
    assert "<rey>" not in cell
    assert "Ñato" in cell


def test_a_hand_by_cards_is_drawn_with_who_entered_it(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, "K K 7 JK"))
    cell = house.get(key, "history/1/1")
    assert "57" in cell
    assert cell.count('role="img"') >= 4
    assert "Inés" in cell
    assert "0 → 57" in cell


def test_late_and_gone_players(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato", "Rosa"]), (0, 25, 35))
    house.write(key, (Kind.PLAYER_JOINED, {"name": "Pía", "how": "average"}))
    house.play(key, (5, 0, 10, 7), first=2)
    house.write(key, (Kind.PLAYER_LEFT, {"player": 2}))
    house.play(key, (5, 0), first=3)
    grid = rows(house.get(key, "history"))
    assert grid[1] == ["Parte con", "", "", "", "20"]
    assert grid[2][4] == ""
    assert grid[-3][3] == ""
    assert "dejó la mesa" in grid[0][3]
    chart = rows(house.get(key, "history/chart"))
    assert [row[4] for row in chart[1:]] == ["20", "27", "27 ?"]
    house.get(key, "history/1/3", 404)


def test_a_skipped_round_and_a_bonus_show(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.write(key, (Kind.ROUND_SKIPPED, {"round": 2}))
    house.play(key, (0, 30), first=3)
    house.write(key, (Kind.BONUS, {"round": 3, "player": 0, "points": -10, "note": ""}))
    grid = rows(house.get(key, "history"))
    assert grid[2][0] == "saltada"
    assert grid[3][1] == "0 −10"
    assert grid[4][1] == "−10"


def test_each_his_own_contract_shows_his_stage(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"], "naipe52"), (0, 30), (20, 0))
    grid = rows(house.get(key, "history"))
    assert grid[2][1:] == ["20 mano 2", "0 mano 1"]


def test_the_chart_tells_lines_apart_without_colour_and_runs_nothing(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato <b>", "Rosa"]), (0, 25, 35), (10, 0, 5))
    answer = house.browser.get(f"/m/{key}/history/chart.svg")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    drawn = answer.get_data()
    for bad in (b"<script", b"<style", b"style=", b"href", b"http://www.w3.org/1999", b"<b>"):
        assert bad not in drawn, bad
    root = ElementTree.fromstring(drawn)
    names = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"10 Inés", "25 Ñato <b>", "40 Rosa"} <= names
    lines = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("stroke-linejoin")]
    assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == 3


def test_the_chart_knows_its_themes_only(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    day = house.get(key, "history/chart.svg", theme="day")
    assert day != house.get(key, "history/chart.svg", theme="night-more")
    house.get(key, "history/chart.svg", 404, theme="../../x")


def test_a_player_is_brought_forward(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    assert 'aria-current="true"' in house.get(key, "history/chart", player=1)
    assert 'font-weight="700"' in house.get(key, "history/chart.svg", player=1)


def test_rulings_are_listed_with_their_sentence(house: House) -> None:
    key = house.open(["Inés", "Ñato"])
    question = {"ask": "meld", "system": "ratolibre-corta", "cards": "Qc Kc Ac 2c"}
    asked = {"question": question, "code": "run-ace", "fingerprint": "x", "round": 1, "player": 1, "legal": False}
    house.write(key, (Kind.RULED, asked))
    page = house.get(key, "history/rulings")
    assert "Ñato" in page
    assert "No se puede" in page
    assert f"/m/{key}/rulings/2" in page
    assert "no se ha consultado nada" in house.get(key, "history/rulings", player=0)


def test_who_may_only_look_sees_it_all_and_changes_nothing(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    look = house.as_looker(key)
    assert "25" in house.get(look, "history")
    cell = house.get(look, "history/1/1")
    assert "Corregir" not in cell
    page = house.get(look, "history/log")
    assert 'name="deed"' not in page
    assert "/throw" not in house.get(look, "history")
    house.send(f"/m/{look}/history/log", 403, deed=2)


def test_no_such_value(house: House) -> None:
    key = house.play(house.open(["Inés", "Ñato"]), (0, 25))
    house.get(key, "history/9/0", 404)
    house.get(key, "history/1/9", 404)
    house.page("/m/AAAAAAAAAAAAAAAAAAAAAA/history", 404)


def test_names_are_escaped(house: House) -> None:
    key = house.play(house.open(["<i>a</i>", '"><script>']), (0, 25))
    for path in ("history", "history/chart", "history/log", "history/1/0", "sheet", "export", "throw"):
        page = house.get(key, path)
        assert "<i>a" not in page
        assert '"><script>' not in page


def test_a_photo_younger_than_the_value_is_not_its_photo(house: House) -> None:
    """A match taken in comes without photos; one taken afterwards may be given the same number."""
    key = house.open(["Inés", "Ñato"])
    with house.app.app_context():
        assert store.keep_photo(house.match(key), np.full((30, 40, 3), 90, np.uint8), {}).id == 1
    house.write(key, (Kind.COUNTED, {"round": 1, "player": 1, "points": 25, "photo": 1}))
    assert "<img" in house.get(key, "history/1/1")
    with house.app.app_context():
        row = store.db.session.get(PhotoRow, 1)
        assert row is not None
        row.made_at = "2099-01-01T00:00:00+00:00"
        store.db.session.commit()
    cell = house.get(key, "history/1/1")
    assert "<img" not in cell
    assert "La foto quedó" in cell
