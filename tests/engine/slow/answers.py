"""What the slow judge answers, and the reasons for which several answers may be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

OPEN = {
    "left-over-end": (
        "“a joker left over goes to the end at which it was named”: with a gap to fill and jokers named at both "
        "ends, or a listing that falls, which joker is left over, and which end is which, is not said"
    ),
    "ace-either": (
        "“a long run may be ordered A 2 … K or 2 … K A”, a run of 13 too: cards listed out of order may be "
        "printed either way"
    ),
    "alternating-as-it-lies": (
        "an alternating run that lies in sequence with the ace at the end where its colour fails, yet alternates "
        "with the ace at the other end: “as it lies” against “either is legal”; we take the second, "
        "the order of natural cards changing no verdict"
    ),
    "alternating-ace": (
        "an alternating run whose colours ask for the ace at the end that the table's `ace` forbids: "
        "`run-colors` and `run-ace` both say it"
    ),
    "set-suits-code": "`set-suits: distinct` has no code of its own in the list of codes",
    "limit-of-none": "a limit of no jokers at all is `joker-barred` (takes no joker) as well as `joker-limit`",
    "which-left-over": (
        "“as many as possible are legal” may hold of several matchings, or of several entries left that "
        "a meld resembles alike: any of their codes is right"
    ),
    "repeated-other": "`repeated-ranks` speaks of sets; whether pairs and fours count among them is not said",
    "touching-overlap": "whether two runs of one suit that overlap (3-6 and 5-8) touch is not said",
    "layoff-order": (
        "several orders of adding the cards end in different melds, or leave different cards over; "
        "so do several readings of a meld that does not lie in sequence"
    ),
    "joker-end-asked": (
        "a joker that has no place at the end asked for: illegal, or laid at the other; "
        "and without an end, high though only low lets the other cards follow"
    ),
    "block-slides": "two jokers side by side at an end: whether the inner one may slide outward with the other",
    "swap-same-turn": "whether the turn in which a swap is first allowed follows `layoff` where a table changes it",
    "swap-no-joker": "a swap on a run without a joker: no code is meant for it",
    "swap-joker-gap": "a joker moved within its run too near another: `no-fit` or `joker-gap`",
    "playable-unlayable": "`discard-playable` where nothing can be laid off: whether a card fits is not said",
    "packs-set": "packs set by the table: a floor to raise from, or a number that may be too few",
}
"""Why the rules leave more than one answer open, by the label an `Answer` carries."""


@dataclass(frozen=True)
class Answer:
    """One right answer: verdict, code, and what the ask returns beside; `open` says why it is not the only one."""

    legal: bool | None
    code: str
    facts: dict[str, Any] = field(default_factory=dict)
    open: str = ""

    def agrees(self, given: dict[str, Any]) -> bool:
        """Whether a ruling as JSON says the same, key by key."""
        return given["legal"] is self.legal and given["code"] == self.code and not self.differing(given)

    def differing(self, given: dict[str, Any]) -> list[str]:
        """The facts that a ruling as JSON says otherwise."""
        return [key for key, value in self.facts.items() if given.get(key) != value]

    def shown(self) -> dict[str, Any]:
        return {"legal": self.legal, "code": self.code, **self.facts}


BAD = Answer(None, "bad-question")


def yes(open_: str = "", **facts: Any) -> Answer:
    """A legal answer."""
    return Answer(True, "ok", {("as" if key == "as_" else key): value for key, value in facts.items()}, open_)


def no(code: str, open_: str = "") -> Answer:
    """An illegal answer."""
    return Answer(False, code, {}, open_)


def distinct(answers: Iterable[Answer]) -> list[Answer]:
    """Each answer once, in order; the first of equal ones stays."""
    seen: list[Answer] = []
    for answer in answers:
        if not any(answer.shown() == other.shown() for other in seen):
            seen.append(answer)
    return seen
