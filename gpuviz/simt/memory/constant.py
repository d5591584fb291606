"""Constant memory: arrays of the module, frozen as they were when the kernel was captured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.memory.arrays import GlobalArray, c_strides
from gpuviz.trace.source import ArrayInfo

CONSTANT_BYTES = 65536  # of all kernels of a module: CUDA C++ Programming Guide 13.0, table 27
ALIGNMENT = 16  # bytes between the starts of arrays: the widest access of a thread


@dataclass(eq=False)
class ConstantMemory:
    """Where the arrays lie; each is placed when a kernel meets it for the first time."""

    used: int = 0  # bytes
    _arrays: dict[int, GlobalArray] = field(default_factory=dict)  # by the identity of the value

    def array(self, name: str, value: NDArray[Any], infos: list[ArrayInfo]) -> GlobalArray:
        """The array as kernels see it; `infos` are the trace's arrays, which it joins.

        Raises NotSupportedError, without a place, where the memory does not suffice.
        """
        if id(value) not in self._arrays:
            start = -(-self.used // ALIGNMENT) * ALIGNMENT
            self.used = start + value.nbytes
            if self.used > CONSTANT_BYTES:
                raise _too_much(name, self.used)
            data, row = np.ascontiguousarray(value).reshape(-1), len(infos)
            infos.append(ArrayInfo(name, "constant", value.shape, value.dtype, start))
            self._arrays[id(value)] = GlobalArray(
                name, row, data, value.shape, c_strides(value.shape), start, space="constant"
            )
        return self._arrays[id(value)]


def _too_much(name: str, needed: int) -> NotSupportedError:
    template = (
        "With {name} the constant arrays of the kernel take {needed} bytes, but there are {limit}:"
        " pass it to the kernel as an argument."
    )
    values = {"name": name, "needed": needed, "limit": CONSTANT_BYTES}
    return NotSupportedError(Message("kernel.too-much-constant", template, values))
