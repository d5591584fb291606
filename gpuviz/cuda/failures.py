"""A kernel's exception as the script gets it: of its own type, with the thread that raised it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping

from gpuviz.messages import KernelFailed

ASSERTION = "AssertionError"


def own_exception(failure: KernelFailed, exceptions: Mapping[str, type[Exception]]) -> Exception:
    """What the kernel raised, with Numba's words for the thread; another failure as it is.

    `exceptions` are the script's own classes, by name.
    """
    values = failure.message.values
    kinds = {"kernel.raised": values.get("kind"), "kernel.assertion": ASSERTION}
    name = kinds.get(failure.message.code)
    kind = exceptions.get(str(name)) or getattr(builtins, str(name), None)
    if kind is None:
        return failure
    thread, block = (_numbers(values[what]) for what in ("thread", "block"))
    made: Exception = kind(f"tid={thread} ctaid={block}{values.get('words', '')}")
    return made


def _numbers(index: object) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(index))]
