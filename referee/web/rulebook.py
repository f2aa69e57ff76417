"""The rulebook: each system on a page that can be read and printed, and two of them side by side."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from referee.rulebook import compare
from referee.web.book import book_of
from referee.web.rulesets import every_rules, is_known, rules_or_404
from referee.web.speaking import language
from referee.wording import agreements

pages = Blueprint("rulebook", __name__, url_prefix="/rules")


@pages.get("")
def contents() -> str:
    """Every system, and the rule sets saved here."""
    return render_template("rulebook/contents.html", systems=every_rules())


@pages.get("/<system>")
def show(system: str) -> str:
    """A system whole: contracts, melds, jokers, turn, points, and every ruling code."""
    return render_template("rulebook/book.html", **book_of(rules_or_404(system)))


@pages.get("/compare")
def side_by_side() -> str:
    """Two systems switch by switch: where they differ, and how often they agree."""
    systems = every_rules()
    one, other = (
        rules_or_404(request.args[name]) if is_known(request.args.get(name)) else systems[place]
        for place, name in enumerate(("one", "other"))
    )
    lines = [_line(each, one, other) for each in compare(one, other)]
    return render_template("rulebook/compare.html", systems=systems, one=one, other=other, lines=lines)


def _line(difference: Any, one: Any, other: Any) -> tuple[str, str, str, str]:
    lang = language()
    return (
        difference.switch,
        agreements.switch_name(difference.switch, lang),
        agreements.switch_value(difference.switch, difference.one, one, lang),
        agreements.switch_value(difference.switch, difference.other, other, lang),
    )
