# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""accelerate's own launcher runs first: its options and its config file say what the script finds in its environment. Where
it would start the processes, this one becomes the rank that runs. So does a script's own process where it would start others
by torch.multiprocessing.spawn."""
import json
import os
import sys

_REFUSED = 125  # the exit status of a dry run that did not begin
_ALONE = {"RANK": "0", "WORLD_SIZE": "1", "LOCAL_RANK": "0", "LOCAL_WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1",
          "MASTER_PORT": "29500"}  # what torchrun tells one process


def install(settings, after):
    """`after`: a finder of a module's name, which then calls a function with the module."""
    sys.meta_path.insert(0, after("torch.distributed.run", lambda module: _replace_run(module, settings)))
    sys.meta_path.insert(0, after("accelerate.commands.launch", lambda module: _replace_launchers(module, settings)))


def _replace_run(module, settings):
    def run(args):
        nodes = int(str(args.nnodes).split(":")[-1])
        python = [sys.executable, *(["-m"] if args.module else [])]
        for name, value in _ALONE.items():
            os.environ.setdefault(name, value)
        _start(settings, nodes * int(args.nproc_per_node), [] if args.no_python else python,
               [args.training_script, *args.training_script_args])

    module.run = run


def _replace_launchers(module, settings):
    launch = module.deepspeed_launcher

    def deepspeed_launcher(args):
        args.deepspeed_multinode_launcher = "standard"  # which starts the processes of this machine alone
        args.machine_rank = args.machine_rank or 0
        return launch(args)

    def simple_launcher(args):
        words, environment = module.prepare_simple_launcher_cmd_env(args)
        os.environ.update(environment)
        python = words[:1] if words[0] == sys.executable else []
        _start(settings, 1, python, words[1:])

    module.deepspeed_launcher, module.simple_launcher = deepspeed_launcher, simple_launcher


def _start(settings, world, python, words):
    if not python:
        _refuse("accelerate would start another program than Python, which a dry run does not follow")
    if world != settings["world"]:
        _refuse(f"accelerate would start {world} process{'es' if world > 1 else ''} by its options and its config file, not "
                f"{settings['world']}; say --world {world}")
    os.environ["STAGECRAFT_DRYRUN"] = json.dumps({**settings, "launches": False})
    os.execv(python[0], [*python, *words])


def _refuse(why):
    print(why, file=sys.stderr, flush=True)
    sys.exit(_REFUSED)


def follow_spawn(settings):
    import torch.multiprocessing

    here = int(os.environ.get("LOCAL_WORLD_SIZE", settings["world"]))

    def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
        if nprocs != here:
            raise RuntimeError(f"dry run: the script starts {nprocs} processes by torch.multiprocessing.spawn where this run "
                               f"has {here}; say --world {nprocs}")
        fn(int(os.environ.get("LOCAL_RANK", "0")), *args)

    torch.multiprocessing.spawn = spawn
