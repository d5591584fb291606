"""The pipelines transfer and lstm_text beside their weights: figures, times and training."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.host import load_operation
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from tests.helpers.gallery_pipelines import Arrays, by_numpy, inputs_of, loaded, on_emulator
from tests.helpers.pipelines import ran
from tools.training.train_shapes import beginning, loss_and_gradients

EVALUATIONS = 2  # before the first step and after the last one
BASE = ("weights1", "bias1", "weights2", "bias2")


def with_random_base(arguments: Arrays, seed: int) -> Arrays:
    rng = np.random.default_rng(seed)
    (w1, b1), (w2, b2) = beginning(rng, 144, 48), beginning(rng, 48, 32)
    return {**arguments, "weights1": w1, "bias1": b1, "weights2": w2, "bias2": b2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trained", "launches", "in_a_step"), [(1, 57, 5), (2, 103, 11), (3, 149, 17)]
)
def test_launches_disappear_with_frozen_layers_as_the_text_says(
    trained: int, launches: int, in_a_step: int
) -> None:
    steps, once = 8, {1: 4, 2: 2, 3: 0}[trained]

    result = on_emulator("transfer", inputs_of("transfer", (12, trained, steps)))

    assert result.correct is True, result.error
    assert len(result.launches) == launches
    assert launches == EVALUATIONS * 6 + once + steps * in_a_step + 1  # 1: means of the losses
    assert result.counts["matmul_backward"] == steps * trained
    assert result.counts["sgd_step"] == steps * trained * 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1, 1), (7, 2, 2), (150, 9, 1)])
def test_transfer_of_any_size_gives_what_numpy_gives(size: tuple[int, ...]) -> None:
    result = on_emulator("transfer", inputs_of("transfer", size, seed=3))

    assert result.correct is True, result.error


def test_a_frozen_base_stays_as_it_was_and_a_trained_one_does_not() -> None:
    for trained, stays in ((1, True), (3, False)):
        before = inputs_of("transfer", (12, trained, 1))
        after = by_numpy("transfer", before)

        assert all(np.array_equal(before[name], after[name]) for name in BASE) is stays


def test_what_transfer_recognises_before_and_after_is_what_its_text_says() -> None:
    after = by_numpy("transfer", inputs_of("transfer"))

    assert after["right"].tolist() == [23, 55]
    assert after["test_labels"].size == 60
    assert np.all(np.diff(after["losses"]) < 0)


def recognised(batch: int, trained: int, seed: int) -> int:
    after = by_numpy("transfer", inputs_of("transfer", (batch, trained, 8), seed=seed))
    return int(after["right"][1])


def test_ten_seeds_recognise_as_many_pictures_as_lesson_17_says() -> None:
    frozen = [recognised(12, 1, seed) for seed in range(10)]
    all_layers = [recognised(12, 3, seed) for seed in range(10)]
    more_pictures = [recognised(60, 1, seed) for seed in range(10)]

    gains = [many - one for many, one in zip(all_layers, frozen, strict=True)]
    assert (min(frozen), max(frozen)) == (51, 56)
    assert (min(gains), max(gains)) == (0, 4)
    assert (min(more_pictures), max(more_pictures)) == (54, 58)


@pytest.mark.parametrize("seed", range(5))
def test_a_random_base_recognises_fewer_than_40_as_the_text_says(seed: int) -> None:
    after = by_numpy("transfer", with_random_base(inputs_of("transfer"), seed))

    assert after["right"][1] < 40


def test_the_layers_have_as_many_numbers_as_the_text_says() -> None:
    arrays = inputs_of("transfer")

    last = arrays["weights3"].size + arrays["bias3"].size
    assert (last, last + sum(arrays[name].size for name in BASE)) == (99, 8627)


def test_no_picture_that_is_learnt_from_is_held_back() -> None:
    arrays = inputs_of("transfer", (120, 1, 1))

    learnt, held = (
        {picture.tobytes() for picture in arrays[name]} for name in ("pictures", "test_pictures")
    )
    assert (len(learnt), len(held)) == (120, 60)
    assert not learnt & held


def test_the_gradients_of_the_bases_training_are_the_numerical_ones() -> None:
    rng = np.random.default_rng(4)
    layers = [beginning(rng, 6, 5), beginning(rng, 5, 3)]
    exact = [(weights.astype(np.float64), bias.astype(np.float64)) for weights, bias in layers]
    x, labels = rng.standard_normal((7, 6)), rng.integers(0, 3, 7)

    _, gradients = loss_and_gradients(exact, x, labels)  # type: ignore[arg-type]

    flat = [array for layer in exact for array in layer]
    for array, gradient in zip(flat, gradients, strict=True):
        for index in rng.integers(0, array.shape, (4, array.ndim)):
            at, there = tuple(index), array[tuple(index)]
            array[at] = there + 1e-6
            above, _ = loss_and_gradients(exact, x, labels)  # type: ignore[arg-type]
            array[at] = there - 1e-6
            below, _ = loss_and_gradients(exact, x, labels)  # type: ignore[arg-type]
            array[at] = there
            assert gradient[at] == pytest.approx((above - below) / 2e-6, abs=1e-8)


@pytest.mark.slow
def test_64_texts_are_modelled_to_take_less_than_twice_the_time_of_one() -> None:
    path = find_operation("lstm_text").path

    one, many = (ran(path, size=(batch, 16)) for batch in (1, 64))

    assert many.seconds < 2 * one.seconds


@pytest.mark.parametrize("name", ["transfer", "lstm_text"])
def test_a_copy_of_a_pipeline_without_what_it_has_learnt_says_what_is_missing(
    name: str, tmp_path: Path
) -> None:
    path = copied(name, tmp_path)

    with pytest.raises(RequestRefused, match=f"there is no file .*data/{name}.npz: copy it there"):
        load_operation(path).arguments(find_operation(name).default_size, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "words"),
    [(b"no zip", "cannot be read"), (None, r"bias\d? in .* has the shape \(2,\), and the network")],
)
@pytest.mark.parametrize("name", ["transfer", "lstm_text"])
def test_what_was_learnt_is_refused_when_it_is_broken_or_of_another_network(
    name: str, content: bytes | None, words: str, tmp_path: Path
) -> None:
    path = copied(name, tmp_path)
    file = loaded(name).module
    arrays = dict(np.load(f"{file.FOLDER}{name}.npz"))
    arrays["bias" if "bias" in arrays else "bias1"] = np.zeros(2, np.float32)
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data" / name, **arrays)
    if content is not None:
        (tmp_path / "data" / f"{name}.npz").write_bytes(content)

    with pytest.raises(RequestRefused, match=words):
        load_operation(path).arguments(find_operation(name).default_size, 0)


def copied(name: str, folder: Path) -> Path:
    """The pipeline under another name in another folder, beside the kernels that it launches."""
    source = find_operation(name).path
    for kernel in source.parent.glob("*.py"):
        shutil.copy(kernel, folder)
    return (folder / f"{name}.py").rename(folder / "mine.py")
