"""A net that goes on from its exported file: the committed files are all that training needs to keep.

Exporting folds each batch normalization into the convolution before it. Here it is unfolded, as one
that changes nothing yet, by the means and spreads of what flows through it. Start reading at `begin`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

BATCHES = 20
"""Of inputs, from which means and spreads are taken."""


def begin(net: nn.Module, start: Path, inputs: Iterable[Tensor]) -> None:
    """Give a net the weights of a checkpoint (`run.Run`) or, where `start` is an .onnx file, of that.

    `inputs` are batches as in training; a checkpoint needs none. A net that has more channels in its
    layers than the file's answers at first as that one does. Raises ValueError where the file holds
    another net.
    """
    if start.suffix == ".onnx":
        _thaw(net, start, inputs)
    else:
        net.load_state_dict(torch.load(start, weights_only=True)["net"])


def blend(net: nn.Module, other: nn.Module, share: float, inputs: Iterable[Tensor]) -> None:
    """Move a net's weights by a share (0–1) of the way to those from which its training went on.

    The two lie in one valley, in whose midst a net errs less on what neither has seen.
    """
    theirs = other.state_dict()
    state = {
        key: mine.lerp(theirs[key], share) if mine.is_floating_point() else mine
        for key, mine in net.state_dict().items()
    }
    net.load_state_dict(state)
    norms = [layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # from here on, the mean over all batches
    net.eval()
    for norm in norms:
        norm.train()
    with torch.no_grad():
        for batch in islice(inputs, BATCHES):
            net(batch)


def _thaw(net: nn.Module, file: Path, inputs: Iterable[Tensor]) -> None:
    batches = list(islice(inputs, BATCHES))
    weighty, norms = _layers(net, batches[0])
    saved = _weights(file)
    if len(weighty) != len(saved) or not all(map(_fits, saved, weighty)):
        raise ValueError(f"{file} holds another net")
    with torch.no_grad():
        for layer, (weight, bias) in zip(weighty, saved, strict=True):
            _graft(layer.weight, weight)
            if layer in norms:
                norm = norms[layer]
                norm.running_mean = torch.zeros_like(norm.bias)
                norm.running_var = torch.ones_like(norm.bias) - norm.eps
                norm.weight.fill_(1)
                norm.bias.zero_()
                norm.bias[: len(bias)] = bias
            elif layer.bias is not None:
                layer.bias[: len(bias)] = bias
        _unfold(net, list(norms.values()), batches)


def _fits(saved: tuple[Tensor, Tensor], layer: nn.Module) -> bool:
    """Whether a layer has the saved shape, or more channels."""
    (outputs, inputs, *kernel), shape = saved[0].shape, layer.weight.shape
    return outputs <= shape[0] and inputs <= shape[1] and tuple(kernel) == tuple(shape[2:])


def _graft(weight: Tensor, saved: Tensor) -> None:
    """Put saved weights among those of a wider layer, whose old outputs do not listen to its new inputs yet."""
    outputs, inputs = saved.shape[:2]
    weight[:outputs] = 0
    weight[:outputs, :inputs] = saved


def _layers(net: nn.Module, example: Tensor) -> tuple[list[nn.Module], dict[nn.Module, nn.BatchNorm2d]]:
    """Convolutions and linear layers in the order in which they work, and the norm behind each that has one."""
    weighty: list[nn.Module] = []
    norms: dict[nn.Module, nn.BatchNorm2d] = {}

    def note(layer: nn.Module, _inputs: object, _output: object) -> None:
        if isinstance(layer, nn.BatchNorm2d):
            norms[weighty[-1]] = layer
        else:
            weighty.append(layer)

    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [layer.register_forward_hook(note) for layer in net.modules() if isinstance(layer, kinds)]
    net.eval()
    with torch.no_grad():
        net(example[:1])
    for hook in hooks:
        hook.remove()
    return weighty, norms


def _weights(file: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of every convolution and linear layer of an exported net, in their order."""
    graph = onnx.load(file).graph
    known = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    for node in graph.node:
        # Half precision is cast first; what two layers have in common is stored once.
        if node.op_type in ("Cast", "Identity") and node.input[0] in known:
            known[node.output[0]] = known[node.input[0]].float()
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(known[node.input[1]], known[node.input[2]]) for node in nodes]


def _unfold(net: nn.Module, norms: list[nn.BatchNorm2d], batches: list[Tensor]) -> None:
    """Let every norm take out the mean and spread of its input, and put the same back in."""
    sums = {norm: torch.zeros(2, len(norm.weight), dtype=torch.float64) for norm in norms}
    counts = dict.fromkeys(norms, 0)

    def measure(norm: nn.Module, inputs: tuple[Tensor], _output: object) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        values = inputs[0].double()
        sums[norm] += torch.stack([values.sum((0, 2, 3)), (values**2).sum((0, 2, 3))])
        counts[norm] += values.numel() // values.shape[1]

    hooks = [norm.register_forward_hook(measure) for norm in norms]
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, square = (sums[norm] / counts[norm]).float()
        spread = (square - mean**2).clamp(min=1e-6)
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias += mean
