# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Traces one layer of a chain as a TorchScript module that has only the tensors it uses."""

import contextlib
import re
import warnings

import torch
from torch.utils import _pytree as pytree

from . import Refused, about_transformers, graph as graphs
from .metakernels import MetaKernels, RecordedOperators
from .wrappers import WithoutGradients

TRACED_BATCH, OTHER_BATCH = 2, 3


class Piece:
    """A layer as a function: run(tensors by name, hidden states, context) gives its output."""

    unused = ()  # names that it has without using them

    def __init__(self, layer, owner, names, run):
        self.layer = layer  # what people call it
        self.owner = owner
        self.names = names  # of the owner's parameters and buffers that it may use
        self.run = run


class Stop(Exception):
    def __init__(self, value):
        super().__init__()
        self.value = value


class Holder(torch.nn.Module):
    """Has parameters and buffers under the names that they have in the user's model, and nothing else."""

    def __init__(self, tensors):
        super().__init__()
        for name, tensor in tensors.items():
            *parts, leaf = name.split(".")
            at = self
            for part in parts:
                if part not in at._modules:
                    at.add_module(part, torch.nn.Module())
                at = at._modules[part]
            if isinstance(tensor, torch.nn.Parameter):
                at.register_parameter(leaf, torch.nn.Parameter(torch.empty_like(tensor), tensor.requires_grad))
            else:
                at.register_buffer(leaf, torch.empty_like(tensor))

    def tensors(self):
        return {**dict(self.named_parameters(remove_duplicate=False)),
                **dict(self.named_buffers(remove_duplicate=False))}


class Traceable(Holder):
    """A piece with the tensors `names` of its owner. `taken`: the context that is an input of the graph."""

    def __init__(self, piece, names, taken, uses, context):
        every = tensors_of(piece)
        super().__init__({name: every[name] for name in names})
        others = {name: _shape_of(tensor) for name, tensor in every.items() if name not in set(names)}
        shapes = [_shape_of(tensor) for tensor in context]
        self._run = lambda hidden, given: piece.run(
            {**{name: torch.empty(**shape) for name, shape in others.items()}, **self.tensors()}, hidden,
            [given[taken.index(i)] if i in taken else torch.empty(**shapes[i]) for i in uses])

    def forward(self, hidden, *given):
        with MetaKernels(), RecordedOperators(), WithoutGradients():
            return self._run(hidden, given)


def _shape_of(tensor):
    """How to make a tensor that the layer does not use: a trace cannot hold one of the meta device as a constant."""
    return {"size": tuple(tensor.shape), "dtype": tensor.dtype, "device": tensor.device}


def tensors_of(piece):
    every = {**dict(piece.owner.named_parameters(remove_duplicate=False)),
             **dict(piece.owner.named_buffers(remove_duplicate=False))}
    return {name: every[name] for name in piece.names}


def block_piece(chain, index, name):
    block, call, uses = chain.blocks[index], chain.calls[index], chain.uses[index]
    order = sorted(uses)

    def run(tensors, hidden, context):
        leaves = [hidden if leaf is call.takes else leaf for leaf in call.leaves]
        for position, tensor in zip(order, context):
            leaves[position] = tensor
        args, kwargs = pytree.tree_unflatten(leaves, call.structure)
        with swapped(block, tensors):
            output = block(*args, **kwargs)
        return next(leaf for leaf in pytree.tree_leaves(output) if isinstance(leaf, torch.Tensor))

    names = [n for n, _ in block.named_parameters(remove_duplicate=False)]
    names += [n for n, _ in block.named_buffers(remove_duplicate=False)]
    return Piece(name, block, names, run)


def outer_names(built, chain):
    names = [n for n, _ in built.module.named_parameters(remove_duplicate=False)]
    names += [n for n, _ in built.module.named_buffers(remove_duplicate=False)]
    return [name for name in names if not chain.prefix or not name.startswith(chain.prefix)]


@contextlib.contextmanager
def swapped(owner, tensors):
    """Runs the owner with other parameters and buffers. torch.func.functional_call refuses to be traced."""
    places = []
    for name, tensor in tensors.items():
        path, _, leaf = name.rpartition(".")
        part = owner.get_submodule(path)
        table = part._parameters if leaf in part._parameters else part._buffers
        places.append((table, leaf, table[leaf]))
        table[leaf] = tensor
    try:
        yield
    finally:
        for table, leaf, before in places:
            table[leaf] = before


@contextlib.contextmanager
def replaced(blocks, forwards):
    for block, forward in zip(blocks, forwards):
        block.forward = forward
    try:
        yield
    finally:
        for block in blocks:
            del block.forward


def _first_tensor(args, kwargs):
    return next(leaf for leaf in pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor))


def head_piece(built, chain):
    """All before the first block."""

    def stop(*args, **kwargs):
        raise Stop(_first_tensor(args, kwargs))

    def run(tensors, samples, _):
        with replaced(chain.blocks[:1], [stop]), swapped(built.module, tensors):
            try:
                built.call(built.module, samples)
            except Stop as stopped:
                return stopped.value
        raise Refused("the first block does not run")

    return Piece("the part before the first block", built.module, outer_names(built, chain), run)


def tail_piece(built, chain):
    """All behind the last block, with the loss."""

    def run(tensors, hidden, _):
        def give(call, tensor):
            done = []

            def once(leaf):
                return tensor if leaf is call.gives and not done.append(0) else leaf

            return lambda *args, **kwargs: pytree.tree_map(once, call.output)

        forwards = [give(call, hidden) for call in chain.calls]
        with replaced(chain.blocks, forwards), swapped(built.module, tensors):
            return built.call(built.module, built.samples(None, like=hidden))

    return Piece("the part behind the last block", built.module, outer_names(built, chain), run)


def trace(piece, sample, uses, context):
    """A pair: the traced module, in fp32 or bf16 as the piece is, and the entries of `uses` that it takes. Its graph is
    simplified, its devices are free. `uses`: indices into `context` in the order in which the piece takes them."""
    names, taken = list(tensors_of(piece)), sorted(set(uses))
    for _ in range(2):
        traced = _trace_once(piece, sample, uses, context, names, taken)
        paths = graphs.parameter_paths(traced.graph)
        used_names = [name for name in names if name in paths or name in piece.unused]
        read = [i for i in graphs.used_inputs(traced.graph) if i > 0]
        used = [taken[i - 1] for i in read]
        if used_names == names and used == taken:
            break
        names, taken = used_names, used
    graphs.refuse_unknown(traced.graph, piece.layer)
    return traced, taken


def _trace_once(piece, sample, uses, context, names, taken):
    wrapper = Traceable(piece, names, taken, uses, context).train()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            traced = torch.jit.trace(wrapper, (sample, *[context[i] for i in taken]), check_trace=False)
        except (Refused, KeyboardInterrupt):
            raise
        except Exception as error:
            raise Refused(f"{piece.layer} cannot be traced: {_brief(error)}{about_transformers()}") from error
    graphs.simplify(traced.graph)
    graphs.free_devices(traced.graph)
    return traced


def first(output):
    return output[0] if isinstance(output, tuple) else output


def check_batch(piece, traced, sample, context_of, expected):
    """The trace must follow the batch size."""
    try:
        with torch.no_grad():
            output = first(traced(sample, *context_of))
    except Exception as error:
        raise Refused(f"{piece.layer} was traced with {TRACED_BATCH} samples and does not run with "
                      f"{OTHER_BATCH}: {_brief(error)}") from error
    if list(output.shape) != list(expected):
        raise Refused(f"{piece.layer} gives {list(output.shape)} for {OTHER_BATCH} samples, and the model "
                      f"{list(expected)}: its code keeps the batch size as a plain number")


def _brief(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if re.match(r"\w+(Error|Exception): ", line)] or lines or [""]
    return f"{type(error).__name__}: {told[-1]}"[:500]
