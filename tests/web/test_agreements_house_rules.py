"""House rules before a match: any switch on top of a system, looked over and saved under a name."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from referee.engine.switches import MOST_DISPUTED, SWITCHES
from referee.rulebook import SYSTEM_IDS, load_folder
from tests.web.conftest import Person

PLAIN = {"s__ace": '"both"'}


def fill(person: Person, name: str = "Los de Ñuñoa", system: str = "ratolibre", **switches: str) -> Person:
    """Fill the form on top of a system and have it read over."""
    person.open(f"/house-rules?on={system}")
    return person.send("rules", step="review", name=name, **(PLAIN | switches))


def saved(app: Flask) -> Path:
    return Path(app.instance_path) / "rulebook"


def test_it_works(person: Person, app: Flask) -> None:
    fill(person, s__ace='"around"', s__swap='"none"')
    assert "2 reglas distintas de las del sistema" in person.text
    assert "a la vuelta" in person.text
    person.send("save", step="save")
    assert person.at == "/new"
    assert "Los de Ñuñoa" in person.text
    own = load_folder(saved(app))
    assert not own.mistakes
    rules = own.rules["los-de-nunoa"]
    assert (rules.ace, rules.swap) == ("around", "none")
    assert rules.set_by == {"ace", "swap"}


def test_a_match_is_played_by_them(person: Person) -> None:
    fill(person, s__ace='"around"').send("save", step="save")
    table = person.start(system="los-de-nunoa").table
    assert "Los de Ñuñoa" in person.open(f"{table}agreement").text
    assert "a la vuelta" in person.text
    person.open(f"{table}ask/meld?step=show&cards=Qp+Kp+Ap+2p").send("sure")
    assert "Se puede" in person.text


def test_names_typed_before_come_back(person: Person) -> None:
    person.open("/new")
    data = person.fields("new") | {"names-0": "Ñata", "names-1": "José", "system": "loba"}
    page = person.client.post("/house-rules", data=data, headers={"Accept-Language": "es"}).get_data(as_text=True)
    assert "Sobre Loba centroamericana" in page
    person.page = page
    person.at = "/house-rules"
    person.send("rules", step="review", name="Loba nuestra", s__ace='"low"').send("save", step="save")
    assert 'value="Ñata"' in person.page
    assert 'value="José"' in person.page
    assert person.fields("new")["system"] == "loba-nuestra"


@pytest.mark.parametrize("system", SYSTEM_IDS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_an_untouched_form_changes_nothing(person: Person, system: str, lang: str) -> None:
    person.lang = lang
    person.open(f"/house-rules?on={system}")
    assert person.status == 200
    ace = '"low"' if system.startswith("naipe") else '"both"'
    person.send("rules", step="review", name="Plain", s__ace=ace)
    assert "del sistema." in person.text or "differs from the system's." in person.text


def test_every_switch_is_there_the_disputed_first(person: Person) -> None:
    person.open("/house-rules?on=chile")
    places = [person.page.index(f'id="f-{switch}"') for switch in SWITCHES]
    assert len(places) == 31
    folded = person.page.index('<details class="stack"')
    assert all(person.page.index(f'id="f-{switch}"') < folded for switch in MOST_DISPUTED)


def test_own_points_and_rounds(person: Person, app: Flask) -> None:
    person.open("/house-rules?on=chile")
    person.send("rules", press="add-round", another="E9 T", name="Larga", **PLAIN)
    assert "1 escala de 9" in person.text
    person.send("rules", step="review", name="Larga", points__JK="50", points__A="−5",
                **PLAIN, **rows(person), **{"closes-shown": "", "dealt": "12"})  # fmt: skip
    person.send("save", step="save")
    rules = load_folder(saved(app)).rules["larga"]
    assert (rules.points["JK"], rules.points["A"], rules.points["K"]) == (50, -5, 10)
    assert len(rules.rounds) == 9


def rows(person: Person) -> dict[str, str]:
    """The rounds as their selects stand: what a browser sends and the test's person does not."""
    import re

    chosen = {}
    for name, body in re.findall(r'<select[^>]*name="(round-\d+)"[^>]*>(.*?)</select>', person.page, re.S):
        found = re.search(r'value="([^"]*)" selected', body)
        chosen[name] = found[1] if found else ""
    return chosen


def test_from_a_saved_set_to_the_next(person: Person, app: Flask) -> None:
    fill(person, s__ace='"around"').send("save", step="save")
    fill(person, "Otra", "los-de-nunoa", s__ace='"around"', s__swap='"none"').send("save", step="save")
    assert load_folder(saved(app)).rules["otra"].set_by == {"ace", "swap"}


# ---- what must not happen ---------------------------------------------------------------------


def test_what_nobody_could_play_is_not_saved(person: Person, app: Flask) -> None:
    fill(person, dealt="7")
    assert 'id="rules"' in person.page
    assert 'class="wrong"' in person.page
    person.send("rules", step="save", name="Los de Ñuñoa", dealt="7", **PLAIN)
    assert not saved(app).exists() or not list(saved(app).iterdir())


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("dealt", "doce", "«doce» no sirve"),
        ("points__K", "diez", "«diez» no sirve"),
        ("long__royal-run", "99", "«99» no sirve"),
        ("s__ace", '"sideways"', "Elige uno de los valores"),
        ("s__joker-gap", "true", "Elige uno de los valores"),
        ("name", "", "Un nombre de hasta"),
        ("name", "💥", "Un nombre de hasta"),
        ("name", "x" * 60, "Un nombre de hasta"),
        ("name", "chile", "Ya hay unas reglas con ese nombre"),
    ],
)
def test_every_mistake_is_shown_and_the_rest_kept(person: Person, field: str, value: str, said: str) -> None:
    fill(person, **({"s__scoring": '"b"'} | {field: value}))
    assert said in person.text
    assert '<option value="&#34;b&#34;" selected>' in person.page


def test_all_mistakes_at_once(person: Person) -> None:
    fill(person, "", dealt="doce", points__K="diez")
    assert "Hay 3 errores" in person.text


def test_a_wrong_contract_is_quoted(person: Person) -> None:
    person.open("/house-rules?on=chile").send("rules", press="add-round", another="<b>9Z", **PLAIN)
    assert "«<b>9Z» no es un contrato" in person.text.replace("\xa0", " ") or "&lt;b&gt;9Z" in person.page
    assert "<b>9Z" not in person.page


def test_what_is_odd_is_warned_of_and_can_be_saved(person: Person, app: Flask) -> None:
    fill(person, **{"s__joker-limit-laydown": "3", "s__joker-limit-table": "1"})
    assert 'class="flash"' in person.page
    person.send("save", step="save")
    assert len(list(saved(app).iterdir())) == 1


def test_a_name_is_taken_once(person: Person, app: Flask) -> None:
    fill(person).send("save", step="save")
    fill(person)
    assert "Ya hay unas reglas con ese nombre" in person.text
    assert len(list(saved(app).iterdir())) == 1


def test_a_name_is_no_path(person: Person, app: Flask) -> None:
    fill(person, "../../etc/passwd").send("save", step="save")
    assert [path.name for path in saved(app).iterdir()] == ["etc-passwd.toml"]


def test_saved_rules_are_deleted_and_a_match_by_them_goes_on(person: Person, app: Flask) -> None:
    fill(person, s__ace='"around"').send("save", step="save")
    table = person.start(system="los-de-nunoa").table
    person.open("/rules/los-de-nunoa")
    assert "/house-rules/los-de-nunoa/throw" in person.page
    person.open("/house-rules/los-de-nunoa/throw")
    assert "¿Borrar «Los de Ñuñoa»?" in person.text
    assert "a la vuelta" in person.text
    person.send("throw")
    assert person.at == "/rules"
    assert "Los de Ñuñoa" not in person.text
    assert not list(saved(app).glob("*.toml"))
    assert person.client.get("/rules/los-de-nunoa").status_code == 404
    assert "a la vuelta" in person.open(f"{table}agreement").text


def test_the_name_of_deleted_rules_is_free_again(person: Person) -> None:
    fill(person).send("save", step="save")
    person.open("/house-rules/los-de-nunoa/throw").send("throw")
    assert fill(person).send("save", step="save").at == "/new"


@pytest.mark.parametrize("rules", [*SYSTEM_IDS, "nobodys"])
def test_what_comes_with_the_house_is_not_deleted(person: Person, rules: str) -> None:
    assert person.client.get(f"/house-rules/{rules}/throw").status_code == 404
    assert f"/house-rules/{rules}/throw" not in person.client.get(f"/rules/{rules}").get_data(as_text=True)
