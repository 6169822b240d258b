# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""DeepSpeed's ZeRO; the stage is the script's last argument: DeepSpeed's launcher puts its own before."""
import sys

import deepspeed
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


width, vocabulary = 2048, 32000
model = nn.Sequential(nn.Embedding(vocabulary, width), *[Block(width) for _ in range(8)], nn.Linear(width, vocabulary))
settings = {
    "train_micro_batch_size_per_gpu": 4,
    "gradient_accumulation_steps": 2,
    "gradient_clipping": 1.0,
    "bf16": {"enabled": True},
    "zero_optimization": {"stage": int(sys.argv[-1])},
    "optimizer": {"type": "AdamW", "params": {"lr": 1e-4, "torch_adam": True}},
}
engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=settings)
for step in range(1000):
    tokens = torch.randint(0, vocabulary, (4, 512)).to(engine.device)
    loss = nn.functional.cross_entropy(engine(tokens).flatten(0, 1), tokens.flatten())
    engine.backward(loss)
    engine.step()
