"""A stream of frames: edges as SciPy finds them, in time, copies beside kernels."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.ndimage import sobel

from gpuviz.engines.request import LaunchResult, PipelineEvent
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from tests.helpers.pipelines import ran

INFO = find_operation("video_frames")
KERNELS = ("resize_bilinear", "normalize_image", "conv2d", "edge_strength")


@functools.cache
def filmed(frames: int, height: int, width: int) -> LaunchResult:
    return ran(INFO.path, size=(frames, height, width))


def frames_of(result: LaunchResult) -> list[list[PipelineEvent]]:
    """The events of each frame, from its copy in to its copy out."""
    found: list[list[PipelineEvent]] = []
    for event in result.events:
        if event.name == "frames":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def changed(folder: Path, old: str, new: str) -> LaunchResult:
    """As a student would: in a copy of the file, beside copies of what it imports."""
    for name in ("conv2d", "normalize_image", "resize_bilinear"):
        shutil.copy(find_operation(name).path, folder)
    assert old in INFO.source
    path = folder / "changed.py"
    path.write_text(INFO.source.replace(old, new), encoding="utf-8")
    return ran(path, size=(6, 96, 128))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(6, 96, 128), (1, 6, 6), (2, 21, 27), (3, 7, 40)])
def test_edges_and_the_first_small_frame_are_those_of_numpy(size: tuple[int, int, int]) -> None:
    result = filmed(*size)

    assert (result.failure, result.correct) == (None, True)


@pytest.mark.slow
def test_edges_are_where_scipy_finds_them() -> None:
    result = filmed(6, 96, 128)

    frames = result.inputs["frames"].astype(float)
    small = frames.reshape(6, 48, 2, 64, 2, 3).mean(axis=(2, 4)) / 255  # half the size: means of 4
    gray = 2 * small.mean(axis=3)
    slopes = [np.hypot(sobel(frame, axis=0), sobel(frame, axis=1)) / 4 for frame in gray]
    strength = np.stack(slopes)[:, 1:-1, 1:-1]
    assert np.allclose(result.outputs["edges"], strength, atol=0.01)
    assert strength.max() > 0.3


@pytest.mark.slow
def test_the_ball_moves_from_frame_to_frame() -> None:
    edges = filmed(6, 96, 128).outputs["edges"]

    columns = np.arange(edges.shape[2])
    middles = [(sky * columns).sum() / sky.sum() for sky in edges[:, :20]]  # above the fence

    assert middles[2] + 3 < middles[3]


def test_each_frame_is_a_copy_in_four_launches_and_a_copy_out() -> None:
    first, *others = frames_of(filmed(6, 96, 128))

    assert len(others) == 5
    for events in others:
        assert [event.name for event in events] == ["frames", *KERNELS, "edges"]
    assert [event.name for event in first] == ["frames", *KERNELS, "edges", "first"]


def test_every_frame_meets_its_deadline() -> None:
    assert INFO.deadline_ms == 16.7
    assert INFO.frame_count((6, 96, 128)) == 6
    for events in frames_of(filmed(6, 96, 128)):
        assert events[-1].end_s - events[0].start_s < 0.0167


def test_a_frame_is_copied_in_while_the_kernels_of_the_one_before_run() -> None:
    first, second, *_ = frames_of(filmed(6, 96, 128))

    copy = second[0]
    kernels = [event for event in first if event.kind == "kernel"]
    assert copy.start_s < kernels[-1].end_s
    assert copy.end_s > kernels[0].start_s


@pytest.mark.slow
def test_two_streams_are_faster_than_one(tmp_path: Path) -> None:
    one = changed(tmp_path, "STREAMS = 2", "STREAMS = 1")

    assert one.correct is True
    assert filmed(6, 96, 128).seconds < one.seconds


@pytest.mark.slow
def test_the_second_frame_waits_for_a_copy_to_memory_that_is_not_pinned(tmp_path: Path) -> None:
    result = changed(tmp_path, ", cuda.pinned(first):", ":")

    first, second, *_ = frames_of(result)
    assert result.correct is True
    assert second[0].start_s >= first[-1].end_s


def test_the_figures_of_the_text() -> None:
    pixels, small = 96 * 128, filmed(6, 96, 128).outputs["first"]

    assert small.shape[0] * small.shape[1] * 4 == pixels
    assert 1080 * 1920 / pixels == 168.75
    assert "168.75" in INFO.text


def test_frames_too_small_for_one_window_are_refused_in_a_sentence() -> None:
    with pytest.raises(RequestRefused, match="6 x 6 pixels or more"):
        ran(INFO.path, size=(2, 5, 40))


def test_bytes_that_must_move_are_those_of_the_arrays() -> None:
    result = filmed(2, 21, 27)

    moved = sum(array.nbytes for array in {**result.inputs, **result.outputs}.values())

    assert INFO.byte_count((2, 21, 27)) == moved
