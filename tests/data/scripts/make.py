# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Writes scripted.pt and traced.pt: a small convolutional network, as users save theirs (docs/models.md)."""
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
