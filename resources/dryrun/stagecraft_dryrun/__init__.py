# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""One rank of a training script on a dry CUDA device: torch's process groups do nothing, the caching allocator's history
is recorded, the script ends after a number of optimizer steps, and a report says what the peak was made of.

begin() runs before the script and changes nothing until the script imports torch, so that what the script sets for torch
before that (allocator settings, visible devices) counts."""
import importlib.abc
import json
import os
import sys


class _AfterTorch(importlib.abc.MetaPathFinder):
    """Calls `then` as soon as torch has been imported."""

    def __init__(self, then):
        self._then = then

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        import importlib.util

        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute, then = spec.loader.exec_module, self._then

        def execute_and_then(module):
            execute(module)
            then()

        spec.loader.exec_module = execute_and_then
        return spec


def begin():
    settings = json.loads(os.environ["STAGECRAFT_DRYRUN"])

    def set_up():
        from . import groups, run, values

        groups.install(settings)
        values.install()
        run.install(settings)

    sys.meta_path.insert(0, _AfterTorch(set_up))
