"""The text of a puzzle's file in CUDA C: its kernel, another one in its place, its words."""

from __future__ import annotations

from gpuviz.cuda_c.unit import FunctionText, Unit, read_unit
from gpuviz.messages import GpuvizError

FILE = "start.cu"


def with_c_kernel(start: str, kernel: str) -> str:
    """The text of a puzzle's file with other functions of the device in it."""
    functions = _functions(read_unit(start, FILE))
    lines = start.splitlines()
    first = min(one.first_line for one in functions)
    last = max(one.last_line for one in functions)
    return "\n".join([*lines[: first - 1], kernel.strip("\n"), *lines[last:], ""])


def c_kernel_of(text: str) -> str:
    """The text of the kernel alone. Raises GpuvizError for a text that cannot be read."""
    unit = read_unit(text, FILE)
    if not unit.kernels:
        return text
    kernel = unit.kernels[0]
    return "\n".join(text.splitlines()[kernel.first_line - 1 : kernel.last_line])


def c_code_of(text: str) -> str:
    """The kernel and what it calls, without comments; nothing of a text that is no C."""
    try:
        functions = _functions(read_unit(text, FILE))
    except GpuvizError:
        return ""
    return " ".join(word.text for one in functions for word in one.words)


def _functions(unit: Unit) -> list[FunctionText]:
    found = [one for several in unit.functions.values() for one in several]
    return sorted(found, key=lambda one: one.first_line)
