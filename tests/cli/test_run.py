"""`gpuviz run`: what it prints and how it exits."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gpuviz import worker
from gpuviz.cli import main
from gpuviz.trace import Counters
from gpuviz.worker import Workers
from tests.cli import kernels_for_tests as kernels
from tests.helpers.gallery_lines import line_of

pytestmark = pytest.mark.usefixtures("kept_workers")

KEYS = [
    "operation engine schedule device size grid block threads warps inputs correct max_abs_error",
    "emulation_s time cpu counters occupancy model hazards stand_out",
]
HAZARD_KEYS = (
    "kind space array index file line other_file other_line other_launch block thread other_block"
    " other_thread count"
)
RACE_KEYS = "turns other_turns step other_step first barrier"
TIME_KEYS = (
    "source h2d_s kernel_s d2h_s compile_s launch_s kernel_cold_s h2d_pinned_s d2h_pinned_s"
    " kernel_spread_s h2d_spread_s d2h_spread_s samples disturbances band"
    " copies_band validation limiter calibrated"
)
CPU_KEYS = ["one_thread_s", "all_threads_s", "numpy_s"]
CPU_SPREAD_KEYS = ["one_thread_spread_s", "all_threads_spread_s", "numpy_spread_s"]
MODEL_KEYS = (
    "limiter runner_up waves tail blocks_per_sm flops dram_bytes l2_bytes l1_bytes demands"
    " assumptions in_c what_if"
)
STAND_OUT_KEYS = "kind sentence value unit line block warp array moment"
OCCUPANCY_KEYS = "blocks_per_sm active_warps max_warps fraction limited_by registers"


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main(["run", *words, "--json"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert code in (0, 1)
    found: dict[str, Any] = json.loads(printed.out, parse_constant=pytest.fail)
    return found


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("gpuviz: ")
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.fixture
def kernel_file(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    path = tmp_path / "double.py"
    path.write_text(request.param, encoding="utf-8")
    return str(path)


def test_the_json_of_vector_add_has_every_documented_key_and_the_counts_of_the_textbook(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = run_json(capsys, "vector_add", "--size", "1000", "--block", "256", "--no-cpu")

    assert list(found) == " ".join(KEYS).split()
    assert list(found["time"]) == TIME_KEYS.split()
    assert list(found["cpu"]) == [*CPU_KEYS, *CPU_SPREAD_KEYS, "disturbances", "messages"]
    assert all(found["cpu"][key] is None for key in [*CPU_KEYS, *CPU_SPREAD_KEYS])
    assert set(found["counters"]) == set(Counters.__dataclass_fields__)
    assert list(found["occupancy"]) == [*OCCUPANCY_KEYS.split(), "registers_source", "waves"]
    assert (found["grid"], found["block"], found["size"]) == ([4, 1, 1], [256, 1, 1], [1000])
    assert (found["threads"], found["warps"], found["correct"]) == (1024, 32, True)
    assert found["counters"]["idle_threads"] == 24
    assert found["counters"]["global_load_sectors"] == 250
    assert found["hazards"] == []


def test_the_json_says_what_the_model_makes_of_a_launch(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("vector_add", "--size", "1000", "--block", "256", "--device", "t4", "--no-cpu")
    found = run_json(capsys, *words)

    model, time = found["model"], found["time"]
    assert list(model) == MODEL_KEYS.split()
    low, high = time["band"]
    assert (time["source"], time["calibrated"]) == ("modelled", False)
    assert 0 < low <= 1 <= high
    assert set(time["validation"]) == {"points", "median_error", "alike", "same_device"}
    assert time["limiter"] == model["limiter"] == "launch"
    next_s = model["demands"]["latency"]
    share = next_s / time["kernel_s"]
    assert model["runner_up"] == {"resource": "latency", "seconds": next_s, "share": share}
    assert model["waves"] == found["occupancy"]["waves"] == 4 / (40 * 4)
    assert (model["flops"], model["dram_bytes"]) == (1000, 12000)
    assert time["kernel_s"] >= max(model["demands"].values())
    assert all(isinstance(words, str) for words in model["assumptions"])


def test_the_json_lists_what_stands_out_with_where_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = run_json(capsys, "transpose_naive", "--no-cpu")["stand_out"]

    (wasted,) = found
    assert list(wasted) == STAND_OUT_KEYS.split()
    # 128 warps store 32 sectors of 32 bytes each where 4 would do
    assert (wasted["kind"], wasted["value"], wasted["unit"]) == ("wasted-bytes", 128 * 28 * 32, "B")
    assert (wasted["line"], wasted["array"], wasted["block"]) == (38, "b", None)
    assert wasted["moment"] > 0


def test_the_slowest_warp_is_named_by_block_and_warp(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "sum_shared", "--no-cpu")["stand_out"]

    slowest = next(one for one in found if one["kind"] == "slowest-warp")
    assert (slowest["block"], slowest["warp"]) == ([0, 0, 0], 0)
    assert slowest["line"] == line_of("sum_shared", "part[t] += part[t + half]")


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        ("transpose_naive", "stands out   The launch moves 0.15 MB of global memory where 33 kB"),
        ("vector_add", "stands out   Nothing stands out: no warp or block takes much longer"),
    ],
)
def test_the_text_has_a_section_of_what_stands_out(
    capsys: pytest.CaptureFixture[str], operation: str, words: str
) -> None:
    main(["run", operation, "--no-cpu"])

    assert words in capsys.readouterr().out.replace("\u202f", " ")


@pytest.mark.slow
def test_an_engine_that_counts_nothing_has_no_model(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "vector_add", "--engine", "numba-simulator", "--size", "64")

    assert (found["time"], found["model"]) == (None, None)


@pytest.mark.slow
def test_the_cpu_twins_are_timed_after_the_launch(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "vector_add", "--size", "64")

    assert all(found["cpu"][key] > 0 for key in CPU_KEYS)
    assert all(found["cpu"][key] >= 0 for key in CPU_SPREAD_KEYS)
    assert all(isinstance(sentence, str) for sentence in found["cpu"]["disturbances"])


@pytest.mark.parametrize("kernel_file", [kernels.WRONG_TWIN], indirect=True)
def test_a_cpu_twin_that_gives_another_result_has_no_time_and_a_reason(
    capsys: pytest.CaptureFixture[str], kernel_file: str
) -> None:
    found = run_json(capsys, kernel_file)

    assert found["correct"] is True
    assert found["cpu"]["one_thread_s"] is None
    assert "gives another result than NumPy" in found["cpu"]["messages"][0]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["emulator", "numba-simulator"])
def test_both_cpu_engines_agree_on_the_shape_of_a_tiled_matmul(
    capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    shape = ("--size", "4,3,2", "--block", "16,16", "--no-cpu")

    found = run_json(capsys, "matmul_tiled", *shape, "--engine", engine)

    assert found["correct"] is True
    assert found["size"] == [4, 3, 2]
    assert found["grid"] == [1, 1, 1]
    assert (found["threads"], found["warps"]) == (256, 8)


@pytest.mark.slow
def test_numbas_simulator_counts_nothing_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--size", "40", "--engine", "numba-simulator", "--no-cpu")

    found = run_json(capsys, "vector_add", *words)

    assert found["counters"] is None
    assert found["schedule"] is None


@pytest.mark.many
@pytest.mark.parametrize("grid", ["1", "2,1", "1,1,1"])
def test_a_given_grid_is_kept(capsys: pytest.CaptureFixture[str], grid: str) -> None:
    found = run_json(capsys, "saxpy", "--size", "100", "--grid", grid, "--block", "32", "--no-cpu")

    assert found["grid"] == [int(part) for part in (grid + ",1,1").split(",")[:3]]
    assert found["correct"] is True


@pytest.mark.slow
def test_the_seed_changes_the_inputs_and_nothing_else_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def inputs(seed: str, name: str) -> dict[str, bytes]:
        words = ("--seed", seed, "--no-cpu", "--trace", str(tmp_path / name))
        run_json(capsys, "vector_add", *words)
        with zipfile.ZipFile(tmp_path / name) as trace:
            return {member: trace.read(member) for member in trace.namelist() if "input" in member}

    first, again, other = (
        inputs(*pair) for pair in (("1", "a.gpuviz"), ("1", "b.gpuviz"), ("2", "c.gpuviz"))
    )

    assert first == again
    assert first != other


def test_a_person_reads_what_is_modelled_and_what_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", "vector_add", "--no-cpu"]) == 0

    printed = capsys.readouterr().out
    lines = {line.split("  ")[0]: line for line in printed.splitlines()}
    assert "1 024 threads in 32 warps" in lines["launch"]
    assert "modelled, real ones" in lines["GPU kernel"]
    assert "Validated on" in lines["how sure"]
    assert "starting the kernel limits this launch" in lines["limited by"]
    assert "waiting for results: " in lines["then by"]
    assert "40 SMs with places for 4 blocks each" in lines["waves"]
    assert "L2 cache holds nothing" in printed
    assert "measured" in lines["emulation"]
    assert "1 000 active, 24 idle" in lines["threads"]
    assert "none" in lines["hazards"]


@pytest.mark.slow
def test_what_cuda_c_would_change_is_said_where_indices_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("run", "matmul_naive", "--size", "256,256,64", "--device", "rtx3090", "--no-cpu")

    found = run_json(capsys, *words[1:])
    assert main([*words]) == 0

    in_c = found["model"]["in_c"]
    assert in_c["kernel_s"] < found["time"]["kernel_s"]
    assert "in CUDA C    Written in CUDA C with indices of type int" in capsys.readouterr().out


@pytest.mark.parametrize("kernel_file", [kernels.GOOD], indirect=True)
def test_a_file_of_the_users_own_runs(capsys: pytest.CaptureFixture[str], kernel_file: str) -> None:
    found = run_json(capsys, kernel_file, "--no-cpu")

    assert (found["operation"], found["correct"]) == ("double", True)


@pytest.mark.slow
@pytest.mark.parametrize("kernel_file", [kernels.PRINTS], indirect=True)
def test_what_host_code_prints_does_not_mix_into_the_json(
    capfd: pytest.CaptureFixture[str], kernel_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "Workers", Workers)  # whose processes print where this test reads
    assert main(["run", kernel_file, "--no-cpu", "--json"]) == 0

    printed = capfd.readouterr()
    assert json.loads(printed.out)["correct"] is True
    assert "said by the host code" in printed.err


@pytest.mark.parametrize("kernel_file", [kernels.OUT_OF_BOUNDS], indirect=True)
def test_an_access_out_of_bounds_is_reported_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], kernel_file: str
) -> None:
    assert main(["run", kernel_file, "--no-cpu", "--json"]) == 1

    hazards = json.loads(capsys.readouterr().out)["hazards"]
    assert list(hazards[0]) == [*HAZARD_KEYS.split(), "message", *RACE_KEYS.split()]
    assert {hazard["kind"] for hazard in hazards} == {"out-of-bounds"}
    assert {hazard["array"] for hazard in hazards} == {"x", "y"}
    assert hazards[0]["index"] == [40]
    assert hazards[0]["block"] == [1, 0, 0]
    assert hazards[0]["thread"] == [8, 0, 0]


@pytest.mark.parametrize("kernel_file", [kernels.WRONG_RESULT], indirect=True)
def test_a_wrong_result_is_said_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], kernel_file: str
) -> None:
    assert main(["run", kernel_file, "--no-cpu"]) == 1

    assert "WRONG, largest difference 39" in capsys.readouterr().out


@pytest.mark.parametrize("kernel_file", [kernels.WITHOUT_REFERENCE], indirect=True)
def test_a_result_that_nothing_checks_is_neither_right_nor_wrong(
    capsys: pytest.CaptureFixture[str], kernel_file: str
) -> None:
    found = run_json(capsys, kernel_file, "--no-cpu")

    assert (found["correct"], found["max_abs_error"]) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel_file", "words"),
    [
        (kernels.SYNTAX_ERROR, "double.py:15"),
        (kernels.WITHOUT_KERNEL, "kernel"),
        (kernels.UNSUPPORTED, "double.py:16"),
        (kernels.HOST_CODE_FAILS, "no_such_name"),
        (kernels.HOST_CODE_LEAVES, "exit code 5"),
    ],
    indirect=["kernel_file"],
)
def test_a_bad_kernel_file_is_one_sentence_that_says_where(
    capsys: pytest.CaptureFixture[str], kernel_file: str, words: str
) -> None:
    assert main(["run", kernel_file]) == 2

    assert words in complaint(capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("vector_add --size 500000 --grid 1 --block 500000", "1024"),
        ("vector_add --block 1,500000", "1024"),
        ("vector_add --block 0", "block.x is 0"),
        ("vector_add --block -1", "block.x is -1"),
        ("vector_add --block 1,1,65", "block.z is 65"),
        ("vector_add --block 1,1,1,1", "one to three"),
        ("vector_add --block 1.5", "one to three"),
        ("vector_add --block=", "one to three"),
        ("vector_add --grid 0", "grid.x is 0"),
        ("vector_add --grid 1,65536", "65535"),
        ("vector_add --grid many", "one to three"),
        ("vector_add --size 0", "1 or more"),
        ("vector_add --size -3", "1 or more"),
        ("vector_add --size=", "whole number"),
        ("vector_add --size ten", "whole number"),
        ("vector_add --size nan", "whole number"),
        ("vector_add --size 1.5", "whole number"),
        ("vector_add --size 3,4", "one size"),
        ("vector_add --size 1000000000000", "smaller size"),
        (f"vector_add --size {'9' * 5000}", "whole number"),
        (f"vector_add --size {'9' * 400}", "at most"),
        (f"vector_add --block {'9' * 400}", "1024"),
        (f"vector_add --grid {'9' * 400}", "2147483647"),
        ("matmul_tiled --size 1,2", "3"),
        ("vector_ad", "vector_add"),
        ("nothing_like_it", "gpuviz list"),
        ("missing.py", "missing.py"),
        ("vector_add --engine gpu", "emulator"),
        ("vector_add --engine cuda --device t4", "leave one of the two out"),
        ("vector_add --device t5", "t4"),
        ("vector_add --schedule backwards", "lockstep"),
        ("vector_add --seed -1", "4294967295"),
        ("vector_add --seed 4294967296", "4294967295"),
        ("vector_add --trace a.zip", ".gpuviz"),
        ("vector_add --trace no_such_folder/a.gpuviz", "no_such_folder"),
        ("vector_add --sise 3", "--sise"),
        ("vector_add --json 3", "3"),
        ("", "operation"),
    ],
)
def test_a_bad_request_is_one_sentence_and_exits_with_2(
    capsys: pytest.CaptureFixture[str], words: str, expected: str
) -> None:
    assert main(["run", *words.split()]) == 2

    assert expected in complaint(capsys)


@pytest.mark.slow
def test_cuda_without_a_driver_is_refused_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.cli.gpu.load_driver", lambda: None)

    assert main(["run", "vector_add", "--engine", "cuda"]) == 2

    assert "leave them out to emulate one" in complaint(capsys)


@pytest.mark.slow
def test_a_kept_trace_is_a_file_that_gpuviz_reads_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from gpuviz.trace.file import load_trace

    path = tmp_path / "kept.gpuviz"

    found = run_json(capsys, "vector_add", "--no-cpu", "--trace", str(path))

    trace = load_trace(path)
    assert list(trace.config.grid) == found["grid"]
    assert trace.kernel == "vector_add"
