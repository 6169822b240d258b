# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""The options that every training script of validate_dry.py takes."""
import argparse


def parser(recomputations):
    options = argparse.ArgumentParser()
    options.add_argument("config")
    options.add_argument("--sequence", type=int, required=True)
    options.add_argument("--micro-batch", type=int, required=True)
    options.add_argument("--micro-batches", type=int, default=1)
    options.add_argument("--recompute", choices=recomputations, default="none")
    return options
