"""Sharing a match: look and write links, and taking the write link back."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from tests.web.conftest import Person


def link(person: Person, role: str) -> str:
    """The address under the QR code, as a path of this house."""
    table = person.table
    person.open(f"{table}share?link={role}")
    found = re.search(r'<figcaption[^>]*><a href="http://[^/"]+([^"]+)"', person.page)
    assert found
    person.at = table
    return found[1]


def test_it_works(person: Person, another: Person) -> None:
    person.start()
    another.open(link(person, "write"))
    assert "¿Quién eres?" in another.text
    another.send("seat", player="2")
    assert "María José" in another.text
    another.close(0, p1="25", p2="40")
    person.open(person.table)
    assert "Ronda 2 de 9" in person.text


def test_the_look_link_shows_the_score_and_changes_nothing(person: Person, another: Person) -> None:
    person.start()
    person.close(0, p1="25", p2="40")
    look = link(person, "look")
    another.open(look)
    assert "40" in another.text
    assert "Cerrar la ronda" not in another.text
    for page in ("close", "hand", "seat", "undo"):
        assert another.open(f"{look}{page}").status == 403
    another.open(look + "share")
    assert "Para anotar" not in another.text
    assert look in another.page


def scanned(svg: str) -> str:
    """What a camera reads from a QR code drawn as one line of strokes."""
    size = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])  # type: ignore[index]
    strokes = re.search(r' d="([^"]+)"', svg)[1]  # type: ignore[index]
    pixels = np.full((size, size), 255, np.uint8)
    x = y = 0.0
    for step, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", strokes):
        if step == "M":
            x, y = float(first), float(second)
        elif step == "m":
            x, y = x + float(first), y + float(second)
        else:
            pixels[int(y), int(x) : int(x + float(first))] = 0
            x += float(first)
    seen = cv2.resize(np.pad(pixels, 2, constant_values=255), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(seen)[0]


@pytest.mark.parametrize("role", ["write", "look"])
def test_a_camera_reads_the_address_under_the_code(person: Person, role: str) -> None:
    person.start()
    address = link(person, role)
    svg = person.page.partition('class="qr"')[2].partition("</svg>")[0]
    assert "style=" not in svg
    assert scanned(svg).endswith(address)


def test_other_phones_are_not_sent_to_themselves(person: Person) -> None:
    person.start().open(f"{person.table}share")
    assert person.host == "localhost"
    assert "http://localhost" not in person.page.partition("<figcaption")[2]


def test_a_link_taken_back_is_dead_at_once(person: Person, another: Person) -> None:
    host = person.start().table
    old = link(person, "write")
    another.open(old)
    another.send("seat", player="1")
    guest = another.table
    another.open(f"{guest}close")
    person.open(f"{host}share?link=write")
    person.send("renew")
    new = link(person, "write")
    assert new != old
    assert another.send("close", step="close", out="0", hand__1="25", hand__2="40").status == 404
    assert another.open(old).status == 404
    assert another.open(guest).status == 404
    assert another.open(new).status == 200
    assert person.open(host).status == 200
    assert "Ronda 1 de 9" in person.text


def test_taking_back_twice_from_one_page_takes_one_back(person: Person) -> None:
    person.start().open(f"{person.table}share?link=write")
    page = person.page
    person.send("renew")
    new = link(person, "write")
    person.open(f"{person.table}share?link=write")
    person.page = page
    person.send("renew")
    person.open(person.table)
    assert link(person, "write") == new


def test_a_guest_cannot_take_the_link_back(person: Person, another: Person) -> None:
    person.start()
    address = link(person, "write")
    another.open(address)
    another.send("seat", player="1")
    another.open(f"{another.table}share?link=write")
    assert "Quitar este enlace" not in another.text
    another.open(f"{another.table}seat")
    another.send("seat", address=f"{another.table}share/renew", turn="0")
    assert another.status == 403
    assert another.open(address).status == 200


def test_a_guest_cannot_throw_the_match_away(person: Person, another: Person) -> None:
    person.start()
    another.open(link(person, "write")).send("seat", player="1")
    assert another.open(f"{another.table}throw").status == 403
    another.at = "/"
    assert person.open(f"{person.table}throw").status == 200


def test_a_guest_hands_out_his_own_link_and_never_the_hosts(person: Person, another: Person) -> None:
    host = person.start().table
    another.open(link(person, "write"))
    another.send("seat", player="1")
    guest = another.table
    assert guest != host
    another.open(f"{guest}share?link=write")
    assert host not in another.page
    assert guest in another.page


def test_no_key_leaves_the_house(person: Person) -> None:
    person.start()
    for page in ("", "share", "seat", "close"):
        person.open(person.table + page)
        assert person.response is not None
        assert person.response.headers["Referrer-Policy"] == "same-origin"
        # Only the code's own address is whole, for other phones; everything else stays in this house.
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', person.page.partition("<figcaption")[0])


def test_no_key_is_logged(app: Flask, person: Person, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    table = person.start().table
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setitem(app.view_functions, "table.show", lambda: 1 / 0)
    assert person.open(table).status == 500
    assert "a page failed" in caplog.text
    assert table.split("/")[2] not in caplog.text
