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

from gpuviz.operation import correct_operations
from gpuviz.trace.file import load_trace

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "on_gpu.py"
NAMES = {info.name for info in correct_operations()}


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
    assert {path.name for path in out.iterdir()} == {"results.json", "tests.log", "recordings.zip"}


def test_every_part_is_written_down_and_went_well(results: dict[str, Any]) -> None:
    parts = {part["part"]: part["error"] for part in results["parts"]}

    assert parts == dict.fromkeys({"machine", "tests", "recordings", *NAMES})


def test_every_operation_is_launched_at_several_blocks_and_right(results: dict[str, Any]) -> None:
    launches = results["launches"]

    assert {launch["operation"] for launch in launches} == NAMES
    assert all(launch["correct"] is True for launch in launches)
    for name in NAMES:
        mine = [launch for launch in launches if launch["operation"] == name]
        assert len({tuple(launch["block"]) for launch in mine}) >= 3
        assert all(launch["time"]["kernel_s"] > 0 for launch in mine)


def test_the_machine_is_described(results: dict[str, Any]) -> None:
    machine = results["machine"]

    assert machine["device"]["id"] == "t4"
    assert machine["packages"]["numba"]
    assert {"driver_cuda", "date", "python", "platform"} <= machine.keys()


def test_the_recordings_open(out: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(out / "recordings.zip") as archive:
        archive.extractall(tmp_path)

    recorded = {path.stem: load_trace(path) for path in tmp_path.glob("*.gpuviz")}

    assert recorded.keys() == NAMES
    assert all(trace.kernel == name for name, trace in recorded.items())


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
    monkeypatch.setattr(on_gpu, "LARGEST_FILE", 10)
    recordings = tmp_path / "recordings"
    recordings.mkdir()
    (recordings / "small.gpuviz").write_bytes(b"12345")
    (recordings / "large.gpuviz").write_bytes(b"1234567890")

    left_out = on_gpu.pack(on_gpu.Report(tmp_path, dry_run=True), recordings)

    assert left_out == "too large for recordings.zip: large.gpuviz"
    with zipfile.ZipFile(tmp_path / "recordings.zip") as archive:
        assert archive.namelist() == ["small.gpuviz"]
