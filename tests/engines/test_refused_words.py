"""What Numba says of a kernel that it refuses, shortened to the reason and the line."""

from __future__ import annotations

import importlib
from typing import Any

import numba
import pytest
from numba.core.errors import TypingError

failures: Any = importlib.import_module("gpuviz.engines.cuda_gpu.failures")


def refusal_of(function: Any, *types: Any) -> TypingError:
    """What Numba raises where it compiles the function for the CPU, in the same words."""
    with pytest.raises(TypingError) as raised:
        numba.njit(function).compile(types)
    return raised.value


def two_types(x: Any) -> Any:
    if x > 1:
        y: Any = 1
    else:
        y = "a"
    return y


def no_such_function(x: Any) -> Any:
    return divmod(x)  # type: ignore


def test_the_reason_stands_alone_with_its_line() -> None:
    error = refusal_of(two_types, numba.int64)

    words = failures.refused_words(error)

    # of what it returns, or of y: Python 3.13 compiles a return in each branch
    assert words.startswith(("Can't unify return type from", "Cannot unify Literal"))
    assert "Literal[int](1)" in words
    assert "IR name" not in words
    assert "pipeline" not in words
    assert "During" not in words
    assert "\x1b" not in words
    assert __file__ not in words
    assert failures.refused_line(error) in range(23, 31)


def test_what_else_numba_tried_is_left_out_and_the_call_stays() -> None:
    words = failures.refused_words(refusal_of(no_such_function, numba.int64))

    assert "No implementation of function" in words
    assert ">>> divmod(int64)" in words
    assert "candidate" not in words


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("\x1b[1mA reason\x1b[0m at /a/b.py (12)\nDuring: x", "A reason in line 12", 12),
        ('Failed in cuda mode pipeline (step: x)\nUntyped\n\nFile "b.py", line 7:', "Untyped", 7),
        (
            "No type: a, b\nReturn of: IR name '$2', location:\nFile \"b\", line 7:",
            "No type: a, b",
            7,
        ),
        ("", "TypingError", None),
        ("x" * 400, "x" * 300 + " ..", None),
    ],
)
def test_words_of_all_forms_are_read(text: str, words: str, line: int | None) -> None:
    error = TypingError(text)

    assert (failures.refused_words(error), failures.refused_line(error)) == (words, line)
