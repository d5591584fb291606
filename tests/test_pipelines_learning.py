"""Pipelines that train: gradients against numerical ones, and the figures of their texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gpuviz
from tests.helpers.gallery_pipelines import Ran, by_numpy, inputs_of, loaded, on_emulator
from tools.training.train_text import beginning, loss_and_gradients, share_right

Doubles = NDArray[np.float64]
ROOT = Path(__file__).parent.parent
NETWORK = ("weights1", "bias1", "weights2", "bias2")


def numerical_gradient(loss: Callable[[Doubles], float], at: NDArray[Any]) -> Doubles:
    """Central differences in float64, one weight at a time."""
    point, reach = at.astype(np.float64), 1e-6
    found = np.zeros_like(point)
    for index in np.ndindex(point.shape):
        there = point[index]
        point[index] = there + reach
        above = loss(point)
        point[index] = there - reach
        found[index] = (above - loss(point)) / (2 * reach)
        point[index] = there
    return found


def mean_cross_entropy(logits: Doubles, labels: NDArray[Any]) -> float:
    largest = logits.max(axis=1)
    sums = np.log(np.exp(logits - largest[:, None]).sum(axis=1)) + largest
    return float((sums - logits[np.arange(labels.size), labels]).mean())


def curve(name: str, size: tuple[int, ...]) -> NDArray[np.float32]:
    return by_numpy(name, inputs_of(name, size))["losses"]


# train_step


@pytest.fixture(scope="module")
def trained() -> Ran:
    return on_emulator("train_step", inputs_of("train_step"))


@pytest.mark.slow
def test_a_training_run_gives_what_numpy_gives(trained: Ran) -> None:
    assert trained.correct is True, trained.error


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1, 1), (7, 5, 2), (33, 17, 1)])
def test_a_training_run_of_any_size_gives_what_numpy_gives(size: tuple[int, ...]) -> None:
    ran = on_emulator("train_step", inputs_of("train_step", size, seed=4))

    assert ran.correct is True, ran.error


@pytest.mark.slow
def test_a_step_goes_against_the_numerical_gradient_of_the_mean_loss() -> None:
    before = inputs_of("train_step", (9, 6, 1), seed=2)
    after = on_emulator("train_step", before).arguments

    for name in NETWORK:

        def loss(weights: Doubles, name: str = name) -> float:
            x, w1, b1, w2, b2 = ({**before, name: weights}[key] for key in ("x", *NETWORK))
            active = np.maximum(x.astype(np.float64) @ w1.T + b1, 0)
            return mean_cross_entropy(active @ w2.T + b2, before["labels"])

        moved = (before[name] - after[name]) / loaded("train_step").module.RATE
        np.testing.assert_allclose(moved, numerical_gradient(loss, before[name]), atol=2e-6)
        assert np.abs(moved).max() > 1e-3


@pytest.mark.slow
def test_a_step_of_training_is_the_eleven_launches_of_its_text(trained: Ran) -> None:
    order = [trace.kernel for trace in trained.launches]
    forward = ["dense", "relu", "dense", "cross_entropy"]
    backward = ["matmul_backward", "relu_backward", "matmul_backward"]

    assert order[:88] == 8 * [*forward, *backward, *4 * ["sgd_step"]]
    assert len(order) == 93


@pytest.mark.slow
def test_no_launch_of_a_training_step_has_more_threads_with_work_than_its_text_says(
    trained: Ran,
) -> None:
    samples, hidden, _ = loaded("train_step").info.default_size

    largest = max(
        trace.config.grid.size * trace.config.block.size for trace in trained.launches[:88]
    )

    assert samples * hidden == 1536
    assert 1536 <= largest <= 2 * 1536  # whole blocks


def test_the_loss_falls_as_the_text_of_train_step_says() -> None:
    eight, sixty = curve("train_step", (48, 32, 8)), curve("train_step", (48, 32, 60))

    assert np.all(np.diff(eight) < 0)
    assert (round(float(eight[-1]), 2), round(float(sixty[-1]), 2)) == (0.29, 0.16)


def test_with_a_rate_of_2_the_loss_rises_before_it_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded("train_step").module, "RATE", 2)

    losses = curve("train_step", (48, 32, 8))

    assert [round(float(loss), 1) for loss in losses[:2]] == [1.9, 3.6]
    assert losses[-1] < 0.3


def test_the_picture_shows_each_point_in_the_colour_of_its_class(trained: Ran) -> None:
    module, arrays = loaded("train_step").module, trained.arguments

    column = ((arrays["x"][:, 0] / module.REACH + 1) * module.SIDE / 2).astype(int)
    row = ((1 - arrays["x"][:, 1] / module.REACH) * module.SIDE / 2).astype(int)
    shown = arrays["picture"][row, column]

    distance = np.abs(shown[:, None] - module.COLOURS).sum(axis=2)
    assert np.array_equal(distance.argmin(axis=1), arrays["labels"])
    assert arrays["picture"].min() >= 0
    assert arrays["picture"].max() <= 1


# train_cnn


@pytest.fixture(scope="module")
def trained_cnn() -> Ran:
    return on_emulator("train_cnn", inputs_of("train_cnn"))


@pytest.mark.slow
def test_a_cnn_is_trained_as_numpy_trains_it_and_recognises_what_its_text_says(
    trained_cnn: Ran,
) -> None:
    losses = trained_cnn.arguments["losses"]

    assert trained_cnn.correct is True, trained_cnn.error
    assert trained_cnn.arguments["right"].tolist() == [12, 42]
    assert [round(float(losses[step]), 2) for step in (0, -1)] == [1.14, 0.61]


@pytest.mark.slow
def test_a_step_of_a_cnn_is_the_ten_launches_of_its_text(trained_cnn: Ran) -> None:
    order = [trace.kernel for trace in trained_cnn.launches]
    forward = ["conv2d", "relu", "max_pool", "dense"]
    backward = ["matmul_backward", "max_pool_backward", "relu_backward", "conv2d_backward"]
    asked = [*forward, "count_right"]

    step = [*forward, "cross_entropy", *backward, "sgd_step"]
    assert len(step) == 10
    assert order == [*asked, *12 * step, *asked, "mean_of_rows"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1, 1), (96, 1, 3), (5, 13, 2)])
def test_a_batch_of_one_and_one_larger_than_the_data_are_learnt_as_numpy_learns_them(
    size: tuple[int, ...],
) -> None:
    ran = on_emulator("train_cnn", inputs_of("train_cnn", size, seed=7))

    assert ran.correct is True, ran.error


def test_a_step_of_a_cnn_goes_against_the_numerical_gradient() -> None:
    before = inputs_of("train_cnn", (6, 6, 1), seed=3)
    module = loaded("train_cnn").module
    after = by_numpy("train_cnn", before)

    def loss(network: Doubles) -> float:
        logits = module.values_of(network, before["batches"][0].astype(np.float64))[-1]
        return mean_cross_entropy(logits, before["labels"][0])

    moved = (before["network"] - after["network"]) / module.RATE
    np.testing.assert_allclose(moved, numerical_gradient(loss, before["network"]), atol=2e-6)
    assert np.abs(moved).max() > 1e-2


def test_after_40_steps_a_cnn_recognises_all_that_was_held_back() -> None:
    after = by_numpy("train_cnn", inputs_of("train_cnn", (96, 32, 40)))

    assert after["right"][1] == after["their_labels"].size == 48


def test_with_a_rate_of_5_a_cnn_forgets_to_look_and_guesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = loaded("train_cnn").module
    monkeypatch.setattr(module, "RATE", 5)

    after = by_numpy("train_cnn", inputs_of("train_cnn"))

    active = module.values_of(after["network"], after["held_back"])[2]
    assert round(float(after["losses"].max()), 1) == 5.5
    assert not active.any()
    assert after["right"][1] == 48 / 3
    assert after["losses"][-1] == pytest.approx(1.2, abs=0.05)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_training_that_diverges_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded("train_cnn").module, "RATE", 1e6)

    with pytest.raises(ValueError, match=r"diverged: in step 5 of 12 .* RATE of 1e\+06 is too"):
        on_emulator("train_cnn", inputs_of("train_cnn"))


# lstm_text


def written(size: tuple[int, ...], seed: int = 0) -> list[str]:
    """Each text without the line end after it; it may have line ends of its own."""
    text = by_numpy("lstm_text", inputs_of("lstm_text", size, seed))["text"]
    return [row.tobytes().decode("ascii") for row in text.reshape(size[0], -1)[:, :-1]]


def learnt_text() -> str:
    return (ROOT / "tools" / "training" / "text.txt").read_text(encoding="ascii")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 2), (1, 1), (17, 3)])
def test_letters_are_written_as_numpy_writes_them(size: tuple[int, ...]) -> None:
    ran = on_emulator("lstm_text", inputs_of("lstm_text", size, seed=6))

    assert ran.correct is True, ran.error


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 64])
def test_a_batch_of_texts_needs_the_launches_of_one_as_the_text_says(batch: int) -> None:
    letters = 16

    ran = on_emulator("lstm_text", inputs_of("lstm_text", (batch, letters)))

    assert ran.counts == {
        "embedding": letters,
        "lstm_cell": letters + 7,
        "dense": letters,
        "choose": letters,
        "softmax": 1,
        "chosen": 1,
    }
    assert len(ran.launches) == 73
    assert ran.correct is True, ran.error


@pytest.mark.parametrize(("prompt", "right"), [(8, 63), (2, 25)])
def test_so_many_of_64_texts_go_on_as_the_one_that_was_learnt(
    monkeypatch: pytest.MonkeyPatch, prompt: int, right: int
) -> None:
    monkeypatch.setattr(loaded("lstm_text").module, "PROMPT", prompt)

    lines = written((64, 16))

    assert sum(line in learnt_text() for line in lines) == right


def test_the_weights_belong_to_the_text_and_have_the_sizes_that_are_stated() -> None:
    arrays = inputs_of("lstm_text", (1, 1))

    learnt = np.load(loaded("lstm_text").module.FOLDER + "lstm_text.npz")
    assert learnt["codes"][learnt["tokens"]].tobytes().decode("ascii") == learnt_text()
    assert (arrays["codes"].size, arrays["bias"].size // 4) == (43, 48)


@pytest.mark.slow
def test_the_network_knows_its_text_as_well_as_the_readme_of_the_training_says() -> None:
    arrays = inputs_of("lstm_text", (1, 1))
    learnt = np.load(loaded("lstm_text").module.FOLDER + "lstm_text.npz")

    assert round(share_right(arrays, learnt["tokens"]), 3) == 0.997


def test_the_gradients_of_the_training_are_the_numerical_ones() -> None:
    rng = np.random.default_rng(3)
    weights = {key: value.astype(np.float64) for key, value in beginning(7, rng).items()}
    pieces = rng.integers(0, 7, (8, 3))

    _, gradients = loss_and_gradients(weights, pieces)  # type: ignore[arg-type]

    for name, weight in weights.items():
        for index in rng.integers(0, weight.shape, (4, weight.ndim)):
            at, reach = tuple(index), np.zeros_like(weight)
            reach[at] = 1e-5
            above, below = (
                loss_and_gradients({**weights, name: weight + side * reach}, pieces)[0]  # type: ignore[dict-item]
                for side in (1, -1)
            )
            assert gradients[name][at] == pytest.approx((above - below) / 2e-5, abs=1e-8)


# transformer_block


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 6), (1, 1), (1, 3), (3, 2)])
def test_a_transformer_block_writes_the_tokens_that_numpy_writes(size: tuple[int, int]) -> None:
    prompt, tokens = size

    ran = on_emulator("transformer_block", inputs_of("transformer_block", size, seed=1))

    assert ran.correct is True, ran.error
    assert len(ran.launches) == 20 * tokens + (6 if prompt > 1 else 0)


@pytest.mark.parametrize("size", [(4, 6), (1, 5), (9, 12), (3, 40)])
def test_a_transformer_block_repeats_its_prompt_in_capitals(size: tuple[int, int]) -> None:
    prompt, tokens = size

    after = by_numpy("transformer_block", inputs_of("transformer_block", size))

    text = after["text"].tobytes().decode()
    repeated = (text[:prompt].upper() * tokens)[:tokens]
    assert text[prompt:] == repeated
    assert size != (4, 6) or text == "gfecGFECGF"
    assert after["weights"].argmax(axis=1).tolist() == list(range(tokens))


def test_without_its_mlp_a_transformer_block_writes_small_letters() -> None:
    arguments = inputs_of("transformer_block")
    arguments["w_down"][:] = 0

    assert by_numpy("transformer_block", arguments)["text"].tobytes() == b"gfecgfecgf"


# dqn_gridworld


@pytest.fixture(scope="module")
def walked() -> Ran:
    return on_emulator("dqn_gridworld", inputs_of("dqn_gridworld"))


def reached(size: tuple[int, ...]) -> list[int]:
    counts: list[int] = by_numpy("dqn_gridworld", inputs_of("dqn_gridworld", size))[
        "reached"
    ].tolist()
    return counts


@pytest.mark.slow
def test_q_values_are_learnt_as_numpy_learns_them(walked: Ran) -> None:
    assert walked.correct is True, walked.error


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 3, 4), (1, 1, 1), (33, 17, 2)])
def test_q_values_of_any_size_are_learnt_as_numpy_learns_them(size: tuple[int, ...]) -> None:
    ran = on_emulator("dqn_gridworld", inputs_of("dqn_gridworld", size, seed=5))

    assert ran.correct is True, ran.error


@pytest.mark.slow
def test_the_temporal_difference_gradient_is_the_numerical_one() -> None:
    rng = np.random.default_rng(2)
    batch = 50
    q, q_after = (rng.standard_normal((batch, 4)).astype(np.float32) for _ in range(2))
    actions = rng.integers(0, 4, batch).astype(np.int32)
    rewards, discounts = (rng.random(batch, dtype=np.float32) for _ in range(2))
    gradient = np.full((batch, 4), np.nan, np.float32)

    with gpuviz.recording() as launches:
        kernel = loaded("dqn_gridworld").module.td_error
        kernel[2, 32](q, q_after, actions, rewards, discounts, gradient)

    def half_squared_errors(values: Doubles) -> float:
        target = rewards + discounts * q_after.max(axis=1).astype(np.float64)
        return float(((values[np.arange(batch), actions] - target) ** 2).sum() / 2)

    assert launches.hazards == ()
    np.testing.assert_allclose(gradient, numerical_gradient(half_squared_errors, q), atol=1e-6)


@pytest.mark.slow
def test_a_step_of_a_deep_q_network_is_the_eleven_launches_of_its_text(walked: Ran) -> None:
    order = [trace.kernel for trace in walked.launches]
    forward = ["dense", "relu", "dense"]
    backward = ["matmul_backward", "relu_backward", "matmul_backward"]
    step = [*forward, *forward, "td_error", *backward, "adam_step"]

    assert order == [*forward, "walk", *4 * [*step, *step, *forward, "walk"]]


@pytest.mark.slow
def test_the_agent_finds_the_goal_from_more_fields_as_its_text_says(walked: Ran) -> None:
    forty = reached((64, 32, 40))

    assert walked.arguments["reached"][[0, -1]].tolist() == [4, 9]
    assert (forty[0], forty[-1]) == (4, 20)
    assert any(later < earlier for earlier, later in pairwise(forty))  # it also falls
    assert sum(row.count(".") for row in loaded("dqn_gridworld").module.MAZE) == 20


def test_without_a_discounted_future_five_fields_know_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loaded("dqn_gridworld").module, "DISCOUNT", 0)

    assert reached((64, 32, 300))[-1] == 5


@pytest.mark.slow
def test_following_the_arrows_leads_to_the_goal(walked: Ran) -> None:
    module, arrows = loaded("dqn_gridworld").module, walked.arguments["policy"].ravel()
    found = 0

    for field in module.free_fields():
        here = field
        for _ in range(arrows.size):
            here = here if here == module.GOAL else module.next_fields()[here, arrows[here]]
        found += here == module.GOAL

    assert found == walked.arguments["reached"][-1]
    assert [letter in "#G" for letter in "".join(module.MAZE)] == (arrows < 0).tolist()
