"""Several GPUs train one layer: their copies stay those of a single GPU with the whole batch."""

from __future__ import annotations

import functools
from collections import Counter

import numpy as np
import pytest
from scipy.special import log_softmax

from gpuviz.engines.request import LaunchResult
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from tests.helpers.pipelines import ran

INFO = find_operation("data_parallel")


@functools.cache
def trained(batch: int, devices: int, steps: int) -> LaunchResult:
    return ran(INFO.path, size=(batch, devices, steps))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(64, 4, 3), (1, 1, 1), (7, 3, 2), (4, 4, 1)])
def test_what_several_gpus_make_is_what_numpy_makes(size: tuple[int, int, int]) -> None:
    result = trained(*size)

    assert (result.failure, result.correct) == (None, True)


@pytest.mark.slow
def test_losses_and_weights_do_not_depend_on_the_number_of_gpus() -> None:
    one, four = trained(64, 1, 3), trained(64, 4, 3)

    assert np.allclose(one.outputs["losses"], four.outputs["losses"], atol=1e-5)
    assert np.allclose(one.outputs["weights_of"][0], four.outputs["weights_of"][3], atol=1e-5)


@pytest.mark.slow
def test_the_copies_of_the_weights_stay_equal_to_the_last_bit() -> None:
    outputs = trained(64, 4, 3).outputs

    assert (outputs["weights_of"] == outputs["weights_of"][0]).all()
    assert (outputs["bias_of"] == outputs["bias_of"][0]).all()


def test_the_loss_begins_as_scipy_says_and_falls() -> None:
    result = trained(64, 4, 3)
    given, losses = result.inputs, result.outputs["losses"]

    sums = given["x"].astype(float) @ given["weights"].T + given["bias"]
    first = -log_softmax(sums, axis=1)[np.arange(64), given["labels"]].mean()

    assert losses[0] == pytest.approx(first, rel=1e-5)
    assert (np.diff(losses) < 0).all()


def test_every_gpu_has_the_launches_of_its_part() -> None:
    events = trained(64, 4, 3).events

    on_device = Counter(event.device for event in events if event.kind == "kernel")

    assert on_device == dict.fromkeys(range(4), 3 * 5)


def test_the_parts_are_worked_on_at_the_same_time() -> None:
    events = [event for event in trained(64, 4, 3).events if event.kind == "kernel"]

    spans = [
        [event for event in events if event.device == device][:3] for device in range(4)
    ]  # dense, cross_entropy, matmul_backward of the first step

    assert max(span[0].start_s for span in spans) < min(span[-1].end_s for span in spans) + 1e-5
    assert spans[1][0].start_s < spans[0][-1].end_s


@pytest.mark.slow
@pytest.mark.parametrize(("devices", "expected"), [(4, 20_800), (8, 41_600)])
def test_a_step_copies_the_bytes_of_gradients_that_the_text_states(
    devices: int, expected: int
) -> None:
    events = trained(8, devices, 1).events

    gradients = {"dweights", "dbias", "total_weights", "total_bias"}
    assert sum(event.nbytes for event in events if event.name in gradients) == expected


@pytest.mark.slow
def test_the_copies_take_longer_than_the_kernels_and_one_gpu_is_faster_here() -> None:
    four, one = trained(64, 4, 3), trained(64, 1, 3)

    seconds = {
        is_kernel: sum(
            event.end_s - event.start_s
            for event in four.events
            if (event.kind == "kernel") is is_kernel
        )
        for is_kernel in (True, False)
    }

    assert seconds[False] > seconds[True]
    assert one.seconds < four.seconds


@pytest.mark.parametrize(("gpus", "gradients"), [(4, 1.5), (8, 1.75), (1000, 1.998)])
def test_in_a_ring_a_gpu_sends_what_the_text_states(gpus: int, gradients: float) -> None:
    sums = np.eye(gpus)  # GPU g begins with 1 in piece g of its row: all ones is the total
    sent = 0
    for turn in range(gpus - 1):  # each adds a piece that its neighbour hands on
        pieces = (np.arange(gpus) - turn) % gpus
        sums[(np.arange(gpus) + 1) % gpus, pieces] += sums[np.arange(gpus), pieces]
        sent += 1
    whole = sums[np.arange(gpus), (np.arange(gpus) + 1) % gpus]

    assert (whole == 1).all(), "every piece is complete on one GPU"
    assert (sent + gpus - 1) / gpus == gradients  # and travels on once more around the ring


def test_a_batch_smaller_than_the_number_of_gpus_is_refused_in_a_sentence() -> None:
    with pytest.raises(RequestRefused, match="cannot be shared by 4 GPUs"):
        ran(INFO.path, size=(3, 4, 1))


@pytest.mark.slow
def test_bytes_that_must_move_are_those_of_the_arrays() -> None:
    result = trained(7, 3, 2)

    moved = sum(array.nbytes for array in {**result.inputs, **result.outputs}.values())

    assert INFO.byte_count((7, 3, 2)) == moved
