# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the blocks of a model that run one after the other, and what they take besides the hidden states."""

import torch
from torch.utils import _pytree as pytree

from . import Refused
from .metakernels import MetaKernels

CONSTANTS = (type(None), bool, int, float, str, torch.dtype, torch.device)


class Call:
    """One call of one module of a list."""

    def __init__(self, arguments, output):
        self.leaves, self.structure = pytree.tree_flatten(arguments)  # (args, kwargs)
        self.paths = [pytree.keystr(path) for path, _ in pytree.tree_flatten_with_path(arguments)[0]]
        self.output = output
        tensors = [leaf for leaf in pytree.tree_leaves(output) if isinstance(leaf, torch.Tensor)]
        self.gives = tensors[0] if tensors else None
        self.takes = next((leaf for leaf in self.leaves if isinstance(leaf, torch.Tensor)), None)

    def argument(self, index):
        """The name of a leaf, as "position_embeddings[0]"; arguments without a name are counted from 0."""
        kind, _, path = self.paths[index].partition("]")
        first, _, rest = path.lstrip("[").partition("]")
        return ("argument " + first if kind == "[0" else first.strip("'")) + rest


class Chain:
    """The blocks in order. `context`: tensors that blocks share, each once; `uses[i][leaf]`: index of one there."""

    def __init__(self, name, blocks, calls):
        self.name = name
        self.prefix = name + "." if name else ""  # of the blocks' names
        self.blocks = blocks
        self.calls = calls
        self.context = []
        self.context_names = []
        self.uses = [self._context_of(i) for i in range(len(blocks))]

    def _context_of(self, index):
        call = self.calls[index]
        uses = {}
        for i, leaf in enumerate(call.leaves):
            if leaf is call.takes:
                continue
            where = f"block {self.prefix}{index} ({type(self.blocks[index]).__name__}) takes {call.argument(i)}"
            if isinstance(leaf, torch.Tensor):
                if leaf.requires_grad:
                    raise Refused(f"{where}, which depends on parameters of earlier layers; only the hidden states may "
                                  "lead from one block to the next")
                uses[i] = self._index_of(leaf, call.argument(i))
            elif not isinstance(leaf, CONSTANTS):
                raise Refused(f"{where}, a {type(leaf).__name__}; only tensors and plain values can be saved")
        return uses

    def _index_of(self, tensor, name):
        for i, known in enumerate(self.context):
            if known is tensor:
                return i
        taken = sum(known.split("#")[0] == name for known in self.context_names)
        self.context.append(tensor)
        self.context_names.append(f"{name}#{taken + 1}" if taken else name)
        return len(self.context) - 1


def find(built, batch):
    """Runs the model once and returns the longest chain of those with most of its parameters. Raises Refused where
    there is none."""
    lists = [(name, list(part)) for name, part in built.module.named_modules()
             if isinstance(part, (torch.nn.ModuleList, torch.nn.Sequential)) and len(part) > 1]
    calls = _record({part for _, blocks in lists for part in blocks}, built, batch)
    most = max((_size(blocks) for _, blocks in lists), default=0)
    chains = [(name, blocks) for name, blocks in lists
              if 2 * _size(blocks) >= most and _is_chain([calls.get(part, []) for part in blocks], calls)]
    if not chains:
        raise Refused("no list of modules (torch.nn.ModuleList or Sequential) with most of the parameters runs as a "
                      f"chain, each on what the one before it gives{_nearest(lists, calls)}")
    name, blocks = max(chains, key=lambda chain: (len(chain[1]), _size(chain[1])))
    chain = Chain(name, blocks, [calls[part][0] for part in blocks])
    hidden = chain.calls[0].takes
    for call in chain.calls:
        if call.takes.shape[:1] != (batch,) or call.gives.shape[:1] != (batch,):
            raise Refused(f"the blocks of {name} pass on {list(hidden.shape)} for {batch} samples, which must be the "
                          "first dimension")
    return chain


def _size(blocks):
    return sum(p.numel() for block in blocks for p in block.parameters())


def _record(parts, built, batch):
    calls = {}

    def note(part, args, kwargs, output):
        calls.setdefault(part, []).append(Call((args, kwargs), output))

    handles = [part.register_forward_hook(note, with_kwargs=True) for part in parts]
    try:
        with MetaKernels():
            built.call(built.module, built.samples(batch))
    finally:
        for handle in handles:
            handle.remove()
    return calls


def _is_chain(calls, all_calls):
    if any(len(of_one) != 1 or of_one[0].takes is None or of_one[0].gives is None for of_one in calls):
        return False
    order = [id(of_one[0]) for of_one in calls]
    ran = [id(of_one[0]) for of_one in all_calls.values() if id(of_one[0]) in set(order)]
    return order == ran and all(a[0].gives is b[0].takes for a, b in zip(calls, calls[1:]))


def _nearest(lists, calls):
    """Says what keeps the largest list from being a chain."""
    if not lists:
        return ""
    name, blocks = max(lists, key=lambda each: _size(each[1]))
    for i, part in enumerate(blocks):
        ran = len(calls.get(part, []))
        if ran != 1:
            return f"; {name}.{i} runs {ran} times in a step"
        if i and calls[blocks[i - 1]][0].gives is not calls[part][0].takes:
            return f"; {name}.{i} does not take what {name}.{i - 1} gives"
    return ""
