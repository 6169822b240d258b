#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the bytes of dry profiles for GPUs with those of profiles on this machine's processor, layer by layer.

  dry_devices.py --cli PATH [--types A100-80GB,H100-80GB] [--json OUT]

Prints a Markdown table (docs/validation/dry-devices.md, "GPU against CPU"): for each model and device type, how the bytes
that all layers save and the largest backward peak of a layer differ from the processor's, and the layers that differ most.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

CONFIGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "configs")
MODELS = [
    "bert-base-uncased", "bert-large-uncased", "gpt2", "gpt2-medium", "opt-125m", "opt-350m", "opt-1.3b", "pythia-160m",
    "pythia-1b", "falcon-rw-1b", "qwen2-0.5b", "qwen3-0.6b", "llama-3.2-1b", "tinyllama-1.1b", "gemma-3-1b",
    "qwen1.5-moe-a2.7b", "t5-small", "vit-base-patch16-224", "zoo:resnet50", "zoo:vgg11", "zoo:densenet121",
    "zoo:efficientnet_b0", "zoo:unet",
]
MICRO_BATCH = 2
SEQUENCE = 512


def measure(cli, model, device, folder):
    """Measurements of the distinct layers of a model on a device, by layer (JSON text), and how many layers are so."""
    source = model if model.startswith("zoo:") else os.path.join(CONFIGS, model + ".json")
    options = [] if model.startswith(("zoo:", "vit")) else ["--sequence", str(SEQUENCE)]
    workspace = os.path.join(folder, device.replace(":", "-") + ".stagecraft")
    run = subprocess.run(
        [cli, "profile", source, "--micro-batch", str(MICRO_BATCH), "--precision", "fp32", "--device", device,
         "--workspace", workspace, "--json", *options], capture_output=True, text=True)
    document = json.loads(run.stdout)
    if run.returncode != 0:
        raise RuntimeError(f"{model} on {device}: {document.get('error', run.stderr)}")
    return {json.dumps(m["point"]["layer"], sort_keys=True): m for m in document["measurements"]}


def relative(value, reference):
    return value / reference - 1 if reference else 0.0


def compare(processor, gpu):
    """Sums and the layers that differ most, of two dictionaries that measure() gave."""
    saved = [sum(m["memory"]["saved_bytes"] for m in side.values()) for side in (gpu, processor)]
    peak = [max(m["memory"]["backward_peak_bytes"] for m in side.values()) for side in (gpu, processor)]
    layers = []
    for key, measured in processor.items():
        layer = json.loads(key)
        change = relative(gpu[key]["memory"]["saved_bytes"], measured["memory"]["saved_bytes"])
        layers.append((abs(change), change, sorted({o.get("kind", "") for o in layer.get("operators", [])})))
    layers.sort(reverse=True, key=lambda entry: entry[0])
    return {"saved": relative(*saved), "peak": relative(*peak), "layers": layers[:2]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cli", required=True, help="stagecraft-cli")
    parser.add_argument("--types", default="A100-80GB,H100-80GB", help="device types")
    parser.add_argument("--models", help="some of the models, separated by commas")
    parser.add_argument("--json", help="file for all figures")
    options = parser.parse_args()
    types = options.types.split(",")
    rows = []
    print("| model | " + " | ".join(f"{t}: saved | largest layer's peak" for t in types) + " |")
    print("|---|" + "--:|--:|" * len(types))
    for model in options.models.split(",") if options.models else MODELS:
        with tempfile.TemporaryDirectory() as folder:
            processor = measure(options.cli, model, "cpu", folder)
            results = {t: compare(processor, measure(options.cli, model, "dry:" + t, folder)) for t in types}
        rows.append({"model": model, **results})
        cells = " | ".join(f"{100 * r['saved']:+.1f} % | {100 * r['peak']:+.1f} %" for r in results.values())
        print(f"| {model} | {cells} |", flush=True)
        for name, result in results.items():
            for _, change, kinds in result["layers"]:
                print(f"{model} {name}: {100 * change:+.2f} % {kinds}", file=sys.stderr, flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
