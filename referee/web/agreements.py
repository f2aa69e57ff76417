"""The agreements of a match: its rules to read, on one sheet to print, and a change in mid-game.

Owns the change: read over with what it would have changed, then written with its
reason. Refuses to touch a ruling that was given: each keeps the rules of its time.
Start reading at `change`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import redirect, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField

from referee import store
from referee.engine.check import check_rules, note_of
from referee.engine.judge import judge
from referee.engine.match import Draft, Kind, clean_note
from referee.engine.ruleset import RuleSet, with_options
from referee.engine.rulings import Ruling
from referee.engine.switches import RulesError
from referee.web.access import match_pages, table, writes
from referee.web.agreeing import Sheet
from referee.web.book import agreed_lines, book_of, points_of, round_of
from referee.web.deeds import by, marks, once, second, seen
from referee.web.house_rules import changes, sent
from referee.web.rulesets import rules_of
from referee.web.speaking import language, say
from referee.wording import problems, rulings

pages = match_pages("agreements", __name__)

LONGEST_REASON: Final = 200


class ReasonForm(FlaskForm):
    """Why a rule is changed in mid-game."""

    reason = StringField()


@pages.get("/rules")
def book() -> str:
    """The rules of this match whole, house rules included."""
    return render_template("agreements/book.html", **book_of(table().rules))


@pages.get("/agreement")
def sheet() -> str:
    """The agreement on one sheet: who plays, by what, and what this table has set."""
    rules = table().rules
    own, disputed = agreed_lines(rules)
    agreed = [
        entry
        for entry in table().state.entries
        if entry.kind is Kind.RULE_AGREED and entry.number not in table().state.undone
    ]
    return render_template(
        "agreements/sheet.html", rules=rules, own=own, disputed=disputed, agreed=agreed, state=table().state,
        told={entry.number: changes(dict(entry.data["changes"]), rules) for entry in agreed},
        reasons={entry.number: clean_note(entry.data["reason"]) for entry in agreed},
        rounds=[round_of(contract, rules) for contract in rules.rounds], points=points_of(rules),
    )  # fmt: skip


@pages.route("/agreement/change", methods=["GET", "POST"])
@writes
def change() -> str | Response:
    """A change in mid-game: the form, then what it would change, then the entry with its reason."""
    rules, form, step = table().rules, ReasonForm(), request.form.get("step")
    sheet = Sheet(rules, rules, request.form if "s-ace" in request.form else None, in_game=True)
    if request.form.get("press") == "add-round":
        sheet.add_round(request.form.get("another", "").strip() or request.form.get("another-known", ""))
    if step not in ("review", "save"):
        return _form(form, sheet)
    laid = sheet.laid()
    changed, warnings, loose = _checked(sheet, laid)
    form.reason.errors = [] if _reason(form) else [say("agreements.wrong.reason", most=LONGEST_REASON)]
    if form.reason.errors or sheet.wrong or loose or changed is None:
        return _form(form, sheet, loose)
    if step == "review":
        return render_template(
            "agreements/agree.html", form=form, changes=changes(laid, rules), effects=effects(changed), sent=sent(),
            warnings=problems.rules_notes(warnings, language()), **marks(),
        )  # fmt: skip
    draft = Draft(Kind.RULE_AGREED, {"changes": laid, "reason": _reason(form)})
    done = store.append(table().match, [draft], seen(), key=once(), by=by())
    if isinstance(done, store.Refused):
        return second(done.refusal, [draft])
    return redirect(table().url("agreements.sheet"), 303)


def _reason(form: ReasonForm) -> str:
    reason = " ".join(clean_note(form.reason.data or "").split())
    return reason if len(reason) <= LONGEST_REASON else ""


def _form(form: ReasonForm, sheet: Sheet, loose: list[str] | None = None) -> str:
    return render_template(
        "agreements/change.html", form=form, sheet=sheet, loose=loose or [], longest=LONGEST_REASON, **marks()
    )


def _checked(sheet: Sheet, laid: dict[str, Any]) -> tuple[RuleSet | None, list[dict[str, str]], list[str]]:
    """The rules after the change, the warnings, and what is wrong with no field; problems go to their fields."""
    if not laid and not sheet.wrong:
        return None, [], [say("agreements.wrong.nothing")]
    try:
        changed = with_options(sheet.base, laid)
    except RulesError as error:
        return None, [], sheet.take_notes([note_of(problem) for problem in error.problems])
    found, warnings = check_rules(changed, rules_of())
    return changed, warnings, sheet.take_notes(found)


class Effect(NamedTuple):
    """A ruling of this match that the new rules would give otherwise; it stands as it was given."""

    number: int
    ask: str
    was: str
    would_be: str


def effects(changed: RuleSet) -> list[Effect]:
    """The rulings asked so far that would come out otherwise under changed rules."""
    found, lang = [], language()
    for asked in table().state.asked:
        then = table().state.rules_at(asked.entry)
        before = _under(asked.question, then)
        after = _under(asked.question, changed)
        was, would_be = rulings.headline(before, lang), rulings.headline(after, lang)
        if (before.code, was) != (after.code, would_be):
            found.append(Effect(asked.entry, str(asked.question.get("ask")), was, would_be))
    return found


def _under(question: Mapping[str, Any], rules: RuleSet) -> Ruling:
    return judge(question, lambda _: rules)
