#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Compares step times that Stagecraft predicts without any run with published ones.

`stagecraft-cli estimate` estimates each row of the tables below that a framework of Stagecraft can express; its step is
compared with the published one. Prints a row for each, and the errors of each table (docs/validation/times.md).
"""

import argparse
import csv
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEST_DATA = ROOT / "tests" / "data" / "runs"
SHIPPED = ROOT / "resources" / "runs"


class Skipped(Exception):
    """Why a row is not compared."""


def read(path):
    with path.open() as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


# What rows leave out that name their model (Touvron et al. 2023, Grattafiori et al. 2024).
NAMED = {
    "Llama 2 13B": {"ffn": 13824, "kv_heads": 40},
    "Llama 2 70B": {"ffn": 28672, "kv_heads": 8},
    "Llama 3.1 8B": {"ffn": 14336, "kv_heads": 8},
    "Llama 3.1 70B": {"ffn": 28672, "kv_heads": 8},
}


def llama(row):
    row = {"vocab": 32000, **NAMED.get(row["model"], {}), **{key: value for key, value in row.items() if value}}
    return {
        "model_type": "llama", "hidden_size": int(row["hidden"]), "num_hidden_layers": int(row["layers"]),
        "num_attention_heads": int(row["heads"]), "num_key_value_heads": int(row["kv_heads"]),
        "intermediate_size": int(row["ffn"]), "vocab_size": int(row["vocab"]), "max_position_embeddings": 1 << 20,
        "tie_word_embeddings": False, "rms_norm_eps": 1e-5, "hidden_act": "silu",
    }


def gpt(row):
    """Blocks of GPT. MPT's have no biases and a head that shares its weights, which takes next to no time."""
    dropout = 0 if row.get("mpt") else 0.1
    return {
        "model_type": "gpt2", "n_embd": int(row["hidden"]), "n_layer": int(row["layers"]), "n_head": int(row["heads"]),
        "vocab_size": int(row["vocab"] or 51200), "n_positions": max(2048, int(row["seq"])), "n_inner": None,
        "activation_function": "gelu", "resid_pdrop": dropout, "embd_pdrop": dropout, "attn_pdrop": dropout,
        "tie_word_embeddings": not row.get("mpt"),
    }


def degrees(row, replicas=None):
    stages, ranks = int(row["pp"] or 1), int(row["tp"] or 1)
    context = int(row["cp"] or 1)
    data = replicas or int(row["dp"] or 0) or int(row["n_gpus"]) // (stages * ranks * context)
    options = ["--pipeline", stages, "--tensor", ranks, "--data", data]
    if context > 1:
        options += ["--context", context, "--context-kind", "ulysses"]
    return options + uniform(row)


def uniform(row):
    """Stages of equally many blocks, as all these runs had; the embedding with the first, the head with the last."""
    stages = int(row["pp"] or 1) * (int(row["vpp"] or 1) if int(row["pp"] or 1) > 1 else 1)
    blocks = int(row["layers"])
    if stages == 1 or blocks % stages != 0:
        return []
    inner = [1 + blocks // stages * stage for stage in range(1, stages)]
    return ["--cuts", ",".join(str(cut) for cut in [0, *inner, blocks + 2])]


def cluster(row, device):
    devices = int(row["n_gpus"])
    return f"{devices // 8}x8x{device}" if devices > 8 else f"1x{devices}x{device}"


def usual(row, device):
    options = ["--cluster", cluster(row, device), "--micro-batch", row["micro_batch"] or 1, "--global-batch",
               row["global_batch"], "--sequence", row["seq"], "--optimizer", "adamw"]
    return options + degrees(row)


def simumax(row):
    if not row["model"].startswith("llama"):
        raise Skipped("a model by name")
    options = usual(row, "B200") + ["--zero", 1, "--framework", "megatron-core", "--cross-entropy-loss-fusion",
                                    "--precision", "bf16-master"]
    if int(row["tp"]) > 1:
        options.append("--sequence-parallel")
    return row["case"], llama(row), options, float(row["measured_throughput"]) / 1000


def megatron_bridge(row):
    """Racks of GB200 and GB300 are one NVLink domain; stages as Megatron-Core divides them."""
    stages, ranks, gpus = int(row["pp"]), int(row["tp"]) * int(row["cp"]), int(row["n_gpus"])
    node = min(gpus, 64 if row["gpu"].startswith("GB") else 8)
    device = {"H100": "H100-80GB"}.get(row["gpu"], row["gpu"])
    options = ["--cluster", f"{gpus // node}x{node}x{device}", "--framework", "megatron-core",
               "--pipeline", stages, "--expert", row["ep"], "--data", gpus // (stages * ranks),
               "--micro-batch", row["micro_batch"], "--global-batch", row["global_batch"], "--sequence", row["seq"],
               "--precision", "bf16-master", "--grad-reduce-in-bf16"]  # as all of its recipes but those of Kimi K2
    if int(row["tp"]) > 1:
        options += ["--tensor", row["tp"], "--sequence-parallel"]
    if int(row["cp"]) > 1:
        options += ["--context", row["cp"]]
    if int(row["vpp"]) > 1:
        options += ["--schedule", "interleaved", "--interleave", row["vpp"]]
    if row.get("recipe"):
        options += ["--fp8-recipe", row["recipe"]]
    tokens = int(row["global_batch"]) * int(row["seq"])
    seconds = tokens / (float(row["measured_throughput"]) * gpus)
    return f'{row["model"]} on {row["gpu"]}', f'zoo:{row["zoo"]}', options, seconds


def torchtitan(row):
    if "float8" in row["dtype"] or not row["model"].startswith("Llama") or "mxfp8" in row["dtype"]:
        raise Skipped("8 bits")
    if int(row["pp"]) > 1 or int(row["cp"]) > 1 or not row["measured_throughput"] or "async TP" in row["notes"]:
        raise Skipped("pipelines, context parallelism or asynchronous tensor parallelism")
    if "layer" in row["recompute"]:
        raise Skipped("selective by layer")
    device = {"H100": "H100-80GB", "H200": "H200", "A100": "A100-80GB"}[row["gpu"].split()[0]]
    row["global_batch"] = row["global_batch"] or int(row["micro_batch"]) * int(row["dp"])
    options = usual(row, device) + ["--framework", "torchtitan", "--precision", "bf16-master"]
    if row["recompute"] != "none":
        options += ["--policy", "full" if row["recompute"] == "full" else "selective"]
    if int(row["tp"]) > 1:
        options.append("--sequence-parallel")
    if "compile" in row["notes"] or "torch.c" in row["notes"]:
        options.append("--compile")
        if "loss not compiled" in row["notes"]:
            options.append("--no-compile-loss")
    tokens = int(row["global_batch"]) * int(row["seq"])
    return f'{row["model"]} {row["notes"][:40]}', llama(row), options, tokens / (
        float(row["measured_throughput"]) * int(row["n_gpus"]))


def llm_foundry(row):
    if "fp8" in row["dtype"]:
        raise Skipped("8 bits")
    device = {"a100_40gb": "A100-40GB", "a100_80gb": "A100-80GB", "h100_80gb": "H100-80GB"}[row["gpu"]]
    options = usual(row, device) + ["--framework", "fsdp2", "--precision", "bf16-master"]
    if row["recompute"] == "full":
        options += ["--policy", "full"]
    tokens = int(row["global_batch"]) * int(row["seq"])
    return f'{row["model"]} {row["gpu"]} x{row["n_gpus"]} seq {row["seq"]}', gpt({**row, "mpt": True}), options, tokens / (
        float(row["measured_throughput"]) * int(row["n_gpus"]))


def old_megatron(row, device, options):
    """Megatron of 2021 and 2022 wrote scores out: torch's operators, not those of Transformer Engine."""
    return usual(row, device) + ["--precision", "fp16", "--attention", "eager"] + options


def seqsel(row):
    full = row["recompute"] == "full"
    options = old_megatron(row, "A100-80GB", ["--policy", "full" if full else "selective"])
    if not full:
        options.append("--sequence-parallel")
    chunks = int(row["vpp"] or 1)
    if chunks > 1 and int(row["pp"]) > 1:
        options += ["--schedule", "interleaved", "--interleave", chunks]
    return f'{row["model"]} {row["recompute"]}', gpt(row), options, float(row["measured_throughput"])


def vtrain(row):
    return (f'{row["hidden"]}x{row["layers"]} P{row["pp"]} T{row["tp"]} D{row["dp"]} b{row["micro_batch"]}', gpt(row),
            old_megatron(row, "A100-80GB", ["--policy", "full"]), float(row["measured_throughput"]) / 1000)


TABLES = {
    "simumax": (TEST_DATA / "simumax_b200_given.csv", simumax),
    "megatron-bridge": (TEST_DATA / "megatron_bridge_bf16.csv", megatron_bridge),
    "megatron-bridge-fp8": (TEST_DATA / "megatron_bridge_fp8.csv", megatron_bridge),
    "torchtitan": (SHIPPED / "torchtitan.csv", torchtitan),
    "llm-foundry": (TEST_DATA / "llm_foundry_throughput_20.csv", llm_foundry),
    "seqsel": (SHIPPED / "seqsel_table5.csv", seqsel),
    "vtrain": (TEST_DATA / "vtrain_ground_truth_20.csv", vtrain),
}


def step_of(program, config, options, folder):
    """Of a config.json, or of a model's name in the zoo."""
    model = config
    if not isinstance(config, str):
        model = Path(folder) / "config.json"
        model.write_text(json.dumps(config))
    command = [program, "estimate", model, *options, "--json"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    if "error" in answer:
        raise Skipped(f"refused: {answer['error']['message']}")
    return answer["step_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="stagecraft-cli")
    parser.add_argument("--only", default=",".join(TABLES), help="tables, as in simumax,vtrain")
    options = parser.parse_args()
    summary = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only.split(","):
            path, plan = TABLES[name]
            errors = []
            print(f"\n| {name} | predicted s | measured s | error |\n|---|--:|--:|--:|")
            for row in read(path):
                try:
                    label, config, words, measured = plan(row)
                    predicted = step_of(options.program, config, words, folder)
                except Skipped as reason:
                    print(f'| {row["model"]} | | | skipped: {reason} |')
                    continue
                errors.append(predicted / measured - 1)
                print(f"| {label} | {predicted:.4g} | {measured:.4g} | {errors[-1] * 100:+.1f} % |")
            absolute = [abs(error) for error in errors]
            summary.append(f"| {name} | {len(errors)} | {statistics.mean(absolute) * 100:.1f} % | "
                           f"{statistics.median(absolute) * 100:.1f} % | {statistics.mean(errors) * 100:+.1f} % | "
                           f"{max(absolute) * 100:.1f} % |")
    print("\n| table | rows | mean error | median | bias | worst |\n|---|--:|--:|--:|--:|--:|")
    print("\n".join(summary))


main()
