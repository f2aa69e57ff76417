"""Wording: the only place with human sentences, in catalogs of keys.

Owns how the house speaks: words by key (`translate`), names of cards, contracts and
switches, the sentence of a ruling. Refuses to judge, and to be silent about a missing key.
Start reading at `translate`; words live in `locale/*/LC_MESSAGES/*.po`, one domain an area,
compiled by `python -m referee.wording`.
"""

from __future__ import annotations

from referee.wording.agreements import (
    code_help,
    code_name,
    mark_name,
    switch_help,
    switch_name,
    switch_value,
    value_of,
)
from referee.wording.catalog import LANGUAGES, MissingWordsError, has_words, translate, translate_n
from referee.wording.naming import (
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
from referee.wording.notation import Typed, read_typed, write_typed
from referee.wording.problems import place_name, rules_note, rules_notes
from referee.wording.rulings import faults, headline, satisfied, say, why

__all__ = [
    "LANGUAGES", "MissingWordsError", "Typed", "card_name", "code_help", "code_name", "contract_name",
    "faults", "has_words", "headline", "in_system", "kind_name", "listed", "mark_name", "place_name",
    "read_typed", "rules_note", "rules_notes", "satisfied", "say", "suit_name", "switch_help", "switch_name",
    "switch_value", "system_name", "the_card", "the_cards", "translate", "translate_n", "value_of", "why",
    "write_typed",
]  # fmt: skip
