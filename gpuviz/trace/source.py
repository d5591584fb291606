"""The tables of a trace: functions, statements, sites, arrays and variables.

Each entry is found by its row number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

Space = Literal["global", "shared", "local", "constant"]
AccessKind = Literal["read", "write", "atomic"]


@dataclass(frozen=True, slots=True)
class Captured:
    """What a name of the surrounding module stood for when the kernel was captured.

    The default of a parameter b is kept under the name "b=".

    kind "symbol":   `value` is a canonical dotted name: "cuda", "cuda.grid", "numpy.float32", ...
    kind "constant": `value` is a NumPy scalar, int, float, bool, complex, str or dtype, or a tuple
                     of them
    kind "array":    `value` is a read-only NumPy array
    kind "function": `value` is the row of a device function in `Trace.functions`
    """

    kind: Literal["symbol", "constant", "array", "function"]
    value: object


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """One kernel or device function as its author wrote it. Lines count as in `file`, from 1."""

    name: str
    file: str
    first_line: int  # the line of `text`'s first line
    text: str  # from the first decorator to the end of the body, indentation removed
    is_kernel: bool
    captured: Mapping[str, Captured]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the source, the unit of a step."""

    function: int  # row in Trace.functions
    line: int
    end_line: int
    column: int
    kind: str  # the syntax tree's name: Assign, AugAssign, If, While, For, Return, Expr, ...
    is_barrier: bool = False  # a whole-block barrier (cuda.syncthreads)


@dataclass(frozen=True, slots=True)
class Site:
    """One operation on memory at one place in the source."""

    statement: int  # row in Trace.statements
    line: int
    column: int
    array: str  # the array's name at this place, as SEMANTICS names it (the kernel's parameter)
    space: Space
    kind: AccessKind
    itemsize: int  # bytes


@dataclass(frozen=True, slots=True)
class ArrayInfo:
    """One array that the launch touched.

    The shape of a shared array is that in one block, of a local array that in one thread.
    """

    name: str
    space: Space
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]
    address: int
    """Of element 0, in bytes: a multiple of 256; shared: offset in the block's shared memory."""
    initialised: bool = True  # False: a device_array that nobody filled
    part_of: str = ""  # the array of records of which it is a field

    @property
    def size(self) -> int:
        """Elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize


@dataclass(frozen=True, slots=True)
class Variable:
    """A local variable of one function; `dtype` is that of its last assignment."""

    function: int
    name: str
    dtype: np.dtype[np.generic]
