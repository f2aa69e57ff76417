"""The version check."""

from __future__ import annotations

import re

from tests.web.conftest import Person


def tag_of(page: str) -> str:
    found = re.search(r'data-live-tag="([^"]+)"', page)
    assert found
    return found[1].replace("&#34;", '"')


def test_it_works(person: Person) -> None:
    table = person.start().table
    tag = tag_of(person.page)
    same = person.client.get(f"{table}version", headers={"If-None-Match": tag})
    assert (same.status_code, same.get_data()) == (304, b"")
    person.close(0, p1="25", p2="40")
    after = person.client.get(f"{table}version", headers={"If-None-Match": tag})
    assert after.status_code == 200
    assert after.headers["ETag"] == tag_of(person.page) != tag


def test_a_look_key_may_ask(person: Person, another: Person) -> None:
    person.start().open(f"{person.table}share?link=look")
    look = re.search(r"/m/[\w-]{22}/", person.text)
    assert look
    assert another.open(f"{look[0]}version").status == 200


def test_an_unknown_key_is_none(person: Person) -> None:
    assert person.open(f"/m/{'x' * 22}/version").status == 404


def test_the_answer_is_asked_for_every_time(person: Person) -> None:
    person.start()
    answer = person.client.get(f"{person.table}version")
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_page_that_follows_the_match_has_its_parts(person: Person) -> None:
    """What the script swaps is there, once, on a page that names the version check."""
    table = person.start().table
    person.send_seat(0)
    for address in (table, f"{table}hand"):
        person.open(address)
        assert "data-live-url=" in person.page
        names = re.findall(r'data-live="(\w+)"', person.page)
        assert names
        assert len(names) == len(set(names))
