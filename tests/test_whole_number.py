"""Whole numbers: every writing that has one meaning is read, every other one refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.launch import Dim3, parse_dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation, parse_size
from gpuviz.units import whole
from gpuviz.whole_number import may_become_number, read_whole_number, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1024", 1024),
        (" 1024 ", 1024),
        ("1 024", 1024),
        ("1\u202f024\u202f000", 1_024_000),
        ("1\u00a0024", 1024),
        ("1\u2009024", 1024),
        ("1_024", 1024),
        ("1e5", 100_000),
        ("12E+3", 12_000),
        ("2^20", 2**20),
        ("2**20", 2**20),
        ("+7", 7),
        ("-7", -7),
        ("\u22127", -7),
        ("007", 7),
        ("\u0661\u0660\u0662\u0664", 1024),  # Arabic-Indic
        ("\uff11\uff10\uff12\uff14", 1024),  # full width, as a Chinese keyboard types them
    ],
)
def test_what_has_one_meaning_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "1.5", "1.0", "1e-3", "1.5e3", "0x10", "1k", "ten", "1e", "2^", "1 2"),
        *("1 0000", "1__000", "_1", "1_0", "1,024", "10\u2075", "\u00bd", "\u2167", "nan", "inf"),
        *("1e999", "9" * 5000, "2^-3", "--1", "1\n024", "1;2"),
    ],
)
def test_what_has_another_meaning_or_none_is_refused(text: str) -> None:
    with pytest.raises(RequestRefused):
        whole_number(text)


def test_a_comma_is_told_to_have_two_meanings() -> None:
    with pytest.raises(RequestRefused, match="without the comma"):
        whole_number("1,024")


@given(st.integers(-(10**30), 10**30))
def test_what_gpuviz_prints_can_be_pasted_back(number: int) -> None:
    assert read_whole_number(whole(number)) == number


@given(st.text(max_size=20))
def test_no_text_is_read_as_a_number_that_python_reads_otherwise(text: str) -> None:
    number = read_whole_number(text)

    assert number is None or any(c.isdecimal() for c in text)


@given(st.integers(-(10**12), 10**12).map(whole) | st.sampled_from(["2^20", "2**20", "1e+5"]))
def test_every_beginning_of_a_number_may_become_one(text: str) -> None:
    assert all(may_become_number(text[:length]) for length in range(len(text) + 1))


@pytest.mark.parametrize("text", ["1.", "1,", "a", "1e5x", "1--", "2^^"])
def test_what_no_typing_can_save_is_known_at_once(text: str) -> None:
    assert not may_become_number(text)


def test_shapes_and_sizes_are_read_by_the_same_rule() -> None:
    info = find_operation("vector_add")

    assert parse_dim3("1_024x\u0662", "block") == Dim3(1024, 2)
    assert parse_size(info, "1e5") == parse_size(info, "100 000") == (100_000,)
    for text in ("1_6", "1.5"):
        with pytest.raises(RequestRefused):
            parse_dim3(text, "block")
        with pytest.raises(RequestRefused):
            parse_size(info, text)
