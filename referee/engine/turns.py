"""The turn: discards, takes out of turn, the stock that runs out, the deal.

Owns rules.md section 5 and the packs of section 1. Refuses melds.
Start reading at `judge_discard`, `judge_take`, `deal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.engine.cards import Card
from referee.engine.layoffs import fits
from referee.engine.melds import Meld, impossible_copies
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import Broken, Ruling, illegal, legal
from referee.engine.switches import Contract

STOCK_LEAST: Final = 10
"""Cards that must be left in the stock after the deal and the first card up."""


def judge_discard(
    card: Card,
    rules: RuleSet,
    *,
    contract: Contract | None = None,
    just_taken: bool = False,
    cards_left: int = 5,
    table: Sequence[Meld] = (),
) -> Ruling:
    """Judge throwing a card; the last card in hand may always be thrown.

    `cards_left` counts the hand before the discard. Where the contract is known
    and takes no jokers, a joker may be thrown.
    """
    broken = impossible_copies((card, *(each for meld in table for each in meld.cards)), rules)
    if cards_left > 1:
        useless = contract is not None and not rules.takes_jokers(contract)
        if not card.rank and not rules.discard_joker and not useless:
            broken.append(Broken("discard-joker", (card,), switch="discard-joker"))
        if just_taken and not rules.discard_just_taken:
            broken.append(Broken("discard-just-taken", (card,), switch="discard-just-taken"))
        if not rules.discard_playable:
            place = next((place for place, meld in enumerate(table) if fits(card, meld, rules)), None)
            if place is not None:
                broken.append(Broken("discard-playable", (card,), place, switch="discard-playable"))
    if broken:
        return illegal("discard", rules, broken)
    return legal("discard", rules, ("card-copies", "discard-joker", "discard-just-taken", "discard-playable"))


def judge_take(rules: RuleSet, *, out_of_turn: bool = False, buys_used: int = 0) -> Ruling:
    """Judge taking the pile's top card; facts `penalty_cards`, drawn for it from the stock.

    `buys_used` counts the cards this player has bought in the round.
    """
    if not out_of_turn:
        return legal("take", rules, ("out-of-turn",), penalty_cards=0)
    if rules.out_of_turn == "no":
        why = Broken("out-of-turn", switch="out-of-turn")
        return illegal("take", rules, [why], penalty_cards=0)
    if not _may_buy(rules, buys_used):
        return illegal("take", rules, [_bought_out(rules)], penalty_cards=0)
    return legal("take", rules, ("out-of-turn",), penalty_cards=_penalty(rules), switch="out-of-turn")


def judge_claims(
    rules: RuleSet,
    claims: Sequence[int],
    *,
    turn: int,
    players: int,
    thrower: int | None = None,
    buys_used: Mapping[int, int] | None = None,
) -> Ruling:
    """Judge several seats wanting the pile's top card; facts `to` (a seat or None) and `penalty_cards`.

    Seats are numbered in the direction of play. The one in turn comes first, then
    the nearest after him; whoever threw the card may not have it back.
    """
    used = buys_used or {}

    def may(seat: int) -> bool:
        if seat == thrower:
            return False
        if seat == turn:
            return True
        return rules.out_of_turn != "no" and _may_buy(rules, used.get(seat, 0))

    able = sorted((seat for seat in set(claims) if may(seat)), key=lambda seat: (seat - turn) % players)
    if not able:
        if rules.out_of_turn == "buy" and any(seat not in (thrower, turn) for seat in claims):
            why = _bought_out(rules)
        else:
            facts = {"why": "thrower"} if thrower in claims else {}
            why = Broken("out-of-turn", switch="out-of-turn", facts=facts)
        return illegal("take", rules, [why], to=None, penalty_cards=0)
    to = able[0]
    penalty = 0 if to == turn else _penalty(rules)
    return legal("take", rules, ("out-of-turn",), to=to, penalty_cards=penalty, switch="out-of-turn")


def _may_buy(rules: RuleSet, used: int) -> bool:
    limit = rules.buys_per_round if rules.out_of_turn == "buy" else None
    return limit is None or used < limit


def _bought_out(rules: RuleSet) -> Broken:
    limit = rules.buys_per_round
    return Broken("out-of-turn", limit=limit, switch="buys-per-round", facts={"why": "bought"})


def _penalty(rules: RuleSet) -> int:
    return rules.buy_penalty if rules.out_of_turn == "buy" else 0


def judge_stock(rules: RuleSet, *, times_empty: int = 1, pile: int = 10) -> Ruling:
    """Say what happens when the stock has run out; facts `then` and `everyone_counts`."""
    last_time = rules.stock_ends_at is not None and times_empty >= rules.stock_ends_at
    ends = last_time or pile <= 1
    switch = {"switch": "stock-ends-at"} if rules.stock_ends_at is not None else {}
    return legal(
        "stock",
        rules,
        then="round-ends" if ends else "reshuffle",
        everyone_counts=ends,
        times_empty=times_empty,
        pile=pile,
        **switch,
    )


def packs_needed(rules: RuleSet, cards_each: Sequence[int]) -> int:
    """The packs that serve this deal: the fewest, not below the rule set's own, that leave enough stock."""
    packs = rules.packs
    if "packs" not in rules.set_by:
        while _stock(rules, packs, cards_each) < STOCK_LEAST:
            packs += 1
    return packs


def _stock(rules: RuleSet, packs: int, cards_each: Sequence[int]) -> int:
    return packs * (rules.pack.size + rules.jokers) - sum(cards_each) - 1


def deal(rules: RuleSet, contracts: Sequence[Contract], dealer: int, *, per_player: bool = False) -> Ruling:
    """Deal to seats at their contracts, numbered in the direction of play.

    Facts: `cards_each` (a number, or with `per_player` one for each seat), `packs`,
    `first` and `next_dealer` (seats), `stock` left after the deal and the first
    card up.
    """
    each = [rules.dealt_to(contract) for contract in contracts]
    packs = packs_needed(rules, each)
    stock = _stock(rules, packs, each)
    after = (dealer + 1) % len(contracts)
    facts = {
        "cards_each": each if per_player else each[0],
        "packs": packs,
        "first": after,
        "next_dealer": after,
        "stock": stock,
    }
    if stock < STOCK_LEAST:
        short = Broken("not-enough-cards", limit=STOCK_LEAST, found=stock, switch="packs")
        return illegal("deal", rules, [short], **facts)
    return legal("deal", rules, ("not-enough-cards",), **facts)
