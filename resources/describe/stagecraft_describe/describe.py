# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""From the user's model to its description: the chain, its traced layers and their shapes."""

import sys

import torch

from . import Refused, archive, chain as chains, graph as graphs, tracing, work
from .build import build, default_dtype
from .metakernels import MetaKernels

TYPES = {torch.float32: "float32", torch.bfloat16: "bfloat16", torch.float16: "float16", torch.float64: "float64",
         torch.bool: "bool", torch.int64: "int64", torch.int32: "int32", torch.complex64: "complex64"}
PLACES = ("idx", "index", "layer_number", "layer_id")  # in the names of attributes that say where a block is


class Described:
    """Make and use it under KnownValues."""

    def __init__(self, options):
        self.options = options
        self.built = build(options, torch.float32)
        with default_dtype(torch.float32):
            self.chain = chains.find(self.built, tracing.TRACED_BATCH)
            self.other = chains.find(self.built, tracing.OTHER_BATCH)
        self.parameters = sum(p.numel() for p in self.built.module.parameters())
        self.marks = [self._mark(i) for i in range(len(self.chain.blocks))]
        self.unused = []  # names of parameters that no layer uses

    def summary(self):
        """What the user confirms: runs of blocks of a class and size, with how many different ones they are."""
        rows = []
        inside = {id(p) for block in self.chain.blocks for p in block.parameters()}
        for i, block in enumerate(self.chain.blocks):
            count = sum(p.numel() for p in block.parameters())
            kind = type(block).__name__
            if not rows or (rows[-1]["type"], rows[-1]["parameters"]) != (kind, count):
                rows.append({"type": kind, "first": f"{self.chain.prefix}{i}", "count": 0, "parameters": count,
                             "kinds": set()})
            rows[-1]["count"] += 1
            rows[-1]["kinds"].add(self.marks[i])
        for row in rows:
            row["kinds"] = len(row["kinds"])
        outside = sum(p.numel() for p in self.built.module.parameters() if id(p) not in inside)
        return {"model": type(self.built.module).__name__, "blocks": rows, "parameters": self.parameters,
                "parameters_outside_blocks": outside, "sample": self.built.shape, "vocabulary": self.built.vocabulary,
                "context": self.chain.context_names, "torch": torch.__version__, "python": sys.executable}

    def write(self, path, progress):
        low = build(self.options, torch.bfloat16)
        with default_dtype(torch.bfloat16):
            low_chain = chains.find(low, tracing.TRACED_BATCH)
        weightless = archive.Weightless()
        children, layers, known = {}, [], {}
        total = len(self.chain.blocks) + 2
        for i in range(total):
            progress(i, total)
            add = self._outer if i in (0, total - 1) else self._block
            name, child, layer = add(i, low, low_chain, weightless, known)
            children[name] = child
            layers.append(layer)
        self.unused = self._keep_unused(layers, low)
        if self.unused:
            _, children["input"], layers[0] = self._outer(0, low, low_chain, weightless, known)
        self._check_shared(layers)
        used = sorted({i for layer in layers for i in layer["context"]})
        for layer in layers:
            layer["context"] = [used.index(i) for i in layer["context"]]
        description = {"format": "stagecraft-described-model", "version": 1,
                       "model": type(self.built.module).__name__,
                       "input": {"shape": self.built.shape, "vocabulary": self.built.vocabulary},
                       "parameters": self.parameters, "context": [self._context(i, low_chain.context[i]) for i in used],
                       "layers": [{k: v for k, v in layer.items() if k != "held"} for layer in layers]}
        archive.save(path, children, description)
        return description

    def _mark(self, index):
        """Equal for blocks that compute the same: classes, plain attributes, shapes, and what they are called with."""
        block, call = self.chain.blocks[index], self.chain.calls[index]

        def plain(value):
            return isinstance(value, (bool, int, float, str, type(None))) or (
                isinstance(value, (list, tuple)) and all(plain(each) for each in value))

        parts = []
        for name, part in block.named_modules():
            values = sorted((key, str(value)) for key, value in vars(part).items()
                            if plain(value) and not any(place in key for place in PLACES))
            parts.append((name, type(part).__qualname__, str(values)))
        shapes = [(name, tuple(p.shape), p.requires_grad) for name, p in block.named_parameters(remove_duplicate=False)]
        leaves = [(tuple(leaf.shape), leaf.dtype) if isinstance(leaf, torch.Tensor) else str(leaf)
                  for leaf in call.leaves]
        config = getattr(self.built.module, "config", None)
        kinds = getattr(config.get_text_config(), "layer_types", None) if hasattr(config, "get_text_config") else None
        kind = kinds[index] if kinds and index < len(kinds) else ""
        return str((parts, shapes, leaves, str(call.structure), kind))

    def _context(self, index, low):
        """A tensor that blocks share. `low`: the same of the model in bf16."""
        tensor, other = self.chain.context[index], self.other.context[index]
        name = self.chain.context_names[index]
        shape = [0 if a != b else a for a, b in zip(tensor.shape, other.shape)]
        stored = [1 if stride == 0 else size for size, stride in zip(shape, tensor.stride())]
        if tensor.dtype not in TYPES:
            raise Refused(f"{name}, which blocks take, has the number type {tensor.dtype}, which no file holds")
        kind = TYPES[tensor.dtype] if tensor.dtype == low.dtype else "model"
        return {"name": name, "shape": shape, "stored": stored, "type": kind}

    def _outer(self, i, low, low_chain, weightless, known):
        make = tracing.head_piece if i == 0 else tracing.tail_piece
        piece, low_piece = make(self.built, self.chain), make(low, low_chain)
        piece.unused = low_piece.unused = self.unused if i == 0 else ()
        first, last = self.chain.calls[0].takes, self.chain.calls[-1].gives
        with default_dtype(torch.float32):
            sample = self.built.samples(tracing.TRACED_BATCH) if i == 0 else torch.empty_like(last)
        with default_dtype(torch.float32):
            more = self.built.samples(tracing.OTHER_BATCH) if i == 0 else torch.empty_like(self.other.calls[-1].gives)
            passes = work.of(piece, tracing.tensors_of(piece), (sample, []), (more, []))
        with default_dtype(torch.bfloat16):
            low_sample = low.samples(tracing.TRACED_BATCH) if i == 0 else torch.empty_like(low_chain.calls[-1].gives)
            other = low.samples(tracing.OTHER_BATCH) if i == 0 else _low(self.other.calls[-1].gives)
        traced, _ = self._traced(piece, low_piece, sample, low_sample, [], [], [])
        expected = self.other.calls[0].takes.shape if i == 0 else self._output_of_model(tracing.OTHER_BATCH)
        tracing.check_batch(piece, traced, other, [], expected)
        given = list(first.shape) if i == 0 else self._output_of_model(tracing.TRACED_BATCH)
        paths = graphs.parameter_paths(traced.graph)
        held = {n: t for n, t in tracing.tensors_of(piece).items() if n in paths or n in piece.unused}
        kinds = dict.fromkeys(type(self.built.module.get_submodule(name.rpartition(".")[0])).__name__ for name in held)
        name = "input" if i == 0 else "output"
        layer = self._layer(name, "+".join(kinds) or "Function", list(sample.shape), given, traced, held, [], passes)
        return name, archive.child_of(traced, held, weightless), layer

    def _block(self, i, low, low_chain, weightless, known):
        index = i - 1
        call = self.chain.calls[index]
        name = f"{self.chain.prefix}{index}"
        label = f"{name} ({type(self.chain.blocks[index]).__name__})"
        piece = tracing.block_piece(self.chain, index, label)
        uses = [self.chain.uses[index][k] for k in sorted(self.chain.uses[index])]
        mark = self.marks[index]
        if mark in known:
            traced, positions, passes = known[mark]
            taken = [uses[p] for p in positions]
        else:
            low_piece = tracing.block_piece(low_chain, index, label)
            traced, taken = self._traced(piece, low_piece, torch.empty_like(call.takes),
                                         torch.empty_like(low_chain.calls[index].takes), uses, self.chain.context,
                                         low_chain.context)
            other = self.other.calls[index]
            tracing.check_batch(piece, traced, _low(other.takes), [_low(self.other.context[k]) for k in taken],
                                other.gives.shape)
            with default_dtype(torch.float32):
                passes = work.of(piece, tracing.tensors_of(piece),
                                 (call.takes, [self.chain.context[k] for k in uses]),
                                 (other.takes, [self.other.context[k] for k in uses]))
            known[mark] = (traced, [uses.index(k) for k in taken], passes)
        paths = graphs.parameter_paths(traced.graph)
        held = {n: t for n, t in tracing.tensors_of(piece).items() if n in paths}
        layer = self._layer(name, type(self.chain.blocks[index]).__name__, list(call.takes.shape),
                            list(call.gives.shape), traced, held, taken, passes)
        return name.replace(".", "_"), archive.child_of(traced, held, weightless), layer

    def _traced(self, piece, low_piece, sample, low_sample, uses, context, low_context):
        with default_dtype(torch.float32):
            full, taken = tracing.trace(piece, sample, uses, context)
        with default_dtype(torch.bfloat16):
            low, low_taken = tracing.trace(low_piece, low_sample, uses, low_context)
        if taken != low_taken:
            raise Refused(f"{piece.layer} takes other tensors in bf16 than in fp32")
        graphs.free_types(low.graph, full.graph, piece.layer)
        return low, taken

    def _output_of_model(self, batch):
        if not hasattr(self, "_outputs"):
            self._outputs = {}
        if batch not in self._outputs:
            with torch.no_grad(), default_dtype(torch.float32), MetaKernels():
                output = self.built.call(self.built.module, self.built.samples(batch))
                self._outputs[batch] = list(tracing.first(output).shape)
        return self._outputs[batch]

    @staticmethod
    def _layer(name, kind, takes, gives, traced, held, context, passes):
        layer = {"name": name, "child": name.replace(".", "_"), "type": kind, "input": takes[1:], "output": gives[1:],
                "gives_loss": not gives, "low_under_autocast": graphs.low_under_autocast(traced.graph),
                "context": context, "held": held}
        if passes:
            layer["work"] = passes
        return layer

    def _keep_unused(self, layers, low):
        """Parameters that no layer uses get no gradients and no optimizer states: they are frozen ones, of the part
        before the first block."""
        held = {id(t) for layer in layers for t in layer["held"].values()}
        unused = [n for n, p in self.built.module.named_parameters() if id(p) not in held]
        for name in unused:
            if self.chain.prefix and name.startswith(self.chain.prefix):
                raise Refused(f"a training step does not use {len(unused)} parameters, such as {name}; remove them from the "
                              "model or from its config")
            for module in (self.built.module, low.module):
                module.get_parameter(name).requires_grad_(False)
        return unused

    def _check_shared(self, layers):
        """Layers before and behind the blocks share no parameters but tied ones."""
        both = set(layers[0]["held"]) & set(layers[-1]["held"])
        both = [n for n in both if isinstance(layers[0]["held"][n], torch.nn.Parameter)]
        if both:
            raise Refused(f"the part behind the last block runs {both[0]} again, a parameter of the part before the "
                          "first; only the hidden states may lead there")


def _low(tensor):
    kind = torch.bfloat16 if tensor.dtype == torch.float32 else tensor.dtype
    return torch.empty_like(tensor, dtype=kind)
