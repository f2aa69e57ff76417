"""Training goes on from the committed files: unfolded, a net answers as its file does.

Needs the extra `train`. Start reading at the tests.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee.vision.nets import MODEL, parse

torch = pytest.importorskip("torch", reason="the workshop's extra `train` is not installed")
pytest.importorskip("onnx", reason="the workshop's extra `train` is not installed")

SIZES = {"finder": (3, 96, 96), "namer": (3, 64, 80), "jokers": (6, 80, 80)}


@pytest.mark.parametrize("name", SIZES)
def test_a_committed_net_answers_as_before_and_can_be_trained(name: str, tmp_path: Path) -> None:
    from referee.vision.training.export import NETS
    from referee.vision.training.thaw import begin

    torch.manual_seed(0)
    net, x = NETS[name][0](), torch.rand(8, *SIZES[name])
    begin(net, MODEL / f"{name}.onnx", iter([x, x]))
    known = parse((MODEL / f"{name}.onnx").read_bytes())
    known.setInput(x.numpy())
    answer = known.forward()
    with torch.no_grad():
        assert np.abs(net.eval()(x).numpy() - answer).max() < 1e-3
        # On the batch of which the norms know the means and spreads, training changes nothing by itself.
        net.train()
        for layer in net.modules():
            if isinstance(layer, torch.nn.Dropout):
                layer.eval()
        assert np.abs(net(x).numpy() - answer).max() < 1e-2


@pytest.mark.parametrize("name", SIZES)
def test_an_exported_net_takes_half_the_room_and_answers_the_same(name: str, tmp_path: Path) -> None:
    from referee.vision.training.export import NETS, export
    from referee.vision.training.thaw import begin

    torch.manual_seed(0)
    make, shape, axes = NETS[name]
    net, x, file = make().eval(), torch.rand(4, *SIZES[name]), tmp_path / "net.onnx"
    export(net, None, torch.zeros(shape), axes, file)
    assert file.stat().st_size < 2.2 * sum(weights.numel() for weights in net.parameters())
    known = parse(file.read_bytes())
    known.setInput(x.numpy())
    answer = known.forward()
    with torch.no_grad():
        assert np.allclose(net(x).numpy(), answer, rtol=1e-2, atol=1e-2)
        again = make()
        begin(again, file, iter([x, x]))
        assert np.allclose(again.eval()(x).numpy(), answer, rtol=1e-2, atol=1e-2)


def test_a_wider_net_answers_as_the_file_it_grows_from_and_learns_with_all_it_has() -> None:
    from referee.vision.training.nets import Finder
    from referee.vision.training.thaw import begin

    torch.manual_seed(0)
    file, x = MODEL / "finder.onnx", torch.rand(4, *SIZES["finder"])
    net, wider = Finder(), Finder(fine=32, middle=64, coarse=104)
    for each in (net, wider):
        begin(each, file, iter([x, x]))
        each.eval()
    with torch.no_grad():
        assert torch.allclose(net(x), wider(x), atol=1e-3)
    optimizer = torch.optim.SGD(wider.parameters(), 1e-3)
    for _ in range(3):
        optimizer.zero_grad()
        wider(x).square().mean().backward()
        optimizer.step()
    slope = wider.eighth[0].conv.weight.grad
    assert slope[56:].abs().max() > 0, "new channels learn"
    assert slope[:56, 24:].abs().max() > 0, "old channels listen to new ones"


def test_a_narrower_net_refuses_the_file() -> None:
    from referee.vision.training.nets import Finder
    from referee.vision.training.thaw import begin

    with pytest.raises(ValueError, match="another net"):
        begin(Finder(coarse=80), MODEL / "finder.onnx", iter([torch.rand(2, *SIZES["finder"])]))


def test_the_file_of_another_net_is_refused() -> None:
    from referee.vision.training.nets import Namer
    from referee.vision.training.thaw import begin

    with pytest.raises(ValueError, match="another net"):
        begin(Namer(), MODEL / "finder.onnx", iter([torch.rand(2, *SIZES["namer"])]))


def test_a_blend_lies_between_the_two_nets() -> None:
    from referee.vision.training.nets import JokerNet
    from referee.vision.training.thaw import blend

    torch.manual_seed(0)
    one, other, x = JokerNet(), JokerNet(), torch.rand(16, *SIZES["jokers"])
    between = 0.75 * one.out.weight.detach() + 0.25 * other.out.weight.detach()
    blend(one, other, 0.25, iter([x]))
    assert torch.allclose(one.out.weight, between)
    # Its norms know the batch that flowed through it last.
    first = one.close[0]
    assert torch.allclose(first.norm.running_mean, first.conv(x[:, :3]).mean((0, 2, 3)), atol=1e-5)
