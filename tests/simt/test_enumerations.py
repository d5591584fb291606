"""Members of enumerations, and None, as arguments and as names of the module."""

from __future__ import annotations

from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from gpuviz.trace.file import load_trace, save_trace
from tests.simt.kernels import config, run


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1


class Planet(Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.3)


class Code(IntEnum):
    FINE = 200
    MISSING = 404
    BROKEN = 500


class Shape(IntEnum):
    CIRCLE = 404


CLASSES: dict[str, Any] = {"Color": Color, "Planet": Planet, "Code": Code, "Shape": Shape}


def evaluate(text: str, **arguments: Any) -> Any:
    """What a kernel writes for an expression of its arguments, which are named one and other."""
    names = ", ".join(["out", *arguments])
    kernel = f"def kernel({names}):\n    out[0] = {text}\n"
    done = run(kernel, config(1, 1), {"out": np.zeros(1), **arguments}, **CLASSES)
    return done.arrays["out"][0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Color.RED, Color.RED),
        (Color.RED, Color.GREEN),
        (Color.RED, Color.CRIMSON),
        (Planet.EARTH, Planet.MARS),
        (Code.FINE, Code.FINE),
        (Code.MISSING, Shape.CIRCLE),
        (Code.MISSING, 404),
        (3, Code.MISSING),
    ],
)
@pytest.mark.parametrize("operator", ["==", "!="])
def test_members_are_compared_as_python_does(one: Any, other: Any, operator: str) -> None:
    expected = (one == other) is (operator == "==")

    assert evaluate(f"one {operator} other", one=one, other=other) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Color.RED, Color.RED),
        (Color.RED, Color.GREEN),
        (Planet.EARTH, Planet.EARTH),
        (Code.MISSING, Shape.CIRCLE),
    ],
)
def test_members_are_the_same_where_python_says_so(one: Any, other: Any) -> None:
    assert evaluate("one is other", one=one, other=other) == (one is other)
    assert evaluate("one is not other", one=one, other=other) == (one is not other)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Color.RED == Color.GREEN", False),
        ("Color.RED == Color.CRIMSON", True),
        ('Color["GREEN"] == Color.GREEN', True),
        ("Color.RED is Color.RED", True),
        ("Color.GREEN.value + 5", 7),
        ("one.value * 10", 20),
        ("Color.RED == (Color.RED if one == Color.GREEN else Color.GREEN)", True),
        ("one in (Color.RED, Color.GREEN)", True),
        ("Code.MISSING + 1", 405),
        ("Code.BROKEN > Code.FINE", True),
        ("Code['FINE'] - 100", 100),
        ("np.int16(Code.FINE) + max(Code.FINE.value, 3)", 400),
    ],
)
def test_members_are_constants_of_the_module(text: str, expected: float) -> None:
    assert evaluate(text, one=Color.GREEN) == expected


def test_a_member_of_an_intenum_is_a_number_where_one_is_needed() -> None:
    kernel = """
        def kernel(code, out):
            i = cuda.grid(1)
            out[i] = code
            if code > 300 + i:
                out[i] += code * 2 - abs(code) + (code in (3, 404))
            for k in range(code // 200):
                out[i] += 1
        """

    done = run(kernel, config(1, 4), {"code": Code.MISSING, "out": np.zeros(4, int)})

    assert np.array_equal(done.arrays["out"], np.full(4, 404 + 404 + 1 + 2))


def test_device_functions_take_members_and_give_them_back() -> None:
    kernel = """
        @cuda.jit(device=True)
        def other(color):
            return Color.GREEN if color == Color.RED else Color.RED

        def kernel(out):
            i = cuda.grid(1)
            out[i] = other(other(Color.RED)) == Color.RED
        """

    done = run(kernel, config(1, 4), {"out": np.zeros(4)}, **CLASSES)

    assert done.arrays["out"].all()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("one < other", "kernel.comparison"),
        ("one == mars", "kernel.comparison"),
        ("one + 1", "kernel.not-a-number"),
        ("one", "kernel.not-a-number"),
        ("mars.value", "kernel.enum-value"),
        ("Color.BLUE == one", "kernel.enum-member"),
        ('Color["BLUE"] == one', "kernel.enum-member"),
    ],
)
def test_what_members_cannot_do_is_said(text: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        evaluate(text, one=Color.RED, other=Color.GREEN, mars=Planet.MARS)

    assert refused.value.message.code == code


def test_a_trace_with_members_is_kept_in_a_file(tmp_path: Path) -> None:
    kernel = "def kernel(one, out):\n    out[0] = one == Color.RED\n"
    arguments = {"one": Color.RED, "out": np.zeros(1)}
    trace = run(kernel, config(1, 1), arguments, **CLASSES).trace

    save_trace(trace, tmp_path / "members.gpuviz")

    assert load_trace(tmp_path / "members.gpuviz").outputs["out"][0] == 1


@pytest.mark.parametrize(("mask", "expected"), [(None, [1, 1]), (np.array([0, 1]), [0, 1])])
def test_an_argument_that_is_none_is_left_out(mask: Any, expected: list[int]) -> None:
    kernel = """
        @cuda.jit(device=True)
        def chosen(mask, i):
            if mask is None:
                return 1
            return mask[i]

        def kernel(mask, out):
            i = cuda.grid(1)
            if mask is not None:
                out[i] = mask[i]
            else:
                out[i] = chosen(mask, i)
        """

    done = run(kernel, config(1, 2), {"mask": mask, "out": np.zeros(2)})

    assert list(done.arrays["out"]) == expected
