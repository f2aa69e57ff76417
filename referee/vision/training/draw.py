"""Draw training scenes and crops: many processes, one seed each, resumable.

    python -m referee.vision.training.draw --decks decks/ --to scenes/ --seed 1 --count 5000

writes NNNNNN.jpg with NNNNNN.npy (labels) and, at the end, crops_SEED.npz. Scenes of a seed
are the same on every run; with `--minutes` drawing stops in time.
"""

from __future__ import annotations

import argparse
import csv
import re
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from referee.vision.training import scenes
from referee.vision.training.light import CLUTTER
from referee.vision.training.shapes import Image
from referee.vision.training.shop import PrintShop
from referee.vision.training.views import BENT

_NO_LATIN = re.compile(
    r"symbol|D050000|italic|oblique|thin|hairline|emoji|ocr|dingbat|aenigma|femkeklaver|texmf/.*math", re.I
)
_NOTO_LATIN = re.compile(r"Noto(Sans|Serif|Mono|SansMono|SansDisplay|SerifDisplay)-")


def fonts_under(folder: Path) -> tuple[list[str], list[str]]:
    """Fonts fit for ranks, and fonts fit for the word on a joker (more of them)."""
    files = sorted(str(f) for f in folder.rglob("*") if f.suffix.lower() in (".ttf", ".otf"))
    latin = [f for f in files if "noto" not in f.lower() or _NOTO_LATIN.search(Path(f).name)]
    ranks = [f for f in latin if not _NO_LATIN.search(f)]
    words = [f for f in latin if not re.search(r"symbol|D050000|emoji|dingbat|aenigma", f, re.I)]
    return ranks or ["sans"], words or ["sans"]


def bare_tables(photos: Path) -> list[Image]:
    """Card-free parts of the photos that may be trained on (`edje`): real tables to draw on."""
    boxes: dict[str, list[list[float]]] = defaultdict(list)
    with (photos / "boxes.csv").open() as file:
        for row in csv.DictReader(file):
            if row["set"] == "edje":
                boxes[row["file"]].append([float(row[k]) for k in ("x1", "y1", "x2", "y2")])
    rng, tables = np.random.default_rng(5), []
    for name, taken in sorted(boxes.items()):
        image = cv2.imread(str(photos / "edje" / name))
        if image is None:
            continue
        height, width = image.shape[:2]
        for _ in range(30):
            side = int(rng.uniform(0.3, 0.6) * min(height, width))
            x, y = int(rng.integers(width - side)), int(rng.integers(height - side))
            if all(x + side < b[0] - 8 or x > b[2] + 8 or y + side < b[1] - 8 or y > b[3] + 8 for b in taken):
                part = image[y : y + side, x : x + side]
                tables.append(np.asarray(cv2.resize(part, (256, 256), interpolation=cv2.INTER_AREA), np.uint8))
                break
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decks", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--photos", type=Path, help="folder with boxes.csv and edje/, for real tables")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True, help="numbers the scenes too: a million times the seed")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--jokers", type=float, help="share of jokers among the cards of every scene")
    parser.add_argument("--bent", type=float, default=BENT, help="share of scenes whose cards do not all lie flat")
    parser.add_argument("--wear", type=float, default=1.0, help="how dark, blurred, grainy, 0 to 1")
    parser.add_argument(
        "--clutter", type=float, default=CLUTTER, help="share of tables where other things lie about"
    )
    parser.add_argument("--held-out", action="store_true", help="draw the decks kept aside, to measure on")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.to.mkdir(parents=True, exist_ok=True)
    ranks, words = fonts_under(options.fonts)
    shop = PrintShop.load(options.decks, ranks, words, options.held_out)
    if not shop.decks:
        parser.error(f"no decks in {options.decks}")
    if options.photos:
        shop.tables = bare_tables(options.photos)
    print(f"{len(shop.decks)} decks, {len(ranks)} + {len(words)} fonts, {len(shop.tables)} tables", flush=True)
    crops, classes, start = [], [], time.monotonic()
    for number in range(options.count):
        if time.monotonic() - start > options.minutes * 60:
            break
        # A generator for each scene: a scene does not depend on how many were drawn before it.
        rng = np.random.default_rng((options.seed, number))
        scene = scenes.draw_scene(
            shop, rng, jokers=options.jokers, bent=options.bent, wear=options.wear, clutter=options.clutter
        )
        some, their = scenes.crops_of(scene, rng)
        crops += some
        classes += their
        name = options.to / f"{options.seed * 1_000_000 + number:08d}"
        cv2.imwrite(f"{name}.jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 98))])
        np.save(f"{name}.npy", scene.labels)
        if number % 200 == 199:
            rate = (number + 1) / (time.monotonic() - start)
            print(f"{number + 1} scenes, {rate:.1f} a second, {len(crops)} crops", flush=True)
    np.savez(options.to / f"crops_{options.seed}.npz", x=np.array(crops, np.uint8), y=np.array(classes, np.uint8))
    print("done", flush=True)


if __name__ == "__main__":
    main()
