# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a causal language model of transformers with DeepSpeed's ZeRO in bf16. Its own fused Adam must be compiled
first; PyTorch's takes no temporaries either. Run by validate_dry.py in dry runs; its losses mean nothing."""
import deepspeed
import stepoptions
import torch
import torch.distributed as dist
from transformers import AutoConfig, AutoModelForCausalLM

parser = stepoptions.parser(["none", "full"])
parser.add_argument("--zero", type=int, choices=[1, 2, 3], required=True)
options = parser.parse_args()

deepspeed.init_distributed("nccl")
torch.cuda.set_device(0)
settings = {
    "train_micro_batch_size_per_gpu": options.micro_batch,
    "gradient_accumulation_steps": options.micro_batches,
    "bf16": {"enabled": True},
    "zero_optimization": {"stage": options.zero},
    "zero_allow_untested_optimizer": True,
}
config = AutoConfig.from_pretrained(options.config)
if options.zero == 3:
    with deepspeed.zero.Init(config_dict_or_path=settings, remote_device="cuda"):
        model = AutoModelForCausalLM.from_config(config, attn_implementation="sdpa", dtype=torch.bfloat16)
else:
    with torch.device("cuda"):
        model = AutoModelForCausalLM.from_config(config, attn_implementation="sdpa", dtype=torch.bfloat16)
if options.recompute == "full":
    model.gradient_checkpointing_enable({"use_reentrant": False})
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
engine, _, _, _ = deepspeed.initialize(model=model, optimizer=optimizer, config=settings)
for _ in range(3):
    for _ in range(options.micro_batches):
        tokens = torch.randint(0, 1000, (options.micro_batch, options.sequence), device="cuda")
        engine.backward(engine(input_ids=tokens, labels=tokens, use_cache=False).loss)
        engine.step()
