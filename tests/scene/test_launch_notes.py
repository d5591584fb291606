"""What the launch panel says under its fields."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.launch.notes import launch_notes

CUDAS = "invalid configuration argument"


def words(size: tuple[int, ...], block: Dim3) -> str:
    info = find_operation("vector_add")
    choice = LaunchChoice(info, size, block, None, "emulator", find_device("t4"))
    return " ".join(note.text for note in launch_notes(choice, choice.problems(), None, None))


@pytest.mark.parametrize("block", [Dim3(500_000), Dim3(32, 32, 2), Dim3(1, 1, 65)])
def test_a_block_that_is_too_large_is_told_with_the_error_that_cuda_has_for_it(
    block: Dim3,
) -> None:
    assert CUDAS in words((1000,), block)


def test_a_size_that_is_refused_has_no_error_of_cuda() -> None:
    said = words((0,), Dim3(256))

    assert said
    assert CUDAS not in said
