# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Functions whose result is as large as values on the device say: how many are not zero, how many differ. A dry device
has no values, and would give results of no size. Where the values are known from the host the result is as large as on a
GPU; else the function fails, with words. Entries of sparse tensors count as all different."""
import math
import warnings

import torch

from . import reads, values

_library = None  # lives as long as the process: its functions go with it


def _unknown(name, instead):
    return RuntimeError(f"dry run: how large the result of {name} is depends on values that were computed on the device, "
                        f"which computes nothing; {instead}")


def _to_device(result, device):
    """A result that was computed on the host, as tensors of the device that remember their values."""
    if isinstance(result, tuple):
        return tuple(_to_device(part, device) for part in result)
    tensor = torch.empty(result.shape, dtype=result.dtype, device=device)
    values.replace(tensor, result)
    return tensor


def _of_known(name, compute, instead):
    def function(tensor, *arguments, **named):
        host = values.known(tensor)
        if host is None:
            raise _unknown(name, instead)
        return _to_device(compute(host, *arguments, **named), tensor.device)

    return function


def _masked_select(tensor, mask):
    host = values.known(mask)
    if host is None and reads.is_printing():  # it selects the numbers whose width it looks at, and any will do
        return torch.empty(0, dtype=tensor.dtype, device=tensor.device)
    if host is None:
        raise _unknown("masked_select", "multiply by the mask, or use torch.where")
    shape = torch.broadcast_shapes(tensor.shape, mask.shape)
    return torch.empty(int(host.expand(shape).sum()), dtype=tensor.dtype, device=tensor.device)


def _bincount(original):
    def bincount(tensor, weights=None, minlength=0):
        host = values.known(tensor)
        if host is None and minlength == 0:
            raise _unknown("bincount", "give it minlength")
        if host is not None:
            minlength = max(minlength, int(host.max()) + 1 if host.numel() else 0)
        dtype = torch.int64 if weights is None else torch.float32 if weights.dtype == torch.float32 else torch.float64
        counts = torch.empty(minlength, dtype=dtype, device=tensor.device)
        if host is not None and weights is None:
            values.replace(counts, original(host, minlength=minlength))
        return counts

    return bincount


def _one_hot(original):
    def one_hot(tensor, classes=-1):
        host = values.known(tensor)
        if host is None and classes == -1:
            raise _unknown("one_hot", "give it num_classes")
        if host is not None:
            return _to_device(original(host, classes), tensor.device)
        return torch.zeros(*tensor.shape, classes, dtype=tensor.dtype, device=tensor.device)

    return one_hot


def _coalesce(tensor):
    count, sparse = tensor._nnz(), tensor.sparse_dim()
    meanwhile = [torch.empty(count, dtype=torch.int64, device=tensor.device) for _ in range(3)]  # sorted indices
    count = min(count, math.prod(tensor.shape[:sparse]))
    indices = torch.empty(sparse, count, dtype=torch.int64, device=tensor.device)
    numbers = torch.empty(count, *tensor.shape[sparse:], dtype=tensor.dtype, device=tensor.device)
    del meanwhile
    return torch.ops.aten._sparse_coo_tensor_with_dims_and_tensors(
        sparse, tensor.dense_dim(), tensor.shape, indices, numbers, dtype=tensor.dtype, layout=torch.sparse_coo,
        device=tensor.device, is_coalesced=True)


def _sparse_product(first, second):
    if first.layout == torch.strided or second.layout == torch.strided:
        raise RuntimeError("dry run: products of a sparse matrix in rows or columns need cuSPARSE, which only a real device "
                           "has; let the host compute it, or use a dense matrix")
    raise _unknown("a product of two sparse matrices", "let the host compute it, or use a dense matrix")


def install():
    global _library
    _library = torch.library.Library("aten", "IMPL")
    aten = torch.ops.aten
    kernels = {"nonzero": _of_known("nonzero", aten.nonzero.default,
                                    "a mask as an index takes the same way: use torch.where, nonzero_static, or a "
                                    "product with the mask, whose sizes are known")}
    for name in ("_unique2", "_unique", "unique_dim", "unique_consecutive", "unique_dim_consecutive"):
        kernels[name] = _of_known("unique", getattr(aten, name).default, "let the host compute it")
    kernels |= {"masked_select": _masked_select, "bincount": _bincount(aten.bincount.default),
                "one_hot": _one_hot(aten.one_hot.default)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that they stand in for others
        for name, kernel in kernels.items():
            _library.impl(name, kernel, "CUDA")
        _library.impl("_coalesce", _coalesce, "SparseCUDA")
        _library.impl("_sparse_sparse_matmul", _sparse_product, "SparseCUDA")
        _library.impl("mm", _sparse_product, "SparseCsrCUDA")
        _library.impl("addmm", lambda _, first, second, **__: _sparse_product(first, second), "SparseCsrCUDA")
