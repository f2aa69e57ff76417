"""Names of cards, kinds, contracts and systems, as a table says them."""

from __future__ import annotations

import pytest

from referee.engine.cards import PACKS, Card, parse_cards
from referee.engine.ruleset import with_options
from referee.engine.switches import KINDS, read_contract
from referee.rulebook import SYSTEM_IDS, load_system
from referee.wording import (
    LANGUAGES,
    card_name,
    contract_name,
    in_system,
    kind_name,
    listed,
    suit_name,
    system_name,
    the_card,
    the_cards,
)


def card(text: str, pack: str = "french") -> Card:
    return parse_cards(text, PACKS[pack], suitless=True)[0]


@pytest.mark.parametrize(
    ("text", "spanish", "english"),
    [
        ("9s", "nueve de picas", "9 of spades"),
        ("Ah", "as de corazones", "ace of hearts"),
        ("Qd", "reina de diamantes", "queen of diamonds"),
        ("10c", "diez de tréboles", "10 of clubs"),
        ("K", "rey", "king"),
        ("JK", "comodín", "joker"),
        ("JKr", "comodín rojo", "red joker"),
    ],
)
def test_a_card_as_it_is_said(text: str, spanish: str, english: str) -> None:
    assert card_name(card(text), "es") == spanish
    assert card_name(card(text), "es-AR") == spanish
    assert card_name(card(text), "en") == english


def test_chilean_cards() -> None:
    assert card_name(card("12c", "chilean52"), "es") == "doce de copihue"
    assert card_name(card("1e", "chilean56"), "es") == "uno de empanada"
    assert card_name(card("HA", "chilean52"), "es") == "Huasa China"


def test_a_card_with_its_article() -> None:
    assert the_card(card("Js"), "es") == "la jota de picas"
    assert the_card(card("Qs"), "es") == "la reina de picas"
    assert the_card(card("9s"), "es") == "el nueve de picas"
    assert the_card(card("JKb"), "en") == "the black joker"


def test_cards_in_a_list() -> None:
    assert the_cards(parse_cards("9s Qh"), "es") == "el nueve de picas y la reina de corazones"
    assert the_cards(parse_cards("9s Qh 2c"), "en") == "the 9 of spades, the queen of hearts and the 2 of clubs"
    assert the_cards(parse_cards("9s 9s"), "es") == "el nueve de picas (2 veces)"
    assert the_cards(parse_cards("JK JK"), "es") == "2 comodines"


def test_a_long_list_is_cut_and_says_so() -> None:
    said = the_cards(parse_cards("2s 3s 4s 5s 6s 7s 8s 9s 9s"), "es")
    assert said.endswith("el seis de picas y 4 cartas más")


def test_lists() -> None:
    assert listed([], "es") == ""
    assert listed(["a"], "es") == "a"
    assert listed(["a", "b", "c"], "es") == "a, b y c"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_every_pack_has_its_own_name(lang: str) -> None:
    for pack in PACKS.values():
        cards = [*pack.cards, *(Card(0, mark, pack.deck) for mark in pack.joker_marks)]
        assert len({card_name(each, lang) for each in cards}) == len(cards)
        assert len({the_card(each, lang) for each in cards}) == len(cards)
        assert len({suit_name(suit, lang, pack.deck) for suit in pack.suits}) == 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_has_its_forms(lang: str) -> None:
    for form in ("", "a", "the"):
        assert len({kind_name(kind, lang, form) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("contract", "system", "spanish", "english", "argentine"),
    [
        (["set", "set", "run"], "chile", "2 tríos y 1 escala", "2 sets and 1 run", "2 piernas y 1 escalera"),
        (["run", "run"], "chile", "2 escalas", "2 runs", "2 escaleras"),
        (["run", "set"], "chile", "1 escala y 1 trío", "1 run and 1 set", "1 escalera y 1 pierna"),
        (["run:9"], "naipe52", "escala de 9", "run of 9", "escalera de 9"),
        (["run:5", "run:5"], "naipe52", "2 escalas de 5", "2 runs of 5", "2 escaleras de 5"),
        (["run:8", "four"], "naipe52", "1 escala de 8 y 1 cuarteto", "1 run of 8 and 1 four of a kind", None),
        (["dirty-run"], "chile", "1 escala sucia", "1 dirty run", "1 escalera sucia"),
        (["pair"] * 6, "chile", "6 dúos", "6 pairs", "6 pares"),
        (["run:4", "set:3"], "chile", "1 escala y 1 trío", "1 run and 1 set", None),
        (["run:4"], "naipe52", "escala de 4", "run of 4", None),
    ],
)
def test_a_contract_as_a_table_says_it(
    contract: list[str], system: str, spanish: str, english: str, argentine: str | None
) -> None:
    rules = load_system(system)
    assert contract_name(contract, rules, "es") == spanish
    assert contract_name(read_contract(contract), rules, "en") == english
    if argentine is not None:
        assert contract_name(contract, rules, "es-AR") == argentine


def test_a_size_that_the_table_changed_is_said() -> None:
    rules = with_options(load_system("chile"), {"run-min": 3})
    assert contract_name(["run:4"], rules, "es") == "escala de 4"
    assert contract_name(["run:3"], rules, "es") == "1 escala"


def test_no_contract() -> None:
    assert contract_name([], None, "es") == "sin contrato"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_system_has_its_name(lang: str) -> None:
    names = {system_name(load_system(system), lang) for system in SYSTEM_IDS}
    assert len(names) == len(SYSTEM_IDS)
    assert len({in_system(load_system(system), lang) for system in SYSTEM_IDS}) == len(SYSTEM_IDS)


def test_a_system_that_lacks_the_language_gives_the_name_it_has() -> None:
    from referee.rulebook import read_own

    own = read_own({"id": "soto", "names": {"es": "Los Soto"}, "extends": "chile"})
    assert system_name(own, "en") == "Los Soto"
    assert system_name(own, "es-AR") == "Los Soto"
