"""The notebook told in plain language: one line for each entry.

Owns which words and values an entry is told with. Refuses sentences: the catalogs
have them, as `table.told.<kind>`.
Start reading at `told`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from referee.engine.cards import NotationError, parse_cards
from referee.engine.judge import judge
from referee.engine.match import Entry, Kind, clean_note, points_of_cards
from referee.web.speaking import contract_name, language, points_text, say
from referee.wording import agreements, rulings
from referee.wording.naming import as_contract

if TYPE_CHECKING:
    from referee.web.access import Table


def told(entry: Entry, here: Table) -> str:
    """One line, without the time and the writer."""
    data = entry.data
    values: dict[str, Any] = {"round": _label(data.get("round"), here)}
    if "player" in data:
        values["player"] = here.names.get(data["player"], "")
    if entry.kind in _EXTRA:
        values |= _EXTRA[entry.kind](data, here)
    variant = values.pop("variant", "")
    return say(f"table.told.{entry.kind.value}{variant}", **values)


def _label(number: Any, here: Table) -> Any:
    found = here.state.round(number) if isinstance(number, int) else None
    return found.label if found is not None else number


def _counted(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    if data.get("absent"):
        return {"variant": ".absent"}
    if "cards" in data:
        try:
            points = points_of_cards(here.rules, data["cards"])
        except NotationError:
            return {"variant": ".cards", "cards": data["cards"], "points": ""}
        return {"variant": ".cards", "cards": shown_cards(data["cards"], here), "points": points_text(points)}
    return {"points": points_text(data.get("points"))}


def shown_cards(cards: str, here: Table) -> str:
    """Cards as a line of text with suit signs: `9♠ 10♥ JK`."""
    return " ".join(card_sign(card) for card in parse_cards(cards, here.rules.pack, suitless=True))


SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_sign(card: Any) -> str:
    """A card as short text: rank and sign; letters in a Chilean pack."""
    text = str(card)
    if card.is_joker or card.deck != "french" or not card.suit:
        return text
    return text[:-1] + SIGNS[card.suit]


def _corrected(data: Mapping[str, Any], _here: Table) -> dict[str, Any]:
    note = data.get("note") or ""
    return {
        "old": points_text(data.get("old")),
        "new": points_text(data.get("new")),
        "note": note,
        "variant": ".note" if note else "",
    }


def _undone(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    first = next((e for e in here.state.entries if e.number == data.get("deed")), None)
    if first is None:
        return {"what": ""}
    last = [e for e in here.state.entries if e.deed == first.deed][-1]
    return {"what": told(last, here), "variant": ".redone" if first.kind is Kind.UNDONE else ""}


def _ruled(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    """Told by its verdict under the rules it was given by: those that the entry's fingerprint names."""
    question = data.get("question", {})
    given_by = (rules for _, rules in here.state.rules_since if rules.fingerprint == data.get("fingerprint"))
    rules = next(given_by, here.rules)
    verdict = rulings.headline(judge(question, lambda _: rules), language())
    return {"verdict": verdict, "ask": say(f"table.ask.{question.get('ask', 'meld')}")}


def _melds(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    return {"melds": " · ".join(shown_cards(meld["cards"], here) for meld in data["melds"])}


def _after(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    return {"meld": shown_cards(data["after"]["cards"], here)}


def _agreed(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    lang = language()
    changes = ", ".join(
        f"{agreements.switch_name(switch, lang)}: {agreements.switch_value(switch, value, here.rules, lang)}"
        for switch, value in data["changes"].items()
    )
    return {"changes": changes, "reason": clean_note(data.get("reason", ""))}


def _seats(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    return {"players": ", ".join(here.names.get(number, "") for number in data["seats"])}


def _skipped(data: Mapping[str, Any], _here: Table) -> dict[str, Any]:
    return {"note": data["note"], "variant": ".note"} if data.get("note") else {}


def _dealer(data: Mapping[str, Any], here: Table) -> dict[str, Any]:
    starter = here.names.get(data.get("starter", -1))
    return {"starter": starter, "variant": ".starter"} if starter else {}


_EXTRA: Final[dict[Kind, Callable[[Mapping[str, Any], Table], dict[str, Any]]]] = {
    Kind.OPENED: lambda data, here: {"players": ", ".join(here.names[n] for n in range(len(data["players"])))},
    Kind.COUNTED: _counted,
    Kind.CORRECTED: _corrected,
    Kind.UNDONE: _undone,
    Kind.RULED: _ruled,
    Kind.LAID_DOWN: _melds,
    Kind.LAID_OFF: _after,
    Kind.SWAPPED: _after,
    Kind.RULE_AGREED: _agreed,
    Kind.SEATS_ORDERED: _seats,
    Kind.ROUND_SKIPPED: _skipped,
    Kind.DEALER_SET: _dealer,
    Kind.BONUS: lambda data, _here: {"points": points_text(data["points"]), "note": data.get("note", "")},
    Kind.PLAYER_JOINED: lambda data, _here: {"name": data["name"], "how": say(f"table.how.{data['how']}")},
    Kind.PLAYER_RENAMED: lambda data, _here: {"name": data["name"]},
    Kind.ROUND_ADDED: lambda data, here: {"contract": contract_name(as_contract(data["contract"]), here.rules)},
}
