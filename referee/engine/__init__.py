"""The judge: pure Python, no input or output, no clock, no chance, no human language.

Owns the rules of Carioca. Refuses sentences, files and pictures.
Start reading at `judge`, then `melds`, `contracts`, `layoffs`.
"""

from referee.engine.cards import Card, NotationError, format_cards, parse_cards
from referee.engine.judge import judge
from referee.engine.ruleset import RuleSet, read_rules, with_options
from referee.engine.rulings import Broken, Ruling
from referee.engine.switches import RulesError

__all__ = [
    "Broken",
    "Card",
    "NotationError",
    "RuleSet",
    "RulesError",
    "Ruling",
    "format_cards",
    "judge",
    "parse_cards",
    "read_rules",
    "with_options",
]  # fmt: skip
