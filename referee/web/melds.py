"""A meld on the table: cards are added to it, or its joker is swapped; drawn, judged and kept.

Owns that form and its steps (who and which cards, what must be asked, judge). Refuses to
judge: `engine.judge` does, under the match's pinned rules; and to guess the turn or the end
of a run: both are asked where they matter.
Start reading at `touch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import flash, redirect, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import FileField, StringField

from referee import store
from referee.engine.cards import Card, format_cards, parse_cards
from referee.engine.judge import judge
from referee.engine.match import Draft, Entry, Kind, MatchState, Meld, Refusal, Round
from referee.engine.rulings import Ruling
from referee.web.access import match_pages, table, writes
from referee.web.deeds import by, key, marks, once, second, seen, sent_before
from referee.web.drawing import drawn_meld
from referee.web.laydown import laid
from referee.web.photos import sent_photo, take_photo
from referee.web.readings import PhotoRefusedError
from referee.web.speaking import language, say
from referee.web.typed import LONGEST, TypedMeld, as_typed, press, read_meld
from referee.wording.problems import problem_sentence

pages = match_pages("melds", __name__)

ENDS: Final = ("low", "high")


class TouchForm(FlaskForm):
    """Who touches a meld, what he does there and with which cards, or a photo of them; the turn and the end
    where they were asked."""

    who = StringField()
    deed = StringField()
    cards = StringField()
    photo = FileField()
    turn = StringField()
    end = StringField()


@dataclass(frozen=True, slots=True)
class Touch:
    """What was said of a meld. `player` is None while nobody was chosen."""

    round: Round
    meld: Meld
    player: int | None
    swaps: bool
    cards: TypedMeld
    turn: str
    end: str

    @property
    def ask(self) -> str:
        return "swap" if self.swaps else "layoff"

    @property
    def has_joker(self) -> bool:
        return any(card.is_joker for card in _cards(self.meld.cards))

    def question(self, **more: Any) -> dict[str, Any]:
        """The question of questions.md, without turn and end. Only for settled cards."""
        rules = table().rules
        packs = {"options": {"packs": self.round.packs}} if self.round.packs > rules.packs else {}
        cards = {"card" if self.swaps else "cards": self.cards.text}
        return {"ask": self.ask, "system": rules.id, "meld": self.meld.cards, **cards, **packs, **more}


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text, table().rules.pack)


@pages.route("/melds/<int:number>", methods=["GET", "POST"])
@writes
def touch(number: int) -> str | Response | tuple[str, int]:
    """The form, its keys, the cards drawn with what must be asked, and the judging, by the button pressed."""
    step = request.form.get("step")
    if step == "judge" and (answer := sent_before(_ruling)):
        return answer
    lies = _lying(number)
    if lies is None:
        flash(say("round.melds.gone"), "error")
        return redirect(table().url("table.show"), 303)
    form = TouchForm(formdata=request.form if request.method == "POST" else request.args)
    form.photo.label.text = say("table.photo.label")
    if request.method == "POST" and (file := request.files.get("photo")) and file.filename:
        return _photo(form, _said(form, *lies), file.read())
    if request.form.get("press"):
        form.cards.data = press(
            form.cards.data or "", request.form["press"], table().rules.pack, request.form.get("suit")
        )
    if request.form.get("add"):
        _add(form, request.form["add"])
    said = _said(form, *lies)
    if step not in ("show", "judge") or _complain(form, said):
        return _page(form, said)
    asked = _asked(said)
    if step == "judge" and said.cards.settled and not asked["open"]:
        return _judge(said, asked)
    return render_template(
        "melds/sure.html", said=said, lies=_drawn(said.meld), as_typed=as_typed, turn=asked["turn"],
        ends=asked["ends"], missing=step == "judge", photo=request.values.get("photo_id", ""), **marks(),
    )  # fmt: skip


def _photo(form: TouchForm, said: Touch, data: bytes) -> Response | tuple[str, int]:
    """On to what was seen; it comes back here when it is confirmed, with who and what was chosen already."""
    chosen = said.meld.owner if said.player is None else said.player
    who = {} if said.player is None else {"who": said.player}
    try:
        return take_photo(
            data, purpose="meld", player=chosen, meld=said.meld.number, round=said.round.number,
            deed=said.ask, form_id=once(), **who,
        )  # fmt: skip
    except PhotoRefusedError as refused:
        form.photo.errors = [str(refused)]
        return _page(form, said), 422


def _ruling(entries: Sequence[Entry]) -> str:
    return table().url("rulings.show", number=entries[0].number)


def _lying(number: int) -> tuple[Round, Meld] | None:
    """The meld with its round; None where it does not lie on the table, or where a laydown ends the deal."""
    sent = request.form.get("round", type=int)
    current = table().round(sent) if sent is not None else table().state.current
    if current is None or current.contract is None or number >= len(current.melds):
        return None
    return current, current.melds[number]


def _said(form: TouchForm, current: Round, meld: Meld) -> Touch:
    """The form as read."""
    who = form.who.data if form.who.data is not None else str(_likely(current))
    known = {str(player): player for player in current.seats}
    swaps = form.deed.data == "swap"
    pack = table().rules.pack
    cards = read_meld(form.cards.data or "", pack).with_suits("suit", request.form, pack.suits)
    return Touch(current, meld, known.get(who), swaps, cards, form.turn.data or "", form.end.data or "")


def _likely(current: Round) -> int | None:
    """Who may touch a meld, where only one may; else whose phone this is."""
    me = table().me
    return next(iter(current.down)) if len(current.down) == 1 and me not in current.down else me


def _complain(form: TouchForm, said: Touch) -> bool:
    """Put what is missing or cannot be read beside its field; True when there is something."""
    form.who.errors = [] if said.player is not None else [say("round.melds.no_player")]
    form.cards.errors = [said.cards.wrong] if said.cards.wrong else []
    if not said.cards.wrong and not said.cards.cards:
        form.cards.errors = [say("table.laydown.no_cards")]
    elif said.swaps and len(said.cards.cards) > 1:
        form.cards.errors = [say("round.melds.one_card")]
    return bool(form.who.errors or form.cards.errors)


def _add(form: TouchForm, tapped: str) -> None:
    """A card that fits was tapped: `layoff 8h` beside the others, `swap 6h` alone."""
    deed, _, token = tapped.partition(" ")
    card = table().rules.pack.tokens.get(token.upper())
    if card is not None and len(form.cards.data or "") < LONGEST:
        kept = form.cards.data if deed == "layoff" and form.deed.data != "swap" else ""
        form.deed.data = deed
        form.cards.data = f"{kept or ''} {as_typed((card,))}".strip()


def fitting(said: Touch) -> tuple[list[Card], list[Card]]:
    """The cards that could be added after those that were said, and those that could take a joker's place.

    None at a table that has switched the referee's help off.
    """
    rules = table().rules
    if not table().state.opened.data.get("hints", True) or not (said.cards.settled or not said.cards.cards):
        return [], []
    lying = [card for card in _cards(said.meld.cards) if not card.is_joker]
    suits, ranks = {card.suit for card in lying}, {card.rank for card in lying}
    of_kind = [card for card in rules.pack.cards if (card.suit in suits if said.meld.shown else card.rank in ranks)]
    jokers = [rules.pack.tokens["JK"]] if rules.pack.deck == "french" else []
    before = said.cards.known if not said.swaps else ()

    def may(ask: str, **cards: str) -> bool:
        question = {"ask": ask, "system": rules.id, "meld": said.meld.cards, **cards}
        return bool(judge(question, lambda _: rules).legal)

    added = [card for card in (*of_kind, *jokers) if may("layoff", cards=format_cards((*before, card)))]
    return added, [card for card in of_kind if said.has_joker and may("swap", card=str(card))]


def _page(form: TouchForm, said: Touch) -> str:
    pack = table().rules.pack
    added, swapped = fitting(said)
    suit = request.form.get("suit") or (said.meld.shown and _cards(said.meld.shown)[0].suit)
    return render_template(
        "melds/touch.html", form=form, said=said, lies=_drawn(said.meld), pack=pack,
        drawn=read_meld(form.cards.data or "", pack).shown, suit=suit, added=added, swapped=swapped,
        # The phone would put back what was chosen before a card was tapped.
        keeps_draft="add" not in request.form, photo=request.values.get("photo_id", ""), **marks(),
    )  # fmt: skip


def _drawn(meld: Meld) -> dict[str, Any]:
    return drawn_meld(meld.cards, meld.shown, table().rules)


def _asked(said: Touch) -> dict[str, Any]:
    """What the cards leave open: `turn`, whether this may be the turn of laying down; `ends`, how the run could
    lie, by end; `open`, whether an answer is missing."""
    turn = may_be_same_turn(said.round, said.player, table().state)
    ends = _ends(said) if said.cards.settled else {}
    missing = (turn and said.turn not in ("now", "earlier")) or (bool(ends) and said.end not in ends)
    return {"turn": turn, "ends": ends, "open": missing}


def may_be_same_turn(current: Round, player: int | None, state: MatchState) -> bool:
    """Whether a player may still be in the turn in which he laid down, where this table bars him from melds then.

    His turn is over once anybody else has laid down or touched a meld, or he himself has done so legally.
    """
    since = current.down.get(player) if player is not None else None
    if since is None or state.rules.layoff != "next-turn":
        return False
    deeds = (Kind.LAID_DOWN, Kind.LAID_OFF, Kind.SWAPPED)
    return not any(
        entry.number > since
        and entry.kind in deeds
        and entry.data["round"] == current.number
        and entry.number not in state.undone
        for entry in state.entries
    )


def _ends(said: Touch) -> dict[str, dict[str, Any]]:
    """How the run would lie after each end, where both are possible and it makes a difference."""
    rules, found = table().rules, {}
    for end in ENDS:
        question = said.question(down=True, turns_since_laydown=1, **{"to" if said.swaps else "end": end})
        ruling = judge(question, lambda _: rules)
        if ruling.legal:
            found[end] = laid(format_cards(ruling.facts["meld"]), said.meld.kind, rules)
    if len({after["cards"] for after in found.values()}) < len(ENDS):
        return {}
    return {end: drawn_meld(after["cards"], after.get("as"), rules) for end, after in found.items()}


def _judge(said: Touch, asked: dict[str, Any]) -> Response | str:
    """Ask the engine, write the ruling down, legal or not, and show it at its own address."""
    here = table()
    more: dict[str, Any] = {"down": said.player in said.round.down}
    if asked["turn"]:
        more["turns_since_laydown"] = 0 if said.turn == "now" else 1
    end = {"to" if said.swaps else "end": said.end} if asked["ends"] else {}
    question = said.question(**more, **end)
    ruling = judge(question, lambda _: here.rules)
    if ruling.legal is None:
        wrong = problem_sentence(ruling.problem or {}, language())
        return render_template("errors/error.html", title=say("table.error.other"), text=wrong)
    draft = _draft(said, question, ruling)
    if request.form.get("lies") != said.meld.cards:
        # What was drawn is not what lies there any more: nothing is said about another meld.
        return second(Refusal("old-meld", draft, _last_change(said)), [draft])
    done = store.append(here.match, [draft], seen(), key=key(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, [draft])
    return redirect(_ruling(done.entries), 303)


def _last_change(said: Touch) -> Entry | None:
    """The last entry that touched the meld, or took back one that had."""
    entries = reversed(table().state.entries)
    return next((e for e in entries if e.number in said.meld.entries or e.kind is Kind.UNDONE), None)


def _draft(said: Touch, question: dict[str, Any], ruling: Ruling) -> Draft:
    data: dict[str, Any] = {
        "round": said.round.number, "player": said.player, "question": question, "code": ruling.code,
        "fingerprint": table().rules.fingerprint, **sent_photo(),
    }  # fmt: skip
    if not ruling.legal:
        return Draft(Kind.RULED, {**data, "legal": False})
    meld, rules = said.meld, table().rules
    before = {"cards": meld.cards, "kind": meld.kind} | ({"as": meld.shown} if meld.shown else {})
    after = laid(format_cards(ruling.facts["meld"]), meld.kind, rules)
    lying = {**data, "meld": meld.number, "before": before, "after": after}
    if said.swaps:
        return Draft(Kind.SWAPPED, {**lying, "card": said.cards.text, "joker_to": ruling.facts["joker_to"]})
    return Draft(Kind.LAID_OFF, {**lying, "cards": said.cards.text})
