"""A meld on the table: cards added, a joker swapped; drawn, judged, kept."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from flask import Flask

from referee import store
from referee.engine.cards import parse_cards
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system
from referee.vision import Fault, PhotoError, Reading
from tests.web.conftest import Person
from tests.web.matches import House
from tests.web.test_photos import picture, seen, send_photo


def lay_down(person: Person, player: int, *melds: str) -> Person:
    person.open(f"{person.table}laydown/{player}")
    person.send("melds", step="show", **{f"meld__{place}": cards for place, cards in enumerate(melds)})
    person.send("sure", step="judge")
    assert "Se puede" in person.text, person.text
    return person.open(person.table)


def two_down(person: Person, system: str = "ratolibre") -> str:
    """Ñato is down, and María José after him, so that his turn of laying down is over."""
    table = person.start(system=system).table
    lay_down(person, 1, "9p 9d 9c", "Kt Kp Kd")
    lay_down(person, 2, "4p 4d 4c", "5t 5p 5d")
    return table


def runs_down(person: Person, system: str) -> str:
    """In the round of two runs: Ñato is down with a run whose joker is the 6♥, and María José after him."""
    table = person.start(system=system).table
    person.close(0, p1="25", p2="30")
    person.close(0, p1="25", p2="30")
    lay_down(person, 1, "4c 5c JK 7c", "9p 10p Jp Qp")
    lay_down(person, 2, "2d 3d 4d 5d", "9t 10t Jt Qt")
    return table


def add(person: Person, meld: int, who: int, cards: str, **more: str) -> Person:
    person.open(f"{person.table}melds/{meld}")
    person.send("touch", step="show", who=str(who), cards=cards, **more)
    return person


def test_it_works(person: Person) -> None:
    table = two_down(person)
    assert f'href="{table}melds/0"' in person.page
    add(person, 0, 1, "9t")
    assert "¿Son estas?" in person.text
    assert 'aria-label="nueve de tréboles"' in person.page
    person.send("sure", step="judge")
    assert "/rulings/4" in person.at
    assert "Se puede" in person.text
    assert "nueve de tréboles" in person.open(table).page
    assert "Ñato agregó a un juego: 9♠ 9♦ 9♥ 9♣" in person.open(f"{table}history/log").text


def test_a_card_is_photographed(person: Person, eye: Any) -> None:
    table = two_down(person)
    eye(Reading(800, 600, 90, (seen(None, 0, 0, "9c", "9s"),)))
    send_photo(person.open(f"{table}melds/0"), "touch", picture(), who="2")
    assert "¿Cuál es esta?" in person.text
    guess = re.search(r'href="([^"]*c0=9c[^"]*)"', person.page)
    assert guess
    person.open(unescape(guess[1])).send("use", step="show")
    assert "¿Son estas?" in person.text
    assert (person.fields("sure")["who"], person.fields("sure")["cards"]) == ("2", "9♣")
    person.send("sure", step="judge", turn="earlier")
    assert "/rulings/" in person.at
    assert "Ver la foto" in person.text
    assert "nueve de tréboles" in person.open(table).page


def test_a_photo_before_anybody_is_chosen_asks_who(person: Person, eye: Any) -> None:
    table = two_down(person)
    eye(Reading(800, 600, 90, tuple(seen(card, 0, n) for n, card in enumerate(parse_cards("9c JK")))))
    send_photo(person.open(f"{table}melds/0"), "touch", picture())
    person.send("use", step="show")
    assert "¿Son estas?" not in person.text
    assert person.fields("touch")["cards"] == "9♣ JK"
    person.send("touch", step="show", who="1")
    person.send("sure", step="judge")
    assert "Ver la foto" in person.text


def test_a_photo_that_gives_nothing_leaves_what_was_typed(person: Person, eye: Any) -> None:
    table = two_down(person)
    eye(PhotoError(Fault.BROKEN))
    send_photo(person.open(f"{table}melds/0"), "touch", b"nothing", who="2", cards="9c")
    assert person.status == 422
    assert 'role="alert"' in person.page
    assert (person.fields("touch")["who"], person.fields("touch")["cards"]) == ("2", "9c")


def test_the_only_one_who_is_down_is_chosen_already(person: Person) -> None:
    table = person.start().table
    lay_down(person, 1, "9p 9d 9c", "Kt Kp Kd")
    assert person.open(f"{table}melds/0").fields("touch")["who"] == "1"
    lay_down(person, 2, "4p 4d 4c", "5t 5p 5d")
    assert "who" not in person.open(f"{table}melds/0").fields("touch")


def test_it_can_be_taken_back(person: Person) -> None:
    table = two_down(person)
    add(person, 0, 1, "9t").send("sure", step="judge")
    person.open(f"{table}undo").send("undo", deed="4")
    assert "nueve de tréboles" not in person.open(table).page


def test_a_swap_draws_the_run_without_its_joker(person: Person) -> None:
    table = runs_down(person, "ratolibre")
    assert "comodín, por el seis de corazones" in person.page or "seis de corazones" in person.page
    add(person, 0, 1, "6c", deed="swap").send("sure", step="judge")
    assert "Se puede" in person.text
    person.open(table)
    assert 'aria-label="seis de corazones"' in person.page
    assert "Ñato cambió un comodín: 4♥ 5♥ 6♥ 7♥" in person.open(f"{table}history/log").text


def test_keys_without_javascript(person: Person) -> None:
    two_down(person)
    person.open(f"{person.table}melds/0")
    person.send("touch", press="9", suit="c", who="1")
    person.send("touch", press="JK")
    fields = person.fields("touch")
    assert (fields["cards"], fields["who"]) == ("9♣ JK", "1")
    person.send("touch", press="back")
    assert person.fields("touch")["cards"] == "9♣"


def test_the_end_is_asked_where_it_matters(person: Person) -> None:
    table = runs_down(person, "ratolibre")
    add(person, 2, 1, "JK")
    assert "¿Cómo queda?" in person.text
    person.send("sure", step="judge")
    assert "Falta una respuesta" in person.text
    person.send("sure", step="judge", end="low")
    assert "Se puede" in person.text
    assert "agregó a un juego: JK 2♦ 3♦ 4♦ 5♦" in person.open(f"{table}history/log").text
    add(person, 3, 1, "Kt")
    assert "¿Cómo queda?" not in person.text


def test_a_freed_joker_goes_to_the_end_that_was_chosen(person: Person) -> None:
    table = runs_down(person, "argentina")
    add(person, 0, 1, "6c", deed="swap")
    assert "¿Cómo queda?" in person.text
    person.send("sure", step="judge", end="low")
    assert "cambió un comodín: JK 4♥ 5♥ 6♥ 7♥" in person.open(f"{table}history/log").text


def test_the_turn_is_asked_of_who_has_just_laid_down(person: Person) -> None:
    table = person.start().table
    lay_down(person, 1, "9p 9d 9c", "Kt Kp Kd")
    add(person, 0, 1, "9t")
    assert "¿en este mismo turno?" in person.text
    person.send("sure", step="judge")
    assert "Falta una respuesta" in person.text
    person.send("sure", step="judge", turn="now")
    assert "No se puede" in person.text
    add(person, 0, 1, "9t").send("sure", step="judge", turn="earlier")
    assert "Se puede" in person.text
    assert "nueve de tréboles" in person.open(table).page


def test_the_turn_is_not_asked_once_another_has_played(person: Person) -> None:
    two_down(person)
    assert "¿en este mismo turno?" not in add(person, 0, 1, "9t").text
    assert "¿en este mismo turno?" in add(person, 0, 2, "9t").text


def fits(person: Person) -> list[str]:
    return re.findall(r'name="add" value="([^"]+)"', person.page)


def test_cards_that_fit_are_one_tap(person: Person) -> None:
    runs_down(person, "ratolibre")
    person.open(f"{person.table}melds/0")
    assert fits(person) == ["layoff 3h", "layoff 8h", "swap 6h"]
    person.send("touch", add="layoff 8h", who="1")
    assert person.fields("touch")["cards"] == "8♥"
    assert "layoff 9h" in fits(person), "and what fits after it"
    person.send("touch", add="layoff 9h")
    assert (person.fields("touch")["cards"], person.fields("touch")["who"]) == ("8♥ 9♥", "1")
    person.send("touch", add="swap 6h")
    assert (person.fields("touch")["cards"], person.fields("touch")["deed"]) == ("6♥", "swap")
    person.send("touch", step="show").send("sure", step="judge")
    assert "Se puede" in person.text


def test_a_set_takes_its_rank_and_a_joker(person: Person) -> None:
    two_down(person)
    assert set(fits(person.open(f"{person.table}melds/0"))) == {
        "layoff 9s", "layoff 9h", "layoff 9d", "layoff 9c", "layoff JK",
    }  # fmt: skip


def test_no_card_of_another_pack_is_tapped(person: Person) -> None:
    two_down(person)
    person.open(f"{person.table}melds/0").send("touch", add="layoff <b>")
    assert person.fields("touch")["cards"] == ""


def test_a_table_without_help_is_shown_nothing(app: Flask, person: Person) -> None:
    house = House(app)
    with app.app_context():
        opening = {"players": ["Ana", "Beto"], "rules": pin(load_system("ratolibre")), "dealer": 0, "hints": False}
        key = store.open_match(Draft(Kind.OPENED, opening))[1]  # type: ignore[index]
    melds = [{"cards": "9s 9d 9h", "kind": "set"}, {"cards": "Kc Ks Kd", "kind": "set"}]
    house.write(key, (Kind.LAID_DOWN, {"round": 1, "player": 0, "melds": melds}))
    assert fits(person.open(f"/m/{key}/melds/0")) == []
    assert person.status == 200


def test_who_is_not_down_is_told_so_and_nothing_lies_there(person: Person) -> None:
    table = two_down(person)
    add(person, 0, 0, "9t").send("sure", step="judge")
    assert "No se puede" in person.text
    assert "nueve de tréboles" not in person.open(table).page
    assert "Consulta: Agregar a un juego" in person.open(f"{table}history/log").text


def test_a_card_that_does_not_fit(person: Person) -> None:
    table = two_down(person)
    add(person, 0, 1, "8t").send("sure", step="judge")
    assert "No se puede" in person.text
    assert "fault" in person.page
    assert "agregó" not in person.open(f"{table}history/log").text


def test_nobody_and_nothing_are_asked_for(person: Person) -> None:
    two_down(person)
    person.open(f"{person.table}melds/0").send("touch", step="show")
    assert "Di quién" in person.text
    assert "Toca o escribe las cartas" in person.text


def test_a_spanish_as_is_asked_for_its_suit(person: Person) -> None:
    two_down(person)
    add(person, 0, 1, "As")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure", step="judge")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure", step="judge", suit__0="h")
    assert "No se puede" in person.text


def test_sent_twice_it_is_one_entry(person: Person) -> None:
    table = two_down(person)
    add(person, 0, 1, "9t")
    page, at = person.page, person.at
    first = person.send("sure", step="judge").at
    person.page, person.at = page, at
    assert person.send("sure", step="judge").at == first
    assert person.open(f"{table}history/log").text.count("agregó a un juego") == 1


def test_two_phones_at_one_meld(person: Person, another: Person) -> None:
    table = two_down(person)
    another.open(table)
    add(another, 0, 2, "9p")
    add(person, 0, 1, "9t").send("sure", step="judge")
    another.send("sure", step="judge", turn="earlier")
    assert another.status == 409
    assert "El juego cambió" in another.text


def test_a_meld_from_which_a_card_was_taken_back_meanwhile(person: Person, another: Person) -> None:
    table = two_down(person)
    add(person, 0, 1, "9t").send("sure", step="judge")
    another.open(table)
    add(another, 0, 1, "9p")
    person.open(f"{table}undo").send("undo", deed="4")
    another.send("sure", step="judge")
    assert another.status == 409
    assert "El juego cambió" in another.text


def test_a_meld_that_is_not_there_any_more(person: Person) -> None:
    table = two_down(person)
    add(person, 3, 2, "5c")
    page, at = person.page, person.at
    person.open(f"{table}undo").send("undo", deed="3")
    person.page, person.at = page, at
    person.send("sure", step="judge", turn="earlier")
    assert person.at == table
    assert "Ese juego ya no está en la mesa" in person.text
    assert "agregó" not in person.open(f"{table}history/log").text


def test_a_ruling_leads_back_to_the_meld(person: Person) -> None:
    two_down(person)
    add(person, 0, 1, "8t").send("sure", step="judge")
    back = re.search(r'href="([^"]*/melds/0[^"]*)"', person.page)
    assert back
    person.open(unescape(back[1]))
    assert person.fields("touch")["cards"] == "8♣"
    assert person.fields("touch")["who"] == "1"
    person.send("touch", step="show", cards="9t").send("sure", step="judge")
    assert "Se puede" in person.text
    assert "/melds/0" not in person.page, "written down already"


def test_what_was_asked_can_be_written_down(person: Person) -> None:
    table = two_down(person)
    person.open(f"{table}ask/layoff?player=1&onto=0&cards=9♣&down=known&step=show").send("sure")
    assert "Se puede" in person.text
    assert "nueve de tréboles" not in person.open(table).page
    person.open(f"{table}rulings/4")
    back = re.search(r'href="([^"]*/melds/0[^"]*)"', person.page)
    assert back
    person.open(unescape(back[1])).send("touch", step="show").send("sure", step="judge")
    assert "nueve de tréboles" in person.open(table).page


def test_jokers_say_what_they_stand_for_in_the_ruling(person: Person) -> None:
    runs_down(person, "ratolibre")
    add(person, 0, 1, "9c").send("sure", step="judge")
    assert "No se puede" in person.text
    assert "seis de corazones" in person.page


def test_the_chilean_pack_has_none_of_it(person: Person) -> None:
    table = person.start("Ana", "Beto", system="naipe52").table
    lay_down(person, 0, "1e 1t 1m", "5e 5t HU", "12e 12t 12c")
    assert "/melds/" not in person.page
    assert "Ese juego ya no está" in person.open(f"{table}melds/0").text
