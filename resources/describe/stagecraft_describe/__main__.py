# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Run by `stagecraft-cli describe` with its options as JSON. Each line of standard output that begins with "@" is a
JSON message: first the chain that was found, then, once a line of standard input says "write", the progress and the
end."""

import faulthandler
import json
import os
import sys
import traceback
import warnings

from . import Refused, about_transformers


def tell(kind, content):
    print("\n@" + json.dumps({kind: content}), flush=True)


def main(options):
    warnings.filterwarnings("ignore")
    faulthandler.enable()
    try:
        from .describe import Described
        from .values import KnownValues
        from .wrappers import leave_out_checkpoints, refuse_autocast
    except ImportError as error:
        return tell("refused", f"{sys.executable} lacks what is needed ({error}); name the Python of the environment "
                               "that trains with --python")

    leave_out_checkpoints()
    refuse_autocast()
    try:
        with KnownValues():
            described = Described(options)
            tell("found", described.summary())
            if sys.stdin.readline().strip() != "write":
                return
            description = described.write(options["output"], lambda done, total: tell("progress", [done, total]))
        tell("written", {"layers": len(description["layers"])})
    except Refused as error:
        tell("refused", str(error))
    except Exception as error:  # the user's model or a library fails: the text is the user's to read
        traceback.print_exc()
        tell("refused", f"the model fails on the meta device{_place(error)}: {type(error).__name__}: {error}{about_transformers()}")
    except SystemExit as end:
        tell("refused", f"the model's code ends Python{_place(end)}, with status {end.code}")


def _place(error):
    """The innermost line of the user's."""
    import torch

    libraries = tuple(os.path.dirname(os.path.abspath(file)) for file in (__file__, torch.__file__, json.__file__))
    own = [f for f in traceback.extract_tb(error.__traceback__) if not os.path.abspath(f.filename).startswith(libraries)]
    return f" in {own[-1].filename}, line {own[-1].lineno}" if own else ""


main(json.loads(sys.argv[1]))
