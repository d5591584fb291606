"""Kernels of networks against what they mean: numerical gradients, SciPy, published formulas."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import log_softmax

from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from tests.helpers.gallery_launches import (
    counters,
    inputs_of,
    launched,
    made_of,
    sectors_per_request,
)

Floats = npt.NDArray[np.float64]
STEP = 1e-6


def slopes(loss: Callable[[Floats], float], at: npt.NDArray[np.float32]) -> Floats:
    """How a loss changes with each element, by small steps to both sides."""
    place, found = at.astype(np.float64), np.zeros(at.shape)
    for index in np.ndindex(at.shape):
        middle = place[index]
        sides = []
        for place[index] in (middle - STEP, middle + STEP):
            sides.append(loss(place))
        found[index] = (sides[1] - sides[0]) / (2 * STEP)
        place[index] = middle
    return found


# Losses and gradients


def test_the_loss_of_a_sample_is_minus_the_log_probability_of_its_class() -> None:
    arguments = inputs_of("cross_entropy", (40, 7))

    losses = made_of("cross_entropy", (40, 7), arguments)["losses"]

    expected = -log_softmax(arguments["logits"].astype(np.float64), axis=1)
    assert np.allclose(losses, expected[np.arange(40), arguments["labels"]], atol=1e-5)


def test_the_gradient_of_cross_entropy_is_the_numerical_one() -> None:
    arguments = inputs_of("cross_entropy", (6, 5))

    def total_loss(logits: Floats) -> float:
        return float(-log_softmax(logits, axis=1)[np.arange(6), arguments["labels"]].sum())

    gradient = made_of("cross_entropy", (6, 5), arguments)["gradient"]

    assert np.allclose(gradient, slopes(total_loss, arguments["logits"]), atol=1e-5)


def test_who_knows_nothing_of_ten_classes_has_a_loss_of_log_ten_and_gradients_add_up_to_zero() -> (
    None
):
    arguments = inputs_of("cross_entropy", (8, 10)) | {"logits": np.zeros((8, 10), np.float32)}

    made = made_of("cross_entropy", (8, 10), arguments)

    assert np.allclose(made["losses"], 2.302585, atol=1e-6)
    assert np.allclose(made["gradient"].sum(axis=1), 0, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("offset", [100, -1000, 1e4])
def test_an_offset_of_all_logits_changes_no_loss(offset: float) -> None:
    arguments = inputs_of("cross_entropy", (20, 10))
    arguments["logits"] = np.round(arguments["logits"])  # so that the sum with offset is exact
    moved = arguments | {"logits": arguments["logits"] + np.float32(offset)}

    losses = [made_of("cross_entropy", (20, 10), a)["losses"] for a in (arguments, moved)]

    assert np.array_equal(*losses)


def test_a_single_class_is_never_wrong() -> None:
    made = made_of("cross_entropy", (9, 1), inputs_of("cross_entropy", (9, 1)))

    assert not made["losses"].any()
    assert not made["gradient"].any()


@pytest.mark.slow
def test_ten_logits_a_row_cost_a_sector_for_each_lane() -> None:
    launch = ("cross_entropy", (32, 10), (32,))

    assert sectors_per_request(*launch)["logits", "read"] == 32
    assert sectors_per_request(*launch)["labels", "read"] == 4


@pytest.mark.parametrize("parameter", ["x", "weights"])
def test_the_gradients_of_a_dense_layer_are_numerical_ones(parameter: str) -> None:
    sizes = (4, 6, 5)
    forward, backward = inputs_of("dense", sizes), inputs_of("matmul_backward", sizes)
    arguments = backward | {name: forward[name] for name in ("x", "weights")}

    def loss(changed: Floats) -> float:
        given = {name: forward[name].astype(np.float64) for name in ("x", "weights", "bias")}
        given[parameter] = changed
        y = given["x"] @ given["weights"].T + given["bias"]
        return float((y * backward["dy"]).sum())

    made = made_of("matmul_backward", sizes, arguments)

    expected = slopes(loss, forward[parameter])
    assert np.allclose(made["d" + parameter], expected, atol=1e-5)
    assert np.allclose(made["dbias"], backward["dy"].sum(axis=0), atol=1e-6)


@pytest.mark.slow
def test_the_backward_pass_costs_twice_the_operations_and_an_eighth_of_the_sectors() -> None:
    sectors = {
        name: sectors_per_request(name)["weights", "read"] for name in ("dense", "matmul_backward")
    }

    assert sectors == {"dense": 32, "matmul_backward": 4}


def test_a_batch_of_one_leaves_seven_of_eight_threads_of_a_dense_layer_idle() -> None:
    counted = counters("dense", (1, 64, 64), (32, 8))

    assert (counted.active_threads, counted.idle_threads) == (64, 448)


@pytest.mark.slow
def test_a_network_learns_a_line_by_dense_backward_and_sgd_steps() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((16, 3), dtype=np.float32)
    true_weights = np.array([[1.0, -2.0, 0.5]], np.float32)
    wanted = x @ true_weights.T + np.float32(0.25)
    weights, bias = np.zeros((1, 3), np.float32), np.zeros(1, np.float32)
    sizes = (16, 1, 3)

    for _ in range(60):
        layer = {"x": x, "weights": weights}
        given = inputs_of("dense", sizes) | layer | {"bias": bias}
        dy = (made_of("dense", sizes, given)["y"] - wanted) / np.float32(8)
        given = inputs_of("matmul_backward", sizes) | layer | {"dy": dy}
        slope = made_of("matmul_backward", sizes, given)
        weights = stepped(weights.ravel(), slope["dweights"].ravel()).reshape(1, 3)
        bias = stepped(bias, slope["dbias"])

    assert np.allclose(weights, true_weights, atol=0.01)
    assert np.allclose(bias, 0.25, atol=0.01)


def stepped(
    weights: npt.NDArray[np.float32], gradient: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    arguments = {"weights": weights, "gradient": gradient, "rate": np.float32(0.2)}
    changed: npt.NDArray[np.float32] = made_of("sgd_step", (weights.size,), arguments)["weights"]
    return changed


# Convolution


@pytest.mark.parametrize("parameter", ["x", "weights", "bias"])
def test_the_gradients_of_a_convolution_are_numerical_ones(parameter: str) -> None:
    sizes = (2, 2, 3, 4, 5, 3)
    forward, backward = inputs_of("conv2d", sizes), inputs_of("conv2d_backward", sizes)
    arguments = backward | {name: forward[name] for name in ("x", "weights")}

    def loss(changed: Floats) -> float:
        given = {name: forward[name].astype(np.float64) for name in ("x", "weights", "bias")}
        given[parameter] = changed
        windows = np.lib.stride_tricks.sliding_window_view(given["x"], (3, 3), axis=(2, 3))
        y = np.einsum("bchwij,fcij->bfhw", windows, given["weights"])
        y += given["bias"][:, None, None]
        return float((y * backward["dy"]).sum())

    made = made_of("conv2d_backward", sizes, arguments, block=(48,))

    assert np.allclose(made["d" + parameter], slopes(loss, forward[parameter]), atol=1e-6)


def test_with_one_element_of_dy_the_gradient_of_a_filter_is_a_window_of_the_picture() -> None:
    arguments = inputs_of("conv2d_backward", (1, 1, 2, 4, 5, 3))
    arguments["dy"][:] = 0
    arguments["dy"][0, 1, 2, 3] = -0.5

    made = made_of("conv2d_backward", (1, 1, 2, 4, 5, 3), arguments)

    assert np.array_equal(made["dweights"][1, 0], -0.5 * arguments["x"][0, 0, 2:5, 3:6])
    assert not made["dweights"][0].any()


@pytest.mark.parametrize(("block", "blocks"), [((256,), 18), ((64,), 1), ((33,), 200)])
def test_gradients_of_a_convolution_are_the_same_with_any_grid(
    block: tuple[int, ...], blocks: int
) -> None:
    sizes = (1, 1, 8, 9, 7, 3)
    arguments = inputs_of("conv2d_backward", sizes)

    usual, other = (
        made_of("conv2d_backward", sizes, arguments, *launch) for launch in ((), (block, blocks))
    )

    assert find_operation("conv2d_backward").grid((1, 1, 8, 26, 26, 3), Dim3(256)) == Dim3(18)
    for name in ("dx", "dweights", "dbias"):
        assert np.allclose(usual[name], other[name], atol=1e-6)


def test_the_blocks_of_a_convolution_have_a_weight_each_and_the_first_thirteen_the_pixels() -> None:
    trace = launched("conv2d_backward").trace
    counted = trace.warp_counters
    assert counted is not None
    row = next(n for n, s in enumerate(trace.sites) if (s.array, s.kind) == ("dx", "write"))

    lanes = counted.lanes[trace.sites[row].statement].reshape(72, 2).sum(axis=1)

    assert np.flatnonzero(lanes).tolist() == list(range(13))
    assert lanes.sum() == 28 * 28


# Batch norm


def test_a_batch_norm_sets_each_channel_right_and_moves_the_running_statistics_by_a_tenth() -> None:
    sizes = (4, 3, 5, 6)
    given = inputs_of("batch_norm", sizes)
    plain = {"gamma": np.ones(3, np.float32), "beta": np.zeros(3, np.float32)}

    made = made_of("batch_norm", sizes, given | plain)

    assert np.allclose(made["y"].mean(axis=(0, 2, 3)), 0, atol=1e-6)
    assert np.allclose(made["y"].std(axis=(0, 2, 3)), 1, atol=1e-3)
    means = given["x"].mean(axis=(0, 2, 3))
    variances = given["x"].var(axis=(0, 2, 3), ddof=1)
    assert np.allclose(made["running_mean"], 0.9 * given["running_mean"] + 0.1 * means, atol=1e-6)
    assert np.allclose(made["running_var"], 0.9 + 0.1 * variances, atol=1e-6)


def test_a_batch_norm_of_a_single_number_is_beta_and_its_variance_is_0() -> None:
    given = inputs_of("batch_norm", (1, 3, 1, 1))

    made = made_of("batch_norm", (1, 3, 1, 1), given)

    assert np.array_equal(made["y"].ravel(), given["beta"])
    assert np.allclose(made["running_var"], 0.9)


def test_a_thousand_more_in_a_channel_hardly_changes_its_batch_norm() -> None:
    given = inputs_of("batch_norm", (4, 8, 12, 12))
    moved = given["x"].copy()
    moved[:, 2] += 1000

    one, other = (
        made_of("batch_norm", (4, 8, 12, 12), given | {"x": x})["y"] for x in (given["x"], moved)
    )

    assert np.allclose(one, other, atol=2e-3)


# LSTM


@pytest.mark.parametrize("parameter", ["c", "bias", "h"])
def test_the_gradients_of_an_lstm_cell_are_numerical_ones(parameter: str) -> None:
    sizes = (3, 4, 5)
    given = inputs_of("lstm_backward", sizes)

    def loss(changed: Floats) -> float:
        names = ("x", "h", "c", "weights", "bias")
        x, h, c, weights, bias = (
            (changed if name == parameter else given[name].astype(np.float64)) for name in names
        )
        i, f, g, o = np.split(np.concatenate((x, h), axis=1) @ weights.T + bias, 4, axis=1)
        i, f, o = (1 / (1 + np.exp(-gate)) for gate in (i, f, o))
        c_next = f * c + i * np.tanh(g)
        h_next = o * np.tanh(c_next)
        return float((h_next * given["dh_next"]).sum() + (c_next * given["dc_next"]).sum())

    made = made_of("lstm_backward", sizes, given)

    handed_on = {
        "c": made["dc"],
        "bias": made["dsums"].sum(axis=0),
        "h": made["dsums"] @ given["weights"][:, 5:],
    }
    assert np.allclose(handed_on[parameter], slopes(loss, given[parameter]), atol=1e-5)
