"""Expressions in size names, sizes, and blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import (
    Expression,
    OperationInfo,
    check_size,
    describe,
    find_operation,
    parse_size,
)
from gpuviz.operation import size as size_module
from gpuviz.operation.expression import ExpressionError
from tests.operation.sources import SMALLEST, words_of

# Expressions


def expressions() -> st.SearchStrategy[str]:
    leaves = st.sampled_from(["m", "n", "k"]) | st.integers(0, 20).map(str)
    return st.recursive(
        leaves,
        lambda inner: (
            st.tuples(inner, st.sampled_from(["+", "-", "*", "//", "%"]), inner).map(" ".join)
            | inner.map("({})".format)
            | inner.map("-{}".format)
            | st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
                lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
            )
        ),
        max_leaves=12,
    )


@given(expressions(), st.integers(1, 99), st.integers(1, 99), st.integers(1, 99))
def test_an_expression_has_the_value_that_python_gives_it(
    text: str, m: int, n: int, k: int
) -> None:
    values = {"m": m, "n": n, "k": k}
    expression = Expression(text)
    expression.check(("m", "n", "k"))

    try:
        expected = eval(text, {"min": min, "max": max}, values)
    except ZeroDivisionError:
        with pytest.raises(RequestRefused, match="divides by zero"):
            expression.evaluate(values)
    else:
        assert expression.evaluate(values) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "n +",
        "n / 2",
        "n ** 9",
        "2.5 * n",
        "True",
        "'n'",
        "n.bit_length()",
        "__import__('os')",
        "abs(n)",
        "min(n)",
        "min(*n, 1)",
        "min(n, 2, key=n)",
        "n if n else 1",
        "n; n",
        "[n for n in n]",
        "lambda: n",
        "~n",
        "x",
        "n + " * 200 + "n",
        "(" * 150 + "n" + ")" * 150,
    ],
)
def test_what_is_no_plain_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(text).check(("n",))


@pytest.mark.parametrize(
    ("text", "code"),
    [("m", "name"), ("n / 2", "part"), ("n +", "none"), ("n + " * 200 + "n", "long")],
)
def test_why_it_is_refused_is_a_sentence_that_can_be_translated(text: str, code: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        Expression(text).check(("n",))

    assert refused.value.message.code == f"expression.{code}"


# Sizes and blocks


@pytest.fixture
def vector_add() -> OperationInfo:
    return find_operation("vector_add")


@pytest.fixture
def matmul() -> OperationInfo:
    return find_operation("matmul_tiled")


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("100,70,50", (100, 70, 50)),
        (" 100 , 70 , 50 ", (100, 70, 50)),
        ("100x70x50", (100, 70, 50)),
        ("33", (33, 33, 33)),
        ("1_000", (1000, 1000, 1000)),
    ],
)
def test_sizes_are_read_and_one_number_stands_for_all(
    matmul: OperationInfo, text: str, sizes: tuple[int, ...]
) -> None:
    assert parse_size(matmul, text) == sizes


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("abc", "not-a-number", "'abc' is not a whole number: give for example 64,64,64"),
        ("", "not-a-number", "whole number"),
        ("1.5", "not-a-number", "'1.5'"),
        ("10,,10", "not-a-number", "''"),
        ("9" * 5000, "not-a-number", "999…"),
        ("0", "below-one", "m is 0"),
        ("5,-3,5", "below-one", "n is -3"),
        ("5,5", "wrong-count", "3 sizes (m, n, k), but 2 numbers were given: give 3"),
        ("5,5,5,5", "wrong-count", "but 4 numbers"),
        ("1,1,99999999999999", "too-large", "k is more than any machine holds"),
        ("900000", "beyond-memory", "needs 9052.5 GiB"),
    ],
)
def test_a_size_that_cannot_be_run_is_refused_in_words(
    matmul: OperationInfo, text: str, code: str, words: str
) -> None:
    with pytest.raises(RequestRefused) as caught:
        parse_size(matmul, text)

    assert caught.value.message.code == f"size.{code}"
    assert words in caught.value.message.text


def test_an_operation_with_one_size_asks_for_one_number(vector_add: OperationInfo) -> None:
    with pytest.raises(RequestRefused, match=r"has one size \(n\), but 2 numbers were given"):
        parse_size(vector_add, "3,4")


def test_the_memory_of_this_machine_decides_what_is_too_large(
    vector_add: OperationInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size_module, "physical_memory_bytes", lambda: 27_000)

    assert check_size(vector_add, [1000]) == (1000,)
    with pytest.raises(RequestRefused, match="choose a smaller size"):
        check_size(vector_add, [1001])


def test_what_takes_all_of_the_memory_is_refused(
    vector_add: OperationInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10^9 elements twice the arrays fit, and nothing beside them: it would never end."""
    monkeypatch.setattr(size_module, "physical_memory_bytes", lambda: 25_200_000_000)

    with pytest.raises(RequestRefused, match=r"needs 11.2 GiB for its arrays, 25.1 GiB with"):
        check_size(vector_add, [10**9])


def test_a_file_that_counts_no_bytes_is_not_held_against_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(size_module, "physical_memory_bytes", lambda: 1)
    file = tmp_path / "mine.py"
    file.write_text(SMALLEST, encoding="utf-8")
    info = describe(file)

    assert check_size(info, [1001]) == (1001,)


def test_this_machine_says_how_much_memory_it_has() -> None:
    memory = size_module.physical_memory_bytes()

    assert memory is not None
    assert memory > 2**28


@given(st.text())
def test_no_size_makes_a_traceback(text: str) -> None:
    info = find_operation("vector_add")

    assert words_of(lambda: str(parse_size(info, text)))


@pytest.mark.parametrize("block", [Dim3(16, 16), Dim3(7, 5), Dim3(1)])
def test_a_block_up_to_the_largest_is_allowed(matmul: OperationInfo, block: Dim3) -> None:
    matmul.check_block(block)


@pytest.mark.parametrize("block", [Dim3(32, 32), Dim3(17), Dim3(1, 17), Dim3(16, 16, 2)])
def test_a_block_beyond_what_a_kernel_is_written_for_is_refused(
    matmul: OperationInfo, block: Dim3
) -> None:
    with pytest.raises(RequestRefused, match=r"at most \(16, 16, 1\) threads"):
        matmul.check_block(block)


def test_any_block_is_allowed_where_a_kernel_names_no_largest(vector_add: OperationInfo) -> None:
    vector_add.check_block(Dim3(1024, 1024, 64))


def test_a_block_side_below_one_still_has_a_grid_so_that_the_launch_can_refuse_it(
    vector_add: OperationInfo,
) -> None:
    assert vector_add.grid([1000], Dim3(0, -1)) == Dim3(1000)
