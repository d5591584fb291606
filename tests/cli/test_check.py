"""`gpuviz check` and `gpuviz trace`: every exit code, and what is printed where."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from gpuviz.cli import main
from gpuviz.trace.file import load_trace
from gpuviz.trace.validate import faults
from tests.cli.checking import BEYOND, DOUBLE, ENDLESS, RUN_DOUBLE, Check


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd)


@pytest.fixture
def alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd, alone=True)


SCRIPTS_THAT_FAIL = {
    "hazard": (BEYOND, 1, []),
    "hazard, then an error": (BEYOND + "1 / 0\n", 1, ["ZeroDivisionError"]),
    "hazard, then an exit": (BEYOND + "raise SystemExit(5)\n", 1, ["exit code 5"]),
    "hazard, then an unknown name": (
        BEYOND + "cuda.open_ipc_array\n",
        1,
        ["cuda.open_ipc_array is not known"],
    ),
    "endless kernel": (ENDLESS, 1, ["script.py:7", "does not end"]),
    "endless kernel, caught": (
        ENDLESS.replace("wait[1", "try: wait[1") + "except Exception: pass\n",
        1,
        ["does not end"],
    ),
    "error": (DOUBLE + RUN_DOUBLE + "1 / 0\n", 2, ["Traceback", "1 / 0", "ZeroDivisionError"]),
    "exit code": (DOUBLE + RUN_DOUBLE + "import sys; sys.exit(3)\n", 2, ["script.py:14", "code 3"]),
    "exit text": (DOUBLE + RUN_DOUBLE + "import sys; sys.exit('no good')\n", 2, ["no good\n"]),
    "nothing launched": (DOUBLE, 2, ["gpuviz: The script launched no kernel"]),
    "empty": ("", 2, ["launched no kernel"]),
    "syntax": ("def f(:\n", 2, ["script.py", "SyntaxError"]),
    "null bytes": ("a = '\0'\n", 2, ["null bytes"]),
    "unknown statement": (
        DOUBLE.replace("x[i] *= 2", "with x: pass") + "double[1, 32](x)\n",
        2,
        ["script.py:9:9"],
    ),
    "unknown statement, caught": (
        DOUBLE.replace("x[i] *= 2", "with x: pass")
        + "try: double[1, 32](x)\nexcept Exception: pass\n",
        2,
        ["script.py:9:9"],
    ),
    "empty grid": (DOUBLE + "double[0, 32](x)\n", 2, ["script.py:12", "grid.x is 0"]),
    "too many threads": (DOUBLE + "double[1, 2048](x)\n", 2, ["script.py:12", "2048 threads"]),
    "fraction": (DOUBLE + "double[40 / 32, 32](x)\n", 2, ["got [1.25]", "rounds up"]),
    "no brackets": (DOUBLE + "double(x)\n", 2, ["script.py:12", "double[blocks, threads]"]),
    "one number in brackets": (DOUBLE + "double[32](x)\n", 2, ["the blocks and the threads"]),
    "bytes": (DOUBLE + "double[1, 32, 0, -4](x)\n", 2, ["-4 is no number of bytes"]),
    "too few arguments": (DOUBLE + "double[1, 32]()\n", 2, ["1 argument (x), 0 are given"]),
    "by name": (DOUBLE + "double[1, 32](x=x)\n", 2, ["leave out x="]),
    "list": (DOUBLE + "double[1, 32]([1, 2])\n", 2, ["script.py:12", "argument x is"]),
    "text": (DOUBLE + "double[1, 32]('ab')\n", 2, ["argument x is"]),
    "None": (DOUBLE + "double[1, 32](None)\n", 2, ["a None has no size"]),
    "huge number": (
        DOUBLE + "double[1, 32](2**70)\n",
        2,
        ["x is 1180591620717411303424", "64 bits"],
    ),
    "strings in an array": (
        DOUBLE + "double[1, 32](np.array(['a']))\n",
        2,
        ["x[i] is a text"],
    ),
    "intrinsic on the host": (DOUBLE + "i = cuda.grid(1)\n", 2, ["script.py:12", "cuda.grid"]),
    "index on the host": (DOUBLE + "i = cuda.threadIdx.x + 1\n", 2, ["cuda.threadIdx.x has"]),
    "device function on the host": (
        DOUBLE + "@cuda.jit(device=True)\ndef f(v): return v\nf(1)\n",
        2,
        ["script.py:14", "f is a device function"],
    ),
    "event times": (
        DOUBLE + RUN_DOUBLE + "cuda.event_elapsed_time(cuda.event(), cuda.event())\n",
        2,
        ["script.py:14", "never recorded"],
    ),
    "no function": (DOUBLE + "cuda.jit(len)\n", 2, ["script.py:12", "built-in function len"]),
    "option": (
        DOUBLE + "cuda.jit(link=['a.cu'])\n",
        2,
        ["script.py:12", "machine code from elsewhere"],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "words"), SCRIPTS_THAT_FAIL.values(), ids=SCRIPTS_THAT_FAIL
)
def test_what_goes_wrong_has_its_exit_code_and_its_words(
    check: Check, text: str, code: int, words: list[str]
) -> None:
    found = check(text)

    assert found.code == code
    assert [word for word in words if word not in found.err] == []
    assert ("Traceback" in found.err) == ("Traceback" in words or "ZeroDivisionError" in words)


UNKNOWN_NAMES = {
    "attribute": ("x = cuda.open_ipc_array", "cuda.open_ipc_array", ":2:5: "),
    "attribute, nearly right": ("cuda.syncthread()", "cuda.syncthreads?", ":2:1: "),
    "name": ("from numba.cuda import open_ipc_array", "cuda.open_ipc_array", ":2:1: "),
    "module": ("import numba.cuda.kernels", "cuda.kernels", ":2:1: "),
    "name in a module": ("from numba.cuda.kernels import seed", "cuda.kernels", ":2:1: "),
    "module as a name": ("from numba.cuda import kernels", "cuda.kernels", ":2:1: "),
    "deep module": ("import numba.cuda.kernels.reduction", "cuda.kernels", ":2:1: "),
    "module of Numba and of ours": ("import numba.cuda.dispatcher", "cuda.dispatcher", ":2:1: "),
    "method of a kernel": ("cuda.jit(f).rebuild()", "kernel.rebuild", ":2:1: "),
    "method of an array": ("cuda.device_array(3).sum()", "device array.sum", ":2:1: "),
    "part of a name": ("cuda.shared.nothing", "cuda.shared.nothing", ":2:1: "),
}


@pytest.mark.slow
@pytest.mark.parametrize(("line", "name", "place"), UNKNOWN_NAMES.values(), ids=UNKNOWN_NAMES)
def test_a_name_that_is_not_known_yet_is_one_line_with_its_place(
    check: Check, line: str, name: str, place: str
) -> None:
    found = check(f"from numba import cuda; f = lambda: 0\n{line}\n")

    assert found.code == 2
    assert name in found.err
    assert "not known to gpuviz yet" in found.err
    assert f"script.py{place}" in found.err
    assert found.err.count("\n") == 1


OWN_MISTAKES = {
    "raise": "def f():\n    raise ValueError('no')\n\nf()\n",
    "chain": "try:\n    {}['a']\nexcept KeyError as error:\n    raise OSError('b') from error\n",
    "context": "try:\n    {}['a']\nexcept KeyError:\n    1 / 0\n",
    "syntax": "a = 1\ndef f(:\n    pass\n",
    "import": "import a_module_that_is_not_there\n",
    "own base exception": "class Stop(BaseException): pass\nraise Stop('here')\n",
    "library": "import json\njson.loads('{')\n",
    "end of input": "input()\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", OWN_MISTAKES.values(), ids=OWN_MISTAKES)
def test_a_scripts_own_mistake_looks_as_python_shows_it(
    check: Check, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())

    found = check(text)

    command = [sys.executable, str(tmp_path / "script.py")]
    python = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert found.code == 2
    assert found.err == python.stderr


def test_a_mistake_in_a_use_of_the_drop_in_shows_the_scripts_lines_only(check: Check) -> None:
    found = check(
        """
        import numpy as np
        from numba import cuda
        cuda.to_device(np.zeros(4)).copy_to_host(np.zeros(5))
        """
    )

    assert found.code == 2
    assert found.err.count("File ") == 1
    assert "line 4" in found.err
    assert "ValueError" in found.err


def test_a_script_that_raises_its_own_error_from_ours_shows_its_own_lines_only(
    check: Check,
) -> None:
    wrapped = """
        try:
            double[0, 32](x)
        except Exception as error:
            raise RuntimeError("no launch") from error
        """

    found = check(DOUBLE + dedent(wrapped))

    assert found.code == 2
    assert found.err.count("File ") == found.err.count("script.py") == 2
    assert "grid.x is 0" in found.err


@pytest.mark.slow
def test_with_json_everything_that_a_script_prints_goes_to_stderr(alone: Check) -> None:
    noise = """
        import io, os, subprocess, sys
        print("one")
        sys.__stdout__.write("two\\n")
        os.write(1, b"three\\n")
        subprocess.run([sys.executable, "-c", "print('four')"])
        sys.stdout = io.StringIO()
        """

    found = alone(DOUBLE + RUN_DOUBLE + dedent(noise), options=("--json",))

    assert found.code == 0
    assert len(found.launches) == 1
    assert sorted(found.err.split()) == ["four", "one", "three", "two"]


def test_without_json_a_script_prints_before_the_report(check: Check) -> None:
    found = check(DOUBLE + RUN_DOUBLE + "print('mine')\n")

    assert found.out.splitlines() == [
        "mine",
        "1. double (script.py:5) grid (2, 1, 1) block (32, 1, 1): no hazard",
        "Looked for: out-of-bounds, race, uninitialized, barrier-divergence.",
    ]


def test_a_hazard_is_told_with_its_line_thread_and_index(check: Check) -> None:
    found = check(BEYOND)

    assert found.code == 1
    assert "1 hazard" in found.out
    assert "Line 9: thread (8, 0, 0) of block (1, 0, 0) reads x[40]" in found.out


LOSES_UPDATES = """
    import numpy as np
    from numba import cuda

    @cuda.jit
    def count(total):
        total[0] += 1

    count[1, 32](np.zeros(1, np.int64))
    """


def test_the_order_in_which_a_race_shows_is_told(check: Check) -> None:
    found = check(LOSES_UPDATES, options=("--schedule", "adversarial"))

    assert found.code == 1
    assert "note: Line 7: the order that was run holds thread (0, 0, 0)" in found.out


def test_the_json_of_a_launch_has_exactly_the_documented_fields(check: Check) -> None:
    found = check(BEYOND, options=("--json",))

    assert list(json.loads(found.out)) == ["launches", "notes"]
    assert json.loads(found.out)["notes"] == []
    (launch,) = found.launches
    assert list(launch) == ["kernel", "file", "line", "grid", "block", "counters", "hazards"]
    assert (launch["kernel"], launch["line"], launch["grid"]) == ("double", 5, [2, 1, 1])
    (hazard,) = launch["hazards"]
    assert (hazard["kind"], hazard["array"], hazard["index"]) == ("out-of-bounds", "x", [40])


def test_the_json_of_a_race_says_in_which_turns_and_where_a_barrier_is_missing(
    check: Check,
) -> None:
    text = """
        import numpy as np
        from numba import cuda

        @cuda.jit
        def kernel(x):
            s = cuda.shared.array(64, np.int64)
            t = cuda.threadIdx.x
            for k in range(3):
                s[t] = k
                cuda.syncthreads()
                x[t] += s[63 - t]

        kernel[1, 64](np.zeros(64, np.int64))
        """

    found = check(dedent(text).lstrip(), options=("--json",))

    (hazard,) = found.launches[0]["hazards"]
    assert (hazard["line"], hazard["other_line"], hazard["first"]) == (9, 11, "other_thread")
    assert hazard["turns"] == [{"line": 8, "turn": 2, "file": "script.py"}]
    assert hazard["other_turns"] == [{"line": 8, "turn": 1, "file": "script.py"}]
    assert hazard["barrier"] == {"after": 11, "before": 9, "loop": 8, "file": "script.py"}
    assert (hazard["step"], hazard["other_step"]) == (None, None)  # check keeps no steps


@pytest.mark.slow
@pytest.mark.parametrize("text", [DOUBLE, "1 / 0", DOUBLE + "double[0, 1](x)"])
def test_with_json_there_is_an_object_also_when_nothing_ran(check: Check, text: str) -> None:
    found = check(text, options=("--json",))

    assert found.code == 2
    assert found.launches == []


def test_ten_launches_are_listed_as_ten(check: Check) -> None:
    text = DOUBLE + "for _ in range(10): double[2, 32](x)\n"

    found = check(text, command="trace", options=("--json",))

    assert found.code == 0
    assert [launch["kernel"] for launch in found.launches] == ["double"] * 10


@pytest.mark.slow
def test_trace_keeps_each_launch_as_a_file_that_can_be_followed(
    check: Check, tmp_path: Path
) -> None:
    text = DOUBLE + RUN_DOUBLE + "double[1, 1](x)\n"

    found = check(text, command="trace", options=("--out", str(tmp_path)))

    assert found.code == 0
    first, second = (load_trace(path) for path in sorted(tmp_path.glob("*.gpuviz")))
    assert (first.config.blocks, second.config.blocks) == (2, 1)
    assert first.all_followed
    assert first.inputs["x"][39] == 39
    assert first.outputs["x"][39] == 78
    assert list(faults(first)) == list(faults(second)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["trace", "--out", "nowhere", "s.py"], "nowhere does not exist"),
        (["check", "nowhere.py"], "There is no file nowhere.py"),
        (["check", "empty"], "There is no Python script and no CUDA C in empty"),
        (["check"], "SCRIPT.py"),
        (["check", "s.py", "--fast"], "has no option --fast"),
        (["check", "s.py", "7"], "Arguments of a script stand behind --"),
        (["check", "s.py", "s2.py", "--", "7"], "goes to one script"),
        (["check", ".", "--", "7"], "goes to one script"),
        (["check", "s.py", "--timeout", "0"], "timeout '0'"),
        (["check", "s.py", "--memory", "1X"], "memory '1X'"),
        (["trace", "s.py", "--launch", "1.5"], "launch '1.5'"),
        (["check", "--device", "t5", "s.py"], "Did you mean t4?"),
        (["check", "--seed", "x", "s.py"], "seed 'x'"),
    ],
)
def test_a_request_that_cannot_be_met_is_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.py").write_text("print('not to be run')")
    (tmp_path / "s2.py").write_text("print('not to be run')")
    (tmp_path / "empty").mkdir()

    code = main(words)

    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_launch_in_which_gpuviz_fails_is_said_to_be_its_own_fault(
    check: Check, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*arguments: object) -> None:
        raise IndexError("a bug")

    monkeypatch.setattr("gpuviz.cuda.launching.execute", broken)

    found = check(DOUBLE + "try: double[1, 32](x)\nexcept Exception: pass\n")

    assert found.code == 2
    assert "gpuviz itself failed in the launch of double (IndexError: a bug)" in found.err
    assert "Traceback" in caplog.text
    caplog.clear()
