# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Cuts a model that the user's Python builds into its chain of layers and saves them as TorchScript without weights."""


class Refused(Exception):
    """The model cannot be described; the text says why and what to do."""
