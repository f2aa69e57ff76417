"""Free SVG decks, cut into single cards 500 pixels high: one .npz a deck.

    python -m referee.vision.training.decks --npm node_modules --to decks/

reads the sheets of Debian's `gnome-cards-data`, `aisleriot` (13 x 5 grids) and
`kdegames-card-data-kf5` (one element a card), and three npm packages (one file a card),
with `rsvg-convert`. Keys are `Ac` to `Ks` with T for ten, `JK0` and `JK1`.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
RANKS = "A23456789TJQK"
SUITS = "cdhs"
HEIGHT = 500
_SUIT_NAMES = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
_RANK_NAMES = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def draw_svg(svg: Path, height: int, element: str = "") -> Image | None:
    """Rasterize an SVG, or one element of it, with its transparency; None where that fails."""
    with tempfile.NamedTemporaryFile(suffix=".png") as png:
        command = ["rsvg-convert", "--unlimited", "-h", str(height), str(svg), "-o", png.name]
        if element:
            command += ["-i", element]
        if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode:
            return None
        image = cv2.imread(png.name, cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3:
        return None
    return np.asarray(image if image.shape[2] == 4 else cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), np.uint8)


def trim(image: Image) -> Image | None:
    """Cut away what is transparent around a card and bring it to the common height."""
    opaque = image[..., 3] > 128
    rows = np.flatnonzero(opaque.mean(1) > 0.3)
    columns = np.flatnonzero(opaque.mean(0) > 0.3)
    if len(rows) < 50 or len(columns) < 30:
        return None
    card = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = round(card.shape[1] * HEIGHT / card.shape[0])
    return np.asarray(cv2.resize(card, (width, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def from_sheet(sheet: Image) -> dict[str, Image]:
    """Cards of a 13 x 5 grid: clubs, diamonds, hearts, spades, then two jokers and the back."""
    height, width = sheet.shape[:2]
    cards = {}
    for row in range(5):
        for column in range(13 if row < 4 else 2):
            cell = sheet[
                row * height // 5 : (row + 1) * height // 5, column * width // 13 : (column + 1) * width // 13
            ]
            card = trim(cell)
            if card is not None:
                cards[RANKS[column] + SUITS[row] if row < 4 else f"JK{column}"] = card
    return cards


def from_files(files: dict[str, Path]) -> dict[str, Image]:
    """Cards of one picture file each, SVG or PNG."""
    cards = {}
    for key, file in files.items():
        if not file.exists():
            continue
        if file.suffix == ".svg":
            image = draw_svg(file, HEIGHT)
        else:
            image = np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8)
        card = trim(image) if image is not None else None
        if card is not None:
            cards[key] = card
    return cards


def from_elements(svg: Path) -> dict[str, Image]:
    """Cards of a KDE deck: one SVG with an element a card."""
    names = {r + s: f"{_RANK_NAMES.get(r, r)}_{_SUIT_NAMES[s]}" for r in RANKS for s in SUITS}
    names |= {"JK0": "black_joker", "JK1": "red_joker", "JK2": "joker"}
    cards = {}
    for key, name in names.items():
        image = draw_svg(svg, HEIGHT, name)
        card = trim(image) if image is not None else None
        if card is not None:
            cards[key] = card
    return cards


def npm_decks(modules: Path) -> Iterator[tuple[str, dict[str, Path]]]:
    """Names and files of the npm decks under `node_modules`."""
    every = [(r, s) for r in RANKS for s in SUITS]
    folder = modules / "svg-cards/png/2x"
    files = {r + s: folder / f"{_SUIT_NAMES[s]}_{_RANK_NAMES.get(r, r)}.png" for r, s in every}
    yield "svgcards", files | {"JK0": folder / "joker_black.png", "JK1": folder / "joker_red.png"}
    for deck in ("2color", "4color", "2color-bf", "4color-bf"):
        folder = modules / "@heruka_urgyen/react-playing-cards/src/images" / deck
        yield f"heruka_{deck}", {r + s: folder / f"{r}{s.upper()}.svg" for r, s in every}
    folder = modules / "@younestouati/playing-cards-standard-deck/cards"
    files = {r + s: folder / f"{RANKS.index(r) + 1}{s}.svg" for r, s in every}
    yield "younes", files | {"JK0": folder / "joker.svg"}


def save(name: str, cards: dict[str, Image], to: Path) -> None:
    """Write one deck with all cards at the median width; a few odd cards are no deck."""
    if len(cards) < 30:
        print(f"{name}: only {len(cards)} cards, left out")
        return
    width = int(np.median([card.shape[1] for card in cards.values()]))
    fitting = {
        key: np.asarray(cv2.resize(card, (width, HEIGHT)), np.uint8)
        for key, card in cards.items()
        if abs(card.shape[1] - width) < 40
    }
    np.savez(to / f"{name}.npz", **fitting)  # type: ignore[arg-type]  # numpy types no mappings here
    print(f"{name}: {len(fitting)} cards, {width} wide", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--npm", type=Path, required=True, help="a node_modules folder")
    parser.add_argument("--gnome", type=Path, default=Path("/usr/share/aisleriot/cards"))
    parser.add_argument("--kde", type=Path, default=Path("/usr/share/carddecks"))
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    missing = [name for name in ("npm", "gnome", "kde") if not getattr(options, name).is_dir()]
    if missing:
        parser.error(f"no such folder for: {', '.join(missing)}")
    for name, files in npm_decks(options.npm):
        save(name, from_files(files), options.to)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "deck.svg"
        for packed in sorted(options.gnome.glob("*.svgz")):
            plain.write_bytes(gzip.decompress(packed.read_bytes()))
            sheet = draw_svg(plain, 5 * HEIGHT)
            save(packed.stem, from_sheet(sheet) if sheet is not None else {}, options.to)
        for packed in sorted(options.kde.glob("*/*.svgz")):
            plain.write_bytes(gzip.decompress(packed.read_bytes()))
            save("kde_" + packed.parent.name, from_elements(plain), options.to)


if __name__ == "__main__":
    main()
