#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Holds what Stagecraft predicts of PyTorch's FSDP2 against dry runs of fully_shard, without fitting anything.

    validate_fsdp2.py --program BUILD/bin/stagecraft-cli [--python PYTHON WITH TORCH AND TRANSFORMERS] [--only TEXT]
    validate_fsdp2.py --program BUILD/bin/stagecraft-cli --given tests/data/runs/fsdp2_dry.csv

Each setting trains a model of transformers by fsdp2_step.py on a dry device, which gives its exact peak, and is
estimated by `--framework fsdp2`. With --write FILE the peaks are kept as a table; with --given FILE they are those of
such a table, and nothing is run. Ends with 1 where the goals of the mean and worst error are missed."""
import argparse
import csv
import json
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
                               "qwen3": "Qwen3ForCausalLM"}[kind]]}


MODELS = {
    "Llama 3.1 8B": llama(32, 4096, 32, 8, 14336, 128256),
    "Llama 3.1 8B cut to 8 layers": llama(8, 4096, 32, 8, 14336, 128256),
    "Llama 3.1 70B cut to 8 layers": llama(8, 8192, 64, 8, 28672, 128256),
    "Llama of 1.2 B": llama(16, 2048, 32, 8, 8192, 32000),
    "Qwen2 cut to 8 layers": llama(8, 3584, 28, 4, 18944, 152064, "qwen2"),
    "Qwen3 cut to 8 layers": {**llama(8, 4096, 32, 8, 12288, 151936, "qwen3"), "head_dim": 128},
}

# Model, replicas, micro-batch, micro-batches, tokens, whether blocks run again.
SETTINGS = [
    ("Llama 3.1 8B", 8, 1, 1, 8192, True),
    ("Llama 3.1 8B", 8, 1, 1, 4096, False),
    ("Llama 3.1 8B", 64, 2, 1, 4096, False),
    ("Llama 3.1 8B", 64, 1, 4, 8192, True),
    ("Llama 3.1 8B cut to 8 layers", 2, 1, 1, 512, False),
    ("Llama 3.1 8B cut to 8 layers", 8, 1, 1, 128, False),
    ("Llama 3.1 8B cut to 8 layers", 8, 4, 2, 2048, False),
    ("Llama 3.1 8B cut to 8 layers", 8, 2, 1, 8192, True),
    ("Llama 3.1 70B cut to 8 layers", 64, 1, 1, 8192, False),
    ("Llama 3.1 70B cut to 8 layers", 64, 1, 2, 4096, True),
    ("Llama 3.1 70B cut to 8 layers", 16, 1, 1, 256, False),
    ("Llama of 1.2 B", 4, 8, 1, 2048, False),
    ("Llama of 1.2 B", 4, 8, 4, 2048, True),
    ("Llama of 1.2 B", 32, 1, 1, 1024, False),
    ("Qwen2 cut to 8 layers", 8, 2, 1, 4096, False),
    ("Qwen2 cut to 8 layers", 8, 1, 2, 2048, True),
    ("Qwen3 cut to 8 layers", 8, 2, 1, 4096, False),
    ("Qwen3 cut to 8 layers", 128, 1, 1, 8192, False),
]


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    document = json.loads(done.stdout or "{}")
    if done.returncode != 0:
        raise RuntimeError(document.get("error", {}).get("message", done.stderr))
    return document


def given(table):
    """The peaks of a table, by setting."""
    with open(table, newline="") as file:
        return {(row["model"], int(row["replicas"]), int(row["micro_batch"]), int(row["micro_batches"]), int(row["tokens"]),
                 row["recompute"] == "full"): int(row["peak_allocated_bytes"])
                for row in csv.DictReader(line for line in file if not line.startswith("#"))}


def measured(options, known, config, setting):
    if known:
        return known[setting], {}
    _, replicas, micro_batch, micro_batches, tokens, full = setting
    script = [options.python, HERE / "fsdp2_step.py", config, "--sequence", tokens, "--micro-batch", micro_batch,
              "--micro-batches", micro_batches, *(["--full"] if full else [])]
    rank = run([options.program, "dryrun", "--json", "--device", DEVICE, "--world", replicas, "--ranks", "first", "--",
                *script])["ranks"][0]
    return rank["peak_allocated_bytes"], {part["category"]: part["bytes"] for part in rank["peak"]["parts"]}


def predicted(options, config, setting):
    _, replicas, micro_batch, micro_batches, tokens, full = setting
    nodes = max(1, replicas // 8)
    device = run([options.program, "estimate", config, "--cluster", f"{nodes}x{replicas // nodes}x{DEVICE}", "--pipeline",
                  1, "--data", replicas, "--micro-batch", micro_batch, "--global-batch",
                  micro_batch * micro_batches * replicas, "--sequence", tokens, "--precision", "bf16-master", "--optimizer",
                  "adamw", "--framework", "fsdp2", *(["--policy", "full"] if full else []), "--json"])["devices"][0]
    return device["peak_bytes"], device["breakdown"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="stagecraft-cli")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", default="")
    parser.add_argument("--given", help="take the peaks of this table")
    parser.add_argument("--write", help="keep what the dry runs gave in this file")
    parser.add_argument("--breakdown", action="store_true", help="print what each peak is made of")
    options = parser.parse_args()
    known = given(options.given) if options.given else None
    errors = []
    rows = []
    print("| model | replicas | micro-batch | micro-batches | tokens | blocks run again | predicted GiB | dry run GiB | error |")
    print("|---|--:|--:|--:|--:|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.json"
        for setting in SETTINGS:
            name, replicas, micro_batch, micro_batches, tokens, full = setting
            if options.only not in name:
                continue
            config.write_text(json.dumps(MODELS[name]))
            real, real_parts = measured(options, known, config, setting)
            ours, our_parts = predicted(options, config, setting)
            error = ours / real - 1
            errors.append(abs(error))
            rows.append([name, replicas, micro_batch, micro_batches, tokens, "full" if full else "none", real])
            print(f"| {name} | {replicas} | {micro_batch} | {micro_batches} | {tokens} | {'yes' if full else 'no'} | "
                  f"{ours / GIB:.3f} | {real / GIB:.3f} | {error * 100:+.2f} % |", flush=True)
            if options.breakdown:
                print("   ", {k: round(v / GIB, 3) for k, v in our_parts.items() if v})
                print("   ", {k: round(v / GIB, 3) for k, v in real_parts.items() if v})
    if options.write:
        with open(options.write, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["model", "replicas", "micro_batch", "micro_batches", "tokens", "recompute", "peak_allocated_bytes"])
            writer.writerows(rows)
    mean = sum(errors) / len(errors)
    print(f"\nmean {mean * 100:.2f} %, worst {max(errors) * 100:.2f} % of {len(errors)} settings")
    return 0 if mean <= MEAN_GOAL and max(errors) <= WORST_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
