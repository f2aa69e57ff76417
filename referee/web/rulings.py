"""A ruling at its own address: judged again under the rules it was given under.

Owns how a ruling is shown. Refuses to remember sentences: only the question and the
verdict were kept, and today's words say them.
Start reading at `show`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort, render_template

from referee.engine.cards import Card, parse_cards
from referee.engine.judge import judge
from referee.engine.match import Asked
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling
from referee.web.access import match_pages, table
from referee.web.drawing import stand_ins
from referee.web.speaking import kind_name, language, say
from referee.web.typed import as_typed
from referee.wording import rulings

pages = match_pages("rulings", __name__)


@pages.get("/rulings/<int:number>")
def show(number: int) -> str:
    """One ruling: the verdict, why, and the cards with those at fault ringed."""
    here = table()
    asked = next((each for each in here.state.asked if each.entry == number), None)
    if asked is None:
        abort(404)
    rules = here.state.rules_at(number)
    ruling = judge(asked.question, lambda _: rules)
    lang = language()
    return render_template(
        "rulings/ruling.html",
        asked=asked,
        ruling=ruling,
        round=here.state.round(asked.round) if asked.round else None,
        headline=rulings.headline(ruling, lang),
        reason=rulings.say(ruling, lang),
        why=rulings.why(ruling, lang),
        melds=judged_melds(asked, ruling, rules),
        again=ruling.code == asked.code,
        again_fields={
            f"meld-{place}": as_typed(parse_cards(text, rules.pack))
            for place, text in enumerate(asked.question.get("melds", ()))
        },
    )


def judged_melds(asked: Asked, ruling: Ruling, rules: RuleSet) -> list[dict[str, Any]]:
    """The melds of a question, each with its verdict, its faults and what its jokers stand for."""
    texts = asked.question.get("melds") or [asked.question.get("meld") or asked.question.get("cards", "")]
    kinds = ruling.facts.get("kinds", [])
    runs = ruling.facts.get("runs", [])
    shown = []
    for place, text in enumerate(texts):
        cards = parse_cards(text, rules.pack, suitless=True)
        mine = [broken for broken in ruling.broken if broken.meld in (place, None)]
        named = [broken for broken in mine if broken.meld == place]
        kind = kinds[place] if place < len(kinds) else None
        meant = runs[place] if place < len(runs) and runs[place] else ()
        shown.append(
            {
                "label": say("table.laydown.kind_n", kind=kind_name(kind), n=place + 1)
                if kind
                else say("table.meld_n", n=place + 1),
                "cards": cards,
                "legal": not named,
                "faults": _places(cards, [card for broken in mine[:1] for card in broken.cards]),
                "stands_for": stand_ins(cards, meant) if not named else [None] * len(cards),
            }
        )
    return shown


def _places(cards: Sequence[Card], faults: Sequence[Card]) -> list[int]:
    """Where the cards at fault lie, each fault once."""
    left = list(faults)
    found = []
    for place in range(len(cards) - 1, -1, -1):
        if cards[place] in left:
            left.remove(cards[place])
            found.append(place)
    return found
