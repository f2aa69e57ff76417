"""Write trained nets as ONNX files, with the date and checksum that are verified when they load.

    python -m referee.vision.training.export --finder finder.pt --namer namer.pt --to referee/vision/model

writes finder.onnx, namer.onnx and model.json.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import warnings
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from referee.vision.training.nets import Finder, Namer


def export(net: nn.Module, checkpoint: Path, example: torch.Tensor, axes: dict[int, str], to: Path) -> None:
    """Write one net; the legacy exporter, whose files OpenCV's classic engine reads."""
    mean = AveragedModel(net)
    mean.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    net = mean.module
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            (example,),
            str(to),
            opset_version=17,
            dynamo=False,
            input_names=["x"],
            output_names=["y"],
            dynamic_axes={"x": axes, "y": axes},
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--namer", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    finder, namer = options.to / "finder.onnx", options.to / "namer.onnx"
    export(Finder(), options.finder, torch.zeros(1, 3, 512, 512), {2: "height", 3: "width"}, finder)
    export(Namer(), options.namer, torch.zeros(1, 3, 64, 80), {0: "number"}, namer)
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (finder, namer)}
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    (options.to / "model.json").write_text(json.dumps({"date": today, "sha256": sums}, indent=2) + "\n", "utf-8")
    print({file.name: file.stat().st_size for file in (finder, namer)})


if __name__ == "__main__":
    main()
