"""A table's own rule sets: files in a folder, and every mistake in them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.rulebook import compare, load_folder, load_system, rules_finder, write_rules
from referee.wording import LANGUAGES, rules_note

SOTO = {"id": "los-soto", "names": {"es": "Los Soto"}, "extends": "ratolibre", "ace": "around", "dealt": 13}


def save(folder: Path, name: str, text: str | dict[str, object]) -> None:
    (folder / name).write_text(text if isinstance(text, str) else write_rules(text), "utf-8")


def test_it_works(tmp_path: Path) -> None:
    save(tmp_path, "soto.toml", SOTO)
    found = load_folder(tmp_path)
    assert found.mistakes == ()
    rules = found.rules["los-soto"]
    assert (rules.ace, rules.dealt, rules.swap) == ("around", 13, "hand")
    assert rules.set_by == {"ace", "dealt"}
    assert rules.set_by_whom("ace") == "table"
    assert rules.set_by_whom("swap") == "system"


def test_a_value_that_the_system_has_anyhow_was_not_set_by_the_table(tmp_path: Path) -> None:
    save(tmp_path, "soto.toml", {**SOTO, "swap": "hand"})
    assert load_folder(tmp_path).rules["los-soto"].set_by == {"ace", "dealt"}


def test_a_rule_set_may_stand_on_itself(tmp_path: Path) -> None:
    whole = {**load_system("loba").data, "id": "nuestra", "names": {"es": "Nuestra loba"}}
    save(tmp_path, "nuestra.toml", whole)
    rules = load_folder(tmp_path).rules["nuestra"]
    assert compare(rules, load_system("loba")) == []
    assert rules.set_by == frozenset()


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    save(
        tmp_path,
        "a.toml",
        'id = "a"\nnames = {es = "A"}\nextends = "chile"\njokre-gap = 2\nace = "medium"\ndealt = 5',
    )
    save(tmp_path, "b.toml", "id = ")
    save(tmp_path, "c.toml", {**SOTO, "id": "chile"})
    save(tmp_path, "d.toml", {**SOTO, "extends": "los-soto"})
    save(tmp_path, "e.toml", SOTO)
    found = load_folder(tmp_path)
    assert list(found.rules) == ["los-soto"]
    told = {(m.file, m.code, m.path) for m in found.mistakes}
    assert {
        ("a.toml", "unknown-key", "jokre-gap"),
        ("a.toml", "wrong-type", "ace"),
        ("a.toml", "contract-too-large", "rounds[2]"),
        ("b.toml", "not-toml", ""),
        ("c.toml", "id-taken", "id"),
        ("d.toml", "wrong-type", "extends"),
    } <= told
    details = {m.path: m.detail for m in found.mistakes if m.file == "a.toml"}
    assert details["jokre-gap"] == "joker-gap?"
    assert details["ace"] == "medium != low | high | both | around"
    for mistake in found.mistakes:
        for lang in LANGUAGES:
            assert rules_note(mistake.note, lang)


def test_an_id_belongs_to_the_first_file(tmp_path: Path) -> None:
    save(tmp_path, "1.toml", SOTO)
    save(tmp_path, "2.toml", {**SOTO, "ace": "low"})
    found = load_folder(tmp_path)
    assert found.rules["los-soto"].ace == "around"
    assert [(m.file, m.code) for m in found.mistakes] == [("2.toml", "id-taken")]


def test_a_rule_set_without_id_or_names_is_refused(tmp_path: Path) -> None:
    save(tmp_path, "x.toml", {"extends": "chile", "ace": "low"})
    found = load_folder(tmp_path)
    assert found.rules == {}
    assert [(m.path, m.detail) for m in found.mistakes] == [("id", "missing"), ("names", "missing")]


def test_no_folder_is_an_empty_one(tmp_path: Path) -> None:
    found = load_folder(tmp_path / "none")
    assert (found.rules, found.mistakes) == ({}, ())


def test_the_finder_knows_systems_and_own_rules_and_sees_new_files(tmp_path: Path) -> None:
    find = rules_finder(tmp_path)
    assert find("chile") is load_system("chile")
    with pytest.raises(KeyError):
        find("los-soto")
    save(tmp_path, "soto.toml", SOTO)
    assert find("los-soto").ace == "around"
    assert find("los-soto") is find("los-soto")
    save(tmp_path, "soto.toml", {**SOTO, "ace": "low", "names": {"es": "Los Soto de Ñuñoa"}})
    assert find("los-soto").ace == "low"
    (tmp_path / "soto.toml").unlink()
    with pytest.raises(KeyError):
        find("los-soto")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    own = {
        "id": "todo", "names": {"es": "Todo ñandú", "en": "All"}, "extends": "loba",
        "scoring": {"base": ["loba", "tens"], "values": {"JK": 60}}, "rounds": [["set", "set"], ["run:5"]],
        "joker-limit-laydown": None, "joker-limit-table": 3, "long-run-jokers": {"dirty-run": 2},
        "dealt": [9, 11], "closing": [], "stock-ends-at": 2, "bonus-going-out": -10,
    }  # fmt: skip
    save(tmp_path, "todo.toml", own)
    found = load_folder(tmp_path)
    assert found.mistakes == ()
    rules = found.rules["todo"]
    assert rules.names["es"] == "Todo ñandú"
    assert (rules.joker_limit_laydown, rules.joker_limit_table, rules.stock_ends_at) == (None, 3, 2)
    assert (rules.points["JK"], rules.points["K"], rules.points["9"]) == (60, 10, 9)
    assert rules.long_run_jokers["dirty-run"] == 2
    assert rules.long_run_jokers["royal-run"] == 0
    assert rules.dealt == (9, 11)


@pytest.mark.parametrize("system", ["chile", "argentina", "naipe56"])
def test_a_whole_system_survives_writing(tmp_path: Path, system: str) -> None:
    save(tmp_path, "x.toml", {**load_system(system).data, "id": "copia"})
    found = load_folder(tmp_path)
    assert found.mistakes == ()
    assert compare(found.rules["copia"], load_system(system)) == []


def test_an_argentine_table_that_deals_its_own_number_deals_it_in_every_round(tmp_path: Path) -> None:
    save(tmp_path, "x.toml", {**SOTO, "extends": "argentina", "dealt": 13})
    rules = load_folder(tmp_path).rules["los-soto"]
    assert {rules.dealt_to(contract) for contract in rules.rounds} == {13}


def test_compare_names_what_differs_and_nothing_else() -> None:
    found = {
        difference.switch: difference[1:] for difference in compare(load_system("loba"), load_system("argentina"))
    }
    assert set(found) == {"scoring", "rounds", "closing", "swap"}
    assert found["swap"] == ("none", "run")


def test_the_order_of_melds_in_a_contract_is_no_difference() -> None:
    switches = {difference.switch for difference in compare(load_system("chile"), load_system("estandar10"))}
    assert "rounds" in switches
    corta = {difference.switch for difference in compare(load_system("ratolibre-corta"), load_system("ratolibre"))}
    assert corta == {"rounds"}
