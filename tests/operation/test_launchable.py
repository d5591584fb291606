"""Why a launch is refused: one place says it for the form, the command line, sweeps and engines."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import RequestRefused
from gpuviz.operation import (
    OperationInfo,
    check_launch,
    find_operation,
    launch_refusals,
    list_pipelines,
)

T4 = find_device("t4")
PIPELINE = list_pipelines()[0]


def codes(name: str, size: tuple[int, ...], block: Dim3, grid: Dim3 | None = None) -> list[str]:
    """Of the reasons; without a grid it follows from size and block."""
    info = find_operation(name)
    config = LaunchConfig(grid or info.grid(size, block), block)
    return [message.code for message in launch_refusals(info, size, config, T4)]


@pytest.mark.parametrize(
    ("name", "size", "block", "expected"),
    [
        ("vector_add", (1000,), Dim3(256), []),
        ("vector_add", (1000,), Dim3(2048), ["launch.too-many-threads"]),
        ("vector_add", (0,), Dim3(256), ["size.below-one"]),
        ("vector_add", (1 << 40,), Dim3(256), ["size.beyond-memory"]),
        ("matmul_tiled", (64, 64, 64), Dim3(32, 32), ["operation.block-too-large"]),
        (
            "matmul_tiled",
            (0, 64, 64),
            Dim3(32, 32),
            ["size.below-one", "operation.block-too-large"],
        ),
    ],
)
def test_every_reason_is_told_that_is_not_a_consequence_of_another(
    name: str, size: tuple[int, ...], block: Dim3, expected: list[str]
) -> None:
    assert codes(name, size, block) == expected


def test_a_grid_that_was_asked_for_is_refused_as_itself() -> None:
    assert codes("vector_add", (0,), Dim3(256), Dim3(1, 70_000)) == ["launch.axis-too-large"]


def test_a_pipeline_is_no_kernel_and_a_kernel_no_pipeline() -> None:
    kernel: OperationInfo = find_operation("vector_add")

    with pytest.raises(RequestRefused, match="is one kernel and no pipeline"):
        check_launch(kernel, kernel.default_size, None, T4)
    with pytest.raises(RequestRefused, match="is a pipeline, a train of launches"):
        check_launch(PIPELINE, PIPELINE.default_size, LaunchConfig(Dim3(1), Dim3(32)), T4)
