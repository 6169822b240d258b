#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Compares recommended plans with the settings that Megatron-Bridge publishes for the same model, or for more such GPUs.

The recipes are those of src/megatron/bridge/perf_recipes at 067f987df (Apache-2.0), in bf16. A recipe's settings are
estimated except those that Stagecraft does not model: exchanges of experts that overlap with computation.
Prints the table of docs/validation/times.md.
"""

import argparse
import json
import subprocess

VARIED = ["--vary", "zero,recompute,micro-batch,sequence-parallel", "--objective", "throughput"]
MIXTURE = ["--vary", "zero,recompute,micro-batch,sequence-parallel,expert", "--objective", "throughput"]

# Model, cluster and batch; options of the search; recipes: their name, cluster, settings, published tokens/s per GPU.
CASES = [
    ("zoo:llama-3.1-70b", "4x8xH100-80GB", 128, 8192, ["megatron-core", "torchtitan"], VARIED, [
        ("llama3_70b, 64 H100", "8x8xH100-80GB", ["--global-batch", 256, "--tensor", 4, "--pipeline", 4, "--context", 2,
         "--data", 2, "--sequence-parallel", "--schedule", "interleaved", "--interleave", 5, "--micro-batch", 1, "--zero", 1,
         "--grad-reduce-in-bf16"],
         None)]),
    ("zoo:deepseek-v3", "32x8xH200", 4096, 4096, ["megatron-core", "torchtitan"], MIXTURE, [
        ("deepseek_v3, 1,024 H100", "128x8xH200", ["--global-batch", 16384, "--tensor", 2, "--pipeline", 8, "--data", 64,
         "--expert", 64, "--sequence-parallel", "--schedule", "interleaved", "--interleave", 4, "--micro-batch", 1,
         "--zero", 1, "--grad-reduce-in-bf16", "--recompute-modules", "mla_up_proj,mlp"], None)]),
    ("zoo:qwen3-30b-a3b", "1x8xH100-80GB", 512, 4096, ["megatron-core", "torchtitan"], MIXTURE, []),
    ("zoo:gpt-oss-120b", "8x8xB200", 1280, 4096, ["megatron-core", "torchtitan"], MIXTURE, [
        ("gpt_oss_120b, 64 B200", "8x8xB200", ["--global-batch", 1280, "--pipeline", 1, "--data", 64, "--expert", 8,
         "--micro-batch", 4, "--zero", 1, "--grad-reduce-in-bf16", "--recompute-modules", "layernorm,moe_act"], 13568)]),
]


def asked(program, *words):
    done = subprocess.run([program, *[str(word) for word in words], "--json"], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return answer if "error" not in answer else {"refused": answer["error"]["message"]}


def shape(plan):
    stage = plan["stages"][0]
    parts = [f"PP{len({s['pipeline_rank'] for s in plan['stages']})}", f"TP{stage['tensor_parallel']}"]
    parts += [f"CP{plan['context_parallel']}"] if plan["context_parallel"] > 1 else []
    parts += [f"DP{stage['data_parallel']}"]
    parts += [f"EP{plan['expert_parallel']}"] if plan["expert_parallel"] > 1 else []
    parts += [f"micro-batch {stage['micro_batch']}", f"ZeRO {plan['zero_stage']}", stage["policy"]]
    return " ".join(parts)


def row(what, estimate, gpus, published=None):
    rate = estimate["tokens_per_second"] / gpus
    known = f"{published:,}" if published else ""
    fits = "" if estimate["fits"] else ", does not fit"
    mfu = f'{100 * estimate["mfu"]:.0f} %' if estimate.get("mfu") else ""
    print(f'| {what} | {shape(estimate["plan"])} | {estimate["peak_bytes"] / 2**30:.1f} GiB{fits} | {rate:,.0f} | {known} | {mfu} |')


def gpus_of(cluster):
    nodes, devices, _ = cluster.split("x", 2)
    return int(nodes) * int(devices)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="stagecraft-cli")
    program = parser.parse_args().program
    print("| | plan | peak | tokens/s per GPU | published | MFU |\n|---|---|--:|--:|--:|--:|")
    for model, cluster, batch, sequence, frameworks, search, recipes in CASES:
        name = model.removeprefix("zoo:")
        for framework in frameworks:
            question = [model, "--cluster", cluster, "--sequence", sequence, "--framework", framework,
                        "--precision", "bf16-master"]
            answer = asked(program, "plan", *question, "--global-batch", batch, *search)
            what = f"{name} on {cluster}, {framework}"
            if "refused" in answer or not answer["picks"].get("fastest"):
                print(f'| {what} | {answer.get("refused", "nothing fits")} | | | | |')
                continue
            best = answer["candidates"][answer["picks"]["fastest"]["candidate"]]
            row(what, {**best["estimate"], "plan": best["plan"]}, gpus_of(cluster))
        for recipe, on, settings, published in recipes:
            answer = asked(program, "estimate", model, "--cluster", on, "--sequence", sequence, "--framework",
                           "megatron-core", "--precision", "bf16-master", *settings)
            if "refused" in answer:
                print(f'| recipe {recipe} | {answer["refused"]} | | | | |')
            else:
                row(f"recipe {recipe}", answer, gpus_of(on), published)


if __name__ == "__main__":
    main()
