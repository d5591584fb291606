"""The comments that launch a kernel of CUDA C that stands alone: suggested, and as text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.cuda_c.types import Pointer, name_of
from gpuviz.cuda_c.unit import FunctionText, read_unit
from gpuviz.messages import Message, NotSupportedError, RequestRefused

VALUES = ("random", "ramp", "zeros", "ones", "empty")
"""What an array may hold."""
ONE_SIZE, SEVERAL_SIZES = 1000, 64
NUMBER = "2.0"  # of a parameter that is no size


@dataclass(frozen=True, slots=True)
class HeadRow:
    """A parameter. Of an array `length` is that, and `values` one of VALUES; of a number `values`
    is the number itself.
    """

    name: str
    kind: str  # as it is written in C
    length: str  # "" of a number
    values: str

    @property
    def is_array(self) -> bool:
        """Whether it is a pointer."""
        return bool(self.length)

    @property
    def line(self) -> str:
        """What stands behind `// gpuviz:`."""
        made = f"{self.values}({self.length})" if self.is_array else self.values
        return f"{self.name} = {made}"


@dataclass(frozen=True, slots=True)
class Head:
    """All that is said of a launch. `kernel` is given for a template alone."""

    rows: tuple[HeadRow, ...]
    threads: str
    block: str
    kernel: str = ""

    @property
    def text(self) -> str:
        """The comments, as they stand at the top of the file."""
        rows = [row for row in self.rows if not row.is_array]  # sizes before what they measure
        rows += [row for row in self.rows if row.is_array]
        lines = [row.line for row in rows]
        lines += [f"threads = {self.threads}", f"block = {self.block}"]
        lines += [f"kernel = {self.kernel}"] if self.kernel else []
        return "".join(f"// gpuviz: {line}\n" for line in lines)


def suggested_head(source: str, file: str) -> Head:
    """What a kernel probably wants, the first one of a file.

    Raises RequestRefused for a file without one, NotSupportedError for what cannot be read.
    """
    unit = read_unit(source, file)
    if not unit.kernels:
        message = Message("cuda-c.no-kernel", "{file} has no kernel.", {"file": file})
        raise RequestRefused(message)
    kernel = unit.kernels[0]
    given = tuple(np.dtype(np.float32) if one.is_type else 256 for one in kernel.templates)
    parameters = unit.function(kernel, given).parameters
    if not all(isinstance(one.kind, (Pointer, np.dtype)) for one in parameters):
        raise NotSupportedError(Message("cuda-c.parameter", "It takes structures."))
    whole = [p.name for p in parameters if isinstance(p.kind, np.dtype) and p.kind.kind in "iu"]
    sizes = whole or ["n"]
    length = " * ".join(sizes)
    rows = []
    for one in parameters:
        kind, shown = one.kind, name_of(one.kind)
        if isinstance(kind, Pointer):
            rows.append(HeadRow(one.name, shown, length, "random" if kind.constant else "zeros"))
        elif one.name not in whole:
            rows.append(HeadRow(one.name, shown, "", NUMBER))
    size = ONE_SIZE if len(sizes) == 1 else SEVERAL_SIZES
    first = [HeadRow(name, "int", "", str(size)) for name in sizes]
    is_flat = len(sizes) == 1 or not _uses_y(kernel)
    named = (
        f"{kernel.name}<{', '.join(['float' if t.is_type else '256' for t in kernel.templates])}>"
    )
    return Head(
        (*first, *rows),
        length if is_flat else f"{sizes[1]}, {sizes[0]}",
        "256" if is_flat else "16, 16",
        named if kernel.templates else "",
    )


def _uses_y(kernel: FunctionText) -> bool:
    """Whether its threads have two dimensions."""
    words = kernel.words
    pairs = zip(words, words[2:], strict=False)
    return any(one.is_name("threadIdx", "blockIdx") and other.text == "y" for one, other in pairs)
