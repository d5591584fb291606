"""Which element of a result is wrong first, and who wrote it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.comparison import CHUNK
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.engines.wrong_elements import (
    MOST_LISTED,
    WrongElements,
    told_apart,
    writer_of_first,
    wrong_elements,
    wrong_message,
)
from gpuviz.launch import LaunchConfig
from gpuviz.operation import find_operation
from tests.helpers import traces


def launched(name: str, size: tuple[int, ...] | None = None) -> LaunchResult:
    info = find_operation(name)
    size = size or info.default_size
    config = LaunchConfig(info.grid(size, info.default_block), info.default_block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None)


def found(got: np.ndarray, want: np.ndarray) -> WrongElements:
    wrong = wrong_elements("c", got, want, 1e-6)
    assert wrong is not None
    return wrong


def test_the_first_wrong_element_is_the_first_in_c_order() -> None:
    want = np.arange(12, dtype=np.float32).reshape(3, 4)
    got = want.copy()
    got[1, 2], got[2, 0] = 0.5, np.nan

    wrong = found(got, want)

    assert (wrong.index, wrong.first, wrong.count) == ((1, 2), 6, 2)
    assert (wrong.got, wrong.want) == (0.5, 6.0)
    assert wrong.elements.tolist() == [6, 8]


def test_wrong_elements_are_counted_beyond_those_that_are_listed() -> None:
    wrong = found(np.ones(10_000), np.zeros(10_000))

    assert (wrong.count, len(wrong.elements)) == (10_000, MOST_LISTED)


def test_a_wrong_element_far_behind_in_a_large_array_is_named_by_its_own_number() -> None:
    got, want = np.zeros(CHUNK + 8, np.float32), np.zeros(CHUNK + 8, np.float32)
    got[CHUNK + 5] = 1

    assert found(got, want).elements.tolist() == [CHUNK + 5]


@pytest.mark.parametrize("got", [np.zeros(3), np.zeros(4)])
def test_an_equal_array_or_one_of_another_shape_has_no_wrong_element(got: np.ndarray) -> None:
    assert wrong_elements("c", got, np.zeros(3), 1e-6) is None


@pytest.mark.parametrize(
    ("got", "want", "told"),
    [
        (0.5, 1.5, ("0.5", "1.5")),
        (0.1234567, 0.1234568, ("0.1234567", "0.1234568")),
        (float("nan"), 1.0, ("nan", "1")),
        (3, 4, ("3", "4")),
    ],
)
def test_two_values_are_told_with_the_figures_in_which_they_differ(
    got: object, want: object, told: tuple[str, str]
) -> None:
    assert told_apart(got, want) == told


def test_the_sentence_names_element_values_and_writer() -> None:
    trace = traces.vector_add(8, 4)
    writers = np.arange(8)
    writers[6] = -1
    got = np.array([0, 0, 0, 0, 0, 0.5, 0, 0], np.float32)
    trace = replace(trace, last_writer={"c": writers})

    written = wrong_message(trace, found(got, np.array([0, 0, 0, 0, 0, 1.5, 1, 0], np.float32)))
    unwritten = wrong_message(trace, found(got, np.array([0, 0, 0, 0, 0, 0.5, 1, 0], np.float32)))

    assert written.text == (
        "2 of 8 elements of c differ from NumPy; the first is c[5]: 0.5 instead of 1.5, written by"
        " thread (1, 0, 0) of block (1, 0, 0)."
    )
    assert unwritten.text == "c[6] is 0 instead of 1, and no thread wrote it."


def test_a_launch_tells_the_element_that_numpy_computes_otherwise() -> None:
    result = launched("broken_stencil")
    name, got = result.wrong[0].array, result.trace.outputs[result.wrong[0].array]
    x = result.trace.inputs["x"]

    first = result.wrong[0].first

    # threads at the edge of a block miss a neighbour: 255 is the last thread of block 0
    assert (name, first, result.wrong[0].count) == ("y", 255, 3)
    assert result.wrong[0].got == pytest.approx(float(got[255]))
    assert writer_of_first(result.trace, result.wrong[0]) == (0, 255)
    assert abs(result.wrong[0].want - x[254:257].mean()) < abs(got[255] - x[254:257].mean())


def test_a_right_result_has_no_wrong_elements() -> None:
    assert launched("vector_add").wrong == ()
