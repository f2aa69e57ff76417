"""Who may open what: one line for every route and method of the application.

`test_routes` holds the application's own URL map against these lines, so a new page
without a decision fails there. Start reading at `DECISIONS`.
"""

from __future__ import annotations

from typing import Final

ANYONE: Final = "anyone"
"""Needs no key and shows no match but those whose keys this browser sends."""

LOOK: Final = "look"
"""Any good key of the match."""

WRITE: Final = "write"
"""A key of the match that may write, the guests' among them; 403 for a look key."""

OWNER: Final = "owner"
"""The write key of who opened the match."""

MINE: Final = "mine"
"""A browser that remembers a good key of the match; 404 for others. To say who is who, the keys of all
the matches that this is about must write: see tests/web/test_players.py."""

HOST: Final = "host"
"""The host of an instance that has one; 403 for others. Without a host, anyone."""

BIN: Final = "bin"
"""The write key of who opened a match which lies in the bin; 404 for others."""

TOKEN: Final = "token"
"""A program that knows the metrics' token; 404 for others."""

DECISIONS: Final = {
    ANYONE: """
        GET  static
        GET  home.show
        GET  shell.manifest
        GET  shell.service_worker
        GET  shell.offline
        GET  shell.phone
        GET  shell.certificate
        GET  health.show
        GET  health.ready
        GET  host.show
        POST host.enter
        POST host.leave
        GET  settings.show
        POST settings.keep
        GET  opening.names
        POST opening.names
        POST opening.start
        GET  opening.summary
        POST api.rule
        GET  questions.start
        GET  questions.choose
        GET  questions.form
        GET  questions.ruling
        POST questions.photo
        GET  questions.waiting
        GET  rulebook.contents
        GET  rulebook.show
        GET  rulebook.side_by_side
        GET  house_rules.edit
        POST house_rules.edit
        GET  imports.show
        POST imports.take
        GET  players.show
        GET  bin.show
        """,
    LOOK: """
        GET  table.show
        GET  live.version
        GET  people.show
        GET  rounds.show
        GET  history.round_
        GET  rulings.show
        GET  photos.picture
        GET  disputes.choose
        GET  disputes.form
        GET  disputes.ruling
        GET  disputes.waiting
        GET  agreements.sheet
        GET  agreements.book
        GET  exports.show
        GET  exports.notebook
        GET  exports.picture
        GET  exports.spreadsheet
        GET  exports.text
        GET  exports.sheet
        GET  review.show
        GET  review.cell
        GET  review.chart
        GET  review.picture
        GET  review.rulings
        GET  review_log.show
        GET  sharing.show
        """,
    WRITE: """
        GET  laydown.who
        GET  laydown.form
        POST laydown.form
        GET  closing.show
        POST closing.show
        GET  photos.confirm
        GET  photos.waiting
        GET  melds.touch
        POST melds.touch
        GET  people.one
        POST people.one
        GET  people.join
        POST people.join
        GET  people.seats
        POST people.seats
        POST people.leave
        GET  rounds.points
        POST rounds.points
        GET  rounds.dealer
        POST rounds.dealer
        GET  rounds.add
        POST rounds.add
        GET  rounds.skip
        POST rounds.skip
        POST settling.settle
        GET  history.correct
        POST history.correct
        GET  history.undo
        POST history.undo
        GET  ending.ask
        POST ending.finish
        POST ending.reopen
        POST ending.rematch
        GET  agreements.change
        POST agreements.change
        POST disputes.photo
        POST disputes.judge
        GET  seat.pick
        POST seat.sit
        GET  seat.mine
        GET  seat.hand
        POST seat.hand
        POST review_log.undo
        """,
    OWNER: """
        POST sharing.renew
        GET  throwing.ask
        POST throwing.throw
        """,
    MINE: """
        GET  players.one
        GET  players.ask
        GET  players.duel
        POST players.same
        POST players.apart
        """,
    HOST: """
        GET  house_rules.throw
        POST house_rules.throw
        """,
    BIN: """
        POST bin.bring_back
        """,
    TOKEN: """
        GET  metrics.show
        """,
}


def decisions() -> dict[tuple[str, str], str]:
    """By method and endpoint, who may; ValueError for one that is decided twice."""
    found: dict[tuple[str, str], str] = {}
    for who, lines in DECISIONS.items():
        for line in lines.split("\n"):
            if line.strip():
                method, endpoint = line.split()
                if (method, endpoint) in found:
                    raise ValueError(f"decided twice: {line.strip()}")
                found[method, endpoint] = who
    return found
