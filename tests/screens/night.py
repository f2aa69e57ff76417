"""The night that is photographed: matches with long names, melds, rulings, photos, corrections, a late joiner.

Owns what lies in the archive before any page is opened. Start reading at `prepare`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import cv2
import numpy as np
from flask import Flask

from referee import store
from referee.engine.match import Kind
from referee.reading import Waiting
from referee.web.rulesets import save_rules
from tests.web.conftest import Person
from tests.web.matches import House

SEATED: Final = (
    "Inés", "Ñato", "María José", "Agustín Íñiguez", "Tía Güicha", "Maximiliano Ñancupil", "Begoña",
)  # fmt: skip
LATE: Final = "Óscar Núñez"
TWELVE: Final = (
    *SEATED, LATE, "Don Álvaro", "Wilhelmina Westerman", "Ío", "Sebastián Ñuñoa",
)  # fmt: skip
CARDS: Final = ("9s", "9d", "JK", "10h")
"""What the eye saw in the photo; it is unsure of the last one."""


SAVED: Final = "los-de-nunoa"
"""Rules that this house has saved."""
HOST_PASSWORD: Final = "solo para la foto"


@dataclass(frozen=True, slots=True)
class Night:
    """Addresses (with a slash at the end) and numbers of what was prepared, and the cookies of who prepared it."""

    match: int
    table: str
    look: str
    guest: str
    done: str
    naipe: str
    twelve: str
    fresh: str
    legal: int
    illegal: int
    photo: int
    person: str
    other: str
    cookies: tuple[tuple[str, str], ...]


class FullLine:
    """A line of photos in which somebody is always first; a ticket is the number of its match, 0 for none."""

    def take(self, photo: bytes, about: Mapping[str, Any]) -> str:
        return str(about["match"] or 0)

    def look(self, ticket: str) -> Waiting:
        return Waiting(2, {"match": int(ticket) or None, "fields": [], "then": {}})

    def wait(self, ticket: str, seconds: float) -> Waiting:
        return self.look(ticket)

    def waiting(self) -> int:
        return 3

    def close(self) -> None:
        """Nothing is being read."""


def photo_of_cards() -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """A stand-in for a photo of four cards on wood, and where each lies."""
    rows, columns = np.mgrid[0:600, 0:800]
    wood = 70 + 14 * np.sin(rows / 9 + np.sin(columns / 120) * 3)
    picture = np.dstack([wood * 0.55, wood * 0.85, wood * 1.2]).astype(np.uint8)
    seen = []
    for place, text in enumerate(CARDS):
        x, y = 70 + 170 * place, 190 + 14 * (place % 2)
        cv2.rectangle(picture, (x, y), (x + 140, y + 200), (228, 240, 248), -1)
        cv2.rectangle(picture, (x, y), (x + 140, y + 200), (150, 165, 175), 2)
        ink = (60, 30, 170) if text[-1] in "hd" else (35, 30, 30)
        cv2.putText(picture, text[:-1] if text != "JK" else "J", (x + 12, y + 46), 0, 1.3, ink, 3, cv2.LINE_AA)
        cv2.circle(picture, (x + 70, y + 115), 26, ink, -1, cv2.LINE_AA)
        sure = place < len(CARDS) - 1
        seen.append({
            "card": text if sure else None, "deck": 0 if sure else None,
            "guesses": [] if sure else [text, "9h", "8h"],
            "quad": [[x + 6, y + 8], [x + 52, y + 8], [x + 52, y + 60], [x + 6, y + 60]], "meld": 0,
        })  # fmt: skip
    return picture, {"width": 800, "height": 600, "cards": seen}


def _lay_down(person: Person, table: str, player: int, *melds: str) -> None:
    person.open(f"{table}laydown/{player}")
    while person.page.count('name="meld-') < len(melds):
        person.send("melds", press="more")
    person.send("melds", step="show", **{f"meld__{place}": cards for place, cards in enumerate(melds)})
    person.send("sure", step="judge")
    assert "/rulings/" in person.at, person.text


def _ask(person: Person, table: str, asks: str, **typed: str) -> int:
    """A question asked at the table; the number of its ruling."""
    fields = {key.replace("__", "-"): value for key, value in typed.items()}
    person.open(f"{table}ask/{asks}?{urlencode({'step': 'show', **fields})}").send("sure")
    return int(re.search(r"/rulings/(\d+)$", person.at)[1])  # type: ignore[index]


def _link(person: Person, table: str, role: str) -> str:
    person.open(f"{table}share?link={role}")
    return re.search(r'<figcaption[^>]*><a href="http://[^/"]+(/m/[\w-]+/)', person.page)[1]  # type: ignore[index]


def _evening(house: House, person: Person, key: str) -> tuple[int, int, int]:
    """The main match: five rounds closed, the sixth open. Returns a legal and an illegal ruling, and the photo."""
    table = f"/m/{key}/"
    house.play(key, (0, 57, 33, 25, 12, 140, 8), (20, 0, 25, "K Q 7", 45, 30, "absent"))
    house.write(key, (Kind.PLAYER_JOINED, {"name": LATE, "how": "worst"}))
    house.play(key, (12, 30, 0, 18, 44, 61, 5, 22), (0, 5, 9, 71, 10, 20, 33, 15), first=3)
    house.write(key, (Kind.CORRECTED, {"round": 2, "player": 2, "old": 25, "new": 45, "note": "faltaba un as"}))
    house.write(key, (Kind.BONUS, {"round": 4, "player": 3, "points": -10, "note": "se fue de una"}))
    with house.app.app_context():
        picture, reading = photo_of_cards()
        photo = store.keep_photo(house.match(key), picture, reading).id
    counted = {"round": 5, "player": 1, "cards": "9 9 JK 10", "photo": photo}
    house.write(
        key,
        (Kind.COUNTED, counted),
        *((Kind.COUNTED, {"round": 5, "player": n, "points": 7 * n}) for n in (2, 3, 4, 5, 6)),
        (Kind.WENT_OUT, {"round": 5, "player": 0}),
        (Kind.ROUND_CLOSED, {"round": 5}),
        by="María José",
    )
    _lay_down(person, table, 1, "9p 9d comodín", "4c 5c comodín 7c", "9t 10t Jt Qt")
    _lay_down(person, table, 2, "Kt Kp Kd", "2d 3d 4d 5d", "6p 7p 8p 9p")
    legal = _ask(
        person, table, "laydown", player="3", meld__0="8p 8d 8c", meld__1="5t 6t 7t 8t", meld__2="10d Jd Qd Kd"
    )
    illegal = _ask(
        person, table, "laydown", player="4", meld__0="9p 9d 8c", meld__1="4c 5c 6c 7c", meld__2="Kp Ap 2p 3p"
    )
    _ask(person, table, "layoff", player="1", onto="1", cards="8c")
    return legal, illegal, photo


def _start(person: Person, names: tuple[str, ...], system: str = "ratolibre") -> str:
    return person.start(*names, system=system).table


def prepare(app: Flask) -> Night:
    """Play the night in this house's archive."""
    app.extensions["referee.readings"] = FullLine()
    house, person = House(app, csrf=True), Person(app.test_client())
    past = _start(person, SEATED[:5], "ratolibre-corta")
    rounds = ((0, 25, 40, 12, 9), (30, 0, 5, 12, 60), (0, 10, 22, 8, 31), (0, 71, 13, 50, 20))
    house.play(past.split("/")[2], *rounds)
    house.write(past.split("/")[2], (Kind.FINISHED, {}))
    naipe = _start(person, ("Inés", "Ñato", "Tía Güicha"), "naipe52")
    twelve = _start(person, TWELVE, "chile")
    house.play(twelve.split("/")[2], (0, 57, 33, 25, 12, 140, 8, 19, 77, 105, 3, 44))
    gone = _start(person, ("Ana", "Beto"))
    person.open(f"{gone}throw").send("throw")
    fresh = _start(person, ("Inés", "Ñato", "María José", "Begoña"))
    with app.app_context():
        save_rules({"extends": "ratolibre", "id": SAVED, "names": {"es": "Los de Ñuñoa"}, "ace": "around"})
    table = _start(person, SEATED)
    legal, illegal, photo = _evening(house, person, table.split("/")[2])
    person.open(f"{table}seat").send("seat", player="0")
    look, guest = _link(person, table, "look"), _link(person, table, "write")
    people = re.findall(r'href="/players/(\w+)"', person.open("/players").page)
    kept = person.client._cookies or {}
    cookies = tuple((cookie.key, cookie.value) for cookie in kept.values())
    return Night(
        match=house.match(table.split("/")[2]), table=table, look=look, guest=guest,
        done=past, naipe=naipe, twelve=twelve, fresh=fresh,
        legal=legal, illegal=illegal, photo=photo, person=people[0], other=people[1], cookies=cookies,
    )  # fmt: skip
