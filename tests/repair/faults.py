"""Faults of small sources, whose lines are named by comments: `# <- here`."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from gpuviz.launch import Dim3
from gpuviz.repair.fault import Fault
from gpuviz.trace.trace import HazardKind, HazardSpace, MissingBarrier

A_WARP = Dim3(32)
MARK = re.compile(r"#\s*<-\s*(\w+)")
HEAD = "from numba import cuda, float32\nimport numpy as np\n\n\n"


def kernel(body: str) -> str:
    """A file with one kernel of this body."""
    lines = dedent(body).strip("\n").splitlines()
    inner = "".join(f"    {line}\n" if line else "\n" for line in lines)
    return f"{HEAD}@cuda.jit\ndef kernel(x, y):\n{inner}"


def marked(source: str, name: str) -> int:
    """The line with a mark."""
    rows = [n for n, line in enumerate(source.splitlines(), 1) if name in MARK.findall(line)]
    return rows[0]


def fault(
    source: str,
    kind: HazardKind,
    space: HazardSpace | None = "shared",
    array: str | None = "s",
    index: tuple[int, ...] = (),
    other: str | None = None,
    barrier: tuple[str, str, str | None] | None = None,
    block: Dim3 = A_WARP,
) -> Fault:
    """A fault in the line `here`; of a race with that in line `other`."""
    missing = None
    if barrier is not None:
        after, before, loop = barrier
        named = None if loop is None else marked(source, loop)
        missing = MissingBarrier(marked(source, after), marked(source, before), named)
    line = marked(source, "here")
    other_line = None if other is None else marked(source, other)
    found = Fault(kind, space, array, index, line, other_line, True, missing, block, "kernel")
    return found


def between_blocks(one: Fault) -> Fault:
    """The same race between threads of two blocks."""
    return replace(one, is_in_block=False, barrier=None)
