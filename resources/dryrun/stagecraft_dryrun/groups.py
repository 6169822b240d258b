# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Process groups of a rank that runs alone: torch's "fake" backend stands in for every other one. Collectives return at
once and leave their outputs as they are. Python objects do travel: what one rank sends is kept in a folder for the
ranks that run after it."""
import inspect
import os
import pickle
import sys
import zlib

import torch
import torch.distributed as dist

from . import values

missing = None  # what the rank ends for: an object that another has not sent yet, as the report has it


def _done(result):
    future = torch.futures.Future()
    future.set_result(result)
    return future


class _DoneWork(dist.Work if dist.is_available() else object):
    """Of a collective that is asked for what it gave, which torch's fake groups do not say."""

    def __init__(self, tensors):
        super().__init__()
        self._future = _done(tensors)

    def wait(self, *_):
        return True

    def is_completed(self):
        return True

    def get_future(self):
        return self._future


def _reduce_nothing(_, bucket):
    """Hook of DistributedDataParallel, whose own takes the result of a fake group for a tensor."""
    return _done(bucket.buffer())


def _hook_data_parallel():
    from torch.nn.parallel import DistributedDataParallel

    forward, register = DistributedDataParallel.forward, DistributedDataParallel.register_comm_hook

    def register_comm_hook(self, state, hook):
        self._stagecraft_hooked = True
        return register(self, state, hook)

    def hooked_forward(self, *inputs, **named):
        if not getattr(self, "_stagecraft_hooked", False):
            self.register_comm_hook(None, _reduce_nothing)
        return forward(self, *inputs, **named)

    DistributedDataParallel.register_comm_hook = register_comm_hook
    DistributedDataParallel.forward = hooked_forward


def _count_every_rank():
    """SyncBatchNorm leaves out ranks without samples, by counts that only a device knows, unless a graph is captured."""
    from torch.nn.modules import _functions

    forward = _functions.SyncBatchNorm.forward

    def counted_forward(*inputs):
        capturing = torch.cuda.is_current_stream_capturing
        torch.cuda.is_current_stream_capturing = lambda: True
        try:
            return forward(*inputs)
        finally:
            torch.cuda.is_current_stream_capturing = capturing

    _functions.SyncBatchNorm.forward = staticmethod(counted_forward)


class _Mail:
    """Objects that ranks hand to each other, in files, in the order in which they are sent."""

    def __init__(self, folder, rank):
        self._folder, self._rank, self._counts = folder, rank, {}

    def _path(self, sender, receiver):
        number = self._counts[sender, receiver] = self._counts.get((sender, receiver), 0) + 1
        return os.path.join(self._folder, f"{sender}-{receiver}-{number}.pickle")

    def put(self, receiver, objects):
        path = self._path(self._rank, receiver)
        if os.path.exists(path):
            return
        try:
            with open(path, "wb") as file:
                pickle.dump(objects, file)
        except Exception as error:  # not every object can be kept
            os.remove(path)
            with open(path + ".lost", "w", encoding="utf-8") as file:
                file.write(str(error))

    def take(self, sender, receiver, needs_it=False):
        """None where it has not been sent."""
        global missing
        path = self._path(sender, receiver)
        if os.path.exists(path):
            with open(path, "rb") as file:
                return pickle.load(file)
        if os.path.exists(path + ".lost"):
            with open(path + ".lost", encoding="utf-8") as file:
                raise RuntimeError(f"dry run: rank {sender} sends an object that cannot be pickled: {file.read()}")
        if needs_it:
            missing = {"rank": sender, "file": path}
        return None


def _replace(name, function, home=None):
    """In its home, torch.distributed where none is named, and in those modules of torch that took the name from there."""
    original = getattr(home or dist.distributed_c10d, name)
    function.__name__, function.__doc__ = name, original.__doc__
    for module_name, module in list(sys.modules.items()):
        if module_name.split(".")[0] == "torch" and getattr(module, name, None) is original:
            setattr(module, name, function)
    return original


def _forget_outputs(name):
    """A collective writes where torch sees no write: what was known of its outputs is not known any more."""
    original = getattr(dist.distributed_c10d, name)
    parameters = list(inspect.signature(original).parameters)
    output = parameters.index("gather_list") if name == "gather" else 0

    def collective(*arguments, **named):
        result = original(*arguments, **named)
        _forget(arguments[output] if len(arguments) > output else named.get(parameters[output]))
        return result

    _replace(name, collective)


def _forget(tensors):
    for tensor in [tensors] if isinstance(tensors, torch.Tensor) else tensors or ():
        if values.is_small(tensor):
            values.replace(tensor, None)


def install(settings):
    if not dist.is_available():
        return
    from torch.testing._internal.distributed.fake_pg import FakeStore

    rank, world = settings["rank"], settings["world"]
    mail = _Mail(settings["mail"], rank)

    def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None,
                           group_name="", pg_options=None, device_id=None, **others):
        del backend, init_method, timeout, store, pg_options, device_id, others
        own = settings["rank"] if rank < 0 else rank
        return make_default("fake", store=FakeStore(), rank=own, world_size=world if world_size < 0 else world_size,
                            group_name=group_name)

    def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False,
                  group_desc=None, device_id=None):
        del timeout, backend, pg_options, device_id
        return make_group(ranks, backend="fake", use_local_synchronization=use_local_synchronization,
                          group_desc=group_desc)

    def group_ranks(group):
        return dist.get_process_group_ranks(group) if group is not None else range(dist.get_world_size())

    def all_gather_object(object_list, obj, group=None):
        for i in range(len(object_list)):
            object_list[i] = obj

    def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
        for i in range(len(object_gather_list or ())):
            object_gather_list[i] = obj

    def members(group):
        """A name for all who hear a broadcast, the same on each of them."""
        return f"all{zlib.crc32(repr(list(group_ranks(group))).encode()):x}"

    def sender_of(src, group, group_src):
        return src if src is not None else group_ranks(group)[group_src or 0]

    def must_take(sender, receiver):
        if not 0 <= sender < world:
            raise RuntimeError(f"dry run: rank {dist.get_rank()} asks rank {sender} for an object; the ranks are 0 to {world - 1}")
        sent = mail.take(sender, receiver, needs_it=True)
        if sent is None:
            raise RuntimeError(f"dry run: rank {dist.get_rank()} needs an object that rank {sender} has not sent; it never "
                               "sends it, or waits for this rank itself")
        return sent

    def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
        src = sender_of(src, group, group_src)
        if src == dist.get_rank():
            mail.put(members(group), list(object_list))
            return
        for i, value in enumerate(must_take(src, members(group))):
            object_list[i] = value

    def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
        """Of a small tensor from the host the values travel, too."""
        src = sender_of(src, group, group_src)
        if values.is_small(tensor):  # on every rank alike, so that they count alike
            if src == dist.get_rank():
                mail.put(members(group), values.known(tensor))
            else:
                values.replace(tensor, mail.take(src, members(group)))
        return send_tensor(tensor, src=src, group=group, async_op=async_op)

    def all_reduce(tensor, op=dist.ReduceOp.SUM, group=None, async_op=False):
        """What is known of a small tensor is as if all ranks had the values of this one."""
        work = reduce_tensor(tensor, op, group, async_op)
        known = values.known(tensor)
        if tensor.device.type == "cuda" and known is not None \
                and op not in (dist.ReduceOp.MAX, dist.ReduceOp.MIN, dist.ReduceOp.AVG):
            values.replace(tensor, known * len(group_ranks(group)) if op == dist.ReduceOp.SUM else None)
        return _DoneWork([tensor]) if async_op and not torch.compiler.is_compiling() else work

    def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
        """Fake groups take an output whose first dimension is the ranks', NCCL any of as many numbers."""
        if output_tensor.numel() == input_tensor.numel() * len(group_ranks(group)) and output_tensor.is_contiguous() \
                and not torch.compiler.is_compiling():
            output_tensor = output_tensor.view(len(group_ranks(group)), *input_tensor.shape)
            input_tensor = input_tensor.unsqueeze(0)
        return gather_into(output_tensor, input_tensor, group, async_op)

    def all_gather(tensor_list, tensor, group=None, async_op=False):
        uneven = any(output.shape != tensor.shape for output in tensor_list)  # which NCCL takes
        work = (_DoneWork(tensor_list) if async_op else None) if uneven else gather_tensors(tensor_list, tensor, group, async_op)
        _forget(tensor_list)
        known = values.known(tensor)
        if known is not None and not uneven and not torch.compiler.is_compiling():
            for output in tensor_list:
                values.replace(output, known.clone())
        return work

    def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None,
                            group_src=None):
        src = sender_of(src, group, group_src)
        if src == dist.get_rank():
            mail.put("scatter-" + members(group), list(scatter_object_input_list))
        else:
            scatter_object_input_list = must_take(src, "scatter-" + members(group))
        scatter_object_output_list[0] = scatter_object_input_list[dist.get_rank(group)]

    def send_object_list(object_list, dst=None, group=None, device=None, group_dst=None, use_batch=False):
        mail.put(dst if dst is not None else group_ranks(group)[group_dst], list(object_list))

    def recv_object_list(object_list, src=None, group=None, device=None, group_src=None, use_batch=False):
        sender = src if src is not None else group_ranks(group)[group_src]
        for i, value in enumerate(must_take(sender, dist.get_rank())):
            object_list[i] = value
        return sender

    make_default = _replace("init_process_group", init_process_group)
    make_group = _replace("new_group", new_group)
    send_tensor = _replace("broadcast", broadcast)
    reduce_tensor = _replace("all_reduce", all_reduce)
    gather_tensors = _replace("all_gather", all_gather)
    gather_into = _replace("all_gather_into_tensor", all_gather_into_tensor)
    for name in ("gather", "all_gather_into_tensor", "reduce_scatter_tensor", "reduce_scatter", "all_to_all_single", "all_to_all",
                 "scatter", "reduce", "recv", "irecv"):
        _forget_outputs(name)
    for function in (all_gather_object, gather_object, broadcast_object_list, scatter_object_list, send_object_list,
                     recv_object_list):
        _replace(function.__name__, function)
    for name in ("barrier", "monitored_barrier"):
        _replace(name, lambda *_, **__: None)
    # DistributedDataParallel asks whether all ranks have the same parameters, and fake groups answer nothing.
    _replace("_verify_param_shape_across_processes", lambda *_, **__: True, dist.utils)
    _hook_data_parallel()
    _count_every_rank()

    class LocalStore(dist.HashStore):
        """In place of a store that waits for other ranks."""

        def __init__(self, *_, **__):
            super().__init__()

    dist.TCPStore = LocalStore


def install_for_checkpoints(planner):
    """Plans of all ranks are checked against each other, and here each is a copy of this rank's own."""
    if hasattr(planner, "_validate_global_plan"):
        planner._validate_global_plan = lambda *_, **__: True
