"""What stands between a kernel's brackets: kernel[grid, block, stream, dynamic shared bytes]."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gpuviz.cuda.errors import BadType, BadValue
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message, NotSupportedError, word
from gpuviz.simt.source.not_there_yet import CLUSTERS


def launch_configuration(given: Any) -> LaunchConfig:
    """The configuration. Raises BadValue or BadType, where Numba raises ValueError or TypeError,
    and NotSupportedError for clusters of blocks.
    """
    parts = given if isinstance(given, tuple) else (given,)
    if len(parts) == 5:
        fifth = word("What stands fifth in kernel[..]")
        raise NotSupportedError(Message("cuda.not-there-yet", CLUSTERS, {"name": fifth}))
    if not 2 <= len(parts) <= 4:
        template = (
            "a launch must specify at least the griddim and blockdim, the blocks and the threads"
            " of a block: kernel[blocks, threads](...)."
        )
        raise BadValue(Message("launch.configuration", template))
    shared = _bytes(parts[3]) if len(parts) == 4 else 0
    return LaunchConfig(_shape("griddim", parts[0]), _shape("blockdim", parts[1]), shared)


def _shape(what: str, given: Any) -> Dim3:
    parts = list(given) if isinstance(given, (tuple, list)) else [given]
    if not 1 <= len(parts) <= 3:
        template = "{what} must be a sequence of 1, 2 or 3 integers, got {given}."
        raise BadValue(Message("launch.not-a-shape", template, {"what": what, "given": parts}))
    try:
        return Dim3(*(_whole(part) for part in parts))
    except TypeError:
        template = "{what} must be a sequence of integers, got {given}: give {example}."
        rounded, shapes = word("-(-n // threads), which rounds up"), word("4 or (16, 16)")
        example = rounded if _has_fraction(parts) else shapes
        values = {"what": what, "given": parts, "example": example}
        raise BadType(Message("launch.not-whole-numbers", template, values)) from None


def _whole(part: Any) -> int:
    if isinstance(part, (bool, np.bool_)):
        raise TypeError
    return operator.index(part)


def _has_fraction(parts: list[Any]) -> bool:
    return any(isinstance(part, (float, np.floating)) for part in parts)


def _bytes(given: Any) -> int:
    """Dynamic shared memory of a block."""
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool) and given >= 0:
        return int(given)
    template = "{given} is no number of bytes of shared memory: give a whole number, 0 or above."
    raise BadType(Message("launch.dynamic-shared", template, {"given": str(given)}))
