"""Memory of the host that a stream may write behind its back: reads of it are watched."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda.device_work import host_reads

LOOKS_AT_NOTHING = {
    *(np.copyto, np.shape, np.ndim, np.size, np.may_share_memory, np.shares_memory),
    *(np.empty_like, np.zeros_like, np.ones_like, np.full_like, np.reshape, np.ravel),
}
"""Functions that do not read the elements, or write into the array."""


class WatchedArray(np.ndarray[Any, Any]):
    """An array of the host; what is computed of it is an ordinary one."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if not isinstance(found, np.ndarray):
            parts = index if isinstance(index, tuple) else (index,)
            host_reads(np.asarray(self)[(*parts, ...)])
        elif not np.may_share_memory(found, self):
            host_reads(np.asarray(self))
        return found

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        for one in inputs:
            if isinstance(one, WatchedArray):
                host_reads(np.asarray(one))
        outs: tuple[Any, ...] = kwargs.get("out") or ()
        if outs:
            kwargs["out"] = tuple(_plain(one) for one in outs)
        result = getattr(ufunc, method)(*map(_plain, inputs), **kwargs)
        return outs[0] if len(outs) == 1 else result

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func not in LOOKS_AT_NOTHING:
            for one in (*args, *kwargs.values()):
                for part in one if isinstance(one, (list, tuple)) else (one,):
                    if isinstance(part, WatchedArray):
                        host_reads(np.asarray(part))
        return super().__array_function__(func, types, args, kwargs)

    def tolist(self) -> Any:
        """The elements in lists."""
        host_reads(np.asarray(self))
        return super().tolist()

    def copy(self, order: Any = "C") -> Any:
        """The elements in an array of their own."""
        host_reads(np.asarray(self))
        return np.array(self, order=order)

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """The elements as numbers of another type."""
        host_reads(np.asarray(self))
        return np.asarray(self).astype(dtype, *args, **kwargs)


class PinnedArray(WatchedArray):
    """Page-locked memory of the host."""


def _plain(value: Any) -> Any:
    return np.asarray(value) if isinstance(value, WatchedArray) else value
