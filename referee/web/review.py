"""Looking back at one match: the grid, the chart, the rulings asked, and one value with all that is known of it.

Owns these pages. Refuses to change anything: corrections and undoing are `history`'s,
the notebook line by line is `review_log`'s.
Start reading at `show`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from flask import Response, abort, current_app, make_response, render_template, request

from referee import store
from referee.engine.judge import judge
from referee.engine.match import Asked, Entry, Round, Value
from referee.web.access import match_pages, table
from referee.web.drawing import drawn_meld
from referee.web.review_chart import Line, draw, lines_of
from referee.web.review_colours import THEMES, colours
from referee.web.speaking import language, say
from referee.web.telling import told
from referee.wording import rulings as wording_rulings

pages = match_pages("review", __name__)

Tab = Literal["show", "chart", "rulings", "log"]
TABS: Final[tuple[Tab, ...]] = ("show", "chart", "rulings", "log")
CHART_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"


def tabs(current: Tab) -> list[tuple[str, str, bool]]:
    """The four sides of a match's history, as `tabs` in `_fields.html` draws them."""
    places = {tab: "review_log.show" if tab == "log" else f"review.{tab}" for tab in TABS}
    return [(say(f"review.tab.{tab}"), table().url(place), tab == current) for tab, place in places.items()]


def begun(each: Round) -> bool:
    """Whether a round shows in the grid: closed, skipped, or with a value already."""
    return each.closed or each.skipped or any(value.source != "none" for value in each.values.values())


@pages.get("/history")
def show() -> str:
    """The grid: rounds by players, each value leading to all that is known of it."""
    state = table().state
    return render_template("review/grid.html", state=state, begun=any(map(begun, state.rounds)), tabs=tabs("show"))


@pages.get("/history/chart")
def chart() -> str:
    """The running totals drawn, and the same as a table."""
    state = table().state
    bold = request.args.get("player", type=int)
    return render_template(
        "review/chart.html", state=state, lines=lines_of(state, table().names), bold=bold, tabs=tabs("chart")
    )


@pages.get("/history/chart.svg")
def picture() -> Response:
    """The chart alone, in the colours of `theme`."""
    state = table().state
    theme = request.args.get("theme", "night")
    if theme not in THEMES or not state.closed:
        abort(404)
    ink = colours(theme, Path(str(current_app.static_folder)) / "css" / "tokens.css")
    lines = lines_of(state, table().names)
    labels = [str(each.label) for each in state.closed]
    drawn = draw(lines, labels, ink, say("review.chart.title"), request.args.get("player", type=int))
    response = make_response(drawn)
    response.headers["Content-Type"] = "image/svg+xml; charset=utf-8"
    response.headers["Content-Security-Policy"] = CHART_POLICY
    return response


@pages.get("/history/rulings")
def rulings() -> str:
    """The rulings asked, newest first, of one player or one round where asked for."""
    player, round_ = request.args.get("player", type=int), request.args.get("round", type=int)
    asked = [
        each
        for each in reversed(table().state.asked)
        if player in (None, each.player) and round_ in (None, each.round)
    ]
    return render_template(
        "review/rulings.html", state=table().state, asked=answered(asked), player=player, round=round_,
        tabs=tabs("rulings"),
    )  # fmt: skip


def answered(asked: Sequence[Asked]) -> list[tuple[Asked, str]]:
    """Rulings with their sentence, judged again under the rules they were given under."""
    state, lang = table().state, language()
    found = []
    for each in asked:
        rules = state.rules_at(each.entry)
        ruling = judge(each.question, lambda _, rules=rules: rules)  # type: ignore[misc]
        found.append((each, wording_rulings.headline(ruling, lang)))
    return found


@pages.get("/history/<int:number>/<int:player>")
def cell(number: int, player: int) -> str:
    """One value: the hand, the photo, who entered it and when, corrections, and the round around it."""
    here = table()
    each = here.round(number)
    value = each.values.get(player) or abort(404)
    cards = drawn_meld(value.cards, None, here.rules)["cards"] if value.cards else ()
    melds = [drawn_meld(meld.cards, meld.shown, here.rules) for meld in each.melds if meld.owner == player]
    return render_template(
        "review/cell.html",
        round=each, player=player, value=value, cards=cards, melds=melds, photo=_photo(value),
        before_after=_totals(each, player), lines=[(entry, told(entry, here)) for entry in _about(number, player)],
        undone=here.state.undone, asked=answered([asked for asked in each.asked if asked.player == player]),
    )  # fmt: skip


def _photo(value: Value) -> store.KeptPhoto | None:
    """The photo of a value, where it lies here.

    A match taken in from elsewhere comes without its photos, and one taken since may have
    been given the number of another: it is younger than the value.
    """
    if not str(value.photo).isdecimal():
        return None
    kept = store.photo_of(table().match, int(str(value.photo)))
    return kept if kept is not None and value.at is not None and kept.made_at <= value.at else None


def _totals(each: Round, player: int) -> tuple[int | None, int | None]:
    """His total before and after the round; None where it is not closed."""
    state = table().state
    if each not in state.closed:
        return None, None
    mine: Line = lines_of(state, table().names)[player]
    place = state.closed.index(each)
    return mine.totals[place], mine.totals[place + 1]


def _about(number: int, player: int) -> list[Entry]:
    """The entries that speak of this player in this round, in order."""
    return [
        entry
        for entry in table().state.entries
        if entry.data.get("round") == number and entry.data.get("player") == player
    ]


def filters(kinds: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a filter form offers: players and rounds of this match, and kinds."""
    state = table().state
    return {
        "players": [(player.number, table().names[player.number]) for player in state.players],
        "rounds": [(each.number, each.label, each.skipped) for each in state.rounds],
        "kinds": kinds,
    }
