"""The model's card: what the nets were made from, what they can do, and where they fail.

Start reading at `write`.
"""

from __future__ import annotations

import json
from pathlib import Path

from referee.vision.confidence import FLOORS
from referee.vision.nets import MODEL

_CARDCOUNTER = "cadyzedevelopmenthub, Card Detection v12 (Roboflow), by way of Ammememe/CardCounterML"
_CARD = """# The eye's model

Written by `python -m referee.vision.evaluate TRUTH PHOTOS --card MODEL.md`; do not edit by hand.

- Made on {date}. Files: {files}.
- `finder.onnx` finds corner indices (centre, size, direction from rank to suit) on a reduced photo;
  `namer.onnx` names upright crops from the full-size photo: 13 ranks, joker, nothing, strange; 4 suits, none.
  `jokers.onnx` looks again at what may be a joker's mark, close up and with its surroundings: whether it is
  one, how its card lies and where its middle is. What tells the same middle is one joker. The
  weights are stored in half precision and cast to single when they are loaded.
- A card is named from a confidence of {red}, clubs and spades from {black}, a joker from {jokers}; below
  it is unsure, and so is one whose index the photo's edge cuts. Confidence is a logistic regression on
  held-out photos, copies of them as a webcam takes them, and drawn scenes (`calibration.json`).

## Trained on

| what | licence | credit |
|---|---|---|
| drawn scenes: procedural decks in the glyphs of Debian's fonts, and the SVG decks below | made here | – |
| `gnome-cards-data`, `aisleriot` decks (Debian) | GPL-3+, LGPL-3+ | the GNOME games authors |
| `svg-cards` 4 (npm) | LGPL-2.1 | David Bellot, htdebeer |
| `@heruka_urgyen/react-playing-cards` (npm) | MIT, art CC0 | heruka_urgyen |
| `cardcounter` photos (no `WIN_`, no held-out blocks) | CC BY 4.0 | {cardcounter} |
| `edje` photos (no held-out blocks) | Apache-2.0 | EdjeElectronics, object detection tutorial |

No art, font or photo is in the files. Every other photo was only measured on. Decks kept aside
from drawing, to measure on: anglo_poker, neoclassical, neoclassical_4_color, younes.

## Measured

On photos never trained on (`single`, `small`, `black`: blocks of consecutive file numbers left out of
the training). `missed`: present, not named. `extra`: named, not present, or in heaps perhaps a cut
card that nobody labelled.

```
{table}
```

Calibration: of the sightings in each band, how many were right (an unsure one by its first guess).

```
{calibration}
```

## Limits

- French-suited decks with A 2–10 J Q K. Letters of other decks are trained to be unsure; on photos that
  was not measured, on drawn scenes of decks kept aside 9 of 157 were named all the same
  (`python -m referee.vision.training.drawn`, on hard scenes).
- Jokers of decks never seen: of 638 on such drawn scenes 52 in 100 were named (59 of those that show
  clearly, of numbers and courts 85), three taken for another card. On 253 in better light
  (`draw --wear 0.25`) it was 80 in 100 (85 of the clear ones; of numbers and courts there 87 and 90), none
  taken for another card. The four on photos are two decks';
  other photos of the one were trained on. In photos turned all four ways nothing else is named a joker
  (`evaluate --turned`): the dotted frame of a box (0.948) lies beside a joker and counts as its sign; below
  the floor follow figures of Spanish cards (0.88), a plaited basket (0.85), a keyboard (0.68).
- A joker with signs in four corners may count twice: so did 20 on 400 drawn scenes full of jokers.
- A joker lying over the middle of another joker's face may be taken for that one's figure.
- A thin Q whose tail hardly shows is unsure: it might be an O.
- On small, blurred or stretched webcam pictures (`heap`) some clubs are still taken for spades.
- An index must show: a card with both covered is not seen. Suits below about 9 pixels are guesses.
- Two corners are one card by geometry; two equal cards lying exactly like opposite corners
  of one would be counted once.
- The held-out blocks also served to fit the confidence; the tolerances for joining corners and the
  floor were settled with all these photos in view. Expect less on others.
"""


def write(to: Path, table: str, calibration: str) -> None:
    """Write the card from what an evaluation measured."""
    known = json.loads((MODEL / "model.json").read_text("utf-8"))
    files = ", ".join(
        f"`{name}` ({(MODEL / name).stat().st_size / 1e6:.2f} MB, sha256 {sum_[:12]}…)"
        for name, sum_ in sorted(known["sha256"].items())
    )
    text = _CARD.format(
        date=known["date"],
        files=files,
        **FLOORS,
        table=table,
        calibration=calibration,
        cardcounter=_CARDCOUNTER,
    )
    to.write_text(text, "utf-8")
