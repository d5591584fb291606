"""What scripts import from `numba.cuda.cudadrv`: errors, devices and device arrays."""

from gpuviz.cuda.cudadrv import devicearray, devices, driver, error, runtime

__all__ = ["devicearray", "devices", "driver", "error", "runtime"]
