"""Pictures of every page: `python -m tests.screens FOLDER [--only NAME …] [--variants night day …]`.

With `--readme` only the three of the README, as they stand beside this file.

Every page at 390 × 844, night and day, as far as it reaches; the main ones also 320
wide, with text at 200 % and in landscape. Needs Chromium.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.screens.browser import CHROMIUM, FLAGS, UPRIGHT, Phone, Served, open_night
from tests.screens.pages import SCREENS, Screen


class Variant(NamedTuple):
    """How a page is looked at; `text` is the browser's own text size, `main` says for main pages only."""

    look: dict[str, str]
    size: tuple[int, int] = UPRIGHT
    text: int = 16
    main: bool = True


VARIANTS = {
    "night": Variant({"theme": "night", "lang": "es"}, main=False),
    "day": Variant({"theme": "day", "lang": "en"}, main=False),
    "more": Variant({"theme": "day", "contrast": "more", "suits": "four", "lang": "es-AR"}),
    "320": Variant({"theme": "night", "lang": "es"}, (320, 640)),
    "200": Variant({"theme": "day", "lang": "es"}, text=32),
    "wide": Variant({"theme": "night", "lang": "es"}, (844, 390)),
    "1280": Variant({"theme": "night", "lang": "es"}, (1280, 800)),
}


README = {"table": ("table", "night", 0), "ruling-no": ("ruling", "night", 0), "close": ("close", "day", 450)}
"""The screens shown in the README: what their files are called, by which light they are seen, how far down."""


def take_for_readme(served: Served, folder: Path) -> None:
    """Write `readme-NAME.png`: the phone's first view, sharp and small."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        phone = Phone(browser, served, scale=1.5)
        for screen in SCREENS:
            if screen.name in README:
                name, theme, down = README[screen.name]
                page = phone.open(screen, theme=theme, lang="es")
                page.evaluate(f"document.activeElement.blur(); scrollTo(0, {down})")
                picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                few = picture.quantize(255, kmeans=3, dither=Image.Dither.NONE)
                few.save(folder / f"readme-{name}.png", optimize=True)
        browser.close()


def take(served: Served, folder: Path, screens: list[Screen], wanted: list[str], full: bool) -> None:
    """Write `NAME-VARIANT.png` for each screen and variant wanted."""
    with sync_playwright() as play:
        for text in sorted({VARIANTS[name].text for name in wanted}):
            browser = play.chromium.launch(
                executable_path=CHROMIUM, args=[*FLAGS, f"--blink-settings=defaultFontSize={text}"]
            )
            for name in wanted:
                variant = VARIANTS[name]
                if variant.text != text:
                    continue
                phone = Phone(browser, served, variant.size)
                for screen in screens:
                    if variant.main and not screen.main:
                        continue
                    page = phone.open(screen, **variant.look)
                    if full and variant.size[0] < variant.size[1]:
                        # As tall as the page, so that the bar of actions lies at its end and covers nothing;
                        # lying phones apart, which would stand then.
                        tall = page.evaluate("document.documentElement.scrollHeight")
                        page.set_viewport_size({"width": variant.size[0], "height": max(tall, variant.size[1])})
                    page.screenshot(path=folder / f"{screen.name}-{name}.png")
                    page.set_viewport_size({"width": variant.size[0], "height": variant.size[1]})
                    for text_ in phone.complaints:
                        print(f"{screen.name}-{name}: {text_}", flush=True)
                phone.context.close()
            browser.close()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description="Picture every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[each.name for each in SCREENS])
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--fold", action="store_true", help="only what fits the screen, without scrolling")
    parser.add_argument("--readme", action="store_true", help="the three screens of the README instead")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("DATABASE_URL", None)
    screens = [each for each in SCREENS if not given.only or each.name in given.only]
    with tempfile.TemporaryDirectory() as instance, open_night(Path(instance)) as served:
        if given.readme:
            take_for_readme(served, given.folder)
        else:
            take(served, given.folder, screens, given.variants, not given.fold)
        for endpoint in served.unseen:
            print(f"no screen for {endpoint}", file=sys.stderr)
    return 1 if served.unseen else 0


if __name__ == "__main__":
    sys.exit(main())
