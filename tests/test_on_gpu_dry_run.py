"""benchmarks/on_gpu.py with the emulator as its GPU: what it leaves, and that it goes on."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks.gpu.fake import DEVICE_ID, Truth, true_calibration
from benchmarks.gpu.fit import LAWS
from gpuviz.model.calibration import load_calibration
from gpuviz.operation import correct_operations
from gpuviz.trace.file import load_trace

pytestmark = pytest.mark.slow  # one dry run for all of them takes half a minute

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
SCRIPT = BENCHMARKS / "on_gpu.py"
NAMES = {info.name for info in correct_operations()}
HOLDOUTS = {path.stem for path in (BENCHMARKS / "gpu" / "holdouts").glob("*.py")}
FITTED = set(LAWS) - {"pageable_most_gbs"}  # which an invented GPU has no constant for


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("on_gpu") / "results"
    process = subprocess.run(
        [sys.executable, str(SCRIPT), "--dry-run", "--out", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return folder


@pytest.fixture(scope="module")
def results(out: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((out / "results.json").read_text(encoding="utf-8"))
    return content


def test_it_leaves_few_files(out: Path) -> None:
    assert {path.name for path in out.iterdir()} == {
        "results.json",
        "tests.log",
        "recordings.zip",
        "recordings-2.zip",
        "calibration.toml",
    }


def test_every_part_is_written_down_and_went_well(results: dict[str, Any]) -> None:
    parts = {part["part"]: part["error"] for part in results["parts"]}

    assert set(parts.values()) == {None}
    assert [name.split()[0] for name in parts] == [
        "machine",
        "microbenchmarks",
        "figures",
        "hold_outs",
        "calibration",
        "tests",
        "tools",
        "tools",
        "recordings",
        "packing",
    ]


def test_every_operation_judges_the_model_at_several_sizes_and_blocks(
    results: dict[str, Any],
) -> None:
    times = results["hold_outs"]

    assert {time["operation"] for time in times} == NAMES | HOLDOUTS
    assert len(NAMES | HOLDOUTS) >= 12
    for name in NAMES | HOLDOUTS:
        mine = [time for time in times if time["operation"] == name]
        assert len({tuple(time["size"]) for time in mine}) >= 2
        assert len({tuple(time["block"]) for time in mine}) >= 2
        assert all(0 < time["warm_s"] < time["cold_s"] for time in mine)


def test_every_operation_is_recorded_and_right(results: dict[str, Any]) -> None:
    recordings = results["recordings"]

    assert {row["operation"] for row in recordings} == NAMES
    assert all(row["correct"] is True for row in recordings)


def test_all_microbenchmarks_leave_rows(results: dict[str, Any]) -> None:
    rows = results["microbenchmarks"]

    assert {row["parameter"] for row in rows} == set(range(1, 13))
    assert all(row["median"] >= 0 and row["unit"] for row in rows)


def test_the_figures_stand_beside_their_goals(results: dict[str, Any]) -> None:
    goals = {row["figure"]: row["goal"] for row in results["figures"] if row["goal"]}

    assert goals == {
        "vector_add against a copy": 0.9,
        "matmul_register_tiled against cuBLAS": 0.4,
    }


def test_what_is_missing_is_said(results: dict[str, Any]) -> None:
    assert [list(row) for row in results["counters"] + results["hazards"]] == [["missing"]] * 2


def test_calibrating_from_it_finds_the_invented_gpu_and_how_far_its_kernels_are_off(
    out: Path, results: dict[str, Any]
) -> None:
    found, truth = load_calibration(out / "calibration.toml"), true_calibration(Truth())
    said = [line.strip() for line in results["calibration"]]

    for name in FITTED:
        assert getattr(found, name) == pytest.approx(getattr(truth, name), rel=0.02), name
    assert (found.device_id, found.band is not None) == (DEVICE_ID, True)
    assert "matmul_naive: 50%, 2.00" in said
    assert "vector_add: 9%, 1.10" in said


def test_the_machine_is_described(results: dict[str, Any]) -> None:
    machine = results["machine"]

    assert machine["device"]["id"] == DEVICE_ID
    assert machine["packages"]["numba"]
    assert {"driver_cuda", "date", "python", "platform"} <= machine.keys()


def test_the_recordings_open(out: Path, tmp_path: Path) -> None:
    for path in out.glob("recordings*.zip"):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(tmp_path)

    recorded = {path.stem: load_trace(path) for path in tmp_path.glob("*.gpuviz")}

    assert recorded.keys() == NAMES
    assert all(trace.kernel == name for name, trace in recorded.items())


def test_what_is_left_of_an_earlier_run_is_not_packed_again_and_a_full_zip_has_a_second_one(
    on_gpu: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_gpu, "LARGEST_FILE", 10)
    recordings = tmp_path / "recordings"
    recordings.mkdir()
    for name, content in (("a", b"1"), ("b", b"22222"), ("c", b"333333"), ("d", b"4444")):
        (recordings / f"{name}.gpuviz").write_bytes(content)
    report = on_gpu.Report(tmp_path, dry_run=True)

    left_out = [on_gpu.pack(report, recordings) for _ in range(2)]

    assert left_out == [None, None]
    zips = sorted(tmp_path.glob("recordings*.zip"), key=lambda path: len(path.name))
    packed = [zipfile.ZipFile(path).namelist() for path in zips]
    assert packed == [["a.gpuviz", "d.gpuviz", "b.gpuviz"], ["c.gpuviz"]]


@pytest.fixture
def on_gpu() -> ModuleType:
    spec = importlib.util.spec_from_file_location("on_gpu", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_part_that_fails_is_written_down_and_the_next_one_runs(
    on_gpu: ModuleType, tmp_path: Path
) -> None:
    report = on_gpu.Report(tmp_path, dry_run=True)

    def breaks() -> str | None:
        raise OSError("the GPU is gone")

    report.part("first", breaks)
    report.part("second", lambda: None)

    parts = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["parts"]
    assert [part["error"] for part in parts] == ["OSError: the GPU is gone", None]


def test_a_process_that_outlasts_its_budget_is_stopped_and_its_output_kept(
    on_gpu: ModuleType,
) -> None:
    endless = "print('{\"row\": 1}', flush=True)\nwhile True: pass"

    output, error = on_gpu.child(["-c", endless], 1)

    assert json.loads(output) == {"row": 1}
    assert "stopped after" in error


def test_recordings_that_are_too_large_are_left_out_and_named(
    on_gpu: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_gpu, "LARGEST_FILE", 9)
    recordings = tmp_path / "recordings"
    recordings.mkdir()
    (recordings / "small.gpuviz").write_bytes(b"12345")
    (recordings / "large.gpuviz").write_bytes(b"1234567890")

    left_out = on_gpu.pack(on_gpu.Report(tmp_path, dry_run=True), recordings)

    assert left_out == "too large for recordings.zip: large.gpuviz"
    with zipfile.ZipFile(tmp_path / "recordings.zip") as archive:
        assert archive.namelist() == ["small.gpuviz"]
