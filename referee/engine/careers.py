"""Careers: what many matches say of one person; pure folds over finished states.

Owns a person's parts in matches, who is one and the same person, his figures, the ways
to lose, and two people head to head. Refuses to read notebooks (`match.fold` does), to
know whose matches these are, and to speak.
Start reading at `parts_of`, then `people` and `career_of`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.engine.cards import NotationError, parse_cards
from referee.engine.match_state import MatchState, Player, Value
from referee.engine.switches import Contract

NARROW_MARGIN: Final = 10
"""Points behind the winner that still count as lost by a hair."""


class WayToLose(StrEnum):
    """Why a match was lost; the first that fits, in this order."""

    LEFT = "left"
    NARROW = "narrow"
    JOKERS = "jokers"
    LED_TO_THE_LAST = "led-to-the-last"
    ONE_ROUND = "one-round"
    NEVER_OUT = "never-out"
    LITTLE_BY_LITTLE = "little-by-little"


@dataclass(frozen=True, slots=True)
class Hand:
    """What one closed round cost: `points` without the bonus; `cards` where they were entered."""

    round: int
    label: int
    contract: Contract
    points: int
    out: bool
    cards: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in one match.

    `match` is the caller's own mark of it, `at` its opening. `over` says that the match
    is finished or played out with nothing pending. `place` is None for who left; `lost` is
    None for a winner and for a match not over. `hands` are the closed rounds with a value.
    """

    match: int
    at: str
    system: str
    player: int
    label: str
    over: bool
    won: bool
    shared: bool
    place: int | None
    total: int
    hands: tuple[Hand, ...]
    lost: WayToLose | None


def parts_of(match: int, state: MatchState) -> tuple[Part, ...]:
    """Everybody's part in a match, in order of joining."""
    over = (state.finished or state.played_out) and bool(state.winners) and bool(state.closed)
    return tuple(_part(match, state, player, over) for player in state.players)


def _part(match: int, state: MatchState, player: Player, over: bool) -> Part:
    line = state.standing(player.number)
    won = over and player.number in state.winners
    return Part(
        match=match,
        at=state.opened.at,
        system=state.rules.id,
        player=player.number,
        label=player.label,
        over=over,
        won=won,
        shared=won and len(state.winners) > 1,
        place=line.place,
        total=line.total,
        hands=tuple(_hands(state, player.number)),
        lost=_way_to_lose(state, player.number) if over and not won else None,
    )


def _hands(state: MatchState, player: int) -> Iterable[Hand]:
    for each in state.closed:
        value = each.values.get(player)
        if value is not None and isinstance(value.points, int):
            yield Hand(
                each.number, each.label, each.contracts[player], value.points, each.out == player, value.cards
            )


def _way_to_lose(state: MatchState, player: int) -> WayToLose:
    line = state.standing(player)
    if line.place is None:
        return WayToLose.LEFT
    behind = line.total - min(state.standing(winner).total for winner in state.winners)
    values = [each.values[player] for each in state.closed if player in each.values]
    costs = [value.points for value in values if isinstance(value.points, int)]
    if behind <= NARROW_MARGIN:
        return WayToLose.NARROW
    if sum(_in_jokers(state, value) for value in values) >= behind:
        return WayToLose.JOKERS
    if _led(state, player):
        return WayToLose.LED_TO_THE_LAST
    if costs and max(costs) >= behind:
        return WayToLose.ONE_ROUND
    if line.won == 0:
        return WayToLose.NEVER_OUT
    return WayToLose.LITTLE_BY_LITTLE


def _in_jokers(state: MatchState, value: Value) -> int:
    """The points of a counted hand that jokers cost."""
    if not value.cards or value.entry is None:
        return 0
    rules = state.rules_at(value.entry)
    try:
        cards = parse_cards(value.cards, rules.pack, suitless=True)
    except NotationError:
        return 0
    return sum(rules.points_of(card) for card in cards if card.is_joker)


def _led(state: MatchState, player: int) -> bool:
    """Whether he was first, or shared it, before the last closed round."""
    if len(state.running) < 2:
        return False
    before: Mapping[int, int] = state.running[-2]
    return player in before and before[player] == min(before.values())


# ---- who is who ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """A person told by hand: which one, and his name."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """One person over several matches, his parts newest first.

    `key` stays the same as long as nobody merges or tells apart. `unsettled`: several
    people of this name were told apart, and of these parts nobody has said whose they are.
    """

    key: str
    name: str
    parts: tuple[Part, ...]
    unsettled: bool = False


def name_key(label: str) -> str:
    """The key of a person known by his name alone; capitals make no difference."""
    return "n" + hashlib.sha256(label.casefold().encode()).hexdigest()[:20]


def people(parts: Iterable[Part], marks: Mapping[tuple[int, int], Mark]) -> tuple[Person, ...]:
    """The people behind these parts, by the marks (match, player) -> Mark, else by name.

    A part without a mark goes to the one marked person of its name; with several such
    people, or where that person sits in the match already, it stays unsettled. Most
    matches first, then by name.
    """
    every = sorted(parts, key=lambda part: (part.at, part.match), reverse=True)
    named: dict[str, set[str]] = {}
    sitting: set[tuple[int, str]] = set()
    names: dict[str, str] = {}
    for part in every:
        mark = marks.get((part.match, part.player))
        if mark is not None:
            named.setdefault(name_key(part.label), set()).add(mark.person)
            sitting.add((part.match, mark.person))
            names[mark.person] = mark.name
    found: dict[tuple[str, bool], list[Part]] = {}
    for part in every:
        found.setdefault(_whose(part, marks, named, sitting), []).append(part)
    everyone = [
        Person(key, names.get(key.removeprefix("p"), theirs[0].label), tuple(theirs), unsettled)
        for (key, unsettled), theirs in found.items()
    ]
    return tuple(sorted(everyone, key=lambda person: (-len(person.parts), person.name.casefold(), person.key)))


def _whose(
    part: Part,
    marks: Mapping[tuple[int, int], Mark],
    named: Mapping[str, set[str]],
    sitting: set[tuple[int, str]],
) -> tuple[str, bool]:
    """The key of the person, and whether that is left unsettled."""
    mark = marks.get((part.match, part.player))
    if mark is not None:
        return f"p{mark.person}", False
    known = named.get(name_key(part.label), set())
    if len(known) == 1 and (part.match, next(iter(known))) not in sitting:
        return f"p{next(iter(known))}", False
    return name_key(part.label), bool(known)


# ---- figures ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Career:
    """A person's figures. `matches` and what follows from them count matches that are over;
    rounds count in every match. None where there is nothing to count.

    `average` is points a round, going out counting 0, bonuses left out. `dearest` is the
    contract that costs most on average, of those played twice or more. `losing` is the
    commonest way to lose, of equal ones the most recent, with how often.
    """

    matches: int
    going_on: int
    wins: int
    shared: int
    rounds: int
    rounds_won: int
    average: float | None
    worst: tuple[Part, Hand] | None
    dearest: tuple[Contract, float] | None
    losing: tuple[WayToLose, int] | None


def career_of(parts: Sequence[Part]) -> Career:
    """The figures of these parts, newest first."""
    over = [part for part in parts if part.over]
    hands = [(part, hand) for part in parts for hand in part.hands]
    ways = Counter(part.lost for part in over if part.lost is not None)
    return Career(
        matches=len(over),
        going_on=len(parts) - len(over),
        wins=sum(part.won for part in over),
        shared=sum(part.shared for part in over),
        rounds=len(hands),
        rounds_won=sum(hand.out for _, hand in hands),
        average=sum(hand.points for _, hand in hands) / len(hands) if hands else None,
        worst=max(hands, key=lambda each: each[1].points, default=None),
        dearest=_dearest(hand for _, hand in hands),
        losing=ways.most_common(1)[0] if ways else None,
    )


def _dearest(hands: Iterable[Hand]) -> tuple[Contract, float] | None:
    costs: dict[Contract, list[int]] = {}
    for hand in hands:
        costs.setdefault(hand.contract, []).append(hand.points)
    means = [(contract, sum(all_) / len(all_)) for contract, all_ in costs.items() if len(all_) >= 2]
    return max(means, key=lambda each: each[1], default=None)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two people in the matches they both played, newest first.

    `ahead`, `behind` and `level` count the matches that are over and in which both have a
    place; `points` are the sums over the rounds that both counted, `rounds_won` within them.
    """

    together: tuple[tuple[Part, Part], ...]
    ahead: int
    behind: int
    level: int
    rounds: int
    points: tuple[int, int]
    rounds_won: tuple[int, int]


def duel_of(one: Person, other: Person) -> Duel:
    """The first person against the second."""
    theirs = {part.match: part for part in other.parts}
    together = tuple((part, theirs[part.match]) for part in one.parts if part.match in theirs)
    places = [(a.place, b.place) for a, b in together if a.over and a.place and b.place]
    rounds = [
        (mine, yours) for a, b in together for mine in a.hands for yours in b.hands if mine.round == yours.round
    ]
    return Duel(
        together=together,
        ahead=sum(a < b for a, b in places),
        behind=sum(a > b for a, b in places),
        level=sum(a == b for a, b in places),
        rounds=len(rounds),
        points=(sum(a.points for a, _ in rounds), sum(b.points for _, b in rounds)),
        rounds_won=(sum(a.out for a, _ in rounds), sum(b.out for _, b in rounds)),
    )
