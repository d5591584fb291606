"""Names of `numba.cuda.cudadrv.driver`."""

from gpuviz.cuda.devices import Context, EmulatedDevice, MemoryInfo
from gpuviz.cuda.errors import CudaAPIError, CudaDriverError
from gpuviz.cuda.streams import Event, Stream

Device = EmulatedDevice

__all__ = [
    "Context",
    "CudaAPIError",
    "CudaDriverError",
    "Device",
    "Event",
    "MemoryInfo",
    "Stream",
]
