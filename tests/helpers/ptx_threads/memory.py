"""Memory of a launch: each state space has addresses of its own, which tells generic ones.

Addresses of global memory begin at GLOBAL, of shared at SHARED, of a thread's own at LOCAL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.helpers.ptx_threads.reading import Function, Module, Variable

GLOBAL, SHARED, LOCAL = (space << 40 for space in (1, 2, 3))
SPACES = {"global": GLOBAL, "const": GLOBAL, "shared": SHARED, "local": LOCAL}

Mask = NDArray[np.bool_] | None
"""Which threads; None for all."""


class Memory:
    """Bytes of all spaces, for a number of threads of one block."""

    def __init__(self, module: Module, threads: int, arrays: Sequence[NDArray[Any]]) -> None:
        self.symbols: dict[str, int] = {}
        self._sizes = dict.fromkeys((GLOBAL, SHARED, LOCAL), 0)
        placed: list[tuple[int, bytes]] = []
        for variable in _variables(module):
            address = self._take(SPACES[variable.space], variable.align, len(variable.data))
            self.symbols[variable.name] = address
            placed.append((address, variable.data))
        self.addresses = [self._take(GLOBAL, 256, array.nbytes) for array in arrays]
        self._local_size = -(-self._sizes[LOCAL] // 16) * 16 or 16
        lengths = {**self._sizes, LOCAL: self._local_size * threads}
        self._bytes = {
            space: np.zeros(-(-length // 16) * 16 + 16, np.uint8)
            for space, length in lengths.items()
        }
        self._own = np.arange(threads, dtype=np.int64) * self._local_size
        for address, data in placed:
            self._fill(address, data)
        for address, array in zip(self.addresses, arrays, strict=True):
            self._fill(address, array.tobytes())

    def read_back(self, number: int, like: NDArray[Any]) -> NDArray[Any]:
        """The array of that number, as threads left it."""
        start = self.addresses[number] - GLOBAL
        taken = self._bytes[GLOBAL][start : start + like.nbytes]
        result: NDArray[Any] = taken.view(like.dtype).reshape(like.shape).copy()
        return result

    def load(self, addresses: Any, size: int, mask: Mask) -> Any:
        """Unsigned numbers of `size` bytes; 0 for threads that are not in the mask."""
        found = np.zeros(len(self._own), f"u{size}")
        for space, lanes, places in self._places(addresses, size, mask):
            found[lanes] = self._bytes[space].view(f"u{size}")[places]
        return found

    def store(self, addresses: Any, values: Any, mask: Mask) -> None:
        """Writes unsigned numbers; of threads with one address the last one stays."""
        size = values.dtype.itemsize
        values = np.broadcast_to(values, self._own.shape)
        for space, lanes, places in self._places(addresses, size, mask):
            self._bytes[space].view(f"u{size}")[places] = values[lanes]

    def _places(self, addresses: Any, size: int, mask: Mask) -> Any:
        given = np.broadcast_to(np.asarray(addresses).view(np.int64), self._own.shape)
        lanes = np.arange(len(given)) if mask is None else np.flatnonzero(mask)
        spaces = (given[lanes] >> 40) << 40
        for space in np.unique(spaces):
            within = lanes[spaces == space]
            places = given[within] - space
            if space == LOCAL:
                places = places + self._own[within]
            if (places % size).any() or (places < 0).any():
                raise IndexError("an address that is not aligned")
            yield int(space), within, places // size

    def _take(self, space: int, align: int, size: int) -> int:
        start = -(-self._sizes[space] // align) * align
        self._sizes[space] = start + size
        return space + start

    def _fill(self, address: int, data: bytes) -> None:
        space = (address >> 40) << 40
        start = address - space
        content = np.frombuffer(data, np.uint8)
        if space == LOCAL:
            for own in self._own:
                self._bytes[space][own + start : own + start + len(data)] = content
        else:
            self._bytes[space][start : start + len(data)] = content


def _variables(module: Module) -> list[Variable]:
    functions: Mapping[str, Function] = module.functions
    inner = [variable for function in functions.values() for variable in function.variables]
    return [variable for variable in (*module.variables, *inner) if variable.space in SPACES]
