# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Cuts a model that the user's Python builds into its chain of layers and saves them as TorchScript without weights."""

import sys


class Refused(Exception):
    """The model cannot be described; the text says why and what to do."""


def about_transformers():
    """What may be the cause where a model fails: masks of transformers 4 are made in a way that no trace follows."""
    version = getattr(sys.modules.get("transformers"), "__version__", "5")
    return "" if int(version.split(".")[0]) >= 5 else f" (transformers {version} is here; describe needs 5 or newer for most models)"
