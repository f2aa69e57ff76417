"""Reading a question: from plain data to values the rooms of the engine take.

Owns the fields of questions.md, their defaults and their bounds. Refuses to
answer: `judge` does.
Start reading at `Fields`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, cast

from referee.engine.cards import Card, NotationError, parse_cards
from referee.engine.melds import Meld, Stage, judge_meld, kind_of
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ask, QuestionError
from referee.engine.scoring import Score
from referee.engine.switches import KINDS, LONG_RUNS, Contract, Kind, RulesError, read_contract

COMMON: Final = frozenset({"id", "ask", "system", "options"})
FIELDS: Final[dict[Ask, frozenset[str]]] = {
    "meld": frozenset({"cards", "kind", "stage", "round", "contract"}),
    "laydown": frozenset({"melds", "hand", "already_down", "round", "contract"}),
    "layoff": frozenset({"meld", "cards", "end", "down", "turns_since_laydown", "round", "contract"}),
    "swap": frozenset({"meld", "card", "to", "down", "turns_since_laydown", "round", "contract"}),
    "discard": frozenset({"card", "just_taken", "cards_left", "table", "round", "contract"}),
    "take": frozenset({"out_of_turn", "claims", "turn", "players", "thrower", "buys_used", "round", "contract"}),
    "stock": frozenset({"times_empty", "pile", "round", "contract"}),
    "score": frozenset({"cards", "round", "contract"}),
    "hand": frozenset({"cards", "round", "contract"}),
    "deal": frozenset({"players", "dealer", "round", "contract", "hands"}),
    "standings": frozenset({"scores", "out"}),
    "check": frozenset({"rules"}),
}
"""The fields each ask takes beside the common ones."""

MOST_CARDS: Final = 200
MOST_HELD: Final = 54
"""Cards of a hand that is searched for laydowns: half of two packs, more than any taking out of turn leads to."""
MOST_MELDS: Final = 40
MOST_ROUNDS: Final = 200


class Fields:
    """The fields of one question, read one by one; raises `QuestionError` where one is wrong."""

    def __init__(self, data: Mapping[str, Any], rules: RuleSet) -> None:
        self.data = data
        self.rules = rules

    def has(self, key: str) -> bool:
        return key in self.data

    def _need(self, key: str) -> Any:
        if key not in self.data:
            raise QuestionError("missing-field", key)
        return self.data[key]

    def flag(self, key: str, default: bool) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise QuestionError("wrong-value", key, value, "true | false")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._need(key) if default is None else self.data.get(key, default)
        return _number(value, key, low, high)

    def maybe_number(self, key: str, low: int, high: int) -> int | None:
        return None if self.data.get(key) is None else _number(self.data[key], key, low, high)

    def choice(self, key: str, values: Sequence[str]) -> str | None:
        value = self.data.get(key)
        if value is not None and (not isinstance(value, str) or value not in values):
            raise QuestionError("wrong-value", key, value, " | ".join(values))
        return value

    def cards(
        self, key: str, *, empty: bool = False, suitless: bool = False, most: int = MOST_CARDS
    ) -> tuple[Card, ...]:
        return self._cards(self._need(key), key, empty=empty, suitless=suitless, most=most)

    def _cards(
        self, value: Any, path: str, *, empty: bool = False, suitless: bool = False, most: int = MOST_CARDS
    ) -> tuple[Card, ...]:
        if not isinstance(value, str) or len(value) > MOST_CARDS * 4:
            raise QuestionError("wrong-value", path, value, "9s 10h JK")
        try:
            cards = parse_cards(value, self.rules.pack, suitless=suitless)
        except NotationError as error:
            raise QuestionError("unknown-card", path, error.token, self.rules.pack.id) from None
        if len(cards) > most or (not cards and not empty):
            raise QuestionError("no-cards" if not cards else "wrong-value", path, value, f"1..{most}")
        return cards

    def card(self, key: str) -> Card:
        cards = self.cards(key)
        if len(cards) != 1:
            raise QuestionError("wrong-value", key, self.data[key], "9s")
        return cards[0]

    def card_lists(self, key: str, *, empty: bool = False) -> list[tuple[Card, ...]]:
        value = self.data.get(key, []) if empty else self._need(key)
        if not isinstance(value, list | tuple) or len(value) > MOST_MELDS:
            raise QuestionError("wrong-value", key, value, f"list of 1..{MOST_MELDS} melds")
        if not value and not empty:
            raise QuestionError("no-cards", key)
        return [self._cards(item, f"{key}[{place}]") for place, item in enumerate(value)]

    def kind(self, key: str, cards: Sequence[Card]) -> Kind:
        kind = cast("Kind | None", self.choice(key, KINDS)) or kind_of(cards)
        self.need_kind(kind, key)
        return kind

    def need_kind(self, kind: Kind, path: str) -> None:
        """Long runs are of French packs: they ask for thirteen ranks and for colours."""
        if kind in LONG_RUNS and self.rules.pack.deck != "french":
            raise QuestionError("wrong-value", path, kind, "set | run | pair | four")

    def stage(self) -> Stage:
        return cast("Stage | None", self.choice("stage", ("table", "laydown"))) or "table"

    def end(self, key: str) -> Literal["low", "high"] | None:
        return cast("Literal['low', 'high'] | None", self.choice(key, ("low", "high")))

    def contract(self) -> Contract:
        contract = self.maybe_contract()
        if contract is None:
            raise QuestionError("no-contract", "round")
        return contract

    def maybe_contract(self) -> Contract | None:
        """The contract asked by `contract` or by `round`; None where neither is said."""
        if self.data.get("contract") is not None:
            try:
                contract = read_contract(self.data["contract"])
            except RulesError as error:
                wrong = error.problems[0]
                raise QuestionError("wrong-value", wrong.path, wrong.found, wrong.expected) from None
            for demand in contract:
                self.need_kind(demand.kind, "contract")
            return contract
        if self.data.get("round") is None:
            return None
        return self.rules.rounds[self.number("round", 1, len(self.rules.rounds)) - 1]

    def meld_on_table(self, cards: tuple[Card, ...], path: str) -> Meld:
        """A meld as it lies on the table; it must be one."""
        kind = kind_of(cards)
        meld = judge_meld(cards, kind, self.rules)
        if meld.is_legal:
            return meld
        if self.rules.pack.deck == "french":
            for long_run in LONG_RUNS:
                judged = judge_meld(cards, long_run, self.rules)
                if judged.is_legal:
                    return judged
        raise QuestionError("no-meld", path, " ".join(map(str, cards)), meld.broken[0].code)

    def seats(self, key: str, players: int) -> list[int]:
        value = self._need(key)
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= 12:
            raise QuestionError("wrong-value", key, value, "list of seats")
        return [_number(item, f"{key}[{place}]", 0, players - 1) for place, item in enumerate(value)]

    def buys_used(self, players: int) -> dict[int, int]:
        """Buys already made, by seat: a list by seat, or a mapping from seat to number."""
        value = self.data.get("buys_used")
        if value is None:
            return {}
        if isinstance(value, Mapping):
            read = {}
            for key, item in value.items():
                if not str(key).isdecimal() or not int(key) < players:
                    raise QuestionError("wrong-value", f"buys_used.{key}", item, f"0..{players - 1}")
                read[int(key)] = _number(item, f"buys_used.{key}", 0, 99)
            return read
        if not isinstance(value, list | tuple) or len(value) > players:
            raise QuestionError("wrong-value", "buys_used", value, "list by seat")
        return {seat: _number(item, f"buys_used[{seat}]", 0, 99) for seat, item in enumerate(value)}

    def hands(self) -> list[Contract] | None:
        """The contracts of players who are each at their own, by `hands`."""
        if self.data.get("hands") is None:
            return None
        value = self.data["hands"]
        if not isinstance(value, list | tuple) or not 2 <= len(value) <= 12:
            raise QuestionError("wrong-value", "hands", value, "list of 2..12 numbers")
        rounds = self.rules.rounds
        return [rounds[_number(item, f"hands[{seat}]", 1, len(rounds)) - 1] for seat, item in enumerate(value)]

    def scores(self) -> list[list[Score]]:
        value = self._need("scores")
        if not isinstance(value, list | tuple) or len(value) > MOST_ROUNDS:
            raise QuestionError("wrong-value", "scores", value, "list of rounds")
        rows: list[list[Score]] = []
        for place, row in enumerate(value):
            if not isinstance(row, list | tuple) or not row or len(row) != len(value[0]):
                raise QuestionError("wrong-value", f"scores[{place}]", row, "list by seat")
            for seat, item in enumerate(row):
                if item is not None and item != "absent":
                    _number(item, f"scores[{place}][{seat}]", -100_000, 100_000)
            rows.append(list(row))
        return rows

    def out(self, rounds: int, seats: int) -> list[int | None] | None:
        value = self.data.get("out")
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != rounds:
            raise QuestionError("wrong-value", "out", value, "list by round")
        return [
            None if item is None else _number(item, f"out[{place}]", 0, seats - 1)
            for place, item in enumerate(value)
        ]


def _number(value: Any, path: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise QuestionError("wrong-value", path, value, f"{low}..{high}")
    return value
