"""Catalogs: from a key and a language to the words.

Owns the reading of `locale/<language>/LC_MESSAGES/*.mo`, all domains as one, and the
fall from a kind of Spanish to Spanish. Refuses to invent: a key that is in no catalog
is an error. Loads nothing but the standard library, since the command line waits for it.
Start reading at `translate`.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("es", "en", "es-AR")
"""Spanish (of Chile), English, and Spanish with the Argentine words of the game."""

_FALLS_TO: Final = {"es-AR": "es"}

LOCALE_FOLDER: Final = Path(__file__).parent / "locale"


class MissingWordsError(LookupError):
    """A key that no catalog of the language holds, or a language that is none of `LANGUAGES`."""


def folder_of(lang: str) -> Path:
    """Where the catalogs of a language lie."""
    return LOCALE_FOLDER / lang.replace("-", "_") / "LC_MESSAGES"


@lru_cache(maxsize=8)
def _catalogs(lang: str) -> tuple[GNUTranslations, ...]:
    """The domains of a language, then those of the language it falls back to."""
    if lang not in LANGUAGES:
        raise MissingWordsError(f"language {lang!r}, expected one of {', '.join(LANGUAGES)}")
    catalogs = []
    for path in sorted(folder_of(lang).glob("*.mo")):
        with path.open("rb") as file:
            catalogs.append(GNUTranslations(file))
    if lang in _FALLS_TO:
        catalogs += _catalogs(_FALLS_TO[lang])
    return tuple(catalogs)


@lru_cache(maxsize=16384)
def words(key: str, lang: str) -> str:
    """The words of a key as the catalog holds them, placeholders unfilled.

    Raises `MissingWordsError`.
    """
    for catalog in _catalogs(lang):
        found = catalog.gettext(key)
        if found != key:
            return found
    raise MissingWordsError(f"no words for {key!r} in {lang!r}")


@lru_cache(maxsize=16384)
def _counted_words(key: str, n: int, lang: str) -> str:
    for catalog in _catalogs(lang):
        found = catalog.ngettext(key, key, n)
        if found != key:
            return found
    raise MissingWordsError(f"no counted words for {key!r} in {lang!r}")


def translate(key: str, lang: str, **values: object) -> str:
    """The words of a key, `%(name)s` filled from `values`; a sign of per cent is written `%%`.

    Raises `MissingWordsError` for a key without words, `KeyError` for a placeholder
    without value.

    >>> translate("kind.set", "es")
    'trío'
    """
    return words(key, lang) % values


def translate_n(key: str, n: int, lang: str, **values: object) -> str:
    """As `translate`, in the form that goes with `n` things; `%(n)s` is the number itself.

    >>> translate_n("names.cards", 1, "en"), translate_n("names.cards", 3, "en")
    ('1 card', '3 cards')
    """
    return _counted_words(key, abs(n), lang) % {"n": n, **values}


def has_words(key: str, lang: str) -> bool:
    """Whether a key has words, for who has others at hand where it has none."""
    try:
        words(key, lang)
    except MissingWordsError:
        return False
    return True
