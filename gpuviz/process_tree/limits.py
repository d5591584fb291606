"""What a process tree may take, all its processes together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """Bytes of memory, and processes at once; None: no limit."""

    memory_bytes: int | None = None
    processes: int | None = None
