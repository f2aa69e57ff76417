"""«¿Se puede?» without a match: a system, a situation, and an address that holds the whole question."""

from __future__ import annotations

import io
import re
from urllib.parse import urlencode

import pytest

from referee.engine.cards import Card
from referee.rulebook import SYSTEM_IDS
from referee.vision import Reading, Sighting
from referee.web.situations import SITUATIONS
from tests.web.conftest import Person
from tests.web.test_photos import picture

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0))


def ruling(person: Person, system: str, asks: str, **fields: str) -> Person:
    typed = {key.replace("__", "-"): value for key, value in fields.items()}
    return person.open(f"/ask/{system}/{asks}/ruling?{urlencode(typed)}")


def test_it_works(person: Person) -> None:
    assert 'href="/ask"' in person.open("/").page
    assert "¿Con qué reglas juegan?" in person.open("/ask").text
    person.open("/ask/ratolibre/laydown?" + urlencode({"step": "show", "contract": "3", "meld-0": "8d 9d 10d Jd"}))
    assert "¿Son estas?" in person.text
    ruling(person, "ratolibre", "laydown", contract="3", meld__0="8d 9d 10d Jd", meld__1="Qt Kt At 2t")
    assert "El as no va en medio" in person.text
    assert person.page.count(" fault") == 2
    assert 'href="/rules/ratolibre#code-run-ace"' in person.page
    assert "Carioca chilena clásica tampoco." in person.text


@pytest.mark.parametrize("lang", ["es", "en", "es-AR"])
@pytest.mark.parametrize("system", ["chile", "argentina", "naipe52"])
def test_every_form_opens(person: Person, system: str, lang: str) -> None:
    person.lang = lang
    for asks in SITUATIONS:
        assert person.open(f"/ask/{system}/{asks}").status == 200, asks


def test_other_houses_say_why(person: Person) -> None:
    ruling(person, "loba", "layoff", meld__0="9d 10d Jd JK", cards="8d JK")
    assert "Se puede" in person.text
    lines = dict(re.findall(r"<span><b>([^<]*)</b> ([^<]*)</span>", person.page))
    assert "comodín" in lines["RatoLibre"]
    assert lines["Carioca argentina"] == "también."
    assert not any(name.startswith("Naipe") for name in lines)


def test_systems_of_another_pack_are_left_out(person: Person) -> None:
    ruling(person, "naipe52", "score", cards="HU 12 1 OR")
    assert "56 puntos" in person.text
    assert "En otras casas" not in person.text


def test_a_tie_counts_rounds_won_where_that_is_the_rule(person: Person) -> None:
    ruling(person, "estandar10", "standings", score__0="0 0 30", score__1="15 15 0")
    assert "1. Asiento 1" in person.text
    assert "2. Asiento 2" in person.text
    ruling(person, "chile", "standings", score__0="0 0 30", score__1="15+15+0")
    assert "1. Asiento 2" in person.text


def test_who_deals(person: Person) -> None:
    ruling(person, "chile", "deal", players="4", dealer="4", contract="1")
    assert "Sale Asiento 1" in person.text


def test_jokers_where_they_are_swapped_within_the_run(person: Person) -> None:
    ruling(person, "argentina", "swap", meld__0="2p 3p JK 5p", cards="4p", to="low")
    assert "No se puede" not in person.text
    assert "Queda así" in person.text
    assert "¿Adónde va el comodín?" in person.open("/ask/argentina/swap").text
    assert "¿Adónde va el comodín?" not in person.open("/ask/chile/swap").text


def test_keys_work_without_javascript(person: Person) -> None:
    person.open("/ask/chile/meld?" + urlencode({"cards": "9♠", "target": "cards", "press": "K", "suit": "h"}))
    assert 'value="9♠ K♥"' in person.page
    person.open("/ask/chile/meld?" + urlencode({"cards": "9♠ K♥", "target": "cards", "press": "back"}))
    assert 'value="9♠"' in person.page
    person.open("/ask/chile/laydown?press=more&meld-0=9p&meld-1=")
    assert 'name="meld-2"' in person.page


def test_a_photo_fills_the_form_and_leaves_open_what_is_unsure(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tuple(
        Sighting(card, 0.99, QUAD, meld, place)
        for place, (card, meld) in enumerate([(Card(9, "s"), 0), (None, 0), (Card(4, "h"), 1)])
    )
    monkeypatch.setattr("referee.vision.read_cards", lambda _: Reading(100, 100, 1, seen))
    person.open("/ask/chile/laydown?contract=2")
    data = person.fields("photo") | {"photo": (io.BytesIO(picture()), "a.jpg")}
    response = person.client.post(
        "/ask/chile/laydown/photo", data=data, content_type="multipart/form-data", follow_redirects=True
    )
    page = response.get_data(as_text=True)
    assert 'value="9♠ ?"' in page
    assert 'value="4♥"' in page
    assert "step" not in response.request.query_string.decode()


def test_a_photo_that_is_none_keeps_the_form(person: Person) -> None:
    person.open("/ask/chile/meld?cards=9p")
    data = person.fields("photo") | {"photo": (io.BytesIO(b"no photo"), "a.txt")}
    response = person.client.post("/ask/chile/meld/photo", data=data, content_type="multipart/form-data")
    assert response.status_code == 422
    assert 'value="9p"' in response.get_data(as_text=True)
    assert "no es una foto" in response.get_data(as_text=True)


@pytest.mark.parametrize("address", ["/ask/nowhere", "/ask/chile/check", "/ask/nowhere/meld"])
def test_what_is_not_there(person: Person, address: str) -> None:
    assert person.open(address).status == 404


@pytest.mark.parametrize("asks", SITUATIONS)
@pytest.mark.parametrize("rubbish", ["<script>", "9p " * 300, "ñ", "%00", "-1"])
def test_rubbish_in_every_field_is_no_error(person: Person, asks: str, rubbish: str) -> None:
    fields = dict.fromkeys(
        ("meld-0", "cards", "kind", "stage", "contract", "player", "down", "onto", "hand", "cards_left", "thrower",
         "claims", "times_empty", "pile", "score-0", "score-1", "players", "dealer", "press", "target", "suit"),
        rubbish,
    )  # fmt: skip
    for step in ({}, {"step": "show"}):
        assert person.open(f"/ask/chile/{asks}?{urlencode(fields | step)}").status == 200
    assert person.open(f"/ask/chile/{asks}/ruling?{urlencode(fields)}").status == 200
    assert "<script>" not in person.page.replace('<script type="module"', "")


def test_every_system_is_offered(person: Person) -> None:
    person.open("/ask")
    assert all(f'href="/ask/{system}"' in person.page for system in SYSTEM_IDS)
