"""The sentences of the rules that the codes rest on, for whoever must decide who is right."""

from __future__ import annotations

CODES = {
    "ok": "legal: no rule is broken",
    "bad-question": (
        "the question cannot be understood: unknown system, switch, field or card, an empty meld, "
        "a layoff or swap on a meld that is none"
    ),
    "not-enough-cards": "the packs do not serve the players",
    "card-copies": "more copies of a card than the packs hold",
    "meld-size": "fewer cards than the smallest, or more than exactly asked, or longer than a run can be",
    "set-ranks": "different ranks in a set, pair or four",
    "run-suits": "different suits in a run that wants one",
    "run-gap": "not consecutive, or a rank twice, after the jokers are placed",
    "run-ace": "would follow only round the corner, or with the ace where this table does not let it stand",
    "run-colors": "colours do not alternate, or are not all one colour",
    "run-spades": "an imperial run that is not all ♠",
    "joker-only": "no natural card",
    "joker-limit": "more jokers than the meld may have",
    "joker-gap": "too few naturals between two jokers; a run that lies in sequence is not re-read",
    "joker-barred": "this meld takes no joker",
    "joker-color": "a joker of the wrong colour",
    "joker-fixed": "the card's place is held by a joker that may not move",
    "contract": (
        "number or kinds of melds are not the round's contract; a meld left over that is legal as another kind "
        "that this system lays down (set, run, four; whatever its exact size)"
    ),
    "repeated-rank": "laying down two sets of one rank, where the table forbids it",
    "touching-runs": "laying down two runs of one suit that touch, where the table forbids it",
    "hand-size": "more cards laid than the player holds",
    "must-go-out": "a closing contract laid with two or more cards left",
    "not-down": "laying off or swapping before having laid down",
    "same-turn": "laying off or swapping in the turn of laying down",
    "layoff-barred": "this system has no layoffs",
    "already-down": "laying down a second time in a round",
    "no-fit": "the card does not belong on that meld",
    "swap-barred": "this system, or this kind of meld, has no swap",
    "swap-card": "the card is not the one the joker stands for",
    "discard-joker": "no, unless the round admits no jokers, or it is the last card in hand",
    "discard-just-taken": "not the card just taken from the pile, except as the last card in hand",
    "discard-playable": "not a card that fits a meld on the table, except as the last card in hand",
    "out-of-turn": "taking the pile's card out of turn where nobody may",
}

ORDER = {
    "meld": (
        "order: joker-only, joker-barred, joker-limit, meld-size, ranks / suits / spades / colours, "
        "run-gap / run-ace, joker-color, joker-gap; of an alternating run the colours come after run-gap"
    ),
    "laydown": (
        "order: contract when the number differs; else as many as possible legal; then repeated-rank, "
        "touching-runs, hand-size, must-go-out; of the melds left over the first in the order given decides"
    ),
    "layoff": (
        "cards may be added in any order; legal if some order is; else no-fit, joker-fixed, joker-limit or "
        "joker-gap of the first card that cannot be added"
    ),
    "swap": "swap-barred for a set, then swap-card; no room for the joker at the chosen end: no-fit",
    "discard": "order: discard-joker, discard-just-taken, discard-playable",
    "deal": "the smallest number of packs, not below the system's own, that leaves at least 10 cards in the stock",
    "take": "the one in turn first, then the nearest after him of those who may take, in the direction of play",
}


def sentence(ask: str, code: str) -> str:
    """The rule behind a code, with the order of checking of its ask."""
    return f"{code}: {CODES[code]}" + (f" ({ORDER[ask]})" if ask in ORDER else "")
