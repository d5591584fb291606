"""`gpuviz.check`: a script in a process of its own, from anywhere, and nothing left behind."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

import gpuviz
from gpuviz.api import Report
from gpuviz.messages import RequestRefused
from tests.cli.checking import BEYOND, DOUBLE, RUN_DOUBLE

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="forks")
BEYOND_BESIDE = DOUBLE + dedent(
    """
    @cuda.jit
    def beyond(x):
        i = cuda.grid(1)
        if i <= x.size:
            x[i] *= 2

    """
)


def words(report: Report) -> str:
    return "\n".join(failure.text for failure in report.failures)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_a_text_is_checked_and_its_report_travels() -> None:
    report = gpuviz.check(BEYOND + "print('mine')\n")

    assert (report.ok, report.exit_code, report.output) == (False, 1, "mine\n")
    assert [hazard.index for hazard in report.hazards] == [(40,)]
    assert report.launches[0].file == report.file == "source.py"
    assert pickle.loads(pickle.dumps(report)) == report
    assert json.loads(report.to_json())["launches"][0]["hazards"][0]["kind"] == "out-of-bounds"


@pytest.mark.slow
def test_several_threads_may_check_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(DOUBLE + RUN_DOUBLE)

    with ThreadPoolExecutor(3) as threads:
        reports = list(
            threads.map(gpuviz.check, [tmp_path / "right.py", BEYOND, str(tmp_path / "right.py")])
        )

    assert [report.exit_code for report in reports] == [0, 1, 0]


@pytest.mark.slow
def test_a_script_changes_nothing_for_its_caller() -> None:
    before = dict(os.environ), os.getcwd(), list(sys.path), list(sys.argv)
    spoils = """
        import os, sys, builtins
        os.environ["PATH"] = ""
        os.chdir("/")
        sys.path.clear()
        builtins.print = None
        """

    report = gpuviz.check(DOUBLE + RUN_DOUBLE + dedent(spoils))

    assert report.ok
    assert (dict(os.environ), os.getcwd(), list(sys.path), list(sys.argv)) == before


@pytest.mark.parametrize(
    ("tail", "said"),
    [
        ("while True: pass\n", "in line 13 of source.py"),
        pytest.param(
            "import re; re.match('(a+)+$', 'a' * 60 + 'b')\n",
            "in line 13 of source.py",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "import faulthandler as f; f.cancel_dump_traceback_later()\nwhile True: pass\n",
            "stopped",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "while True: print('y' * 1000)\n",
            "in line 13 of source.py",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["loop", "in C", "stubborn", "prints"],
)
def test_a_script_without_an_end_is_stopped_and_what_it_did_before_is_told(
    tail: str, said: str
) -> None:
    report = gpuviz.check(BEYOND + tail, timeout=10)

    assert report.timed_out
    assert report.exit_code == 1
    assert said in words(report)
    assert len(report.output) < 5_000_000


@pytest.mark.slow
def test_an_endless_kernel_is_named_when_it_is_stopped() -> None:
    text = (
        DOUBLE + "@cuda.jit\ndef spin(x):\n    while x[0] >= 0:\n        x[0] += 1\nspin[1, 1](x)\n"
    )

    report = gpuviz.check(text, timeout=10)

    assert report.exit_code == 2
    assert "in the launch of spin (source.py:12), whose loop in line 14 had gone" in words(report)


@pytest.mark.slow
@POSIX
def test_nothing_that_a_script_started_is_left(tmp_path: Path) -> None:
    spawns = f"""
        import os, signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            os.setsid()
            open({str(tmp_path / "new")!r}, "w").write(str(os.getpid()))
            os.rename({str(tmp_path / "new")!r}, {str(tmp_path / "pid")!r})
            time.sleep(1000)
        while not os.path.exists({str(tmp_path / "pid")!r}): pass
        """

    report = gpuviz.check(DOUBLE + RUN_DOUBLE + dedent(spawns))

    assert report.exit_code == 0
    assert not is_running(int((tmp_path / "pid").read_text()))


@pytest.mark.slow
@POSIX
def test_what_a_forked_process_launches_is_checked_too() -> None:
    forks = "import os\nif os.fork() == 0:\n    beyond[2, 32](x)\n    os._exit(0)\nos.wait()\n"

    report = gpuviz.check(BEYOND_BESIDE + RUN_DOUBLE + forks)

    assert report.exit_code == 1
    assert [launch.kernel for launch in report.launches] == ["double", "beyond"]


NO_FALSE_GREEN = {
    "leaves at once": (RUN_DOUBLE + "import os; os._exit(0)\n", 2, "exit code 0 in the middle"),
    "leaves early": ("import sys; sys.exit(0)\n", 2, "launched no kernel"),
    "records by itself": (
        RUN_DOUBLE + "import gpuviz\nwith gpuviz.recording(): beyond[2, 32](x)\n",
        1,
        "",
    ),
    "when Python ends": (
        RUN_DOUBLE + "import atexit\natexit.register(lambda: beyond[2, 32](x))\n",
        1,
        "",
    ),
    "rewrites itself": (
        "text = open(__file__).read()\nopen(__file__, 'w').write(text.replace('<=', '<'))\n"
        "beyond[2, 32](x)\n",
        1,
        "",
    ),
    "deletes itself": ("import os; os.remove(__file__)\nbeyond[2, 32](x)\n", 1, ""),
    "forges": (RUN_DOUBLE + "print('{\"launches\": []}')\nbeyond[2, 32](x)\n", 1, ""),
    "asks": (RUN_DOUBLE + "input()\n", 2, ""),
    "is killed": (
        RUN_DOUBLE + "import os, signal\nos.kill(os.getpid(), signal.SIGABRT)\n",
        2,
        "by signal",
    ),
}


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("tail", "code", "said"), NO_FALSE_GREEN.values(), ids=list(NO_FALSE_GREEN)
)
def test_what_is_wrong_or_was_not_checked_is_never_green(tail: str, code: int, said: str) -> None:
    report = gpuviz.check(BEYOND_BESIDE + tail)

    assert report.exit_code == code, report
    assert said in words(report)


@pytest.mark.slow
def test_a_refused_launch_that_the_script_catches_is_noted() -> None:
    caught = "try: double[1, 2048](x)\nexcept Exception: pass\n"

    report = gpuviz.check(DOUBLE + RUN_DOUBLE + caught)

    assert report.ok
    assert "a launch was refused, and the script went on" in report.notes[0]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits it so")
def test_memory_beyond_the_limit_is_refused_to_the_script() -> None:
    report = gpuviz.check(DOUBLE + RUN_DOUBLE + "np.ones(1 << 30)\n", memory=4 << 30)

    assert report.exit_code == 2
    assert "Unable to allocate" in str(report.own_failure)


@pytest.mark.parametrize(
    "wish", [{"timeout": 0}, {"memory": 0}, {"schedule": "no"}, {"seed": -1}, {"device": "t5"}]
)
def test_a_request_that_is_none_is_refused(wish: dict[str, object]) -> None:
    with pytest.raises(RequestRefused):
        gpuviz.check(DOUBLE, **wish)


def test_the_names_for_everybody_load_the_emulator_only_on_use() -> None:
    text = "import gpuviz, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert not {"numpy", "numba", "PySide6"} & set(done.stdout.split())


@pytest.mark.slow
def test_a_race_with_a_copy_behind_the_launch_is_told_of_that_launch() -> None:
    script = """
        import numpy as np
        from numba import cuda

        @cuda.jit
        def fill(a):
            a[cuda.grid(1)] = 1

        one, other = cuda.stream(), cuda.stream()
        a = cuda.to_device(np.zeros(32, np.float32))
        fill[1, 32, one](a)
        a.copy_to_host(stream=other)
        fill[1, 32, other](a)
    """

    report = gpuviz.check(dedent(script))

    assert [[race.other_launch for race in launch.hazards] for launch in report.launches] == [
        [None],
        [1],
    ]
    assert report.launches[0].hazards[0].other_line == 12
