"""All pages of the house, each with where it stands in the prepared night.

Owns the list, and the proof that it is whole: an address that shows a page and has no
screen here fails `unseen`. Start reading at `SCREENS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from flask import Flask
from playwright.sync_api import Page

from tests.screens.night import HOST_PASSWORD, SAVED, Night

NOT_PAGES: Final = frozenset({
    "static", "shell.service_worker", "shell.manifest", "shell.certificate", "live.version",
    "photos.picture", "review.picture",
    "exports.notebook", "exports.text", "exports.spreadsheet", "exports.picture",
    "seat.mine",  # leads on to seat.hand
    "health.ready", "metrics.show",  # for machines
})  # fmt: skip
"""Addresses that show no page."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A page as somebody sees it: its endpoint, its address in the night, and what is done there first.

    `main` pages are also photographed narrow, with large text and in landscape.
    """

    name: str
    endpoint: str
    at: Callable[[Night], str]
    act: Callable[[Page], None] | None = None
    main: bool = False


def _in(path: str) -> Callable[[Night], str]:
    """In the main match; `{legal}` and the like stand for the night's numbers."""
    return lambda night: night.table + path.format(night=night)


def _at(path: str) -> Callable[[Night], str]:
    return lambda night: path.format(night=night)


def _fills(button: str, **fields: str) -> Callable[[Page], None]:
    """Fill fields (`meld__0` stands for `meld-0`) and press a button of the actions."""

    def act(page: Page) -> None:
        for name, text in fields.items():
            page.fill(f"[name={name.replace('__', '-')}]", text)
        with page.expect_navigation(wait_until="load"):
            page.locator(button).first.click()

    return act


def _review_rules(page: Page) -> None:
    page.select_option("[name=s-ace]", index=1)
    if page.locator("[name=reason]").count():
        page.fill("[name=reason]", "así jugamos en la playa")
    else:
        page.fill("[name=name]", "Los de la playa")
    with page.expect_navigation(wait_until="load"):
        page.locator(".actions .main").click()


def _as_host(path: str) -> Callable[[Page], None]:
    """Come in as the host, and open a page."""

    def act(page: Page) -> None:
        page.fill("[name=password]", HOST_PASSWORD)
        with page.expect_navigation(wait_until="load"):
            page.press("[name=password]", "Enter")
        page.goto(urljoin(page.url, path), wait_until="load")

    return act


def _typed(page: Page) -> None:
    """Hands typed and tapped, not yet sent."""
    page.check("[name=out][value='0']", force=True)
    page.fill("[name=hand-1]", "K K 7 JK")
    page.fill("[name=hand-2]", "10+15+8")
    page.fill("[name=hand-5]", "A A 2 3 4 5 JK JK Q J 10 9")


def _names(page: Page) -> None:
    for place, name in enumerate(("Inés", "Ñato", "María José")):
        page.fill(f"[name=names-{place}]", name)
    with page.expect_navigation(wait_until="load"):
        page.locator(".actions .main").click()


SHOW: Final = ".actions .main"
MELDS: Final = "player=3&meld-0=8♠+8♦+8♥&meld-1=5♣+6♣+7♣+8♣&meld-2=10♦+JK+Q♦+K♦"

SCREENS: Final = (
    Screen("home", "home.show", _at("/"), main=True),
    Screen("new", "opening.names", _at("/new"), main=True),
    Screen("new-rules", "opening.names", _at("/new"), _names),
    Screen("new-summary", "opening.summary", _at("/new/rules/ratolibre")),
    Screen("house-rules", "house_rules.edit", _at("/house-rules?on=ratolibre"), main=True),
    Screen("house-rules-review", "house_rules.edit", _at("/house-rules?on=ratolibre"), _review_rules),
    Screen("house-rules-throw", "house_rules.throw", _at("/host"), _as_host(f"/house-rules/{SAVED}/throw")),
    Screen("settings", "settings.show", _at("/settings")),
    Screen("import", "imports.show", _at("/import")),
    Screen("bin", "bin.show", _at("/bin")),
    Screen("phone", "shell.phone", _at("/phone")),
    Screen("offline", "shell.offline", _at("/offline")),
    Screen("error", "home.show", _at("/no-such-page")),
    Screen("health", "health.show", _at("/health")),
    Screen("host", "host.show", _at("/host")),
    Screen("table", "table.show", _in(""), main=True),
    Screen("table-fresh", "table.show", lambda night: night.fresh),
    Screen("table-twelve", "table.show", lambda night: night.twelve, main=True),
    Screen("table-look", "table.show", lambda night: night.look),
    Screen("table-naipe", "table.show", lambda night: night.naipe),
    Screen("table-done", "table.show", lambda night: night.done, main=True),
    Screen("laydown-who", "laydown.who", _in("laydown")),
    Screen("laydown", "laydown.form", _in("laydown/3"), main=True),
    Screen("laydown-naipe", "laydown.form", lambda night: f"{night.naipe}laydown/1"),
    Screen("laydown-sure", "laydown.form", _in("laydown/3"),
           _fills(SHOW, meld__0="8♠ 8♦ JK", meld__1="5♣ 6♣ 7♣ 8♣", meld__2="10♦ J♦ Q♦ K♦")),
    Screen("melds", "melds.touch", _in("melds/1"), main=True),
    Screen("melds-sure", "melds.touch", _in("melds/1"), _fills(SHOW, cards="8♥")),
    Screen("photo", "photos.confirm", _in("photos/{night.photo}?purpose=hand&player=3"), main=True),
    Screen("photo-edit", "photos.confirm", _in("photos/{night.photo}?purpose=laydown&player=3&edit=3")),
    Screen("photo-waits", "photos.waiting", _in("photos/waiting/{night.match}")),
    Screen("close", "closing.show", _in("close"), _typed, main=True),
    Screen("close-twelve", "closing.show", lambda night: f"{night.twelve}close", main=True),
    Screen("close-naipe", "closing.show", lambda night: f"{night.naipe}close"),
    Screen("close-asked", "closing.show", lambda night: f"{night.fresh}close",
           _fills(SHOW, hand__1="1", hand__2="25")),
    Screen("hand", "seat.hand", _in("hand/6/3"), main=True),
    Screen("seat", "seat.pick", lambda night: f"{night.guest}seat"),
    Screen("share", "sharing.show", _in("share"), main=True),
    Screen("share-look", "sharing.show", _in("share?link=look")),
    Screen("ask", "disputes.choose", _in("ask"), main=True),
    Screen("ask-form", "disputes.form", _in("ask/laydown"), main=True),
    Screen("ask-layoff", "disputes.form", _in("ask/layoff")),
    Screen("ask-score", "disputes.form", _in("ask/score")),
    Screen("ask-sure", "disputes.form", _in(f"ask/laydown?step=show&{MELDS}")),
    Screen("ask-waits", "disputes.waiting", _in("ask/laydown/photo/{night.match}")),
    Screen("ask-ruling", "disputes.ruling", lambda night: f"{night.look}ask/meld/ruling?cards=9♠+9♦+8♥&step=judge"),
    Screen("ruling-yes", "rulings.show", _in("rulings/{night.legal}"), main=True),
    Screen("ruling-no", "rulings.show", _in("rulings/{night.illegal}"), main=True),
    Screen("ask-free", "questions.start", _at("/ask")),
    Screen("ask-free-choose", "questions.choose", _at("/ask/chile")),
    Screen("ask-free-form", "questions.form", _at("/ask/chile/meld")),
    Screen("ask-free-ruling", "questions.ruling", _at("/ask/chile/meld/ruling?cards=9♠+9♦+8♥")),
    Screen("ask-free-waits", "questions.waiting", _at("/ask/chile/meld/photo/0")),
    Screen("rounds", "rounds.show", _in("round")),
    Screen("round-add", "rounds.add", _in("round/add")),
    Screen("round-dealer", "rounds.dealer", _in("round/dealer")),
    Screen("round-points", "rounds.points", _in("round/points")),
    Screen("round-skip", "rounds.skip", _in("round/skip")),
    Screen("people", "people.show", _in("people"), main=True),
    Screen("people-one", "people.one", _in("people/5")),
    Screen("people-join", "people.join", _in("people/join")),
    Screen("people-seats", "people.seats", _in("people/seats")),
    Screen("history", "review.show", _in("history"), main=True),
    Screen("history-twelve", "review.show", lambda night: f"{night.twelve}history"),
    Screen("history-cell", "review.cell", _in("history/5/1")),
    Screen("history-chart", "review.chart", _in("history/chart"), main=True),
    Screen("history-log", "review_log.show", _in("history/log"), main=True),
    Screen("history-rulings", "review.rulings", _in("history/rulings")),
    Screen("round", "history.round_", _in("rounds/5")),
    Screen("correct", "history.correct", _in("rounds/2/2")),
    Screen("undo", "history.undo", _in("undo")),
    Screen("agreement", "agreements.sheet", _in("agreement")),
    Screen("agreement-change", "agreements.change", _in("agreement/change")),
    Screen("agreement-review", "agreements.change", _in("agreement/change"), _review_rules),
    Screen("match-rules", "agreements.book", _in("rules")),
    Screen("export", "exports.show", _in("export")),
    Screen("sheet", "exports.sheet", _in("sheet")),
    Screen("finish", "ending.ask", _in("finish")),
    Screen("throw", "throwing.ask", _in("throw")),
    Screen("rulebook", "rulebook.contents", _at("/rules")),
    Screen("rulebook-system", "rulebook.show", _at("/rules/chile")),
    Screen("rulebook-compare", "rulebook.side_by_side", _at("/rules/compare")),
    Screen("players", "players.show", _at("/players")),
    Screen("player", "players.one", _at("/players/{night.person}")),
    Screen("player-duel", "players.duel", _at("/players/{night.person}/{night.other}")),
    Screen("player-who", "players.ask", _at("/players/{night.person}/who")),
)  # fmt: skip


def unseen(app: Flask) -> list[str]:
    """Addresses that answer a GET with a page and have no screen in the list."""
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    return sorted(pages - NOT_PAGES - {screen.endpoint for screen in SCREENS})
