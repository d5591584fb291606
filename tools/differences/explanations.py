"""What explains a difference between the emulator and numba-cuda's code, and its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.differences.cells import REFUSED, Cell

MATH_API = "https://docs.nvidia.com/cuda/cuda-math-api/"
GUIDE = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/"
PTX = "https://docs.nvidia.com/cuda/parallel-thread-execution/"
LLVM = "https://llvm.org/docs/LangRef.html"

_SHIFTS = ("<<", ">>", "np.left_shift", "np.right_shift")
_POWERS = ("**", "pow", "x ** 2", "x ** 3", "x ** -1", "x ** -2", "np.power")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A kind of difference, why it is there, and of which cells it can be one."""

    title: str
    why: str
    holds: Callable[[Cell], bool]


def _is_complex(cell: Cell) -> bool:
    return "c" in cell.left[0] + cell.right[:1]


def _near(cell: Cell) -> bool:
    return cell.against is not None and not cell.against.others


def _refused_by_numba(cell: Cell) -> bool:
    return cell.against is None and cell.own_type != REFUSED and not _not_executed(cell)


def _not_executed(cell: Cell) -> bool:
    return cell.numba_type.startswith("NotImplementedError: call of")


def _other_type(cell: Cell) -> bool:
    return cell.against is not None and cell.numba_type != cell.own_type


EXPLANATIONS = (
    Explanation(
        "A few units in the last place",
        "NVIDIA's libdevice and the mathematical functions of NumPy and Python both are within a"
        f" few units of the exact value, not of each other ([CUDA C++ Programming Guide]({GUIDE}),"
        " Mathematical Functions, Standard Functions: the largest error of each function). What is"
        " infinite, no number or 0 is the same.",
        lambda cell: _near(cell) and not _other_type(cell),
    ),
    Explanation(
        "Shifts by more bits than there are",
        f"LLVM leaves their result open ([LLVM Language Reference]({LLVM}), shl, lshr, ashr: a"
        " poison value). PTX takes 32 bits of the count and clamps it to the width"
        f" ([PTX ISA]({PTX}), shl and shr); the emulator clamps all 64.",
        lambda cell: cell.row in _SHIFTS and cell.against is not None,
    ),
    Explanation(
        "The lowest exponent",
        "Numba negates a negative exponent; the lowest number of its type has no negative, and"
        " numba-cuda's code raises OverflowError (`int_power` in its `cpython/numbers.py`). Without"
        " `debug=True` a GPU only ends that thread. The emulator computes the power.",
        lambda cell: cell.row in _POWERS and cell.right[:1] == "i" and not _is_complex(cell),
    ),
    Explanation(
        "Powers of complex numbers",
        "numba-cuda computes them by way of polar coordinates (`cpow_implement` in its"
        " `mathimpl.py`, a translation of CPython's `_Py_c_pow`), and so does the emulator. A"
        " difference in the last place of atan2 or pow grows with the exponent: parts that nearly"
        " cancel, or turn many times, have few digits in common.",
        lambda cell: cell.row in _POWERS and _is_complex(cell) and cell.against is not None,
    ),
    Explanation(
        "Complex numbers divided by 0",
        "Numba's code raises ZeroDivisionError (`complex_div_impl` in its `cpython/numbers.py`),"
        " which ends the thread on a GPU and writes nothing. The emulator goes on with nan.",
        lambda cell: cell.row == "/" and _is_complex(cell) and cell.against is not None,
    ),
    Explanation(
        "Complex functions of what is infinite or no number",
        "The emulator follows C99, Annex G, as NumPy and Python's cmath do; Numba's own formulas"
        " (`np/npyfuncs.py`, `cpython/cmathimpl.py`) have nan in some of these corners, or another"
        " sign of 0.",
        lambda cell: _is_complex(cell) and cell.against is not None,
    ),
    Explanation(
        "cmath of real numbers that are infinite, no number or too large",
        "The same formulas, of a number that became complex.",
        lambda cell: cell.row.startswith("cmath.") and cell.against is not None,
    ),
    Explanation(
        "NumPy's comparisons of int32 with float32",
        "Numba's search for a ufunc's loop takes float32 for them, where 2**31 - 1 and 2**31 are"
        " one; NumPy, and the emulator, float64. Written as operators they are the same.",
        lambda cell: (
            cell.row.startswith("np.") and "equal" in cell.row + "equal" and _compares(cell)
        ),
    ),
    Explanation(
        "hypot next to the largest number",
        "libdevice begins with rsqrt.approx, which PTX leaves inexact: one unit more than the"
        " largest number is infinity. What a GPU has there only a GPU can tell.",
        lambda cell: cell.row in ("np.hypot", "math.hypot") and cell.against is not None,
    ),
    Explanation(
        "Another type of the result",
        "NumPy's own types of the ufunc, where Numba's loop is narrower.",
        _other_type,
    ),
    Explanation(
        "float16 in NumPy's functions",
        "numba-cuda has no ufuncs of it: it stops with a NotImplementedError of its own. The"
        " emulator computes them in float32.",
        lambda cell: "float16" in cell.numba_type and _refused_by_numba(cell),
    ),
    Explanation(
        "Refused by numba-cuda alone",
        "The emulator takes more than numba-cuda: NumPy's functions that have no loops for CUDA"
        " (`ufuncs.py` of numba-cuda has those that do), and others named below.",
        _refused_by_numba,
    ),
)


def _compares(cell: Cell) -> bool:
    names = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
    return cell.row in tuple(f"np.{name}" for name in names) and cell.against is not None


def explanation(cell: Cell) -> Explanation | None:
    """The first that is one of the cell's difference; None for a cell without, or without one."""
    if not differs(cell):
        return None
    return next((one for one in EXPLANATIONS if one.holds(cell)), None)


def differs(cell: Cell) -> bool:
    """Whether emulator and numba-cuda disagree: a value, a type, or that it is refused."""
    if cell.against is not None:
        return bool(cell.against.near or cell.against.others or _other_type(cell))
    if _not_executed(cell):
        return False
    refused = cell.numba_type == REFUSED or ":" in cell.numba_type
    return refused != (cell.own_type == REFUSED)


def was_executed(cell: Cell) -> bool:
    """Whether its values could be compared."""
    return cell.against is not None
