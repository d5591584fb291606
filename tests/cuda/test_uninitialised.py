"""Device arrays that nobody filled: reading one is a hazard, until something was written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.recording import open_recording
from gpuviz.trace import Hazard


@cuda.jit  # type: ignore[misc, untyped-decorator, unused-ignore]
def copy(source, target):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    target[i] = source[i]


@cuda.jit  # type: ignore[misc, untyped-decorator, unused-ignore]
def fill_even(target):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i % 2 == 0:
        target[i] = i


def hazards_of_reading(source: DeviceArray) -> tuple[Hazard, ...]:
    with open_recording() as recording:
        copy[1, 32](source, np.zeros(32))
    (launch,) = recording.launches
    return launch.hazards


def test_reading_what_nobody_wrote_is_named_with_the_first_thread() -> None:
    (hazard,) = hazards_of_reading(cuda.device_array(32))

    assert (hazard.kind, hazard.space, hazard.array) == ("uninitialized", "global", "source")
    assert (hazard.index, hazard.thread, hazard.count) == ((0,), (0, 0, 0), 32)


def written_by_kernel(array: DeviceArray) -> None:
    fill_even[1, 32](array)


def copied(array: DeviceArray) -> None:
    array.copy_to_device(np.zeros(32))


def assigned(array: DeviceArray) -> None:
    array[:16] = 0


@pytest.mark.parametrize(("write", "left"), [(written_by_kernel, 16), (copied, 0), (assigned, 16)])
def test_what_was_written_in_any_way_can_be_read(
    write: Callable[[DeviceArray], None], left: int
) -> None:
    array = cuda.device_array(32)

    write(array)

    assert sum(hazard.count for hazard in hazards_of_reading(array)) == left


def test_a_view_and_its_parent_know_what_was_written_through_the_other() -> None:
    array = cuda.device_array((2, 32))

    array[1].copy_to_device(np.zeros(32))

    assert hazards_of_reading(array[1]) == ()
    assert hazards_of_reading(array[0]) != ()


def test_arrays_that_come_from_the_host_are_initialised() -> None:
    assert hazards_of_reading(cuda.to_device(np.zeros(32))) == ()
