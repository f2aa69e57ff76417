"""The evaluation counts as a player would: what is there and not named, what is named and not there."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from referee.engine.cards import Card
from referee.vision.blocks import held_out
from referee.vision.evaluate import contact_sheet, evaluate
from referee.vision.photo import open_photo
from referee.vision.reading import Reading, Sighting

QUAD = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))


def photo(folder: Path, name: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), np.full((300, 400, 3), 80, np.uint8))


def reading(*cards: Card | None) -> Reading:
    sightings = tuple(
        Sighting(card, 0.95 if card else 0.3, QUAD, 0, n, () if card else ((Card(2, "h"), 0.3),))
        for n, card in enumerate(cards)
    )
    return Reading(400, 300, 12, sightings)


def test_it_works(tmp_path: Path) -> None:
    photo(tmp_path, "some/a.jpg")
    row = {"set": "some", "file": "a.jpg", "group": "fan", "cards": ["9s", "9s", "JK", "2h"]}
    answer = reading(Card(9, "s"), Card(9, "s"), Card(0, "r"), Card(5, "d"), None)
    report, lines = evaluate([row], tmp_path, lambda _: answer)
    fan, jokers = report.tallies["fan"].counts, report.tallies["jokers"].counts
    assert (fan["cards"], fan["right"], fan["missed"], fan["extra"], fan["unsure"], fan["exact"]) == (
        4,
        3,
        1,
        1,
        1,
        0,
    )
    assert (jokers["cards"], jokers["right"], jokers["exact"]) == (1, 1, 1)
    assert json.loads(json.dumps(lines[0]))["file"] == "some/a.jpg"
    assert "fan" in report.table()
    assert "95" in report.calibration()
    contact_sheet(report, tmp_path, tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").exists()


def test_a_photo_is_read_at_every_turn_and_a_joker_that_is_none_is_told_with_its_turn(tmp_path: Path) -> None:
    half = np.full((300, 400, 3), 80, np.uint8)
    half[:150] = 200
    (tmp_path / "some").mkdir()
    cv2.imwrite(str(tmp_path / "some" / "a.png"), half)
    row = {"set": "some", "file": "a.png", "group": "fan", "cards": ["9s"]}
    light_sides = []

    def read(data: bytes) -> Reading:
        pixels = open_photo(data).pixels
        sides = {"top": pixels[0], "left": pixels[:, 0], "bottom": pixels[-1], "right": pixels[:, -1]}
        light_sides.append(max(sides, key=lambda side: sides[side].mean()))
        return reading(Card(0, "r")) if light_sides[-1] == "left" else reading(Card(9, "s"))

    report, lines = evaluate([row], tmp_path, read, turns=(0, 1, 2, 3))
    assert light_sides == ["top", "left", "bottom", "right"]
    assert len(lines) == 4
    assert report.strays == [(0.95, "some/a.png @90")]
    assert [str(failure) for failure in report.failures] == ["some/a.png @90 missed 9s | extra JK"]
    contact_sheet(report, tmp_path, tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").exists()


def test_a_second_joker_beside_a_true_one_is_none(tmp_path: Path) -> None:
    photo(tmp_path, "some/a.jpg")
    row = {"set": "some", "file": "a.jpg", "group": "fan", "cards": ["JK"]}
    for found, strays in ((1, 0), (2, 1)):
        answer = reading(*[Card(0, "r")] * found)
        assert len(evaluate([row], tmp_path, lambda _, it=answer: it)[0].strays) == strays


def test_an_unreadable_photo_counts_as_missed(tmp_path: Path) -> None:
    file = tmp_path / "some" / "b.jpg"
    file.parent.mkdir()
    file.write_bytes(b"no photo")
    row = {"set": "some", "file": "b.jpg", "group": "fan", "cards": ["9s"]}
    report, lines = evaluate([row], tmp_path)
    assert lines == [{"file": "some/b.jpg", "error": "not-an-image"}]
    assert report.tallies["fan"].counts["missed"] == 1


def test_held_out_blocks_are_consecutive_and_guarded() -> None:
    truth = [
        {"set": "edje", "file": f"{'train' if n % 3 else 'test'}_IMG_{n:04}.jpg", "train": True} for n in range(300)
    ]
    truth.append({"set": "furby", "file": "x.jpg"})
    kept, used = held_out(truth)
    assert kept
    assert not kept & used
    numbers = sorted(int(name[-8:-4]) for name in kept)
    near = {n + d for n in numbers for d in (-2, -1, 1, 2)}
    assert not near & {int(name[-8:-4]) for name in used}
    assert "furby/x.jpg" not in kept | used
