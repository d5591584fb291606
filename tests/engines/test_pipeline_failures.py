"""Pipelines that break off, that cannot begin, or that are given what does not fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.request import LaunchResult
from gpuviz.messages import KernelFailed, NotSupportedError, RequestRefused
from tests.helpers.pipelines import HEAD, TWICE, ran, written

SECOND = "    double[4, 32](on_device)\n    on_device.copy"
RAISES = """
@cuda.jit(debug=True, opt=False)
def refuse(x):
    if x[0] >= 0:
        raise ValueError("no")


"""
LISTS = """
@cuda.jit
def lists(x):
    values = [1.0, 2.0]
    x[0] = sum(values)


"""


def with_second(launch: str, kernel: str = "") -> str:
    """The pipeline with another launch in the place of its second one."""
    return HEAD + kernel + TWICE.replace(SECOND, f"    {launch}\n    on_device.copy")


def failed(folder: Path, text: str) -> LaunchResult:
    result = ran(written(folder, text))
    assert result.failure is not None
    assert result.correct is None
    return result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("launch", "kernel", "words"),
    [
        ("double[4, 2048](on_device)", "", "double in line {line}, broke off: "),
        ("double[4, 32](on_device, 3)", "", "double takes 1 argument (x), 2 are given."),
        ("refuse[1, 1](on_device)", RAISES, "refuse in line {line}, broke off: "),
        ("lists[1, 1](on_device)", LISTS, "lists in line {line}, broke off: "),
    ],
)
def test_the_second_launch_that_fails_is_named_and_what_ran_before_stays(
    tmp_path: Path, launch: str, kernel: str, words: str
) -> None:
    text = with_second(launch, kernel)

    result = failed(tmp_path, text)

    line = text.splitlines().index(f"    {launch}") + 1
    assert result.failure is not None
    assert result.failure.message.text.startswith("Launch 2 of small, ")
    assert words.format(line=line) in result.failure.message.text
    assert result.failure.place is not None
    assert result.failure.place.line == line
    assert [event.kind for event in result.events][:2] == ["h2d", "kernel"]
    assert result.launches[0].kernel == "double"
    assert result.launches[0].steps is not None


@pytest.mark.slow
def test_a_kernel_that_raises_has_a_trace_of_its_own_and_is_the_kernels_fault(
    tmp_path: Path,
) -> None:
    result = failed(tmp_path, with_second("refuse[1, 1](on_device)", RAISES))

    assert isinstance(result.failure, KernelFailed)
    assert "no" in result.failure.message.text
    assert [trace.kernel for trace in result.launches] == ["double", "refuse"]
    assert result.launches[1].failure is not None
    assert result.events[-1].launch == 1


@pytest.mark.slow
def test_what_the_emulator_does_not_know_is_no_fault_of_the_kernel(tmp_path: Path) -> None:
    result = failed(tmp_path, with_second("lists[1, 1](on_device)", LISTS))

    assert isinstance(result.failure, NotSupportedError)
    assert [trace.kernel for trace in result.launches] == ["double"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("y[200] = 1", "IndexError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ('raise type("Odd", (Exception,), {"__str__": lambda self: 1 / 0})', "Odd"),
        ("on_device.copy_to_host(y[:5])", "ValueError: one array has the shape"),
        ("double[0.5, 32](on_device)", "griddim must be a sequence of integers"),
        ("cuda.select_device(7)", "there is no device 7"),
    ],
)
def test_what_goes_wrong_between_the_launches_is_said_with_its_line(
    tmp_path: Path, line: str, words: str
) -> None:
    text = with_second(line)

    result = failed(tmp_path, text)

    number = text.splitlines().index(f"    {line}") + 1
    assert result.failure is not None
    assert f"pipeline of small broke off in line {number}, after 1 of its launches" in (
        result.failure.message.text
    )
    assert words in result.failure.message.text
    assert len(result.launches) == 1


def test_a_launch_that_failed_and_was_caught_is_not_named_for_a_later_mistake(
    tmp_path: Path,
) -> None:
    caught = "try:\n        double[4, 2048](on_device)\n    except Exception:\n        y[200] = 1"

    result = failed(tmp_path, with_second(caught))

    assert result.failure is not None
    assert "pipeline of small broke off" in result.failure.message.text


@pytest.mark.slow
def test_an_access_out_of_bounds_is_a_hazard_of_its_launch_and_the_train_goes_on(
    tmp_path: Path,
) -> None:
    kernel = "\n@cuda.jit\ndef beyond(x):\n    x[cuda.grid(1)] *= 2\n\n\n"

    result = ran(written(tmp_path, with_second("beyond[4, 32](on_device)", kernel)))

    assert result.failure is None
    assert [len(trace.hazards) for trace in result.launches] == [0, 1]
    assert result.launches[1].hazards[0].kind == "out-of-bounds"
    assert result.correct is True


@pytest.mark.slow
def test_a_result_that_is_never_copied_back_is_wrong_and_the_note_says_why(tmp_path: Path) -> None:
    forgotten = TWICE.replace("    on_device.copy_to_host(y)\n", "")

    result = ran(written(tmp_path, HEAD + forgotten))

    assert result.correct is False
    assert "copy it back with copy_to_host()" in " ".join(note.text for note in result.messages)


@pytest.mark.slow
def test_given_arrays_stand_for_those_of_inputs(tmp_path: Path) -> None:
    given = np.full(100, 3, np.float32)

    result = ran(written(tmp_path, HEAD + TWICE), given={"x": given})

    assert result.correct is True
    assert np.array_equal(result.inputs["x"], given)
    assert (result.outputs["y"] == 12).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"x": np.zeros(99, np.float32)}, "shape (100,), and one of float32 with the shape (99,)"),
        ({"x": np.zeros(100)}, "'x' of small has to be an array of float32"),
        ({"z": np.zeros(100, np.float32)}, "small has no array 'z' that could be given: it has x"),
    ],
)
def test_a_given_array_that_does_not_fit_is_refused(
    tmp_path: Path, given: dict[str, np.ndarray], words: str
) -> None:
    with pytest.raises(RequestRefused) as caught:
        ran(written(tmp_path, HEAD + TWICE), given=given)

    assert words in caught.value.message.text


def test_a_missing_data_file_is_one_sentence(tmp_path: Path) -> None:
    reads = HEAD.replace("    x = np.random", '    np.load(__file__ + ".npz")\n    x = np.random')

    with pytest.raises(RequestRefused) as caught:
        ran(written(tmp_path, reads + TWICE))

    assert "inputs needs the file" in caught.value.message.text
    assert "small.py.npz, which is not there" in caught.value.message.text


@pytest.mark.slow
@pytest.mark.parametrize("count", ["0", "1000"])
def test_a_number_of_gpus_that_cannot_be_is_refused(tmp_path: Path, count: str) -> None:
    text = HEAD.replace("OUTPUTS", f'DEVICES = "{count} * n // n"\nOUTPUTS') + TWICE

    with pytest.raises(RequestRefused) as caught:
        ran(written(tmp_path, text))

    assert "choose from 1 to 16" in caught.value.message.text
