# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""A training loop of plain PyTorch on one GPU."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


width, vocabulary = 1024, 32000
model = nn.Sequential(nn.Embedding(vocabulary, width), *[Block(width) for _ in range(8)], nn.Linear(width, vocabulary))
model = model.cuda()
optimizer = torch.optim.AdamW(model.parameters())
for step in range(1000):
    tokens = torch.randint(0, vocabulary, (8, 512)).cuda()
    loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), tokens.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    if not torch.isfinite(loss):
        raise SystemExit("the loss is not a number")
    print(step, loss.item())
