"""The rulebook: a page for every system, and two side by side."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.engine.rulings import CODES
from referee.engine.switches import SWITCHES
from referee.rulebook import SYSTEM_IDS, load_system
from referee.web.book import SECTIONS
from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    person.open("/rules/ratolibre")
    assert person.status == 200
    assert "RatoLibre" in person.text
    assert "1. 2 tríos" in person.text
    assert "el as en la escala" in person.text
    assert "alto o bajo" in person.text
    assert "lo dice la fuente del sistema" in person.text


@pytest.mark.parametrize("system", SYSTEM_IDS)
@pytest.mark.parametrize("lang", ["es", "en", "es-AR"])
def test_every_system_has_its_page(person: Person, system: str, lang: str) -> None:
    person.lang = lang
    assert person.open(f"/rules/{system}").status == 200
    assert load_system(system).fingerprint in person.page


def test_every_switch_and_every_code_has_its_section() -> None:
    switches = [switch for part, _ in SECTIONS.values() for switch in part]
    codes = [code for _, part in SECTIONS.values() for code in part]
    assert sorted(switches) == sorted(SWITCHES)
    assert sorted(codes) == sorted(CODES)


def test_every_code_can_be_linked_to(person: Person) -> None:
    person.open("/rules/chile")
    anchors = re.findall(r'id="code-([a-z-]+)"', person.page)
    assert sorted(anchors) == sorted(CODES)
    assert 'id="switch-ace"' in person.page


def test_a_price_that_nobody_pays_is_not_told(person: Person) -> None:
    assert "castigo por comprar" not in person.open("/rules/chile").page


def test_the_deal_that_fits_the_contract_is_told(person: Person) -> None:
    assert "se reparten las que hagan falta" in person.open("/rules/naipe52").page
    assert "se reparten las que hagan falta" not in person.open("/rules/chile").page


def test_two_systems_side_by_side(person: Person) -> None:
    person.open("/rules/compare?one=ratolibre&other=loba")
    assert "comodín en la punta" in person.text
    assert "se corre hacia afuera" in person.text
    assert "el as en la escala" not in person.text


def test_a_system_with_itself(person: Person) -> None:
    assert "No se diferencian en nada" in person.open("/rules/compare?one=loba&other=loba").page


def test_an_unknown_system_is_not_there(person: Person) -> None:
    assert person.open("/rules/nowhere").status == 404
    assert person.open("/rules/..%2f..%2fetc").status == 404
    assert person.open("/rules/compare?one=nowhere&other=%3Cb%3E").status == 200
    assert "<b>&" not in person.page


def test_a_saved_name_is_escaped(app: Flask, person: Person) -> None:
    from pathlib import Path

    own = Path(app.instance_path) / "rulebook"
    own.mkdir()
    (own / "x.toml").write_text('extends = "chile"\nid = "x"\n[names]\nes = "<script>alert(1)</script>"\n')
    assert "<script>alert" not in person.open("/rules").page
    assert "&lt;script&gt;alert" in person.page
    assert "<script>alert" not in person.open("/rules/x").page
