"""`cuda.reduce`: sums an array up, or folds it by any other function of two elements."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.allocation import device_array, to_device
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.decorators import jit
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.errors import BadType
from gpuviz.cuda.intrinsics import blockIdx, shared, syncthreads, threadIdx
from gpuviz.launch import ceil_divide
from gpuviz.messages import Message

THREADS = 128  # of a block: each reduces so many elements to one


class Reduce:
    """A function of two elements, made into one of a whole array; usable as a decorator too."""

    def __init__(self, functor: Any) -> None:
        self._functor = functor
        self._kernels: dict[np.dtype[Any], tuple[Kernel, Kernel]] = {}

    def __call__(
        self,
        arr: NDArray[Any] | DeviceArray,
        size: int | None = None,
        res: DeviceArray | None = None,
        init: Any = 0,
        stream: object = 0,
    ) -> Any:
        """All elements, or the first `size`, folded into one, and that with `init`.

        With `res` the result stays on the device, in its first element. Raises BadType, as Numba
        raises TypeError, for an array of more than one dimension.
        """
        if arr.ndim != 1:
            template = "cuda.reduce takes an array of one dimension, this one has {ndim}."
            raise BadType(Message("reduce.dimensions", template, {"ndim": arr.ndim}))
        part: Any = arr if size is None else arr[:size]
        start = arr.dtype.type(init)
        if part.size == 0:
            return start
        result = self._folded(to_device(part), start, stream)
        if res is None:
            return result[0]
        res[:1].copy_to_device(result[:1], stream=stream)
        return None

    def _folded(self, part: DeviceArray, init: Any, stream: object) -> DeviceArray:
        """An array of one element."""
        if part.dtype not in self._kernels:
            self._kernels[part.dtype] = _kernels(self._functor, part.dtype.type)
        fold, finish = self._kernels[part.dtype]
        while part.size > 1:
            blocks = ceil_divide(part.size, THREADS)
            partials = device_array(blocks, part.dtype)
            fold[blocks, THREADS, stream](part, partials)
            part = partials
        result = device_array(1, part.dtype)
        finish[1, 1, stream](part, result, init)
        return result


def _kernels(functor: Any, dtype: type[np.generic]) -> tuple[Kernel, Kernel]:
    combine = functor if hasattr(functor, "py_func") else jit(functor, device=True)

    @jit
    def fold(elements: Any, partials: Any) -> None:
        own = shared.array(THREADS, dtype)
        thread, first = threadIdx.x, blockIdx.x * THREADS
        count = min(THREADS, elements.size - first)
        if thread < count:
            own[thread] = elements[first + thread]
        syncthreads()
        half = THREADS // 2
        while half > 0:
            if thread < half and thread + half < count:
                own[thread] = combine(own[thread], own[thread + half])
            syncthreads()
            half //= 2
        if thread == 0:
            partials[blockIdx.x] = own[0]

    @jit
    def finish(elements: Any, result: Any, init: Any) -> None:
        result[0] = combine(elements[0], init)

    return fold, finish
