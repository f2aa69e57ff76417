"""The three nets: a finder of indices, a namer of upright crops, a judge of jokers. Plain 3 x 3 convolutions.

Start reading at `Finder`.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

OUTPUTS = 8
"""Of the finder, per cell: heats of index and joker, offset x y, log height, log width, direction x y."""


class _Conv(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.norm(self.conv(x)))


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _Conv(channels, channels)
        self.conv = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.norm(self.conv(self.first(x))))


class Finder(nn.Module):
    """Picture (n, 3, h, w) in 0–1, sides multiples of 16, to a map (n, 8, h/4, w/4).

    The trunk runs at a stride of 8 and each of its cells answers for 2 x 2 cells of the
    map: half the work of a trunk at a stride of 4, and as exact.
    """

    def __init__(self, fine: int = 24, middle: int = 56, coarse: int = 96) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, fine, 6, 4, 1, bias=False), nn.BatchNorm2d(fine), nn.ReLU(), _Conv(fine, fine)
        )
        self.eighth = nn.Sequential(_Conv(fine, middle, 2), _Residual(middle))
        self.sixteenth = nn.Sequential(_Conv(middle, coarse, 2), _Residual(coarse), _Residual(coarse))
        self.lateral = nn.Conv2d(coarse, middle, 1)
        self.merge = nn.Sequential(_Conv(middle, middle), _Conv(middle, middle))
        self.out = nn.Conv2d(middle, 4 * OUTPUTS, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.normal_(self.out.weight, std=0.01)
        nn.init.zeros_(self.out.bias)
        self.out.bias.data[:8] = -4  # few cells hold an index: start from that

    def forward(self, x: Tensor) -> Tensor:
        eighth = self.eighth(self.stem(x))
        both = eighth + self.up(self.lateral(self.sixteenth(eighth)))
        return torch.pixel_shuffle(self.out(self.merge(both)), 2)


class Namer(nn.Module):
    """Upright crops (n, 3, 64, 80) in 0–1 to 16 rank scores, then 5 suit scores.

    Ranks: ace to king, joker, nothing, strange (an index that must not be named).
    Suits: clubs, diamonds, hearts, spades, none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _Conv(3, 24, 2),
            _Conv(24, 32),
            _Conv(32, 48, 2),
            _Residual(48),
            _Conv(48, 96, 2),
            _Residual(96),
            _Conv(96, 48),
        )
        self.hidden = nn.Linear(48 * 80, 128)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(128, 21)

    def forward(self, x: Tensor) -> Tensor:
        flat = torch.flatten(self.features(x), 1)
        scores: Tensor = self.out(self.drop(torch.relu(self.hidden(flat))))
        return scores


class JokerNet(nn.Module):
    """A mark close up over its surroundings (n, 6, 80, 80) in 0–1 to five numbers.

    The score of a joker's mark, the direction (x, y) in which its card is read downwards, and
    the card's middle (x, y) from the mark's, in sides of the wide crop.
    """

    def __init__(self) -> None:
        super().__init__()
        # The close look is the namer's own beginning, and starts with what that has learnt.
        self.close = nn.Sequential(_Conv(3, 24, 2), _Conv(24, 32), _Conv(32, 48, 2), _Residual(48))
        self.wide = nn.Sequential(_Conv(3, 16, 2), _Conv(16, 24, 2), _Conv(24, 24))
        self.both = nn.Sequential(_Conv(72, 96, 2), _Residual(96), _Conv(96, 24))
        self.hidden = nn.Linear(24 * 100, 96)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(96, 5)

    def forward(self, x: Tensor) -> Tensor:
        looks = torch.cat([self.close(x[:, :3]), self.wide(x[:, 3:])], 1)
        flat = torch.flatten(self.both(looks), 1)
        scores: Tensor = self.out(self.drop(torch.relu(self.hidden(flat))))
        return scores

    def begin_like(self, namer: dict[str, Tensor]) -> None:
        """Take the close look over from a namer's weights."""
        length = len("features.")
        known = {k[length:]: v for k, v in namer.items() if k.startswith("features.") and int(k.split(".")[1]) < 4}
        self.close.load_state_dict(known)
