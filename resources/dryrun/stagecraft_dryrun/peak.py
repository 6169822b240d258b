# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""What the caching allocator had at the peak of a run, and what of it is what. Peaks follow from the allocator's history,
so that scripts may reset its statistics. Bytes of a block are rounded as the allocator rounds them; what it gives beyond
that (rests too small to split off) is told apart."""
import bisect
import collections
import ctypes
import os

import torch

FRAMES = 6
_LARGEST_BLOCKS = 20
_POINTS = 800  # of the timeline
_ROUNDING = 512  # bytes; a block's size is a multiple
_OWN = os.path.dirname(os.path.abspath(__file__))
_WRAPPERS = ("_fsdp_wrapped_module", "_checkpoint_wrapped_module", "_orig_mod", "module")

# Files whose functions send or receive, and nothing else: what wraps a whole program, or runs its modules, is in none of
# them. Files of torch 2.6 to 2.11, DeepSpeed 0.19, Megatron-Core 0.16.
_COMMUNICATION = ("torch/distributed/distributed_c10d", "torch/distributed/_functional_collectives",
                  "torch/distributed/_symmetric_memory", "torch/distributed/nn/functional", "torch/distributed/fsdp/_flat_param",
                  "torch/distributed/fsdp/_fully_shard/_fsdp_collectives",
                  "torch/distributed/_composable/fsdp/_fsdp_collectives", "torch/distributed/algorithms/ddp_comm_hooks",
                  "deepspeed/comm/", "deepspeed/runtime/comm/", "megatron/core/tensor_parallel/mappings",
                  "megatron/core/pipeline_parallel/p2p_communication")
# Functions of files that also run modules: buckets of DistributedDataParallel, what pipeline stages receive.
_COMMUNICATING = (("torch/nn/parallel/distributed", ("_ddp_init_helper", "_sync_module_states", "_pre_forward")),
                  ("torch/distributed/pipelining/stage", ("_create_act_recv_info", "_create_grad_recv_info")))
# DeepSpeed's files of ZeRO, by parts of the names of functions: the innermost that has one tells what a block is; empty: its
# phase does. A step itself flattens gradients.
_ZERO = "deepspeed/runtime/zero/"
_ZERO_PARTS = (("copy_grads_in_partition", "gradients"), ("bucket", "communication"), ("ipg", "communication"),
               ("reduce", "communication"), ("gather", "communication"), ("_setup_for_real_optimizer", "communication"),
               ("defragment", "parameters"), ("partition_param", "parameters"), ("fp16_partitions", "parameters"),
               ("_optimizer_step", ""), ("step_with", ""), ("step", "gradients"))
_GATHERING = ("unshard", "all_gather", "allgather")  # functions that make whole parameters of shards
_INNERMOST = 16  # frames that are looked at


def _communicates(frame):
    file = frame["filename"]
    return any(part in file for part in _COMMUNICATION) \
        or any(part in file and frame["name"] in functions for part, functions in _COMMUNICATING)


def _role(frame):
    """What a block is by a function that allocated it; empty: its phase tells; None: the next frame may tell."""
    if _ZERO in frame["filename"]:
        return next((category for part, category in _ZERO_PARTS if part in frame["name"]), None)
    return "communication" if _communicates(frame) else None


def plain_name(name):
    return ".".join(part for part in name.split(".") if part not in _WRAPPERS)


def tensors(thing):
    """All tensors in nested containers."""
    if isinstance(thing, torch.Tensor):
        yield thing
    elif isinstance(thing, dict):
        for value in list(thing.values()):
            yield from tensors(value)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            yield from tensors(value)


def address(tensor):
    """Of a tensor's storage on the device, else 0."""
    if not isinstance(tensor, torch.Tensor):
        return 0
    tensor = getattr(tensor, "_local_tensor", tensor)
    try:
        return tensor.untyped_storage().data_ptr() if tensor.device.type == "cuda" else 0
    except (RuntimeError, NotImplementedError):
        return 0  # without storage


def is_own(file):
    return file.startswith(_OWN)


def frame_text(file, line, function):
    return f"{file}:{line} {function}"


def refused_functions():
    """Functions of CUDA that were called in vain, as they need a real device."""
    try:
        take = ctypes.CDLL(None).stagecraft_dry_take_refusals
    except AttributeError:
        return []
    buffer = ctypes.create_string_buffer(4096)
    take(buffer, len(buffer))
    return [name for name in buffer.value.decode(errors="replace").split(", ") if name]


def _rounded(size):
    return (size + _ROUNDING - 1) // _ROUNDING * _ROUNDING


class _Block:
    __slots__ = ("address", "bytes", "begin", "end", "frames")

    def __init__(self, block_address, size, begin, frames):
        self.address, self.bytes, self.begin, self.frames = block_address, size, begin, frames
        self.end = None  # moment of its release

    def is_at(self, moment):
        return self.begin < moment and (self.end is None or self.end >= moment)


class _History:
    """The events of one device. A moment is a number of blocks allocated and freed."""

    def __init__(self, events):
        self.blocks = collections.defaultdict(list)  # by address
        self.points = []  # (moment, allocated, reserved)
        self.workspaces = set()
        self.peak_allocated = self.peak_reserved = self.peak_moment = 0
        allocated = reserved = moment = 0
        live = {}
        for event in events:
            action, size = event["action"], event["size"]
            if action == "alloc":
                moment += 1
                block = _Block(event["addr"], _rounded(size), moment - 1, event.get("frames") or [])
                live[block.address] = block
                self.blocks[block.address].append(block)
                allocated += block.bytes
            elif action == "free_requested":
                moment += 1
                block = live.pop(event["addr"], None)
                if block is not None:
                    block.end = moment - 1
                    allocated -= block.bytes
            elif action in ("segment_alloc", "segment_map"):
                reserved += size
            elif action in ("segment_free", "segment_unmap"):
                reserved -= size
            else:
                continue
            self.points.append((moment, allocated, reserved))
            self.peak_reserved = max(self.peak_reserved, reserved)
            if allocated > self.peak_allocated:
                self.peak_allocated, self.peak_moment = allocated, moment

    def note_workspaces(self, moment):
        """What was freed from a moment on, when nothing but workspaces was."""
        self.workspaces = {b for blocks in self.blocks.values() for b in blocks if b.end is not None and b.end >= moment}

    def at(self, moment):
        return [block for blocks in self.blocks.values() for block in blocks if block.is_at(moment)]

    def block_at(self, block_address, moment):
        return next((b for b in reversed(self.blocks.get(block_address, ())) if b.is_at(moment)), None)

    def timeline(self):
        """Points for drawing: of each stretch the one with the most allocated."""
        stretch = max(1, len(self.points) // _POINTS)
        chosen = (max(self.points[i:i + stretch], key=lambda point: point[1])
                  for i in range(0, len(self.points), stretch))
        return [{"event": e, "allocated_bytes": max(a, 0), "reserved_bytes": max(r, 0)} for e, a, r in chosen]


class _Spans:
    """What is going on at a moment, by marks (moment, something at a begin or nothing at an end)."""

    def __init__(self, marks):
        self._moments, self._states, stack = [], [()], []
        for moment, what in marks:
            stack = stack + [what] if what else stack[:-1]
            self._moments.append(moment)
            self._states.append(tuple(stack))

    def at(self, moment):
        return self._states[bisect.bisect_right(self._moments, moment)]

    def has_begun(self, first, last):
        return bisect.bisect_left(self._moments, first) < bisect.bisect_right(self._moments, last)

    def is_through(self, moment, later):
        """True if what goes on at `moment` goes on at `later`, without an end between them."""
        depth = len(self.at(moment))
        first, last = bisect.bisect_right(self._moments, moment), bisect.bisect_right(self._moments, later)
        return all(len(self._states[i]) >= depth for i in range(first, last + 1))


class _Classifier:
    def __init__(self, recorder, history, device):
        def marks(recorded):
            return [(moment.get(device, 0), what) for moment, what in recorded]

        self.modules, self.backward = _Spans(marks(recorder.modules)), _Spans(marks(recorder.backward))
        self.optimizing, self.steps = _Spans(marks(recorder.optimizing)), [m.get(device, 0) for m in recorder.steps]
        self.moment = history.peak_moment
        self._workspaces = history.workspaces
        self._backward_ends = [m for m, begins in marks(recorder.backward) if not begins]
        self.owned = {}
        for moment, category, addresses in recorder.owners:
            for block_address in addresses:
                block = history.block_at(block_address, moment.get(device, 0))
                if block is not None and (category != "optimizer" or self.owned.get(block) != "parameters"):
                    self.owned[block] = category

    def step(self, moment):
        return bisect.bisect_right(self.steps, moment) + 1

    def _forward_begin(self, moment):
        """The last end of a step or of a backward pass: a step may accumulate the gradients of several."""
        ended = [m for m in (*self.steps, *self._backward_ends) if m <= moment]
        return max(ended, default=0)

    def outlives_its_step(self, block):
        """True of a workspace: there after the step that follows its own, when results of its own are gone."""
        following = self.step(block.begin)  # index of the end of the next step
        return following < len(self.steps) and (block.end is None or block.end > self.steps[following])

    def phase(self, moment):
        if self.optimizing.at(moment):
            return "optimizer"
        if self.backward.at(moment):
            return "backward"
        return "forward" if self.modules.at(moment) else "other"

    def module(self, moment):
        return (self.modules.at(moment) or ("",))[-1]

    def category(self, block):
        owned, frames = self.owned.get(block), block.frames[:_INNERMOST]
        if owned == "parameters" and any(part in frame["name"] for frame in frames for part in _GATHERING):
            return "communication"
        if owned:
            return owned
        role = next((role for role in map(_role, frames) if role is not None), None)
        if role:
            return role
        if self.step(block.begin) < self.step(self.moment) or self.outlives_its_step(block) or block in self._workspaces:
            return "kept"
        phase = self.phase(block.begin)
        if phase == "forward" or (phase == "backward" and self.modules.at(block.begin)):
            return "temporary" if self.modules.is_through(block.begin, self.moment) else "activations"
        if phase == "other":
            # As the loss: what the script computes from the modules' outputs, before the backward pass.
            return "activations" if self.modules.has_begun(self._forward_begin(block.begin), block.begin) else "other"
        return "temporary"

    def place(self, block):
        """The module that allocated a block, or the script's line where it was none."""
        module = self.module(block.begin)
        frames = _visible_frames(block.frames)
        return module or (os.path.basename(frames[0].rsplit(" ", 1)[0]) if frames else "")


def _visible_frames(frames):
    """The innermost frames, and those of the script rather than of torch where there is no room for all."""
    texts = [(f["filename"], frame_text(f["filename"], f["line"], f["name"])) for f in frames if not is_own(f["filename"])]
    users = [text for file, text in texts if "/torch/" not in file]
    return (users or [text for _, text in texts])[:FRAMES]


_peaks = collections.Counter()  # of allocated bytes until a script reset the statistics, by device


def keep_peaks():
    """Blocks that the allocator gives whole, as their rests are too small, are in its own statistics alone."""
    original = torch.cuda.reset_peak_memory_stats

    def reset_peak_memory_stats(device=None):
        _note_peaks()
        return original(device)

    torch.cuda.reset_peak_memory_stats = torch.cuda.memory.reset_peak_memory_stats = reset_peak_memory_stats


def _note_peaks():
    for device in range(torch.cuda.device_count()):
        _peaks[device] = max(_peaks[device], torch.cuda.max_memory_allocated(device))


def _used_devices():
    return [device for device in range(torch.cuda.device_count()) if torch.cuda.max_memory_reserved(device)] or [0]


def nothing():
    """The fields of measure() for a script that used no device."""
    return {"device": "", "device_index": 0, "devices": [], "device_bytes": 0, "peak_allocated_bytes": 0,
            "peak_reserved_bytes": 0, "requested_bytes": 0, "retries": 0,
            "peak": {"step": 0, "phase": "other", "module": "", "parts": [], "modules": [], "largest": []},
            "timeline": []}


def _peaks_of(device, history):
    """Exact unless a script reset the statistics."""
    stats = torch.cuda.memory_stats(device)
    return {"index": device,
            "peak_allocated_bytes": max(history.peak_allocated, stats["allocated_bytes.all.peak"], _peaks[device]),
            "peak_reserved_bytes": max(history.peak_reserved, stats["reserved_bytes.all.peak"])}


def measure(recorder):
    """Fields of the report that tell the bytes of the device that was used most."""
    used = _used_devices()
    device = max(used, key=torch.cuda.max_memory_reserved)
    stats = torch.cuda.memory_stats(device)
    ended = recorder.moment().get(device, 0)
    if hasattr(torch._C, "_cuda_clearCublasWorkspaces"):
        torch._C._cuda_clearCublasWorkspaces()
    traces = torch.cuda.memory._snapshot()["device_traces"]
    history = _History(traces[device])
    peaks = {other: _peaks_of(other, history if other == device else _History(traces[other])) for other in used}
    history.note_workspaces(ended)
    classifier = _Classifier(recorder, history, device)
    parts, modules, blocks = collections.Counter(), collections.Counter(), []
    for block in history.at(history.peak_moment):
        category, module = classifier.category(block), classifier.place(block)
        parts[category] += block.bytes
        if category == "activations":
            modules[module] += block.bytes
        blocks.append({"bytes": block.bytes, "category": category, "module": module, "frames": _visible_frames(block.frames)})
    blocks.sort(key=lambda block: -block["bytes"])
    allocated = peaks[device]["peak_allocated_bytes"]
    parts["rounding"] = max(allocated - sum(parts.values()), 0)
    moment = history.peak_moment - 1
    return {"device": torch.cuda.get_device_name(device), "device_index": device, "devices": list(peaks.values()),
            "device_bytes": torch.cuda.get_device_properties(device).total_memory,
            "peak_allocated_bytes": allocated, "peak_reserved_bytes": peaks[device]["peak_reserved_bytes"],
            "requested_bytes": stats.get("requested_bytes.all.allocated", 0), "retries": stats.get("num_alloc_retries", 0),
            "peak": {"step": classifier.step(moment), "phase": classifier.phase(moment),
                     "module": classifier.module(moment),
                     "parts": [{"category": c, "bytes": b} for c, b in parts.most_common() if b],
                     "modules": [{"module": m, "bytes": b} for m, b in modules.most_common()],
                     "largest": blocks[:_LARGEST_BLOCKS]},
            "timeline": history.timeline()}
