# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Writes scripted.pt and traced.pt: a small convolutional network, as users save theirs (docs/models.md); and picky.pt, whose second child
raises an exception of Python's where it gets more than one sample."""
import pathlib

import torch
from torch import nn

folder = pathlib.Path(__file__).parent
torch.manual_seed(1)
model = nn.Sequential(
    nn.Conv2d(3, 16, 3, padding=1, bias=False),
    nn.BatchNorm2d(16),
    nn.ReLU(inplace=True),
    nn.Conv2d(16, 16, 3, padding=1),
    nn.Conv2d(16, 16, 3, padding=1),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(16, 10),
)
torch.jit.script(model).save(folder / "scripted.pt")
torch.jit.trace(model, torch.randn(2, 3, 32, 32)).save(folder / "traced.pt")


class Picky(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.size(0) > 1:
            raise ValueError("one sample, please")
        return x * self.scale


torch.jit.script(nn.Sequential(nn.Linear(8, 8), Picky())).save(folder / "picky.pt")
