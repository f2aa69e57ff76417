"""House rules before a match: any switch on top of a system, looked over, and saved under a name for next time.

Owns the form's steps (fill, read over, save), and the deleting of what was saved. Refuses
rules that nobody could play.
Start reading at `edit`.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField

from referee.engine.check import check_rules
from referee.engine.ruleset import RuleSet
from referee.rulebook import SYSTEM_IDS, compare, load_system
from referee.web import host
from referee.web.agreeing import Sheet
from referee.web.rulesets import (
    every_rules,
    find_rules,
    id_from,
    is_full,
    is_known,
    rules_or_404,
    save_rules,
    system_under,
    throw_rules,
)
from referee.web.speaking import language, say
from referee.wording import agreements, problems

pages = Blueprint("house_rules", __name__, url_prefix="/house-rules")

LONGEST_NAME: Final = 40
FIRST_SYSTEM: Final = "ratolibre"


class NameForm(FlaskForm):
    """The name under which rules are kept."""

    name = StringField()


@pages.app_template_global("switch_name")
def switch_name(switch: str) -> str:
    """A switch by name, for a label."""
    name = agreements.switch_name(switch, language())
    return name[:1].upper() + name[1:]


@pages.app_template_global("switch_help")
def switch_help(switch: str) -> str:
    """One sentence: what a switch decides."""
    return agreements.switch_help(switch, language())


@pages.route("", methods=["GET", "POST"])
def edit() -> str | Response:
    """The form, its changes read over before they are saved, and the saving, by the button that was pressed."""
    form, sheet, step = NameForm(), _sheet(), request.form.get("step")
    if request.form.get("press") == "add-round":
        sheet.add_round(request.form.get("another", "").strip() or request.form.get("another-known", ""))
    if step not in ("review", "save"):
        return _form(form, sheet)
    laid = sheet.laid()
    name = " ".join((form.name.data or "").split())
    data = {"extends": sheet.base.id, "id": id_from(name), "names": {language().split("-")[0]: name}, **laid}
    found, warnings = check_rules(data, load_system)
    loose = sheet.take_notes([note for note in found if note["path"] not in ("id", "names")])
    form.name.errors = _wrong_name(name)
    if form.name.errors or sheet.wrong or loose:
        return _form(form, sheet, loose)
    if step == "review":
        return render_template(
            "agreements/review.html", form=form, sheet=sheet, changes=changes(laid, sheet.base), name=name,
            warnings=problems.rules_notes(warnings, language()), sent=sent(), carried=carried(),
        )  # fmt: skip
    try:
        save_rules(data)
    except FileExistsError:
        form.name.errors = [say("agreements.wrong.name_taken")]
        return _form(form, sheet)
    back: dict[str, Any] = {**carried(), "system": data["id"]}
    return redirect(url_for("opening.names", **back), 303)


@pages.app_template_global("may_throw_rules")
def may_throw(rules: RuleSet) -> bool:
    """Whether who looks may delete these rules: saved ones, and where there is a host, the host alone."""
    return rules.id not in SYSTEM_IDS and (host.is_here() or not current_app.config["HOST_PASSWORD_HASH"])


@pages.route("/<system>/throw", methods=["GET", "POST"])
def throw(system: str) -> str | Response:
    """Whether to delete saved rules, with what they set; then the deleting."""
    rules = rules_or_404(system)
    if rules.id in SYSTEM_IDS:
        abort(404)
    if not may_throw(rules):
        abort(403)
    if request.method == "POST":
        throw_rules(rules)
        return redirect(url_for("rulebook.contents"), 303)
    base = system_under(rules)
    laid = {each.switch: each.other for each in compare(base, rules)}
    return render_template(
        "agreements/throw.html", form=FlaskForm(), rules=rules, base=base, changes=changes(laid, base)
    )


def _sheet() -> Sheet:
    """The switches over the system under the rules chosen, as they were sent, or as those rules have them."""
    chosen = request.values.get("on") or request.values.get("system")
    shown = find_rules(chosen) if chosen and is_known(chosen) else load_system(FIRST_SYSTEM)
    sent_already = request.method == "POST" and "s-ace" in request.form
    return Sheet(system_under(shown), shown, request.form if sent_already else None)


def _form(form: NameForm, sheet: Sheet, loose: list[str] | None = None) -> str:
    return render_template(
        "agreements/edit.html", form=form, sheet=sheet, loose=loose or [], systems=every_rules(), carried=carried(),
        longest=LONGEST_NAME,
    )  # fmt: skip


def _wrong_name(name: str) -> list[str]:
    """What is wrong with a name for saved rules."""
    if not id_from(name) or len(name) > LONGEST_NAME or not name.isprintable():
        return [say("agreements.wrong.name", most=LONGEST_NAME)]
    if is_known(id_from(name)):
        return [say("agreements.wrong.name_taken")]
    return [say("agreements.wrong.full")] if is_full() else []


def changes(laid: dict[str, Any], base: RuleSet) -> list[tuple[str, str, str]]:
    """The switches that were set, in words: name, what it was, what it becomes."""
    lang = language()
    return [
        (
            agreements.switch_name(switch, lang),
            agreements.switch_value(switch, agreements.value_of(base, switch), base, lang),
            agreements.switch_value(switch, value, base, lang),
        )
        for switch, value in laid.items()
    ]


def sent() -> list[tuple[str, str]]:
    """The switches as they were sent, to be sent again."""
    own = ("s-", "round-", "closes", "dealt", "long-", "points-", "on", "name", "reason")
    return [
        (key, text)
        for key, text in request.form.items(multi=True)
        if key.startswith(own) and not key.startswith("names-")
    ]


def carried() -> dict[str, str]:
    """The names typed where a match is started: they come back there."""
    return {key: text[:80] for key, text in request.values.items() if key.startswith("names-") and text}
