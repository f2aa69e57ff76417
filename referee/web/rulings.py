"""A ruling at its own address: judged again under the rules it was given under.

Owns how a ruling is found again. Refuses to remember sentences: only the question and
the verdict were kept, and today's words say them.
Start reading at `show`; what is drawn of it is in `judged`.
"""

from __future__ import annotations

from typing import Any

from flask import abort, render_template

from referee.engine.cards import parse_cards
from referee.engine.judge import judge
from referee.engine.match import Asked, Round
from referee.engine.ruleset import RuleSet
from referee.web.access import Table, match_pages, table
from referee.web.judged import shown
from referee.web.speaking import language
from referee.web.typed import as_typed
from referee.wording import rulings

pages = match_pages("rulings", __name__)


@pages.get("/rulings/<int:number>")
def show(number: int) -> str:
    """One ruling: the verdict, why, the cards with those at fault ringed, and what others would say."""
    here = table()
    asked = next((each for each in here.state.asked if each.entry == number), None)
    if asked is None:
        abort(404)
    rules = here.state.rules_at(number)
    ruling = judge(asked.question, lambda _: rules)
    current = here.state.round(asked.round) if asked.round else None
    return render_template(
        "rulings/ruling.html",
        asked=asked,
        round=current,
        laid=current is not None and (number in current.down.values() or _touched(number, current)),
        lies=_lies(asked, current),
        shown=shown(asked.question, ruling, rules, seat_names(asked, here)),
        again=(ruling.code, ruling.legal) == (asked.code, asked.legal),
        today=_today(asked, rules, here),
        fields=_fields(asked, rules) if ruling.legal is not None else {},
    )


def _touched(number: int, current: Round) -> bool:
    """Whether this ruling was a layoff or a swap that was written down."""
    return any(number in meld.entries for meld in current.melds)


def _lies(asked: Asked, current: Round | None) -> int | None:
    """The meld that a question was about, where it still lies so."""
    cards = asked.question.get("meld")
    return next((meld.number for meld in current.melds if meld.cards == cards), None) if current else None


def seat_names(asked: Asked, here: Table) -> list[str]:
    """The players that the seats of a question were, in order."""
    if asked.question.get("ask") == "standings":
        return [player.label for player in here.state.players if player.left is None]
    current = here.state.round(asked.round) if asked.round else None
    return [here.names[seat] for seat in current.seats] if current else []


def _today(asked: Asked, rules: RuleSet, here: Table) -> str | None:
    """What the table's rules of now would say, where they were changed since."""
    if here.rules.fingerprint == rules.fingerprint:
        return None
    return rulings.headline(judge(asked.question, lambda _: here.rules), language())


def _fields(asked: Asked, rules: RuleSet) -> dict[str, Any]:
    """The question as its form carries it, to be asked again with other cards."""

    def typed(text: str) -> str:
        return as_typed(parse_cards(text, rules.pack, suitless=True))

    question = asked.question
    melds = question.get("melds") or [question[key] for key in ("meld",) if key in question]
    fields = {f"meld-{place}": typed(text) for place, text in enumerate(melds)}
    cards = question.get("cards", question.get("card"))
    player = {} if asked.player is None else {"player": asked.player}
    return fields | ({"cards": typed(cards)} if cards else {}) | player
