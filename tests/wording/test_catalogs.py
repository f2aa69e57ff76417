"""The catalogs of the house: whole, in step, and none of their words idle."""

from __future__ import annotations

import io
import re
from gettext import GNUTranslations

import pytest

from referee.wording import LANGUAGES, MissingWordsError, translate, translate_n
from referee.wording.catalog import LOCALE_FOLDER, folder_of
from referee.wording.compiling import compile_catalogs, compiled
from tests.wording import house

SPOKEN = ("es", "en")
PO_FILES = sorted(LOCALE_FOLDER.glob("*/LC_MESSAGES/*.po"))


def test_it_works() -> None:
    assert translate("kind.set", "es") == "trío"
    assert translate("kind.set", "en") == "set"
    assert translate_n("names.cards", 1, "es") == "1 carta"
    assert translate_n("names.cards", 0, "es") == "0 cartas"


def test_argentine_words_fall_back_to_spanish() -> None:
    assert translate("kind.set", "es-AR") == "pierna"
    assert translate_n("names.cards", 3, "es-AR") == "3 cartas"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_key_is_loud(lang: str) -> None:
    with pytest.raises(MissingWordsError, match=r"no\.such\.key"):
        translate("no.such.key", lang)
    with pytest.raises(MissingWordsError, match=r"no\.such\.key"):
        translate_n("no.such.key", 2, lang)


def test_an_unknown_language_is_loud() -> None:
    with pytest.raises(MissingWordsError, match="'fr'"):
        translate("kind.set", "fr")


def test_a_missing_value_is_loud() -> None:
    with pytest.raises(KeyError, match="rank"):
        translate("names.card", "es")


def test_every_key_asked_for_has_words() -> None:
    known = {lang: _keys(lang) for lang in SPOKEN}
    lost = [
        f"{path}: {key} ({lang})"
        for key, path in house.asked_keys().items()
        for lang in SPOKEN
        if key not in known[lang]
    ]
    assert not lost


def test_no_words_are_idle() -> None:
    whole, beginnings = house.mentioned()
    starts = tuple(beginnings)
    idle = [key for key in _keys("es") if key not in whole and not key.startswith(starts)]
    assert not idle


def test_both_languages_have_the_same_keys() -> None:
    spanish, english = house.catalogs("es"), house.catalogs("en")
    assert set(spanish) == set(english)
    for domain in spanish:
        assert set(house.messages(spanish[domain])) == set(house.messages(english[domain])), domain


def test_the_argentine_words_are_words_of_the_spanish_catalog() -> None:
    spanish = house.catalogs("es")
    for domain, catalog in house.catalogs("es_AR").items():
        theirs, ours = house.messages(catalog), house.messages(spanish[domain])
        assert set(theirs) <= set(ours)
        for key, message in theirs.items():
            assert house.texts(message) != house.texts(ours[key]), f"{key} says what Spanish says"
            assert _placeholders(message) == _placeholders(ours[key]), key


def test_no_key_stands_in_two_domains() -> None:
    seen: dict[str, str] = {}
    for domain, catalog in house.catalogs("es").items():
        for key in house.messages(catalog):
            assert key not in seen, f"{key} in {domain} and {seen.get(key)}"
            seen[key] = domain


def test_placeholders_agree_between_languages() -> None:
    spanish, english = house.catalogs("es"), house.catalogs("en")
    for domain in spanish:
        others = house.messages(english[domain])
        for key, message in house.messages(spanish[domain]).items():
            assert _placeholders(message) == _placeholders(others[key]), key
            assert message.pluralizable == others[key].pluralizable, key


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_messages_are_whole(path) -> None:  # type: ignore[no-untyped-def]
    for key, message in house.messages(house.read_catalog(path)).items():
        assert house.looks_like_key(key), f"{key} is no key"
        assert not message.fuzzy, key
        for text in house.texts(message):
            assert text.strip(), f"{key} has no words"
            assert not house.looks_like_key(text), f"{key} says a key"
            # What is left after the placeholders and double signs is a sign that formatting would trip on.
            assert "%" not in re.sub(r"%\(\w+\)s|%%", "", text), f"{key}: {text}"


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_compiled_catalogs_are_up_to_date(path) -> None:  # type: ignore[no-untyped-def]
    lying = _read(path.with_suffix(".mo").read_bytes())
    assert lying == _read(compiled(path)), "run python -m referee.wording"


def test_no_compiled_catalog_lies_alone() -> None:
    assert {path.with_suffix(".po") for path in LOCALE_FOLDER.glob("*/LC_MESSAGES/*.mo")} == set(PO_FILES)


def test_compiling_twice_changes_nothing(tmp_path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "es" / "LC_MESSAGES"
    target.mkdir(parents=True)
    source = folder_of("es") / "names.po"
    (target / "names.po").write_bytes(source.read_bytes())
    assert compile_catalogs(tmp_path) == [target / "names.mo"]
    assert compile_catalogs(tmp_path) == []


def _keys(folder: str) -> set[str]:
    return {key for catalog in house.catalogs(folder).values() for key in house.messages(catalog)}


def _placeholders(message: house.Message) -> set[str]:
    found = {name for text in house.texts(message) for name in house.placeholders(text)}
    # The number itself may be left out where the words say it ("one card").
    return found - {"n"} if message.pluralizable else found


def _read(data: bytes) -> dict[object, str]:
    catalog = GNUTranslations(io.BytesIO(data))
    return {key: text for key, text in catalog._catalog.items() if key}  # type: ignore[attr-defined]
