# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Counts the arithmetic and the memory traffic of a layer, from which its times on a device follow."""

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from .metakernels import MetaKernels


class Counter(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.flops = self.numbers = self.operations = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        if func.is_view:
            return result
        self.operations += 1
        if func is torch.ops.aten.embedding.default:
            self.numbers += 2 * result.numel()  # not the whole table
            return result
        self.numbers += sum(leaf.numel() for leaf in pytree.tree_leaves((args, kwargs, result))
                            if isinstance(leaf, torch.Tensor))
        formula = flop_registry.get(func.overloadpacket)
        if formula:
            self.flops += formula(*args, **kwargs, out_val=result)
        elif func is torch.ops.aten._grouped_mm.default:
            rows = args[0].numel() // (args[0].shape[0] if args[0].dim() == 3 else 1)
            self.flops += 2 * rows * args[1].shape[-1]
        return result


class FusedAttention(TorchFunctionMode):
    """The meta device takes attention apart, where GPUs run one kernel that writes no scores."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.nn.functional.scaled_dot_product_attention:
            return _attend(*args, **(kwargs or {}))
        return func(*args, **(kwargs or {}))


def _attend(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa:
        key, value = (_repeated(x, query.shape[1] // x.shape[1]) for x in (key, value))
    causal = is_causal or attn_mask is not None  # a mask is not read in the backward pass of this kernel
    attend = torch.ops.aten._scaled_dot_product_flash_attention
    return attend(query, key, value, dropout_p, causal, scale=scale)[0]


def _repeated(heads, times):
    batch, count, *rest = heads.shape
    return heads[:, :, None].expand(batch, count, times, *rest).reshape(batch, count * times, *rest)


def of(piece, tensors, small, large):
    """The passes of a layer: a part that any batch has, and one that grows with it. `small`, `large`: pairs of an input
    and the context that the layer takes, of two batch sizes. None where the backward pass does not run on meta."""
    try:
        few, many = (_count(piece, tensors, *each) for each in (small, large))
    except (RuntimeError, NotImplementedError, AssertionError):
        return None
    batch, other = small[0].shape[0], large[0].shape[0]

    def line(a, b):
        slope = (b - a) / (other - batch)
        return max(0.0, a - slope * batch), slope

    passes = {}
    for name in few:
        flops, per_sample = line(few[name].flops, many[name].flops)
        numbers, numbers_per_sample = line(few[name].numbers, many[name].numbers)
        passes[name] = {"flops": flops, "flops_per_sample": per_sample, "numbers": numbers,
                        "numbers_per_sample": numbers_per_sample, "operations": few[name].operations}
    return passes


def _count(piece, tensors, sample, context):
    hidden = sample.detach().requires_grad_(sample.is_floating_point())
    with FusedAttention(), MetaKernels(), Counter() as forward:
        output = piece.run(tensors, hidden, context)
        output = output[0] if isinstance(output, tuple) else output
    learning = [t for t in [hidden, *tensors.values()] if t.requires_grad]
    with MetaKernels(), Counter() as backward:
        torch.autograd.grad(output, learning, torch.empty_like(output), allow_unused=True)
    return {"forward": forward, "backward": backward}
