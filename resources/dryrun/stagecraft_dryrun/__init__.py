# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""One rank of a training script on a dry CUDA device: torch's process groups do nothing, the caching allocator's history
is recorded, the script ends after a number of optimizer steps, and a report says what the peak was made of.

begin() runs before the script and changes nothing until the script imports torch, so that what the script sets for torch
before that (allocator settings, visible devices) counts."""
import faulthandler
import importlib.abc
import json
import os
import sys


class _After(importlib.abc.MetaPathFinder):
    """Calls `then` with a module as soon as that has been imported."""

    def __init__(self, module, then):
        self._module = module
        self._then = then

    def find_spec(self, name, path=None, target=None):
        if name != self._module:
            return None
        sys.meta_path.remove(self)
        import importlib.util

        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute, then = spec.loader.exec_module, self._then

        def execute_and_then(module):
            execute(module)
            then(module)

        spec.loader.exec_module = execute_and_then
        return spec


def begin():
    settings = json.loads(os.environ["STAGECRAFT_DRYRUN"])
    faulthandler.enable()  # a script that a signal ends says where

    def set_up(_torch):
        from . import groups, launcher, reads, run, sizes, values

        with open(settings["begun"], "w", encoding="utf-8"):
            pass  # whoever reads the report knows that there should be one
        groups.install(settings)
        reads.install(settings)
        values.install()
        sizes.install()
        run.install(settings)
        launcher.follow_spawn(settings)
        for module, then in (("transformers.masking_utils", values.install_for_masks), ("yaml", reads.install_for_yaml),
                             ("torch._dynamo.eval_frame", reads.install_for_compiler),
                             ("torch._dynamo.eval_frame", run.install_for_compiler),
                             ("torch.distributed.checkpoint.default_planner", groups.install_for_checkpoints),
                             ("triton.runtime.jit", values.install_for_triton)):
            if module in sys.modules:
                then(sys.modules[module])
            else:
                sys.meta_path.insert(0, _After(module, then))

    if settings.get("launches"):
        from . import launcher

        return launcher.install(settings, _After)
    sys.meta_path.insert(0, _After("torch", set_up))
