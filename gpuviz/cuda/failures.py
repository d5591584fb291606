"""A kernel's exception as the script gets it: of its own type, with the thread that raised it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping

from gpuviz.messages import KernelFailed

OTHERS = {"kernel.assertion": "AssertionError", "kernel.tuple-index": "IndexError"}
"""What Python raises for other ends of a kernel, by the code of their message."""
WORDS = {"kernel.tuple-index": ": tuple index out of range"}


def own_exception(failure: KernelFailed, exceptions: Mapping[str, type[Exception]]) -> Exception:
    """What the kernel raised, with Numba's words for the thread; another failure as it is.

    `exceptions` are the script's own classes, by name.
    """
    values = failure.message.values
    code = failure.message.code
    name = values.get("kind") if code == "kernel.raised" else OTHERS.get(code)
    kind = exceptions.get(str(name)) or getattr(builtins, str(name), None)
    if kind is None:
        return failure
    thread, block = (_numbers(values[what]) for what in ("thread", "block"))
    words = WORDS.get(code, values.get("words", ""))
    made: Exception = kind(f"tid={thread} ctaid={block}{words}")
    return made


def _numbers(index: object) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(index))]
