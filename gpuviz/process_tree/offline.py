"""Takes the network from this process and all that it will start, where the system allows that."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000  # linux/sched.h


def leave_network() -> bool:
    """Whether it is gone. Has to be called before the process has threads; Linux only.

    The process goes into a network of its own with nothing in it, which needs a user namespace
    where it is not root's (unshare(2)); some systems forbid those, and there it stays connected.
    """
    if sys.platform != "linux":
        return False
    user, group = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
        return bool(libc.unshare(CLONE_NEWNET) == 0)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with suppress(OSError), open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    return True
