"""Submissions that mean to deceive, to read what is not theirs, or to end who grades them."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.api.grading.grade import Grade, grade
from tests.api.grading.test_grade import KERNEL, TESTS, job, sayings

WRONG = KERNEL.replace("*= 2", "*= 3")
LAUNCHED = "double[1, 4](np.zeros(4, np.float32))\n"
OWN_FILE = """
import json, os, sys
command = open("/proc/self/cmdline", "rb").read().split(b"\\0")
place = next(os.path.dirname(one) for one in command if one.endswith(b"job.json")).decode()
told = place + "/events.jsonl"
"""
NAMES = ("test_one", "test_many")
COMPARED = """import numpy as np
import submission

def test_it():
    x = np.arange(4, dtype=np.float32)
    submission.double[1, 4](x)
    np.testing.assert_allclose(x, [0, 2, 4, 6])
"""


def landlock_version() -> int:
    return int(ctypes.CDLL(None).syscall(444, None, 0, 1))


def has_fence() -> bool:
    """Whether this kernel knows Landlock, in the version that is asked for."""
    return sys.platform == "linux" and landlock_version() >= 1


fenced = pytest.mark.skipif(not has_fence(), reason="only Linux with Landlock keeps files apart")


@pytest.mark.parametrize(
    "text",
    [
        """
import atexit, json
def lie():
    with open("../results.jsonl", "w") as file:
        for name in ("test_one", "test_many"):
            one = {"name": name, "points": 1, "passed": True, "said": ""}
            file.write(json.dumps(one) + "\\n")
atexit.register(lie)
""",
        """
import gpuviz.api.grading.tests_of as of_tests
of_tests.run_tests = lambda *_: None
of_tests._run = lambda test: None
""",
        """
import atexit
import gpuviz.api.grading.tests_of as of_tests
before = of_tests._run
of_tests._run = lambda test: None
atexit.register(lambda: setattr(of_tests, "_run", before))
""",
        "import numpy.testing\nnumpy.testing.assert_allclose = lambda *_, **__: None\n",
        "import builtins\nbuiltins.AssertionError = KeyboardInterrupt\n",
        "import gpuviz.trace as of_trace\nof_trace.Trace.hazards = property(lambda trace: ())\n",
        f"{LAUNCHED}raise SystemExit(0)\n",
    ],
    ids=["results", "run", "put-back", "numpy", "builtins", "property", "leaves"],
)
@pytest.mark.parametrize("tests", [TESTS, COMPARED], ids=["assert", "allclose"])
def test_a_wrong_one_is_never_right_and_has_no_points(text: str, tests: str) -> None:
    made = grade(job(WRONG + text, tests))

    assert made.verdict != "right"
    assert made.points <= (1 if tests is TESTS else 0)  # 0 times 3 is 0
    assert made.mistakes


def test_tests_that_are_replaced_while_they_run_do_not_pass() -> None:
    replaces = """
import sys

class Kernel:
    def __getitem__(self, configuration):
        sys.modules["__main__"].test_many = sys.modules["__main__"].test_one
        return lambda x: true_double[configuration](x)

true_double, double = double, Kernel()
"""

    made = grade(job(WRONG + replaces))

    assert (made.verdict, made.points) == ("wrong", 0)
    assert "test_many of the tests was replaced" in sayings(made)


def test_hazards_that_were_taken_out_of_the_record_are_missed() -> None:
    text = KERNEL.replace("if i < x.size", "if True").replace("double(x)", "wide(x)")
    text = f"{text}\nwide[1, 9](np.zeros(4, np.float32))\n{OWN_FILE}\nopen(told, 'w').close()\n"

    made = grade(job(f"{KERNEL}{text}"))

    assert (made.verdict, made.points) == ("failed", 0)
    assert "took away from it" in sayings(made)


def test_a_record_of_ones_own_is_no_end() -> None:
    forged = f"""{OWN_FILE}
first = open(told).read().split()[0]
results = [dict(name=name, points=1.0, passed=True, said="") for name in {NAMES!r}]
nothing = dict(failures=[], own_failure=None, notes=[], correct=None)
events = [dict(event="tests", tests=results), dict(event="ended", **nothing)]
with open(told, "a") as file:
    for number, event in enumerate(events, 1):
        file.write(f"{{first}} {{number}} {{json.dumps(event)}}\\n")
os._exit(0)
"""

    made = grade(job(f"{WRONG}{LAUNCHED}{forged}"))

    assert (made.verdict, made.points) == ("failed", 0)
    assert "wrote into what the check tells of it" in sayings(made)


@fenced
def test_files_outside_its_folder_are_neither_read_nor_written(tmp_path: Path) -> None:
    other, new = tmp_path / "other.py", tmp_path / "new"
    other.write_text("secret = 1\n", encoding="utf-8")
    tries = f"""
def tried(path, how):
    try:
        with open(path, how) as file:
            return len(file.read()) if how == "r" else file.write("x")
    except OSError:
        return "forbidden"

print(tried({str(other)!r}, "r"), tried({str(new)!r}, "w"), tried("../tests.py", "r"))
print(tried("own", "w"), tried("own", "r"), tried("/dev/null", "w"))
"""

    made = grade(job(KERNEL + tries))

    assert made.output == "forbidden forbidden forbidden\n1 1 1\n"
    assert (made.verdict, new.exists()) == ("right", False)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces of mounts")
def test_nothing_of_files_and_sockets_of_others_changes(tmp_path: Path) -> None:
    """Their owner, who grades, could do all of it."""
    if not may_have_mounts_of_its_own():
        pytest.skip("this system allows no namespaces")
    other, place = tmp_path / "other.py", tmp_path / "socket"
    other.write_text("secret = 1\n", encoding="utf-8")
    before = other.stat()
    tries = f"""
import os, socket
def tried(act, *given):
    try:
        act(*given)
    except OSError as error:
        return type(error).__name__
    return "done"

print(tried(os.chmod, {str(other)!r}, 0o777), tried(os.utime, {str(other)!r}, (1, 1)))
print(tried(os.setxattr, {str(other)!r}, "user.a", b"1"))
print(tried(socket.socket(socket.AF_UNIX).connect, {str(place)!r}))
open("own", "w").close()
print(tried(os.chmod, "own", 0o600), tried(os.utime, "own", (1, 1)), os.listdir("/dev/shm"))
"""

    with socket.socket(socket.AF_UNIX) as listens:
        listens.bind(str(place))
        listens.listen()
        made = grade(job(KERNEL + tries))

    assert made.output == "OSError OSError\nOSError\nConnectionRefusedError\ndone done []\n"
    assert (other.stat().st_mode, other.stat().st_mtime) == (before.st_mode, before.st_mtime)
    assert made.verdict == "right"


def may_have_mounts_of_its_own() -> bool:
    """Whether a process of this user may see files in another way than others here."""
    child = os.fork()
    if child == 0:
        from gpuviz.process_tree.offline import leave_network
        from gpuviz.process_tree.read_only import make_read_only

        os._exit(0 if leave_network() and make_read_only((), ()) else 1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces of mounts")
def test_what_is_read_only_stays_so(tmp_path: Path) -> None:
    if not may_have_mounts_of_its_own():
        pytest.skip("this system allows no namespaces")
    undo = f"""
import ctypes, os
libc = ctypes.CDLL(None)
for _ in range(2):  # with the rights it has, then with those of another user namespace
    cleared = (ctypes.c_uint64 * 4)(0, 1, 0, 0)
    print(libc.syscall(442, -100, b"/", 0x8000, cleared, ctypes.c_size_t(32)), end=" ")
    print(libc.mount(None, b"/", None, ctypes.c_ulong(32), None), end=" ")  # MS_REMOUNT
    libc.unshare(0x10020000)
try:
    os.chmod({str(tmp_path)!r}, 0o777)
except OSError as error:
    print(error.strerror)
"""

    assert grade(job(KERNEL + undo, None)).output == "-1 -1 -1 -1 Read-only file system\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no more than may be")
def test_one_that_starts_processes_without_end_is_stopped() -> None:
    forks = "import os, time\nfor _ in range(400):\n    os.fork() or time.sleep(600)\n"

    made = grade(job(f"{KERNEL}{forks}time.sleep(600)\n"))

    assert (made.verdict, made.points) == ("failed", 0)
    assert "more than 256 of its processes ran at once" in sayings(made)


@fenced
def test_it_reads_no_environment_of_others() -> None:
    text = f"""
try:
    print(len(open("/proc/{os.getpid()}/environ", "rb").read()))
except PermissionError:
    print("forbidden")
"""

    assert grade(job(KERNEL + text)).output == "forbidden\n"


@pytest.mark.skipif(
    not has_fence() or landlock_version() < 6,
    reason="Landlock of Linux 6.12 and later keeps signals apart",
)
def test_it_cannot_end_who_grades_it() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        made: Grade = grade(
            job(f"{KERNEL}\nimport os\nos.kill({other.pid}, {int(signal.SIGTERM)})\n")
        )
        other.communicate(b"\n")

    assert other.returncode == 0
    assert "PermissionError" in sayings(made)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows forks nothing")
def test_a_pool_of_processes_may_be_started_while_it_is_loaded() -> None:
    text = """
import multiprocessing

def one_more(x):
    return x + 1

with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(one_more, [1, 2]))
"""

    assert grade(job(KERNEL + text)).output == "[2, 3]\n"
