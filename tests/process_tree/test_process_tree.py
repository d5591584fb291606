"""A command with all that it starts: whatever it does, nothing of it is left after its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.process_tree import ProcessTree, members, start, usage

PATIENCE_S = 60.0
MIB = 1 << 20

SLEEPS = "import time; time.sleep(600)"
FORKS = """
import os, sys, time
def sleeper(note):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(600)
"""
CHILD = FORKS + "os.fork() or sleeper(1); time.sleep(600)"
GRANDCHILD = FORKS + "os.fork() or os.fork() or sleeper(1); time.sleep(600)"
ORPHAN = (
    FORKS
    + """
if os.fork() == 0:
    if os.fork() == 0:
        sleeper(1)
    os._exit(0)
os.wait(); time.sleep(600)
"""
)
DAEMON = (
    FORKS
    + """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.environ.clear()
        code = "import os, time; os.write(1, b'%d\\\\n' % os.getpid()); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-S", "-c", code], {})
    os._exit(0)
os.wait(); time.sleep(600)
"""
)
DEAF = (
    FORKS
    + """
import signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    try: signal.signal(number, signal.SIG_IGN)
    except OSError: pass
os.fork() or sleeper(1); time.sleep(600)
"""
)
STOPPED = (
    FORKS
    + """
import signal
child = os.fork() or time.sleep(600)
os.kill(child, signal.SIGSTOP); os.write(1, b"%d\\n" % child); time.sleep(600)
"""
)
BUSY_WITH_THE_LOCK = (
    FORKS
    + """
import re
os.fork() or os.write(1, f"{os.getpid()}\\n".encode())
re.match(r"(a+)+$", "a" * 64 + "b")  # a loop of C that keeps Python's lock
"""
)
TREES = {
    "child": CHILD,
    "grandchild": GRANDCHILD,
    "orphan": ORPHAN,
    "daemon with an empty environment": DAEMON,
    "deaf": DEAF,
    "stopped": STOPPED,
    "busy with the lock": BUSY_WITH_THE_LOCK,
}
pytestmark = pytest.mark.skipif(os.name != "posix", reason="these scripts fork")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux adopts orphans")


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe that the processes of a test hold open: it ends when they are gone."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def started(
    code: str,
    pipe: tuple[int, int],
    memory_bytes: int | None = None,
    most_processes: int | None = None,
) -> ProcessTree:
    """A tree whose processes are the only ones to hold the writing end of the pipe."""
    _, writing = pipe
    tree = start(
        python(code), stdout=writing, memory_bytes=memory_bytes, most_processes=most_processes
    )
    os.close(writing)
    return tree


def rest_of(reading: int) -> bytes:
    """What is written until nobody holds the other end any more."""
    found = b""
    while words := os.read(reading, 4096):
        found += words
    return found


def first_number(reading: int) -> int:
    found = b""
    while not found.endswith(b"\n"):
        words = os.read(reading, 1)
        assert words, "the tree ended without a word"
        found += words
    return int(found)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("code", TREES.values(), ids=TREES)
def test_the_end_of_a_tree_leaves_no_process_of_it(code: str, pipe: tuple[int, int]) -> None:
    tree = started(code, pipe)
    below = first_number(pipe[0])

    exit_code = tree.end()

    assert exit_code == -signal.SIGKILL
    assert tree.pid is not None
    assert not is_running(tree.pid)
    assert not is_running(below)
    assert rest_of(pipe[0]) == b""


@pytest.mark.slow
@pytest.mark.parametrize("code", TREES.values(), ids=TREES)
def test_a_command_that_ends_takes_along_what_it_started(code: str, pipe: tuple[int, int]) -> None:
    tree = started(code, pipe)
    below = first_number(pipe[0])
    assert tree.pid is not None

    os.kill(tree.pid, signal.SIGKILL)

    assert tree.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert not is_running(below)
    assert tree.end() == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("code", TREES.values(), ids=TREES)
def test_the_death_of_the_starter_leaves_no_process_of_a_tree(
    code: str, pipe: tuple[int, int]
) -> None:
    reading, writing = pipe
    script = (
        "import time\n"
        "from gpuviz.process_tree import start\n"
        f"tree = start({python(code)!r}, stdout={writing})\n"
        "time.sleep(600)\n"
    )
    starter = subprocess.Popen([sys.executable, "-c", script], pass_fds=(writing,))
    os.close(writing)
    first_number(reading)

    starter.kill()

    starter.wait(PATIENCE_S)
    assert rest_of(reading) == b""


def test_a_starter_whose_fork_lives_on_is_missed_nevertheless(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    script = (
        "import os, time\n"
        "from gpuviz.process_tree import start\n"
        f"tree = start({python(CHILD)!r}, stdout={writing})\n"
        f"os.close({writing})\n"
        "fork = os.fork()\n"  # it holds the starter's end of the channel
        "if fork: print(fork, flush=True)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", script]
    starter = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.PIPE)
    os.close(writing)
    assert starter.stdout is not None
    fork = int(starter.stdout.readline())
    first_number(reading)

    starter.kill()

    starter.wait(PATIENCE_S)
    assert rest_of(reading) == b""
    os.kill(fork, signal.SIGKILL)
    starter.stdout.close()


@linux_only
def test_the_death_of_the_guard_leaves_no_process_of_a_tree(pipe: tuple[int, int]) -> None:
    tree = started(ORPHAN, pipe)
    first_number(pipe[0])

    tree.process.kill()

    assert tree.end() == -signal.SIGKILL
    assert rest_of(pipe[0]) == b""


def test_a_guard_that_somebody_stopped_ends_too(
    pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuviz.process_tree.guarded.PATIENCE_S", 0.1)
    tree = started(FORKS + "os.kill(os.getppid(), 19); sleeper(1)", pipe)
    first_number(pipe[0])

    assert tree.end() == -signal.SIGKILL
    assert rest_of(pipe[0]) == b""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pass", 0),
        ("raise SystemExit(7)", 7),
        ("import os; os.kill(os.getpid(), 15)", -signal.SIGTERM),
        ("import os; os.abort()", -signal.SIGABRT),
        ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("import os; os.closerange(0, 99); os._exit(3)", 3),
    ],
)
def test_the_exit_code_is_the_commands(code: str, expected: int) -> None:
    tree = start(python(code), stderr=subprocess.DEVNULL)

    assert tree.process.wait(PATIENCE_S) == expected
    assert tree.end() == expected
    assert tree.end() == expected
    assert not tree.over_memory


def test_a_command_that_does_not_exist_ends_with_127() -> None:
    tree = start(["no-such-command-anywhere"], stderr=subprocess.DEVNULL)

    assert tree.process.wait(PATIENCE_S) == 127
    tree.end()


def test_a_command_gets_its_streams_its_folder_and_its_variables(tmp_path: Path) -> None:
    code = "import os, sys; print(sys.stdin.read(), os.getcwd(), os.environ['COLOUR'])"
    tree = start(
        python(code),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "COLOUR": "green"},
        text=True,
    )

    output, _ = tree.process.communicate("words", PATIENCE_S)

    assert output.split() == ["words", str(tmp_path.resolve()), "green"]
    assert tree.end() == 0


def test_a_command_has_the_signals_that_a_shell_would_give_it() -> None:
    code = "import signal; raise SystemExit(signal.getsignal(signal.SIGTERM) != signal.SIG_DFL)"
    tree = start(python(code))

    assert tree.process.wait(PATIENCE_S) == 0
    tree.end()


def test_the_folder_of_a_tree_is_removed_after_its_end(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "below").mkdir(parents=True)
    (own / "below" / "file").write_text("words")

    start(python(SLEEPS), folder=own).end()

    assert not own.exists()


@linux_only
def test_a_process_that_asks_for_too_much_memory_gets_an_error() -> None:
    code = "try: bytearray(1 << 30)\nexcept MemoryError: raise SystemExit(5)"
    tree = start(python(code), memory_bytes=512 * MIB)

    assert tree.process.wait(PATIENCE_S) == 5
    tree.end()
    assert not tree.over_memory


def test_a_tree_that_uses_too_much_memory_together_is_ended(pipe: tuple[int, int]) -> None:
    use = "import os, time; [os.fork() for _ in range(3)]; own = b'1' * (40 << 20); time.sleep(600)"
    tree = started(use, pipe, 128 * MIB)

    assert rest_of(pipe[0]) == b""
    assert tree.end() == -signal.SIGKILL
    assert tree.over_memory


@pytest.mark.parametrize(
    "bomb",
    [
        "[os.fork() for _ in range(3)]; time.sleep(600)",
        "[os.fork() or sleeper(1) for _ in '12345']",
    ],
    ids=["each-forks", "one-forks"],
)
def test_a_tree_of_too_many_processes_is_ended(bomb: str, pipe: tuple[int, int]) -> None:
    tree = started(f"{FORKS}{bomb}\ntime.sleep(600)", pipe, most_processes=5)

    rest_of(pipe[0])

    assert tree.end() == -signal.SIGKILL
    assert (tree.over_processes, tree.over_memory) == (True, False)


def test_as_many_processes_as_may_be_are_left_alone(pipe: tuple[int, int]) -> None:
    waits = "children = [os.fork() or (time.sleep(0.5), os._exit(0)) for _ in '1234']"
    tree = started(f"{FORKS}{waits}\n[os.wait() for _ in children]", pipe, most_processes=5)

    rest_of(pipe[0])

    assert tree.end() == 0
    assert not tree.over_processes


@pytest.mark.slow
def test_memory_is_looked_at_though_children_end_all_the_time(pipe: tuple[int, int]) -> None:
    busy = "while True: os.fork() or os._exit(0); os.waitpid(-1, 0)"
    use = "[os.fork() for _ in range(3)]; own = b'1' * (40 << 20)"
    tree = started(f"import os\n{use}\n{busy}", pipe, 128 * MIB)

    assert rest_of(pipe[0]) == b""
    assert tree.end() == -signal.SIGKILL
    assert tree.over_memory


@linux_only
def test_memory_that_forks_share_counts_once(pipe: tuple[int, int]) -> None:
    share = "own = b'1' * (40 << 20); os.fork(); os.fork(); os.write(1, b'1\\n'); time.sleep(600)"
    tree = started(f"import os, time; {share}", pipe)
    for _ in range(4):
        first_number(pipe[0])

    rows = members.processes()
    pids = members.descendants(tree.process.pid, rows)

    resident = {row.pid: row.resident_bytes for row in rows if row.pid in pids}
    assert sum(resident.values()) > 160 * MIB
    assert usage.used_bytes(resident, 128 * MIB) < 128 * MIB
    tree.end()


@pytest.mark.parametrize("step", ["pass", "os.setsid()"])
def test_processes_that_always_have_another_number_are_met(
    step: str, pipe: tuple[int, int]
) -> None:
    code = FORKS + (
        "os.fork(); os.fork()\n"
        "os.write(1, f'{os.getpid()}\\n'.encode())\n"
        f"for _ in range(100000):\n  if os.fork(): os._exit(0)\n  {step}\n"
    )
    keeps_running = f"import os, time\nif not os.fork(): exec({code!r})\ntime.sleep(600)"
    tree = started(keeps_running, pipe)
    first_number(pipe[0])

    assert tree.end() == -signal.SIGKILL

    rest_of(pipe[0])


@pytest.mark.slow
def test_ten_trees_beside_each_other_end_alone() -> None:
    trees = [start(python(SLEEPS)) for _ in range(10)]

    assert trees[0].end() == -signal.SIGKILL

    assert [tree.process.poll() for tree in trees[1:]] == [None] * 9
    assert [tree.end() for tree in trees] == [-signal.SIGKILL] * 10


def test_no_descriptor_is_left_open(pipe: tuple[int, int]) -> None:
    before = set(os.listdir("/dev/fd"))

    start(python("pass")).end()

    assert len(set(os.listdir("/dev/fd"))) == len(before)
    os.close(pipe[1])


def test_a_tree_can_be_killed_without_waiting() -> None:
    tree = start(python(SLEEPS))

    tree.kill()
    tree.kill()

    assert tree.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert tree.end() == -signal.SIGKILL
