"""A command and all that it starts, as one thing that can be ended and ends with its starter.

    tree = start([sys.executable, "script.py"], stdout=subprocess.PIPE)
    try:
        tree.process.communicate(timeout=60)
    finally:
        exit_code = tree.end()

- `guarded`        Linux, macOS: the command runs under a small process, its guard
- `guard`          that process: `python guard.py`, which needs nothing but the standard library
- `members`        which processes belong to a tree
- `usage`          what they use, also where they hide it
- `folders`        folders that they have made, removed whatever is in them
- `job_object`     Windows: the command runs in a job, which the kernel ends
- `limits`         what a tree may take
- `fences`         from what a process can be kept, and what has to be done before it is forked
- `forked_apart`   keeps a forked one from all that: network and processes (`namespaces`), files
                   (`fence`, `read_only`), `shared_memory`
- `console`        of which it never sees one: Windows

The guard is a process and not a thread: no code of the tree, also not one that holds Python's lock
in a loop of C, can keep it from its work. It ends the tree when the command ends, when it is asked
to, and when the starter is gone, however that ended.

What is found. Linux: every descendant, also those that forked twice, called setsid or lost their
parents, since the guard adopts orphans (PR_SET_CHILD_SUBREAPER) and kills until it has no child. If
somebody kills the guard, the command dies with it (PR_SET_PDEATHSIG), and the starter ends whatever
carries the tree's mark in its environment. macOS adopts nothing: what lost its parents is found by
its process group or that mark. Windows: all, by the kernel.

What cannot be caught, as it is no descendant: what another program starts on request (systemd-run,
at, cron, a container's daemon). On macOS also a process that lost its parents, left the group and
was executed with an environment of its own, or forks faster than processes can be listed; on Linux
such a one only if the guard was killed too. A tree whose starter forgot it (no reference) ends. A
process that runs as another user (sudo) cannot be killed; one that the kernel keeps in an
uninterruptible wait dies after it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpuviz.process_tree.limits import TreeLimits

if sys.platform == "win32":
    from gpuviz.process_tree.job_object import ProcessTree
else:
    from gpuviz.process_tree.guarded import ProcessTree

__all__ = ["ProcessTree", "start"]


def start(
    command: Sequence[str],
    *,
    memory_bytes: int | None = None,
    most_processes: int | None = None,
    folder: Path | None = None,
    **popen: Any,
) -> ProcessTree:
    """Starts a command as the root of a tree of its own; `popen` are arguments of Popen.

    It has no controlling terminal, hears no Ctrl-C and inherits only its standard streams and what
    `popen` names. All together may use `memory_bytes`: a process that asks for more gets a
    MemoryError where the system can say so (Linux: memory that it can write, not what it reserves;
    Windows), and the tree is ended where only the sum is too large (see `ProcessTree.over_memory`).
    With more than `most_processes` at once the tree is ended, too (`over_processes`); on Windows no
    further one starts then. `folder` is the tree's own, and is removed after its end (on Windows by
    `end` only).
    Raises OSError; a command that is not there ends with 127, or raises OSError on Windows.
    """
    limits = TreeLimits(memory_bytes, most_processes)
    return ProcessTree(command, limits, folder, {"stdin": subprocess.DEVNULL, **popen})
