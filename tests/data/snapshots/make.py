# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Records the memory snapshots of this folder: a few steps of a small transformer with AdamW.

stagecraft-worker --dry H100-80GB python3 make.py transformer.pickle
"""
import pickle
import sys

import torch
from torch import nn
from torch.nn import functional

output = sys.argv[1]
skipped = int(sys.argv[2]) if len(sys.argv) > 2 else 0  # steps before the recording
steps, layers, width, batch, length = 3, 2, 128, 4, 128


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        heads = [p.view(batch, length, 4, width // 4).transpose(1, 2) for p in self.qkv(self.norm1(x)).chunk(3, dim=-1)]
        mixed = functional.scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.proj(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.norm2(x))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(1000, width), nn.Linear(width, 1000)
        self.blocks = nn.ModuleList([Block() for _ in range(layers)])

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def record():
    torch.cuda.memory._record_memory_history(max_entries=100_000, context="all", stacks="python")


def step():
    ids = torch.randint(0, 1000, (batch, length)).cuda()
    loss = functional.cross_entropy(model(ids).flatten(0, 1), ids.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()


if skipped == 0:
    record()
model = Model().cuda()
optimizer = torch.optim.AdamW(model.parameters())
for number in range(skipped + steps):
    if number == skipped and skipped > 0:
        record()
    step()

# The folder in which PyTorch lies is nobody's business; frames are shared, and each is changed once.
snapshot = torch.cuda.memory._snapshot()
folder = torch.__file__.removesuffix("torch/__init__.py")
events = [event for trace in snapshot["device_traces"] for event in trace]
blocks = [block for segment in snapshot["segments"] for block in segment["blocks"]]
for frame in {id(frame): frame for entry in events + blocks for frame in entry["frames"]}.values():
    frame["filename"] = frame["filename"].replace(folder, "site-packages/").replace(__file__, "train.py")
with open(output, "wb") as file:
    pickle.dump(snapshot, file)
print(torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())
