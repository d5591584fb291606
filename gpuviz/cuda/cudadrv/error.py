"""Names of `numba.cuda.cudadrv.error`."""

from gpuviz.cuda.errors import CudaDriverError, CudaSupportError

__all__ = ["CudaDriverError", "CudaSupportError"]
