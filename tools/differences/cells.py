"""One cell of the table: an expression of numbers of two types, computed by all oracles."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import GpuvizError
from tools.differences import oracles
from tools.differences.compare import Comparison, compare
from tools.differences.corners import KINDS, corners, pairs
from tools.differences.oracles import Arrays, Result, by_emulator, by_njit, by_ptx
from tools.differences.table import Row

Computed = Callable[[str, int, Arrays], Result]
REFUSED = "refused"
ON_CPU = ("b1", "i4", "i8", "u8", "f4", "f8", "c16")
"""Types of x with which Numba's CPU code is compared, too: it takes long to compile."""


class _AloneError(Exception):
    """The cells of a row cannot share a kernel."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of it. Types are NumPy's names, or REFUSED, or why there is none.

    `against` compares the emulator with PTX, `cpu` Numba's CPU code with PTX; None where one of the
    two has no values.
    """

    row: str
    left: str
    right: str
    numba_type: str
    own_type: str
    against: Comparison | None
    cpu: Comparison | None
    examples: tuple[str, ...] = ()
    cpu_examples: tuple[str, ...] = ()
    note: str = ""


def cells(row: Row, left: str, with_cpu: bool) -> Iterator[Cell]:
    """The cells of a row for one type of x."""
    if left not in row.kinds:
        return
    rights = [kind for kind in KINDS if kind in row.kinds] if row.is_binary else [""]
    types = {right: numba_type(row, left, right) for right in rights}
    known = [right for right in rights if types[right] is not None]
    wanted = _each(row, left, known, types, by_ptx)
    cpu = _each(row, left, known, types, _safe_njit) if with_cpu and left in ON_CPU else {}
    own = _each(row, left, rights, types, _typed_emulator)
    for right in rights:
        yield _cell(row, left, right, types[right], own[right], wanted.get(right), cpu.get(right))


def numba_type(row: Row, left: str, right: str) -> np.dtype[Any] | None:
    """The type of the expression in Numba's typing for CUDA; None where it has none."""
    from numba.core.errors import NumbaError
    from numba.cuda.descriptor import cuda_target
    from numba.np.numpy_support import as_dtype, from_dtype
    from numba.types import float64

    if isinstance(row.function, type) and issubclass(row.function, np.generic):
        return np.dtype(row.function)
    context = cuda_target.typing_context
    context.refresh()
    given = [from_dtype(np.dtype(kind)) for kind in (left, right) if kind]
    literal = importlib.import_module("numba.core.types").literal
    given += [float64 if isinstance(value, float) else literal(value) for value in row.static]
    try:
        with mock.patch("numba.cuda.dispatcher.get_current_device", oracles._device):
            signature = context.resolve_function_type(row.function, tuple(given), {})
    except (NumbaError, TypeError, AssertionError, NotImplementedError):
        return None
    if signature is None:
        return None
    result = signature.return_type
    try:
        return np.dtype(as_dtype(result if row.part is None else result[row.part]))
    except (NumbaError, NotImplementedError, TypeError):
        return None


def _each(
    row: Row,
    left: str,
    rights: Sequence[str],
    types: Mapping[str, np.dtype[Any] | None],
    computed: Computed,
) -> dict[str, Result | str]:
    """The results for each type of y; those that are refused together are tried alone."""
    if not rights:
        return {}
    text, threads, arguments = kernel_of(row, left, rights, types)
    try:
        if row.may_end and len(rights) > 1:
            raise _AloneError
        found = computed(text, threads, arguments)
    except Exception as error:
        if len(rights) == 1:
            return {rights[0]: _reason(error)}
        half = len(rights) // 2
        first = _each(row, left, rights[:half], types, computed)
        return first | _each(row, left, rights[half:], types, computed)
    return {right: _own(found, number) for number, right in enumerate(rights)}


def _reason(error: Exception) -> str:
    words = str(error).strip().splitlines() or [""]
    kind = REFUSED if isinstance(error, GpuvizError) else type(error).__name__
    return f"{kind}: {words[0]}"


def _own(found: Result, number: int) -> Result:
    return {
        name: found[f"{name}{number}"] for name in ("out", "type") if f"{name}{number}" in found
    }


def kernel_of(
    row: Row, left: str, rights: Sequence[str], types: Mapping[str, np.dtype[Any] | None]
) -> tuple[str, int, dict[str, Any]]:
    """The text of a kernel that computes all cells, how many threads, and its arguments."""
    columns = {right: pairs(left, right) if right else (corners(left), None) for right in rights}
    threads = max(len(x) for x, _ in columns.values())
    lines: list[str] = []
    arguments: dict[str, Any] = {}
    for number, (right, (x, y)) in enumerate(columns.items()):
        result = types[right] or np.dtype(np.float64)
        values = {f"x{number}": x, f"y{number}": y, f"out{number}": np.zeros(1, result)}
        given = {name: value for name, value in values.items() if value is not None}
        arguments |= {name: np.resize(value, threads) for name, value in given.items()}
        lines.append(f"    a{number} = x{number}[i]")
        lines += [f"    b{number} = y{number}[i]"] if y is not None else []
        text = re.sub(r"\by\b", f"b{number}", re.sub(r"\bx\b", f"a{number}", row.text))
        lines += [f"    r{number} = {text}", f"    out{number}[i] = r{number}"]
    head = f"def kernel({', '.join(arguments)}):\n    i = cuda.grid(1)\n"
    return head + "\n".join(lines) + "\n", threads, arguments


def _typed_emulator(text: str, threads: int, arguments: Arrays) -> Result:
    """With the types of the results, which isinstance tells: their places in KINDS."""
    count = sum(name.startswith("out") for name in arguments)
    lines = []
    for number in range(count):
        asked = (
            f"{place} * isinstance(r{number}, np.{np.dtype(kind).name})"
            for place, kind in enumerate(KINDS)
        )
        lines.append(f"    type{number}[i] = {' + '.join(asked)}")
    types = {f"type{number}": np.zeros(threads, np.int64) for number in range(count)}
    longer = text.replace("):\n", ", " + ", ".join(types) + "):\n", 1) + "\n".join(lines) + "\n"
    return by_emulator(longer, threads, {**arguments, **types})


def _safe_njit(text: str, threads: int, arguments: Arrays) -> Result:
    """Without the division that ends a CPU's process: the lowest number by -1."""
    if any(
        sign in text
        for sign in ("//", "%", "divmod", "mod(", "floor_divide", "remainder", "gcd", "lcm")
    ):
        arguments = dict(arguments)
        for name in [name for name in arguments if name.startswith("x")]:
            x, y = arguments[name], arguments.get("y" + name[1:])
            if y is not None and x.dtype.kind == "i" and y.dtype.kind == "i":
                ends = (x == np.iinfo(x.dtype).min) & (y == -1)
                arguments[name] = np.where(ends, x.dtype.type(1), x)
    return by_njit(text, threads, arguments)


def _cell(
    row: Row,
    left: str,
    right: str,
    kind: np.dtype[Any] | None,
    own: Result | str,
    wanted: Result | str | None,
    cpu: Result | str | None,
) -> Cell:
    numba = REFUSED if kind is None else str(kind)
    if isinstance(wanted, str):
        numba = wanted
    if isinstance(own, str):
        mine = REFUSED if own.startswith(REFUSED) else own
    else:
        mine = str(np.dtype(KINDS[int(own["type"][0])]))
    x, y = pairs(left, right) if right else (corners(left), None)
    against = others = None
    examples: tuple[str, ...] = ()
    cpu_examples: tuple[str, ...] = ()
    if isinstance(wanted, dict) and isinstance(own, dict):
        against, examples = _compared(own["out"], wanted["out"], x, y)
    if isinstance(wanted, dict) and isinstance(cpu, dict):
        others, cpu_examples = _compared(cpu["out"], wanted["out"], x, y)
    note = cpu if isinstance(cpu, str) else ""
    return Cell(row.name, left, right, numba, mine, against, others, examples, cpu_examples, note)


def _compared(
    got: NDArray[Any], want: NDArray[Any], x: NDArray[Any], y: NDArray[Any] | None
) -> tuple[Comparison, tuple[str, ...]]:
    got, want = got[: len(x)], want[: len(x)]
    found = compare(got, want)
    examples = []
    for at in found.examples:
        inputs = str(x[at]) if y is None else f"{x[at]}, {y[at]}"
        examples.append(f"({inputs}): {got[at]}, not {want[at]}")
    return found, tuple(examples)
