# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Lets torch's kernels for the meta device run inside a trace, and on number types that they refuse without need."""

import contextlib

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from . import Refused

REPEATS = {torch.repeat_interleave, torch.Tensor.repeat_interleave}
DIMENSIONS = {torch.conv1d: 1, torch.conv2d: 2, torch.conv3d: 3}


_library = torch.library.Library("aten", "IMPL")  # lives as long as the process: its functions go with it


def _reflectors(matrix):
    return torch.empty_like(matrix), matrix.new_empty(*matrix.shape[:-2], min(matrix.shape[-2:]))


# With it orthogonal parametrizations begin; they take its absence for one that has no beginning.
_library.impl("geqrf", _reflectors, "Meta")


class MetaKernels(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        with untraced():
            if func is torch.ops.aten._grouped_mm.default and args[0].dtype != torch.bfloat16:
                # Devices multiply fp32 too.
                low = [matrix.to(torch.bfloat16) for matrix in args[:2]]
                return func(*low, *args[2:], **(kwargs or {})).to(args[0].dtype)
            if func is torch.ops.aten._convolution.default:
                return torch.ops.aten.convolution.default(*args[:9])
            return func(*args, **(kwargs or {}))


class RecordedOperators(TorchFunctionMode):
    """A trace leaves convolutions to the kernel that they end in, which the meta device does not have, and takes a
    number of repeats that follows from shapes for a tensor on the CPU, which other devices refuse."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func in DIMENSIONS and torch.jit.is_tracing():
            return _convolve(DIMENSIONS[func], *args, **(kwargs or {}))
        if func is torch.tensor and torch.jit.is_tracing():
            return _filled(*args, **(kwargs or {}))
        if func in REPEATS and len(args) > 1 and isinstance(args[1], torch.Tensor) and args[1].dim() == 0:
            args = (args[0], int(args[1]), *args[2:])
        return func(*args, **(kwargs or {}))


def _filled(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A trace would hold the tensor as a constant, which it cannot of the meta device."""
    if not isinstance(data, (bool, int, float)) or torch.device(device or "cpu").type != "meta":
        return torch.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    return torch.full((), data, dtype=dtype, device=device)


def _convolve(dimensions, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    def every(value):
        return [int(each) for each in value] if isinstance(value, (list, tuple)) else [int(value)] * dimensions

    if isinstance(padding, str):
        spread = [step * (size - 1) for step, size in zip(every(dilation), weight.shape[2:])] if padding == "same" else [0]
        if any(int(rows) % 2 for rows in spread):
            raise Refused(f"a convolution with padding=\"{padding}\" and a kernel of even size cannot be traced; give the "
                          "padding as numbers")
        padding = [int(rows) // 2 for rows in spread] if padding == "same" else 0
    return torch._convolution(input, weight, bias, every(stride), every(padding), every(dilation), False,
                              [0] * dimensions, int(groups), False, False, True, True)


@contextlib.contextmanager
def untraced():
    """Kernels in Python look at shapes, which would go into the trace. A trace is not to be taken up again where the
    dispatcher has passed it already, so that _set() tells the dispatcher otherwise for the moment."""
    tracing = torch._C._get_tracing_state()
    if tracing is None:
        yield
        return
    _set(None)
    try:
        yield
    finally:
        _set(tracing)


def _set(tracing):
    include, exclude = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
    with torch._C._ForceDispatchKeyGuard(include, exclude.remove(torch._C._parse_dispatch_key("Tracer"))):
        torch._C._set_tracing_state(tracing)
