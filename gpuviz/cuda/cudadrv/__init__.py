"""What scripts import from `numba.cuda.cudadrv`: errors, devices and device arrays."""

from gpuviz.cuda.cudadrv import devicearray, devices, driver, error

__all__ = ["devicearray", "devices", "driver", "error"]
