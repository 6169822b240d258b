# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""A dry device computes nothing, and all that is read back from it is zero. Scripts that look at small tensors which they
made on the host (attention masks, counts of tokens, shapes that are broadcast) would take another way than on a GPU. So a
small tensor that is copied to the device remembers its values, and its views and what is derived from it by the functions
below do. A write in place ends that, unless it is one of those."""
import collections
import functools
import warnings

import torch
from torch.utils import _device

from . import reads

# Not __getitem__ and __setitem__: a class that has them in Python is a sequence, which torch takes for a list of numbers.
_LARGEST = 1 << 22  # elements
_MOST_ALIASES = 1000  # of a tensor, by `x.data`
_MAKE = ("to", "cuda", "pin_memory")
_DERIVE = ("all", "any", "sum", "prod", "max", "min", "eq", "ne", "lt", "le", "gt", "ge", "__eq__", "__ne__", "__lt__",
           "__le__", "__gt__", "__ge__", "__and__", "__or__", "__invert__", "logical_not", "logical_and", "bool", "byte", "int",
           "long", "float", "to", "cuda", "reshape", "contiguous", "clone", "detach", "cumsum", "argmax", "diff", "roll", "flip",
           "abs", "clamp", "add", "sub", "mul", "floor_divide", "remainder", "__add__", "__radd__", "__sub__", "__rsub__",
           "__mul__", "__rmul__", "__floordiv__", "__mod__", "__neg__")
_OVERWRITE = ("copy_", "fill_", "zero_", "masked_fill_", "add_", "sub_", "mul_", "clamp_", "__iadd__", "__isub__", "__imul__",
              "div_", "random_", "set_")
_REPEATABLE = _OVERWRITE[:_OVERWRITE.index("div_")]  # on the values
_is_read = False  # True while a method of _READ has told what it reads already
_READ = ("item", "tolist", "numpy", "__bool__", "__int__", "__float__", "__index__")
_kernel_writes = collections.Counter()  # of kernels that torch does not know, by the address of the storage


def _version(tensor):
    """Changes with each write in place that is known of, also through a view."""
    writes = _kernel_writes.get(tensor.untyped_storage().data_ptr(), 0) if _kernel_writes else 0
    return 0 if tensor.is_inference() else tensor._version, writes


def _stored(tensor):
    values, version = tensor.__dict__.get("_stagecraft_values", (None, None))
    if values is None or version != _version(tensor):
        return None
    return values if all(_version(data) == then for data, then in tensor.__dict__.get("_stagecraft_data", ())) else None


def _values(tensor):
    """Those of a plain tensor of the device on the host; None where they are not known."""
    values = _stored(tensor)
    base = tensor._base if values is None else None
    if base is None or type(base) is not torch.Tensor or base.dtype != tensor.dtype or not base.is_contiguous():
        return values
    values = _stored(base)
    if values is None:
        return None
    return values.contiguous().as_strided(tensor.size(), tensor.stride(), tensor.storage_offset() - base.storage_offset())


def _host(value):
    """A tensor's values, if they are known; anything else as it is."""
    if not isinstance(value, torch.Tensor) or value.device.type == "cpu":
        return value
    return _values(value) if type(value) is torch.Tensor else None


def _remember(result, values):
    if type(result) is torch.Tensor and isinstance(values, torch.Tensor) and result.device.type == "cuda" \
            and result.shape == values.shape:
        result._stagecraft_values = (values, _version(result))
        result.__dict__.pop("_stagecraft_data", None)
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
    return tensor if tensor.device.type == "cpu" else _values(tensor)


def replace(tensor, values):
    """Gives a small tensor values that came from elsewhere; None: they are not known any more."""
    if tensor.device.type == "cpu":
        if values is not None and values.shape == tensor.shape:
            tensor.copy_(values)
        return
    tensor.__dict__.pop("_stagecraft_values", None)
    _remember(tensor, values)


def _is_followed(tensor):
    return not torch.compiler.is_compiling() and type(tensor) in (torch.Tensor, torch.nn.Parameter)


def _wrap(name):
    original = getattr(torch.Tensor, name)
    reads_it, makes, derives = name in _READ, name in _MAKE, name in _DERIVE

    @functools.wraps(original)
    def method(self, *arguments, **named):
        if not _is_followed(self):
            return original(self, *arguments, **named)
        if self.device.type == "cpu":
            result = original(self, *arguments, **named)
            if makes and isinstance(result, torch.Tensor) and result.device.type == "cuda" and is_small(self):
                _remember(result, self.detach().to(result.dtype).clone())
            return result
        values = _values(self)
        if reads_it:
            return _read(original, self, values, arguments, named)
        result = original(self, *arguments, **named)
        if isinstance(result, torch.Tensor) and result.device.type == "cpu":
            return _copied(result, self, values)
        if derives and values is not None:
            _derive(name, result, values, arguments, named)
        return result

    setattr(torch.Tensor, name, method)


def _read(original, tensor, values, arguments, named):
    global _is_read
    if values is not None:
        reads.known()
        return original(values, *arguments, **named)
    told = reads.unknown(tensor, original.__name__)
    _is_read = True
    try:
        result = original(tensor if told is None else told, *arguments, **named)
    finally:
        _is_read = False
    return reads.numbers(result) if original.__name__ in ("item", "tolist") else result


def _copied(result, tensor, values):
    """A copy on the host."""
    if values is not None:
        return values.to(result.dtype)
    _tell(result, reads.unknown(tensor, "cpu"))
    return result


def _tell(copy, told):
    if told is not None:
        with torch.no_grad():
            copy.detach().copy_(told)  # detached, so that gradients go where they went


def _copy_to_host(target, source):
    """A tensor of the device was copied into one of the host, as metrics and counts are into pinned memory."""
    values = _values(source)
    _tell(target, reads.unknown(source, "copy_") if values is None else values)


def _follow_data():
    """`x.data` is the same memory, but counts its writes by itself."""
    original = torch.Tensor.data

    def data(self):
        result = original.__get__(self)
        if _is_followed(self) and "_stagecraft_values" in self.__dict__ and (values := _stored(self)) is not None:
            _remember(result, values)
            aliases = self.__dict__.setdefault("_stagecraft_data", [])
            aliases.append((result, _version(result)))
            if len(aliases) > _MOST_ALIASES:  # each is asked whether it was written: the values count as not known
                del self._stagecraft_values, self._stagecraft_data
        return result

    torch.Tensor.data = property(data, lambda self, tensor: original.__set__(self, tensor))


def _wrap_overwrite(name):
    original = getattr(torch.Tensor, name)

    @functools.wraps(original)
    def method(self, *arguments, **named):
        follows = _is_followed(self) and self.device.type == "cuda"
        values = _values(self) if follows and name in _REPEATABLE else None
        if follows and name == "copy_" and is_small(self):
            values = torch.empty(self.shape, dtype=self.dtype, device="cpu")
        if follows:
            self.__dict__.pop("_stagecraft_values", None)
        result = original(self, *arguments, **named)
        if values is not None:
            _derive(name, self, values.clone(), arguments, named)
        if name == "copy_" and arguments and _is_followed(self) and self.device.type == "cpu" \
                and isinstance(arguments[0], torch.Tensor) and arguments[0].device.type == "cuda":
            _copy_to_host(self, arguments[0])
        return result

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


def _put(owner, name, function):
    """In place of torch's own; scripts that are compiled as TorchScript know it for that one."""
    from torch.jit import _builtins

    operator = _builtins._find_builtin(getattr(owner, name))
    setattr(owner, name, function)
    if operator is not None:
        _builtins._register_builtin(function, operator)


def _wrap_maker(name):
    original = getattr(torch, name)

    @functools.wraps(original)
    def make(*arguments, **named):
        result = original(*arguments, **named)
        if torch.compiler.is_compiling() or type(result) is not torch.Tensor or result.device.type != "cuda":
            return result
        # Of tensors of the inference mode nobody is told when they are written.
        if is_small(result.detach()) and not result.is_inference() \
                and not any(isinstance(a, torch.Tensor) for a in (*arguments, *named.values())):
            named = {k: v for k, v in named.items() if k not in ("requires_grad", "pin_memory", "out")}
            _remember(result, original(*arguments, **{**named, "device": "cpu"}))
        return result

    _put(torch, name, make)


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

    _put(owner, "repeat_interleave", repeat_interleave)


def _wrap_check(owner, name, holds):
    """Checks that numbers are finite are about results, which are not real: they pass."""
    original = getattr(owner, name)

    @functools.wraps(original)
    def check(tensor, *arguments, **named):
        result = original(tensor, *arguments, **named)
        if not torch.compiler.is_compiling() and type(result) is torch.Tensor and result.device.type == "cuda" \
                and result.numel() <= _LARGEST:
            _remember(result, torch.full(result.shape, holds, dtype=torch.bool, device="cpu"))
        return result

    _put(owner, name, check)


def _keep_scale():
    """The scale of a loss stays what it is for as long as no gradient is broken, of which a dry run knows none."""
    original = torch._amp_update_scale_

    @functools.wraps(original)
    def update(scale, *arguments, **named):
        values = known(scale)
        result = original(scale, *arguments, **named)
        replace(scale, values)
        return result

    torch._amp_update_scale_ = update
    check = torch._amp_foreach_non_finite_check_and_unscale_

    @functools.wraps(check)
    def unscale(gradients, found_infinite, *arguments, **named):
        values = known(found_infinite)
        check(gradients, found_infinite, *arguments, **named)
        replace(found_infinite, values)

    torch._amp_foreach_non_finite_check_and_unscale_ = unscale


def _scalar(tensor):
    """What torch itself reads, as of a tensor that is given as a size: it passes through none of the methods above."""
    values = known(tensor)
    if values is None and not _is_read:
        values = reads.unknown(tensor, "scalar")
    elif values is not None:
        reads.known()
    return (torch.zeros(1, dtype=tensor.dtype, device="cpu") if values is None else values).reshape(()).item()


def _follow_scalars():
    global _library
    _library = torch.library.Library("aten", "IMPL")  # as long as it lives
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the device's own is replaced
        _library.impl("_local_scalar_dense", _scalar, "CUDA")


def install():
    _follow_scalars()
    _follow_data()
    for name in dict.fromkeys(_MAKE + _DERIVE + _READ + ("cpu",)):
        if hasattr(torch.Tensor, name):
            _wrap(name)
    for name in _OVERWRITE:
        _wrap_overwrite(name)
    # torch gives those that it finds by their names at its first use of a default device that device, and keeps the list:
    # the makers themselves must be in it, as they are what it sees behind their wrappers.
    _device._device_constructors()
    for name in ("tensor", "as_tensor", "arange", "zeros", "ones", "full"):
        _wrap_maker(name)
    _keep_scale()
    for owner in (torch, torch.Tensor):
        _wrap_check(owner, "isfinite", True)
        for name in ("isnan", "isinf", "isposinf", "isneginf"):
            _wrap_check(owner, name, False)
        _wrap_repeat(owner)
    if hasattr(torch, "_is_all_true"):  # what distributions ask of their arguments
        _wrap_check(torch, "_is_all_true", True)


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


def install_for_triton(runtime):
    """Kernels write without telling torch. A tensor of one value throughout, as zeros() makes it for results, is taken to be
    written; others, such as lengths of sequences, to be read."""
    function = runtime.JITFunction
    original = function.run

    @functools.wraps(original)
    def run(self, *arguments, **named):
        for tensor in (*arguments, *named.values()):
            if isinstance(tensor, torch.Tensor) and tensor.device.type == "cuda":
                values = known(tensor.detach())
                if values is not None and values.numel() and bool((values == values.flatten()[0]).all()):
                    _kernel_writes[tensor.untyped_storage().data_ptr()] += 1
        return original(self, *reads.plain(arguments), **reads.plain(named))

    function.run = run
