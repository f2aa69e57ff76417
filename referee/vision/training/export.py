"""Write trained nets as ONNX files, with the date and checksum that are verified when they load.

    python -m referee.vision.training.export --finder finder.pt --namer namer.pt --jokers jokers.pt
        --to referee/vision/model

writes finder.onnx, namer.onnx, jokers.onnx and model.json.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.optim.swa_utils import AveragedModel

from referee.vision.nets import FILES
from referee.vision.training.nets import Finder, JokerNet, Namer

NETS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...], dict[int, str]]] = {
    "finder": (Finder, (1, 3, 512, 512), {2: "height", 3: "width"}),
    "namer": (Namer, (1, 3, 64, 80), {0: "number"}),
    "jokers": (JokerNet, (1, 6, 80, 80), {0: "number"}),
}
"""Each net with the shape of an input, and the axes of it that vary."""


def export(net: nn.Module, checkpoint: Path | None, example: torch.Tensor, axes: dict[int, str], to: Path) -> None:
    """Write one net; the legacy exporter, whose files OpenCV's classic engine reads."""
    if checkpoint is not None:
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
    halve(to)


def halve(file: Path) -> None:
    """Store a net's weights in half precision, each cast to single before its use: half the file.

    Answers differ by a few thousandths; the casts are done once, when the file is loaded.
    """
    net = onnx.load(file)
    graph, casts = net.graph, []
    for tensor in graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            name, weights = tensor.name, numpy_helper.to_array(tensor)
            tensor.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), f"{name}.half"))
            casts.append(helper.make_node("Cast", [tensor.name], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(net)
    onnx.save(net, file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in NETS:
        parser.add_argument(
            f"--{name}", type=Path, help="checkpoint; else the file there stays, or an untrained net"
        )
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    for name, (net, shape, axes) in NETS.items():
        checkpoint, file = getattr(options, name), options.to / f"{name}.onnx"
        if checkpoint is not None or not file.exists():
            export(net(), checkpoint, torch.zeros(shape), axes, file)
        else:
            halve(file)
    files = [options.to / name for name in FILES]
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    (options.to / "model.json").write_text(json.dumps({"date": today, "sha256": sums}, indent=2) + "\n", "utf-8")
    print({file.name: file.stat().st_size for file in files})


if __name__ == "__main__":
    main()
