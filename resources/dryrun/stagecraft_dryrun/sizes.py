# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Functions whose result is as large as values on the device say: how many are not zero, how many differ. A dry device
has no values, and would give results of no size. Where the values are known from the host the result is as large as on a
GPU; else the function fails, with words."""
import os
import sys

import torch

from . import values

_PRINTING = os.path.join("torch", "_tensor_str.py")
_library = None  # lives as long as the process: its functions go with it


def _unknown(name, instead):
    return RuntimeError(f"dry run: how large the result of {name} is depends on values that were computed on the device, "
                        f"which computes nothing; {instead}")


def _is_printed():
    """True while torch writes a tensor as text: it selects the numbers whose width it looks at, and any will do."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename.endswith(_PRINTING):
            return True
        frame = frame.f_back
    return False


def _to_device(result, device):
    """A result that was computed on the host, as tensors of the device that remember their values."""
    if isinstance(result, tuple):
        return tuple(_to_device(part, device) for part in result)
    tensor = torch.empty(result.shape, dtype=result.dtype, device=device)
    values.replace(tensor, result)
    return tensor


def _of_known(name, compute, instead):
    def function(tensor, *arguments, **named):
        host = values.known(tensor)
        if host is None:
            raise _unknown(name, instead)
        return _to_device(compute(host, *arguments, **named), tensor.device)

    return function


def _masked_select(tensor, mask):
    host = values.known(mask)
    if host is None and _is_printed():
        return torch.empty(0, dtype=tensor.dtype, device=tensor.device)
    if host is None:
        raise _unknown("masked_select", "multiply by the mask, or use torch.where")
    shape = torch.broadcast_shapes(tensor.shape, mask.shape)
    return torch.empty(int(host.expand(shape).sum()), dtype=tensor.dtype, device=tensor.device)


def _bincount(original):
    def bincount(tensor, weights=None, minlength=0):
        host = values.known(tensor)
        if host is None and minlength == 0:
            raise _unknown("bincount", "give it minlength")
        if host is not None:
            minlength = max(minlength, int(host.max()) + 1 if host.numel() else 0)
        dtype = torch.int64 if weights is None else torch.float32 if weights.dtype == torch.float32 else torch.float64
        counts = torch.empty(minlength, dtype=dtype, device=tensor.device)
        if host is not None and weights is None:
            values.replace(counts, original(host, minlength=minlength))
        return counts

    return bincount


def install():
    global _library
    _library = torch.library.Library("aten", "IMPL")
    aten = torch.ops.aten
    _library.impl("nonzero", _of_known("nonzero", aten.nonzero.default,
                                       "a mask as an index takes the same way: use torch.where, nonzero_static, or a "
                                       "product with the mask, whose sizes are known"), "CUDA")
    for name in ("_unique2", "_unique", "unique_dim", "unique_consecutive", "unique_dim_consecutive"):
        unique = _of_known("unique", getattr(aten, name).default, "let the host compute it")
        _library.impl(name, unique, "CUDA")
    _library.impl("masked_select", _masked_select, "CUDA")
    _library.impl("bincount", _bincount(aten.bincount.default), "CUDA")
