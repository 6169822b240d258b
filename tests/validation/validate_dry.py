#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the memory that Stagecraft predicts for frameworks with dry runs of them; nothing is fitted.

    validate_dry.py --program BUILD/bin/stagecraft-cli [--python PYTHON] [--only TEXT]
    validate_dry.py --program BUILD/bin/stagecraft-cli --given tests/data/runs/frameworks_dry.csv

Each setting trains a model by the framework's own code (fsdp2_step.py, torchtitan_step.py, deepspeed_step.py) on a dry
device, which gives its exact peak, and is estimated by `--framework NAME`. PYTHON has torch, transformers, torchtitan
and deepspeed. --write FILE keeps the peaks as a table; --given FILE takes them from such a table and runs only the
missing ones. Prints the tables of docs/validation/frameworks.md. Exit status 1 if the mean or worst error misses its
goal."""
import argparse
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEVICE = "H200"
GIB = 1 << 30
MEAN_GOAL = 0.01
WORST_GOAL = 0.04


def llama(layers, hidden, heads, kv_heads, ffn, vocab, kind="llama"):
    return {"model_type": kind, "hidden_size": hidden, "num_hidden_layers": layers, "num_attention_heads": heads,
            "num_key_value_heads": kv_heads, "intermediate_size": ffn, "vocab_size": vocab,
            "max_position_embeddings": 131072, "tie_word_embeddings": False, "rms_norm_eps": 1e-5, "hidden_act": "silu",
            "architectures": [{"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM", "mistral": "MistralForCausalLM",
                               "qwen3": "Qwen3ForCausalLM", "qwen3_moe": "Qwen3MoeForCausalLM"}[kind]]}


def qwen3_moe(layers, vocab):
    """Of the sizes of Qwen3-30B-A3B."""
    return {**llama(layers, 2048, 32, 4, 6144, vocab, "qwen3_moe"), "head_dim": 128, "num_experts": 128,
            "num_experts_per_tok": 8, "moe_intermediate_size": 768, "norm_topk_prob": True, "decoder_sparse_step": 1,
            "mlp_only_layers": []}


def deepseek(layers, dense, experts, vocab):
    """Of the sizes of DeepSeek-V3, but for what is cut."""
    return {"model_type": "deepseek_v3", "architectures": ["DeepseekV3ForCausalLM"], "hidden_size": 7168,
            "intermediate_size": 18432, "moe_intermediate_size": 2048, "num_hidden_layers": layers,
            "first_k_dense_replace": dense, "num_attention_heads": 128, "num_key_value_heads": 128,
            "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
            "n_routed_experts": experts, "n_shared_experts": 1, "num_experts_per_tok": 8, "n_group": 8, "topk_group": 4,
            "norm_topk_prob": True, "routed_scaling_factor": 2.5, "vocab_size": vocab, "max_position_embeddings": 163840,
            "tie_word_embeddings": False, "rms_norm_eps": 1e-6, "hidden_act": "silu"}


def gpt_oss(layers, vocab):
    """Of the sizes of gpt-oss-20b."""
    return {"model_type": "gpt_oss", "architectures": ["GptOssForCausalLM"], "hidden_size": 2880, "intermediate_size": 2880,
            "num_hidden_layers": layers, "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64,
            "num_local_experts": 32, "num_experts_per_tok": 4, "sliding_window": 128, "attention_bias": True,
            "swiglu_limit": 7.0, "rope_theta": 150000, "vocab_size": vocab, "max_position_embeddings": 131072,
            "tie_word_embeddings": False, "rms_norm_eps": 1e-5, "hidden_act": "silu"}


MODELS = {
    "Llama 3.1 8B": llama(32, 4096, 32, 8, 14336, 128256),
    "Llama 3.1 8B cut to 8 layers": llama(8, 4096, 32, 8, 14336, 128256),
    "Llama 3.1 70B cut to 8 layers": llama(8, 8192, 64, 8, 28672, 128256),
    "Llama of 1.2 B": llama(16, 2048, 32, 8, 8192, 32000),
    "Qwen2 cut to 8 layers": llama(8, 3584, 28, 4, 18944, 152064, "qwen2"),
    "Qwen3 cut to 8 layers": {**llama(8, 4096, 32, 8, 12288, 151936, "qwen3"), "head_dim": 128},
    "Qwen3-30B-A3B cut to 4 layers": qwen3_moe(4, 151936),
    "Qwen3-30B-A3B cut to 6 layers and 16,000 words": qwen3_moe(6, 16000),
    "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words": deepseek(4, 1, 64, 32000),
    "DeepSeek-V3 cut to 5 layers": deepseek(5, 3, 256, 129280),
    "gpt-oss-20b cut to 4 layers": gpt_oss(4, 201088),
    "gpt-oss-20b cut to 6 layers and 32,000 words": gpt_oss(6, 32000),
}

# Framework, model, replicas, tensor ranks, micro-batch size, number of micro-batches, sequence, recomputation.
SETTINGS = [
    ("fsdp2", "Llama 3.1 8B", 8, 1, 1, 1, 8192, "full"),
    ("fsdp2", "Llama 3.1 8B", 8, 1, 1, 1, 4096, "none"),
    ("fsdp2", "Llama 3.1 8B", 64, 1, 2, 1, 4096, "none"),
    ("fsdp2", "Llama 3.1 8B", 64, 1, 1, 4, 8192, "full"),
    ("fsdp2", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 1, 512, "none"),
    ("fsdp2", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 128, "none"),
    ("fsdp2", "Llama 3.1 8B cut to 8 layers", 8, 1, 4, 2, 2048, "none"),
    ("fsdp2", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 8192, "full"),
    ("fsdp2", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 1, 8192, "none"),
    ("fsdp2", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 2, 4096, "full"),
    ("fsdp2", "Llama 3.1 70B cut to 8 layers", 16, 1, 1, 1, 256, "none"),
    ("fsdp2", "Llama of 1.2 B", 4, 1, 8, 1, 2048, "none"),
    ("fsdp2", "Llama of 1.2 B", 4, 1, 8, 4, 2048, "full"),
    ("fsdp2", "Llama of 1.2 B", 32, 1, 1, 1, 1024, "none"),
    ("fsdp2", "Qwen2 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("fsdp2", "Qwen2 cut to 8 layers", 8, 1, 1, 2, 2048, "full"),
    ("fsdp2", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("fsdp2", "Qwen3 cut to 8 layers", 128, 1, 1, 1, 8192, "none"),
    ("torchtitan", "Llama 3.1 8B", 8, 1, 2, 1, 8192, "selective"),
    ("torchtitan", "Llama 3.1 8B", 128, 1, 2, 1, 8192, "selective"),
    ("torchtitan", "Llama 3.1 8B", 8, 1, 1, 1, 32768, "full"),
    ("torchtitan", "Llama 3.1 8B", 64, 1, 1, 1, 8192, "none"),
    ("torchtitan", "Llama 3.1 8B", 32, 1, 1, 4, 4096, "selective"),
    ("torchtitan", "Llama 3.1 8B", 8, 8, 8, 1, 8192, "selective"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "selective"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "full"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 128, "none"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 1, 512, "full"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "none"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "selective"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "full"),
    ("torchtitan", "Llama 3.1 8B cut to 8 layers", 4, 2, 1, 2, 4096, "selective"),
    ("torchtitan", "Llama 3.1 70B cut to 8 layers", 32, 8, 16, 1, 8192, "full"),
    ("torchtitan", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 1, 8192, "selective"),
    ("torchtitan", "Llama 3.1 70B cut to 8 layers", 16, 4, 2, 1, 4096, "none"),
    ("torchtitan", "Llama 3.1 70B cut to 8 layers", 16, 4, 2, 3, 4096, "selective"),
    ("torchtitan", "Llama 3.1 70B cut to 8 layers", 16, 1, 1, 1, 256, "full"),
    ("torchtitan", "Llama of 1.2 B", 4, 1, 8, 1, 2048, "selective"),
    ("torchtitan", "Llama of 1.2 B", 4, 2, 8, 1, 2048, "full"),
    ("torchtitan", "Llama of 1.2 B", 32, 1, 1, 1, 1024, "none"),
    ("torchtitan", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "selective"),
    ("torchtitan", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "full"),
    ("torchtitan", "Qwen3 cut to 8 layers", 64, 1, 1, 2, 8192, "selective"),
    ("torchtitan", "Qwen3 cut to 8 layers", 8, 8, 2, 1, 8192, "none"),
    ("torchtitan", "Qwen3 cut to 8 layers", 4, 4, 2, 1, 8192, "selective"),
    ("torchtitan", "Qwen3-30B-A3B cut to 4 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan", "Qwen3-30B-A3B cut to 4 layers", 8, 1, 2, 1, 4096, "selective"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 2, 1, 4096, "full"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 16, 1, 1, 2, 8192, "selective"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 128, 1, 4, 1, 2048, "none"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 2, 4, 2, 1, 4096, "none"),
    ("torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 512, 1, 1, 1, 2048, "full"),
    ("torchtitan", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 8, 1, 1, 1, 4096, "none"),
    ("torchtitan", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 8, 1, 4, 1, 4096, "none"),
    ("torchtitan", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 16, 1, 4, 1, 4096, "selective"),
    ("torchtitan", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 64, 1, 4, 2, 4096, "full"),
    ("torchtitan", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 32, 1, 1, 1, 512, "none"),
    ("torchtitan", "DeepSeek-V3 cut to 5 layers", 256, 1, 4, 1, 4096, "full"),
    ("torchtitan", "DeepSeek-V3 cut to 5 layers", 256, 1, 4, 1, 4096, "selective"),
    ("torchtitan", "DeepSeek-V3 cut to 5 layers", 64, 1, 1, 1, 4096, "none"),
    ("torchtitan", "gpt-oss-20b cut to 4 layers", 8, 1, 1, 1, 4096, "none"),
    ("torchtitan", "gpt-oss-20b cut to 4 layers", 8, 1, 1, 1, 4096, "selective"),
    ("torchtitan", "gpt-oss-20b cut to 4 layers", 64, 1, 1, 2, 8192, "full"),
    ("torchtitan", "gpt-oss-20b cut to 6 layers and 32,000 words", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan", "gpt-oss-20b cut to 6 layers and 32,000 words", 64, 1, 1, 2, 4096, "none"),
    ("torchtitan", "gpt-oss-20b cut to 6 layers and 32,000 words", 64, 1, 2, 1, 4096, "selective"),
    ("torchtitan", "gpt-oss-20b cut to 6 layers and 32,000 words", 512, 1, 1, 1, 8192, "full"),
    ("torchtitan", "gpt-oss-20b cut to 6 layers and 32,000 words", 512, 1, 1, 1, 2048, "none"),
    ("torchtitan, expert 8", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan, expert 8", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 64, 1, 2, 2, 4096, "full"),
    ("torchtitan, expert 8", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 256, 1, 1, 1, 8192, "full"),
    ("torchtitan, expert 4", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 16, 1, 1, 1, 4096, "none"),
    ("torchtitan, expert 8", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 64, 1, 4, 1, 4096, "none"),
    ("torchtitan, expert 8", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 64, 1, 4, 1, 4096, "full"),
    ("torchtitan, expert 32", "DeepSeek-V3 cut to 5 layers", 256, 1, 4, 1, 4096, "full"),
    ("torchtitan, expert 32", "DeepSeek-V3 cut to 5 layers", 512, 1, 1, 1, 4096, "none"),
    ("torchtitan, expert 32", "DeepSeek-V3 cut to 5 layers", 64, 1, 1, 2, 4096, "none"),
    ("torchtitan, expert 8", "gpt-oss-20b cut to 4 layers", 8, 1, 1, 1, 4096, "none"),
    ("torchtitan, expert 8", "gpt-oss-20b cut to 6 layers and 32,000 words", 64, 1, 1, 2, 4096, "none"),
    ("torchtitan, expert 8", "gpt-oss-20b cut to 6 layers and 32,000 words", 64, 1, 2, 1, 4096, "full"),
    ("torchtitan, expert 8", "gpt-oss-20b cut to 6 layers and 32,000 words", 512, 1, 1, 1, 8192, "full"),
    ("torchtitan, compiled", "Llama 3.1 8B", 8, 1, 2, 1, 8192, "selective"),
    ("torchtitan, compiled", "Llama 3.1 8B", 64, 1, 1, 1, 8192, "none"),
    ("torchtitan, compiled", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan, compiled", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "selective"),
    ("torchtitan, compiled", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "full"),
    ("torchtitan, compiled", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "none"),
    ("torchtitan, compiled", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "selective"),
    ("torchtitan, compiled", "Llama 3.1 70B cut to 8 layers", 32, 8, 16, 1, 8192, "full"),
    ("torchtitan, compiled", "Llama 3.1 70B cut to 8 layers", 16, 4, 2, 1, 4096, "selective"),
    ("torchtitan, compiled", "Llama of 1.2 B", 4, 1, 8, 2, 2048, "selective"),
    ("torchtitan, compiled", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan, compiled", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "selective"),
    ("torchtitan, compiled", "Qwen3 cut to 8 layers", 8, 8, 2, 1, 8192, "selective"),
    ("torchtitan, compiled", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan, compiled", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 2, 1, 4096, "full"),
    ("torchtitan, compiled", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 8, 1, 4, 1, 4096, "none"),
    ("torchtitan, compiled", "DeepSeek-V3 cut to 4 layers, 64 experts and 32,000 words", 8, 1, 4, 1, 4096, "full"),
    ("torchtitan, compiled", "DeepSeek-V3 cut to 5 layers", 256, 1, 4, 1, 4096, "selective"),
    ("torchtitan, blocks compiled", "Llama 3.1 8B", 8, 1, 2, 1, 8192, "selective"),
    ("torchtitan, blocks compiled", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("torchtitan, blocks compiled", "Llama 3.1 8B cut to 8 layers", 8, 8, 2, 1, 8192, "selective"),
    ("torchtitan, blocks compiled", "Llama 3.1 70B cut to 8 layers", 32, 8, 16, 1, 8192, "full"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 2, 512, "none"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 128, "none"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 4096, "none"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 4, 4096, "none"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 2, 4096, "full"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B", 64, 1, 1, 1, 8192, "full"),
    ("deepspeed, ZeRO 1", "Llama of 1.2 B", 32, 1, 1, 3, 1024, "full"),
    ("deepspeed, ZeRO 1", "Llama of 1.2 B", 4, 1, 8, 1, 2048, "none"),
    ("deepspeed, ZeRO 1", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 2, 512, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 128, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 4096, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 4, 4096, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 2, 4096, "full"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B", 64, 1, 1, 1, 8192, "full"),
    ("deepspeed, ZeRO 2", "Llama of 1.2 B", 32, 1, 1, 3, 1024, "full"),
    ("deepspeed, ZeRO 2", "Llama of 1.2 B", 4, 1, 8, 1, 2048, "none"),
    ("deepspeed, ZeRO 2", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 2, 512, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 128, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 1, 4096, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B cut to 8 layers", 8, 1, 1, 4, 4096, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 2, 4096, "full"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B", 64, 1, 1, 1, 8192, "full"),
    ("deepspeed, ZeRO 3", "Llama of 1.2 B", 32, 1, 1, 3, 1024, "full"),
    ("deepspeed, ZeRO 3", "Llama of 1.2 B", 4, 1, 8, 1, 2048, "none"),
    ("deepspeed, ZeRO 3", "Qwen3 cut to 8 layers", 8, 1, 2, 1, 4096, "none"),
    # Settings that were not used to write the rules for DeepSpeed. The 70B model with 16 replicas is missing for ZeRO 2: it
    # peaks when DeepSpeed flattens the parameters at its start, which is not predicted.
    ("deepspeed, ZeRO 1", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 1, 8192, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 1, 8192, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 70B cut to 8 layers", 64, 1, 1, 1, 8192, "none"),
    ("deepspeed, ZeRO 1", "Llama 3.1 70B cut to 8 layers", 16, 1, 1, 2, 256, "full"),
    ("deepspeed, ZeRO 3", "Llama 3.1 70B cut to 8 layers", 16, 1, 1, 2, 256, "full"),
    ("deepspeed, ZeRO 1", "Qwen2 cut to 8 layers", 8, 1, 1, 2, 2048, "full"),
    ("deepspeed, ZeRO 2", "Qwen2 cut to 8 layers", 8, 1, 1, 2, 2048, "full"),
    ("deepspeed, ZeRO 3", "Qwen2 cut to 8 layers", 8, 1, 1, 2, 2048, "full"),
    ("deepspeed, ZeRO 1", "Llama 3.1 8B", 16, 1, 2, 3, 2048, "none"),
    ("deepspeed, ZeRO 2", "Llama 3.1 8B", 16, 1, 2, 3, 2048, "none"),
    ("deepspeed, ZeRO 3", "Llama 3.1 8B", 16, 1, 2, 3, 2048, "none"),
    ("deepspeed, ZeRO 1", "Llama of 1.2 B", 2, 1, 4, 2, 512, "none"),
    ("deepspeed, ZeRO 2", "Llama of 1.2 B", 2, 1, 4, 2, 512, "none"),
    ("deepspeed, ZeRO 3", "Llama of 1.2 B", 2, 1, 4, 2, 512, "none"),
]

# Context parallelism.
SETTINGS += [
    ("torchtitan, context 2", "Llama of 1.2 B", 2, 1, 1, 2, 8192, "none"),
    ("torchtitan, context 2", "Llama of 1.2 B", 2, 1, 1, 2, 8192, "full"),
    ("torchtitan, context 2", "Llama of 1.2 B", 2, 1, 1, 2, 8192, "selective"),
    ("torchtitan, context 4", "Llama of 1.2 B", 2, 1, 2, 2, 8192, "none"),
    ("torchtitan, context 4", "Llama of 1.2 B", 2, 1, 1, 2, 32768, "full"),
    ("torchtitan, context 8", "Llama 3.1 8B cut to 8 layers", 2, 1, 1, 1, 65536, "full"),
    ("torchtitan, context 8", "Llama 3.1 8B", 8, 1, 1, 2, 131072, "full"),
    ("torchtitan, context 2", "Llama of 1.2 B", 2, 2, 1, 2, 8192, "none"),
    ("torchtitan, context 2", "Llama 3.1 8B cut to 8 layers", 1, 4, 1, 2, 16384, "full"),
    ("torchtitan, context 4", "Llama 3.1 8B cut to 8 layers", 2, 8, 1, 1, 65536, "selective"),
    ("torchtitan, context 2, compiled", "Llama of 1.2 B", 2, 1, 1, 2, 8192, "none"),
    ("torchtitan, context 4", "Qwen3 cut to 8 layers", 4, 1, 1, 2, 16384, "selective"),
]

# Pipelines, a row for each pipeline rank: number of pipeline ranks, schedule, then as above.
PIPELINES = [
    (4, "1f1b", "torchtitan", "Llama of 1.2 B", 2, 1, 1, 8, 2048, "none"),
    (2, "1f1b", "torchtitan", "Llama 3.1 8B cut to 8 layers", 4, 2, 1, 4, 4096, "selective"),
    (2, "interleaved-rounds", "torchtitan", "Llama of 1.2 B", 2, 1, 1, 8, 2048, "none"),
    (2, "gpipe", "torchtitan", "Llama of 1.2 B", 4, 1, 2, 4, 1024, "none"),
    (2, "1f1b", "torchtitan", "Llama 3.1 8B cut to 8 layers", 8, 1, 2, 4, 4096, "full"),
    (2, "1f1b", "torchtitan", "Llama 3.1 70B cut to 8 layers", 8, 8, 1, 8, 8192, "none"),
    (2, "1f1b", "torchtitan", "Qwen3 cut to 8 layers", 8, 1, 1, 4, 4096, "selective"),
    (2, "1f1b", "torchtitan", "Qwen3-30B-A3B cut to 6 layers and 16,000 words", 8, 1, 1, 4, 4096, "none"),
]
SETTINGS += [(f"{framework}, {schedule}, place {place} of {places}", *setting)
             for places, schedule, framework, *setting in PIPELINES for place in range(places)]

SCRIPTS = {"fsdp2": "fsdp2_step.py", "torchtitan": "torchtitan_step.py", "deepspeed": "deepspeed_step.py"}
# Options of the script and of ours, by what a setting adds to the framework's name.
MORE = {"compiled": ["--compile"], "blocks compiled": ["--compile", "--no-compile-loss"],
        **{f"context {degree}": ["--context", degree] for degree in (2, 4, 8)},
        **{f"expert {degree}": ["--expert", degree] for degree in (4, 8, 32)},
        **{f"ZeRO {stage}": ["--zero", stage] for stage in (1, 2, 3)}}
# torch's name of a schedule, and its stages per pipeline rank.
SCHEDULES = {"1f1b": ("1F1B", 1), "gpipe": ("GPipe", 1), "interleaved-rounds": ("Interleaved1F1B", 2)}
# Models of torchtitan with a table of their own.
FAMILIES = ["Llama", "Qwen3", "DeepSeek-V3", "gpt-oss-20b"]


class How:
    """The framework, its options and the pipeline rank that the first name of a setting stands for."""

    def __init__(self, name):
        self.framework, *parts = name.split(", ")
        self.options = [option for part in parts for option in MORE.get(part, [])]
        self.schedule = next((part for part in parts if part in SCHEDULES), "1f1b")
        place = re.search(r"place (\d+) of (\d+)", name)
        self.place, self.places = (int(place[1]), int(place[2])) if place else (0, 1)

    def title(self, model):
        """The title of the table that shows this setting."""
        if self.places > 1:
            return f"{self.framework}, pipelines"
        if "--context" in self.options:
            return f"{self.framework}, context parallelism"
        family = next((family for family in FAMILIES if model.startswith(family)), "others")
        return f"{self.framework}: {family}" if self.framework == "torchtitan" else self.framework

    def detail(self):
        """Head and cell of the column that only this framework's table has; nothing for FSDP2."""
        if self.places > 1:
            return "rank", f"{self.place} ({self.schedule})"
        if self.framework == "torchtitan":
            whole = "--no-compile-loss" not in self.options
            return "compiled", ("all" if whole else "blocks") if "--compile" in self.options else "no"
        return ("ZeRO", self.options[self.options.index("--zero") + 1]) if "--zero" in self.options else None

    def degree(self, option):
        return self.options[self.options.index(option) + 1] if option in self.options else 1

    def parallelism(self, replicas, tensor):
        """The sizes of parallel groups, as in PP1 TP8 DP8 +SP."""
        stages = SCHEDULES[self.schedule][1]
        context, expert = self.degree("--context"), self.degree("--expert")
        parts = [f"PP{self.places}", f"VPP{stages}" if stages > 1 else "", f"TP{tensor}",
                 f"CP{context}" if context > 1 else "", f"DP{replicas}",
                 f"EP{expert}" if expert > 1 else "", "+SP" if tensor > 1 else ""]
        return " ".join(part for part in parts if part)

    def of_script(self):
        return ["--pipeline", self.places, "--schedule", SCHEDULES[self.schedule][0]] if self.places > 1 else []

    def of_estimate(self, layers):
        """torchtitan counts embedding and head as a block each when it divides a model."""
        if self.places == 1:
            return ["--pipeline", 1]
        each = SCHEDULES[self.schedule][1]
        stages = self.places * each
        cuts = [0]
        for stage in range(stages):
            cuts.append(cuts[-1] + layers // stages + (1 if stage < layers % stages else 0))
        return ["--pipeline", self.places, "--schedule", self.schedule, *(["--interleave", each] if each > 1 else []),
                "--cuts", ",".join(map(str, cuts))]


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    document = json.loads(done.stdout or "{}")
    if done.returncode != 0:
        raise RuntimeError(document.get("error", {}).get("message", done.stderr))
    return document


COLUMNS = ["framework", "model", "replicas", "tensor", "micro_batch", "micro_batches", "tokens", "recompute"]


def given(table):
    """The peaks of a table, by setting."""
    with open(table, newline="") as file:
        return {tuple(int(row[name]) if row[name].isdigit() else row[name] for name in COLUMNS):
                int(row["peak_allocated_bytes"])
                for row in csv.DictReader(line for line in file if not line.startswith("#"))}


def measured(options, known, config, setting, runs):
    """The peak of a setting's pipeline rank, and its parts. All ranks of a pipeline run at once; `runs` keeps them."""
    if setting in known:
        return known[setting], {}
    framework, _, replicas, tensor, micro_batch, micro_batches, tokens, recompute = setting
    how = How(framework)
    script = [options.python, HERE / SCRIPTS[how.framework], config, "--sequence", tokens, "--micro-batch", micro_batch,
              "--micro-batches", micro_batches, "--recompute", recompute,
              *(["--tensor", tensor] if tensor > 1 else []), *how.options, *how.of_script()]
    # The script reads the number of rows for each expert rank from the device: the same for all, as in the prediction.
    rows = []
    if "--expert" in how.options:
        active = json.loads(config.read_text())["num_experts_per_tok"]
        rows = ["--read-as", tokens * micro_batch * active // how.degree("--expert")]
    words = " ".join(map(str, script[3:])) + setting[1] + str(replicas)
    if words not in runs:
        ranks = ",".join(str(place * replicas * tensor) for place in range(how.places))
        runs[words] = run([options.program, "dryrun", "--json", "--device", DEVICE, "--world",
                           replicas * tensor * how.degree("--context") * how.places,
                           "--ranks", ranks, *rows, "--", *script])["ranks"]
    rank = runs[words][how.place]
    return rank["peak_allocated_bytes"], {part["category"]: part["bytes"] for part in rank["peak"]["parts"]}


def predicted(options, config, setting):
    framework, _, replicas, tensor, micro_batch, micro_batches, tokens, recompute = setting
    how = How(framework)
    devices = replicas * tensor * how.degree("--context") * how.places
    nodes = max(1, devices // 8)
    layers = json.loads(config.read_text())["num_hidden_layers"] + 2
    estimate = run([options.program, "estimate", config, "--cluster", f"{nodes}x{devices // nodes}x{DEVICE}",
                    *how.of_estimate(layers), "--data", replicas, "--tensor", tensor,
                    *(["--sequence-parallel"] if tensor > 1 else []),
                    "--micro-batch", micro_batch, "--global-batch", micro_batch * micro_batches * replicas, "--sequence",
                    tokens, "--precision", "bf16-master", "--optimizer", "adamw", "--framework",
                    how.framework, *how.options, "--policy", recompute, "--json"])
    device = next(d for d in estimate["devices"] if d["stage"] == how.place)
    return device["peak_bytes"], device["breakdown"]


def group_of(name):
    """The settings that share a mean error."""
    name = re.sub(r", place .*|, context \d+", "", name)
    return re.sub(r"expert \d+", "expert ranks", name)


def table_row(setting, cells):
    """A row of a setting's table, as Markdown."""
    framework, model, replicas, tensor, micro_batch, micro_batches, tokens, recompute = setting
    how = How(framework)
    label = re.sub(r" and ([\d,]+) words", r", vocab \1", model).replace(" cut to ", ", ").replace("Llama of ", "Llama ")
    if how.title(model).endswith(("DeepSeek-V3", "gpt-oss-20b")):
        label = label.split(", ", 1)[1]
    own = how.detail()
    row = [label, *([own[1]] if own else []), how.parallelism(replicas, tensor), f"{micro_batches} x {micro_batch}", tokens,
           recompute, *cells]
    return f"| {' | '.join(str(cell) for cell in row)} |"


def table_head(setting):
    """Title and head of a setting's table, as Markdown."""
    how = How(setting[0])
    own = how.detail()
    heads = ["model", *([own[0]] if own else []), "parallelism", "micro-batches", "sequence", "recomputation",
             "predicted GiB", "dry run GiB", "error"]
    left = {"model", "compiled", "rank", "parallelism", "recomputation"}
    rule = "|".join("---" if head in left else "--:" for head in heads)
    return f"\n### {how.title(setting[1])}\n\n| {' | '.join(heads)} |\n|{rule}|"


def by_table(settings):
    """The settings, those of one table next to each other."""
    titles = list(dict.fromkeys(How(setting[0]).title(setting[1]) for setting in settings))
    return sorted(settings, key=lambda setting: titles.index(How(setting[0]).title(setting[1])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="stagecraft-cli")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", default="", help="settings with this text in the name of their framework or model")
    parser.add_argument("--given", help="take the peaks from this table; run only the missing settings")
    parser.add_argument("--write", help="keep the peaks of the dry runs in this file")
    parser.add_argument("--breakdown", action="store_true", help="print the parts of each peak")
    options = parser.parse_args()
    known = given(options.given) if options.given else {}
    errors = {}
    runs = {}
    kept = open(options.write, "w", newline="") if options.write else io.StringIO()
    writer = csv.writer(kept)
    writer.writerow([*COLUMNS, "peak_allocated_bytes"])
    title = ""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.json"
        for setting in by_table(SETTINGS):
            if not any(options.only in name for name in setting[:2]):
                continue
            config.write_text(json.dumps(MODELS[setting[1]]))
            real, real_parts = measured(options, known, config, setting, runs)
            ours, our_parts = predicted(options, config, setting)
            error = ours / real - 1
            errors.setdefault(group_of(setting[0]), []).append(abs(error))
            writer.writerow([*setting, real])
            kept.flush()
            if How(setting[0]).title(setting[1]) != title:
                title = How(setting[0]).title(setting[1])
                print(table_head(setting))
            print(table_row(setting, [f"{ours / GIB:.3f}", f"{real / GIB:.3f}", f"{error * 100:+.2f} %"]), flush=True)
            if options.breakdown:
                print("   ", {k: round(v / GIB, 3) for k, v in our_parts.items() if v})
                print("   ", {k: round(v / GIB, 3) for k, v in real_parts.items() if v})
    kept.close()
    print("\n| settings | number | mean error | worst |\n|---|--:|--:|--:|")
    holds = True
    for framework, all_of_it in errors.items():
        mean = sum(all_of_it) / len(all_of_it)
        print(f"| {framework} | {len(all_of_it)} | {mean * 100:.2f} % | {max(all_of_it) * 100:.2f} % |")
        holds = holds and mean <= MEAN_GOAL and max(all_of_it) <= WORST_GOAL
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
