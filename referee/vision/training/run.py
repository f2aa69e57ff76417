"""A training run that stops in time and goes on where it stopped.

Start reading at `Run`.
"""

from __future__ import annotations

import math
import time
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

MEMORY = 0.998
"""Of the running mean of the weights, a step: about 500 steps count. It is what gets exported."""


def fast() -> torch.autocast:
    """Half precision where the processor computes it quicker; elsewhere it is twelve times as slow."""
    return torch.autocast(
        "cpu", torch.bfloat16, enabled=torch.backends.cpu.get_cpu_capability().startswith("AVX512")
    )


class Run:
    """One net's training: seconds spent, optimizer, learning rate (cosine), a checkpoint a minute.

    `file` keeps the state; an existing one is resumed. `mean` is the net with the running mean of the
    weights: single steps swing between likenesses such as club and spade, their mean does not.
    """

    def __init__(self, net: nn.Module, file: Path, minutes: float, rate: float, decay: float) -> None:
        self.net, self.file, self.budget, self.rate = net, file, minutes * 60, rate
        self.spent, self.steps = 0.0, 0
        net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch types only `device` here
        net.train()
        self.optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=decay)
        if file.exists():
            state = torch.load(file, weights_only=True)
            net.load_state_dict(state["net"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.spent, self.steps = state["spent"], state["steps"]
            print(f"goes on after {self.spent:.0f} s, {self.steps} steps", flush=True)
        self.mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(MEMORY), use_buffers=True)
        if file.exists() and "mean" in state:
            self.mean.load_state_dict(state["mean"])
        self._began = self._saved = 0.0
        self._before, self._sums, self._count = self.spent, [0.0] * 4, 0

    @property
    def over(self) -> bool:
        """Whether the minutes are spent; they count from when this is first asked."""
        if not self._began:
            self._began = self._saved = time.monotonic()
        self.spent = self._before + time.monotonic() - self._began
        return self.spent >= self.budget

    def step(self, loss: Tensor, parts: list[Tensor]) -> None:
        """One step down the loss; `parts` (up to four) are printed once a minute."""
        rate = (
            self.rate * min(1, (self.steps + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * self.spent / self.budget))
        )
        for group in self.optimizer.param_groups:
            group["lr"] = rate + 1e-5
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        self.optimizer.step()
        self.mean.update_parameters(self.net)
        self.steps += 1
        self._count += 1
        for i, part in enumerate(parts):
            self._sums[i] += float(part.detach())
        now = time.monotonic()
        if now - self._saved > 60:
            rate_of_steps = self._count / (now - self._saved)
            means = " ".join(f"{total / self._count:.4f}" for total in self._sums)
            print(f"{self.spent:.0f} s, step {self.steps}, {rate_of_steps:.2f} steps/s, {means}", flush=True)
            self._sums, self._count, self._saved = [0.0] * 4, 0, now
            self.save()

    def save(self) -> None:
        """Write the state beside the old one, then swap, so that a stop never leaves half a file."""
        state = {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "spent": self.spent,
            "steps": self.steps,
        }
        new = self.file.with_suffix(".new")
        torch.save(state, new)
        new.replace(self.file)
