# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""What a script reads from the device though nobody knows it: where it reads, what it is told, and whether it waits."""
import functools
import math
import os
import sys

import torch

_OWN = os.path.dirname(os.path.abspath(__file__))
_TORCH = os.path.dirname(os.path.abspath(torch.__file__))
# Libraries that compute with what a script gives them, as a mean.
_COMPUTING = ("-packages/numpy/", "-packages/scipy/", "-packages/pandas/")
_STANDARD = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_PRINTING = os.path.join(_TORCH, "_tensor_str.py")
_COMPILER = os.path.join(_TORCH, "_inductor") + os.sep
_MOST_PLACES = 8
# Checks of gradients for infinite values, which count as finite here.
_CHECKS = ("/deepspeed/runtime/",)
_WAITS = 10_000  # reads at one place within a step
_LARGEST = 1 << 22  # elements of an array that a script may decide by; larger ones are states on their way to a file
_ELSE = 100  # beyond what most scripts compare losses, norms and scores with, and its exponential is finite
_NAMED = 64  # elements of a copy into a tensor of the host whose line is named; larger ones are states on their way

# Of the script, where whole numbers, truths, arrays or plain floats were read, or numbers compared: (file, line, function).
places = []
were_numbers = False  # True once a whole number was read
were_truths = False  # True once anything else was, a loss that is only printed too
_told = 0  # what unknown whole numbers are
_varies = False  # True: they differ from each other, starting there
_otherwise = False  # True: unknown truths are true, arrays and plain floats _ELSE, and comparisons come out the other way
_counts = {}
_has_warned = False


def install(settings):
    global _told, _varies, _otherwise
    _install_for_math()
    if hasattr(torch.serialization, "add_safe_globals"):  # a Number in a checkpoint is read as float(...)
        torch.serialization.add_safe_globals([float])
    _told, _varies, _otherwise = settings.get("unknown", 0), settings.get("varies", False), settings.get("otherwise", False)


def begin_step():
    _counts.clear()


def _frames():
    frame = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


def is_printing():
    """True while torch writes a tensor as text."""
    return any(frame.f_code.co_filename == _PRINTING for frame in _frames())


def _place():
    """The innermost one outside of torch and of libraries that compute; None where torch prints a tensor, or looks at
    constants that it compiles."""
    computing = None
    for frame in _frames():
        file = frame.f_code.co_filename
        if file == _PRINTING or file.startswith(_COMPILER) or any(part in file for part in _CHECKS):
            return None
        if file.startswith((_OWN, _TORCH)):
            continue
        place = file, frame.f_lineno, frame.f_code.co_name
        if not any(part in file for part in _COMPUTING) and not (file.startswith((_STANDARD, "<frozen")) and _is_own(file)):
            return place
        computing = computing or place
    return computing


def unknown(tensor, method):
    """A tensor is read by `method`, and its values are not known. What it tells, on the host; None: zeros, as the device has
    them. The broken numbers of item() and tolist() are followed further (Number), all others become plain ones."""
    global were_numbers, were_truths
    place = _place()
    if place is None:
        return None
    _warn_of_waiting(place)
    broken = tensor.is_floating_point() or tensor.is_complex()
    if not broken and tensor.dtype != torch.bool or method == "__int__":
        _note(place)
        were_numbers = True
        return _filled(tensor, _told + _turn(place)) if _told else None
    if broken and (tensor.numel() > _LARGEST or tensor.requires_grad and tensor.numel() > 1):
        return None
    were_truths = True
    if broken and method in ("item", "tolist"):
        return None  # zeros, of which numbers() makes what they are
    if method != "copy_" or tensor.numel() <= _NAMED:
        _note(place)
    return _filled(tensor, _ELSE) if _otherwise else None


def _turn(place):
    """Whole numbers that are read at one line differ from those of another, as their differences are sizes, too."""
    return places.index(place) if _varies and place in places else 0


def _filled(tensor, number):
    if tensor.dtype == torch.bool:
        return torch.ones(tensor.shape, dtype=tensor.dtype, device="cpu")
    broken = tensor.is_floating_point() or tensor.is_complex()
    most = (torch.finfo if broken else torch.iinfo)(tensor.dtype).max
    if broken or not _varies or number + tensor.numel() > most:
        return torch.full(tensor.shape, min(number, most), dtype=tensor.dtype, device="cpu")
    return torch.arange(number, number + tensor.numel(), dtype=tensor.dtype, device="cpu").reshape(tensor.shape)


def _note(place):
    if place not in places and len(places) < _MOST_PLACES:
        places.append(place)


def _note_truth(place):
    global were_truths
    were_truths = True
    _note(place)


class Number(float):
    """A broken number that was read though nobody knows it, and what is computed from it. Most are losses, which are
    printed; as a whole number, as for a size, it is one of the numbers that the report names, and what it is compared with
    decides something, as a truth does. `first`: what it was in the first run of the rank, whose answers are turned round."""

    __slots__ = ("first",)

    def __new__(cls, value, first):
        number = super().__new__(cls, value)
        number.first = first
        return number

    def __int__(self):
        global were_numbers
        place = _place()
        if place is None:
            return int(_plain(self))
        _note(place)
        were_numbers = True
        return int(self.first) or (_told + _turn(place) if _told else 0)

    def __float__(self):
        place = _place()
        if place is not None:
            _note(place)
        return _plain(self)

    __trunc__ = __floor__ = __ceil__ = __int__

    def __bool__(self):
        return _answer(bool(self.first))

    __hash__ = float.__hash__

    def __round__(self, digits=None):
        return int(self) if digits is None else _computed(round, self, digits)

    def __reduce__(self):
        return float, (_plain(self),)


def _plain(number):
    return float.__pos__(number)


def _first(number):
    return number.first if type(number) is Number else number


def _computed(function, *arguments):
    result = function(*(_plain(a) if type(a) is Number else a for a in arguments))
    if type(result) is not float or not _otherwise:
        return Number(result, result) if type(result) is float else result
    try:
        return Number(result, function(*map(_first, arguments)))
    except (ValueError, ArithmeticError):
        return Number(result, result)


def _answer(result, of_libraries=True):
    """What a comparison that came out as `result` in the first run tells the script. `of_libraries`: also where none of its
    own asks."""
    place = _place()
    if place is None or result is NotImplemented or not (of_libraries or _is_own(_asker())):
        return result
    _note(place)
    _warn_of_waiting(place)
    return result != _otherwise


def _asker():
    """The innermost file outside of torch."""
    files = (frame.f_code.co_filename for frame in _frames())
    return next((file for file in files if not file.startswith((_OWN, _TORCH))), "")


def _is_own(file):
    return "/site-packages/" not in file and "/dist-packages/" not in file


def _follow(name):
    plain = getattr(float, name)
    setattr(Number, name, lambda self, *others: _computed(plain, self, *others))


def _note_comparison(name, of_libraries):
    plain = getattr(float, name)
    setattr(Number, name, lambda self, other: _answer(plain(self.first, _first(other)), of_libraries))


def _follow_math(name):
    plain = getattr(math, name)

    @functools.wraps(plain)
    def function(*arguments):
        return _computed(plain, *arguments) if any(type(a) is Number for a in arguments) else plain(*arguments)

    setattr(math, name, function)


def _ask_of_math(name):
    plain = getattr(math, name)

    @functools.wraps(plain)
    def function(*arguments, **named):
        result = plain(*map(_first, arguments), **named)
        return _answer(result) if any(type(a) is Number for a in arguments) else result

    setattr(math, name, function)


def numbers(read):
    """What was read, a number or lists of them, so that it is followed."""
    return read if _place() is None else _followed(read)


def _followed(read):
    if type(read) is float:
        return Number(_ELSE if _otherwise else read, read)
    return [_followed(part) for part in read] if type(read) is list else read


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _note_comparison(f"__{_name}__", _name not in ("eq", "ne"))  # libraries look for equal numbers in lists and tables
for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "mod", "pow", "rpow", "abs",
              "neg", "pos"):
    _follow(f"__{_name}__")


def _install_for_math():
    for name in ("exp", "expm1", "log", "log1p", "log2", "log10", "sqrt", "pow", "fabs"):
        _follow_math(name)
    _ask_of_math("isclose")
    total = math.fsum
    math.fsum = functools.wraps(total)(lambda numbers: _computed(lambda *parts: total(parts), *numbers))


def plain(thing):
    """Without Numbers, for functions that know floats by their exact type."""
    if type(thing) is Number:
        return _plain(thing)
    if type(thing) in (list, tuple):
        return type(thing)(plain(part) for part in thing)
    if type(thing) is dict:
        return {key: plain(part) for key, part in thing.items()}
    return thing


def _clear(holder):
    for name, value in list(getattr(holder, "__dict__", {}).items()):
        if type(value) is Number:
            holder.__dict__[name] = _plain(value)


def _clear_for(function):
    """Where a function finds numbers beside its arguments: modules and objects that it is bound to, cells, globals."""
    owner = getattr(function, "__self__", None)
    for holder in owner.modules() if isinstance(owner, torch.nn.Module) else [owner]:
        _clear(holder)
    plain_function = getattr(function, "__func__", function)
    for cell in getattr(plain_function, "__closure__", None) or ():
        if type(cell.cell_contents) is Number:
            cell.cell_contents = _plain(cell.cell_contents)
    names = getattr(getattr(plain_function, "__code__", None), "co_names", ())
    for name in names:
        if type(plain_function.__globals__.get(name)) is Number:
            plain_function.__globals__[name] = _plain(plain_function.__globals__[name])


def install_for_compiler(frames):
    """Dynamo compiles functions for floats, not for what looks like one."""
    context = frames.OptimizeContext
    original = context.__call__

    def call(self, function):
        compiled = original(self, function)
        if isinstance(compiled, (type, torch.nn.Module)):
            return compiled

        @functools.wraps(compiled)
        def run(*arguments, **named):
            _clear_for(function)
            return compiled(*plain(arguments), **plain(named))

        return run

    context.__call__ = call


def install_for_yaml(yaml):
    """Its safe writer refuses subclasses of float."""
    representer = yaml.representer.SafeRepresenter
    representer.add_representer(Number, representer.represent_float)


def known():
    """A tensor is read whose values are known: they stay what they are."""
    place = _place()
    if place is not None:
        _warn_of_waiting(place)


def _warn_of_waiting(place):
    global _has_warned
    count = _counts[place] = _counts.get(place, 0) + 1
    if count >= _WAITS and _otherwise:  # a loop that would end as a GPU's does
        raise RuntimeError("dry run: this waits for a value")
    if count < _WAITS or _has_warned:
        return
    _has_warned = True
    os.write(2, f"\ndry run note: {place[0]}:{place[1]} has read from the device {count} times within a step; if it "
                "waits for a value there, it waits forever, as a dry run computes nothing\n".encode())
