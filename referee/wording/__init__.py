"""Wording: the only place with human sentences, in catalogs of keys.

Owns how the house speaks: words by key (`translate`), names of cards, contracts and
switches, the sentence of a ruling. Refuses to judge, and to be silent about a missing key.
Start reading at `translate`; words live in `locale/*/LC_MESSAGES/*.po`, one domain an area,
compiled by `python -m referee.wording`.
"""

from __future__ import annotations

from referee.wording.catalog import LANGUAGES, MissingWordsError, has_words, translate, translate_n

__all__ = ["LANGUAGES", "MissingWordsError", "has_words", "translate", "translate_n"]
