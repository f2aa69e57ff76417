"""«¿Se puede?» at a table: the round is known, the ruling is kept."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from referee.engine.rulings import ASKS
from referee.store import look_key_of
from tests.web.conftest import Person


def show(person: Person, table: str, asks: str, **fields: str) -> Person:
    """Fill a form and come to the cards, drawn; `meld__0` stands for `meld-0`."""
    typed = {key.replace("__", "-"): value for key, value in fields.items()}
    return person.open(f"{table}ask/{asks}?{urlencode({'step': 'show', **typed})}")


def judged(person: Person, table: str, asks: str, **fields: str) -> Person:
    return show(person, table, asks, **fields).send("sure")


def down(person: Person) -> str:
    """A match in which Ñato is down; returns its address."""
    table = person.start().table
    person.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9d 9c", meld__1="Kt Kp Kd")
    person.send("sure", step="judge")
    return table


def test_it_works(person: Person) -> None:
    table = person.start().table
    assert f'href="{table}ask"' in person.page
    person.open(f"{table}ask")
    assert "¿Se puede bajar?" in person.text
    judged(person, table, "laydown", player="1", meld__0="9p 9d 9c", meld__1="4c 4p 5d")
    assert re.fullmatch(rf"{table}rulings/\d+", person.at)
    assert "No se puede" in person.text
    assert "Números distintos" in person.text
    assert "Ñato" in person.text
    assert person.page.count(" fault") == 1
    assert "En otras casas" in person.text
    assert f'href="{table}rules#code-set-ranks"' in person.page


def test_the_question_knows_the_contract_and_does_not_lay_anything_down(person: Person) -> None:
    table = person.start().table
    judged(person, table, "laydown", player="0", meld__0="9p 9d 9c", meld__1="4c 4p 4d")
    assert "Se puede" in person.text
    assert "Anotar que se bajó" in person.text
    assert "se bajó" not in person.open(table).text.replace("Se bajó…", "")


def test_who_is_down_is_known(person: Person) -> None:
    table = down(person)
    judged(person, table, "layoff", player="0", onto="0", cards="9t")
    assert "No se puede" in person.text
    assert f'href="{table}rules#code-not-down"' in person.page
    judged(person, table, "layoff", player="1", onto="0", cards="9t")
    assert "Queda así" in person.text
    assert "No se puede" not in person.text


def test_a_laydown_can_be_asked_about_with_melds_on_the_table(person: Person) -> None:
    judged(person, down(person), "laydown", player="2", meld__0="8p 8d 8c", meld__1="4c 4p 4d")
    assert "/rulings/" in person.at
    assert "Se puede bajar" in person.text


def test_a_discard_is_held_against_the_melds_on_the_table(person: Person) -> None:
    table = down(person)
    person.open(f"{table}agreement/change")
    person.send("rules", step="review", reason="sin alimentar", s__ace='"both"', **{"s__discard-playable": "false"})
    person.send("save", step="save")
    judged(person, table, "discard", cards="9t")
    assert "No se puede" in person.text
    assert "Calza aquí" in person.text


def test_several_want_the_card(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}ask/take").send("ask", thrower="0", claims="2")
    assert "/rulings/" in person.at
    assert "No se puede" in person.text
    person.open(f"{table}ask/take").send("ask", thrower="0", claims="1")
    assert "Se la lleva Ñato" in person.text


@pytest.mark.parametrize(
    ("asks", "said"),
    [("deal", "Reparte después María José"), ("standings", "1. Inés 0"), ("stock", "Se baraja el pozo")],
)
def test_what_needs_no_cards(person: Person, asks: str, said: str) -> None:
    table = person.start().table
    person.close(0, p1="5", p2="7")
    person.open(f"{table}ask/{asks}").send("ask")
    assert "/rulings/" in person.at
    assert said in person.text


def test_points_need_no_suits(person: Person) -> None:
    judged(person, person.start().table, "score", cards="K K 7 JK")
    assert "57 puntos" in person.text


def test_the_history_keeps_what_was_asked(person: Person) -> None:
    table = person.start().table
    judged(person, table, "meld", cards="9p 9d 8c")
    address = person.at
    assert address in person.open(f"{table}history/rulings").page
    person.open(address)
    assert "el mismo veredicto" in person.text


def test_a_rule_changed_later_leaves_the_ruling_and_says_what_it_would_be(person: Person) -> None:
    table = person.start().table
    judged(person, table, "meld", cards="Qp Kp Ap 2p")
    address = person.at
    person.open(f"{table}agreement/change").send("rules", step="review", reason="a la vuelta", s__ace='"around"')
    assert "Decisiones que habrían sido otras" in person.text
    assert address in person.page
    person.send("save", step="save")
    person.open(address)
    assert "El as no va en medio" in person.text
    assert "el mismo veredicto" in person.text
    assert "La mesa cambió reglas después" in person.text
    judged(person, table, "meld", cards="Qp Kp Ap 2p")
    assert "Es una escala" in person.text
    assert "RatoLibre sin los acuerdos de esta mesa" in person.text


def test_another_rule_would_turn_it(person: Person) -> None:
    judged(person, person.start().table, "meld", cards="Qp Kp Ap 2p")
    folded = person.text.split("¿Y si la regla fuera otra?")[1]
    assert "el as en la escala : a la vuelta" in folded


# ---- what must not happen ---------------------------------------------------------------------


def test_a_missing_suit_is_asked_and_never_guessed(person: Person) -> None:
    table = person.start().table
    show(person, table, "meld", cards="As 2p 3p 4p")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure", suit__cards__0="s")
    assert "Es una escala" in person.text


@pytest.mark.parametrize(
    ("asks", "fields", "said"),
    [
        ("meld", {"cards": "9p 9x"}, "«9x» no es una carta"),
        ("meld", {"cards": ""}, "Toca o escribe las cartas"),
        ("hand", {"player": "0", "cards": "JK " * 4 + "9p 8p 7p " * 9}, "demasiadas cartas para una mano"),
        ("laydown", {"meld-0": "9p 9d 9c", "meld-1": "8p 8d 8c"}, "Elige a quién"),
        ("laydown", {"player": "77", "meld-0": "9p 9d 9c"}, "Elige a quién"),
        ("discard", {"cards": "9p 8p"}, "Es una sola carta"),
        ("discard", {"cards": "9p", "cards_left": "many"}, "Un número de 1 a 60"),
        ("layoff", {"player": "0", "meld-0": "9p 8d 2c", "cards": "9d"}, "9"),
        ("meld", {"cards": "<script>alert(1)</script>"}, "no es una carta"),
    ],
)
def test_what_is_wrong_keeps_the_form_and_writes_nothing(
    person: Person, asks: str, fields: dict[str, str], said: str
) -> None:
    table = person.start().table
    before = person.open(f"{table}history/log").text
    person.open(f"{table}ask/{asks}?{urlencode({'step': 'show', **fields})}")
    assert person.status == 200
    assert 'id="ask"' in person.page
    assert said in person.text
    assert "<script>alert" not in person.page
    assert person.open(f"{table}history/log").text == before


def test_a_bad_form_sent_by_hand_comes_back_at_an_address_that_can_be_loaded(person: Person) -> None:
    table = person.start().table
    show(person, table, "meld", cards="9p 9d 9c").send("sure", cards="9p 9x")
    assert person.at == f"{table}ask/meld"
    assert "«9x» no es una carta" in person.text


def test_sent_twice_is_written_once(person: Person) -> None:
    table = person.start().table
    show(person, table, "meld", cards="9p 9d 9c")
    page = person.page
    first = person.send("sure").at
    person.page = page
    assert person.send("sure").at == first


def test_a_hand_is_never_written_down(person: Person) -> None:
    table = person.start().table
    before = person.open(f"{table}history/log").text
    show(person, table, "hand", player="1", cards="9p 9d 9c 4c 4p 4d Kp 2t")
    assert f'action="{table}ask/hand/ruling"' in person.page
    person.open(f"{table}ask/hand/ruling?player=1&cards=9p+9d+9c+4c+4p+4d+Kp+2t")
    assert "Puede bajarse" in person.text
    assert "Queda en la mano" in person.text
    assert person.open(f"{table}history/log").text == before
    person.open(f"{table}ask/meld?step=show&cards=9p+9d+9c")
    assert person.send("sure", address=f"{table}ask/hand/judge").status == 404


def test_a_table_can_do_without_the_help(person: Person) -> None:
    table = person.start(no_hints="1").table
    assert "Ayuda con mi mano" not in person.open(f"{table}ask").text
    assert person.open(f"{table}ask/hand").status == 404
    assert person.open(f"{table}ask/hand/ruling?player=1&cards=9p").status == 404


def test_a_look_key_asks_without_writing(person: Person, another: Person) -> None:
    table = person.start().table
    key = table.split("/")[2]
    look = table.replace(key, look_key_of(key))
    another.open(f"{look}ask/meld?step=show&cards=9p+9d+8c")
    assert 'method="get"' in another.page
    another.open(f"{look}ask/meld/ruling?cards=9p+9d+8c")
    assert "No se puede" in another.text
    assert "Consulta:" not in another.open(f"{look}history/log").text
    another.open(f"{look}ask/meld/ruling?cards=9p+9x+8c")
    assert "«9x» no es una carta" in another.text


def test_the_ruling_of_another_match_is_not_there(person: Person, another: Person) -> None:
    judged(person, person.start().table, "meld", cards="9p 9d 8c")
    number = person.at.rsplit("/", 1)[1]
    other = another.start().table
    assert another.open(f"{other}rulings/{number}").status == 404


def test_no_such_situation(person: Person) -> None:
    table = person.start().table
    assert person.open(f"{table}ask/check").status == 404
    assert person.open(f"{table}ask/nonsense").status == 404
    assert "check" in ASKS
