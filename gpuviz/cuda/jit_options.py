"""Options of @cuda.jit that say how to compile: those that contradict each other, and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpuviz.cuda.errors import CudaAPIError
from gpuviz.cuda.performance_warnings import warn_of_options
from gpuviz.cuda.settings import numbas_setting
from gpuviz.messages import Message

DEBUG_AND_OPT = (
    "debug=True with opt=True is not supported by CUDA. This may result in a crash - set"
    " debug=False or opt=False."
)
DEBUG_AND_LINEINFO = (
    "debug and lineinfo are mutually exclusive. Use debug to get full debug info (this disables"
    " some optimizations), or lineinfo for line info only with code generation unaffected."
)
SETTINGS = {"debug": "CUDA_DEBUGINFO_DEFAULT", "opt": "OPT"}
"""Numba's settings for options that are not given."""
CARVEOUTS = ["default", "maxl1", "maxshared"]
MOST_BOUNDS = 3  # threads of a block, blocks of an SM, blocks of a cluster


def check_options(options: Mapping[str, Any]) -> None:
    """Warns as Numba does of options that contradict each other.

    Raises ValueError or TypeError, as Numba does, for a share of shared memory and for launch
    bounds that there are not.
    """
    debug, opt = is_debug(options), _or_default(options, "opt")
    if debug and opt:
        warn_of_options(DEBUG_AND_OPT)
    if debug and options.get("lineinfo"):
        warn_of_options(DEBUG_AND_LINEINFO)
    carveout = options.get("shared_memory_carveout")
    if carveout is not None:
        _check_carveout(carveout)
    bounds = _bounds(options)
    if len(bounds) > MOST_BOUNDS:
        raise ValueError(
            f"Got {len(bounds)} launch bounds: {bounds}. A maximum of three are supported:"
            " (max_threads_per_block, min_blocks_per_sm, max_blocks_per_cluster)"
        )


def is_debug(options: Mapping[str, Any]) -> bool:
    """Whether the kernel is compiled for debugging: its exceptions reach the host."""
    return _or_default(options, "debug")


def most_threads(options: Mapping[str, Any]) -> int | None:
    """The most threads of a block that a kernel is compiled for, where it says so."""
    return next(iter(_bounds(options)), None)


def check_bound(kernel: str, most: int | None, threads: int) -> None:
    """Raises CudaAPIError for a block that is larger than the kernel is compiled for."""
    if most is not None and threads > most:
        template = (
            "A block of {threads} threads is more than the {most} that {kernel} is compiled for"
            " (launch_bounds): launch it with smaller blocks, or allow for more."
        )
        values = {"threads": threads, "most": most, "kernel": kernel}
        raise CudaAPIError(Message("launch.bounds", template, values))


def _or_default(options: Mapping[str, Any], name: str) -> bool:
    """An option, or else what Numba's settings say."""
    given = options.get(name)
    return bool(numbas_setting(SETTINGS[name]) if given is None else given)


def _bounds(options: Mapping[str, Any]) -> tuple[int, ...]:
    given = options.get("launch_bounds")
    if given is None:
        return ()
    return tuple(given) if isinstance(given, (tuple, list)) else (given,)


def _check_carveout(given: Any) -> None:
    if isinstance(given, str):
        if given.lower() not in CARVEOUTS:
            raise ValueError(
                f"Invalid carveout value: {given}. Must be -1 to 100 or one of {CARVEOUTS}"
            )
    elif not isinstance(given, int):
        raise TypeError(f"shared_memory_carveout must be str or int, got {type(given).__name__}")
    elif not -1 <= given <= 100:
        raise ValueError("Carveout must be between -1 and 100")
