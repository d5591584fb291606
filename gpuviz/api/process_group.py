"""A process with all that it starts: begun as one group, and ended whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress


def start_group(command: list[str], has_input: bool) -> subprocess.Popen[bytes]:
    """Starts a process as the head of a group of its own; its streams are pipes.

    With `has_input` it reads the caller's stdin, else its input is empty.
    """
    stdin = None if has_input else subprocess.DEVNULL
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(command, stdin=stdin, stdout=pipe, stderr=pipe, creationflags=flags)
    return subprocess.Popen(command, stdin=stdin, stdout=pipe, stderr=pipe, start_new_session=True)


def end_whole(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and its group at once, whatever they do; waits for its end."""
    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(tree, capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def limit_memory(memory_bytes: int | None) -> None:
    """From now on this process, and each that it starts, gets no more memory than that."""
    if memory_bytes is None or sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = memory_bytes if most == resource.RLIM_INFINITY else min(memory_bytes, most)
    with suppress(ValueError, OSError):  # macOS takes no limit below what is in use
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
