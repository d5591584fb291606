"""Conditions that Numba decides while it reads a kernel: the dead side's types do not count.

A whole number beyond 2**53 tells which types a variable has: where one side that counts is a
float64 it is rounded. What is expected here is what numba-cuda's PTX gives (tools/differences).
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run

BEYOND = 2**53 + 1
DEAD = (
    "1 > 2",
    "not 1",
    "not 1 < 2",
    "1 < 2 < 1",
    "x[i] < 0 and 1 > 2",
    "not (x[i] < 0 or 1)",
    "NUMBER < 1",
    "NUMBER - 3 > 1 and 0",
    "(1, 0.0)[0] > (3 or 1)",
    "x.ndim == 2",
    "isinstance(x[i], float)",
)
COUNTED = (
    "np.float32(1.5) > 2",
    "np.uint16(2) > 3",
    "np.inf < 1",
    "-NUMBER > 2",
    "NUMBER + 1 > 9",
    "len(x.shape) == 2",
    "x[i] < 0 or 1 > 2",
    "1 in (2, 3)",
    "(1j).real > 1",
)
NAMES: dict[str, Any] = {"NUMBER": 3, "np": np}
EACH = [(text, False) for text in DEAD] + [(text, True) for text in COUNTED]


def result(body: str) -> int:
    text = "def kernel(x, result):\n    i = cuda.grid(1)\n" + textwrap.indent(body, "    ")
    arrays = {"x": np.full(32, BEYOND, np.int64), "result": np.zeros(32, np.int64)}
    return int(run(text, config(1, 32), arrays, **NAMES).arrays["result"][0])


@pytest.mark.slow
@pytest.mark.parametrize(("condition", "counts"), EACH)
def test_a_side_counts_where_numba_cannot_tell_that_it_is_never_taken(
    condition: str, counts: bool
) -> None:
    expected = BEYOND - 1 if counts else BEYOND

    assert result(f"w = x[i]\nif {condition}:\n    w = 0.5\nresult[i] = w\n") == expected
    assert result(f"w = x[i]\nwhile {condition}:\n    w = 0.5\nresult[i] = w\n") == expected
    assert result(f"result[i] = 0.5 if {condition} else x[i]\n") == expected


def test_of_a_tuple_of_literals_python_takes_the_item_before_numba_sees_the_others() -> None:
    assert result("result[i] = (7, (1 << 40) ** 2, 2.5)[0] + x.ndim\n") == 8


def test_a_number_that_a_device_function_is_given_is_none_that_numba_knows() -> None:
    text = (
        "@cuda.jit(device=True)\ndef f(p, q):\n    if p == 0:\n        return q\n    return 0.5\n\n"
        "def kernel(x, result):\n    i = cuda.grid(1)\n    result[i] = f(0, x[i])\n"
    )
    arrays = {"x": np.full(32, BEYOND, np.int64), "result": np.zeros(32, np.int64)}

    assert run(text, config(1, 32), arrays).arrays["result"][0] == BEYOND - 1


def test_a_condition_that_is_known_by_its_last_part_is_evaluated_all_the_same() -> None:
    text = (
        "def kernel(x, result):\n    i = cuda.grid(1)\n"
        "    result[i] = 0.5 if x[i + 1] < 0 and 1 > 2 else x[i]\n"
    )
    arrays = {"x": np.full(32, BEYOND, np.int64), "result": np.zeros(32, np.int64)}

    execution = run(text, config(1, 32), arrays)

    assert execution.trace.hazards[0].index == (32,)
    assert execution.arrays["result"][0] == BEYOND


@pytest.mark.parametrize("condition", ["len(rest) == 2", "len(rest) > 1 and p > 0", "count == 2"])
def test_numba_knows_how_many_arguments_a_device_function_is_given(condition: str) -> None:
    text = (
        "@cuda.jit(device=True)\ndef f(p, *rest):\n    count = len(rest)\n"
        f"    if {condition}:\n        return p + rest[1]\n    return p + rest[0]\n\n"
        "def kernel(x, result):\n    i = cuda.grid(1)\n    result[i] = f(1, 10) + f(1, 10, 200)\n"
    )
    arrays = {"x": np.zeros(32, np.int64), "result": np.zeros(32, np.int64)}

    assert run(text, config(1, 32), arrays).arrays["result"][0] == 11 + 201


KNOWN_LOCALS = (
    "mode = 0\nif mode == 0:",
    "mode = 1\nif mode:",
    "mode = 0\nif not mode:",
    "mode = True\nif mode:",
    "mode = 0.5\nif mode > 0.25:",
    "mode = 'a'\nif mode == 'a':",
    "mode = None\nif mode is None:",
    "mode = ZERO\nif mode == 0:",
    "mode = SIXTEEN\nif mode == 16:",
    "a = 0\nmode = a\nif mode == 0:",
    "a = mode = 0\nif mode == 0:",
    "mode: int = 0\nif mode == 0:",
    "mode = 1\nmode = 0\nif mode == 0:",
    "mode = 1\nif i > 5:\n    return\nmode = 0\nif mode == 0:",
    "mode = ZERO\nif ZERO == 0:\n    mode = 2\nelse:\n    mode = 3\nif mode == 2:",
    "i = 0\nif i == 0:",
    "a = 1\nb = 2\nif a < b:",
    "mode = 0\nif 0 <= mode < 1 and ZERO == 0:",
    "test = ZERO == 0\nif test:",
    "mode = 0\ntest = mode == 0\nmode = 1\nif test:",
    "mode = True\nif mode is True:",
    "for mode in range(3):\n    mode = 0\nmode = 1\nif mode == 1:",
)
"""What numba-cuda's compiler decides before it infers types."""
UNKNOWN_LOCALS = (
    "mode = 0\nmode += 1\nif mode == 1:",
    "mode = 0\nif mode + 1 == 1:",
    "mode = 0\nif i > 5:\n    mode = 0\nif mode == 0:",
    "if i > 5:\n    mode = 0\nelse:\n    mode = 0\nif mode == 0:",
    "mode = 0\nfor j in range(i):\n    mode = 0\nif mode == 0:",
    "mode = np.int32(0)\nif mode == 0:",
    "mode = 0\nif mode in (0, 1):",
    "test = not ZERO\nif test:",
    "test = ZERO == 0\nif test == True:",
)
SIDES = "{test}\n    v = 1.0\nelse:\n    v = (1, 2)\nresult[0] = v\n"


@pytest.mark.slow
@pytest.mark.parametrize("test", KNOWN_LOCALS)
def test_a_branch_on_a_constant_that_has_a_name_is_decided_before_types_are_joined(
    test: str,
) -> None:
    text = "def kernel(result, i):\n" + textwrap.indent(SIDES.format(test=test), "    ")
    arguments = {"result": np.zeros(1), "i": 3}

    found = run(text, config(1, 1), arguments, ZERO=0, SIXTEEN=np.int64(16), np=np).arrays

    assert found["result"][0] == 1


@pytest.mark.parametrize("test", UNKNOWN_LOCALS)
def test_what_numba_does_not_know_before_it_infers_types_decides_nothing(test: str) -> None:
    text = "def kernel(result, i):\n" + textwrap.indent(SIDES.format(test=test), "    ")

    with pytest.raises(NotSupportedError, match=r"float64 on one way .* tuple of 2 on another"):
        run(text, config(1, 1), {"result": np.zeros(1), "i": 3}, ZERO=0, np=np)


def test_a_constant_of_the_turn_before_decides_nothing() -> None:
    text = (
        "def kernel(result):\n    mode = 0\n    for j in range(3):\n        if mode == 0:\n"
        "            result[j] = 5\n        mode = 1\n"
    )

    found = run(text, config(1, 1), {"result": np.zeros(3)}).arrays["result"]

    assert found.tolist() == [5, 0, 0]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("(1, 2)", "(1, (2, 3))", r"tuple \(int64, int64\) .* tuple \(int64, tuple"),
        ("x", "cuda.shared.array(3, x.dtype)", "float64 in global memory .* in shared memory"),
        ("enumerate((1, 2))", "enumerate((0.5, 2.0))", r"\(int64, int64\) .* \(int64, float64\)"),
    ],
)
def test_a_sentence_on_two_types_does_not_name_the_same_one_twice(
    one: str, other: str, words: str
) -> None:
    text = (
        f"def kernel(x):\n    if x[0] > 0:\n        v = {one}\n    else:\n        v = {other}\n"
        "    w = v\n"
    )

    with pytest.raises(NotSupportedError, match=words):
        run(text, config(1, 1), {"x": np.zeros(3)})
