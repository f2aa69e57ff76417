"""A few hundred made-up requests, and every text a person can enter, looked for in every page and export."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from PIL import Image
from werkzeug.test import TestResponse

from referee import store
from referee.engine.match import Draft, Kind, fold, pin
from referee.rulebook import load_folder
from referee.web import exports_picture
from tests.fuzz.house import PASSWORD
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
    folder = Path(fuzz.app.instance_path) / "rulebook"
    folder.mkdir(exist_ok=True)
    own = {"extends": "ratolibre", "id": "own", "names": {"es": text, "en": text}}
    (folder / "own.toml").write_text(tomli_w.dumps(own), "utf-8")
    (folder / "broken.toml").write_text(tomli_w.dumps(own | {"id": text, "ace": text, text: text}), "utf-8")
    cards = {"ask": "meld", "system": "own", "cards": "9s 9d 9c"}
    ruled = {"question": cards, "code": "ok", "fingerprint": text, "round": 1, "legal": True}
    with fuzz.app.app_context():
        opening = {"players": [name, "Ana"], "rules": pin(load_folder(folder).rules["own"]), "dealer": 0}
        opened = store.open_match(Draft(Kind.OPENED, opening), by=text)
        assert isinstance(opened, tuple), name
        match, key = opened
        deed = [
            Draft(Kind.RULED, ruled),
            Draft(Kind.PLAYER_JOINED, {"name": name[::-1], "how": "zero"}),
            Draft(Kind.RULE_AGREED, {"changes": {"ties": "rounds-won"}, "reason": text}),
            Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 12, "typed": text}),
            Draft(Kind.CORRECTED, {"round": 1, "player": 1, "old": 12, "new": 13, "note": text}),
            Draft(Kind.COUNTED, {"round": 1, "player": 2, "points": 5}),
            Draft(Kind.BONUS, {"round": 1, "player": 0, "points": -10, "note": text}),
            Draft(Kind.WENT_OUT, {"round": 1, "player": 0}),
            Draft(Kind.ROUND_CLOSED, {"round": 1}),
        ]
        assert isinstance(done := store.append(match, deed, 1, by=text), store.Written), done
        assert not fold(store.entries_of(match)).ignored
        store.keep_photo(match, np.full((60, 80, 3), 90, np.uint8), {"width": 80, "height": 60, "cards": []})
        store.mark([(text, [(match, 0)])])
    fuzz.keys.append(key)
    fuzz.browser.set_cookie("mesas", key)
    # The host is shown more than others.
    assert fuzz.browser.post("/host", data={"password": PASSWORD}).status_code == 303
    return key


ELSEWHERE = {"static", "metrics.show", "shell.certificate", "players.duel",
             "questions.waiting", "disputes.waiting", "photos.waiting"}  # fmt: skip
"""Answers without anybody's text, two people where there is one, waiting for photos that nobody sent."""


def _answers(fuzz: Fuzz, key: str) -> Iterator[tuple[str, TestResponse]]:
    """By address, the answer of every page that there is."""
    [person] = set(re.findall(r'href="/players/(p\w+)"', fuzz.browser.get("/players").text))
    parts = {"key": key, "who": person, "ask": "meld", "system": "own", "player": 1, "photo": 1, "number": 1}
    for rule in fuzz.rules:
        if "GET" not in (rule.methods or ()) or rule.endpoint in ELSEWHERE:
            continue
        values = parts | ({"number": 2} if rule.endpoint == "rulings.show" else {})
        address = fuzz.app.url_map.bind("localhost").build(
            rule.endpoint, {name: values[name] for name in rule.arguments}
        )
        answer = fuzz.browser.get(f"{address}?step=show&player=1")
        assert answer.status_code in (200, 303), address
        yield address, answer


@pytest.mark.parametrize("text", [script for script in SCRIPTS if "{" not in script])
def test_what_people_enter_is_shown_escaped_everywhere(fuzz: Fuzz, text: str) -> None:
    kinds = set()
    for address, answer in _answers(fuzz, _entered(fuzz, text)):
        kinds.add(answer.mimetype)
        assert answer.headers["X-Content-Type-Options"] == "nosniff", address
        if answer.mimetype == "text/html":
            assert echoed(answer.text) is None, (address, echoed(answer.text))
        elif answer.mimetype == "image/svg+xml":
            _is_plain_drawing(answer.data)
        elif answer.mimetype == "image/png":
            _is_only_picture(answer.data)
        answer.close()
    assert kinds >= {"text/html", "image/svg+xml", "image/png", "image/jpeg", "text/csv", "application/json"}


def _is_plain_drawing(drawn: bytes) -> None:
    """Well-formed, of shapes and words alone: nothing that would run, load or lead anywhere."""
    for each in ElementTree.fromstring(drawn).iter():
        assert each.tag.removeprefix("{http://www.w3.org/2000/svg}") in {"svg", "title", "g", "path", "text"}
        assert not [name for name in each.attrib if name.startswith("on") or name.endswith(("href", "style"))]
        assert "url(" not in "".join(each.attrib.values())


def _is_only_picture(png: bytes) -> None:
    """Nothing beside the pixels: no words for whoever reads them from the file."""
    picture = Image.open(io.BytesIO(png))
    picture.load()
    assert picture.info == {}
    assert picture.width == exports_picture.WIDTH
    assert picture.height < 4 * exports_picture.WIDTH
    assert set(_chunks(png)) <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def _chunks(png: bytes) -> Iterator[bytes]:
    """The names of a PNG's parts."""
    at = 8
    while at < len(png):
        yield png[at + 4 : at + 8]
        at += 12 + int.from_bytes(png[at : at + 4], "big")


@pytest.mark.parametrize("name", ["\u202eInés", "a\ufffeb", "Ana\u2028Beto", "👩‍🌾", "ّّّّّّّّّّ", "W" * 20, "﷽" * 20])
def test_no_name_spoils_a_picture(fuzz: Fuzz, name: str) -> None:
    key = _entered(fuzz, name)
    _is_plain_drawing(fuzz.browser.get(f"/m/{key}/history/chart.svg").data)
    _is_only_picture(fuzz.browser.get(f"/m/{key}/export/table.png").data)


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
