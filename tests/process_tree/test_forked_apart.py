"""A process that is kept apart meets no other, leaves nothing, and its end is told exactly."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

NO_NAMESPACES = """
import gpuviz.process_tree.namespaces as namespaces
namespaces.enter = lambda kinds: False  # as a system that allows none
"""
BEGIN = """
import os, sys, time
from gpuviz.process_tree.fences import prepare_apart
from gpuviz.process_tree.forked_apart import STATUS_BYTES, become_apart, status_of

prepared = prepare_apart(offline=True)
"""
FORK = """
told, status = os.pipe()
pid = os.fork()
if pid == 0:
    os.close(told)
    fenced = become_apart(prepared, sys.path, [sys.argv[1]], fenced=True, status=status)
    inside(fenced)
    sys.stdout.flush()
    os._exit(0)
os.close(status)
words = b""
while more := os.read(told, STATUS_BYTES + 1):
    words += more
print("status", status_of(words), len(words))
print("outermost", os.waitpid(pid, 0)[1])
"""


def ran(inside: str, folder: Path, before: str = "", numbers: str = "") -> list[str]:
    """What a process prints that forks one that is kept apart, and what that prints."""
    body = textwrap.indent(textwrap.dedent(inside).strip(), "    ")
    text = f"{before}{BEGIN}{numbers}\ndef inside(fenced):\n{body}\n{FORK}"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", text, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def apart(tmp_path: Path) -> Path:
    """A folder for a process that this system allows to be kept apart."""
    if "processes=True" not in ran("print(fenced)", tmp_path)[0]:
        pytest.skip("this system allows no namespaces")
    return tmp_path


BOTH = pytest.mark.parametrize("before", ["", NO_NAMESPACES], ids=["namespaces", "none"])
ENDS: list[tuple[str, int]] = [
    ("pass", 0),
    ("os._exit(3)", 3 << 8),
    ("os.kill(os.getpid(), 9)", signal.SIGKILL),
    ("import signal; signal.raise_signal(15)", signal.SIGTERM),
    (
        "import resource, signal; resource.setrlimit(resource.RLIMIT_CORE, (0, 0));"
        " signal.signal(11, signal.SIG_DFL); os.kill(os.getpid(), 11)",
        signal.SIGSEGV,
    ),
]


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize(("end", "expected"), ENDS)
def test_how_it_ended_is_told_exactly(end: str, expected: int, before: str, tmp_path: Path) -> None:
    assert ran(end, tmp_path, before) == [f"status {expected} 4", "outermost 0"]


@BOTH
def test_what_is_fenced_is_said(before: str, tmp_path: Path) -> None:
    said = ran("print(fenced)", tmp_path, before)[0]

    is_allowed = before == "" and "processes=True" in said
    assert f"network={is_allowed}" in said
    assert f"permissions={is_allowed}" in said
    assert f"processes={is_allowed}" in said


def test_it_meets_no_process_outside(apart: Path) -> None:
    tries = f"""
    import ctypes, resource
    libc = ctypes.CDLL(None, use_errno=True)
    for other in ({os.getpid()}, before):
        for act in (
            lambda: os.kill(other, 0),
            lambda: os.kill(other, 15),
            lambda: resource.prlimit(other, resource.RLIMIT_CPU, (1, 1)),
            lambda: os.setpriority(os.PRIO_PROCESS, other, 10),
            lambda: os.sched_setaffinity(other, [0]),
            lambda: os.kill(-1, 15),  # all that there are
        ):
            try:
                act()
                print("done")
            except OSError as error:
                print(type(error).__name__)
    print(os.getppid(), os.getsid(0) == os.getpid(), libc.getpgid(1))
    print(sorted(name for name in os.listdir("/proc") if name.isdigit()))
    """

    said = ran(tries, apart, numbers="before = os.getpid()")

    assert said[:12] == ["ProcessLookupError"] * 12
    assert said[12:] == ["1 True 0", "['1', '2']", "status 0 4", "outermost 0"]


@BOTH
def test_its_group_is_its_own(before: str, tmp_path: Path) -> None:
    said = ran("os.kill(0, 9)", tmp_path, before)

    assert said == ["status 9 4", "outermost 0"]


@pytest.mark.slow
def test_it_can_end_all_that_is_inside_and_no_more(apart: Path) -> None:
    ends_first = """
    import resource
    resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))
    time.sleep(1)
    os.kill(1, 9)
    """

    said = ran(ends_first, apart)

    assert said[-1] == "outermost 0"
    assert said[0] in ("status 0 4", "status 9 4")


def shared_memory() -> set[int]:
    with open("/proc/sysvipc/shm", encoding="ascii") as file:
        return {int(line.split()[1]) for line in file.readlines()[1:]}


@pytest.mark.slow
@BOTH
def test_it_makes_no_shared_memory(before: str, tmp_path: Path) -> None:
    shares = """
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    print(libc.shmget(0, 1 << 20, 0o1600), os.strerror(ctypes.get_errno()))
    """
    was = shared_memory()

    assert ran(shares, tmp_path, before)[0] == "-1 Function not implemented"
    assert shared_memory() == was


@pytest.mark.slow
def test_shared_memory_that_others_have_is_none_of_its(apart: Path) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    number = libc.shmget(0, 4096, 0o1600)
    assert number >= 0
    attach = f"""
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_ssize_t
    print(libc.shmat({number}, None, 0), libc.shmctl({number}, 0, None))
    """
    try:
        said = ran(attach, apart)
    finally:
        libc.shmctl(number, 0, None)

    assert said[0] == "-1 -1"


@pytest.mark.slow
def test_orphans_are_gone_when_it_is_over(apart: Path) -> None:
    """Each holds the pipe open: it is at its end when all are gone."""
    orphans = """
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
    [os.wait() for _ in range(3)]
    os._exit(5)
    """

    assert ran(orphans, apart) == [f"status {5 << 8} 4", "outermost 0"]


@pytest.mark.slow
def test_orphans_are_reaped_while_it_runs(apart: Path) -> None:
    orphan = """
    if os.fork() == 0:
        if os.fork() == 0:
            os._exit(0)
        os._exit(0)
    os.wait()
    while len([name for name in os.listdir("/proc") if name.isdigit()]) > 2:
        time.sleep(0.01)
    """

    assert ran(orphan, apart) == ["status 0 4", "outermost 0"]


@pytest.mark.slow
def test_all_end_with_the_outermost(apart: Path) -> None:
    ends = """
reading, writing = os.pipe()
def kill_it(pid):
    os.close(writing)
    os.read(reading, 1)
    os.kill(pid, 9)
    print("ended", os.read(reading, 1), os.waitpid(pid, 0)[1])
    sys.stdout.flush()
    os._exit(0)
fork = os.fork
def fork_and_kill():
    os.fork = fork
    pid = fork()
    if pid:
        kill_it(pid)
    return 0
os.fork = fork_and_kill
"""
    inside = "os.write(writing, b'1'); time.sleep(600)"

    assert ran(inside, apart, numbers=ends) == ["ended b'' 9"]


@pytest.mark.slow
@BOTH
def test_nothing_of_the_status_is_left_to_it(before: str, tmp_path: Path) -> None:
    """Of what was open at the fork, it holds all else."""
    inside = "print(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])"

    assert ran(inside, tmp_path, before)[0] == "[0, 1, 2]"


@pytest.mark.slow
@BOTH
def test_a_parent_may_have_threads_of_a_library(before: str, tmp_path: Path) -> None:
    product = "import numpy; one = numpy.ones((500, 500)); two = one @ one"
    inside = "print(float((one @ one)[0, 0]))"

    assert ran(inside, tmp_path, before, product) == ["500.0", "status 0 4", "outermost 0"]


@pytest.mark.slow
def test_what_its_parent_does_at_a_signal_is_not_done(apart: Path) -> None:
    handlers = """
import atexit, signal
atexit.register(print, "at exit")
for number in (2, 15, 10):
    signal.signal(number, lambda *_: print("heard"))
"""
    inside = "os.kill(1, 15); os.kill(1, 9); os.kill(1, 10); os._exit(4)"

    said = ran(inside, apart, numbers=handlers)

    assert said == [f"status {4 << 8} 4", "outermost 0", "at exit"]


@pytest.mark.slow
@BOTH
def test_where_no_further_process_may_be_that_is_told(before: str, tmp_path: Path) -> None:
    refuses = """
fork = os.fork
def refused():
    raise BlockingIOError("as many processes as may be")
def once():
    os.fork = refused
    return fork()
os.fork = once
"""

    assert ran("pass", tmp_path, before, refuses) == [f"status {127 << 8} 4", "outermost 0"]
