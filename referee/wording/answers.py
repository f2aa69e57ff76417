"""What a legal answer sounds like, ask by ask.

Owns the sentence and the short verdict of answers without a broken rule. Refuses
to miss a fact: what a ruling does not carry is left unsaid.
Start reading at `answer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from referee.engine.cards import Card
from referee.engine.rulings import Ruling
from referee.wording.catalog import translate, translate_n, words
from referee.wording.faults import house, sentence
from referee.wording.naming import kind_name, listed, the_card
from referee.wording.problems import rules_notes

Says = list[str]


def answer(ruling: Ruling, lang: str) -> str:
    """One or two sentences: what was laid, what jokers stand for, what follows."""
    says = _ANSWERS.get(ruling.ask, _plain)(ruling, lang)
    return " ".join(sentence(said) for said in says)


def answer_headline(ruling: Ruling, lang: str) -> str:
    """A verdict of a few words: `Es un trío`, `Se puede bajar`, `La ronda termina`."""
    return _HEADLINES.get(ruling.ask, _plain_headline)(ruling, lang)


def _house(ruling: Ruling, lang: str) -> str:
    return house(ruling.rules, ruling.switch, lang)


def _number_of(cards: Any) -> int | None:
    """How many cards a fact holds, whether it is cards or their text."""
    if isinstance(cards, str):
        return len(cards.split())
    return len(cards) if isinstance(cards, Sequence) else None


def _plain(ruling: Ruling, lang: str) -> Says:
    return [words("ok.meld.plain", lang)]


def _meld(ruling: Ruling, lang: str) -> Says:
    kind = ruling.facts.get("kind")
    if kind is None:
        return [words("ok.meld.plain", lang)]
    a_kind = kind_name(kind, lang, "a")
    run = ruling.facts.get("as")
    if isinstance(run, tuple) and run and isinstance(run[0], Card):
        first, last = the_card(run[0], lang), the_card(run[-1], lang)
        said = translate("ok.meld.run", lang, a_kind=a_kind, first=first, last=last)
    else:
        said = translate("ok.meld", lang, a_kind=a_kind)
    return [said, *_jokers(ruling, lang)]


def _jokers(ruling: Ruling, lang: str) -> Says:
    """What jokers stand for, told from the cards as laid (`laid`) beside what they stand for (`as`, `runs`)."""
    laid = ruling.facts.get("laid") or ()
    if "as" in ruling.facts:
        pairs = list(zip(ruling.facts["as"], laid, strict=False))
    else:
        runs = zip(ruling.facts.get("runs") or (), laid, strict=False)
        pairs = [pair for run, cards in runs if run for pair in zip(run, cards, strict=False)]
    stand_for = [meant for meant, card in pairs if card.is_joker]
    if not stand_for:
        return []
    names = listed([the_card(card, lang) for card in stand_for], lang)
    return [translate_n("ok.jokers", len(stand_for), lang, cards=names)]


def _laydown(ruling: Ruling, lang: str) -> Says:
    kinds = ruling.facts.get("kinds")
    if kinds:
        counted = [translate_n(f"kind.{kind}.counted", kinds.count(kind), lang) for kind in dict.fromkeys(kinds)]
        said = translate("ok.laydown.named", lang, melds=listed(counted, lang), house=_house(ruling, lang))
    else:
        said = translate("ok.laydown", lang, house=_house(ruling, lang))
    left = ruling.facts.get("left")
    if left is None:
        return [said, *_jokers(ruling, lang)]
    if ruling.rules is not None and ruling.rules.progress == "player":
        after = words("ok.left.ends", lang)
    elif left == 0:
        after = words("ok.left.none", lang)
    elif left == 1 and "must-go-out" in ruling.satisfied:
        after = words("ok.left.discard", lang)
    else:
        after = translate_n("ok.left", left, lang)
    return [said, *_jokers(ruling, lang), after]


def _layoff(ruling: Ruling, lang: str) -> Says:
    n = _number_of(ruling.facts.get("meld"))
    if n is None:
        return [translate("ok.layoff", lang, house=_house(ruling, lang))]
    return [translate_n("ok.layoff.size", n, lang, house=_house(ruling, lang)), *_jokers(ruling, lang)]


def _swap(ruling: Ruling, lang: str) -> Says:
    to = ruling.facts.get("joker_to")
    if to not in ("hand", "low", "high"):
        return [words("ok.swap", lang)]
    return [translate(f"ok.swap.{to}", lang, house=_house(ruling, lang))]


def _discard(ruling: Ruling, lang: str) -> Says:
    return [translate("ok.discard", lang, house=_house(ruling, lang))]


def _take(ruling: Ruling, lang: str) -> Says:
    to = ruling.facts.get("to")
    if to is None:
        says = [translate("ok.take", lang, house=_house(ruling, lang))]
    else:
        says = [translate("ok.take.to", lang, seat=to + 1)]
    penalty = ruling.facts.get("penalty_cards")
    return [*says, translate_n("ok.take.penalty", penalty, lang)] if penalty else says


def _stock(ruling: Ruling, lang: str) -> Says:
    if ruling.facts.get("then") == "reshuffle":
        key = "ok.stock.reshuffle"
    else:
        key = "ok.stock.nothing" if ruling.facts.get("pile", 2) <= 1 else "ok.stock.round-ends"
    return [translate(key, lang, house=_house(ruling, lang))]


def _score(ruling: Ruling, lang: str) -> Says:
    points = ruling.facts.get("points", 0)
    if points == 0:
        return [words("ok.score.none", lang)]
    return [translate_n("ok.score", points, lang, house=_house(ruling, lang))]


def _hand(ruling: Ruling, lang: str) -> Says:
    key = "ok.hand.can" if ruling.facts.get("can_lay_down") else "ok.hand.cannot"
    return [translate_n(key, ruling.facts.get("points", 0), lang, house=_house(ruling, lang))]


def _deal(ruling: Ruling, lang: str) -> Says:
    each = ruling.facts.get("cards_each")
    says = []
    if isinstance(each, int):
        says.append(translate_n("ok.deal", each, lang, house=_house(ruling, lang)))
    elif isinstance(each, list | tuple):
        cards = listed([str(n) for n in each], lang)
        says.append(translate("ok.deal.each", lang, cards=cards, house=_house(ruling, lang)))
    if "packs" in ruling.facts:
        says.append(translate_n("ok.deal.packs", ruling.facts["packs"], lang))
    if "first" in ruling.facts and "next_dealer" in ruling.facts:
        first, following = ruling.facts["first"] + 1, ruling.facts["next_dealer"] + 1
        says.append(translate("ok.deal.who", lang, first=first, next=following))
    return says or _plain(ruling, lang)


def _standings(ruling: Ruling, lang: str) -> Says:
    winners: Sequence[int] = ruling.facts.get("winners") or ()
    if not winners:
        return [words("ok.standings.pending", lang)]
    totals: Sequence[int] = ruling.facts.get("totals") or ()
    total = totals[winners[0]] if winners[0] < len(totals) else 0
    points = translate_n("names.points", total, lang)
    if len(winners) == 1:
        return [translate("ok.standings.one", lang, seat=winners[0] + 1, points=points)]
    seats = listed([str(seat + 1) for seat in winners], lang)
    return [translate("ok.standings.tie", lang, seats=seats, points=points)]


def _check(ruling: Ruling, lang: str) -> Says:
    problems = ruling.facts.get("problems")
    if problems:
        return [translate("ok.check.problems", lang, problems=" ".join(rules_notes(problems, lang)))]
    warnings = ruling.facts.get("warnings")
    if warnings:
        return [translate("ok.check.warnings", lang, warnings=" ".join(rules_notes(warnings, lang)))]
    return [words("ok.check", lang)]


_ANSWERS: Final[dict[str, Callable[[Ruling, str], Says]]] = {
    "meld": _meld,
    "laydown": _laydown,
    "layoff": _layoff,
    "swap": _swap,
    "discard": _discard,
    "take": _take,
    "stock": _stock,
    "score": _score,
    "hand": _hand,
    "deal": _deal,
    "standings": _standings,
    "check": _check,
}


# ---- short verdicts ----------------------------------------------------------------------------


def _plain_headline(ruling: Ruling, lang: str) -> str:
    key = (
        f"headline.ok.{ruling.ask}"
        if ruling.ask in ("laydown", "layoff", "swap", "discard")
        else "headline.ok.plain"
    )
    return words(key, lang)


def _meld_headline(ruling: Ruling, lang: str) -> str:
    kind = ruling.facts.get("kind")
    if kind is None:
        return words("headline.ok.plain", lang)
    return translate("headline.ok.meld", lang, a_kind=kind_name(kind, lang, "a"))


def _take_headline(ruling: Ruling, lang: str) -> str:
    to = ruling.facts.get("to")
    if to is None:
        return words("headline.ok.take", lang)
    return translate("headline.ok.take_to", lang, seat=to + 1)


def _stock_headline(ruling: Ruling, lang: str) -> str:
    shuffled = ruling.facts.get("then") == "reshuffle"
    return words("headline.ok.reshuffle" if shuffled else "headline.ok.round-ends", lang)


def _score_headline(ruling: Ruling, lang: str) -> str:
    return translate_n("names.points", ruling.facts.get("points", 0), lang)


def _hand_headline(ruling: Ruling, lang: str) -> str:
    return words("headline.ok.can" if ruling.facts.get("can_lay_down") else "headline.ok.cannot", lang)


def _deal_headline(ruling: Ruling, lang: str) -> str:
    each = ruling.facts.get("cards_each")
    if isinstance(each, int):
        return translate_n("headline.ok.deal", each, lang)
    return words("headline.ok.deal_each", lang)


def _standings_headline(ruling: Ruling, lang: str) -> str:
    winners: Sequence[int] = ruling.facts.get("winners") or ()
    if len(winners) == 1:
        return translate("headline.ok.winner", lang, seat=winners[0] + 1)
    return words("headline.ok.tie" if winners else "headline.ok.pending", lang)


def _check_headline(ruling: Ruling, lang: str) -> str:
    problems = ruling.facts.get("problems")
    return (
        translate_n("headline.ok.problems", len(problems), lang)
        if problems
        else words("headline.ok.playable", lang)
    )


_HEADLINES: Final[dict[str, Callable[[Ruling, str], str]]] = {
    "meld": _meld_headline,
    "take": _take_headline,
    "stock": _stock_headline,
    "score": _score_headline,
    "hand": _hand_headline,
    "deal": _deal_headline,
    "standings": _standings_headline,
    "check": _check_headline,
}
