"""The network that recognises digits: its kernels, its figures, and what it says of bad input."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import correlate

from gpuviz.engines.host import load_operation
from gpuviz.engines.request import LaunchResult
from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from tests.helpers.pipelines import asked, ran

INFO = find_operation("cnn_digits")
LAYER = ("conv2d", "relu")
KERNELS = (*LAYER, "max_pool", *LAYER, "max_pool", *LAYER, "dense", "relu", "dense", "softmax")


@pytest.fixture(scope="module")
def shown() -> LaunchResult:
    return ran(INFO.path)


@pytest.fixture(scope="module")
def many() -> LaunchResult:
    return ran(INFO.path, size=(6,), seed=7)


def digits_in(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    with np.load(folder / "data" / "digits.npz") as data:
        return data["pictures"], data["digits"]


def copied(folder: Path) -> Path:
    """The pipeline and what it imports, in another folder, without its data."""
    for name in ("cnn_digits", "conv2d", "dense", "max_pool", "relu", "softmax"):
        shutil.copy(find_operation(name).path, folder)
    (folder / "data").mkdir()
    shutil.copy(INFO.path.parent / "data" / "digits.npz", folder / "data")
    return folder / "cnn_digits.py"


@pytest.mark.slow
def test_the_kernels_give_what_numpy_gives_for_a_batch(many: LaunchResult) -> None:
    assert (many.failure, many.correct) == (None, True)
    assert many.messages == ()


@pytest.mark.slow
def test_the_digits_of_a_batch_are_recognised_on_the_emulator(many: LaunchResult) -> None:
    pictures, digits = digits_in(INFO.path.parent)
    given = np.round(many.inputs["image"] * 255).astype(np.uint8)
    wanted = [digits[(pictures == one).all(axis=(1, 2))][0] for one in given]

    found = many.outputs["probabilities"].argmax(axis=1)

    assert (found == wanted).all()
    assert np.allclose(many.outputs["probabilities"].sum(axis=1), 1, atol=1e-5)


@pytest.mark.slow
def test_the_network_is_the_train_of_launches_that_its_text_counts(shown: LaunchResult) -> None:
    assert tuple(trace.kernel for trace in shown.launches) == KERNELS
    assert f"of {len(KERNELS)} launches" in INFO.summary


@pytest.mark.slow
def test_the_first_maps_are_scipys_correlation_with_each_filter(shown: LaunchResult) -> None:
    given = shown.inputs
    picture = given["image"][0].astype(float)

    expected = [
        np.maximum(correlate(picture, filter_[0].astype(float), "valid") + bias, 0)
        for filter_, bias in zip(given["w1"], given["b1"], strict=True)
    ]

    assert np.allclose(shown.outputs["maps1"][0], expected, atol=1e-4)


@pytest.mark.slow
def test_an_empty_picture_is_no_digit() -> None:
    empty = np.zeros((1, 28, 28), np.float32)

    result = ran(INFO.path, given={"image": empty})

    assert result.correct is True
    assert result.outputs["probabilities"].max() < 0.2


@pytest.mark.slow
def test_the_figures_of_the_text(shown: LaunchResult) -> None:
    maps = [shown.outputs[f"maps{i}"].size for i in (1, 2, 3)]
    work = [2 * 9 * maps[0], 2 * 288 * maps[1], 2 * 576 * maps[2], 2 * 576 * 64, 2 * 64 * 10]
    weights = sum(shown.inputs[name].nbytes for name in load_operation(INFO.path).module.SHAPES)

    assert sum(work) == INFO.flop_count((1,)) == 5_588_480
    assert round(100 * work[1] / sum(work)) == 80
    assert (maps[1], maps[2]) == (7744, 576)
    assert weights == 373_288
    assert shown.inputs["image"].nbytes == 3136
    for figure in ("5 588 480", "7744", "288 products", "80 percent", "373 288", "3136"):
        assert figure in " ".join(INFO.text.split()), figure


def test_nine_of_64_threads_of_a_block_work_in_the_third_layer(shown: LaunchResult) -> None:
    third: Trace = [trace for trace in shown.launches if trace.kernel == "conv2d"][2]

    assert tuple(third.config.block) == (8, 8, 4)
    assert tuple(third.config.grid) == (1, 1, 16)
    assert shown.outputs["maps3"].shape[2:] == (3, 3)


def test_the_weights_are_copied_in_and_the_maps_are_copied_out_last(shown: LaunchResult) -> None:
    copied_in = Counter(event.name for event in shown.events if event.kind == "h2d")
    out = [event.name for event in shown.events if event.kind == "d2h"]

    assert copied_in.total() == 11
    assert out == ["probabilities", "maps1", "maps2", "maps3"]


@pytest.mark.slow
def test_bytes_that_must_move_are_those_of_the_arrays(many: LaunchResult) -> None:
    moved = sum(array.nbytes for array in {**many.inputs, **many.outputs}.values())

    assert INFO.byte_count((6,)) == moved


@pytest.mark.slow
@pytest.mark.parametrize("twin", ["one_thread", "all_threads"])
def test_a_twin_in_loops_equals_numpy(twin: str) -> None:
    loaded = load_operation(INFO.path)
    arguments = loaded.arguments((3,), seed=5)
    expected = loaded.reference(arguments)

    getattr(loaded.module, twin)(*arguments.values())

    for name, wanted in expected.items():
        assert np.allclose(arguments[name], wanted, atol=1e-4), name  # type: ignore[arg-type]


def test_missing_weights_are_told_in_a_sentence(tmp_path: Path) -> None:
    path = copied(tmp_path)

    with pytest.raises(RequestRefused, match="weights of the network are missing"):
        ran(path)


def test_a_file_that_holds_no_weights_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = copied(tmp_path)
    (tmp_path / "data" / "cnn_digits.npz").write_text("not weights", encoding="utf-8")

    with pytest.raises(RequestRefused, match="cannot be read"):
        ran(path)


@pytest.mark.slow
def test_weights_of_another_network_are_told_with_name_and_shapes(tmp_path: Path) -> None:
    path = copied(tmp_path)
    module = load_operation(INFO.path).module
    shapes = {**module.SHAPES, "w2": (64, 32, 5, 5)}
    arrays = {name: np.zeros(shape, np.float16) for name, shape in shapes.items()}
    np.savez(tmp_path / "data" / "cnn_digits.npz", **arrays)  # type: ignore[arg-type]

    with pytest.raises(RequestRefused, match=r"w2 .*\(64, 32, 5, 5\).*\(64, 32, 3, 3\)"):
        ran(path)


def test_a_picture_of_another_size_is_refused_before_anything_runs() -> None:
    with pytest.raises(RequestRefused, match="image"):
        ran(INFO.path, given={"image": np.zeros((1, 27, 28), np.float32)})

    assert asked(INFO.path).size == (1,)
