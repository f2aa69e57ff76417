"""Going down: keys, text, the cards drawn, the ruling kept."""

from __future__ import annotations

from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}laydown")
    assert "¿Quién se baja?" in person.text
    person.open(f"{table}laydown/1")
    person.send("melds", step="show", meld__0="9p 9d 9c", meld__1="Kt kp comodín")
    assert "¿Son estas?" in person.text
    assert 'aria-label="nueve de corazones"' in person.page
    person.send("sure", step="judge")
    assert "/rulings/2" in person.at
    assert "Se puede" in person.text
    person.open(table)
    assert "se bajó" in person.text


def test_keys_without_javascript(person: Person) -> None:
    person.open(f"{person.start().table}laydown/1")
    for suit, key in (("s", "9"), ("d", "10"), ("h", "JK"), ("h", "A")):
        person.send("melds", press=key, target="meld-0", suit=suit)
    assert person.fields("melds")["meld-0"] == "9♠ 10♦ JK A♥"
    person.send("melds", press="back", target="meld-0")
    person.send("melds", press="Q", target="meld-1", suit="c")
    fields = person.fields("melds")
    assert (fields["meld-0"], fields["meld-1"]) == ("9♠ 10♦ JK", "Q♣")
    person.send("melds", press="more")
    assert 'name="meld-2"' in person.page


def test_an_illegal_one_is_kept_and_nothing_lies_on_the_table(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9d 8c", meld__1="Kt Kp Kd")
    person.send("sure", step="judge")
    assert "No se puede" in person.text
    assert "fault" in person.page
    assert "se bajó" not in person.open(table).text
    assert "Consulta: Bajarse. Números distintos" in person.open(f"{table}history/log").text


def test_a_spanish_as_is_asked_for_its_suit(person: Person) -> None:
    person.open(f"{person.start().table}laydown/1")
    person.send("melds", step="show", meld__0="As Ap Ad", meld__1="Kt Kp Kd")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure", step="judge")
    assert "As: ¿de qué pinta?" in person.text
    person.send("sure", step="judge", suit__0__0="h")
    assert "/rulings/" in person.at
    assert 'aria-label="as de corazones"' in person.page


def test_the_letters_are_those_of_the_page(person: Person, another: Person) -> None:
    table = person.start().table
    another.lang = "en"
    another.open(f"{table}laydown/1").send("melds", step="show", meld__0="9s 9c 9h", meld__1="Ks Kc Kh")
    assert "9 of clubs" in another.page
    person.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9c 9d", meld__1="Kp Kc Kd")
    assert "nueve de corazones" in person.page


def test_what_is_no_card_is_said_and_kept(person: Person) -> None:
    person.open(f"{person.start().table}laydown/1").send("melds", step="show", meld__0="9p <i>x</i>", meld__1="Kp")
    assert "no es una carta" in person.text
    assert "<i>x" not in person.page
    assert person.fields("melds")["meld-1"] == "Kp"


def test_nothing_typed_is_not_judged(person: Person) -> None:
    person.open(f"{person.start().table}laydown/1").send("melds", step="show")
    assert "Toca o escribe las cartas" in person.text


def test_sent_twice_it_is_one_entry(person: Person) -> None:
    table = person.start().table
    person.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9d 9c", meld__1="Kt Kp Kd")
    page = person.page
    first = person.send("sure", step="judge").at
    person.page, person.at = page, f"{table}laydown/1"
    assert person.send("sure", step="judge").at == first
    assert person.open(f"{table}history/log").text.count("se bajó en la ronda") == 1


def test_two_phones_laying_the_same_player_down(person: Person, another: Person) -> None:
    table = person.start().table
    for each in (person, another):
        each.open(f"{table}laydown/1").send("melds", step="show", meld__0="9p 9d 9c", meld__1="Kt Kp Kd")
    person.send("sure", step="judge")
    another.send("sure", step="judge")
    assert another.status == 409
    assert "Alguien llegó antes" in another.text


def test_somebody_who_is_not_there(person: Person) -> None:
    assert person.open(f"{person.start().table}laydown/9").status == 404


def test_in_the_chilean_pack_laying_down_ends_the_deal(person: Person) -> None:
    table = person.start("Ana", "Beto", system="naipe52").table
    person.open(f"{table}laydown/0")
    person.send("melds", step="show", meld__0="1e 1t 1m", meld__1="5e 5t HU", meld__2="12e 12t 12c")
    person.send("sure", step="judge")
    assert "Se puede" in person.text
    person.open(f"{table}close")
    assert person.fields("close")["out"] == "0"
    person.send("close", step="close", hand__1="12e OR 3t")
    assert "mano 2 de 12" in person.text
    assert "38" in person.text  # 10 + 25 + 3
