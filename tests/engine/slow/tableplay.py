"""Laying off and swapping: every order of adding is tried, every place looked at.

The states of the table are a `Row` (a run) or the cards of a set as they lie.
"""

from __future__ import annotations

from referee.engine.cards import Card, format_cards
from referee.engine.ruleset import RuleSet
from tests.engine.slow.answers import Answer, distinct, no, yes
from tests.engine.slow.melds import Row, fits, gap_broken, naturals, rank_at

State = Row | tuple[Card, ...]


def cards_of(state: State) -> tuple[Card, ...]:
    return state.cards if isinstance(state, Row) else state


def limit_reached(rules: RuleSet, state: State) -> bool:
    limit = rules.joker_limit_table
    return limit is not None and sum(card.is_joker for card in cards_of(state)) >= limit


def add(rules: RuleSet, state: State, card: Card, end: str | None, *, block: bool, either: bool) -> list[State]:
    """The meld after adding one card, for each way the rules leave open.

    `block`: jokers side by side at an end slide together. `either`: a joker takes whichever end serves.
    """
    if isinstance(state, Row):
        return add_to_run(rules, state, card, end, block=block, either=either)
    ranks, suits = {c.rank for c in naturals(state)}, {c.suit for c in naturals(state)}
    if card.is_joker:
        return [] if limit_reached(rules, state) else [(*state, card)]
    clash = rules.set_suits == "distinct" and card.suit in suits
    return [(*state, card)] if card.rank in ranks and not clash else []


def add_to_run(rules: RuleSet, run: Row, card: Card, end: str | None, *, block: bool, either: bool) -> list[State]:
    by_end = {"low": low_end(rules, run, card, block), "high": high_end(rules, run, card, block)}
    if card.is_joker:
        if limit_reached(rules, run):
            return []
        if either:
            return (by_end[end] if end else []) or by_end["high"] + by_end["low"]
        return by_end[end] if end else by_end["high"] or by_end["low"]
    if card.suit != naturals(run.cards)[0].suit:
        return []
    return by_end[end or "high"] or by_end["low" if (end or "high") == "high" else "high"]


def low_end(rules: RuleSet, run: Row, card: Card, block: bool) -> list[State]:
    """Below the run, or between its end joker, which slides down, and the rest."""
    first = run.first - 1 if run.first > 1 or rules.ace != "around" else rules.pack.top
    if not fits(rules, first, len(run.cards) + 1):
        return []
    found = []
    if card.is_joker or card.rank == rank_at(rules, first):
        found.append(Row(first, (card, *run.cards)))
    found += [
        Row(first, (*run.cards[: i + 1], card, *run.cards[i + 1 :]))
        for i in sliding(rules, run.cards, block)
        if card.rank == rank_at(rules, run.first + i)
    ]
    return [row for row in found if not gap_broken(rules, row.cards)]


def high_end(rules: RuleSet, run: Row, card: Card, block: bool) -> list[State]:
    """Above the run, or between its end joker, which slides up, and the rest."""
    if not fits(rules, run.first, len(run.cards) + 1):
        return []
    n, found = len(run.cards), []
    if card.is_joker or card.rank == rank_at(rules, run.last + 1):
        found.append(Row(run.first, (*run.cards, card)))
    found += [
        Row(run.first, (*run.cards[: n - 1 - i], card, *run.cards[n - 1 - i :]))
        for i in sliding(rules, run.cards[::-1], block)
        if card.rank == rank_at(rules, run.last - i)
    ]
    return [row for row in found if not gap_broken(rules, row.cards)]


def sliding(rules: RuleSet, from_end: tuple[Card, ...], block: bool) -> list[int]:
    """How deep from the end the jokers lie that may slide outward."""
    if rules.joker_end != "slides":
        return []
    depth = [card.is_joker for card in from_end].index(False)
    return list(range(depth if block else min(depth, 1)))


def why_not(rules: RuleSet, state: State, card: Card, end: str | None) -> str:
    """Why a card cannot be added."""
    if card.is_joker:
        if limit_reached(rules, state):
            return "joker-limit"
        assert isinstance(state, Row)
        rooms = {side: fits(rules, state.first - (side == "low"), len(state.cards) + 1) for side in ("low", "high")}
        return "joker-gap" if (rooms[end] if end else any(rooms.values())) else "no-fit"
    if isinstance(state, Row) and card.suit == naturals(state.cards)[0].suit:
        held = [rank_at(rules, state.first + i) for i, c in enumerate(state.cards) if c.is_joker]
        if card.rank in held:
            return "joker-fixed"
    return "no-fit"


def lay_off(rules: RuleSet, states: list[State], cards: tuple[Card, ...], end: str | None) -> list[Answer]:
    """Every order of adding the cards, under every reading left open; the plain reading first."""
    answers: list[Answer] = []
    ways = (("", False, False), ("block-slides", True, False), ("joker-end-asked", True, True))
    for label, block, either in ways:
        if either and any(answer.legal for answer in answers):
            break
        for state in states:
            for place, a in enumerate(orders(rules, state, cards, end, block, either)):
                again = "layoff-order" if place or state is not states[0] else ""
                answers.append(Answer(a.legal, a.code, a.facts, label or again))
    return distinct(answers)


def orders(
    rules: RuleSet, start: State, cards: tuple[Card, ...], end: str | None, block: bool, either: bool
) -> list[Answer]:
    """Add the cards in every order: the melds that come of it, else the codes of what stays over."""
    done: list[State] = []
    stuck: list[tuple[int, str]] = []
    seen: set[tuple[State, tuple[Card, ...]]] = set()

    def go(state: State, left: tuple[Card, ...]) -> None:
        if (state, left) in seen:
            return
        seen.add((state, left))
        if not left:
            done.append(state)
            return
        moved = False
        for i, card in enumerate(left):
            for after in add(rules, state, card, end, block=block, either=either):
                moved = True
                go(after, left[:i] + left[i + 1 :])
        if not moved:
            stuck.append((len(left), why_not(rules, state, left[0], end)))

    go(start, cards)
    if done:
        return [yes(meld=format_cards(cards_of(state))) for state in in_given_order(done, start, cards)]
    return [no(code) for _, code in sorted(stuck, key=lambda s: s[0])]


def in_given_order(done: list[State], start: State, cards: tuple[Card, ...]) -> list[State]:
    """Added cards lie last in a set, in the order given."""
    if isinstance(start, Row):
        return done
    return [(*start, *cards)]


def swap(rules: RuleSet, state: State, card: Card, to: str | None) -> list[Answer]:
    """The natural takes the joker's place; the joker goes to the hand or to an end of the run."""
    if not isinstance(state, Row):
        return [no("swap-barred")]
    suit = naturals(state.cards)[0].suit
    jokers = [i for i, c in enumerate(state.cards) if c.is_joker]
    if not jokers:
        return [no("swap-card"), no("swap-barred", "swap-no-joker"), no("no-fit", "swap-no-joker")]
    places = [i for i in jokers if card.suit == suit and card.rank == rank_at(rules, state.first + i)]
    if card.is_joker or not places:
        return [no("swap-card")]
    answers: list[Answer] = []
    for place in places:
        joker = state.cards[place]
        changed = Row(state.first, (*state.cards[:place], card, *state.cards[place + 1 :]))
        if rules.swap == "hand":
            answers.append(yes(meld=format_cards(changed.cards), joker_to="hand"))
            continue
        codes = ["no-fit"]
        for side in [to] if to else ["high", "low"]:
            first = changed.first - (side == "low")
            if first == 0 and rules.ace == "around":
                first = rules.pack.top
            cards = (joker, *changed.cards) if side == "low" else (*changed.cards, joker)
            if not fits(rules, first, len(cards)):
                continue
            if not gap_broken(rules, cards):
                answers.append(yes(meld=format_cards(cards), joker_to=side))
                break
            codes.append("joker-gap")
        answers += [no(code, "swap-joker-gap" if "joker-gap" in codes else "") for code in codes]
    legal = [answer for answer in answers if answer.legal]
    return distinct(legal or answers)
