# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""What code may put around operators and a trace does not record: gradients switched off, autocast, recomputation."""

import sys

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from . import Refused


def leave_out_checkpoints():
    """Recomputation is a choice of the plan: layers are traced as they run without. Before the user's code is imported."""
    import torch.utils.checkpoint as checkpoints

    def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check=None, debug=None,
                   early_stop=None, preserve_rng_state=None, **kwargs):
        return function(*args, **kwargs)

    checkpoints.checkpoint = checkpoint


class WithoutGradients(TorchFunctionMode):
    """Under no_grad() operators keep nothing for a backward pass. In a trace they get detached tensors, which has the
    same effect on the graph that is made."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if not torch.is_grad_enabled():
            args, kwargs = pytree.tree_map(_detached, (args, kwargs))
        return func(*args, **kwargs)


def _detached(leaf):
    # A trace is made without gradients at all: what would have one in training is not to be told.
    return leaf.detach() if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() else leaf


def refuse_autocast():
    """A layer that chooses its own precision has not the one of the plan, which a trace would follow. Before the user's
    code is imported. torch switches autocast off where it finds no such device, so that what was asked for counts."""
    autocast = torch.amp.autocast_mode.autocast
    make, enter, leave = autocast.__init__, autocast.__enter__, autocast.__exit__

    def noting(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        # The meta device has no autocast that could be switched off, and torch 2.11 raises an error.
        self._stagecraft_idle = device_type == "meta" and not enabled
        self._stagecraft_wanted = enabled
        if not self._stagecraft_idle:
            make(self, device_type, dtype, enabled, cache_enabled)

    def refusing(self):
        if self._stagecraft_wanted:
            user = sys._getframe(1)
            raise Refused(f"the model runs operators under torch.autocast ({user.f_code.co_filename}, line "
                          f"{user.f_lineno}), which no trace records; take it out, and choose the precision of the "
                          "whole model where it is profiled and planned (--precision)")
        return self if self._stagecraft_idle else enter(self)

    def leaving(self, *error):
        return None if self._stagecraft_idle else leave(self, *error)

    autocast.__init__, autocast.__enter__, autocast.__exit__ = noting, refusing, leaving
