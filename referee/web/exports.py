"""A match to take away: as a file, a spreadsheet, a sheet of paper, a message, a picture.

Owns these answers and the page that offers them. Refuses to compute totals: the fold has them.
Start reading at `show`; the file's format is `exports_notebook`'s.
"""

from __future__ import annotations

import csv
import json
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any, Final

from babel.numbers import get_decimal_symbol
from flask import Response, current_app, make_response, render_template

from referee.engine.match import Kind, MatchState, Points
from referee.engine.ruleset import RuleSet
from referee.engine.switches import SWITCHES
from referee.web import exports_picture
from referee.web.access import match_pages, table
from referee.web.exports_notebook import as_file
from referee.web.opening import points_line
from referee.web.review import answered, begun
from referee.web.review_colours import colours
from referee.web.speaking import (
    at_time,
    babel_locale,
    contract_name,
    language,
    points_text,
    say,
    say_n,
    system_name,
)
from referee.web.telling import told
from referee.wording import agreements
from referee.wording.naming import listed

pages = match_pages("exports", __name__)

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""


@pages.get("/export")
def show() -> str:
    """Everything a match can be taken away as, the message ready to be copied."""
    return render_template("exports/exports.html", state=table().state, message=message())


def _attached(body: str | bytes, kind: str, ending: str) -> Response:
    """A file to be saved, named by the day of the match."""
    day = datetime.fromisoformat(table().state.opened.at).astimezone().strftime("%Y-%m-%d")
    response = make_response(body)
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="carioca-{day}.{ending}"'
    return response


@pages.get("/export/match.json")
def notebook() -> Response:
    """The whole match, to be taken in elsewhere."""
    text = json.dumps(
        as_file(table().state, str(current_app.jinja_env.globals["app_version"])), ensure_ascii=False, indent=1
    )
    return _attached(text, "application/json; charset=utf-8", "json")


@pages.get("/export/table.csv")
def spreadsheet() -> Response:
    """The grid for a spreadsheet: UTF-8 with its mark, separated as the language's spreadsheets expect."""
    out = StringIO()
    comma = get_decimal_symbol(babel_locale()) == ","
    writer = csv.writer(out, delimiter=";" if comma else ",", lineterminator="\r\n")
    for row in grid_rows(table().state):
        writer.writerow([each if isinstance(each, int) else safe(each) for each in row])
    return _attached(("\ufeff" + out.getvalue()).encode(), "text/csv; charset=utf-8", "csv")


def safe(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def grid_rows(state: MatchState) -> list[list[str | int]]:
    """The grid row by row, numbers as numbers; a bonus in a column of its own, where there is any."""
    players = state.players
    names = [table().names[player.number] for player in players]
    with_bonus = any(value.bonus for each in state.rounds for value in each.values.values())
    head: list[str | int] = [say(f"exports.csv.{name}") for name in ("round", "contract", "dealer", "out")]
    rows = [[*head, *names, *([say("exports.csv.bonus", player=name) for name in names] if with_bonus else [])]]
    if any(player.start != 0 for player in players):
        rows.append([say("review.start"), "", "", "", *(_number(player.start) for player in players)])
    for each in state.rounds:
        if each.skipped:
            rows.append([say("review.skipped"), _contract(each.contract, state.rules)])
        elif begun(each):
            values = [each.values.get(player.number) for player in players]
            row: list[str | int] = [each.label, _contract(each.contract, state.rules), table().names[each.dealer]]
            row.append(table().names[each.out] if each.out is not None else "")
            row += ["" if value is None else _number(value.points) for value in values]
            rows.append(row + ([value.bonus if value else "" for value in values] if with_bonus else []))
    lines = [state.standing(player.number) for player in players]
    rows.append([say("review.total"), "", "", "", *(line.total for line in lines)])
    rows.append([say("review.place"), "", "", "", *(line.place or "" for line in lines)])
    return rows


def _number(points: Points) -> str | int:
    """A value as a number; in words where it is none, and never an empty cell for a blank."""
    return points if isinstance(points, int) else points_text(points)


def _contract(contract: Any, rules: RuleSet) -> str:
    return contract_name(contract, rules) if contract else ""


def outcome(state: MatchState) -> str:
    """How the match ended, or how it stands, in one line."""
    names = listed([table().names[number] for number in state.winners], language())
    if len(state.winners) > 1:
        return say("exports.shared", players=names)
    if state.winners:
        return say("exports.won", player=names)
    if any(line.pending for line in state.standings):
        return say_n("exports.pending", len(state.closed))
    return say_n("exports.after", len(state.closed))


def message() -> str:
    """The final table as a short text for a messaging app."""
    state = table().state
    head = f"{say('exports.game')} · {system_name(state.rules)} · {at_time(state.opened.at, day=True)}"
    lines = [head, outcome(state), ""]
    for line in state.standings:
        place = f"{line.place}." if line.place else "–"
        total = points_text(line.total) + (f" ({say('look.pending')})" if line.pending else "")
        lines.append(f"{place} {table().names[line.player]}: {total}")
    if state.closed:
        lines += ["", say_n("review.rounds_played", len(state.closed))]
    return "\n".join(lines)


@pages.get("/export/message.txt")
def text() -> Response:
    """The message alone."""
    response = make_response(message())
    response.headers["Content-Type"] = "text/plain; charset=utf-8"
    return response


@pages.get("/export/table.png")
def picture() -> Response:
    """The picture of the table as it stands."""
    state = table().state
    rows = [
        exports_picture.Row(
            place=str(line.place or ""),
            name=table().names[line.player],
            total=points_text(line.total),
            under=say("look.tag.left") if line.place is None
            else say("look.pending") if line.pending else say_n("exports.rounds_won", line.won),
            leads=line.place == 1 and bool(state.closed),
        )
        for line in state.standings
    ]  # fmt: skip
    ink = colours("night", Path(str(current_app.static_folder)) / "css" / "tokens.css")
    kicker = f"{system_name(state.rules)} · {at_time(state.opened.at)}"
    drawn = exports_picture.draw(outcome(state), kicker, rows, say("look.app"), ink)
    response = make_response(drawn)
    response.headers["Content-Type"] = "image/png"
    return response


@pages.get("/sheet")
def sheet() -> str:
    """Everything on paper: the table, the grid, the rules in force, the rulings, the corrections."""
    state = table().state
    return render_template(
        "exports/sheet.html",
        state=state,
        begun=any(map(begun, state.rounds)),
        outcome=outcome(state),
        agreed=agreement(state.rules),
        points=points_line(state.rules),
        changed=[
            told(entry, table())
            for entry in state.entries
            if entry.kind is Kind.RULE_AGREED and entry.number not in state.undone
        ],
        asked=answered(state.asked),
        corrected=[
            (each, player, change)
            for each in state.rounds
            for player, value in each.values.items()
            for change in value.changes
        ],
    )


def agreement(rules: RuleSet) -> list[tuple[str, str, bool]]:
    """Every switch that says something: its name, its value, whether this table set it itself."""
    lang = language()
    found = []
    buys = rules.out_of_turn == "buy"
    for switch in SWITCHES:
        if switch.startswith("buy") and not buys:
            continue
        value = agreements.switch_value(switch, agreements.value_of(rules, switch), rules, lang)
        if value:
            found.append((agreements.switch_name(switch, lang), value, switch in rules.set_by))
    return found
