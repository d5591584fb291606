"""Lets this process and all that it will start reach some folders only: Linux 5.13 and later.

It is Landlock (https://docs.kernel.org/userspace-api/landlock.html), which needs no rights of root.
What may be read is Python, what it finds modules in, and the system's own folders; where the kernel
knows how, processes outside cannot be signalled either. Landlock has no word for permissions and
times of files: those are left to `read_only`.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system calls, on all 64-bit machines
ASK_VERSION, BELOW_PATH, NO_NEW_PRIVILEGES = 1, 1, 38  # linux/landlock.h, linux/prctl.h
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 1 << 1, 1 << 2, 1 << 3
RIGHTS_OF_VERSION = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14}
"""What each version of Landlock can forbid for the first time, of files."""
TRUNCATE = 1 << 14
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
SIGNALS, SIGNALS_SINCE = 1 << 1, 6
READ = EXECUTE | READ_FILE | READ_DIR
SYSTEM = (
    *("/bin", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc"),
    *("/run/current-system", "/sbin", "/sys", "/usr"),
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm")


class _Ruleset(ctypes.Structure):
    _fields_ = [
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    ]


class _Below(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def fence_in(modules: Iterable[str], own: Iterable[str]) -> bool:
    """Whether this process is fenced in. Has to be called before the process has threads.

    Modules are found in `modules`, as in sys.path; `own` are folders that it may write to as well.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ASK_VERSION)
    if version < 1:
        return False
    known = 0
    for since, rights in RIGHTS_OF_VERSION.items():
        known |= rights if version >= since else 0
    asked = _Ruleset(known, 0, SIGNALS if version >= SIGNALS_SINCE else 0)
    size = ctypes.sizeof(asked) if version >= SIGNALS_SINCE else 8
    rules = libc.syscall(CREATE_RULESET, ctypes.byref(asked), ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    allowed = [(path, READ) for path in (*SYSTEM, *_prefixes())]
    allowed += [(path, known) for path in (*DEVICES, *own)]
    for path, rights in (*allowed, *_of_modules(modules)):
        _allow(libc, rules, path, rights & known)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    done = bool(libc.syscall(RESTRICT_SELF, rules, 0) == 0)
    os.close(rules)
    return done


def _prefixes() -> set[str]:
    return {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}


def _of_modules(modules: Iterable[str]) -> Iterator[tuple[str, int]]:
    """A checkout of gpuviz may have anything beside the program, such as a class: names only."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    root = os.path.dirname(package)
    for path in modules:
        is_checkout = os.path.realpath(path) == os.path.realpath(root)
        yield path, READ_DIR if is_checkout and _is_checkout(root) else READ
    yield package, READ
    for name in ("kernels", "assets"):
        yield os.path.join(root, name), READ


def _is_checkout(root: str) -> bool:
    return os.path.isfile(os.path.join(root, "pyproject.toml"))


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    """Of what is not there nothing has to be said."""
    if sys.platform != "linux":
        return
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights &= -1 if os.path.isdir(path) else OF_A_FILE
        below = _Below(rights, opened)
        libc.syscall(ADD_RULE, rules, BELOW_PATH, ctypes.byref(below), 0)
    finally:
        os.close(opened)
