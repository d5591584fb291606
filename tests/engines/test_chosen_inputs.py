"""Launches with chosen inputs: types, values and layouts of the arrays, and what is right then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.bench.stopwatch import time_cpu_twins
from gpuviz.device import find_device
from gpuviz.engines.chosen_inputs import changed, copied_alike, tolerance
from gpuviz.engines.compilation import compile_kernel
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.probe import can_compile, can_link
from gpuviz.engines.request import CpuTimingRequest, LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import INPUTS_CHOSEN, InputChoice, Inputs, read_inputs
from gpuviz.simt.replay import follow
from gpuviz.trace.file import load_trace, save_trace


def asked(name: str, *inputs: str, size: tuple[int, ...] | None = None) -> LaunchRequest:
    info = find_operation(name)
    sizes = info.sizes(size or info.default_size)
    config = LaunchConfig(info.grid(sizes, info.default_block), info.default_block)
    chosen = read_inputs(info, inputs)
    return LaunchRequest(1, info.path, sizes, config, "emulator", find_device("t4"), inputs=chosen)


def run(name: str, *inputs: str, size: tuple[int, ...] | None = None) -> LaunchResult:
    return EmulatorEngine().run(asked(name, *inputs, size=size), lambda told: None)


def load_sectors(name: str, *inputs: str) -> int:
    counters = run(name, *inputs).trace.counters
    assert counters is not None
    return counters.global_load_sectors


@pytest.mark.slow
def test_a_transposed_input_is_loaded_with_more_sectors_and_the_result_stays_right() -> None:
    plain, transposed = run("matrix_add"), run("matrix_add", "a=transposed")

    assert transposed.correct
    assert np.array_equal(plain.trace.outputs["c"], transposed.trace.outputs["c"])
    assert load_sectors("matrix_add", "a=transposed") > 4 * load_sectors("matrix_add")


def test_every_second_element_needs_twice_the_sectors() -> None:
    assert load_sectors("vector_add", "sliced") == 2 * load_sectors("vector_add")


def test_float64_needs_twice_the_sectors_and_is_compared_in_float64() -> None:
    result = run("vector_add", "float64")

    assert load_sectors("vector_add", "float64") == 2 * load_sectors("vector_add")
    assert {str(array.dtype) for array in result.trace.arrays} == {"float64"}
    assert result.correct


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["float16", "float64", "int8", "int32", "uint8", "uint16"])
def test_the_reference_has_the_chosen_type(dtype: str) -> None:
    result = run("matmul_naive", dtype, "a=ones", "b=ones")

    assert result.correct
    assert str(result.trace.outputs["c"].dtype) == dtype


def test_an_int8_sum_is_right_where_the_output_is_wide() -> None:
    result = run("vector_add", "a=int8,ramp", "b=int8,ramp", "c=int32", size=(128,))

    assert result.correct
    assert int(result.trace.outputs["c"].max()) == 254  # int8 would have wrapped at 127


def test_an_array_keeps_what_another_type_cannot_change() -> None:
    result = run("vector_add", "a=ramp", "b=zeros", "c=ones")

    assert result.correct
    assert np.array_equal(result.trace.outputs["c"], np.arange(1000, dtype=np.float32))


def test_values_for_all_are_those_of_arrays_that_are_read() -> None:
    trace = run("vector_add", "ones").trace

    assert trace.outputs["c"].tolist() == [2.0] * 1000
    assert not trace.inputs["c"].any()


def test_a_nan_for_all_goes_into_fractions_alone() -> None:
    trace = run("embedding", "one-nan").trace

    assert np.isnan(trace.inputs["table"]).sum() == 1
    assert np.array_equal(trace.inputs["tokens"], run("embedding").trace.inputs["tokens"])


def test_one_nan_among_random_numbers_goes_through_to_the_result() -> None:
    result = run("vector_add", "a=one-nan")

    assert result.correct
    assert np.isnan(result.trace.outputs["c"]).sum() == 1


def test_random_numbers_are_the_same_for_the_same_seed() -> None:
    first, again = (run("vector_add", "a=random").trace.inputs["a"] for _ in range(2))

    assert np.array_equal(first, again)
    assert not np.array_equal(first, run("vector_add").trace.inputs["a"])


def test_the_numbers_of_a_file_are_launched(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("1,2,3,4")

    result = run("vector_add", f"a=@{tmp_path / 'x.csv'}", "b=ones", size=(4,))

    assert result.correct
    assert result.trace.outputs["c"].tolist() == [2, 3, 4, 5]


def test_a_file_is_converted_to_the_chosen_type(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(4.0))

    result = run("vector_add", f"a=int16,@{tmp_path / 'x.npy'}", size=(4,))

    assert result.trace.inputs["a"].dtype == np.int16


def test_values_that_a_type_cannot_hold_are_said() -> None:
    messages = [message.text for message in run("vector_add", "a=int32").messages]

    assert messages == [
        "1000 of 1000 values of 'a' do not fit into int32 and were changed: 0.8506242036819458"
        " became 0."
    ]


def test_a_type_for_all_leaves_arrays_of_another_kind() -> None:
    arrays = {array.name: str(array.dtype) for array in run("histogram", "int64").trace.arrays}
    assert arrays["bins"] == "int64"
    assert arrays["values"] == "int64"


def test_a_type_of_fractions_for_all_leaves_whole_numbers_where_there_are_fractions() -> None:
    arrays = run("embedding", "float64").trace.arrays

    types = {array.name: str(array.dtype) for array in arrays if array.space == "global"}
    assert "int32" in types.values() or "int64" in types.values()
    assert "float64" in types.values()
    assert "float32" not in types.values()


def test_a_type_that_numba_refuses_is_said_by_the_emulators_own_sentence() -> None:
    with pytest.raises(NotSupportedError, match="does not work on a 1D array of float16"):
        run("sum_shared", "float16")


@pytest.mark.slow
def test_a_twin_that_does_not_know_a_type_checks_nothing_and_the_launch_goes_on() -> None:
    result = run("softmax", "int32")

    assert result.correct is None
    assert any("numpy_twin does not work on the chosen" in one.text for one in result.messages)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("vector_add", "a=transposed", "'a' has one dimension: there is nothing to transpose"),
        ("vector_add", "transposed", "All arrays have one dimension"),
        ("histogram", "bins=one-nan", "there is no NaN among whole numbers"),
        ("saxpy", "alpha=float64", "'alpha' is a single number, and no array"),
    ],
)
def test_what_an_argument_cannot_be_is_said(name: str, text: str, words: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        run(name, text)

    assert words in str(refused.value)


def test_a_trace_says_what_was_chosen_also_from_its_file_and_after_a_replay(
    tmp_path: Path,
) -> None:
    trace = run("vector_add", "a=float64,sliced").trace
    save_trace(trace, tmp_path / "x.gpuviz")

    for one in (trace, load_trace(tmp_path / "x.gpuviz"), follow(trace, (1,))):
        said = [note.text for note in one.notes if note.code == INPUTS_CHOSEN]
        assert said == [
            "The inputs are not those that the file makes, but with these changes:"
            " a: float64, sliced."
        ]


def test_a_launch_without_choices_says_nothing_of_them() -> None:
    assert all(note.code != INPUTS_CHOSEN for note in run("vector_add").trace.notes)


def test_a_replay_has_the_layout_of_the_launch() -> None:
    trace = run("matrix_add", "a=transposed").trace

    assert follow(trace, (2,)).counters == trace.counters


@pytest.mark.slow
def test_cpu_twins_are_timed_on_the_chosen_inputs(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.full(1 << 19, 2.0, np.float32))
    info = find_operation("vector_add")
    inputs = read_inputs(info, [f"a=@{tmp_path / 'x.npy'}", "b=float64,sliced"])
    request = CpuTimingRequest(1, info.path, (1 << 19,), inputs=inputs)

    times = time_cpu_twins(request)

    assert times.numpy_s is not None


def test_a_file_that_does_not_fit_is_said_by_the_twins_too(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(3))
    info = find_operation("vector_add")
    inputs = read_inputs(info, [f"a=@{tmp_path / 'x.npy'}"])

    times = time_cpu_twins(CpuTimingRequest(1, info.path, (1000,), inputs=inputs))

    assert times.numpy_s is None
    assert any("holds an array of the shape 3" in message.text for message in times.messages)


@pytest.mark.skipif(not (can_compile() and can_link()), reason="no compiler for CUDA is here")
def test_a_kernel_is_compiled_for_the_chosen_types() -> None:
    plain = compile_kernel(asked("vector_add"))
    wide = compile_kernel(asked("vector_add", "float64"))

    assert isinstance(plain, CompiledKernel)
    assert isinstance(wide, CompiledKernel)
    assert plain != wide


def test_pipelines_refuse_choices_in_every_engine() -> None:
    info = find_operation("cnn_digits")
    inputs: Inputs = (InputChoice(None, "float64"),)
    request = replace(
        asked("vector_add"), operation=info.path, size=info.default_size, config=None, inputs=inputs
    )

    with pytest.raises(RequestRefused, match="is a pipeline"):
        EmulatorEngine().run(request, lambda told: None)


def test_a_chosen_type_of_fractions_allows_some_of_its_own_roundings() -> None:
    assert tolerance(1e-5, (InputChoice("a", "float16"),)) == pytest.approx(8 * 2.0**-10)
    assert tolerance(1e-5, (InputChoice("a", "float64"), InputChoice("b", "int8"))) == 1e-5


def test_a_copy_lies_in_memory_as_its_array() -> None:
    for layout in ("sliced", "transposed", "contiguous"):
        inputs = (InputChoice("a", layout=layout),)
        array = changed({"a": np.arange(6.0).reshape(2, 3)}, inputs, 0).arguments["a"]
        assert isinstance(array, np.ndarray)

        copy = copied_alike(array)

        assert copy.strides == array.strides
        assert np.array_equal(copy, array)
        assert not np.shares_memory(copy, array)
