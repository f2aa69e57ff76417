"""The style guide: every macro of templates/ drawn without the application.

Owns the stand-ins for what the web side installs (translations, `card_name`,
`look`). Refuses any test: those are test_*.py. Run it to look at pictures:
`python -m tests.look.guide FOLDER [page …]`. Start reading at `render`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import segno
from babel.support import Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from playwright.sync_api import sync_playwright
from wtforms import BooleanField, FileField, Form, RadioField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]
from wtforms.widgets import CheckboxInput

from referee.engine.cards import CHILEAN_56, FRENCH, Card, parse_cards
from referee.engine.switches import Demand

HOUSE = Path(__file__).parents[2]
PAGES = ("table", "ruling", "counting", "photo", "laydown", "controls")
ORIGIN = "https://guide.test"
POLICY = "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'"
CHROMIUM = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
_QUADS = (
    ((60, 90), (150, 70), (175, 200), (85, 220)),
    ((170, 70), (260, 65), (265, 200), (175, 205)),
    ((470, 300), (560, 310), (545, 440), (455, 430)),
    ((575, 312), (660, 322), (648, 452), (560, 441)),
)


def _choices(**labels: str) -> list[SelectChoice]:
    return [SelectChoice(value, label) for value, label in labels.items()]


class GuideForm(Form):
    name = StringField("Nombre")
    wrong = StringField("Apodo")
    system = RadioField("Sistema", choices=_choices(a="RatoLibre", b="Carioca chilena", c="Loba"), default="a")
    rounds = SelectMultipleField(
        "Rondas", choices=_choices(dirty="Sucia", royal="Real"), default=["royal"], option_widget=CheckboxInput()
    )
    night = BooleanField("Con comodines")
    photo = FileField("Foto de la mesa")
    first = StringField("Trío")
    second = StringField("Escala")
    cards_field = StringField("Cartas", name="cards")


def _card_name(card: Card) -> str:
    return f"carta {card}"


def _contract(text: str) -> tuple[Demand, ...]:
    parts = (item.partition(":") for item in text.split())
    return tuple(Demand(kind, int(size) if size else None) for kind, _, size in parts)  # type: ignore[arg-type]


def environment(lang: str) -> Environment:
    """Jinja with the stand-ins; an undefined name fails, as it would be a hole in the contract."""
    env = Environment(
        loader=FileSystemLoader([HOUSE / "templates", Path(__file__).parent / "pages"]),
        autoescape=True,
        undefined=StrictUndefined,
    )
    words = Translations.load(str(HOUSE / "referee/wording/locale"), [lang], "look")

    def translate(key: str, **values: Any) -> str:
        said = words.ugettext(key)
        assert said != key, f"no words for {key}"
        return said % values if values else said

    env.globals |= {
        "_": translate,
        "url_for": lambda endpoint, filename="": f"/static/{filename}" if filename else f"/{endpoint}",
        "get_flashed_messages": lambda with_categories: [],
        "card_name": _card_name,
        "app_version": "0",
    }
    return env


def render(
    page: str,
    *,
    lang: str = "es",
    theme: str = "night",
    contrast: str = "auto",
    suits: str = "two",
    deck: str = "french",
    version: int = 1,
    typed: str = "JK A K 7 3",
) -> str:
    """The HTML of one page of the guide."""
    env = environment(lang)
    pack = {"french": FRENCH, "chilean": CHILEAN_56}[deck]
    form = GuideForm(data={"cards_field": typed, "first": "9p 9d JK", "second": "4c 5c 6c 7c"})
    form.wrong.errors = ["Ese apodo ya está en la mesa."]
    env.globals["look"] = SimpleNamespace(
        lang=lang, theme=theme, contrast=contrast, suits=suits, buzz="off", awake=True
    )
    return env.get_template(page if page.endswith(".html") else f"{page}.html.j2").render(
        version=version,
        cards=lambda text: parse_cards(text, pack if page == "laydown" else FRENCH),
        chilean=lambda text: parse_cards(text, CHILEAN_56),
        ranks=lambda text: parse_cards(text, FRENCH, suitless=True),
        contract=_contract,
        pack=lambda _deck: pack,
        deck=deck,
        fields=form,
        seen=[
            SimpleNamespace(quad=quad, unsure=at == 3, label="carta", href="#c" if at == 3 else None)
            for at, quad in enumerate(_QUADS)
        ],
        qr_svg=Markup(segno.make("http://192.168.1.20:8000/m/abcdefgh").svg_inline(omitsize=True)),
    )


def photo() -> bytes:
    """A stand-in for a photo of a table: wood and a few pale cards."""
    rows, columns = np.mgrid[0:560, 0:800]
    wood = 60 + 18 * np.sin(rows / 7 + np.sin(columns / 90) * 3)
    picture = np.dstack([wood * 0.6, wood * 0.85, wood * 1.15]).astype(np.uint8)
    for x, y in ((70, 85), (170, 70), (470, 305), (570, 318)):
        cv2.rectangle(picture, (x, y), (x + 85, y + 125), (230, 240, 248), -1)
    return cv2.imencode(".png", picture)[1].tobytes()


def answer_from_tree(page: Any, html: dict[str, str]) -> None:
    """Answer a Playwright page's requests from the tree; `html` maps paths to pages."""

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0].partition("#")[0]
        file = HOUSE / path.lstrip("/")
        if path in html:
            route.fulfill(
                body=html[path],
                content_type="text/html; charset=utf-8",
                headers={"Content-Security-Policy": POLICY},
            )
        elif path == "/guide-photo.png":
            route.fulfill(body=photo(), content_type="image/png")
        elif path.startswith("/static/") and file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=_TYPES[file.suffix])
        else:
            route.fulfill(status=404, body="")

    page.route("**/*", answer)


Shot = tuple[str, str, dict[str, Any], tuple[int, int], int]


def shots() -> list[Shot]:
    """What to photograph: title, page, look, width and height, text size of the browser."""
    phone = (390, 844)
    taken: list[Shot] = [
        ("laydown-chilean", "laydown", {"deck": "chilean"}, phone, 16),
        ("counting-chilean", "counting", {"deck": "chilean", "theme": "day"}, phone, 16),
    ]
    for name in PAGES:
        taken += [
            (f"{name}-night", name, {}, phone, 16),
            (f"{name}-day", name, {"theme": "day"}, phone, 16),
            (f"{name}-more", name, {"contrast": "more", "suits": "four"}, phone, 16),
            (f"{name}-200", name, {"theme": "day"}, phone, 32),
            (f"{name}-320", name, {}, (320, 640), 16),
            (f"{name}-wide", name, {}, (844, 390), 16),
            (f"{name}-1280", name, {}, (1280, 800), 16),
        ]
    return taken


def take_pictures(folder: Path, wanted: list[str]) -> None:
    """Write PNG pictures of the pages or titles wanted (all where none is named) into the folder."""
    with sync_playwright() as play:
        for text in (16, 32):
            browser = play.chromium.launch(
                executable_path="/usr/bin/chromium", args=[*CHROMIUM, f"--blink-settings=defaultFontSize={text}"]
            )
            for title, name, look, (width, height), size in shots():
                if size != text or (wanted and title not in wanted and name not in wanted):
                    continue
                hand = width < 1000
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    device_scale_factor=2 if width < 500 else 1,
                    is_mobile=hand,
                    has_touch=hand,
                )
                answer_from_tree(page, {"/": render(name, **look)})
                page.goto(ORIGIN + "/")
                page.screenshot(path=folder / f"{title}.png", full_page=name == "controls" or size != 16)
                page.close()
            browser.close()


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), sys.argv[2:])
