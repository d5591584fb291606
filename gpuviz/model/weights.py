"""How many machine instructions a statement usually takes, by the language it is written in.

The weights of Numba were read off the machine code that numba-cuda 0.30.4 makes of the gallery and
of the kernels of benchmarks/published for compute capabilities 7.5 to 9.0, where whole numbers have
64 bits and an SM adds 32 at a time; those of CUDA C off what NVRTC 13.3 makes of their twins there,
whose indices are of type int. tests/model/test_mix.py holds them against those counts;
docs/model-validation.md says how far times are off with them.
"""

from __future__ import annotations

from dataclasses import dataclass

SPECIAL = (10.0, 7.0, 1.0)
"""Of float32: issued, on floats, on the special function unit.

Seen: exp takes 9 instructions (one of them ex2.approx), 1 / x a reciprocal that is refined.
"""
SPECIAL64 = (20.0, 14.0, 1.0)  # a reciprocal, root or power refined by float64 multiply-adds


@dataclass(frozen=True, slots=True)
class UsualWeights:
    """Machine instructions by what the source says."""

    whole_number: float
    """An addition or comparison: of 64 bits it is one of 32 and one with carry."""
    division: float
    """Of whole numbers. Numba: 12 instructions choose 32 bits, 16 divide those, 12 give it Python's
    sign."""
    on_int32: float
    """Of instructions on whole numbers, those on the INT32 unit: multiplications and some moves run
    as multiply-adds on the unit for floats. Seen: 21 of 25 in vector_add, 167 of 227 in
    matmul_naive."""
    range_header: float
    """A turn of `for i in range(n)`. Numba: 64-bit, two comparisons, a choice, an addition."""
    branch_of_a_range: float
    """Its bodies stand side by side, four at least."""
    global_index: float
    """Each index of an element of an array. Numba: an index below 0 wraps around, the offset is
    scaled and added. Seen in the naive product: 34 instructions a turn, of which four indices take
    26; for `c[i] = a[i] + b[i]` 13 of 64 bits for 3 addresses. What a statement reads and writes at
    the same place it finds once."""
    shared_index: float
    """Shared memory has 32-bit addresses and a known shape; nothing where the loop is written out.
    """
    warp_start: tuple[float, float]
    """Issued, and on whole numbers: each warp finds its place in the grid, reads arguments, ends.
    Seen: cuda.grid(1) takes 6 instructions, parameters one each."""

    def address(self, space: str) -> float:
        """Instructions for each index of an element in a space."""
        return {"global": self.global_index, "shared": self.shared_index}.get(space, 0.0)


NUMBA = UsualWeights(
    whole_number=2.0,
    division=40.0,
    on_int32=0.75,
    range_header=5.0,
    branch_of_a_range=0.25,
    global_index=6.5,
    shared_index=3.0,
    warp_start=(12.0, 4.0),
)
CUDA_C = UsualWeights(
    whole_number=0.85,
    division=18.0,
    on_int32=0.3,
    range_header=0.3,
    branch_of_a_range=0.05,
    global_index=0.4,
    shared_index=0.1,
    warp_start=(10.0, 4.0),
)
