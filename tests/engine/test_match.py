"""What a match is after its entries; every total here was added up by hand."""

from __future__ import annotations

import time
from typing import Any

import pytest

from referee.engine.match import (
    ABSENT,
    Draft,
    Entry,
    Kind,
    MatchState,
    append_check,
    clean_name,
    fold,
    pin,
    possible_points,
)  # fmt: skip
from referee.engine.match_pages import NoError
from referee.engine.ruleset import RuleSet, with_options
from referee.rulebook import load_system

RATO = load_system("ratolibre")


class Notebook:
    """A notebook in memory, each deed written at its own minute."""

    def __init__(self, rules: RuleSet = RATO, names: str = "Inés,Ñato,María José", dealer: int = 0) -> None:
        self.entries: list[Entry] = []
        self.write((Kind.OPENED, {"players": names.split(","), "rules": pin(rules), "dealer": dealer}))

    def write(self, *deed: tuple[Kind, dict[str, Any]]) -> int:
        first = len(self.entries) + 1
        for kind, data in deed:
            at = f"2026-01-01T20:{first % 60:02}:00+00:00"
            self.entries.append(Entry(len(self.entries) + 1, kind, at, None, data, first))
        return first

    def close(self, number: int, out: int | None, **hands: int | str | None) -> int:
        """Close a round; `p1=25` points, `p1="K 7"` cards, `p1=None` not entered."""
        deed: list[tuple[Kind, dict[str, Any]]] = []
        if out is not None:
            deed.append((Kind.WENT_OUT, {"round": number, "player": out}))
        for player, hand in hands.items():
            about = {"round": number, "player": int(player[1:])}
            if isinstance(hand, int):
                deed.append((Kind.COUNTED, about | {"points": hand}))
            elif hand == ABSENT:
                deed.append((Kind.COUNTED, about | {"absent": True}))
            elif hand is not None:
                deed.append((Kind.COUNTED, about | {"cards": hand}))
        return self.write(*deed, (Kind.ROUND_CLOSED, {"round": number}))

    @property
    def state(self) -> MatchState:
        return fold(self.entries)

    def totals(self) -> dict[int, int]:
        return {line.player: line.total for line in self.state.standings}

    def places(self) -> dict[int, int | None]:
        return {line.player: line.place for line in self.state.standings}


def test_it_works() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2="K K 7 JK")
    state = book.state
    assert book.totals() == {0: 0, 1: 25, 2: 57}
    assert book.places() == {0: 1, 1: 2, 2: 3}
    assert state.current is not None
    assert state.current.number == 2
    assert [str(d) for d in state.current.contract or ()] == ["set", "run"]
    assert not state.ignored


def test_nine_rounds_with_a_tie() -> None:
    book = Notebook()
    hands = [(0, 10, 20), (30, 0, 5), (15, 25, 0), (0, 40, 60), (20, 0, 20), (0, 0, 0), (50, 5, 0), (0, 80, 30)]
    for number, row in enumerate(hands, 1):
        out = row.index(0)
        book.close(number, out, **{f"p{p}": points for p, points in enumerate(row) if p != out})
    book.close(9, 1, p0=45, p2=25)
    assert book.totals() == {0: 160, 1: 160, 2: 160}
    assert book.places() == {0: 1, 1: 1, 2: 1}
    assert book.state.played_out
    assert book.state.winners == (0, 1, 2)
    assert book.state.current is None


def test_equal_totals_share_the_place_and_the_next_is_left_out() -> None:
    book = Notebook(names="A,B,C,D")
    book.close(1, 0, p1=30, p2=30, p3=40)
    assert book.places() == {0: 1, 1: 2, 2: 2, 3: 4}


def test_rounds_won_part_equal_totals_where_the_table_says_so() -> None:
    book = Notebook(with_options(RATO, {"ties": "rounds-won"}), "A,B")
    book.close(1, 0, p1=10)
    book.close(2, 0, p1=10)
    book.close(3, 1, p0=20)
    assert book.places() == {0: 1, 1: 2}


def test_a_blank_is_not_zero() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=None)
    state = book.state
    assert state.rounds[0].pending == (2,)
    assert state.standing(2).pending
    assert not state.standing(0).pending
    book.write((Kind.FINISHED, {}))
    assert book.state.winners == ()
    book.write((Kind.COUNTED, {"round": 1, "player": 2, "points": 0}))
    assert book.state.winners == (0, 2)


def test_who_was_away_pays_nothing() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=ABSENT)
    assert book.totals() == {0: 0, 1: 25, 2: 0}
    assert book.state.rounds[0].pending == ()


def test_a_correction_keeps_the_old_value_and_moves_the_totals() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.close(2, 1, p0=10, p2=10)
    book.write((Kind.CORRECTED, {"round": 1, "player": 2, "old": 30, "new": 45, "note": "faltaba un 15"}))
    value = book.state.rounds[0].values[2]
    assert value.points == 45
    assert [(c.old, c.new, c.note) for c in value.changes] == [(30, 45, "faltaba un 15")]
    assert book.totals() == {0: 10, 1: 25, 2: 55}


def test_a_correction_of_a_value_that_is_no_longer_there_says_nothing() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    wrong = book.write((Kind.CORRECTED, {"round": 1, "player": 2, "old": 31, "new": 45, "note": ""}))
    assert book.state.ignored == {wrong: "old-value"}
    assert book.totals()[2] == 30


def test_undo_takes_a_whole_deed_back_and_undoing_the_undo_does_it_again() -> None:
    book = Notebook()
    deed = book.close(1, 0, p1=25, p2=30)
    back = book.write((Kind.UNDONE, {"deed": deed}))
    assert book.totals() == {0: 0, 1: 0, 2: 0}
    assert book.state.current is not None
    assert book.state.current.number == 1
    book.write((Kind.UNDONE, {"deed": back}))
    assert book.totals() == {0: 0, 1: 25, 2: 30}


def test_undo_goes_several_steps_back() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.close(2, 1, p0=10, p2=10)
    for _ in range(2):
        deed = book.state.last_deed()
        assert deed is not None
        book.write((Kind.UNDONE, {"deed": deed}))
    assert book.totals() == {0: 0, 1: 0, 2: 0}
    assert book.state.last_deed() is None


def test_the_deal_passes_on_and_can_be_set() -> None:
    book = Notebook(dealer=2)
    assert (book.state.rounds[0].dealer, book.state.rounds[0].starter) == (2, 0)
    book.close(1, 0, p1=25, p2=30)
    assert (book.state.rounds[1].dealer, book.state.rounds[1].starter) == (0, 1)
    book.write((Kind.DEALER_SET, {"round": 2, "player": 1, "starter": 0}))
    assert (book.state.rounds[1].dealer, book.state.rounds[1].starter) == (1, 0)
    book.close(2, 0, p1=25, p2=30)
    assert book.state.rounds[2].dealer == 2


def test_equal_names_are_told_apart_and_never_merged() -> None:
    book = Notebook(names="Inés,Inés,  inés ")
    assert [p.label for p in book.state.players] == ["Inés", "Inés (2)", "inés (3)"]
    book.close(1, 0, p1=25, p2=30)
    assert book.totals() == {0: 0, 1: 25, 2: 30}


@pytest.mark.parametrize(
    ("how", "points", "start"), [("zero", None, 0), ("average", None, 23), ("worst", None, 40)]
)
def test_a_late_joiner_begins_as_agreed(how: str, points: int | None, start: int) -> None:
    book = Notebook()
    book.close(1, 0, p1=28, p2=40)  # 68 / 3 = 22.67
    book.write((Kind.PLAYER_JOINED, {"name": "Lucía", "how": how}))
    book.close(2, 1, p0=10, p2=10, p3=5)
    assert book.state.players[3].start == start
    assert book.totals()[3] == start + 5
    assert 3 not in book.state.rounds[0].values


def test_who_leaves_keeps_his_rounds_and_has_no_place() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.write((Kind.PLAYER_LEFT, {"player": 0}))
    book.close(2, 1, p2=5)
    assert book.state.seats == (1, 2)
    assert book.totals() == {0: 0, 1: 25, 2: 35}
    assert book.places() == {0: None, 1: 1, 2: 2}
    assert book.state.rounds[1].seats == (1, 2)


def test_seats_in_another_order_pass_the_deal_in_it() -> None:
    book = Notebook()
    book.write((Kind.SEATS_ORDERED, {"seats": [0, 2, 1]}))
    book.close(1, 0, p1=25, p2=30)
    assert book.state.rounds[1].dealer == 2


def test_a_round_can_be_skipped_and_one_added() -> None:
    book = Notebook()
    book.write((Kind.ROUND_SKIPPED, {"round": 1}))
    assert book.state.current is not None
    assert book.state.current.dealer == 0
    assert book.state.current.label == 1
    assert book.state.rounds_total == 8
    book.write((Kind.ROUND_ADDED, {"contract": ["royal-run"]}))
    assert book.state.rounds_total == 9
    assert str(book.state.ahead[-1][0]) == "royal-run"


def test_melds_lie_on_the_table_and_change() -> None:
    book = Notebook()
    melds = [{"cards": "9s 9d 9h", "kind": "set"}, {"cards": "4h 5h JK 7h", "kind": "run", "as": "4h 5h 6h 7h"}]
    book.write((Kind.LAID_DOWN, {"round": 1, "player": 1, "melds": melds}))
    after = {"cards": "4h 5h JK 7h 8h", "kind": "run", "as": "4h 5h 6h 7h 8h"}
    add = {"round": 1, "player": 1, "meld": 1, "before": melds[1], "after": after}
    book.write((Kind.LAID_OFF, add))
    again = book.write((Kind.LAID_OFF, add))
    current = book.state.current
    assert current is not None
    assert [m.cards for m in current.melds] == ["9s 9d 9h", "4h 5h JK 7h 8h"]
    assert current.melds[1].shown == "4h 5h 6h 7h 8h"
    assert list(current.down) == [1]
    assert book.state.ignored == {again: "old-meld"}
    twice = book.write((Kind.LAID_DOWN, {"round": 1, "player": 1, "melds": melds}))
    assert book.state.ignored[twice] == "already-down"


def test_a_change_of_rule_counts_from_then_on() -> None:
    book = Notebook()
    book.close(1, 0, p1="7", p2="JK")
    book.write((Kind.RULE_AGREED, {"changes": {"scoring": "b"}, "reason": "más rápido"}))
    book.close(2, 0, p1="7", p2="JK")
    assert book.totals() == {0: 0, 1: 7 + 5, 2: 60}
    assert [rules.scoring for _, rules in book.state.rules_since] == [("a",), ("b",)]
    assert book.state.rules_at(2).scoring == ("a",)


def test_going_out_in_the_turn_of_laying_down_is_a_bonus_apart() -> None:
    book = Notebook(with_options(RATO, {"bonus-going-out": -30}))
    book.write(
        (Kind.WENT_OUT, {"round": 1, "player": 0, "same_turn": True}),
        (Kind.COUNTED, {"round": 1, "player": 1, "points": 10}),
        (Kind.COUNTED, {"round": 1, "player": 2, "points": 20}),
        (Kind.ROUND_CLOSED, {"round": 1}),
    )
    value = book.state.rounds[0].values[0]
    assert (value.points, value.bonus) == (0, -30)
    assert book.totals() == {0: -30, 1: 10, 2: 20}


def test_another_went_out_leaves_the_first_pending() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.write((Kind.WENT_OUT, {"round": 1, "player": 1}))
    values = book.state.rounds[0].values
    assert values[0].points is None
    assert values[1].points == 0


def test_a_finished_match_can_be_put_right_and_opened_again() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.write((Kind.FINISHED, {}))
    late = book.close(2, 0, p1=1)
    assert set(book.state.ignored.values()) >= {"finished"}
    book.entries = book.entries[: late - 1]
    book.write((Kind.CORRECTED, {"round": 1, "player": 1, "old": 25, "new": 24, "note": ""}))
    book.write((Kind.REOPENED, {}))
    assert not book.state.finished
    assert book.totals()[1] == 24


# ---- each player at his own contract ---------------------------------------------------------


def test_naipe_only_who_lays_down_goes_on() -> None:
    book = Notebook(load_system("naipe52"), "A,B,C")
    book.write((Kind.LAID_DOWN, {"round": 1, "player": 1, "melds": [{"cards": "1e 1t 1m", "kind": "set"}]}))
    book.close(1, None, p0="12e HU", p2="5e 4t")
    state = book.state
    assert state.current is not None
    assert dict(state.current.stages) == {0: 1, 1: 2, 2: 1}
    assert book.totals() == {0: 30, 1: 0, 2: 9}
    assert state.rounds_total is None
    assert not state.played_out


def test_naipe_ends_with_the_twelfth_contract() -> None:
    book = Notebook(load_system("naipe52"), "A,B")
    for number in range(1, 13):
        book.close(number, 0, p1=10)
    assert book.state.played_out
    assert book.state.current is None
    assert book.state.winners == (0,)
    assert book.totals() == {0: 0, 1: 120}


def test_naipe_deals_what_each_contract_needs() -> None:
    book = Notebook(load_system("naipe52"), "A,B,C,D")
    for number in range(1, 9):
        book.close(number, 0, p1=10, p2=10, p3=10)
    current = book.state.current
    assert current is not None
    assert dict(current.cards_each) == {0: 14, 1: 11, 2: 11, 3: 11}


# ---- may it be written? ----------------------------------------------------------------------


def check(book: Notebook, seen: int, *drafts: tuple[Kind, dict[str, Any]]) -> str | None:
    refusal = append_check(book.entries, [Draft(*d) for d in drafts], seen, "2026-01-01T23:00:00+00:00")
    return refusal.code if refusal else None


def test_a_stale_writer_is_refused_with_the_entry_that_was_first() -> None:
    book = Notebook()
    hand = (Kind.COUNTED, {"round": 1, "player": 1, "points": 10})
    book.write((Kind.COUNTED, {"round": 1, "player": 1, "points": 20}))
    refusal = append_check(book.entries, [Draft(*hand)], 1, "2026-01-01T23:00:00+00:00")
    assert refusal is not None
    assert refusal.code == "stale"
    assert refusal.there is not None
    assert refusal.there.data["points"] == 20
    assert check(book, 2, hand) is None


def test_two_writers_about_different_hands_do_not_meet() -> None:
    book = Notebook()
    book.write((Kind.COUNTED, {"round": 1, "player": 1, "points": 20}))
    assert check(book, 1, (Kind.COUNTED, {"round": 1, "player": 2, "points": 10})) is None


def test_a_round_is_closed_once() -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    assert check(book, len(book.entries), (Kind.ROUND_CLOSED, {"round": 1})) == "already-closed"


def test_what_later_entries_rest_on_is_not_undone_under_them() -> None:
    book = Notebook()
    deed = book.close(1, 0, p1=25, p2=30)
    book.close(2, 0, p1=5, p2=5)
    assert check(book, len(book.entries), (Kind.UNDONE, {"deed": deed})) == "unknown-round"
    assert check(book, len(book.entries), (Kind.UNDONE, {"deed": 1})) == "not-undoable"


@pytest.mark.parametrize("unseen", "\u202a\u202e\u2066\u2069\ufdd0\ufffe\U0010ffff")
def test_a_name_cannot_turn_what_stands_beside_it(unseen: str) -> None:
    """Left out rather than refused: matches of before have them."""
    assert clean_name(f"{unseen}Ana {unseen}") == "Ana"
    assert clean_name("👩‍🌾") == "👩‍🌾"
    with pytest.raises(NoError):
        clean_name(unseen)


@pytest.mark.parametrize("unseen", "\u202a\u202e\u2066\u2069\ufdd0\ufffe\U0010ffff")
def test_nor_can_a_note(unseen: str) -> None:
    book = Notebook()
    book.close(1, 0, p1=25, p2=30)
    book.write((Kind.CORRECTED, {"round": 1, "player": 2, "old": 30, "new": 45, "note": f"{unseen}faltó el ñ "}))
    [change] = book.state.rounds[0].values[2].changes
    assert change.note == "faltó el ñ"


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        (Kind.COUNTED, {"round": 1, "player": 7, "points": 1}, "unknown-player"),
        (Kind.COUNTED, {"round": 4, "player": 1, "points": 1}, "unknown-round"),
        (Kind.COUNTED, {"round": 1, "player": 1, "points": True}, "bad-entry"),
        (Kind.COUNTED, {"round": 1, "player": 1, "points": 10**9}, "bad-entry"),
        (Kind.COUNTED, {"round": 1, "player": 1, "cards": "9x"}, "bad-cards"),
        (Kind.COUNTED, {"round": 1, "player": 1, "point": 3}, "bad-entry"),
        (Kind.PLAYER_JOINED, {"name": "x" * 21, "how": "zero"}, "bad-name"),
        (Kind.PLAYER_JOINED, {"name": " ", "how": "zero"}, "bad-name"),
        (Kind.RULE_AGREED, {"changes": {"ace": "sideways"}, "reason": ""}, "bad-rules"),
        (Kind.REOPENED, {}, "not-finished"),
        (Kind.OPENED, {"players": ["A", "B"], "rules": pin(RATO), "dealer": 0}, "second-opening"),
    ],
)
def test_what_cannot_be_is_refused(kind: Kind, data: dict[str, Any], code: str) -> None:
    book = Notebook()
    assert check(book, 1, (kind, data)) == code
    book.write((kind, data))
    assert book.state.ignored == {2: code}


# ---- points that no hand could have ----------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "possible"), [(1, False), (0, False), (2, True), (30, True), (343, False), (120 + 8 * 20, True)]
)
def test_points_no_hand_could_have(points: int, possible: bool) -> None:
    # Table a: nothing costs 1; the dearest twelve cards are 4 jokers and 8 aces, 280.
    assert possible_points(RATO, points, 12) is possible


def test_negative_points_count_too() -> None:
    rules = with_options(RATO, {"scoring": {"base": "a", "values": {"2": -5}}})
    assert possible_points(rules, -10, 12)
    assert not possible_points(rules, -41, 12)


# ---- cost ------------------------------------------------------------------------------------


def test_a_fold_grows_with_its_entries_and_no_faster() -> None:
    """Twenty times the entries cost at most some thirty times as much (measured, not a promise of milliseconds)."""

    def cost(rounds: int) -> float:
        book = Notebook(with_options(RATO, {"rounds": [["set", "set"]] * 40}), "A,B,C,D,E,F,G,H")
        for number in range(1, 41):
            for _ in range(rounds):
                book.write((Kind.RULED, {"question": {}, "code": "ok", "fingerprint": "x", "round": number}))
            book.close(number, 0, **{f"p{p}": 10 for p in range(1, 8)})
        best = float("inf")
        for _ in range(5):
            begun = time.perf_counter()
            fold(book.entries)
            best = min(best, time.perf_counter() - begun)
        return best / len(book.entries)

    assert cost(40) < 3 * cost(1)
