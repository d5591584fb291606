"""Sizes that a user asks for: read, checked, and held against this machine's memory."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

from gpuviz.messages import Message, RequestRefused, listed, shortened
from gpuviz.operation.info import OperationInfo
from gpuviz.whole_number import read_whole_number

GIB = 1024**3
LARGEST_SIZE = 2**40  # a million million: no machine holds such an array
COPIES = 2.25
"""The arrays themselves, those of the reference result, and what the emulator notes beside them:
2.1 for vector_add of 10^8 elements, 2.25 with what the system needs itself."""


def parse_size(info: OperationInfo, text: str) -> tuple[int, ...]:
    """Reads "1000", "100,70,50" (or 100x70x50) or "n=100" as sizes of `info`.

    Raises RequestRefused.
    """
    if "=" in text:
        return _by_name(info, text)
    return check_size(
        info, [_number(info, part.strip()) for part in text.replace("x", ",").split(",")]
    )


def check_size(info: OperationInfo, size: Sequence[int]) -> tuple[int, ...]:
    """One number for each size name. Raises RequestRefused for what this machine cannot run."""
    sizes = info.sizes(size)
    for name, value in zip(info.size_names, sizes, strict=True):
        _check_range(name, value)
    _check_memory(info, sizes)
    return sizes


def _by_name(info: OperationInfo, text: str) -> tuple[int, ...]:
    """Sizes by their names; those that are left out are the operation's own."""
    found = dict(zip(info.size_names, info.default_size, strict=True))
    for part in text.split(","):
        name, _, value = (side.strip() for side in part.partition("="))
        if name not in found:
            template = "{name} has no size {size}; its sizes: {known}."
            if info.c_launch is not None:
                template = (
                    "{name} has no size {size}; its sizes: {known}. Other numbers of a file are set"
                    " by `gpuviz check --size`, or by a comment // gpuviz: {size} = {value}."
                )
            values = {"name": info.name, "size": shortened(name), "known": listed(info.size_names)}
            said = {**values, "value": shortened(value)}
            raise RequestRefused(Message("size.no-name", template, said))
        found[name] = _number(info, value)
    return check_size(info, tuple(found.values()))


def _number(info: OperationInfo, text: str) -> int:
    number = read_whole_number(text)
    if number is not None:
        return number
    example = ",".join(str(n) for n in info.default_size)
    template = "The size '{text}' is not a whole number: give for example {example} for {name}."
    values = {"text": shortened(text), "example": example, "name": info.name}
    raise RequestRefused(Message("size.not-a-number", template, values))


def _check_range(name: str, value: int) -> None:
    if value < 1:
        template = "The size {name} is {value}, but there must be something to do: give 1 or more."
        raise RequestRefused(Message("size.below-one", template, {"name": name, "value": value}))
    if value > LARGEST_SIZE:
        template = "The size {name} is more than any machine holds: give at most {limit}."
        raise RequestRefused(
            Message("size.too-large", template, {"name": name, "limit": LARGEST_SIZE})
        )


def _check_memory(info: OperationInfo, sizes: tuple[int, ...]) -> None:
    needed, memory = info.byte_count(sizes), physical_memory_bytes()
    if needed is None or memory is None or COPIES * needed <= memory:
        return
    raise RequestRefused(
        Message(
            "size.beyond-memory",
            "{name} of size {size} needs {needed:.1f} GiB for its arrays, {whole:.1f} GiB with the"
            " result to compare with and what is noted of them, but this machine has {memory:.1f}"
            " GiB of memory: choose a smaller size.",
            {
                "name": info.name,
                "size": ",".join(str(n) for n in sizes),
                "needed": needed / GIB,
                "whole": COPIES * needed / GIB,
                "memory": memory / GIB,
            },
        )
    )


def physical_memory_bytes() -> int | None:
    """The memory of this machine; None where the system does not say."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        found = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.total_physical) if found else None
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):  # the name is not known, or has no value here
        return None


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("memory_load", ctypes.c_uint32),
        ("total_physical", ctypes.c_uint64),
        ("available_physical", ctypes.c_uint64),
        ("total_page_file", ctypes.c_uint64),
        ("available_page_file", ctypes.c_uint64),
        ("total_virtual", ctypes.c_uint64),
        ("available_virtual", ctypes.c_uint64),
        ("available_extended_virtual", ctypes.c_uint64),
    )
