"""`gpuviz sweep`: what it prints and writes, and how it exits."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gpuviz.cli import main
from tests.cli import kernels_for_tests as kernels

pytestmark = pytest.mark.usefixtures("kept_workers")

ROOT = Path(__file__).parents[2]


def sweep_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code = main(["sweep", *words, "--json"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert code in (0, 1)
    found: dict[str, Any] = json.loads(printed.out, parse_constant=pytest.fail)
    return found


@pytest.mark.slow
def test_a_sweep_over_sizes_has_a_point_for_each_with_the_gpu_and_the_cpu(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = sweep_json(capsys, "vector_add", "--sizes", "64:256", "--device", "h200_sxm")

    assert (found["operation"], found["kind"]) == ("vector_add", "sizes")
    assert (found["engine"], found["device"]) == ("emulator", "h200_sxm")
    assert [point["size"] for point in found["points"]] == [[64], [128], [256]]
    assert {point["time"]["source"] for point in found["points"]} == {"modelled"}
    assert all(point["cpu"]["one_thread_s"] > 0 for point in found["points"])
    assert all(point["correct"] is True for point in found["points"])


@pytest.mark.slow
def test_a_sweep_over_blocks_keeps_the_size_and_says_why_a_block_cannot_be_launched(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = sweep_json(capsys, "matmul_tiled", "--blocks", "8x8,16x16,32x32", "--size", "32")

    points = found["points"]
    assert [point["block"] for point in points] == [[8, 8, 1], [16, 16, 1], [32, 32, 1]]
    assert {tuple(point["size"]) for point in points} == {(32, 32, 32)}
    assert [point["grid"] for point in points] == [[4, 4, 1], [2, 2, 1], None]
    assert points[1]["occupancy"]["fraction"] == 1.0
    assert "at most (16, 16, 1)" in points[2]["message"]
    assert points[2]["time"] is None


@pytest.mark.slow
def test_the_crossing_is_there_in_figures_and_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = sweep_json(capsys, "vector_add", "--sizes", "16,1048576")

    assert list(found["crossing"]) == ["kernel", "with_copies"]
    for win in found["crossing"].values():
        assert list(win) == ["wins", "first", "last"]
        assert win["wins"] != "unknown"
    assert found["best_blocks"] is None
    assert found["words"][-2] == "The GPU's times are modelled."
    assert found["words"][-1].startswith("Validated on")


def test_the_fastest_blocks_of_a_sweep_over_blocks_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = sweep_json(capsys, "vector_add", "--blocks", "32,256")

    assert found["crossing"] is None
    assert [32, 1, 1] in found["best_blocks"] or [256, 1, 1] in found["best_blocks"]
    assert "fast" in found["words"][0]


def test_a_person_reads_a_line_for_each_point(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "vector_add", "--sizes", "500:1000", "--no-cpu"]) == 0

    headline, headings, *lines = capsys.readouterr().out.splitlines()
    assert "Tesla T4" in headline
    assert headline.endswith("its times are modelled")
    assert "The GPU's times are modelled." in lines
    assert headings.split() == ["n", "GPU", "kernel", "with", "copies"]
    assert [line[: len("1 000")].strip() for line in lines[:2]] == ["500", "1 000"]


@pytest.mark.slow
def test_the_table_has_units_in_its_headings_and_a_row_for_each_point(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "f.csv"

    assert main(["sweep", "vector_add", "--sizes", "64:128", "--csv", str(file)]) == 0

    with file.open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert [row["size_n"] for row in rows] == ["64", "128"]
    assert {row["source"] for row in rows} == {"modelled"}
    for row in rows:
        parts = sum(float(row[name]) for name in ("h2d_s", "kernel_s", "d2h_s"))
        assert float(row["with_copies_s"]) == pytest.approx(parts)
        assert float(row["cpu_numpy_s"]) > 0
    assert list(tmp_path.iterdir()) == [file]


def test_a_wrong_point_exits_with_1_and_is_said_in_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    file.write_text(kernels.WRONG_RESULT, encoding="utf-8")

    assert main(["sweep", str(file), "--sizes", "8,16", "--no-cpu"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert all("WRONG result" in line for line in lines[2:4])


def test_hazards_exit_with_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "double.py"
    file.write_text(kernels.OUT_OF_BOUNDS, encoding="utf-8")

    assert main(["sweep", str(file), "--sizes", "40", "--no-cpu"]) == 1

    assert "  2 hazards\n" in capsys.readouterr().out


def test_points_with_hazards_are_not_compared_with_the_cpu(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    file.write_text(kernels.OUT_OF_BOUNDS, encoding="utf-8")

    found = sweep_json(capsys, str(file), "--sizes", "40")

    assert found["points"][0]["hazards"] == 2
    assert found["points"][0]["cpu"]["numpy_s"] > 0
    assert found["crossing"]["kernel"]["wins"] == "unknown"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("vector_add", "--sizes"),
        ("vector_add --sizes=", "nothing to sweep over"),
        ("vector_add --sizes 5:1", "write it as 1:5"),
        ("vector_add --sizes 0:4", "1 or more"),
        ("vector_add --sizes 1024:1000000000000", "smaller size"),
        ("vector_add --sizes 512000000 --device gtx1650", "4.0 GiB of memory"),
        ("vector_add --blocks 0,32", "no threads"),
        ("vector_add --blocks 2048,4096", "1024"),
        ("vector_add --blocks 32 --sizes 1:2", "not allowed"),
        ("vector_add --sizes 1:2 --size 3", "leave one of them out"),
        ("vector_add --blocks 32 --block 3", "leave one of them out"),
        ("vector_add --sizes 1:2 --block 0", "no threads"),
        ("vector_add --sizes 1:2 --csv table.txt", "end in .csv"),
        ("vector_add --sizes 1:2 --csv nowhere/table.csv", "does not exist"),
        ("vector_add --sizes 1:2 --device t5", "t4"),
        ("vector_add --sizes 1:2 --seed -1", "seed"),
        ("nothing_like_it --sizes 1:2", "gpuviz list"),
    ],
)
def test_what_cannot_be_swept_is_one_sentence_before_anything_runs(
    capsys: pytest.CaptureFixture[str], words: str, expected: str
) -> None:
    assert main(["sweep", *words.split()]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert expected in printed.err


def test_a_twin_that_gives_another_result_has_no_time_and_is_told_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    file.write_text(kernels.WRONG_TWIN, encoding="utf-8")

    assert main(["sweep", str(file), "--sizes", "40,80,160"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[5] for line in lines[2:5]] == ["-", "-", "-"]
    assert sum("gives another result than NumPy" in line for line in lines) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent to a process on POSIX only")
def test_ctrl_c_ends_a_sweep_and_leaves_no_table(tmp_path: Path) -> None:
    words = ["vector_add", "--sizes", "1024:1048576", "--csv", "f.csv"]
    running = subprocess.Popen(
        [sys.executable, "-P", "-m", "gpuviz", "sweep", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert running.stdout is not None
    running.stdout.readline()  # the headline: the sweep has begun

    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate()

    assert (running.returncode, said) == (130, "")
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_cannot_be_written_is_refused_before_anything_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "f.csv"
    folder.mkdir()

    assert main(["sweep", "vector_add", "--sizes", "1:2", "--csv", str(folder)]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "choose another file" in printed.err


def test_a_sweep_whose_every_launch_fails_for_its_host_code_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    file.write_text(kernels.HOST_CODE_FAILS, encoding="utf-8")

    assert main(["sweep", str(file), "--sizes", "10:20", "--no-cpu", "--json"]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "no_such_name" in printed.err


@pytest.mark.slow
def test_a_sweep_of_the_simulator_claims_no_model(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--sizes", "10", "--engine", "numba-simulator", "--no-cpu"]

    assert main(["sweep", "vector_add", *words]) == 0

    assert "modelled" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_kernel_that_no_size_can_run_ends_the_sweep_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, table = tmp_path / "double.py", tmp_path / "f.csv"
    file.write_text(kernels.UNSUPPORTED, encoding="utf-8")

    assert main(["sweep", str(file), "--sizes", "8,16", "--csv", str(table)]) == 2

    assert "double.py:16" in capsys.readouterr().err
    assert not table.exists()
