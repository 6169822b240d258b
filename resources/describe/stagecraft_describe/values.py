# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Values of small tensors on the meta device. Models look at positions and masks in Python ("are these packed?"), and a
meta tensor has no values. So a small tensor that follows from plain numbers keeps its values on the CPU beside it."""

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from .metakernels import untraced

LARGEST = 1 << 22  # elements
READS = {torch.Tensor.item, torch.Tensor.tolist, torch.Tensor.numpy, torch.Tensor.__bool__, torch.Tensor.__int__,
         torch.Tensor.__float__, torch.Tensor.__index__, torch.equal, torch.allclose, torch.is_nonzero}
EMPTY = {torch.empty, torch.empty_like, torch.empty_strided, torch.empty_permuted, torch.Tensor.new_empty,
         torch.Tensor.new_empty_strided}  # have no values before something is written there
ATTRIBUTE = "_stagecraft_values"


class KnownValues(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in READS and _all_known(args, kwargs):
            return _on_cpu(func, args, kwargs)
        if func is torch.allclose:
            return True  # a model checks what it computed; on the meta device such checks hold
        result = func(*args, **kwargs)
        if _is_small(result) and func not in EMPTY and _all_known(args, kwargs):
            known = _on_cpu(func, args, kwargs)
            if isinstance(known, torch.Tensor) and _same_shape(known, result):
                setattr(result, ATTRIBUTE, known)
        return result


def _is_small(result):
    if not isinstance(result, torch.Tensor) or not result.is_meta or result.requires_grad:
        return False
    with untraced():
        return result.numel() <= LARGEST


def _same_shape(a, b):
    with untraced():
        return a.shape == b.shape


def _all_known(args, kwargs):
    return all(not leaf.is_meta or hasattr(leaf, ATTRIBUTE)
               for leaf in pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor))


def _on_cpu(func, args, kwargs):
    """The function on the known values; None where they do not allow it. A trace does not see it."""

    def known(leaf):
        if isinstance(leaf, torch.Tensor):
            return getattr(leaf, ATTRIBUTE, leaf)
        return torch.device("cpu") if isinstance(leaf, torch.device) or leaf == "meta" else leaf

    with untraced():
        try:
            args, kwargs = pytree.tree_map(known, (args, kwargs))
            return func(*args, **kwargs)
        except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError):
            return None
