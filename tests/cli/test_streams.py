"""Streams that are closed, full or of no ordinary file: one sentence."""

from __future__ import annotations

import itertools
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="closes and fills streams as POSIX does")

GPUVIZ = f"{shlex.quote(sys.executable)} -m gpuviz"
CLOSED, FULL = (">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")
COMMANDS = ["list", "devices t4", "--help", "run vector_add --size 64 --no-cpu --json"]


def shell(line: str, buffered: str = "") -> tuple[int, str, str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": buffered}
    done = subprocess.run(
        ["sh", "-c", line], env=environment, capture_output=True, text=True, timeout=300
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unbuffered", "target", "command"),
    list(itertools.product(("", "1"), (CLOSED, FULL), COMMANDS)),
)
def test_what_cannot_be_printed_is_said(
    unbuffered: str, target: tuple[str, str], command: str
) -> None:
    where, why = target
    if "full" in where and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")

    code, _, said = shell(f"{GPUVIZ} {command} {where}", unbuffered)

    assert (code, said.count("\n")) == (2, 1)
    assert f"cannot be printed ({why})" in said


BROKEN = """import numpy as np
from numba import cuda

@cuda.jit
def zero(x):
    x[cuda.grid(1)] = 0

zero[1, 32](np.zeros(20))
"""


@pytest.mark.slow
@pytest.mark.parametrize("target", [CLOSED, FULL], ids=["closed", "full"])
def test_a_script_runs_to_its_end_though_what_it_prints_reaches_nobody(
    target: tuple[str, str], tmp_path: Path
) -> None:
    where, why = target
    if "full" in where and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    script = tmp_path / "a.py"
    much = "print('much ' * 1000)\n" * 100
    last = f"open({str(tmp_path / 'ended')!r}, 'w').close()\n"
    script.write_text(f"{BROKEN}{much}{last}", encoding="utf-8")

    code, _, said = shell(f"{GPUVIZ} check {script} {where}")

    assert (tmp_path / "ended").exists()
    assert (code, said.count("\n")) == (2, 1)
    assert why in said


@pytest.mark.slow
def test_a_command_whose_reader_has_seen_enough_says_by_its_code_what_it_found() -> None:
    broken = f"{GPUVIZ} run broken_merge --no-cpu"

    assert shell(f"{{ {broken}; echo $? >&2; }} | true") == (0, "", "1\n")


@pytest.mark.slow
@pytest.mark.parametrize("where", ["2>&-", "<&-", "2>&- <&-"])
def test_a_closed_stderr_or_stdin_takes_nothing_away(where: str) -> None:
    code, printed, _ = shell(f"{GPUVIZ} list --json {where}")

    assert code == 0
    assert '"operations"' in printed


def test_a_complaint_that_nobody_hears_has_its_exit_code_all_the_same() -> None:
    assert shell(f"{GPUVIZ} run no_such_operation >&- 2>&-") == (2, "", "")


@pytest.mark.slow
def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    file = tmp_path / "a.gpuviz"
    words = f"run vector_add --size 64 --no-cpu --trace {file} >&- 2>&-"

    shell(f"{GPUVIZ} {words}")

    code, _, _ = shell(f"{GPUVIZ} export {file} --perfetto {tmp_path / 'a.json'}")
    assert code == 0


def test_a_folder_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()

    code, _, said = shell(f"cd {gone}; rmdir {gone}; {GPUVIZ} run vector_add")

    assert (code, said.count("\n")) == (2, 1)
    assert "is gone" in said


@pytest.mark.parametrize(
    "words",
    [
        "devices --file {pipe}.toml",
        "export {pipe}.gpuviz --perfetto {folder}/a.json",
        "run {pipe}.py",
        "check {pipe}.py",
        "{pipe}.md --screenshot {folder}/a.png",
        "{pipe}.gpuviz --screenshot {folder}/a.png",
    ],
)
@pytest.mark.parametrize("device", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_pipe_or_device_in_place_of_a_file_is_refused(
    words: str, device: bool, tmp_path: Path
) -> None:
    for suffix in (".toml", ".gpuviz", ".py", ".md"):
        name = tmp_path / f"pipe{suffix}"
        name.symlink_to("/dev/zero") if device else os.mkfifo(name)
    line = words.format(pipe=tmp_path / "pipe", folder=tmp_path)

    code, _, said = shell(f"QT_QPA_PLATFORM=offscreen {GPUVIZ} {line}")

    assert (code, said.count("\n")) == (2, 1), said
    assert "no ordinary file" in said or "There is no file" in said
