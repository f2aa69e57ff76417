"""A ruling as a page shows it: its cards with the faults ringed, its rule, and where that rule can be read.

Owns what is drawn of a ruling. Refuses sentences (`wording`) and judging; what others
would say is `elsewhere`.
Start reading at `shown`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.engine.cards import Card, format_cards, parse_cards
from referee.engine.judge import judge
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Ruling
from referee.web.drawing import stand_ins
from referee.web.elsewhere import YES_OR_NO, houses, turns
from referee.web.speaking import kind_name, language, points_text, say
from referee.wording import rulings

_SECTION_OF: Final = {
    "meld": "melds", "laydown": "contracts", "layoff": "turn", "swap": "jokers", "discard": "turn", "take": "turn",
    "stock": "turn", "score": "points", "hand": "contracts", "deal": "contracts", "standings": "points",
}  # fmt: skip

Group = dict[str, Any]
"""Cards drawn together: `label`, `cards`, `legal` (None where it is not judged), `faults`, `stands_for`."""


def shown(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet, names: Sequence[str] = ()) -> dict[str, Any]:
    """What the page of a ruling is drawn from; `names` are those of the question's seats, where they are known."""
    lang = language()
    judged = ruling.legal is not None
    return {
        "ruling": ruling,
        "ask": ruling.ask,
        "yes_or_no": ruling.ask in YES_OR_NO,
        "headline": rulings.headline(ruling, lang),
        "reason": rulings.say(ruling, lang),
        "why": rulings.why(ruling, lang),
        "more_faults": rulings.faults(ruling, lang)[1:],
        "groups": groups(question, ruling, rules) if judged else [],
        "rows": rows(ruling, names) if judged else [],
        "houses": houses(question, ruling, rules) if judged else [],
        "turns": turns(question, ruling, rules) if judged else [],
        "anchor": anchor(ruling),
    }


def anchor(ruling: Ruling) -> str:
    """The place on the rules page that a ruling rests on: its code, its switch, or what it is about."""
    if ruling.broken:
        return f"code-{ruling.code}"
    return f"switch-{ruling.switch}" if ruling.switch else _SECTION_OF.get(ruling.ask, "")


def groups(question: Mapping[str, Any], ruling: Ruling, rules: RuleSet) -> list[Group]:
    """The cards of a question, and those that the ruling answers with."""
    pack = rules.pack
    texts = [(say("table.meld_n", n=n), text) for n, text in enumerate(question.get("melds", ()), 1)]
    if "meld" in question:
        texts.append((say("disputes.group.on_table"), question["meld"]))
    if ruling.ask == "discard":
        places = {broken.meld for broken in ruling.broken if broken.meld is not None}
        texts += [(say("disputes.group.fits"), question["table"][place]) for place in places]
    single = question.get("cards", question.get("card"))
    if single:
        texts.append((say(f"disputes.group.{ruling.ask}"), single))
    drawn = [_group(label, parse_cards(text, pack, suitless=True)) for label, text in texts]
    if "meld" in question:
        lying = drawn[len(question.get("melds", ()))]
        lying["stands_for"] = _meant(lying["cards"], rules)
    _judge_groups(drawn, ruling)
    if ruling.ask == "hand":
        drawn += _proposed(ruling, rules)
    elif ruling.legal and isinstance(ruling.facts.get("meld"), tuple):
        drawn.append(_lying(say("disputes.group.after"), ruling.facts["meld"], rules))
    return drawn


def _group(label: str, cards: Sequence[Card], legal: bool | None = None) -> Group:
    return {"label": label, "cards": cards, "legal": legal, "faults": [], "stands_for": [None] * len(cards)}


def _judge_groups(drawn: list[Group], ruling: Ruling) -> None:
    """Put verdicts, rings and what jokers stand for on the groups of a question."""
    left = list(ruling.cards)
    for place in range(len(drawn) - 1, -1, -1):
        group, first = drawn[place], ruling.broken[0] if ruling.broken else None
        mine = ruling.ask != "laydown" or first is None or first.meld in (place, None)
        group["faults"] = _ringed(group["cards"], left) if mine else []
        if ruling.ask == "laydown":
            _judge_meld(group, place, ruling)
        elif ruling.ask == "meld":
            group["legal"] = ruling.legal
            group["stands_for"] = stand_ins(group["cards"], ruling.facts.get("as") or ())


def _judge_meld(group: Group, place: int, ruling: Ruling) -> None:
    """One meld of a laydown: as what it was judged, and whether it will do."""
    kinds, meant = ruling.facts.get("kinds", ()), ruling.facts.get("runs", ())
    group["legal"] = all(broken.meld != place for broken in ruling.broken)
    if place < len(kinds) and kinds[place]:
        group["label"] = say("table.laydown.kind_n", kind=kind_name(kinds[place]), n=place + 1)
    if group["legal"] and place < len(meant) and meant[place]:
        group["stands_for"] = stand_ins(group["cards"], meant[place])


def _ringed(cards: Sequence[Card], left: list[Card]) -> list[int]:
    """Where cards at fault lie, from the last; each fault once."""
    found = []
    for place in range(len(cards) - 1, -1, -1):
        if cards[place] in left:
            left.remove(cards[place])
            found.append(place)
    return found


def _proposed(ruling: Ruling, rules: RuleSet) -> list[Group]:
    """The laydown that leaves the fewest points, and what is left."""
    melds = [_lying(say("table.meld_n", n=n), cards, rules) for n, cards in enumerate(ruling.facts["melds"], 1)]
    left = ruling.facts["left"]
    return [*melds, _group(say("disputes.group.left"), left)] if melds and left else melds


def _lying(label: str, cards: Sequence[Card], rules: RuleSet) -> Group:
    """A meld as it would lie on the table, its jokers with what they stand for."""
    group = _group(label, cards)
    group["stands_for"] = _meant(cards, rules)
    return group


def _meant(cards: Sequence[Card], rules: RuleSet) -> list[Card | None]:
    """What the jokers of a meld on the table stand for."""
    found = judge({"ask": "meld", "system": rules.id, "cards": format_cards(cards)}, lambda _: rules)
    return stand_ins(cards, found.facts.get("as") or ())


def rows(ruling: Ruling, names: Sequence[str]) -> list[tuple[str, str]]:
    """What a ruling answers beside its sentence, by name: who deals, who gets the card, the totals."""
    facts = ruling.facts

    def seat(number: int) -> str:
        return names[number] if number < len(names) else say("disputes.seat", n=number + 1)

    if ruling.ask == "deal":
        rows = [
            (say("disputes.row.first"), seat(facts["first"])),
            (say("disputes.row.next_dealer"), seat(facts["next_dealer"])),
            (say("disputes.row.packs"), str(facts["packs"])),
            (say("disputes.row.stock"), str(facts["stock"])),
        ]
        each = facts["cards_each"]
        return [(seat(n), str(cards)) for n, cards in enumerate(each)] + rows if isinstance(each, list) else rows
    if ruling.ask == "standings":
        lines = sorted(zip(facts["places"], facts["totals"], range(len(facts["places"])), strict=True))
        return [(f"{place}. {seat(n)}", points_text(total)) for place, total, n in lines]
    if ruling.ask == "take" and facts.get("to") is not None:
        return [(say("disputes.row.to"), seat(facts["to"]))]
    return []
