"""Rulings aloud: every code in every language, and never a word too little."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.engine.cards import parse_cards
from referee.engine.judge import judge
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.rulings import ASKS, CODES, WHATS, Broken, QuestionError, Ruling, illegal, legal
from referee.engine.switches import KINDS
from referee.rulebook import SYSTEM_IDS, load_system
from referee.wording import LANGUAGES, faults, headline, rules_note, satisfied, say, why

BREAKABLE = [code for code in CODES if code not in ("ok", "bad-question")]
NINE = parse_cards("9s")
SOME = parse_cards("9s 9s Qh JK")


def ruled(ask: str, system: str = "ratolibre", **fields: Any) -> Ruling:
    return judge({"ask": ask, "system": system, **fields}, load_system)


def assert_clean(text: str) -> None:
    """A text that can be read aloud: no code, no gap, no double word."""
    assert text == text.strip()
    assert text[0].isupper() or text[0].isdigit() or text[0] in "«“", text
    assert not re.search(r"None|%|  ", text), text
    assert not re.search(r"\b(de el|a el|the the|en en|in in)\b", text), text
    for code in (*CODES, *WHATS, *KINDS):
        assert "-" not in code or code not in text, f"{code} in {text}"


def assert_sentence(text: str) -> None:
    assert_clean(text)
    assert text[-1] in ".?»”", text
    assert len(text) <= 330, text


# ---- what a table hears ------------------------------------------------------------------------


def test_it_works() -> None:
    ruling = ruled("meld", cards="Qc Kc Ac 2c")
    assert headline(ruling, "es") == "El as no va en medio"
    assert say(ruling, "es") == (
        "En RatoLibre la escala puede empezar o terminar en as, pero no seguir con el 2 después del rey."
    )
    assert why(ruling, "es") == "Regla de RatoLibre · «el as en la escala: alto o bajo». La mesa no la cambió."
    assert headline(ruling, "en") == "The ace is not in the middle"
    assert say(ruling, "en") == (
        "In RatoLibre a run may begin or end with the ace, but not go on with the 2 after the king."
    )


HEARD: list[tuple[dict[str, Any], str]] = [
    (
        {"ask": "meld", "system": "chile", "cards": "9s 9d 8h", "kind": "set"},
        "En la Carioca chilena clásica un trío es de cartas del mismo número, y el ocho de corazones no va ahí.",
    ),
    (
        {"ask": "meld", "system": "ratolibre", "cards": "4h 5c 6s 7h"},
        "En RatoLibre una escala es toda de una misma pinta, y el cinco de tréboles y el seis de picas "
        "son de otra.",
    ),
    (
        {"ask": "meld", "system": "chile", "cards": "4h JK 6h 7h"},
        "Vale: es una escala, desde el cuatro de corazones hasta el siete de corazones. "
        "El comodín vale por el cinco de corazones.",
    ),
    (
        {"ask": "laydown", "system": "ratolibre", "melds": ["9s 9d 9s", "4h 4s JK"], "round": 1},
        "Se puede: 2 tríos, y con eso cumple el contrato en RatoLibre. Le quedan 7 cartas en la mano.",
    ),
    (
        {"ask": "laydown", "system": "ratolibre", "melds": ["9s 9d 9s", "4h 4s 4d"], "round": 3},
        "Juego 1: en RatoLibre el contrato pide aquí una escala, y esto es un trío.",
    ),
    (
        {"ask": "layoff", "system": "chile", "meld": "JK 4h 5h 6h", "cards": "3h"},
        "Donde iría el tres de corazones hay un comodín, y en la Carioca chilena clásica ese comodín no se mueve.",
    ),
    (
        {"ask": "swap", "system": "argentina", "meld": "2s 3s JK 5s", "card": "4s", "to": "low"},
        "Se puede: la carta toma el lugar del comodín, y en la Carioca argentina el comodín pasa a la punta baja "
        "de la escala.",
    ),
    (
        {"ask": "discard", "system": "chile", "card": "JK", "round": 1},
        "En la Carioca chilena clásica el comodín no se bota, salvo como última carta o en una ronda "
        "que no los use.",
    ),
    ({"ask": "score", "system": "ratolibre", "cards": "JK As Kd 7h 3c"}, "Son 70 puntos en contra en RatoLibre."),
    ({"ask": "score", "system": "ratolibre", "cards": ""}, "Son 0 puntos: se fue."),
    (
        {"ask": "deal", "system": "ratolibre", "players": 4, "dealer": 0, "round": 1},
        "En RatoLibre se reparten 12 cartas a cada uno. Se juega con 2 naipes. "
        "Sale el jugador 2, y la próxima vez reparte el jugador 2.",
    ),
    (
        {"ask": "standings", "system": "ratolibre", "scores": [[0, 30, 30], [30, 0, 30]]},
        "Comparten el primer lugar los jugadores 1 y 2, con 30 puntos.",
    ),
    ({"ask": "check", "system": "loba"}, "Estas reglas se pueden jugar."),
    (
        {"ask": "meld", "system": "naipe52", "cards": "13e 12e 11e"},
        "«13e» no es una carta de este naipe.",
    ),
]


@pytest.mark.parametrize(("question", "sentence"), HEARD)
def test_what_a_chilean_table_hears(question: dict[str, Any], sentence: str) -> None:
    assert say(judge(question, load_system), "es") == sentence


def test_argentine_words() -> None:
    ruling = ruled("laydown", "argentina", melds=["9s 9d 9s", "4h 4s 4d"], round=3)
    assert say(ruling, "es-AR") == (
        "Juego 1: en la Carioca argentina el contrato pide aquí una escalera, y esto es una pierna."
    )


# ---- every code, every ask, every language -----------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", BREAKABLE)
def test_every_code_has_a_sentence(code: str, lang: str) -> None:
    for system in ("ratolibre", "naipe52"):
        rules = load_system(system)
        for kind in (None, "set", "run", "four", "dirty-run", "alternating-run", "color-run"):
            for cards in ((), NINE, SOME):
                for limit, found in ((3, 2), (1, 2), (0, 1)):
                    broken = Broken(code, cards, 0, limit, found, None, kind)
                    for ask in ("meld", "laydown", "layoff", "swap"):
                        ruling = illegal(ask, rules, [broken])
                        assert_sentence(say(ruling, lang))
                        assert_clean(headline(ruling, lang))
                        assert_sentence(why(ruling, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", BREAKABLE)
def test_a_broken_rule_without_any_fact_still_has_a_sentence(code: str, lang: str) -> None:
    ruling = illegal("meld", load_system("chile"), [Broken(code)])
    assert_sentence(say(ruling, lang))
    assert_clean(headline(ruling, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_of_different_codes_differ(lang: str) -> None:
    rules = load_system("ratolibre")
    said = {code: say(illegal("meld", rules, [Broken(code, NINE, None, 3, 2)]), lang) for code in BREAKABLE}
    assert len(set(said.values())) == len(said)
    heads = {code: headline(illegal("meld", rules, [Broken(code, NINE, None, 3, 2)]), lang) for code in BREAKABLE}
    assert len(set(heads.values())) == len(heads)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ask", ASKS)
def test_an_answer_that_lacks_its_facts_is_still_one(ask: str, lang: str) -> None:
    ruling = legal(ask, load_system("ratolibre"))
    assert_sentence(say(ruling, lang))
    assert_clean(headline(ruling, lang))
    assert_sentence(why(ruling, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("what", [*WHATS, "never-heard-of"])
def test_every_bad_question_has_its_sentence(what: str, lang: str) -> None:
    problem = QuestionError(what, "cards", "9x", "9s 10h").problem
    ruling = Ruling("meld", None, None, problem=problem)
    assert_sentence(say(ruling, lang))
    assert_clean(headline(ruling, lang))
    assert why(ruling, lang) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bad_question_names_the_token(lang: str) -> None:
    assert "9x" in say(ruled("meld", cards="9s 9x 9d"), lang)
    assert "nowhere" in say(ruled("meld", "nowhere", cards="9s"), lang)
    assert "jokre" in say(ruled("meld", cards="9s 9d 9h", options={"jokre": 1}), lang)
    wrong = say(ruled("meld", cards="9s 9d 9h", options={"ace": "medium"}), lang)
    assert "medium" in wrong
    assert "around" in wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_a_legal_answer_was_held_against_can_be_said(lang: str) -> None:
    said = satisfied(Ruling("meld", True, None, satisfied=tuple(BREAKABLE)), lang)
    assert len(set(said)) == len(BREAKABLE)
    for sentence in said:
        assert_sentence(sentence)


CASES = Path(__file__).parents[1] / "engine" / "cases"


def asked() -> list[dict[str, Any]]:
    """The questions of the engine's cases: one a line, or a legal and an illegal one of a code."""
    lines = [json.loads(line) for path in CASES.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return [line[key] for line in lines for key in ("question", "legal", "illegal") if key in line]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulings_of_all_cases_can_be_read_aloud(lang: str) -> None:
    questions = asked()
    assert len(questions) > 200
    for question in questions:
        ruling = judge(question, load_system)
        assert_sentence(say(ruling, lang))
        assert_clean(headline(ruling, lang))
        for sentence in (*faults(ruling, lang), *satisfied(ruling, lang)):
            assert_sentence(sentence)


# ---- whose rule it is ---------------------------------------------------------------------------


def agreed(**switches: Any) -> RuleSet:
    return with_options(load_system("chile"), {key.replace("_", "-"): value for key, value in switches.items()})


def test_a_rule_of_the_table_is_called_so() -> None:
    ruling = ruled("meld", "chile", cards="Jh Qh Kh Ah", options={"ace": "low"})
    assert say(ruling, "es") == "En esta mesa el as va solo al comienzo de la escala, antes del 2."
    assert why(ruling, "es") == (
        "Acuerdo de esta mesa · «el as en la escala: solo bajo, antes del 2», "
        "sobre las reglas de la Carioca chilena clásica."
    )


def test_another_switch_of_the_table_leaves_the_rule_to_the_system() -> None:
    ruling = ruled("meld", "chile", cards="Qc Kc Ac 2c", options={"size": "at-least"})
    assert say(ruling, "es").startswith("En la Carioca chilena clásica ")


def test_a_rule_set_of_its_own_is_called_by_its_name() -> None:
    from referee.rulebook import read_own

    own = read_own({"id": "soto", "names": {"es": "Los Soto"}, "extends": "chile", "size": "at-least"})
    ruling = illegal("meld", own, [Broken("run-ace", NINE, switch="ace", kind="run")])
    assert say(ruling, "es").startswith("En «Los Soto» ")
    assert say(ruling, "en").startswith("In “Los Soto” ")


def test_the_long_run_in_question_is_the_one_that_is_named() -> None:
    ruling = ruled("meld", "chile", cards="Ah 2h 3h 4h 5h 6h JK 8h 9h 10h Jh Qh Kh", kind="royal-run")
    assert "escala real: 0" in why(ruling, "es")
    assert "sucia" not in why(ruling, "es")


def test_counting_is_nobodys_rule() -> None:
    ruling = ruled("laydown", melds=["9s 9s 9s", "4h 4s 4d"], round=1)
    assert ruling.code == "card-copies"
    assert why(ruling, "es") == "No depende de las reglas: es cosa de contar las cartas."


def test_every_broken_rule_can_be_said() -> None:
    ruling = ruled("laydown", melds=["9s 9s 9s", "4h 4s 5d"], round=1, already_down=True)
    assert len(faults(ruling, "es")) == len(ruling.broken) > 2


def test_several_problems_of_a_rule_set_are_all_said() -> None:
    ruling = ruled("check", "chile", options={"dealt": 7, "ace": "medium"})
    assert headline(ruling, "es") == "Hay 6 problemas"
    assert "Ronda 4: " in say(ruling, "es")
    for note in ruling.facts["problems"]:
        for lang in LANGUAGES:
            assert_sentence(rules_note(note, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEM_IDS)
def test_every_system_can_stand_in_a_sentence(system: str, lang: str) -> None:
    ruling = legal("score", load_system(system), points=5)
    assert_sentence(say(ruling, lang))
    assert_sentence(why(ruling, lang))
