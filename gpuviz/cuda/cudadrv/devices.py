"""Names of `numba.cuda.cudadrv.devices`."""

from gpuviz.cuda.devices import current_context, gpus, require_context

get_context = current_context

__all__ = ["get_context", "gpus", "require_context"]
