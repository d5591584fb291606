"""`--device-file F.toml`: GPUs of one's own on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.cli import main
from gpuviz.device import load_devices
from gpuviz.trace import Placement
from gpuviz.trace.file import load_trace, save_trace
from tests.helpers import traces
from tests.helpers.device_files import device_file, own_device

pytestmark = pytest.mark.usefixtures("kept_workers")

SCRIPT = """
import numpy as np
from numba import cuda

@cuda.jit
def twice(a):
    cuda.cg.this_grid().sync()
    a[cuda.grid(1)] *= 2

twice[2, 32](np.ones(64))
print(cuda.get_current_device().MULTIPROCESSOR_COUNT)
"""


@pytest.fixture(autouse=True)
def no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.cli.gpu.load_driver", lambda: None)


def with_file(folder: Path, device: str = "x_mine") -> list[str]:
    return ["--device", device, "--device-file", str(device_file(folder))]


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.slow
def test_run_models_a_device_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["run", "vector_add", "--size", "1000", "--no-cpu", "--json"]
    assert main(asked) == 0
    usual = json.loads(capsys.readouterr().out)

    assert main([*asked, *with_file(tmp_path)]) == 0

    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert (found["device"], printed.err) == ("x_mine", "")
    assert found.keys() == usual.keys()
    assert found["time"]["kernel_s"] != usual["time"]["kernel_s"]
    assert found["occupancy"]["max_warps"] == 48


def test_the_limits_of_the_files_device_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = device_file(tmp_path)
    text = lacking.read_text(encoding="utf-8")
    lacking.write_text(f"{text}max_threads_per_block = 64\n", encoding="utf-8")

    asked = ["run", "vector_add", "--block", "128", "--device", "x_mine", "--device-file"]

    assert "64" in complaint(capsys, *asked, str(lacking))


@pytest.mark.slow
def test_a_sweep_runs_on_a_device_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["sweep", "vector_add", "--sizes", "100,200", "--no-cpu", "--json"]

    assert main([*asked, *with_file(tmp_path)]) == 0

    assert json.loads(capsys.readouterr().out)["device"] == "x_mine"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "trace"])
def test_a_script_runs_on_a_device_of_the_file(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    kept = ["--out", str(tmp_path)] if command == "trace" else []

    assert main([command, str(script), *with_file(tmp_path), *kept, "--json"]) == 0

    printed = capfd.readouterr()
    assert (len(json.loads(printed.out)["launches"]), printed.err) == (1, "7\n")
    for recording in tmp_path.glob("*.gpuviz"):
        assert load_trace(recording).device == own_device(tmp_path)
    assert len(list(tmp_path.glob("*.gpuviz"))) == (command == "trace")


def test_the_devices_of_the_file_are_listed_behind_those_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["devices", "--device-file", str(device_file(tmp_path)), "--json"]) == 0

    listed = json.loads(capsys.readouterr().out)["devices"]
    assert [device["id"] for device in listed] == [*load_devices(), "x_mine"]


def test_a_launch_is_modelled_on_the_devices_of_the_file_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(device_file(tmp_path))

    assert main(["devices", "--operation", "saxpy", "--device-file", file, "--json"]) == 0

    modelled = json.loads(capsys.readouterr().out)["launch"]["modelled"]
    assert [row["device"] for row in modelled] == [*load_devices(), "x_mine"]


def test_a_device_that_the_file_describes_otherwise_is_that_of_the_file_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(device_file(tmp_path, t4_mhz=800))

    assert main(["devices", "t4", "--device-file", file, "--json"]) == 0

    printed = capsys.readouterr()
    assert json.loads(printed.out)["devices"][0]["boost_mhz"] == 800
    assert printed.err.count("\n") == 1
    assert "mine.toml describes t4 otherwise" in printed.err


def test_a_device_that_the_file_describes_as_the_table_does_is_not_talked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["devices", "t4", "--device-file", str(device_file(tmp_path))]) == 0

    assert capsys.readouterr().err == ""


def test_an_unknown_id_is_compared_with_those_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(capsys, "run", "vector_add", *with_file(tmp_path, "x_min"))

    assert "There is no device 'x_min'. Did you mean x_mine?" in said


def test_a_file_without_a_chosen_device_is_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(device_file(tmp_path))

    said = complaint(capsys, "run", "vector_add", "--device-file", file)

    assert "Say it with --device, as in --device x_mine." in said


@pytest.mark.parametrize("command", ["run", "sweep", "check", "trace", "devices", "export"])
def test_a_bad_file_is_refused_in_a_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    recording = tmp_path / "t.gpuviz"
    save_trace(traces.vector_add(100, 32), recording)
    words = {
        "run": ["vector_add", "--device", "x_mine"],
        "sweep": ["vector_add", "--sizes", "100", "--device", "x_mine"],
        "check": [str(script), "--device", "x_mine"],
        "trace": [str(script), "--device", "x_mine", "--json"],
        "devices": [],
        "export": [str(recording), "--perfetto", str(tmp_path / "t.perfetto.json")],
    }[command]
    nowhere = str(tmp_path / "nowhere.toml")

    said = complaint(capsys, command, *words, "--device-file", nowhere)

    assert "nowhere.toml cannot be read" in said


def exported(folder: Path, *words: str) -> str:
    """The timeline of a recording of x_mine, whose file has its id alone."""
    recording, timeline = folder / "t.gpuviz", folder / "t.perfetto.json"
    place = Placement(np.zeros(4, np.int32), np.zeros(4), np.full(4, 1e-6), "modelled")
    trace = replace(traces.vector_add(100, 32), placement=place, device_id="x_mine")
    save_trace(trace, recording)
    assert main(["export", str(recording), "--perfetto", str(timeline), *words]) == 0
    return timeline.read_text(encoding="utf-8")


def test_a_recording_of_a_device_that_is_unknown_here_is_drawn_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "My GPU" not in exported(tmp_path)

    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "does not know the device x_mine" in said


@pytest.mark.slow
def test_a_file_says_what_the_device_of_a_recording_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "My GPU" in exported(tmp_path, "--device-file", str(device_file(tmp_path)))

    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_recording_of_a_device_of_the_file_needs_the_file_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "t.gpuviz"
    kept = ["--trace", str(recording), "--no-cpu"]
    assert main(["run", "vector_add", *with_file(tmp_path), *kept]) == 0
    own = own_device(tmp_path)
    (tmp_path / "mine.toml").unlink()
    capsys.readouterr()

    assert main(["export", str(recording), "--perfetto", str(tmp_path / "t.perfetto.json")]) == 0

    assert capsys.readouterr().err == ""
    assert load_trace(recording).device == own
