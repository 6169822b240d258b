#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Makes tables.json of the kernel times that NVIDIA measured for AIConfigurator.

    python3 -m venv venv && venv/bin/pip install --no-deps aiconfigurator-core==0.12.0
    venv/bin/pip install pandas pyarrow
    venv/bin/python resources/kernels/condense.py venv/lib/python3*/site-packages/aiconfigurator_core > resources/kernels/tables.json

Of each device: how many operations a second matrix products of bf16 and of fp8 do, (m x k) by (k x n), and causal
attention (fused kernels, forward), the median over the libraries that were measured. Lists hold the last axis first. A
cell that nobody measured has the rate of the one before it. Times of fp8 are those of TensorRT-LLM without what casts the
input to 8 bits, which it measured beside them; a device without such products has none.
"""

import json
import math
import pathlib
import sys

import pandas

VERSION = "aiconfigurator-core 0.12.0"

# The folder of each device there, and the types of resources/hardware/catalogue.json that have its chip at its power.
DEVICES = {
    "a100_sxm": ["A100-40GB", "A100-80GB"],
    "h100_sxm": ["H100-80GB"],
    "h200_sxm": ["H200"],
    "b200_sxm": ["B200"],
    "gb200": ["GB200"],
    "b300_sxm": ["B300"],
    "gb300": ["GB300"],
    "l40s": ["L40S"],
}

# How much longer kernels take in published steps of training than alone (tests/validation/validate_times.py): one number
# for each generation, chosen on A100, H100 and B200; that of L40S, of which no steps are published, is the A100's.
SLOWER_IN_TRAINING = {
    "a100_sxm": 1.1,
    "h100_sxm": 1.35,
    "h200_sxm": 1.35,
    "b200_sxm": 1.5,
    "gb200": 1.5,
    "b300_sxm": 1.5,
    "gb300": 1.5,
    "l40s": 1.1,
}

ROWS = [128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
SIDES = [128, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 65536]
SEQUENCES = [256, 512, 1024, 2048, 4096, 8192, 16384]
HEADS = [8, 16, 32, 64, 128, 256, 512]  # of all samples


def three_digits(value):
    """As JSON writes it shortest."""
    digits = 2 - math.floor(math.log10(value))
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def listed(rates):
    """In the order given; where a rate is missing, the one before it."""
    values = []
    for rate in rates:
        values.append(values[-1] if math.isnan(rate) else three_digits(rate))
    return values


def measured(folder, kind, pattern):
    files = sorted((folder / kind).glob(f"*/*/{pattern}"))
    rows = pandas.concat([pandas.read_parquet(file) for file in files])
    return rows[rows.latency > 0], ["/".join(file.parts[-3:-1]) for file in files]


def products(folder):
    rows, sources = measured(folder, "gemm", "gemm_perf.parquet")
    rows = rows[rows.gemm_dtype == "bfloat16"]
    return table_of("bf16", sources, rows.groupby(["m", "n", "k"]).latency.median())


def products_fp8(folder):
    """Of one scale for each tensor; None where nobody measured it. Casting is two kernels: of the scale, and with it."""
    source = "trtllm/1.3.0rc20"
    if not (folder / "gemm" / source).exists():
        return None
    rows = pandas.read_parquet(folder / "gemm" / source / "gemm_perf.parquet")
    rows = rows[rows.gemm_dtype == "fp8"].set_index(["m", "n", "k"]).latency
    for kind in ["computescale", "scale_matrix"]:
        casting = pandas.read_parquet(folder / "quantize" / source / f"{kind}_perf.parquet")
        rows = rows - casting.set_index(["m", "k"]).latency.reindex(rows.index.droplevel("n")).to_numpy()
    return table_of("fp8", [source], rows[rows > 0])


def table_of(name, sources, times):
    def rate(m, n, k):
        return 2e-9 * m * n * k / times.get((m, n, k), math.nan)

    return {
        "type": name,
        "sources": sources,
        "m": ROWS,
        "n": SIDES,
        "k": SIDES,
        "teraflops_per_second": listed(rate(m, n, k) for m in ROWS for n in SIDES for k in SIDES),
    }


def attention(folder):
    rows, sources = measured(folder, "attention", "context_attention_perf.parquet")
    rows = rows[(rows.attn_dtype == "bfloat16") & (rows.kv_cache_dtype == "bfloat16")]
    if "window_size" in rows:
        rows = rows[rows.window_size.fillna(0) == 0]
    rows = rows.assign(heads=rows.batch_size * rows.num_heads)
    # Two products of half the scores.
    rate = 2e-9 * rows.heads * rows.isl.astype(float) ** 2 * rows.head_dim / rows.latency
    cells = rows.assign(rate=rate).groupby(["head_dim", "isl", "heads"]).rate.median()
    tables = []
    for width in sorted(rows.head_dim.unique()):
        table = [cells.get((width, sequence, heads), math.nan) for sequence in SEQUENCES for heads in HEADS]
        tables.append({"head_width": int(width), "teraflops_per_second": listed(table)})
    return {"type": "bf16", "sources": sources, "sequence": SEQUENCES, "heads": HEADS, "of_widths": tables}


def main():
    package = pathlib.Path(sys.argv[1])
    data = package / "systems" / "data"
    tables = []
    for name, types in DEVICES.items():
        table = {
            "devices": types,
            "slower_in_training": SLOWER_IN_TRAINING[name],
            "products": products(data / name),
            "products_fp8": products_fp8(data / name),
            "attention": attention(data / name),
        }
        tables.append({key: value for key, value in table.items() if value is not None})
    document = {
        "format": "stagecraft-kernels",
        "version": 1,
        "source": f"{VERSION}, measured by NVIDIA; Apache-2.0",
        "tables": tables,
    }
    text = json.dumps(document, separators=(",", ":")).replace('{"devices"', '\n{"devices"')
    for key in ["products_fp8", "attention"]:
        text = text.replace(f'"{key}"', f'\n "{key}"')
    print(text)


main()
