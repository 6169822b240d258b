#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Peak bytes of one training step (AdamW, fp32, CPU) of models as transformers and torchvision build them.

  measure_others.py STEPS.json            a JSON line for each step of the list: {"key", "peak_bytes"} or {"key", "error"}
  measure_others.py STEPS.json --saved    what autograd keeps of each step, in the order of the forward pass, and which line asked for it

A step is {"key", "config" or "torchvision", "batch", "sequence" (of an image: its side), "attention", "dropout", "image" (the side of images beside
text, 0 for none)}. Measured is the second step, the gradients freed before it: parameters, buffers and optimizer states, and on top of them what the
CPU's allocator reports to torch.profiler.
The sample, which is there before the step begins, counts; its labels do not.
"""
import argparse
import json
import os
import sys
import tempfile
import traceback
import warnings

import torch
import torchvision
import transformers
from torch.autograd.graph import saved_tensors_hooks
from torch.profiler import ProfilerActivity, profile


def without_dropout(config):
    for name, value in vars(config).items():
        if "drop" in name and isinstance(value, float):
            setattr(config, name, 0.0)


def build(step):
    """The module, and a function that makes a sample and gives its loss."""
    batch, length = step["batch"], step.get("sequence")
    if "torchvision" in step:
        model = getattr(torchvision.models, step["torchvision"])(weights=None)
        if step["dropout"] == "off":
            for module in model.modules():
                if isinstance(module, (torch.nn.Dropout, torchvision.ops.StochasticDepth)):
                    module.p = 0.0
        sample = lambda: (torch.randn(batch, 3, length, length), torch.randint(0, 1000, (batch,)))
        return model, sample, lambda x: torch.nn.functional.cross_entropy(model(x[0]), x[1])
    kind = getattr(transformers, step["config"]["architectures"][0])
    config = kind.config_class.from_dict(step["config"])
    if step["dropout"] == "off":
        without_dropout(config)
    config.use_cache = False
    config._attn_implementation = step["attention"]
    model = kind(config)
    if step.get("image") == 0:
        del model.model.visual  # it trains on text: nothing of a vision tower learns

    def tokens():
        ids = torch.randint(0, config.get_text_config().vocab_size, (batch, length))
        return {"input_ids": ids, "labels": ids}

    def images():
        pixels = torch.randn(batch, 3, config.image_size, config.image_size)
        return {"pixel_values": pixels, "labels": torch.randint(0, config.num_labels, (batch,))}

    def tokens_with_images():
        vision = config.vision_config
        grid = step["image"] // vision.patch_size
        of_image = torch.arange(length).expand(batch, -1) < (grid // vision.spatial_merge_size) ** 2
        ids = torch.randint(0, config.video_token_id, (batch, length)).masked_fill(of_image, config.image_token_id)
        numbers = vision.in_channels * vision.temporal_patch_size * vision.patch_size**2
        return {"input_ids": ids, "labels": ids, "mm_token_type_ids": of_image.int(), "pixel_values": torch.randn(batch * grid**2, numbers),
                "image_grid_thw": torch.tensor([[1, grid, grid]] * batch)}  # fmt: skip

    sample = tokens_with_images if step.get("image") else images if hasattr(config, "image_size") else tokens
    return model, sample, lambda x: model(**x).loss


def bytes_of(tensors):
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def highest(profiler):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        profiler.export_chrome_trace(path)
        with open(path, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
    on_cpu = [e for e in events if e.get("name") == "[memory]" and e["args"].get("Device Type") == 0]
    alive = peak = 0
    for _, change in sorted((e["ts"], e["args"]["Bytes"]) for e in on_cpu):
        alive += change
        peak = max(peak, alive)
    return peak


def measure(step):
    torch.manual_seed(0)
    model, sample, loss_of = build(step)
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, foreach=False)
    loss_of(sample()).backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    values = sample()
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        loss = loss_of(values)
        loss.backward()
        optimizer.step()
    parameters = bytes_of(model.parameters())
    inputs = values[:1] if isinstance(values, tuple) else [values[k] for k in ("input_ids", "pixel_values") if k in values]
    return {"peak_bytes": 3 * parameters + bytes_of(model.buffers()) + bytes_of(inputs) + highest(profiler)}


def show_saved(step):
    torch.manual_seed(0)
    model, sample, loss_of = build(step)
    model.train()
    seen = {t.untyped_storage().data_ptr() for t in [*model.parameters(), *model.buffers()]}
    kept = []

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in seen:
            seen.add(storage.data_ptr())
            asked = [f for f in traceback.extract_stack() if "transformers" in f.filename or "torchvision" in f.filename]
            where = f"{os.path.basename(asked[-1].filename)}:{asked[-1].lineno} {asked[-1].line}" if asked else ""
            kept.append(storage.nbytes())
            print(f"{storage.nbytes():>12} {str(tensor.dtype)[6:]} {tuple(tensor.shape)} {where}")
        return tensor

    with saved_tensors_hooks(pack, lambda tensor: tensor):
        loss_of(sample())
    print(f"{sum(kept):>12} in all: {step['key']}", flush=True)


def in_a_process(action, step):
    """Runs `action` in a process of its own, so that no step sees the memory of one before it; None where it failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "w", encoding="utf-8") as pipe:
                json.dump(action(step), pipe)
            sys.stdout.flush()
            status = 0
        except BaseException:  # whatever it was: the parent goes on with the next step
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    return json.loads(text) if os.waitpid(child, 0)[1] == 0 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("steps")
    parser.add_argument("--saved", action="store_true")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    with open(options.steps, encoding="utf-8") as file:
        steps = json.load(file)
    for step in steps:
        if options.saved:
            in_a_process(show_saved, step)
            continue
        result = in_a_process(measure, step) or {"error": "the step failed: see above"}
        print(json.dumps({"key": step["key"], **result}), flush=True)


if __name__ == "__main__":
    main()
