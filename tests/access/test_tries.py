"""Wrong keys and passwords are slowed; good keys, and phones that hold one taken back, are not."""

from __future__ import annotations

from flask import Flask

from referee import store
from tests.access.conftest import OURS, PASSWORD, Door


def test_who_guesses_keys_is_stopped_and_others_are_not(app: Flask, door: Door) -> None:
    app.config["LIMIT_TRIES"] = "5/minute"
    guesser, player = door.visitor("none"), door.visitor("owner")
    tried = [guesser.ask("GET", f"/m/{n:022d}/")[0] for n in range(7)]
    assert tried == [404] * 5 + [429] * 2
    answer = guesser.browser.get(f"/m/{door.key}/")
    assert answer.status_code == 429, "even a good guess must not be told from a bad one"
    assert int(answer.headers["Retry-After"]) > 0
    elsewhere = player.browser.get(f"/m/{door.key}/", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 200


def test_a_phone_with_a_key_taken_back_is_no_guesser(app: Flask, door: Door) -> None:
    app.config["LIMIT_TRIES"] = "5/minute"
    guest, owner = door.visitor("revoked"), door.visitor("owner")
    assert {guest.ask("GET", f"/m/{guest.key}/version")[0] for _ in range(9)} == {404}
    assert owner.ask("GET", f"/m/{door.key}/")[0] == 200


def test_one_house_of_the_new_addresses_counts_as_one(app: Flask, door: Door) -> None:
    app.config["LIMIT_TRIES"] = "3/minute"
    browser = door.visitor("none").browser
    tried = [
        browser.get(f"/m/{n:022d}/", environ_base={"REMOTE_ADDR": f"2001:db8::{n + 1:x}"}).status_code
        for n in range(4)
    ]
    assert tried == [404, 404, 404, 429]


def test_new_matches_are_bounded(app: Flask, door: Door) -> None:
    app.config["LIMIT_MATCHES"] = "2/minute"
    visitor = door.visitor("none")
    assert [visitor.ask("POST", "/new/start")[0] for _ in range(3)] == [200, 200, 429]


def test_a_counter_out_of_reach_stops_nobody(app: Flask, door: Door) -> None:
    class Broken:
        def test(self, *_: object) -> bool:
            raise ConnectionError("no counter")

        hit = test

    app.config["LIMIT_TRIES"] = "5/minute"
    app.extensions["referee.limits"] = Broken()
    assert door.visitor("owner").ask("GET", f"/m/{door.key}/")[0] == 200


def test_the_host_sees_every_match_and_writes_in_none(app: Flask, door: Door) -> None:
    host = door.visitor("none")
    assert OURS[0] not in host.ask("GET", "/")[1]
    assert host.ask("POST", "/host", {"password": "wrong"})[0] == 422
    assert host.ask("POST", "/host", {"password": PASSWORD})[0] == 303
    page = host.ask("GET", "/")[1]
    assert OURS[0] in page
    keys = {part[:22] for part in page.split('href="/m/')[1:]}
    with app.app_context():
        roles = {access.role for key in keys if (access := store.find_access(key))}
    assert roles == {"look"}
    assert host.ask("GET", "/")[1].count('href="/m/') == page.count('href="/m/')
    assert host.ask("POST", "/host/leave")[0] == 303
    host.browser.delete_cookie("mesas")
    assert OURS[0] not in host.ask("GET", "/")[1]


def test_passwords_are_not_tried_without_end(app: Flask, door: Door) -> None:
    app.config["LIMIT_PASSWORDS"] = "3/minute"
    visitor = door.visitor("none")
    tried = [visitor.ask("POST", "/host", {"password": f"wrong {n}"})[0] for n in range(4)]
    assert tried == [422, 422, 422, 429]
    assert visitor.ask("POST", "/host", {"password": PASSWORD})[0] == 429


def test_without_a_password_there_is_no_host(app: Flask, door: Door) -> None:
    app.config["HOST_PASSWORD_HASH"] = ""
    visitor = door.visitor("none")
    assert visitor.ask("GET", "/host")[0] == 404
    assert visitor.ask("POST", "/host", {"password": ""})[0] == 404
