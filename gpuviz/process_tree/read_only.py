"""Makes all files read-only for this process and all that it will start, but those of some folders,
and takes sockets that lie in the file system: Linux 5.12 and later, where namespaces are allowed.

Landlock (`fence`) has no word for permissions and times of files, nor for sockets by path. Mounts
have: what a read-only one holds cannot be changed by its owner either (mount_setattr(2)).
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable

from gpuviz.process_tree.namespaces import NEW_MOUNTS, enter

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8  # linux/mount.h
MS_BIND, MS_REC, MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
MOUNT_SETATTR = 442  # a system call, on all 64-bit machines
AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = -100, 0x8000, 1
SHARED_MEMORY, SHARED_MEMORY_BYTES = "/dev/shm", 256 << 20


class _Attributes(ctypes.Structure):  # struct mount_attr
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "namespace")]


def sockets_by_path() -> tuple[str, ...]:
    """Where sockets lie that somebody holds open in this process's network."""
    try:
        with open("/proc/net/unix", encoding="utf-8", errors="surrogateescape") as file:
            rows = [line.rstrip("\n").split(maxsplit=7) for line in file]
    except OSError:
        return ()
    return tuple({row[7] for row in rows if len(row) > 7 and row[7].startswith("/")})


def make_read_only(own: Iterable[str], sockets: Iterable[str]) -> bool:
    """Whether all is read-only now, but for the folders `own`; nobody listens at `sockets` then.

    It needs the rights that a new user namespace gives (see `namespaces`); with them it could be
    undone, so they have to be given up then. Shared memory is another one, with nothing in it, and
    /proc shows the processes of this namespace, where the system has no parts of it hidden.
    Has to be called before the process has threads.
    """
    if sys.platform != "linux":
        return False
    if not enter(NEW_MOUNTS):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    done = _mount(libc, None, "/", MS_REC | MS_PRIVATE)
    _mount(libc, "proc", "/proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "proc")
    own = [folder for folder in own if done and _mount(libc, folder, folder, MS_BIND)]
    done = done and _set_attributes(libc, "/", AT_RECURSIVE, _Attributes(MOUNT_ATTR_RDONLY))
    for folder in own:
        _set_attributes(libc, folder, 0, _Attributes(0, MOUNT_ATTR_RDONLY))
    options = f"mode=1777,size={SHARED_MEMORY_BYTES}"
    _mount(libc, "tmpfs", SHARED_MEMORY, MS_NOSUID | MS_NODEV, "tmpfs", options)
    for path in sockets:
        _mount(libc, os.devnull, path, MS_BIND)
    return done


def _mount(
    libc: ctypes.CDLL,
    source: str | None,
    target: str,
    flags: int,
    kind: str | None = None,
    options: str | None = None,
) -> bool:
    words = (None if one is None else os.fsencode(one) for one in (source, target, kind))
    told = None if options is None else options.encode()
    return bool(libc.mount(*words, ctypes.c_ulong(flags), told) == 0)


def _set_attributes(libc: ctypes.CDLL, path: str, flags: int, asked: _Attributes) -> bool:
    size = ctypes.c_size_t(ctypes.sizeof(asked))
    at = os.fsencode(path)
    done = libc.syscall(MOUNT_SETATTR, AT_FDCWD, at, flags, ctypes.byref(asked), size)
    return bool(done == 0)
