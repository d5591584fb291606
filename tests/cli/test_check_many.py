"""`gpuviz check` with several files, folders and operations."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from gpuviz.cli.script_files import script_files
from tests.cli.checking import BEYOND, DOUBLE, RUN_DOUBLE, Check

RIGHT = DOUBLE + RUN_DOUBLE
SQUARE = '''"""Square: y = x * x."""
import numpy as np
from numba import cuda

SIZES = {"n": 1000}
THREADS = ("n",)


@cuda.jit
def square(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def inputs(n, seed):
    return {"x": np.arange(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = x * x
'''


@pytest.fixture
def check(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Check:
    monkeypatch.chdir(tmp_path)
    return Check(tmp_path, capfd)


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path(name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_the_second_file_is_checked_and_a_trailing_option_is_one(check: Check) -> None:
    write(a=RIGHT, b=BEYOND)

    found = check.run("check", "a.py", "b.py", "--json")

    assert found.code == 1
    assert [launch["file"] for launch in found.launches] == ["a.py", "b.py"]
    files = json.loads(found.out)["files"]
    assert [(one["file"], one["exit_code"], len(one["launches"])) for one in files] == [
        ("a.py", 0, 1),
        ("b.py", 1, 1),
    ]
    assert "output" not in files[0]  # what scripts print goes to stderr


def test_a_file_that_is_named_stays_so_where_its_folder_is_named_too(check: Check) -> None:
    write(course__a=RIGHT, course__b=RIGHT)

    files = script_files(["course/a.py", "course"])

    assert [(one.path.name, one.is_named) for one in files.scripts] == [
        ("a.py", True),
        ("b.py", False),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ([RIGHT, RIGHT], 0),
        ([RIGHT, "1 / 0\n"], 2),
        (["1 / 0\n", BEYOND, RIGHT], 1),
        ([RIGHT, DOUBLE], 2),
    ],
)
def test_the_worst_exit_code_is_that_of_all(check: Check, texts: list[str], code: int) -> None:
    write(**{f"s{number}": text for number, text in enumerate(texts)})

    found = check.run("check", *[f"s{number}.py" for number in range(len(texts))])

    assert found.code == code
    assert f"Checked: {len(texts)} files." in found.out


def test_the_arguments_of_the_only_script_stand_behind_two_dashes(check: Check) -> None:
    asks = "import sys\nassert sys.argv[1:] == ['--json', '7'], sys.argv\n"

    found = check(RIGHT + asks, "--json", "7")

    assert found.code == 0


@pytest.mark.slow
def test_a_folder_means_its_scripts_and_a_helper_in_it_is_a_note(check: Check) -> None:
    write(
        course__b=BEYOND,
        course__a=RIGHT,
        course__deep__c=RIGHT,
        course__tools="def f(): pass\n",
        course__test_x="1 / 0\n",
        course__hidden="",
    )
    write(**{"course__.git__x": "1 / 0\n", "course__env__lib__y": "1 / 0\n"})
    Path("course/env/pyvenv.cfg").touch()

    found = check.run("check", "--json", "course")

    said = json.loads(found.out)
    assert found.code == 1
    names = [(Path(one["file"]).name, one["exit_code"]) for one in said["files"]]
    expected = [("a.py", 0), ("b.py", 1), ("c.py", 0), ("hidden.py", 0), ("tools.py", 0)]
    assert names == expected
    assert sum("launches no kernel" in note for note in said["notes"]) == 2
    assert sum("was not run" in note for note in said["notes"]) == 1


@pytest.mark.slow
def test_a_kernel_that_nobody_launches_is_no_helper(check: Check) -> None:
    write(course__a=RIGHT, course__forgotten=DOUBLE)

    found = check.run("check", "course")

    assert found.code == 2
    assert "forgotten.py: The script launched no kernel" in found.err


@pytest.mark.slow
def test_a_kernel_that_another_file_of_the_folder_launches_is_checked(check: Check) -> None:
    write(course__main="from part import double, x\ndouble[2, 32](x)\n", course__part=DOUBLE)

    found = check.run("check", "course")

    assert (found.code, found.err) == (0, "")


def test_a_folder_without_a_launch_is_not_green(check: Check) -> None:
    write(course__a="x = 1\n")

    assert check.run("check", "course").code == 2


def test_a_file_that_is_named_twice_runs_once(check: Check) -> None:
    write(course__a=RIGHT)

    found = check.run("check", "course/a.py", "course", "--json")

    assert len(found.launches) == 1


@pytest.mark.slow
def test_an_operation_is_launched_at_its_default_size(check: Check) -> None:
    found = check(SQUARE, options=("--json",))

    assert (found.code, found.err) == (0, "")
    [launch] = found.launches
    assert (launch["kernel"], launch["grid"], launch["block"]) == (
        "square",
        [4, 1, 1],
        [256, 1, 1],
    )


@pytest.mark.slow
def test_a_wrong_result_of_an_operation_is_a_wrong_kernel(check: Check) -> None:
    said_right = "\n\nif __name__ == '__main__':\n    print('square is right')\n"

    found = check(SQUARE.replace("x[i] * x[i]", "x[i] + x[i]") + said_right)

    assert found.code == 1
    assert "998 of 1000 elements of y differ from NumPy; the first is y[1]: 2 instead" in found.err


@pytest.mark.slow
def test_a_result_that_nothing_compares_is_noted(check: Check) -> None:
    found = check(SQUARE[: SQUARE.index("\n\ndef numpy_twin")])

    assert found.code == 0
    assert "The result was compared with nothing" in found.out


@pytest.mark.slow
def test_a_launch_that_the_last_lines_repeat_is_listed_once(check: Check) -> None:
    main = "\n\nif __name__ == '__main__':\n    square[4, 256](*inputs(1000, 0).values())\n"

    again = check(SQUARE + main + "    square[8, 128](*inputs(1000, 0).values())\n")

    assert [line[:2] for line in again.out.splitlines() if "square (" in line] == ["1.", "2."]


def test_a_mistake_in_the_form_of_an_operation_is_noted(check: Check) -> None:
    found = check(SQUARE.replace('("n",)', '("m",)') + "\nsquare[1, 1](np.ones(1), np.ones(1))\n")

    assert found.code == 0
    assert "It was not run as an operation" in found.out


@pytest.mark.slow
def test_trace_keeps_the_launches_of_all_files(check: Check, tmp_path: Path) -> None:
    write(a=RIGHT, square=SQUARE)
    (tmp_path / "kept").mkdir()

    found = check.run("trace", "a.py", "square.py", "--out", "kept")

    assert found.code == 0
    kept = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert kept == ["001-double.gpuviz", "002-square.gpuviz"]


@pytest.mark.slow
def test_scripts_do_not_reach_each_other_and_have_no_input(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    spoils = "import os; os.environ['SPOILT'] = '1'; os.chdir('/'); np.spoilt = 1; os._exit(0)\n"
    asks = "import os; assert 'SPOILT' not in os.environ and not hasattr(np, 'spoilt')\n"
    write(a=RIGHT + spoils, b=RIGHT + asks + "try: input()\nexcept EOFError: print('no input')\n")

    found = Check(tmp_path, capfd, alone=True).run("check", "a.py", "b.py")

    assert found.code == 2
    assert "a.py did not come to its end" in found.err
    assert "b.py" not in found.err
    assert "no input" in found.out


def test_a_script_begins_when_the_one_before_has_ended(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    late = "import atexit, time\natexit.register(lambda: (time.sleep(0.5), open('ended', 'w')))\n"
    write(a=late, b="import os\nassert os.path.exists('ended')\n", c="raise SystemExit\n")

    found = Check(tmp_path, capfd, alone=True).run("check", "a.py", "b.py", "c.py")

    assert "AssertionError" not in found.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_sockets_and_devices_in_a_folder_are_no_scripts(check: Check) -> None:
    write(week__right=RIGHT)
    os.mkfifo("week/pipe.py")
    os.mkfifo("week/pipe.cu")
    os.symlink("/dev/zero", "week/endless.py")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("week/socket.py")

        found = check.run("check", "week", "--json")

    assert found.code == 0
    assert [one["file"] for one in json.loads(found.out)["files"]] == ["week/right.py"]
