"""What looks as if a kernel could do it, and numba-cuda refuses: known cases, as sentences.

Each is an answer of the compiler of numba-cuda 0.30 (tests/simt/test_language.py asks it again).
"""

from __future__ import annotations

import ast
from typing import NoReturn

from gpuviz.messages import EnglishTemplate, word
from gpuviz.simt.lower.scope import Scope

MATH = {
    **{name: f"math.{name}" for name in ("ceil", "copysign", "exp", "exp2", "expm1", "fabs")},
    **{name: f"math.{name}" for name in ("floor", "fmod", "gcd", "isfinite", "isinf", "ldexp")},
    **{name: f"math.{name}" for name in ("log1p", "nextafter", "sqrt", "trunc")},
    "absolute": "abs",
    "cbrt": "cuda.libdevice.cbrt",
    "divmod": "divmod",
    "rint": "cuda.libdevice.rint",
}
OPERATORS = {
    **{"add": "a + b", "subtract": "a - b", "multiply": "a * b", "floor_divide": "a // b"},
    **{"remainder": "a % b", "negative": "-a", "positive": "+a", "square": "a * a"},
    **{"reciprocal": "1 / a", "sign": "(a > 0) - (a < 0)", "signbit": "math.copysign(1, a) < 0"},
}
OTHERS = ("lcm", "logaddexp", "logaddexp2", "spacing")
UFUNCS = {**MATH, **OPERATORS, **dict.fromkeys(OTHERS, "")}
"""Functions of NumPy that numba-cuda does not have for kernels, and what does the same there."""

ELSEWHERE = {
    "builtins.any": "a or b",
    "builtins.all": "a and b",
    "builtins.reversed": "range(n - 1, -1, -1)",
    "cuda.synchronize": "cuda.syncthreads()",
    "numpy.clip": "min(max(x, low), high)",
}
"""Functions that Numba has for CPUs, or Python has, and what does the same in kernels."""

UNKNOWN: EnglishTemplate = "{name} is not known to numba-cuda in kernels: write {instead}."
FUNCTION: EnglishTemplate = (
    "{name}: numba-cuda has no such function of NumPy in kernels. Write {instead}."
)
COPY: EnglishTemplate = (
    "{name} makes a new array, and numba-cuda's kernels have no memory for one: set the elements of"
    " an array from cuda.local.array in a loop, or switch on CUDA_ENABLE_NRT."
)
RESHAPED: EnglishTemplate = (
    "{name} is refused by numba-cuda, which would have to be able to copy: write {instead}, or"
    " index the elements as they are."
)
COPIED_PART: EnglishTemplate = (
    "{text} copies an array, and numba-cuda's kernels have no memory for what that takes: copy the"
    " elements one by one in a loop, or switch on CUDA_ENABLE_NRT."
)
RETURNED: EnglishTemplate = (
    "{text}: a device function of numba-cuda gives back an array only if it is one of its"
    " parameters as it was passed. Return the index, or write the elements where they are needed."
)
SHAPE: EnglishTemplate = (
    "the shape of a {space} array is worked out here, and numba-cuda takes whole numbers as they"
    " stand, or names of the module for them: work it out outside the kernel, as in"
    " PADDED = TILE + 1."
)
WARP_SHAPE: EnglishTemplate = (
    "the shape of a {space} array cannot be made of cuda.warpsize, which is no literal for"
    " numba-cuda: write 32, or a name of the module, as in WARP = 32."
)
LONE_INDEX: EnglishTemplate = (
    "{text}: numba-cuda takes None and ... only beside another index: write {instead}."
)
TRUTH_AND_NUMBER: EnglishTemplate = (
    "{name} of a truth value and a number is not known to numba-cuda: write int(...) around the"
    " truth value."
)
WITHIN: EnglishTemplate = (
    "numba-cuda takes := within an expression only for a variable as it stands, as in (a := b):"
    " write {text} in a line of its own before this one."
)
REPEATED: EnglishTemplate = (
    "numba-cuda cannot repeat a tuple: only {example} is done by Python itself, where all are"
    " literals. Write the items of {text} one by one."
)
JOINED: EnglishTemplate = (
    "numba-cuda cannot put texts together: only {example} is done by Python itself, where both are"
    " literals. Put {text} together outside the kernel."
)
COUNT: EnglishTemplate = (
    "{name}: tuples have no count in numba-cuda: add up what is equal in a loop over the items."
)
MEMBER: EnglishTemplate = (
    "{text} is a member of {enum}: numba-cuda takes it for a whole number in arithmetic with whole"
    " numbers alone, not here. Write {text}.value."
)
IMPORTED: EnglishTemplate = (
    "{name} is known to Numba as cuda.{known} only: write 'from numba import cuda', and"
    " cuda.{known} here."
)
INDEX: EnglishTemplate = (
    "{text}: the index of a 1D array is a number for numba-cuda, not a tuple of one: leave the"
    " comma out."
)
EXCHANGED: EnglishTemplate = (
    "{name} only supports 32- and 64-bit ints and floats, {kind} is given: write {instead}."
)


def refuse_ufunc(scope: Scope, node: ast.Call, name: str) -> NoReturn:
    """Raises NotSupportedError for a function of NumPy that numba-cuda does not have."""
    instead = UFUNCS[name] or word("it out, with functions of math")
    scope.refuse(node, "not-in-numba-cuda", FUNCTION, name=ast.unparse(node.func), instead=instead)
