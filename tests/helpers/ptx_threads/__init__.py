"""Threads of a GPU that execute PTX, all at once in NumPy: an oracle for what a kernel computes.

PTX ISA 9.0, chapter 9, says what each instruction does. Instructions that it leaves inexact
(ex2.approx and its like) are computed in float64 and rounded once; a GPU may be a few units in the
last place off. Known is what NVVM makes of Numba's kernels, with libdevice in them; anything else
raises NotImplementedError.
"""

from __future__ import annotations

from tests.helpers.ptx_threads.launch import launch
from tests.helpers.ptx_threads.reading import Module, read_module

__all__ = ["Module", "launch", "read_module"]
