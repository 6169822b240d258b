# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the traced layers as one TorchScript file that holds no weights."""

import copy
import json
import os

import torch

EXTRA_FILE = "stagecraft.json"


class Weightless:
    """Tensors of one element each that have the shapes of the model's. The same tensor of the model gives the same one,
    so that tied parameters stay tied."""

    def __init__(self):
        self._made = {}

    def of(self, tensor):
        key = id(tensor)
        if key not in self._made:
            one = torch.zeros((), dtype=tensor.dtype, device="cpu").expand(tensor.shape)
            if isinstance(tensor, torch.nn.Parameter):
                one = torch.nn.Parameter(one, tensor.requires_grad)
            self._made[key] = (tensor, one)  # the tensor stays alive, so that its id stays its own
        return self._made[key][1]


def child_of(traced, tensors, weightless):
    """A copy of a traced module, whose code it shares, with tensors of one element. `tensors`: the model's, by name."""
    child = copy.deepcopy(traced._c)
    for name, tensor in tensors.items():
        *parts, leaf = name.split(".")
        at = child
        for part in parts:
            at = at.getattr(part)
        at.setattr(leaf, weightless.of(tensor))
    return torch.jit._recursive.wrap_cpp_module(child)


def save(path, children, description):
    whole = torch.nn.Module()
    for name, child in children.items():
        whole.add_module(name, child)
    script = torch.jit.script(whole)
    unfinished = path + ".part"
    try:
        torch.jit.save(script, unfinished, _extra_files={EXTRA_FILE: json.dumps(description)})
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
