"""A few hundred made-up requests, and every text a person can enter, looked for in every page and export."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings

from referee import store
from referee.engine.match import Draft, Kind, pin
from referee.rulebook import load_system
from tests.fuzz.requests import Asked, Fuzz, requests
from tests.fuzz.texts import FORMULAS, SCRIPTS, echoed

# pygal's old way of importing its plugins is met by whatever a request is the first to import.
pytestmark = pytest.mark.filterwarnings("ignore:PluginImportFixer:ImportWarning")


def test_no_request_brings_the_house_down(fuzz: Fuzz) -> None:
    @settings(max_examples=300, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(requests())
    def send(asked: Asked) -> None:
        if sum(fuzz.statuses.values()) % 100 == 99:
            fuzz.fresh()
        fuzz.send(asked)

    send()
    assert fuzz.statuses[200] > 30, fuzz.statuses


@pytest.mark.parametrize(
    "page", [f"<p>{SCRIPTS[0]}</p>", f'<a title="{SCRIPTS[1]}">', "<a href='javascript:zzq()'>", "<p><b>zzq</p>"]
)
def test_the_net_catches_what_would_run(page: str) -> None:
    assert echoed(page) is not None
    assert (
        echoed('<p>&lt;script&gt;zzq()&lt;/script&gt;</p><input value="&#34;&gt;&lt;img onerror=zzq()&gt;">')
        is None
    )


def _entered(fuzz: Fuzz, text: str) -> str:
    """A match in which this text stands wherever a person can put one; its write key."""
    name = text[:20].strip() or "x"
    with fuzz.app.app_context():
        opening = {"players": [name, "Ana"], "rules": pin(load_system("ratolibre")), "dealer": 0}
        opened = store.open_match(Draft(Kind.OPENED, opening), by=text)
        assert isinstance(opened, tuple), name
        match, key = opened
        deed = [
            Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 12, "typed": text}),
            Draft(Kind.CORRECTED, {"round": 1, "player": 1, "old": 12, "new": 13, "note": text}),
            Draft(Kind.WENT_OUT, {"round": 1, "player": 0}),
            Draft(Kind.ROUND_CLOSED, {"round": 1}),
        ]
        assert isinstance(store.append(match, deed, 1, by=text), store.Written)
    fuzz.keys.append(key)
    fuzz.browser.set_cookie("mesas", key)
    return key


PAGES = ("", "history", "rounds/1", "review", "review/log", "review/chart", "review/chart.svg", "review/cell/1/1",
         "export", "sheet", "share", "close", "laydown", "laydown/0", "undo", "finish", "rules", "agreement", "ask",
         "ask/meld", "seat", "rounds/1/1", "throw")  # fmt: skip


@pytest.mark.parametrize("text", [script for script in SCRIPTS if "{" not in script])
def test_what_people_enter_is_shown_escaped_everywhere(fuzz: Fuzz, text: str) -> None:
    key = _entered(fuzz, text)
    addresses = [f"/m/{key}/{page}" for page in PAGES] + ["/", "/players", "/bin", "/new"]
    for address in addresses:
        answer = fuzz.browser.get(address)
        assert answer.status_code < 500, address
        assert echoed(answer.text) is None, (address, echoed(answer.text))


@pytest.mark.parametrize("text", [text.strip("\t\r") for text in FORMULAS])
def test_no_spreadsheet_computes_what_people_enter(fuzz: Fuzz, text: str) -> None:
    key = _entered(fuzz, text)
    answer = fuzz.browser.get(f"/m/{key}/export/table.csv")
    assert answer.status_code == 200
    page = answer.get_data().decode("utf-8-sig")
    cells = [
        cell for separator in ";,\t" for row in csv.reader(io.StringIO(page), delimiter=separator) for cell in row
    ]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
    assert not [cell for cell in cells if cell.startswith("-") and not cell[1:].isdecimal()]
