"""The tables of a trace: functions, statements, sites, arrays and variables.

Each entry is found by its row number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, word
from gpuviz.ordinary_file import CUDA_C_SUFFIX

Space = Literal["global", "shared", "local", "constant"]
SPACES: Mapping[Space, Message] = {
    "global": word("global"),
    "shared": word("shared"),
    "local": word("local"),
    "constant": word("constant"),
}
"""The memory spaces as words of a sentence: "in shared memory"."""
AccessKind = Literal["read", "write", "atomic"]
Language = Literal["python", "cuda-c"]
HEADER_SUFFIXES = (".cuh", ".h", ".hpp", ".hxx", ".hh", ".inl", ".inc")


@dataclass(frozen=True, slots=True)
class Captured:
    """What a name of the surrounding module stood for when the kernel was captured.

    The default of a parameter b is kept under the name "b=".

    kind "symbol":   `value` is a canonical dotted name: "cuda", "cuda.grid", "numpy.float32", ...
    kind "constant": `value` is a NumPy scalar, int, float, bool, complex, str or dtype, or a tuple
                     of them
    kind "array":    `value` is a read-only NumPy array
    kind "enum":     `value` describes an enumeration or a member of it:
                     gpuviz.simt.source.enum_members
    kind "slice":    `value` has its start, stop and step, ints or None
    kind "device":   `value` has the name, dtype and dimensions of an array in device memory, and
                     whether it can only be read
    kind "function": `value` is the row of a device function in `Trace.functions`
    """

    kind: Literal["symbol", "constant", "array", "enum", "slice", "device", "function"]
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

    @property
    def language(self) -> Language:
        """What it is written in, as its file's name tells."""
        in_c = self.file.endswith((CUDA_C_SUFFIX, *HEADER_SUFFIXES))
        return "cuda-c" if in_c else "python"


@dataclass(frozen=True, slots=True)
class Operations:
    """What one lane does when it executes a statement once, as the source has it.

    Loads, stores and atomic operations are counted by their sites.
    """

    integer: int = 0  # whole numbers, truth values and comparisons
    float32: int = 0  # and smaller floats
    float64: int = 0
    special: int = 0  # division and remainder of floats, powers, roots, exp, sin and the like
    branch: int = 0
    barrier: int = 0
    fused: int = 0  # of the floats: products that an addition takes, a * b + c is one instruction
    special64: int = 0  # of the special ones: on float64
    divisions: int = 0  # of the whole numbers: divisions, remainders, powers; not by a constant


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the source, the unit of a step."""

    function: int  # row in Trace.functions
    line: int
    end_line: int
    column: int
    kind: str  # the syntax tree's name: Assign, AugAssign, If, While, For, Return, Expr, ...
    is_barrier: bool = False  # a whole-block barrier (cuda.syncthreads)
    operations: Operations = Operations()


@dataclass(frozen=True, slots=True)
class Site:
    """One operation on memory at one place in the source."""

    statement: int  # row in Trace.statements
    line: int
    column: int
    array: str  # the array's name at this place, the kernel's parameter, if it is one
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
    """Of element 0, in bytes; shared: offset in the block's shared memory.

    What arrays are parts of starts at a multiple of 256.
    """
    initialised: bool = True  # False: a device_array that nobody filled
    part_of: str = ""  # the array of records of which it is a field
    strides: tuple[int, ...] | None = None
    """Bytes from one element to the next by dimension; None: in C order without gaps."""

    @property
    def size(self) -> int:
        """Elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize

    @property
    def extent(self) -> tuple[int, int]:
        """The address of its first byte, and of the one behind its last."""
        if self.strides is None or self.size == 0:
            return self.address, self.address + self.nbytes
        reach = [(n - 1) * step for n, step in zip(self.shape, self.strides, strict=True)]
        low, high = (sum(step for step in reach if (step > 0) is up) for up in (False, True))
        return self.address + low, self.address + high + self.dtype.itemsize

    def addresses(self, element: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where elements lie that are given by their number in C order."""
        if self.strides is None:
            return self.address + element * self.dtype.itemsize
        found, left = np.full(element.shape, self.address), element
        for size, step in reversed(list(zip(self.shape, self.strides, strict=True))):
            found += left % max(size, 1) * step
            left = left // max(size, 1)
        return found


@dataclass(frozen=True, slots=True)
class Variable:
    """A local variable of one function; `dtype` is that of its last assignment."""

    function: int
    name: str
    dtype: np.dtype[np.generic]
