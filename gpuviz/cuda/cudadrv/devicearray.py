"""Names of `numba.cuda.cudadrv.devicearray`."""

from __future__ import annotations

from gpuviz.cuda.arrays import DeviceArray

DeviceNDArrayBase = DeviceNDArray = DeviceArray

__all__ = ["DeviceNDArray", "DeviceNDArrayBase", "is_cuda_ndarray"]


def is_cuda_ndarray(obj: object) -> bool:
    """Whether an object is a device array."""
    return isinstance(obj, DeviceArray)
