# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Run by `stagecraft-cli describe` with its options as JSON. Each line of standard output that begins with "@" is a
JSON message: first the chain that was found, then, once a line of standard input says "write", the progress and the
end."""

import json
import sys
import warnings

from . import Refused


def tell(kind, content):
    print("\n@" + json.dumps({kind: content}), flush=True)


def main(options):
    warnings.filterwarnings("ignore")
    try:
        from .describe import Described
        from .values import KnownValues
    except ImportError as error:
        return tell("refused", f"{sys.executable} lacks what is needed ({error}); name the Python of the environment "
                               "that trains with --python")

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
        import traceback

        traceback.print_exc()
        tell("refused", f"the model fails on the meta device: {type(error).__name__}: {error}")


main(json.loads(sys.argv[1]))
