# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Writes what torchtitan reads besides its settings: a tokenizer with Llama 3's number of entries, and a few texts.
What the words are does not matter for memory. The folder is the argument."""
import base64
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
(folder / "data").mkdir(parents=True, exist_ok=True)
entries = 128000  # and 256 special ones
with open(folder / "tokenizer.model", "w") as file:
    for i in range(entries):
        word = bytes([i]) if i < 256 else bytes(97 + (i // 26**k) % 26 for k in range(4))
        file.write(f"{base64.b64encode(word).decode()} {i}\n")
with open(folder / "data" / "texts.json", "w") as file:
    for i in range(200):
        text = " ".join(f"w{(7 * i + j) % 1000}" for j in range(2000))
        file.write(json.dumps({"text": text}) + "\n")
