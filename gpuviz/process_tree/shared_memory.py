"""Takes System V shared memory from this process and all that it will start: Linux, 64 bits.

It belongs to no process, so that nobody can count it, and what nobody removes is there for ever. A
filter of system calls (seccomp(2)) says that there is none; it needs no rights.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

from gpuviz.process_tree.namespaces import forbid_new_privileges

SET_MODE_FILTER, SPECULATION_AS_BEFORE = 1, 1 << 2  # linux/seccomp.h
ALLOW, FAIL = 0x7FFF0000, 0x00050000 | errno.ENOSYS
LOAD, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06  # linux/bpf_common.h
NUMBER_AT, ARCHITECTURE_AT = 0, 4  # in struct seccomp_data
OF_MACHINE = {"x86_64": (0xC000003E, 29, 317), "aarch64": (0xC00000B7, 194, 277)}
"""The architecture of linux/audit.h, and the numbers of shmget and seccomp there."""
X32 = 0x40000000  # the second way to number system calls on x86-64


class _Program(ctypes.Structure):  # struct sock_fprog
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def forbid_shared_memory() -> bool:
    """Whether this process can make none any more; programs of 32 bits do not run then either."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return False
    known = OF_MACHINE.get(os.uname().machine)
    if known is None or not forbid_new_privileges():
        return False
    architecture, shmget, seccomp = known
    steps = (  # what to do, how many steps to leave out if so and if not, its number
        (LOAD, 0, 0, ARCHITECTURE_AT),
        (IF_EQUAL, 0, 3, architecture),
        (LOAD, 0, 0, NUMBER_AT),
        (IF_AT_LEAST, 1, 0, X32),
        (IF_EQUAL, 0, 1, shmget),
        (RETURN, 0, 0, FAIL),
        (RETURN, 0, 0, ALLOW),
    )
    words = b"".join(struct.pack("HBBI", *step) for step in steps)
    program = _Program(len(steps), words)
    libc = ctypes.CDLL(None, use_errno=True)
    done = libc.syscall(seccomp, SET_MODE_FILTER, SPECULATION_AS_BEFORE, ctypes.byref(program))
    return bool(done == 0)
