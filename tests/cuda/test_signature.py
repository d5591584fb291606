"""Signatures are read as Numba reads them, and numbers converted as it converts them."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import sigutils
from numba.np.numpy_support import as_dtype

from gpuviz import cuda
from gpuviz.cuda.conversion import convert_arguments
from gpuviz.cuda.signature import (
    DTYPES,
    ParameterType,
    Signature,
    check_result,
    read_signatures,
)
from gpuviz.messages import NotSupportedError, RequestRefused

TEXTS = [
    "void(float32[:], float32[:])",
    "void(float32[:], float32[:,:], int32)",
    "void(f4[:,:,:], i8, u1, boolean)",
    "void(float64[::1], int16[:,::1], uint32[::1,:], complex64)",
    "(float32[:], int32)",
    "float32[:], int32",
    "void(int64)",
    "void()",
    "none(c16[:], f2)",
    "void(UniTuple(float64, 2), float64[:])",
    "void(Tuple((int32, UniTuple(float32[:,::1], 2))), Array(int8, 2, 'F'))",
    " void( float32 [ : ] ) ",
]
TYPES = [
    numba.void(numba.float32[:], numba.int32),
    numba.void(numba.types.UniTuple(numba.float32[:], 3), numba.int8),
    numba.void(numba.types.Tuple((numba.int32, numba.types.UniTuple(numba.float64, 2)))),
    numba.void(numba.float64[:, ::1], numba.boolean, numba.complex64),
    numba.void(numba.types.uint8[::1, :]),
    (numba.float32[:], numba.int64),
    [numba.void(numba.int16)],
]


def first_signature(given: Any) -> Signature:
    (signature,) = read_signatures(given)
    return signature


def as_numba_reads_it(given: Any) -> Signature:
    kinds, _ = sigutils.normalize_signature(given[0] if isinstance(given, list) else given)
    return tuple(map(kind_of, kinds))


def kind_of(kind: Any) -> Any:
    if isinstance(kind, numba.types.BaseTuple):
        return tuple(map(kind_of, kind.types))
    if isinstance(kind, numba.types.Array):
        return ParameterType(as_dtype(kind.dtype), kind.ndim, kind.layout)
    return ParameterType(as_dtype(kind))


@pytest.mark.parametrize("given", [*TEXTS, *TYPES], ids=str)
def test_a_signature_means_what_numba_takes_it_for(given: Any) -> None:
    assert first_signature(given) == as_numba_reads_it(given)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(DTYPES))
def test_the_name_of_a_type_is_numbas(name: str) -> None:
    assert DTYPES[name] == as_dtype(getattr(numba.types, name))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("void(float32[:]", "write it as in void(float32[:], int32)"),
        ("float32", "write it as in"),
        ("void(string)", "string is not a number type"),
        ("void(float32[5])", "float32[5] is no array type"),
        ("void(float32[::1,::1])", "is no array type"),
        ("void(float32[:,::1,:])", "only the first or the last"),
        ("void(__import__('os'))", "__import__('os') is not a type that gpuviz knows"),
        ("void(UniTuple(float64))", "UniTuple(float64) is not a type"),
        ("void(Tuple((nothing, int8)))", "nothing is not a number type"),
        ("void(n=int32)", "write it as in"),
    ],
    ids=str,
)
def test_what_is_no_signature_for_a_kernel_is_refused_in_words(given: Any, words: str) -> None:
    with pytest.raises(NotSupportedError) as raised:
        first_signature(given)

    assert words in str(raised.value)
    assert "@cuda.jit with the signature" in str(raised.value)


@given(
    value=st.integers(-(2**64), 2**64),
    name=st.sampled_from(["int8", "uint16", "int32", "uint64"]),
)
def test_a_whole_number_is_converted_as_c_does(value: int, name: str) -> None:
    (found,) = convert_arguments(read_signatures(f"void({name})"), ["n"], [value])

    assert found == getattr(ctypes, f"c_{name}")(value).value
    assert found.dtype == name


@given(value=st.floats(width=64) | st.integers(-(2**70), 2**70))
def test_a_fraction_is_converted_as_c_does(value: float) -> None:
    (found,) = convert_arguments(read_signatures("void(float32)"), ["v"], [value])

    np.testing.assert_equal(found, np.float32(ctypes.c_float(value).value))
    assert found.dtype == np.float32


@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        ("boolean", 2, np.True_),
        ("int32", True, np.int32(1)),
        ("int32", np.int64(2**40 + 3), np.int32(3)),
        ("float64", np.float32(0.5), np.float64(0.5)),
        ("complex64", 2, np.complex64(2)),
    ],
)
def test_a_number_gets_the_type_of_the_signature(text: str, given: Any, expected: Any) -> None:
    (found,) = convert_arguments(read_signatures(f"void({text})"), ["n"], [given])

    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "given", "words"),
    [
        ("float32[:]", np.zeros(3), "a 1D array of float64 is given"),
        ("float32[:]", np.zeros((3, 3), np.float32), "a 2D array of float32 is given"),
        ("float32[:,::1]", np.zeros((3, 4), np.float32).T, "not in rows"),
        ("float32[:]", 3.0, "3.0 (float) is given"),
        ("float32[:]", [1.0], "[1.0] (list) is given"),
        ("int32", np.zeros(3, np.int32), "a 1D array of int32 is given"),
        ("int32", 2.5, "2.5 (float) is given"),
        ("int32", None, "None (NoneType) is given"),
        ("float32", "a", "'a' (str) is given"),
        ("float32", 1j, "1j (complex) is given"),
    ],
)
def test_an_argument_that_does_not_fit_is_refused_by_its_name(
    text: str, given: Any, words: str
) -> None:
    with pytest.raises(RequestRefused) as raised:
        convert_arguments(read_signatures(f"void({text})"), ["speed"], [given])

    assert f"speed is {text} in the signature" in str(raised.value)
    assert words in str(raised.value)


def test_a_signature_of_another_length_than_the_kernel_is_refused() -> None:
    with pytest.raises(RequestRefused, match=r"has 1 type, but the kernel has 2 parameters \(a, b"):
        convert_arguments(read_signatures("void(int32)"), ["a", "b"], [1, 2])


@pytest.mark.parametrize("given", ["int32(int32)", numba.int32(numba.int32)], ids=str)
def test_a_kernel_that_promises_a_result_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match="returns nothing"):
        check_result(given)


BOTH = ["(int64[::1], int64)", "(float64[::1], float64)"]


@pytest.mark.parametrize(
    ("signatures", "given", "kind"),
    [
        (BOTH, [np.zeros(2, np.int64), 3], np.int64),
        (BOTH, [np.zeros(2), 3], np.float64),
        (["(float32,)", "(float64,)"], [np.float32(1)], np.float32),
        (["(float32,)", "(float64,)"], [1], np.float64),
        (["(int64,)", "(float64,)"], [np.int32(1)], np.int64),
    ],
)
def test_of_several_signatures_the_one_is_taken_that_fits(
    signatures: list[str], given: list[Any], kind: type
) -> None:
    names = ["a", "n"][: len(given)]

    found = convert_arguments(read_signatures(signatures), names, given)

    assert found[-1].dtype == kind


def test_arguments_that_no_signature_takes_are_refused() -> None:
    with pytest.raises(TypeError, match="No matching definition"):
        convert_arguments(read_signatures(BOTH), ["a", "n"], [np.zeros(2, np.int8), 1])


def test_two_signatures_that_fit_equally_well_are_refused() -> None:
    both = read_signatures(["(float32, float64)", "(float64, float32)"])

    with pytest.raises(TypeError, match="Ambiguous overloading"):
        convert_arguments(both, ["x", "y"], [np.float32(1), np.float32(2)])


PAIR = (np.ones(2), np.ones(2))
IN_TUPLES = [
    ("void(UniTuple(int8, 2))", (300, 2), (44, 2)),
    ("void(Tuple((int32, float64)))", (1, 2), (1, 2.0)),
    ("void(Tuple((UniTuple(float32, 2), float64[:])))", ((1, 2), PAIR[0]), ((1.0, 2.0), PAIR[0])),
    ("void(UniTuple(float64[:], 2))", PAIR, PAIR),
]


@pytest.mark.parametrize(("text", "given", "expected"), IN_TUPLES)
def test_a_tuple_is_converted_item_by_item(text: str, given: Any, expected: Any) -> None:
    (converted,) = convert_arguments(read_signatures(text), ["t"], [given])

    assert converted == expected


@pytest.mark.parametrize(
    ("text", "given", "words"),
    [
        (
            "void(UniTuple(float64, 2))",
            (1, 2, 3),
            r"t is Tuple\(float64, float64\) in the signature",
        ),
        ("void(UniTuple(float64, 2))", 3, r"but 3 \(int\) is given"),
        ("void(UniTuple(float64[:], 2))", (PAIR[0], 3), r"t\[1\] is float64\[:\]"),
        ("void(UniTuple(float32[:], 2))", PAIR, r"t\[0\] is float32\[:\]"),
    ],
)
def test_a_tuple_that_does_not_fit_is_refused_by_the_name_of_its_item(
    text: str, given: Any, words: str
) -> None:
    with pytest.raises(RequestRefused, match=words):
        convert_arguments(read_signatures(text), ["t"], [given])


def test_of_several_signatures_with_tuples_the_one_is_taken_that_fits() -> None:
    signatures = read_signatures(["void(UniTuple(int32, 2))", "void(UniTuple(float64, 2))"])

    (converted,) = convert_arguments(signatures, ["t"], [(1.5, 2.0)])

    assert converted == (1.5, 2.0)


@cuda.jit("void(UniTuple(float64[:], 2), float64[:])")
def added(pair: Any, out: Any) -> None:
    i = cuda.grid(1)
    for array in pair:
        out[i] += array[i]
    pair[0][i] = 7


def test_a_kernel_with_a_tuple_of_arrays_in_its_signature_reads_and_writes_them() -> None:
    class Pair(NamedTuple):
        one: Any
        other: Any

    one, out = np.arange(2.0), np.zeros(2)

    added[1, 2](Pair(one, cuda.to_device(np.ones(2))), out)

    assert (out.tolist(), one.tolist()) == ([1, 2], [7, 7])
