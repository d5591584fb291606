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
from tests.api.grading.test_grade import KERNEL, job, sayings

WRONG = (
    KERNEL.replace("*= 2", "+= 1")
    + """
def doubled(x):
    d = x.copy()
    double[(x.size + 31) // 32, 32](d)
    return d

def total(x):
    return float(doubled(x).sum())
"""
)
LAUNCHED = "double[1, 4](np.zeros(4, np.float32))\n"
EXPECTED = """import math
import unittest
import numpy as np
import pytest
import submission

X = np.arange(3, 67, dtype=np.float32)

def test_kernel():
    x = X.copy()
    submission.double[2, 32](x)
    np.testing.assert_allclose(x, 2 * X)

def test_all():
    assert (submission.doubled(X) == 2 * X).all()

def test_allclose():
    np.testing.assert_allclose(submission.doubled(X), 2 * X)

def test_builtin():
    assert all(submission.doubled(X) == 2 * X)

def test_list():
    assert list(submission.doubled(X)[:3]) == [6, 8, 10]

def test_total():
    assert submission.total(X) == 4416

def test_math():
    assert math.isclose(submission.total(X), 4416)

def test_approx():
    assert submission.total(X) == pytest.approx(4416)

class TestCase(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(submission.total(X), 4416)
"""
FALLS_IN = {
    "functions of gpuviz": """
import gpuviz.api.apart.student as there, gpuviz.api.grading.tests_of as of_tests
import gpuviz.trace as of_trace, gpuviz.cuda.launching as launching
of_tests.run_tests = of_tests._result = lambda *_: None
of_trace.Trace.hazards = property(lambda trace: ())
launching.launch = lambda kernel, config, arguments, stream=0: arguments[0].__imul__(2)
""",
    "what compares": """
import builtins, math, numpy.testing, pytest, unittest
builtins.AssertionError, builtins.all = KeyboardInterrupt, lambda _: True
numpy.testing.assert_allclose = numpy.allclose = lambda *_, **__: True
math.isclose = lambda *_, **__: True
unittest.TestCase.assertEqual = lambda *_: None
pytest.approx = lambda x: type("A", (), {"__eq__": lambda *_: True})()
""",
    "an array that lies": """
class Lie(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return np.ones(64, bool)
    def __array_function__(self, *_):
        return True
    def __getitem__(self, i):
        return [6, 8, 10]
honest = doubled
doubled = lambda x: honest(x).view(Lie)
""",
    "a number that lies": """
class Lie(float):
    __eq__ = lambda *_: True
    __sub__ = __rsub__ = lambda *_: 0.0
    __hash__ = float.__hash__
honest = total
total = lambda x: Lie(honest(x))
""",
    "an object that lies": """
class Lie:
    __eq__ = __bool__ = __contains__ = lambda *_: True
    __array__ = lambda self, *_, **__: np.arange(6, 134, 2, dtype=np.float32)
    __float__ = __index__ = lambda self: 4416
    __iter__ = lambda self: iter([6, 8, 10])
    __getitem__ = lambda self, i: [6, 8, 10]
    __hash__ = object.__hash__
honest = doubled
doubled = total = lambda x: honest(x) is None or Lie()
""",
    "no kernel": """
class Kernel:
    def __getitem__(self, configuration):
        def run(x):
            true_double[configuration](x.copy())
            x *= 2
        return run
true_double, double = double, Kernel()
""",
    "a kernel aside": """
honest = doubled
doubled = lambda x: honest(x) is None or 2 * x
total = lambda x: honest(x) is None or float(2 * x.sum())
""",
    "frames": """
import sys, threading
def look():
    for frame in (f for start in sys._current_frames().values() for f in frames(start)):
        for held in list(frame.f_locals.values()):
            if isinstance(held, dict) and any("test" in str(key) for key in held):
                held.update(dict.fromkeys(held, lambda *_: None))
def frames(frame):
    while frame is not None:
        yield frame
        frame = frame.f_back
sys.setprofile(lambda *_: None)
threading.Thread(target=lambda: [look() for _ in range(999)], daemon=True).start()
""",
    "answers of its own": """
import gc, json
from gpuviz.api.apart.messages import Answered
from gpuviz.api.apart.student import StudentProcess
from gpuviz.api.apart.values import Packer
for one in gc.get_objects():
    if isinstance(one, StudentProcess):
        one.tell(Answered(words=("loaded", "double", "doubled", "total")))
        for _ in range(20):
            one.tell(Answered(Packer().parcel([True])))
""",
    "kernels that only its own process can launch": """
from gpuviz.api.apart.messages import Answered
from gpuviz.api.apart.student import StudentProcess
from gpuviz.cuda.dispatcher import ConfiguredKernel
StudentProcess._capture = lambda self, asked: Answered(words=("here",))
launch = ConfiguredKernel.__call__
ConfiguredKernel.__call__ = lambda self, x: launch(self, x.copy()) or x.__imul__(2)
""",
    "garbage": """
import os
for number in range(3, 64):
    try:
        os.write(number, os.urandom(1 << 10))
    except OSError:
        pass
""",
}
"""What a submission with a wrong kernel does to pass."""


def landlock_version() -> int:
    return int(ctypes.CDLL(None).syscall(444, None, 0, 1))


def has_fence() -> bool:
    """Whether this kernel knows Landlock, in the version that is asked for."""
    return sys.platform == "linux" and landlock_version() >= 1


fenced = pytest.mark.skipif(not has_fence(), reason="only Linux with Landlock keeps files apart")


@pytest.mark.slow
@pytest.mark.parametrize("text", FALLS_IN.values(), ids=FALLS_IN)
def test_a_wrong_one_has_no_points_whatever_it_replaces(text: str) -> None:
    made = grade(job(WRONG + text, EXPECTED))

    assert (made.points, made.most_points) == (0, 9)
    assert made.verdict != "right"
    assert made.mistakes


@pytest.mark.slow
def test_where_nothing_is_launched_the_kernel_fails_and_so_does_what_needs_one() -> None:
    text = """
from gpuviz.api.apart.messages import Answered
from gpuviz.api.apart.student import StudentProcess
from gpuviz.cuda.dispatcher import ConfiguredKernel
StudentProcess._capture = lambda self, asked: Answered(words=("here",))
ConfiguredKernel.__call__ = lambda self, x: x.__imul__(2)
"""
    needs = "NEEDS_KERNEL = dict.fromkeys([*globals(), 'TestCase.test_equal'], True)\n"

    made = grade(job(WRONG + text, EXPECTED + needs))

    assert made.points == 0
    assert "test_kernel: double of the submission was launched, and no kernel ran" in sayings(made)
    assert "test_total: no kernel was launched" in sayings(made)


@pytest.mark.slow
def test_a_right_one_passes_all_of_these() -> None:
    made = grade(job(WRONG.replace("+= 1", "*= 2"), EXPECTED))

    assert (made.verdict, made.points) == ("right", 9)


@pytest.mark.slow
def test_one_that_leaves_has_no_points_and_is_told_so() -> None:
    made = grade(job(f"{WRONG}{LAUNCHED}raise SystemExit(0)\n", EXPECTED))

    assert (made.verdict, made.points, made.most_points) == ("failed", 0, 9)
    assert made.mistakes


@pytest.mark.slow
@fenced
def test_it_finds_neither_the_tests_nor_where_results_are_written() -> None:
    looks = """
import gc, os
held = [one for one in gc.get_objects() if type(one) in (dict, list, tuple)]
parts = [part for one in held for part in (one.values() if type(one) is dict else one)]
print(sum(type(part) is str and "".join(["def test_", "many"]) in part for part in parts))
command = open("/proc/self/cmdline", "rb").read().split(bytes(1))
place = next(os.path.dirname(one) for one in command if one.endswith(b"job.json")).decode()
for path in (place + "/events.jsonl", "../tests.py"):
    try:
        print(open(path).read())
    except OSError as error:
        print("forbidden")
"""

    made = grade(job(KERNEL + looks))

    assert made.output == "0\nforbidden\nforbidden\n", sayings(made)


@pytest.mark.slow
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


@pytest.mark.slow
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
        from gpuviz.process_tree.fences import prepare_apart
        from gpuviz.process_tree.read_only import make_read_only

        os._exit(0 if prepare_apart(offline=True).network and make_read_only((), ()) else 1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no more than may be")
def test_one_that_starts_processes_without_end_is_stopped() -> None:
    forks = "import os, time\nfor _ in range(400):\n    os.fork() or time.sleep(600)\n"

    made = grade(job(f"{KERNEL}{forks}time.sleep(600)\n"))

    assert (made.verdict, made.points) == ("failed", 0)
    assert "more than 256 of its processes ran at once" in sayings(made)


@pytest.mark.slow
@fenced
def test_it_reads_no_environment_of_others() -> None:
    text = f"""
try:
    print(len(open("/proc/{os.getpid()}/environ", "rb").read()))
except OSError:
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
    assert "ProcessLookupError" in sayings(made) or "PermissionError" in sayings(made)


@pytest.mark.slow
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
