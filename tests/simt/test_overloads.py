"""What a script tells Numba with @overload and its like: the functions that Numba would compile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import types
from numba.core import extending

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.test_language import arguments as kinds
from tests.simt.test_language import kernel_text


def by_kind(a: Any, k: Any = 1) -> Any:
    raise AssertionError("it is the host's")


@extending.overload(by_kind, target="cuda")
def _by_kind(a: Any, k: Any = 1) -> Any:
    if isinstance(a, types.Array):
        return (lambda a, k=1: a[k]) if a.ndim == 1 else (lambda a, k=1: a[k, k])
    if isinstance(a, types.Integer):
        width = a.bitwidth

        def of_whole(a: Any, k: Any = 1) -> Any:
            return a * k + width

        return of_whole
    return (lambda a, k=1: a + 0.25) if isinstance(a, types.Float) else None


def for_all() -> None:
    """It has other parameters on a GPU."""


@extending.overload(for_all, target="generic")
def _for_all_targets(x: Any, y: Any = 5) -> Any:
    return lambda x, y=5: x + y


@extending.overload(for_all, target="cuda")
def _for_all(x: Any, y: Any = 5) -> Any:
    def impl(x: Any, y: Any = 5) -> Any:
        return x * 100 + y + by_kind(np.int8(1))

    return impl


@extending.overload_method(types.Array, "gpuviz_scaled", target="cuda")
def _scaled(a: Any, k: Any) -> Any:
    if isinstance(k, types.Float):
        return lambda a, k: a[0] * k
    return lambda a, k: a[k]


@extending.overload_attribute(types.Array, "gpuviz_first", target="cuda")
def _first(a: Any) -> Any:
    return (lambda a: a[0]) if a.ndim == 1 else (lambda a: a[0, 0] + 1)


@extending.overload_attribute(types.Integer, "gpuviz_half", target="cuda")
def _half(n: Any) -> Any:
    return lambda n: n / 2


def first_of(t: Any) -> None: ...


@extending.overload(first_of)
def _first_of(t: Any) -> Any:
    is_tuple, is_none = isinstance(t, types.BaseTuple), t is types.none

    def impl(t: Any) -> Any:
        if is_none is True:
            return -1
        return t[0] if is_tuple else t

    return impl


@extending.register_jitable
def sum_of(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any = 7) -> Any:
    return a + b + c + d + e + f + g


NAMES: dict[str, Any] = {
    "by_kind": by_kind,
    "for_all": for_all,
    "first_of": first_of,
    "sum_of": sum_of,
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by_kind(3)", 3 + 64),
        ("by_kind(np.int8(3), 2)", 6 + 8),
        ("by_kind(q[0], k=4)", 4 * kinds()["q"][0] + 32),
        ("by_kind(2.5)", 2.75),
        ("by_kind(np.float32(2.5), 3)", 2.75),
        ("by_kind(d, 3)", kinds()["d"][3]),
        ("by_kind(m)", kinds()["m"][1, 1]),
        ("for_all(2)", 200 + 5 + 9),
        ("for_all(2, y=7)", 200 + 7 + 9),
        ("d.gpuviz_scaled(2)", kinds()["d"][2]),
        ("d[1:].gpuviz_scaled(2.0)", kinds()["d"][1] * 2),
        ("d.gpuviz_first + m.gpuviz_first", kinds()["d"][0] + kinds()["m"][0, 0] + 1),
        ("(i - i + 3).gpuviz_half", 1.5),
        ("first_of((7, 8))", 7),
        ("first_of(9)", 9),
        ("first_of(None)", -1),
        ("sum_of(1, 2, 3, 4, 5, 6)", 28),
        ("sum_of(1, 2, 3, 4, 5, 6, g=0)", 21),
    ],
)
def test_a_call_runs_what_numba_would_compile(text: str, expected: float) -> None:
    done = run(kernel_text(f"out[i] = {text}"), config(1, 32), kinds(), **NAMES)

    assert np.array_equal(done.arrays["out"][:32], np.full(32, expected))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("by_kind(b[i])", "kernel.overload"),
        ("by_kind(1j)", "kernel.overload"),
        ("by_kind()", "kernel.overload"),
        ("by_kind(1, 2, 3)", "kernel.overload"),
        ("by_kind(1, j=3)", "kernel.argument-count"),
        ("q[i].gpuviz_first", "kernel.overload"),
        ("(1.5).gpuviz_half", "kernel.overload"),
        ("literal(3)", "kernel.compiler-function"),
    ],
)
def test_what_numba_has_not_been_told_is_refused(text: str, code: str) -> None:
    def literal(x: Any) -> None: ...

    @extending.overload(literal, prefer_literal=True)
    def _literal(x: Any) -> Any:
        return lambda x: x

    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(f"out[i] = {text}"), config(1, 32), kinds(), **NAMES, literal=literal)

    assert refused.value.message.code == code
    assert refused.value.place is not None


def applied(function: Any, *rest: Any) -> Any:
    raise AssertionError("it is the host's")


@extending.overload(applied)
def _applied(function: Any, *rest: Any) -> Any:
    if len(rest) == 1:
        return lambda function, *rest: function(*rest)
    if len(rest) == 2:
        return lambda function, *rest: function(function(*rest))
    return None


@pytest.mark.slow
def test_an_overload_for_any_number_of_arguments_is_asked_for_each() -> None:
    text = (
        "def kernel(x):\n    y = 10\n\n    def inner(*z):\n"
        "        if len(z) == 1:\n            t = z[0]\n"
        "        else:\n            t = z[0] + z[1]\n"
        "        return y + t\n\n"
        "    x[0], x[1] = applied(inner, 5), applied(inner, 5, 7)\n"
    )
    done = run(text, config(1, 1), {"x": np.zeros(2, np.int64)}, applied=applied)
    assert done.arrays["x"].tolist() == [15, 32]

    with pytest.raises(NotSupportedError, match="applied is told to Numba with @overload, but not"):
        run(
            "def kernel(x):\n    x[0] = applied(x, 1, 2, 3)\n",
            config(1, 1),
            {"x": np.zeros(1)},
            applied=applied,
        )
