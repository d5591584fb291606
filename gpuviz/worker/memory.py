"""A limit to the memory that a job may take, where the system has one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

OWN_STATISTICS = Path("/proc/self/statm")
DATA_COLUMN = 5  # of it: pages of data and stacks (man 5 proc)


def limit_memory(more_bytes: int) -> None:
    """From here on this process gets so many bytes more, then a MemoryError.

    Linux counts what a process writes to (RLIMIT_DATA); elsewhere nothing is limited.
    """
    if sys.platform != "linux":
        return
    import resource

    try:
        pages = int(OWN_STATISTICS.read_text().split()[DATA_COLUMN])
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = pages * os.sysconf("SC_PAGE_SIZE") + more_bytes
        if hard == resource.RLIM_INFINITY or wanted < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
    except (OSError, ValueError, IndexError):
        return  # the budgets of a recording hold without it
