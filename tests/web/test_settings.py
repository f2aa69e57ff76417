"""Language and look."""

from __future__ import annotations

import pytest

from tests.web.conftest import Person


def test_it_works(person: Person) -> None:
    person.open("/settings?back=/new")
    assert "Idioma" in person.text
    person.send("settings", lang="en", theme="day")
    assert person.at == "/new"
    assert "Who is playing?" in person.text
    assert 'data-theme="day"' in person.page


@pytest.mark.parametrize(
    ("asked", "words"), [("es-CL,es;q=0.9", "Tus"), ("en-GB", "matches"), ("fr", "partidas"), ("", "partidas")]
)
def test_the_browsers_language_is_followed(person: Person, asked: str, words: str) -> None:
    person.lang = asked
    assert words in person.start().open("/").text


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_it_leads_nowhere_else(person: Person, back: str) -> None:
    person.open("/settings", query_string={"back": back})
    response = person.client.post("/settings", data=person.fields("settings"))
    assert response.headers["Location"] == "/"


def test_values_that_are_none_are_not_kept(person: Person) -> None:
    person.open("/settings").send("settings", lang="xx", theme="<b>")
    assert person.open("/settings").status == 200
    assert "<b>" not in person.page.split("</head>")[0].split("data-theme")[1][:20]


def test_the_phone_vibrates_only_where_it_was_asked_to(person: Person) -> None:
    assert 'data-buzz="off"' in person.open("/settings").page
    person.send("settings", buzz="on")
    assert 'data-buzz="on"' in person.open("/").page
