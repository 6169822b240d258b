#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the predicted memory with that of one training step of models of transformers and torchvision on the CPU.

  validate_others.py --programs DIR --folder DIR [--python PYTHON] [--only TEXT] [--document FILE] [--keep]

FILE is docs/validation/other-implementations.md. Needs only Python 3.10: the packages of measure_others.py go into an environment in the folder
(requirements.txt). Steps of others are measured once for each of their versions; profiles are made again each time, unless --keep continues with
them. Exit status: 0 within the limits, 1 not, 77 no network to make the environment with, 130 cancelled.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import textwrap

import other_models

HERE = pathlib.Path(__file__).resolve().parent
MEAN_LIMIT, WORST_LIMIT, NOTE_LIMIT = 0.01, 0.04, 0.005
FEWEST_STEPS = 30
BEGIN, END = "<!-- others:begin -->", "<!-- others:end -->"
NO_NETWORK = re.compile(r"NewConnectionError|ConnectTimeout|ProxyError|name resolution|Network is unreachable|Connection refused|SSLError|timed out")
# A thread that waits for work sleeps: the machine may have other work. Nobody else's files get byte code beside them.
ENVIRONMENT = {**os.environ, "OMP_WAIT_POLICY": "PASSIVE", "PYTHONDONTWRITEBYTECODE": "1", "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"}


class Failure(Exception):
    pass


class Started:
    """A process in a group of its own that ends, with all it started, when this block is left."""

    def __init__(self, arguments, **options):
        self.arguments, self.options = [str(a) for a in arguments], options

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, text=True, env=ENVIRONMENT, start_new_session=True, **self.options)
        return self.process

    def __exit__(self, *_):
        if self.process.poll() is not None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(20)
                return
            except subprocess.TimeoutExpired:
                pass


def output_of(arguments):
    with Started(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out, err = process.communicate()
    if process.returncode != 0:
        raise Failure(" ".join(map(str, arguments)) + f"\nended with {process.returncode}:\n{out}{err}")
    return out


def write(path, text):
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


# ---- the environment of the others


def libtorch_packages():
    """The folder of packages with the libtorch of the build, to spare another download of gigabytes; None where it is not of a wheel."""
    settled = HERE.parents[1] / "build" / "libtorch.cmake"
    found = re.search(r'set\(Torch_DIR "(.*)/torch/share/cmake/Torch"', settled.read_text()) if settled.exists() else None
    return found.group(1) if found and found.group(1).endswith("-packages") else None


def environment(folder):
    """The Python of an environment with the packages of requirements.txt; made where it is missing or of other versions."""
    place, wanted = folder / "environment", (HERE / "requirements.txt").read_text(encoding="utf-8")
    python, installed = place / "bin" / "python", place / "installed"
    if installed.exists() and installed.read_text(encoding="utf-8") == wanted:
        return python
    print(f"Installing the packages of {HERE / 'requirements.txt'} into {place}", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    output_of([sys.executable, "-m", "venv", place])
    if libtorch_packages():
        next((place / "lib").glob("python3*/site-packages")).joinpath("libtorch.pth").write_text(libtorch_packages() + "\n", encoding="utf-8")
    try:
        output_of([python, "-m", "pip", "install", "--disable-pip-version-check", "--retries", "1", "-r", HERE / "requirements.txt"])
    except Failure as failure:
        if NO_NETWORK.search(str(failure)):
            print(f"skipped: no network to install the models of others with\n{failure}")
            sys.exit(77)
        raise
    write(installed, wanted)
    return python


def versions(python):
    names = ["torch", "torchvision", "transformers"]
    code = f"import importlib.metadata as m, json; print(json.dumps({{n: m.version(n) for n in {names}}}))"
    return json.loads(output_of([python, "-c", code]))


# ---- the steps of the others


def step_of(model, batch, length):
    step = {name: model[name] for name in ("config", "torchvision", "attention", "dropout", "image") if name in model}
    return {**step, "batch": batch, "sequence": length}


def key_of(step, packages):
    script = (HERE / "measure_others.py").read_bytes()
    return hashlib.sha256(script + json.dumps([step, packages, os.cpu_count()], sort_keys=True).encode()).hexdigest()[:16]


def measured_steps(folder, python, steps):
    """Bytes by key. What was measured before is taken from the folder; each step is written there as soon as it is measured."""
    path = folder / "measured.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    missing = [step for step in steps if step["key"] not in known]
    if missing:
        write(folder / "steps.json", json.dumps(missing))
        with Started([python, HERE / "measure_others.py", folder / "steps.json"], stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                result = json.loads(line)
                if "error" in result:
                    raise Failure(f"a step of others: {result['error']}: {[s for s in missing if s['key'] == result['key']]}")
                known[result["key"]] = result["peak_bytes"]
                write(path, json.dumps(known, indent=1))
                print(f"  measured {len([s for s in missing if s['key'] in known])} of {len(missing)}", flush=True)
    if any(step["key"] not in known for step in steps):
        raise Failure("measure_others.py ended early")
    return known


# ---- Stagecraft's side


def predictions(model, programs, folder):
    """Profiles the model and gives the estimate of each of its steps."""
    name = re.sub(r"\W+", "-", model["name"])
    workspace = folder / "profiles" / f"{name}.stagecraft"
    if "config" in model:
        source = folder / "profiles" / f"{name}.json"
        write(source, json.dumps(model["config"]))
        source = f"{source}?image={model['image']}" if "image" in model else source
    else:
        source = f"zoo:{model['torchvision']}"
    common = [source, "--workspace", workspace, "--attention", model["attention"], "--dropout", model["dropout"]]
    cli = programs / "stagecraft-cli"
    numbers = lambda field: ",".join(map(str, model["profile"][field]))
    sequences = ["--sequence", numbers("sequence")] if "sequence" in model["profile"] else []
    output_of([cli, "profile", *common, "--micro-batch", numbers("micro_batch"), *sequences])
    estimates = []
    for batch, length in model["steps"]:
        sequence = ["--sequence", length] if length else []
        plan = ["--cluster", "1xcpu:1TiB", "--pipeline", "1", "--micro-batch", batch, *sequence, "--json"]
        estimates.append(json.loads(output_of([cli, "estimate", *common, *plan])))
    return estimates


def is_profiled(model, batch, length):
    at = model["profile"]
    return batch in at["micro_batch"] and (length is None or length in at["sequence"])


def compare(models, measured, programs, folder, packages):
    rows = []
    for model in models:
        for (batch, length), estimate in zip(model["steps"], predictions(model, programs, folder)):
            actual = measured[key_of(step_of(model, batch, length), packages)]
            predicted = estimate["peak_bytes"]
            rows.append({"name": model["name"], "step": f"{batch} x {length}" if length else f"{batch}", "measured": actual, "predicted": predicted,
                         "error": predicted / actual - 1, "profiled": is_profiled(model, batch, length), "note": model["note"],
                         "inside": estimate["peak_bytes_low"] <= actual <= estimate["peak_bytes_high"]})  # fmt: skip
            print(f"  {model['name']}, {rows[-1]['step']}: {actual:,} B, predicted {predicted:,} B, {percent(rows[-1]['error'])}", flush=True)
    return rows


# ---- the report


def percent(ratio):
    return f"{100 * ratio:+.3f} %"


def machine():
    def first(path, pattern):
        found = re.search(pattern, pathlib.Path(path).read_text(encoding="utf-8"), re.MULTILINE)
        return found.group(1) if found else "unknown"

    memory = round(int(first("/proc/meminfo", r"^MemTotal:\s+(\d+)")) / 2**20)
    processor = first("/proc/cpuinfo", r"^model name\s*:\s*(.*)")
    system = first("/etc/os-release", r'^PRETTY_NAME="?([^"\n]*)')
    return f"{os.cpu_count()} cores of {processor}, {memory} GiB, {system}"


def summary(rows):
    errors = [abs(row["error"]) for row in rows]
    elsewhere = [abs(row["error"]) for row in rows if not row["profiled"]]
    inside = sum(row["inside"] for row in rows)
    apart = f"; at sizes that were not profiled ({len(elsewhere)}): mean {100 * statistics.mean(elsewhere):.3f} %" if elsewhere else ""
    return (f"{len(rows)} steps: mean error {100 * statistics.mean(errors):.3f} %, median {100 * statistics.median(errors):.3f} %, "
            f"worst {100 * max(errors):.3f} %{apart}. {inside} are within the bounds.")  # fmt: skip


def wrapped(text, indent=""):
    return textwrap.fill(text, 119, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def report(rows, packages):
    used = ", ".join(f"{name} {version}" for name, version in packages.items())
    lines = [
        wrapped(f"Measured on {machine()}, {datetime.date.today().isoformat()}; {used} in Python."),
        "",
        wrapped(f"**{summary(rows)}**"),
        "",
        "| model | batch x length | measured (B) | predicted (B) | error | profiled there |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        there = "yes" if row["profiled"] else "no"
        lines.append(f"| {row['name']} | {row['step']} | {row['measured']:,} | {row['predicted']:,} | {percent(row['error'])} | {there} |")
    notes = {row["name"]: row["note"] or "not explained yet." for row in rows if abs(row["error"]) > NOTE_LIMIT}
    lines += ["", *(wrapped(f"- {name}: {note}", "  ") for name, note in notes.items())] if notes else []
    return "\n".join(lines)


def put_into(document, text):
    before = document.read_text(encoding="utf-8")
    parts = re.fullmatch(f"(.*{BEGIN}\n).*({END}.*)", before, re.DOTALL)
    if not parts:
        raise Failure(f"{document} lacks the lines {BEGIN} and {END}")
    write(document, parts.group(1) + text + "\n" + parts.group(2))


def run(options):
    folder, programs = options.folder.resolve(), options.programs.resolve()
    (folder / "profiles").mkdir(parents=True, exist_ok=True)
    models = [model for model in other_models.MODELS if options.only in model["name"]]
    if not models:
        raise Failure(f"no model has '{options.only}' in its name")
    python = options.python or environment(folder)
    packages = versions(python)
    steps = [step_of(model, *at) for model in models for at in model["steps"]]
    measured = measured_steps(folder, python, [{**step, "key": key_of(step, packages)} for step in steps])
    if not options.keep:
        shutil.rmtree(folder / "profiles")
        (folder / "profiles").mkdir()
    rows = compare(models, measured, programs, folder, packages)
    print(report(rows, packages))
    if options.document:
        put_into(options.document, report(rows, packages))
    errors = [abs(row["error"]) for row in rows]
    enough = len(rows) >= FEWEST_STEPS or options.only
    return 0 if enough and statistics.mean(errors) <= MEAN_LIMIT and max(errors) <= WORST_LIMIT else 1


def cancel(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="folder with stagecraft-cli and stagecraft-worker")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where the environment, measurements and profiles go")
    parser.add_argument("--python", help="a Python that has the packages, instead of an environment in the folder")
    parser.add_argument("--only", default="", metavar="TEXT", help="models with this text in their names")
    parser.add_argument("--document", type=pathlib.Path, help="put the table between the marks of this file")
    parser.add_argument("--keep", action="store_true", help="go on with the profiles of a run before")
    signal.signal(signal.SIGTERM, cancel)
    try:
        return run(parser.parse_args())
    except KeyboardInterrupt:
        print("cancelled", file=sys.stderr)
        return 130
    except Failure as failure:
        print(f"validate_others.py: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
