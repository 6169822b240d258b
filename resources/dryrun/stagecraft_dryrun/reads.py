# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""What a script reads from the device though nobody knows it: where it reads, what it is told, and whether it waits."""
import os
import sys

import torch

_OWN = os.path.dirname(os.path.abspath(__file__))
_TORCH = os.path.dirname(os.path.abspath(torch.__file__))
_PRINTING = os.path.join(_TORCH, "_tensor_str.py")
_COMPILER = os.path.join(_TORCH, "_inductor") + os.sep
_MOST_PLACES = 8
_WAITS = 10_000  # reads at one place within a step

places = []  # of the script, where whole numbers or truths were read, or numbers compared: (file, line, function)
were_numbers = False  # True once a whole number was read
_told = 0  # what unknown whole numbers are
_counts = {}
_has_warned = False


def install(settings):
    global _told
    _told = settings.get("unknown", 0)


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
    """The innermost one outside of torch; None where torch prints a tensor, or looks at constants that it compiles."""
    for frame in _frames():
        if frame.f_code.co_filename == _PRINTING or frame.f_code.co_filename.startswith(_COMPILER):
            return None
        if not frame.f_code.co_filename.startswith((_OWN, _TORCH)):
            return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
    return None


def unknown(tensor, as_whole=False):
    """A tensor is read whose values are not known. What it tells, on the host; None: zeros, as the device has them.
    `as_whole`: it is read as a whole number, whatever it has."""
    global were_numbers
    place = _place()
    if place is None:
        return None
    _warn_of_waiting(place)
    broken = tensor.is_floating_point() or tensor.is_complex()
    if broken and not as_whole:
        return None
    _note(place)
    if tensor.dtype == torch.bool:
        return None
    were_numbers = True
    told = _told if broken else min(_told, torch.iinfo(tensor.dtype).max)
    return torch.full(tensor.shape, told, dtype=tensor.dtype, device="cpu") if told else None


def _note(place):
    if place not in places and len(places) < _MOST_PLACES:
        places.append(place)


class Number(float):
    """A broken number that was read though nobody knows it, and what is computed from it. Most are losses, which are
    printed; as a whole number, as for a size, it is one of the numbers that the report names, and what it is compared with
    decides something, as a truth does."""

    def __int__(self):
        global were_numbers
        place = _place()
        if place is None:
            return int(float(self))
        _note(place)
        were_numbers = True
        return int(float(self)) or _told

    __trunc__ = __floor__ = __ceil__ = __int__

    def __round__(self, digits=None):
        return int(self) if digits is None else round(float(self), digits)

    def __reduce__(self):
        return float, (float(self),)


def _follow(name):
    plain = getattr(float, name)

    def operator(self, other):
        result = plain(self, other)
        return result if result is NotImplemented else Number(result)

    setattr(Number, name, operator)


def _note_comparison(name):
    plain = getattr(float, name)

    def operator(self, other):
        place = _place()
        if place is not None:
            _note(place)
        return plain(self, other)

    setattr(Number, name, operator)


def numbers(read):
    """What was read, a number or lists of them, so that it is followed."""
    if type(read) is float:
        return Number(read)
    return [numbers(part) for part in read] if type(read) is list else read


for _name in ("lt", "le", "gt", "ge"):
    _note_comparison(f"__{_name}__")
for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv"):
    _follow(f"__{_name}__")


def known():
    """A tensor is read whose values are known: they stay what they are."""
    place = _place()
    if place is not None:
        _warn_of_waiting(place)


def _warn_of_waiting(place):
    global _has_warned
    count = _counts[place] = _counts.get(place, 0) + 1
    if count < _WAITS or _has_warned:
        return
    _has_warned = True
    os.write(2, f"\ndry run note: {place[0]}:{place[1]} has read from the device {count} times within a step; if it "
                "waits for a value there, it waits forever, as a dry run computes nothing\n".encode())
