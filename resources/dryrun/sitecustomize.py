# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Python runs this at its start, as its folder stands first in PYTHONPATH. It sets up the dry run and then lets a
sitecustomize of the user's environment run too."""
import os
import sys

_folder = os.path.dirname(os.path.abspath(__file__))

# Processes that the script starts inherit the variables. They run on the dry device, but only the script is recorded.
_owner = os.environ.setdefault("STAGECRAFT_DRYRUN_PID", str(os.getpid()))
if _owner == str(os.getpid()):
    import stagecraft_dryrun

    stagecraft_dryrun.begin()

sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != _folder]
_own = sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize  # noqa: F401
except ImportError:
    if _own is not None:
        sys.modules["sitecustomize"] = _own
