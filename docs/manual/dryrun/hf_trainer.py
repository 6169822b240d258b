# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Hugging Face's Trainer with FSDP2: a Llama of 500 million parameters, sharded over all ranks."""
import tempfile

import torch
from torch.utils.data import Dataset
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments


class RandomTokens(Dataset):
    def __len__(self):
        return 4096

    def __getitem__(self, index):
        tokens = torch.randint(0, 32000, (2048,))
        return {"input_ids": tokens, "labels": tokens, "attention_mask": torch.ones_like(tokens)}


config = LlamaConfig(hidden_size=2048, intermediate_size=5504, num_hidden_layers=8, num_attention_heads=16,
                     vocab_size=32000, use_cache=False)
arguments = TrainingArguments(
    output_dir=tempfile.mkdtemp(), per_device_train_batch_size=4, max_steps=100, bf16=True, logging_steps=1,
    report_to=[], save_strategy="no", optim="adamw_torch_fused", fsdp="full_shard auto_wrap",
    fsdp_config={"version": 2, "transformer_layer_cls_to_wrap": ["LlamaDecoderLayer"]})
Trainer(model=LlamaForCausalLM(config), args=arguments, train_dataset=RandomTokens()).train()
