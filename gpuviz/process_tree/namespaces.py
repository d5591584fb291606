"""Namespaces of Linux, which show a process less of the machine (namespaces(7)), and the rights
that it needs to enter them.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

NEW_MOUNTS, NEW_IPC, NEW_USER = 0x00020000, 0x08000000, 0x10000000  # linux/sched.h
NEW_PROCESSES, NEW_NETWORK = 0x20000000, 0x40000000
CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h
NO_NEW_PRIVILEGES = 38  # linux/prctl.h


class _Whose(ctypes.Structure):  # struct __user_cap_header_struct
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def enter(kinds: int) -> bool:
    """Whether this process is in new namespaces of these kinds now; it needs the rights."""
    return bool(_libc().unshare(kinds) == 0)


def enter_with_rights(kinds: int) -> bool:
    """As `enter`, and with all rights in there, to enter others: in a user namespace of its own.

    Has to be called before the process has threads. False where the system allows no such thing.
    """
    if sys.platform == "win32":
        return False
    user, group = os.getuid(), os.getgid()
    if not enter(NEW_USER | kinds):
        return False
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        _write(f"/proc/self/{name}", text)
    return True


def forbid_new_privileges() -> bool:
    """Whether no program that is started has more rights than this process any more."""
    return bool(_libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0)


def give_up_rights() -> bool:
    """All capabilities, for good: no program that is started has any either."""
    forbid_new_privileges()
    nothing = (ctypes.c_uint32 * 6)()
    whose = _Whose(CAPABILITY_VERSION_3, 0)
    return bool(_libc().capset(ctypes.byref(whose), ctypes.byref(nothing)) == 0)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _write(path: str, text: str) -> None:
    with suppress(OSError), open(path, "wb") as file:
        file.write(text.encode())
