"""The CPU of this computer as data: its cores and its caches."""

from __future__ import annotations

import functools
import os
import platform
import re
from dataclasses import dataclass
from pathlib import Path

SYSTEM = Path("/sys/devices/system/cpu")
CPU_INFO = Path("/proc/cpuinfo")
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
    """What the system tells of its CPU; caches are known on Linux only."""
    return read_cpu(SYSTEM, CPU_INFO)


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
