"""Adding up: totals, places and winners from the values of the rounds; points that no hand could have.

Owns standings (rules.md section 6: lowest first, ties shared or by rounds won).
Refuses to store a total: all is computed from the values each time.
Start reading at `standings_of`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from referee.engine.cards import parse_cards
from referee.engine.match_state import ABSENT, Player, Points, Round, Standing
from referee.engine.points import name_of
from referee.engine.ruleset import RuleSet
from referee.engine.scoring import Score, standings

MOST_PLACES = 99


def starts(players: Sequence[Player], rounds: Sequence[Round]) -> dict[int, int | None]:
    """The points each player begins with: 0, or for a late joiner what was agreed.

    Average (rounded half up) and worst are of the others' totals before his first round,
    so they follow corrections; None while one of those is pending.
    """
    found: dict[int, int | None] = {}
    for player in players:
        if player.how in ("zero", "points"):
            found[player.number] = player.start
            continue
        before = [r for r in rounds if r.closed and r.number < player.joined]
        totals: list[int] = []
        pending = False
        for other in players:
            if other.number == player.number or other.joined >= player.joined or not other.plays(player.joined):
                continue
            values = [r.values[other.number] for r in before if other.number in r.values]
            start = found.get(other.number, 0)
            pending = pending or start is None or any(v.pending for v in values)
            totals.append((start or 0) + sum(_known(v.points) + v.bonus for v in values))
        if pending:
            found[player.number] = None
        elif not totals:
            found[player.number] = 0
        elif player.how == "worst":
            found[player.number] = max(totals)
        else:
            found[player.number] = (2 * sum(totals) + len(totals)) // (2 * len(totals))
    return found


def _known(points: Points) -> int:
    return points if isinstance(points, int) else 0


def standings_of(rules: RuleSet, players: Sequence[Player], rounds: Sequence[Round]) -> tuple[Standing, ...]:
    """Everyone's total over the closed rounds, lowest first, in order of joining within a place.

    Who has left comes last, without a place.
    """
    closed = [r for r in rounds if r.closed]
    rows: list[list[Score]] = [[player.start for player in players]]
    out: list[int | None] = [None]
    for each in closed:
        values = [each.values.get(player.number) for player in players]
        rows += [[ABSENT if v is None else v.points for v in values], [v.bonus if v else 0 for v in values]]
        out += [each.out, None]
    everyone = standings(rows, out, rules.ties)
    present = [player.number for player in players if player.left is None]
    placed = standings(
        [[row[number] for number in present] for row in rows],
        [present.index(number) if number in present else None for number in out],
        rules.ties,
    )
    lines = []
    for player in players:
        number = player.number
        points = [r.values[number].points for r in closed if number in r.values]
        lines.append(
            Standing(
                player=number,
                total=everyone.totals[number],
                bonus=sum(r.values[number].bonus for r in closed if number in r.values),
                pending=any(row[number] is None for row in rows),
                won=everyone.rounds_won[number],
                place=placed.places[present.index(number)] if number in present else None,
                last=points[-1] if points else ABSENT,
            )
        )
    return tuple(sorted(lines, key=lambda line: (line.place or MOST_PLACES, line.player)))


def winners(lines: Sequence[Standing]) -> tuple[int, ...]:
    """The players in the first place; nobody while anybody's value is pending."""
    present = [line for line in lines if line.place is not None]
    if any(line.pending for line in present):
        return ()
    return tuple(line.player for line in present if line.place == 1)


def running(players: Sequence[Player], rounds: Sequence[Round]) -> tuple[Mapping[int, int], ...]:
    """The totals after each closed round, by player, for the rounds he was at the table."""
    totals = {player.number: player.start or 0 for player in players}
    after = []
    for each in rounds:
        if each.closed:
            for number, value in each.values.items():
                totals[number] += _known(value.points) + value.bonus
            after.append({number: totals[number] for number in each.seats})
    return tuple(after)


@lru_cache(maxsize=512)
def _sums(costs: tuple[tuple[int, int], ...], most: int) -> tuple[int, frozenset[int]]:
    """All sums of 1 to `most` cards, given (points, copies) of each kind of card."""
    reach: list[set[int]] = [{0}, *(set() for _ in range(most))]
    for points, copies in costs:
        for cards in range(most, 0, -1):
            for taken in range(1, min(copies, cards) + 1):
                reach[cards] |= {total + taken * points for total in reach[cards - taken]}
    return most, frozenset(total for totals in reach[1:] for total in totals)


def possible_points(rules: RuleSet, points: int, most_cards: int, packs: int | None = None) -> bool:
    """Whether some hand of 1 to `most_cards` cards costs exactly this.

    Exact: every sum of card values with no more copies than the packs hold. A table
    questions a value for which this is False (1 point in table `a`), and may keep it.
    """
    count = rules.packs if packs is None else packs
    copies: dict[int, int] = {}
    for card in rules.pack.cards:
        copies[rules.points_of(card)] = copies.get(rules.points_of(card), 0) + count
    jokers = [name for name in rules.points if name in ("JK", *rules.pack.joker_marks)]
    for name in jokers:
        copies[rules.points[name]] = copies.get(rules.points[name], 0) + -(-count * rules.jokers // len(jokers))
    return points in _sums(tuple(sorted(copies.items())), min(most_cards, 40))[1]


def points_of_cards(rules: RuleSet, cards: str) -> int:
    """What these cards in hand cost; ranks without suits will do. Raises `NotationError`."""
    return sum(rules.points[name_of(card)] for card in parse_cards(cards, rules.pack, suitless=True))
