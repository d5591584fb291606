"""Names of `numba.cuda.cudadrv.devices`."""

from gpuviz.cuda.devices import get_context, gpus, require_context, reset

__all__ = ["get_context", "gpus", "require_context", "reset"]
