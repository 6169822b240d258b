# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""A dry device computes nothing, and all that is read back from it is zero. Scripts that look at small tensors which they
made on the host (attention masks, counts of tokens, shapes that are broadcast) would take another way than on a GPU. So a
small tensor that is copied to the device remembers its values, and what is derived from it by the functions below does."""
import functools
import os
import sys

import torch

# Not __getitem__ and __setitem__: a class that has them in Python is a sequence, which torch takes for a list of numbers.
_LARGEST = 1 << 22  # elements
_MAKE = ("to", "cuda", "pin_memory")
_DERIVE = ("all", "any", "sum", "max", "min", "eq", "ne", "lt", "le", "gt", "ge", "__eq__", "__ne__", "__lt__", "__le__",
           "__gt__", "__ge__", "__and__", "__or__", "__invert__", "logical_not", "logical_and", "bool",
           "int", "long", "float", "to", "cuda", "view", "reshape", "flatten", "squeeze", "unsqueeze", "contiguous",
           "clone", "detach", "expand", "transpose", "t", "cumsum", "argmax", "unbind", "split", "chunk", "diff")
_OVERWRITE = ("copy_", "fill_", "zero_", "masked_fill_", "add_", "sub_", "mul_", "div_", "random_", "set_")
_READ = ("item", "tolist", "numpy", "__bool__", "__int__", "__float__", "__index__")
_OWN = os.path.dirname(os.path.abspath(__file__))
_TORCH = os.path.dirname(os.path.abspath(torch.__file__))
_MOST_READS = 8

reads = []  # places of the script where whole numbers were read from the device that are not known: (file, line, function)


def _note_read():
    """Notes the place outside torch that reads, unless there are enough."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith((_OWN, _TORCH)):
        frame = frame.f_back
    if frame is None or len(reads) >= _MOST_READS:
        return
    place = (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
    if place not in reads:
        reads.append(place)


def _host(value):
    """The values of a tensor, if they are known."""
    if not isinstance(value, torch.Tensor):
        return value
    if value.device.type == "cpu":
        return value
    return getattr(value, "_stagecraft_values", None)


def _remember(result, values):
    if isinstance(result, torch.Tensor) and isinstance(values, torch.Tensor) and result.device.type == "cuda" \
            and result.shape == values.shape:
        result._stagecraft_values = values
    elif isinstance(result, (tuple, list)) and isinstance(values, (tuple, list)):
        for part, value in zip(result, values):
            _remember(part, value)


def is_small(tensor):
    """True for tensors whose values are worth knowing: whole numbers and truths, and a few other numbers."""
    return type(tensor) is torch.Tensor and not tensor.requires_grad and not tensor.is_meta \
        and (tensor.numel() <= 16 or not tensor.is_floating_point()) and tensor.numel() <= _LARGEST


def known(tensor):
    """The values of a small tensor, on the host; None where they are not known."""
    if not is_small(tensor):
        return None
    return tensor if tensor.device.type == "cpu" else getattr(tensor, "_stagecraft_values", None)


def replace(tensor, values):
    """Gives a small tensor values that came from elsewhere; None: they are not known any more."""
    if tensor.device.type == "cpu":
        if values is not None and values.shape == tensor.shape:
            tensor.copy_(values)
        return
    tensor.__dict__.pop("_stagecraft_values", None)
    _remember(tensor, values)


def _wrap(name):
    original = getattr(torch.Tensor, name)
    reads_it, makes, derives = name in _READ, name in _MAKE, name in _DERIVE

    @functools.wraps(original)
    def method(self, *arguments, **named):
        if torch.compiler.is_compiling() or type(self) is not torch.Tensor:
            return original(self, *arguments, **named)
        if self.device.type == "cpu":
            result = original(self, *arguments, **named)
            if makes and isinstance(result, torch.Tensor) and result.device.type == "cuda" and is_small(self):
                _remember(result, self.detach().to(result.dtype).clone())
            return result
        values = getattr(self, "_stagecraft_values", None)
        if values is None:
            result = original(self, *arguments, **named)
            leaves = reads_it or (isinstance(result, torch.Tensor) and result.device.type == "cpu")
            if leaves and not self.is_floating_point():
                _note_read()
            return result
        if reads_it:
            return getattr(values, name)(*arguments, **named)
        result = original(self, *arguments, **named)
        if isinstance(result, torch.Tensor) and result.device.type == "cpu":
            return values.to(result.dtype)
        if derives:
            _derive(name, result, values, arguments, named)
        return result

    setattr(torch.Tensor, name, method)


def _wrap_overwrite(name):
    original = getattr(torch.Tensor, name)

    @functools.wraps(original)
    def method(self, *arguments, **named):
        if not torch.compiler.is_compiling() and type(self) is torch.Tensor:
            self.__dict__.pop("_stagecraft_values", None)
        return original(self, *arguments, **named)

    setattr(torch.Tensor, name, method)


def _derive(name, result, values, arguments, named):
    if name in ("to", "cuda"):
        if isinstance(result, torch.Tensor):
            _remember(result, values.to(result.dtype))
        return
    hosts = [_host(a) for a in arguments]
    if any(h is None and a is not None for h, a in zip(hosts, arguments)):
        return
    try:
        _remember(result, getattr(values, name)(*hosts, **named))
    except (RuntimeError, TypeError, ValueError, IndexError):
        pass  # only the help is lost


def _wrap_maker(name):
    original = getattr(torch, name)

    @functools.wraps(original)
    def make(data, *arguments, **named):
        result = original(data, *arguments, **named)
        if torch.compiler.is_compiling() or type(result) is not torch.Tensor or result.device.type != "cuda":
            return result
        if not isinstance(data, torch.Tensor) and is_small(result.detach()):
            named = {**named, "device": "cpu", "requires_grad": False, "pin_memory": False} if name == "tensor" else \
                {**named, "device": "cpu"}
            _remember(result, original(data, *arguments, **named))
        return result

    setattr(torch, name, make)


def _wrap_repeat(owner):
    """How large the result is follows from values of the repeats, which torch reads back where nobody tells it."""
    original = owner.repeat_interleave

    @functools.wraps(original)
    def repeat_interleave(first, repeats=None, dim=None, *, output_size=None):
        counts = first if repeats is None else repeats
        if output_size is None and isinstance(counts, torch.Tensor) and counts.device.type == "cuda" \
                and not torch.compiler.is_compiling():
            values = _host(counts)
            if values is None:
                raise RuntimeError("dry run: how often repeat_interleave repeats was computed on the device, which "
                                   "computes nothing; give it output_size")
            same = 1 if repeats is None or values.numel() > 1 else first.numel() if dim is None else first.size(dim)
            output_size = int(values.sum()) * same
        given = (first,) if repeats is None else (first, repeats, dim)
        return original(*given, output_size=output_size)

    owner.repeat_interleave = repeat_interleave


def _wrap_finite(owner):
    """Checks that a number is finite are about results, which are not real: they hold."""
    original = owner.isfinite

    @functools.wraps(original)
    def isfinite(tensor):
        result = original(tensor)
        if not torch.compiler.is_compiling() and type(result) is torch.Tensor and result.device.type == "cuda" \
                and result.numel() <= _LARGEST:
            _remember(result, torch.ones(result.shape, dtype=torch.bool))
        return result

    owner.isfinite = isfinite


def install():
    for name in dict.fromkeys(_MAKE + _DERIVE + _READ + ("cpu",)):
        if hasattr(torch.Tensor, name):
            _wrap(name)
    for name in _OVERWRITE:
        _wrap_overwrite(name)
    for name in ("tensor", "as_tensor"):
        _wrap_maker(name)
    for owner in (torch, torch.Tensor):
        _wrap_finite(owner)
        _wrap_repeat(owner)


def install_for_masks(masking):
    """transformers looks at positions for samples that are packed into one row, whose attention needs a mask and so other
    kernels. Positions that it made on the device count from 0 in each row: nothing is packed."""
    original = getattr(masking, "find_packed_sequence_indices", None)
    if original is None:
        return

    @functools.wraps(original)
    def find_packed_sequence_indices(position_ids, *arguments, **named):
        if position_ids.device.type != "cuda" or torch.compiler.is_compiling():
            return original(position_ids, *arguments, **named)
        values = known(position_ids)
        packed = None if values is None else original(values, *arguments, **named)
        return None if packed is None else original(position_ids, *arguments, **named)

    masking.find_packed_sequence_indices = find_packed_sequence_indices
