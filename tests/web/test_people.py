"""Who sits at the table: joining late, leaving, names, seats."""

from __future__ import annotations

import re

from tests.web.conftest import Person


def joined(person: Person, name: str = "Tomás", **more: str) -> Person:
    person.open(f"{person.table}people/join")
    return person.send("join", name=name, **more)


def test_it_works(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25", p2="30")
    person.open(f"{table}people")
    assert "Inés" in person.text
    assert "Sumar a alguien" in person.text
    joined(person, how="worst")
    assert person.at == f"{table}people"
    assert "desde la ronda 2, empezó con 30" in person.text
    assert "Se sumó Tomás, con el peor puntaje" in person.open(f"{table}history/log").text


def test_what_a_late_joiner_would_begin_with_is_shown(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25", p2="30")
    person.open(f"{table}people/join")
    assert "El promedio: 18" in person.text
    assert "El peor: 30" in person.text


def test_points_agreed(person: Person) -> None:
    table = person.start().table
    joined(person, how="points", points="")
    assert "Escribe los puntos acordados" in person.text
    person.send("join", how="points", points="10+15")
    assert "25" in person.text
    assert re.search(r"Tomás .* 25", person.open(table).text)


def test_seated_where_he_was_put(person: Person) -> None:
    table = person.start().table
    joined(person, seat="1")
    names = re.findall(r"<b>([^<]+)</b>", person.open(f"{table}people").page)
    assert names == ["Inés", "Tomás", "Ñato", "María José"]


def test_a_joiner_in_the_middle_of_pending_values(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25")
    person.send("close", step="close")
    joined(person, how="average")
    assert "se sabrá cuando no queden pendientes" in person.open(f"{table}people").text


def test_an_equal_name_wants_a_second_look(person: Person) -> None:
    table = person.start().table
    joined(person, "inés")
    assert "Ya hay quien se llama así: Inés" in person.text
    person.send("join")
    assert "inés (2)" in person.text
    assert "Hay nombres iguales" in person.text
    person.open(f"{table}people/3").send("rename", name="Inés Rojas")
    assert "Inés Rojas" in person.text
    assert "Hay nombres iguales" not in person.text


def test_another_equal_name_after_the_first_is_looked_at_again(person: Person) -> None:
    person.start()
    joined(person, "inés")
    person.send("join", name="ñato")
    assert "Ya hay quien se llama así: Ñato" in person.text


def test_a_name_that_is_none(person: Person) -> None:
    table = person.start().table
    joined(person, "   ")
    assert "Un nombre tiene de 1 a 20" in person.text
    person.open(f"{table}people/0").send("rename", name="x" * 30)
    assert "Un nombre tiene de 1 a 20" in person.text
    assert "Inés" in person.open(table).text


def test_a_new_name_is_everywhere(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/1").send("rename", name="Ñatito <b>")
    assert "Ñatito &lt;b&gt;" in person.open(table).page
    assert "Ñatito &lt;b&gt;" in person.open(f"{table}history/log").page


def test_who_leaves_stays_in_the_history(person: Person) -> None:
    table = person.start().table
    person.close(0, p1="25", p2="30")
    person.open(f"{table}people/2").send("leave")
    assert "Dejaron la mesa" in person.text
    assert "30" in person.text
    assert "María José dejó la mesa" in person.open(f"{table}history/log").text
    person.open(f"{table}close")
    assert 'name="hand-2"' not in person.page


def test_of_two_nobody_leaves(person: Person) -> None:
    table = person.start("Ana", "Beto").table
    person.open(f"{table}people/0")
    assert 'id="leave"' not in person.page
    assert "Con dos no se puede" in person.text


def test_who_has_left_does_not_leave_again(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/2")
    page = person.page
    person.send("leave")
    assert 'id="leave"' not in person.open(f"{table}people/2").page
    person.page = page.replace("-leave", "-again")
    person.send("leave")
    assert person.status == 409


def test_leaving_can_be_taken_back(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/2").send("leave")
    person.open(f"{table}undo").send("undo", deed="2")
    assert "Dejaron la mesa" not in person.open(f"{table}people").text


def test_seats_are_moved_without_javascript(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/seats")
    person.send("seats", press="2").send("seats", press="1")
    assert person.fields("seats")["seats"] == "2 0 1"
    person.send("seats")
    assert person.at == f"{table}people"
    assert re.findall(r"<b>([^<]+)</b>", person.page) == ["María José", "Inés", "Ñato"]
    assert "Nuevo orden de asientos: María José, Inés, Ñato" in person.open(f"{table}history/log").text


def test_seats_of_people_who_are_not_there(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/seats").send("seats", seats="0 0 9")
    assert re.findall(r"<b>([^<]+)</b>", person.open(f"{table}people").page) == ["Inés", "Ñato", "María José"]


def test_two_phones_changing_the_seats(person: Person, another: Person) -> None:
    table = person.start().table
    another.open(f"{table}people/seats")
    joined(person)
    another.send("seats", press="1").send("seats")
    assert another.status == 409


def test_sent_twice_somebody_joins_once(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}people/join")
    page, at = person.page, person.at
    person.send("join", name="Tomás")
    person.page, person.at = page, at
    person.send("join", name="Tomás")
    assert person.at == f"{table}people"
    assert person.open(f"{table}history/log").text.count("Se sumó Tomás") == 1


def test_twelve_are_enough(person: Person) -> None:
    table = person.start(*[f"J{n}" for n in range(12)]).table
    assert "Sumar a alguien" not in person.open(f"{table}people").text
    assert "Son doce" in person.open(f"{table}people/join").text


def test_more_packs_are_said(person: Person) -> None:
    table = person.start(*[f"J{n}" for n in range(8)]).table
    assert "hacen falta 3 mazos" in person.open(f"{table}people/join").text


def test_everybody_at_his_own_contract(person: Person) -> None:
    table = person.start("Ana", "Beto", system="naipe52").table
    person.open(f"{table}laydown/0")
    person.send("melds", step="show", meld__0="1e 1t 1m", meld__1="5e 5t HU", meld__2="12e 12t 12c")
    person.send("sure", step="judge")
    person.open(f"{table}close").send("close", step="close", hand__1="12e OR 3t")
    person.open(f"{table}people")
    assert 'max="12" value="1" aria-label="Manos que ya bajó Ana"' in person.page
    assert 'max="12" value="0" aria-label="Manos que ya bajó Beto"' in person.page


def test_somebody_who_is_not_there(person: Person) -> None:
    table = person.start().table
    assert person.open(f"{table}people/9").status == 404


def test_a_finished_match_may_still_have_a_name_put_right(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}finish").send("finish")
    person.open(f"{table}people")
    assert "Sumar a alguien" not in person.text
    person.open(f"{table}people/0").send("rename", name="Inesita")
    assert "Inesita" in person.open(table).text
