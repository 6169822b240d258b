# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Follows a training script: which module runs, when gradients and optimizer states are there, when a step ends. Ends the
script after the steps that are asked for, and writes the report however it ends."""
import atexit
import functools
import gc
import json
import os
import sys
import threading
import traceback
import weakref

import torch

from . import groups, peak, reads

_PATIENCE = 20  # seconds for what the script does at its end
_PATIENT_STEPS = 50  # of an optimizer while another one has not stepped, as one that steps once in five times
_WARMUPS = 20  # steps that may warm up before a CUDA graph is captured; DistributedDataParallel needs 11
_LONGEST_MESSAGE = 2000  # characters of an error; the whole one is in what the script prints


def _gradients(tensors):
    """Where those of leaves lie."""
    return {peak.address(getattr(tensor, attribute, None)) for tensor in tensors
            if isinstance(tensor, torch.Tensor) and tensor.is_leaf
            for attribute in ("grad", "main_grad", "decoupled_grad")} - {0}


def _held_gradients(holders):
    """Where gradients lie: those of leaves, of FSDP2's whole parameters, and DeepSpeed's partitions."""
    tensors = [holder for holder in holders if isinstance(holder, torch.Tensor)]
    others = [holder for holder in holders if not isinstance(holder, torch.Tensor)]
    tensors += [getattr(other, "_unsharded_param", None) for other in others]
    kept = {peak.address(getattr(other, attribute, None)) for other in others
            for attribute in ("unsharded_accumulated_grad", "grad_partitions_flat_buffer")}
    return (_gradients(tensors) | kept) - {0}


def _parameters(optimizer):
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


class _PassLimit:
    """The run with other answers may skip its optimizer steps forever: it ends after as many backward passes as the first
    run of the rank made."""

    def __init__(self, settings):
        self._file = os.path.join(settings["mail"], f"passes-{settings['rank']}")
        self._limit = None
        if settings.get("otherwise") and os.path.exists(self._file):
            with open(self._file, encoding="utf-8") as file:
                self._limit = int(file.read())

    def note(self, passes):
        if self._limit is None:
            with open(self._file, "w", encoding="utf-8") as file:
                file.write(str(passes))

    def is_over(self, passes):
        return self._limit is not None and passes >= self._limit + 1


class Recorder:
    """Moments are counted in events of the caching allocator: blocks allocated and blocks freed so far, of each device that
    the script uses."""

    def __init__(self, settings):
        self.settings = settings
        self.modules = []  # (moment, name or None at the end of a call)
        self.backward = []  # (moment, True at the begin or False at the end)
        self.steps = []  # moments at which an optimizer step ends
        self.optimizing = []  # (moment, True or False)
        self.owners = []  # (moment, category, addresses)
        self.out_of_memory = None
        self._stack = []
        self._names = {}
        self._made = weakref.WeakSet()  # optimizers
        self._stepped = weakref.WeakKeyDictionary()  # steps of each optimizer
        self._all_steps = 0  # also of optimizers that are gone
        self._served = set()  # parameters that have been in an optimizer's step
        self._captured = []  # optimizers whose steps are in the CUDA graph that is being captured
        self._scans = 0  # of all modules at the end of steps
        self._found = set()  # where parameters lay in the last of them
        self._holders = []  # references to parameters of modules, FSDP2's parameters and DeepSpeed's optimizers
        self._warmups = weakref.WeakKeyDictionary()  # those of them on a stream of their own, as before a CUDA graph is captured
        self._written = False
        self._optimizer = None  # that is in its step
        self._passes = _PassLimit(settings)
        self._process = os.getpid()

    def moment(self):
        if not torch.cuda.is_initialized():
            return {}
        moment = {}
        for device in range(torch.cuda.device_count()):
            if device == torch.cuda.current_device() or torch._C._cuda_hasPrimaryContext(device):
                counts = torch._C._cuda_memoryStats(device)["allocation"]["all"]
                moment[device] = counts["allocated"] + counts["freed"]
        return moment

    # Modules

    def name(self, module):
        if not self._stack:
            for name, part in module.named_modules():
                self._names.setdefault(id(part), peak.plain_name(name))
        return self._names.get(id(module)) or type(module).__name__

    def module_begins(self, module, _inputs):
        if torch.compiler.is_compiling() or torch.jit.is_tracing():
            return
        name = self.name(module)
        self._stack.append(name)
        self.modules.append((self.moment(), name))

    def module_ends(self, _module, _inputs, _outputs):
        if torch.compiler.is_compiling() or torch.jit.is_tracing() or not self._stack:
            return
        self._stack.pop()
        self.modules.append((self.moment(), None))

    # Steps

    def begin_backward(self):
        # A script may update its parameters by itself.
        if not self._made and len(self.backward) // 2 >= self.settings["steps"] + _PATIENT_STEPS:
            self.stop()
        if self._passes.is_over(len(self.backward) // 2):
            self.write({"how": "script"})
            raise SystemExit(0)
        self.backward.append((self.moment(), True))

    def end_backward(self):
        """Gradients that the optimizer never sees: frameworks reduce them, or keep their shards elsewhere."""
        self.backward.append((self.moment(), False))
        if not self._holders:
            self._find_holders()
        held = [holder() for holder in self._holders]
        self.owners.append((self.moment(), "gradients", _held_gradients(held)))

    def step_begins(self, optimizer, _arguments, _named):
        if not self._written and self._are_all_done(optimizer):
            self.stop()
        moment = self.moment()
        self.optimizing.append((moment, True))
        self._optimizer = optimizer
        parameters = _parameters(optimizer)
        self._served.update(map(id, parameters))
        self.owners.append((moment, "gradients", _gradients(parameters)))

    def step_ends(self, optimizer, _arguments, _named):
        moment = self.moment()
        self.optimizing.append((moment, False))
        self._optimizer = None
        reads.begin_step()
        self.owners.append((moment, "optimizer", set(map(peak.address, peak.tensors(optimizer.state))) - {0}))
        self._count(optimizer)
        if torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing():
            self._captured.append(optimizer)
        elif torch.cuda.is_initialized() \
                and torch.cuda.current_stream() != torch.cuda.default_stream():
            self._warmups[optimizer] = min(self._warmups.get(optimizer, 0) + 1, _WARMUPS)
        count = self._stepped[optimizer]
        # Once for all optimizers of a step: those within a backward pass have a parameter each.
        parameters = set(map(peak.address, _parameters(optimizer))) - {0}
        if count <= 2 and (count > self._scans or not parameters <= self._found):
            self._scans = max(self._scans, count)
            self.find_parameters(optimizer)
        if count > len(self.steps):
            self.steps.append(moment)
        else:
            self.steps[-1] = moment
        if count >= 2 and self._are_all_done():
            self.stop()

    def _count(self, optimizer):
        self._all_steps += 1
        self._stepped[optimizer] = self._stepped.get(optimizer, 0) + 1

    # CUDA graphs: a replay takes the steps that were captured.

    def captures(self, graph):
        graph._stagecraft_optimizers, self._captured = self._captured, []

    def replays(self, graph):
        for optimizer in getattr(graph, "_stagecraft_optimizers", ()):
            self._count(optimizer)
            if self._stepped[optimizer] > len(self.steps):
                self.steps.append(self.moment())
            reads.begin_step()
            if self._are_all_done():
                self.stop()

    def makes(self, optimizer):
        self._made.add(optimizer)

    def _unstepped(self):
        """Optimizers that train parameters which none that has stepped does."""
        return [optimizer for optimizer in self._made if optimizer not in self._stepped
                and any(p.requires_grad and id(p) not in self._served for p in _parameters(optimizer))]

    def _are_all_done(self, about_to_step=None):
        """True if all optimizers have taken their steps. One that does not step is waited for, but not forever."""
        def steps(optimizer):
            return self._stepped.get(optimizer, 0) - self._warmups.get(optimizer, 0)

        wanted = self.settings["steps"]
        gone = self._all_steps - sum(self._stepped.values())  # of optimizers that live for a round of training
        if gone >= wanted + _PATIENT_STEPS:
            return True
        if about_to_step is not None and steps(about_to_step) < wanted:
            return False
        counts = [steps(optimizer) for optimizer in self._stepped]
        if max(counts, default=0) >= wanted + _PATIENT_STEPS:
            return True
        return bool(counts) and min(counts) >= wanted and not self._unstepped()

    def find_parameters(self, optimizer=None):
        """Of all modules, with the gradients that there are: a run may end before an optimizer tells them."""
        moment, parameters = self.moment(), self._find_holders()
        held = [holder() for holder in self._holders]
        self.owners.append((moment, "gradients", _held_gradients(held)))
        parameters.update(peak.address(getattr(holder, "ds_tensor", None)) for holder in held)  # a shard of DeepSpeed's
        parameters.discard(0)
        self._found = parameters
        self.owners.append((moment, "parameters", parameters))
        if optimizer is not None:
            masters = set(map(peak.address, _parameters(optimizer)))
            self.owners.append((moment, "optimizer", masters - parameters - {0}))

    def _find_holders(self):
        """Looks for whatever may have gradients; returns the addresses of parameters and buffers."""
        addresses, self._holders = set(), []
        for thing in gc.get_objects():
            kind = type(thing)
            if issubclass(kind, torch.nn.Module):
                for tensors in (thing.__dict__.get("_parameters"), thing.__dict__.get("_buffers")):
                    addresses.update(map(peak.address, (tensors or {}).values()))
                    self._holders += [weakref.ref(tensor) for tensor in (tensors or {}).values() if tensor is not None]
            elif kind.__weakrefoffset__ and (kind.__name__ == "FSDPParam"
                                             or str(kind.__module__).startswith("deepspeed.runtime.zero.stage")):
                self._holders.append(weakref.ref(thing))
        return addresses

    def phase(self):
        if self.optimizing and self.optimizing[-1][1]:
            return "optimizer"
        if self.backward and self.backward[-1][1]:
            return "backward"
        return "forward" if self._stack else "other"

    # Out of memory

    def runs_out(self, device, asked, _total, _free):
        if self.out_of_memory is None:
            frames = traceback.extract_stack()[:-1]
            self.out_of_memory = {"bytes": asked, "step": len(self.steps) + 1,
                                  "phase": self.phase(), "module": self._stack[-1] if self._stack else "",
                                  "frames": [peak.frame_text(f.filename, f.lineno, f.name) for f in reversed(frames)
                                             if not peak.is_own(f.filename)][:peak.FRAMES]}

    # The end

    def stop(self):
        self.write({"how": "steps"})
        watchdog = threading.Timer(_PATIENCE, os._exit, (0,))
        watchdog.daemon = True
        watchdog.start()
        raise SystemExit(0)

    def write(self, ended):
        if self._written or os.getpid() != self._process:  # or a copy of the process, as of a data loader
            return
        self._written = True
        self.find_parameters()
        if ended["how"] != "error":  # of which nobody knows how many more there would have been
            self._passes.note(len(self.backward) // 2)
        if self._optimizer is not None:  # ended within its step
            states = set(map(peak.address, peak.tensors(self._optimizer.state))) - {0}
            self.owners.append((self.moment(), "optimizer", states))
        report = {"rank": self.settings["rank"], "world": self.settings["world"], "torch": torch.__version__,
                  "steps": len(self.steps), "ended": {"type": "", "message": "", "frames": [], **ended},
                  "needs": groups.missing, "out_of_memory": self.out_of_memory, "refused": peak.refused_functions(),
                  "read": [peak.frame_text(*place) for place in reads.places], "reads_numbers": reads.were_numbers,
                  "reads_truths": reads.were_truths, "read_matters": None, "other_number": None, "otherwise": None,
                  "unstepped": [{"type": name, "parameters": count} for name, count in
                                sorted((type(o).__name__, len(_parameters(o))) for o in self._unstepped())],
                  **peak.nothing()}
        if torch.cuda.is_initialized():
            if self.settings.get("snapshot"):
                _write_snapshot(self.settings["snapshot"])
            report.update(peak.measure(self))
        temporary = self.settings["report"] + ".part"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(report, file)
        os.replace(temporary, self.settings["report"])


def _write_snapshot(file):
    """Leaves no half of a file; who asked for it sees that it is not there."""
    try:
        torch.cuda.memory._dump_snapshot(file)
    except OSError:
        if os.path.exists(file):
            os.remove(file)


def _follow_backward(recorder):
    import torch.autograd.graph

    original = torch.autograd.graph._engine_run_backward

    def run_backward(*arguments, **named):
        recorder.begin_backward()
        try:
            return original(*arguments, **named)
        finally:
            recorder.end_backward()

    for module in (torch.autograd, torch.autograd.graph):
        if getattr(module, "_engine_run_backward", None) is original:
            module._engine_run_backward = run_backward


def _follow_optimizers(recorder):
    original = torch.optim.Optimizer.__init__

    @functools.wraps(original)
    def make(self, *arguments, **named):
        original(self, *arguments, **named)
        recorder.makes(self)

    torch.optim.Optimizer.__init__ = make


def _follow_graphs(recorder):
    def follow(name, after):
        original = getattr(torch.cuda.CUDAGraph, name)

        @functools.wraps(original)
        def method(self, *arguments, **named):
            result = original(self, *arguments, **named)
            after(self)
            return result

        setattr(torch.cuda.CUDAGraph, name, method)

    follow("capture_end", recorder.captures)
    follow("replay", recorder.replays)


def install(settings):
    recorder = Recorder(settings)

    def record():
        # What reads the file tells steps and gradients by where blocks are freed, too.
        context = "all" if settings.get("snapshot") else "alloc"
        torch.cuda.memory._record_memory_history(context=context, stacks="python")
        torch._C._cuda_attach_out_of_memory_observer(recorder.runs_out)
        # The script's own recording would end ours, and counts that start anew would be lost.
        torch.cuda.memory._record_memory_history = lambda *_, **__: None
        torch.cuda.reset_accumulated_memory_stats = lambda *_, **__: None
        torch.cuda.memory.reset_accumulated_memory_stats = torch.cuda.reset_accumulated_memory_stats
        peak.keep_peaks()

    torch.cuda._lazy_call(record)
    torch.nn.modules.module.register_module_forward_pre_hook(recorder.module_begins)
    torch.nn.modules.module.register_module_forward_hook(recorder.module_ends, always_call=True)
    from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

    # Looked up at each call: install_for_compiler() replaces them.
    register_optimizer_step_pre_hook(lambda *arguments: recorder.step_begins(*arguments))
    register_optimizer_step_post_hook(lambda *arguments: recorder.step_ends(*arguments))
    _follow_backward(recorder)
    _follow_optimizers(recorder)
    _follow_graphs(recorder)

    def on_error(kind, error, trace):
        where = [peak.frame_text(f.filename, f.lineno, f.name) for f in reversed(traceback.extract_tb(trace))
                 if not peak.is_own(f.filename)]
        how = "out_of_memory" if issubclass(kind, torch.OutOfMemoryError) else "error"
        message = str(error)
        if len(message) > _LONGEST_MESSAGE:  # tensors that a layout is refused for, one by one
            message = message[:_LONGEST_MESSAGE] + " [...]"
        recorder.write({"how": how, "type": kind.__name__, "message": message, "frames": where[:peak.FRAMES]})
        sys.__excepthook__(kind, error, trace)

    sys.excepthook = on_error
    atexit.register(lambda: recorder.write({"how": "script"}))


def install_for_compiler(frames):
    """A compiled step of an optimizer is recorded, not compiled with what records it."""
    for name in ("step_begins", "step_ends"):
        setattr(Recorder, name, frames.DisableContext()(getattr(Recorder, name)))
