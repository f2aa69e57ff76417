"""Taking in a match from a file that another referee wrote.

Owns the form and its refusals. Refuses what was altered, what is of another version, and
what could not be shown afterwards; nothing is kept then.
Start reading at `take`.
"""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace
from typing import Final, cast

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import FileField

from referee import store
from referee.engine.judge import judge
from referee.engine.match import Asked, MatchState
from referee.engine.ruleset import RuleSet
from referee.web.access import Table
from referee.web.deeds import once
from referee.web.drawing import drawn_meld
from referee.web.exports_notebook import LARGEST_FILE, FileRefusedError, read_file
from referee.web.speaking import say
from referee.web.telling import told

pages = Blueprint("imports", __name__, url_prefix="/import")


# NotationError, RulesError and MissingWordsError are kinds of the first two.
_UNTELLABLE: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


class FileForm(FlaskForm):
    """The file."""

    file = FileField()


@pages.get("")
def show() -> str:
    """Where to choose the file."""
    return render_template("exports/import.html", form=FileForm(), form_id=once(), wrong=None)


@pages.post("")
def take() -> str | Response | tuple[str, int]:
    """Read the file, fold it, keep it under new keys; or say why not."""
    sent = request.files.get("file")
    try:
        if sent is None or not sent.filename:
            raise FileRefusedError("no-file")
        data = sent.stream.read(LARGEST_FILE + 1)
        state = read_file(data)
        _tell_all(state)
    except FileRefusedError as refused:
        wrong = say(f"exports.import.refused.{refused.code}")
        return render_template("exports/import.html", form=FileForm(), form_id=once(), wrong=wrong), 422
    # The same file sent twice by one form makes the same key, and finds the match it made.
    key = store.key_from(str(current_app.secret_key), f"import {once()} {sha256(data).hexdigest()}")
    store.take_in(state.entries, key)
    return redirect(url_for("table.show", key=key), 303)


def _tell_all(state: MatchState) -> None:
    """Say and draw everything once, so that no page of the match fails afterwards. Raises `FileRefusedError`."""
    names = {player.number: player.label for player in state.players}
    here = cast(Table, SimpleNamespace(state=state, names=names, rules=state.rules))
    try:
        for entry in state.entries:
            told(entry, here)
        for each in state.rounds:
            for meld in each.melds:
                drawn_meld(meld.cards, meld.shown, state.rules)
        for asked in state.asked:
            _judge(asked, state.rules_at(asked.entry))
    except _UNTELLABLE as error:
        raise FileRefusedError("damaged") from error


def _judge(asked: Asked, rules: RuleSet) -> None:
    """Judge a question as its page will. Raises ValueError or LookupError for one that nobody could have asked."""
    say(f"table.ask.{asked.question['ask']}")
    # No table writes hands down, and each can take the judge a second: a file full of them would hold its pages.
    if asked.question["ask"] == "hand" or judge(asked.question, lambda _: rules).code == "bad-question":
        raise ValueError(f"entry {asked.entry}: {asked.question}")
