# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a causal language model of transformers with PyTorch's fully_shard: the embedding, each block, and norm with
head are units. Run by validate_dry.py in dry runs; its losses mean nothing."""
import stepoptions
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from transformers import AutoConfig, AutoModelForCausalLM

options = stepoptions.parser(["none", "full"]).parse_args()

dist.init_process_group("nccl")
torch.cuda.set_device(0)
mesh = init_device_mesh("cuda", (dist.get_world_size(),))
with torch.device("meta"):
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(options.config), attn_implementation="sdpa")
if options.recompute == "full":
    model.gradient_checkpointing_enable({"use_reentrant": False})
how = {"mesh": mesh, "mp_policy": MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32),
       "reshard_after_forward": True}
for unit in [model.model.embed_tokens, *model.model.layers, [model.model.norm, model.lm_head]]:
    fully_shard(unit, **how)
fully_shard(model, **how)
model.to_empty(device="cuda")
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
for _ in range(3):
    for _ in range(options.micro_batches):
        tokens = torch.randint(0, 1000, (options.micro_batch, options.sequence), device="cuda")
        model(input_ids=tokens, labels=tokens, use_cache=False).loss.backward()
    optimizer.step()
    optimizer.zero_grad()
