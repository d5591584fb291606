"""The CPU of this computer as data: its cores and its caches."""

from __future__ import annotations

import functools
import os
import platform
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SYSTEM = Path("/sys/devices/system/cpu")
CPU_INFO = Path("/proc/cpuinfo")
REGISTRY_KEY = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}


@dataclass(frozen=True, slots=True)
class HostCpu:
    """One computer's CPU. Cores are those that work side by side, hyper-threads left out where
    that is known. Caches in bytes, all of a level together, level 1 for data; None: not known.
    """

    name: str
    cores: int
    l1_bytes: int | None = None
    l2_bytes: int | None = None
    l3_bytes: int | None = None


@functools.cache
def host_cpu() -> HostCpu:
    """What the system tells of its CPU; caches are not known on Windows."""
    if sys.platform == "darwin":
        return apple_cpu(_sysctl)
    if sys.platform == "win32":
        return HostCpu(_name_in_registry() or platform.processor(), os.cpu_count() or 1)
    return read_cpu(SYSTEM, CPU_INFO)


def apple_cpu(sysctl: Callable[[str], bytes | None]) -> HostCpu:
    """The CPU that `sysctl` tells by the names of sysctl(3) on macOS.

    Where cores are of two kinds, caches are those of the fast ones (level 0), counted as they share
    them.
    """

    def number(name: str) -> int | None:
        told = sysctl(name)
        return int.from_bytes(told, sys.byteorder) if told and len(told) in (4, 8) else None

    def total(level: int, name: str) -> int | None:
        fast, size = number("hw.perflevel0.physicalcpu"), number(f"hw.perflevel0.{name}size")
        sharing = number(f"hw.perflevel0.cpusperl{level}") if level > 1 else 1
        if fast and size and sharing:
            return size * -(-fast // sharing)
        size = number(f"hw.{name}size")
        return size * cores if size and level < 3 else size or None

    cores = number("hw.physicalcpu") or os.cpu_count() or 1
    name = (sysctl("machdep.cpu.brand_string") or b"").rstrip(b"\0").decode(errors="replace")
    caches = (
        total(level, name) for level, name in ((1, "l1dcache"), (2, "l2cache"), (3, "l3cache"))
    )
    return HostCpu(name or platform.processor() or platform.machine(), cores, *caches)


def read_cpu(system: Path, info: Path) -> HostCpu:
    """The CPU that stands in the files of a Linux kernel (its documentation: sysfs-devices-system-
    cpu); what is not there is left out.
    """
    caches: dict[tuple[int, str], int] = {}  # by level and the processors that share it
    for folder in system.glob("cpu[0-9]*/cache/index*"):
        level, kind = _text(folder / "level"), _text(folder / "type")
        size = _bytes(_text(folder / "size"))
        if level.isdecimal() and kind in ("Data", "Unified") and size is not None:
            caches[int(level), _text(folder / "shared_cpu_list")] = size
    of_level = {
        level: sum(b for (at, _), b in caches.items() if at == level) for level in (1, 2, 3)
    }
    return HostCpu(_name(info), _cores(system), *(of_level[level] or None for level in (1, 2, 3)))


def _sysctl(name: str) -> bytes | None:
    """A value of the kernel of macOS; None for a name that it does not know."""
    import ctypes

    libc, size = ctypes.CDLL(None), ctypes.c_size_t()
    if libc.sysctlbyname(name.encode(), None, ctypes.byref(size), None, 0):
        return None
    value = ctypes.create_string_buffer(size.value)
    failed = libc.sysctlbyname(name.encode(), value, ctypes.byref(size), None, 0)
    return None if failed else value.raw[: size.value]


def _name_in_registry() -> str | None:
    """The name under which a CPU is sold: `platform` knows its family and model only."""
    if sys.platform != "win32":
        return None
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, REGISTRY_KEY) as key:
            return str(winreg.QueryValueEx(key, "ProcessorNameString")[0]).strip()
    except OSError:
        return None


def _cores(system: Path) -> int:
    places = {
        (_text(folder / "physical_package_id"), _text(folder / "core_id"))
        for folder in system.glob("cpu[0-9]*/topology")
    }
    return len(places) or os.cpu_count() or 1


def _name(info: Path) -> str:
    named = re.search(r"^model name\s*:\s*(.+)$", _text(info), re.MULTILINE)
    return named.group(1).strip() if named else platform.processor() or platform.machine()


def _bytes(text: str) -> int | None:
    found = re.fullmatch(r"(\d+)([KMG]?)", text)
    return int(found.group(1)) * UNITS.get(found.group(2), 1) if found else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
