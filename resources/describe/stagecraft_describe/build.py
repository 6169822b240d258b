# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the user's model on the meta device, where tensors have shapes but no memory."""

import contextlib
import importlib
import json
import os
import sys

import torch
from torch.utils import _pytree as pytree

from . import Refused, inputs


class Built:
    """A model in training mode, with what a training step gives it and takes from it."""

    def __init__(self, module, shape, vocabulary, call):
        self.module = module.train()
        self.shape = list(shape)  # of one sample
        self.vocabulary = vocabulary  # 0: the samples are numbers
        # call(module, samples) gives the loss, or the output where the model has none; or a tuple that begins with it,
        # of tensors that Python holds until the loss is there, such as logits.
        self.call = call

    def samples(self, batch, like=None):
        """A batch of samples. `like`: a tensor that has the batch first, so that a trace follows its batch size."""
        first = batch if like is None else like.shape[0]
        device = "meta" if like is None else like.device
        kind = torch.int64 if self.vocabulary else torch.get_default_dtype()
        return torch.zeros([first, *self.shape], dtype=kind, device=device)


@contextlib.contextmanager
def default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def build(options, dtype):
    """The model that options["source"] names, with parameters of `dtype`."""
    with default_dtype(dtype), torch.device("meta"):
        source = options["source"]
        return _from_config(source, options) if os.path.isfile(source) else _from_function(source, options)


def _from_config(path, options):
    try:
        import transformers
    except ImportError as error:
        raise Refused(f"{sys.executable} cannot import transformers ({error}); install it there, or name another "
                      "Python with --python") from error
    try:
        with open(path, encoding="utf-8") as file:
            values = json.load(file)
    except ValueError as error:
        raise Refused(f"{path} is not JSON ({error})") from error
    names = values.get("architectures") if isinstance(values, dict) else None
    if not names:
        raise Refused(f"{path} has no \"architectures\", which name the class to build; add it, as in "
                      '"architectures": ["LlamaForCausalLM"]')
    kind = getattr(transformers, names[0], None)
    if kind is None:
        raise Refused(f"transformers {transformers.__version__} has no class {names[0]}; install a version that has "
                      "it, or describe a function of yours that builds the model (module:function)")
    config = kind.config_class.from_dict(values)
    inputs.refuse_several(kind, config)
    for part in inputs.parts(config):
        part.use_cache = False
        if not options["dropout"]:
            for name, value in vars(part).items():
                if "drop" in name and isinstance(value, float):
                    setattr(part, name, 0.0)
    if options["attention"]:
        config._attn_implementation = options["attention"]
    shape, vocabulary, call = inputs.of(kind, config, options["sequence"])
    return Built(kind(config), shape, vocabulary, call)


def _from_function(source, options):
    name, _, function = source.rpartition(":")
    if not name or not function.isidentifier():
        raise Refused(f"\"{source}\" is neither a file nor module:function")
    sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(name), function)()
    except (ImportError, AttributeError) as error:
        raise Refused(f"cannot import \"{source}\": {error}") from error
    parts = made if isinstance(made, tuple) else (made,)
    module = parts[0]
    if not isinstance(module, torch.nn.Module):
        raise Refused(f"{source} returns {type(module).__name__}, not a torch.nn.Module")
    if len(parts) == 1:
        config = getattr(module, "config", None)
        if config is None or not options["sequence"]:
            raise Refused(f"{source} returns a model alone; return (model, example input) or (model, example input, "
                          "loss function of the output), with the samples as the first dimension of the example")
        return Built(module, [options["sequence"]], config.get_text_config().vocab_size, inputs.loss_of_tokens)
    example = parts[1]
    if not isinstance(example, torch.Tensor) or example.dim() < 2:
        raise Refused(f"the example input of {source} must be one tensor with the samples as its first dimension")
    loss = parts[2] if len(parts) > 2 else None
    if example.is_complex() or example.dtype == torch.bool:
        raise Refused(f"the example input of {source} has the number type {example.dtype}; it must have whole numbers "
                      "(tokens) or numbers with a point")
    vocabulary = 0 if example.is_floating_point() else _rows_of_embedding(module, source)
    return Built(module, example.shape[1:], vocabulary, lambda model, samples: _with_loss(loss, model(samples)))


def _with_loss(loss, output):
    given = [leaf for leaf in pytree.tree_leaves(output) if isinstance(leaf, torch.Tensor)]
    if loss is None and not given:
        raise Refused(f"the model gives {type(output).__name__}, which holds no tensor; return a loss function of it, too")
    return (loss(output), *given) if loss else given[0]


def _rows_of_embedding(module, source):
    for part in module.modules():
        if isinstance(part, torch.nn.Embedding):
            return part.num_embeddings
    raise Refused(f"the example input of {source} has whole numbers, but the model has no torch.nn.Embedding")
