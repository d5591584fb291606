"""Names of `numba.cuda.cudadrv.runtime`."""

from gpuviz.cuda.devices import Runtime, runtime

get_version = runtime.get_version

__all__ = ["Runtime", "get_version", "runtime"]
