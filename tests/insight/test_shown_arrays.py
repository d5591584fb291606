"""What arrays of the gallery's pipelines hold at any launch, and who wrote their elements."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.element_making import making_of
from gpuviz.insight.thread_variables import as_written, variable_by_thread
from tests.helpers.films import film, flat

PIXELS = [("maps1", (0, 3, 10, 12)), ("maps2", (0, 40, 5, 6)), ("maps3", (0, 63, 2, 0))]


def first_maps_before_relu() -> np.ndarray:
    """By NumPy, of the same picture and weights."""
    digits = film("cnn_digits")
    inputs, module = digits.result.inputs, digits.module
    maps: np.ndarray = module.convolved(inputs["image"][:, None], inputs["w1"], inputs["b1"])
    return maps


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cnn_digits", "lstm_text", "dqn_gridworld", "video_frames"])
def test_after_the_last_launch_each_film_shows_what_the_pipeline_gave(name: str) -> None:
    of = film(name)

    assert of.arrays.films
    for array in of.arrays.films:
        held, _ = of.arrays.contents(array, of.launches)
        np.testing.assert_array_equal(held, of.result.outputs[array])


@pytest.mark.slow
def test_before_the_first_launch_nothing_is_written() -> None:
    of = film("lstm_text")

    held, written = of.arrays.contents("text", 0)

    np.testing.assert_array_equal(held, of.result.inputs["text"])
    assert not written.any()


@pytest.mark.slow
def test_between_convolution_and_relu_the_maps_still_have_negative_numbers() -> None:
    digits = film("cnn_digits")

    convolved, _ = digits.arrays.contents("maps1", 1)
    rectified, _ = digits.arrays.contents("maps1", 2)

    np.testing.assert_allclose(convolved, first_maps_before_relu(), atol=1e-5)
    assert convolved.min() < 0
    np.testing.assert_array_equal(rectified, np.maximum(convolved, 0))


@pytest.mark.slow
def test_the_text_grows_by_one_letter_of_each_text_with_every_choice() -> None:
    text = film("lstm_text")
    by_numpy = text.twin()["text"].reshape(4, -1)

    for letter, launches in enumerate(text.kernels("choose")):
        held, written = text.arrays.contents("text", launches)
        known = 8 + letter + 1
        np.testing.assert_array_equal(held.reshape(4, -1)[:, :known], by_numpy[:, :known])
        assert written.reshape(4, -1).sum(axis=1).tolist() == [letter + 1] * 4


@pytest.mark.slow
def test_the_prompt_was_written_by_no_launch() -> None:
    text = film("lstm_text")

    assert text.arrays.origins("text", 3, text.launches) == ()
    (origin,) = text.arrays.origins("text", 9, text.launches)
    assert text.result.launches[origin.launch].kernel == "choose"
    assert origin.launch + 1 == text.kernels("choose")[1]
    assert origin.thread == 0


def test_the_third_text_is_written_by_the_third_thread() -> None:
    text = film("lstm_text")
    letters = text.result.outputs["text"].reshape(4, -1).shape[1]

    (origin,) = text.arrays.origins("text", 2 * letters + 8, text.launches)

    assert origin.thread == 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "index"), PIXELS)
def test_a_pixel_of_a_map_leads_to_the_convolution_and_what_relu_did_with_it(
    name: str, index: tuple[int, ...]
) -> None:
    digits = film("cnn_digits")
    element = flat(digits.result.outputs[name], *index)

    relu, convolution = digits.arrays.origins(name, element, digits.launches)

    kernels = [digits.result.launches[one.launch].kernel for one in (relu, convolution)]
    assert kernels == ["relu", "conv2d"]
    assert (relu.in_place, convolution.in_place) == (True, False)
    trace = digits.result.launches[convolution.launch]
    block, thread = divmod(convolution.thread, trace.config.block.size)
    place = trace.config.grid.index(block), trace.config.block.index(thread)
    sides = trace.config.block
    column, row, number = (b * s + t for b, s, t in zip(place[0], sides, place[1], strict=True))
    assert (0, number, row, column) == index


@pytest.mark.parametrize("index", [(0, 0, 0, 5), (0, 31, 25, 25), (0, 2, 7, 3)])
def test_the_sum_that_made_a_pixel_is_what_numpy_sums(index: tuple[int, ...]) -> None:
    digits = film("cnn_digits")
    inputs, (_, number, row, column) = digits.result.inputs, index
    element = flat(digits.result.outputs["maps1"], *index)
    origin = digits.arrays.origins("maps1", element, digits.launches)[-1]

    making = making_of(digits.result.launches[0], origin.parameter, origin.element, origin.thread)

    assert making is not None
    assert making.sum is not None
    window = inputs["image"][0, row : row + 3, column : column + 3]
    np.testing.assert_array_equal(making.sum.left.values.reshape(3, 3), inputs["w1"][number, 0])
    np.testing.assert_array_equal(making.sum.right.values.reshape(3, 3), window)
    np.testing.assert_allclose(
        making.sum.products.reshape(3, 3), inputs["w1"][number, 0] * window, rtol=1e-6
    )
    assert making.sum.start == inputs["b1"][number]
    assert making.sum.total == pytest.approx(first_maps_before_relu()[index], abs=1e-5)


def test_a_thread_whose_steps_were_not_kept_tells_no_sum() -> None:
    digits = film("cnn_digits")
    element = flat(digits.result.outputs["maps1"], 0, 3, 10, 12)
    origin = digits.arrays.origins("maps1", element, digits.launches)[-1]
    trace = digits.result.launches[0]

    assert origin.thread // trace.config.block.size not in trace.followed
    assert making_of(trace, origin.parameter, origin.element, origin.thread) is None


def test_where_a_thread_looked_is_told_in_the_input_picture() -> None:
    digits = film("cnn_digits")
    x = digits.result.launches[0].arrays[0]
    elements = np.array([flat(np.zeros(x.shape), 0, 0, 4, 7), flat(np.zeros(x.shape), 0, 0, 6, 9)])

    seen = digits.arrays.host_elements(0, "x", elements)

    np.testing.assert_array_equal(seen["image"], [4 * 28 + 7, 6 * 28 + 9])


def test_the_second_layer_looked_at_windows_of_six_by_six_in_the_first_maps() -> None:
    digits = film("cnn_digits")
    pooled = np.zeros((1, 32, 13, 13))
    window = [flat(pooled, 0, 9, 5 + i, 6 + j) for i in range(3) for j in range(3)]

    seen = digits.arrays.looked_through(digits.result.launches, 3, "x", np.array(window))

    maps, rows, columns = np.unravel_index(seen["maps1"], (32, 26, 26))
    assert np.unique(maps).tolist() == [9]
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (10, 15, 12, 17)
    assert len(rows) == 36


@pytest.mark.slow
def test_a_memory_that_serves_two_frames_shows_each_where_it_went() -> None:
    video = film("video_frames")

    for frame, launches in enumerate(video.kernels("edge_strength")):
        held, written = video.arrays.contents("edges", launches)
        assert written.reshape(6, -1).any(axis=1).tolist() == [n <= frame for n in range(6)]
        np.testing.assert_array_equal(held[frame], video.result.outputs["edges"][frame])


def test_the_frame_on_the_device_is_the_one_that_was_copied_last() -> None:
    video = film("video_frames")
    frame_size = video.result.inputs["frames"][0].size

    frames = [video.arrays.copied_in("frames", launches) for launches in (1, 4, 5, 24)]

    assert [int(f[0]) // frame_size for f in frames if f is not None] == [0, 0, 1, 5]


@pytest.mark.slow
def test_a_policy_is_shown_while_the_maze_is_learnt() -> None:
    maze = film("dqn_gridworld")

    assert maze.arrays.changes("policy") == tuple(maze.kernels("walk"))
    first, _ = maze.arrays.contents("policy", 4)
    np.testing.assert_array_equal(first, maze.result.outputs["before"])


def test_the_gates_of_a_cell_are_those_of_numpy() -> None:
    text = film("lstm_text")
    row = text.kernels("lstm_cell")[0] - 1
    trace, inputs, module = text.result.launches[row], text.result.inputs, text.module
    x = inputs["table"][inputs["prompt"][0]]
    sums = np.concatenate([x, np.zeros((4, 48))], axis=1) @ inputs["weights"].T + inputs["bias"]
    expected = dict(zip(("i", "f", "g", "o"), np.split(sums, 4, axis=1), strict=True))

    for name in ("i", "f", "o"):
        held = variable_by_thread(trace, name)
        assert held is not None
        written = as_written(trace, held)
        assert written is not None
        np.testing.assert_allclose(written[1], module.logistic(expected[name]), atol=1e-5)
