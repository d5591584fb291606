"""`gpuviz devices --operation`: one launch on every device, as text, JSON and a table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.device import load_devices

pytestmark = pytest.mark.usefixtures("kept_workers")


@pytest.fixture(autouse=True)
def no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.cli.gpu.load_driver", lambda: None)


@pytest.mark.slow
def test_a_launch_has_a_line_for_each_device_with_its_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "--operation", "vector_add", "--size", "100000"]) == 0

    printed = capsys.readouterr().out
    lines = printed.splitlines()
    assert lines[0] == "vector_add  size 100 000, grid (391, 1, 1) x block (256, 1, 1)"
    assert [line.split()[0] for line in lines[3:19]] == list(load_devices())
    assert lines[-1].startswith("modelled, float32 without tensor cores; 'real' spans 8 of 10")
    assert "7 of these 16 GPUs are among them" in lines[-1]


def test_a_launch_that_is_wrong_exits_with_1_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["devices", "t4", "--operation", "broken_histogram"]

    assert main(asked) == 1
    assert "`gpuviz run` says what" in capsys.readouterr().out

    assert main([*asked, "--json"]) == 1
    launch = json.loads(capsys.readouterr().out)["launch"]
    assert launch["correct"] is False or launch["hazards"] > 0


def test_json_and_table_say_the_same_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "devices.csv"

    code = main(["devices", "--operation", "saxpy", "--csv", str(file), "--json"])

    launch = json.loads(capsys.readouterr().out)["launch"]
    with file.open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert code == 0
    assert [row["device"] for row in rows] == [entry["device"] for entry in launch["modelled"]]
    assert [float(row["kernel_s"]) for row in rows] == [
        entry["kernel_s"] for entry in launch["modelled"]
    ]
    assert [(float(row["band_low"]), float(row["band_high"])) for row in rows] == [
        tuple(entry["band"]) for entry in launch["modelled"]
    ]


def test_one_device_alone_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "rtx4090", "--operation", "vector_add", "--json"]) == 0

    (entry,) = json.loads(capsys.readouterr().out)["launch"]["modelled"]
    assert (entry["device"], entry["calibrated"]) == ("rtx4090", False)


def test_memory_that_is_shared_with_the_cpu_needs_no_copies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "orin_nano_8gb", "--operation", "vector_add", "--json"]) == 0

    (entry,) = json.loads(capsys.readouterr().out)["launch"]["modelled"]
    assert (entry["h2d_s"], entry["d2h_s"]) == (0.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "4"], "--size says something of a launch: add --operation"),
        (["--csv", "f.csv"], "--csv says something of a launch"),
        (["--operation", "vector_ad"], "vector_add"),
        (["--operation", "vector_add", "--size", "0"], "0"),
        (["--operation", "vector_add", "--block", "2048"], "2048 threads"),
        (["--operation", "vector_add", "--csv", "f.txt"], ".csv"),
    ],
)
def test_what_cannot_be_met_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["devices", *words]) == 2

    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
