"""Files that are not of the gallery: whatever their code does, it harms no other launch."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.bench.points import SweepPoint
from gpuviz.device import find_device
from gpuviz.engines.grading import Grading
from gpuviz.engines.request import CpuTimes, CpuTimingRequest, LaunchRequest, LaunchResult
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.lesson.puzzle import find_puzzle
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import describe, find_operation
from gpuviz.repair.asked import LaunchFaults, launch_faults
from gpuviz.repair.fault import Fault
from gpuviz.repair.search import Repairs, Tried, TriedRepair
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker import Workers
from gpuviz.worker.foreign import Outcome, PlainError, PlainWrong, result_of
from gpuviz.worker.jobs import (
    FileJob,
    GradePuzzle,
    RunOperation,
    SweepLaunch,
    TimeCpu,
    TryRepairs,
)
from tests.helpers import traces

PATIENCE_S = 120.0
VECTOR_ADD = find_operation("vector_add").path
posix_only = pytest.mark.skipif(os.name != "posix", reason="these files fork")

SPOILS_NUMPY = """
np.zeros = np.ones = np.empty = np.full = np.asarray = lambda *a, **k: 1 / 0
np.allclose = np.array_equal = lambda *a, **k: True
np.frombuffer = np.ascontiguousarray = None
"""
SPOILS_PICKLE = """
import multiprocessing.reduction, pickle
class Evil:
    def __reduce__(self):
        return exec, (f"open({str(MARKER)!r}, 'w').close()",)
evil = memoryview(pickle.dumps(Evil()))
multiprocessing.reduction.ForkingPickler.dumps = lambda *_: evil
"""
WRITES_A_PICKLE = """
import os, struct, pickle
class Evil:
    def __reduce__(self):
        return exec, (f"open({str(MARKER)!r}, 'w').close()",)
words = pickle.dumps(Evil())
for number in range(3, 64):
    try: os.write(number, struct.pack("!i", len(words)) + words)
    except OSError: pass
"""
WRITES_EVERYWHERE = """
import os
for number in range(3, 64):
    try: os.write(number, b"\\xff" * 5000)
    except OSError: pass
"""
CLOSES_EVERYTHING = "import os; os.closerange(0, 256)"
LEAVES = "import os; os._exit(3)"
DIES = "import os; os.kill(os.getpid(), 11)"
CLOSES_STDOUT = "import sys; sys.stdout.close(); sys.stderr = sys.stdout = None"
SPOILS_BUILTINS = """
import builtins, sys, os, threading
builtins.open = builtins.len = builtins.isinstance = lambda *a, **k: None
sys.modules["numpy"] = sys.modules["json"] = None
"""
KEEPS_A_THREAD = """
import threading
threading.Thread(target=threading.Event().wait).start()
"""
ASKS_TO_STAY = """
import atexit, signal
def stay():
    while True: pass
atexit.register(stay)
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *_: stay())
"""
HOLDS_THE_LOCK = """
import re
(HERE / "begun").touch()
re.match(r"(a+)+$", "a" * 64 + "b")
"""
FORKS = """
import os, time
def leave_behind():
    (HERE / str(os.getpid())).touch()
    time.sleep(600)
if os.fork() == 0: leave_behind()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: leave_behind()
    os._exit(0)
if os.fork() == 0:
    if os.fork() == 0: leave_behind()
    os._exit(0)
while len([one for one in HERE.iterdir() if one.name.isdigit()]) < 3: time.sleep(0.01)
(HERE / "begun").touch()
"""
FORKS_AND_HOLDS_THE_LOCK = FORKS + HOLDS_THE_LOCK
HARMLESS_TO_ITSELF = {
    "spoils pickle": SPOILS_PICKLE,
    "closes stdout": CLOSES_STDOUT,
    "keeps a thread": KEEPS_A_THREAD,
    "asks to stay": ASKS_TO_STAY,
}
SPOILING = {
    "spoils NumPy": SPOILS_NUMPY,
    "writes a pickle": WRITES_A_PICKLE,
    "writes everywhere": WRITES_EVERYWHERE,
    "closes everything": CLOSES_EVERYTHING,
    "leaves": LEAVES,
    "dies": DIES,
    "spoils builtins": SPOILS_BUILTINS,
    "spoils nothing": "",
    **HARMLESS_TO_ITSELF,
}


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers() as started:
        yield started


@pytest.fixture(scope="module")
def same_workers() -> Iterator[Workers]:
    """Those of all files that spoil something: what one spoils would harm the next."""
    with Workers() as started:
        yield started


def a_file(folder: Path, code: str) -> Path:
    """vector_add with that host code in front of its functions."""
    marker = folder / "ran in the window"
    names = f"from pathlib import Path\nHERE, MARKER = Path({str(folder)!r}), Path({str(marker)!r})"
    text = VECTOR_ADD.read_text(encoding="utf-8")
    last_import = text.index("\n", text.rindex("\nimport ") + 1)
    path = folder / "theirs.py"
    path.write_text(
        f"{text[:last_import]}\n{names}\n{code}\n{text[last_import:]}", encoding="utf-8"
    )
    return path


def a_request(operation: Path = VECTOR_ADD, size: int = 100, number: int = 7) -> LaunchRequest:
    config = LaunchConfig(Dim3(-(-size // 32)), Dim3(32))
    return LaunchRequest(number, operation, (size,), config, "emulator", find_device("t4"))


def launched(workers: Workers, request: LaunchRequest) -> LaunchResult | GpuvizError:
    future = workers.submit(RunOperation(request))
    error = future.exception(PATIENCE_S)
    assert error is None or isinstance(error, GpuvizError)
    return future.result() if error is None else error


def check_the_gallery(workers: Workers) -> None:
    """A launch of the gallery is what it always is."""
    result = launched(workers, a_request())
    assert isinstance(result, LaunchResult)
    assert result.correct is True
    inputs, outputs = result.trace.inputs, result.trace.outputs
    np.testing.assert_array_equal(outputs["c"], inputs["a"] + inputs["b"])


def numbered(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir() if path.name.isdigit()]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not path.exists():
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)


def same(one: Any, other: Any) -> None:
    """Two results of the same launch, one of which travelled without pickle."""
    assert one.counters == other.counters
    assert one.statements == other.statements
    assert one.sites == other.sites
    assert one.config == other.config
    for name in ("inputs", "outputs", "last_writer"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert list(mine) == list(theirs)
        for key in mine:
            np.testing.assert_array_equal(mine[key], theirs[key])
            assert not theirs[key].flags.writeable
    np.testing.assert_array_equal(one.steps.mask, other.steps.mask)
    np.testing.assert_array_equal(one.accesses.element, other.accesses.element)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_a_foreign_file_gives_what_the_same_file_gives_in_the_gallery(
    workers: Workers, tmp_path: Path, size: int
) -> None:
    mine = launched(workers, a_request(size=size))
    copy = tmp_path / VECTOR_ADD.name
    copy.write_bytes(VECTOR_ADD.read_bytes())

    theirs = launched(workers, a_request(copy, size))

    assert isinstance(mine, LaunchResult)
    assert isinstance(theirs, LaunchResult)
    assert (theirs.correct, theirs.max_abs_error) == (mine.correct, mine.max_abs_error)
    same(mine.trace, theirs.trace)


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize("code", SPOILING.values(), ids=SPOILING)
def test_what_a_file_spoils_it_spoils_for_itself(
    same_workers: Workers, tmp_path: Path, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = launched(same_workers, a_request(a_file(tmp_path, code)))

    check_the_gallery(same_workers)
    assert not (tmp_path / "ran in the window").exists()
    if code in HARMLESS_TO_ITSELF.values():
        assert isinstance(theirs, LaunchResult)
        assert theirs.correct is True
    caplog.clear()


@pytest.mark.slow
@posix_only
@pytest.mark.parametrize("code", [HOLDS_THE_LOCK, FORKS_AND_HOLDS_THE_LOCK])
def test_cancel_leaves_no_process_that_a_file_started(
    workers: Workers, tmp_path: Path, code: str
) -> None:
    future = workers.submit(RunOperation(a_request(a_file(tmp_path, code))))
    wait_for(tmp_path / "begun")
    process = workers._foreign["launches", "emulator"]._process
    assert process is not None
    pid = process.pid
    assert pid is not None

    assert future.cancel()

    process._tree.process.wait(PATIENCE_S)
    assert [one for one in (pid, *numbered(tmp_path)) if is_running(one)] == []
    check_the_gallery(workers)


@pytest.mark.slow
@posix_only
def test_closing_leaves_no_process_that_a_file_started(tmp_path: Path) -> None:
    with Workers() as workers:
        assert isinstance(launched(workers, a_request(a_file(tmp_path, FORKS))), LaunchResult)
        started = numbered(tmp_path)
        assert [is_running(one) for one in started] == [True] * 3

    assert [one for one in started if is_running(one)] == []


@pytest.mark.slow
def test_another_block_of_the_same_file_starts_no_process(workers: Workers, tmp_path: Path) -> None:
    request = a_request(a_file(tmp_path, ""))
    launched(workers, request)
    pid = workers._foreign["launches", "emulator"].pid

    launched(workers, replace(request, config=LaunchConfig(Dim3(2), Dim3(64)), number=8))

    assert pid is not None
    assert workers._foreign["launches", "emulator"].pid == pid


@pytest.mark.slow
def test_a_file_that_was_changed_gets_another_process(workers: Workers, tmp_path: Path) -> None:
    request = a_request(a_file(tmp_path, ""))
    launched(workers, request)
    pid = workers._foreign["launches", "emulator"].pid
    a_file(tmp_path, "# changed")

    assert isinstance(launched(workers, request), LaunchResult)

    assert workers._foreign["launches", "emulator"].pid != pid


@pytest.mark.slow
def test_a_text_runs_in_the_place_of_the_files(workers: Workers, tmp_path: Path) -> None:
    path = a_file(tmp_path, "")
    on_disk = path.read_text(encoding="utf-8")
    text = on_disk.replace("a[i] + b[i]", "a[i] - b[i]")

    typed = launched(workers, replace(a_request(path), text=text))
    saved = launched(workers, a_request(path))

    assert isinstance(typed, LaunchResult)
    assert isinstance(saved, LaunchResult)
    assert "a[i] - b[i]" in typed.trace.functions[0].text
    assert (typed.correct, saved.correct) == (False, True)
    assert path.read_text(encoding="utf-8") == on_disk


@pytest.mark.slow
def test_a_launch_of_the_gallery_ends_what_a_file_has_left_running(
    workers: Workers, tmp_path: Path
) -> None:
    launched(workers, a_request(a_file(tmp_path, KEEPS_A_THREAD)))
    process = workers._foreign["launches", "emulator"]._process
    assert process is not None

    check_the_gallery(workers)

    process._tree.process.wait(PATIENCE_S)


@pytest.mark.slow
def test_the_error_of_a_foreign_file_is_said_as_ever(workers: Workers, tmp_path: Path) -> None:
    error = launched(workers, a_request(a_file(tmp_path, "1 / 0")))

    assert isinstance(error, GpuvizError)
    assert error.message.code.startswith("host.")
    assert "division by zero" in str(error)


@pytest.mark.slow
def test_a_wrong_result_of_a_foreign_file_names_its_elements(
    workers: Workers, tmp_path: Path
) -> None:
    path = a_file(tmp_path, "")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("c[i] = a[i] + b[i]", "c[i] = a[i] - b[i]"), encoding="utf-8")

    result = launched(workers, a_request(path))

    assert isinstance(result, LaunchResult)
    assert result.correct is False
    (wrong,) = result.wrong
    assert wrong.array == "c"
    assert wrong.got != wrong.want
    assert len(wrong.elements) == wrong.count


@pytest.mark.slow
def test_the_times_of_a_foreign_files_twins_come_back(workers: Workers, tmp_path: Path) -> None:
    asked = CpuTimingRequest(9, a_file(tmp_path, ""), (100,), budget_seconds=0.05)

    times = workers.submit(TimeCpu(asked)).result(PATIENCE_S)

    assert times.number == 9
    assert times.numpy_s is not None


@pytest.mark.slow
def test_a_point_of_a_sweep_of_a_foreign_file_comes_back(workers: Workers, tmp_path: Path) -> None:
    request = a_request(a_file(tmp_path, ""))

    point = workers.submit(SweepLaunch(request, 3)).result(PATIENCE_S)

    assert isinstance(point, SweepPoint)
    assert (point.index, point.size, point.config) == (3, request.size, request.config)
    assert workers._foreign["background", "emulator"].pid is not None
    assert workers._own["background", "emulator"].pid is None


@pytest.mark.slow
def test_repairs_of_a_foreign_file_are_tried_in_its_own_process(
    workers: Workers, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    path.write_bytes(find_operation("broken_histogram").path.read_bytes())
    info = describe(path)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    request = LaunchRequest(7, path, info.default_size, config, "emulator", find_device("t4"))
    result = workers.submit(RunOperation(request)).result(PATIENCE_S)
    asked = launch_faults(result.launches, result.correct, path)

    found = workers.submit(TryRepairs(request, asked)).result(PATIENCE_S)

    assert found.steps[0].tried == Tried(0, 0, True)
    assert "cuda.atomic.add(bins, values[i], 1)" in (found.text or "")
    assert workers._own["background", "emulator"].pid is None


ADDED = traces.vector_add(100, 32)
OF_ANOTHER = replace(ADDED, device=replace(find_device("t4"), sm_count=1))
BROKEN = PlainError("KernelFailed", Message("test", "It broke off."), None, "")
WRONG = PlainWrong("c", (100,), 1, np.array([3]), np.array([[1.0], [2.0]]))
A_PIPELINE = replace(a_request(), config=None)


A_FAULT = Fault("race", "global", "x", (0,), 3, 3, True, None, Dim3(32), "kernel")
TRYING = TryRepairs(a_request(), LaunchFaults((A_FAULT,), False, ()))
STEP = TriedRepair(Message("test", "Do it."), "--- a\n+++ b\n", Tried(0, 0, True))
UNSAYABLE = Message("test", "{nothing}")
WHY = Message("test", "No.")


def test_repairs_of_what_was_asked_are_taken() -> None:
    good = Repairs((STEP,), (0,), (None,), "x = 1\n")
    none = Repairs((), (None,), (WHY,), None)

    assert result_of(Outcome(repairs=good), TRYING) == good
    assert result_of(Outcome(repairs=none), TRYING) == none


@pytest.mark.parametrize(
    "repairs",
    [
        Repairs((STEP,), (0, 0), (None, None), "x = 1\n"),
        Repairs((STEP,), (1,), (None,), "x = 1\n"),
        Repairs((STEP,), (None,), (None,), "x = 1\n"),
        Repairs((STEP,), (0,), (WHY,), "x = 1\n"),
        Repairs((STEP,), (0,), (None,), None),
        Repairs((STEP,), (0,), (None,), "x" * (2 << 20)),
        Repairs((), (None,), (UNSAYABLE,), None),
        Repairs((replace(STEP, message=UNSAYABLE),), (0,), (None,), "x = 1\n"),
        Repairs((replace(STEP, tried=Tried(-1, 0, None)),), (0,), (None,), "x = 1\n"),
    ],
)
def test_repairs_that_cannot_be_are_refused(repairs: Repairs) -> None:
    with pytest.raises(DamagedTrace):
        result_of(Outcome(repairs=repairs), TRYING)


def test_an_answer_to_what_was_asked_is_taken() -> None:
    good = LaunchResult(7, (ADDED,), False, 1.0, 0.1)

    taken = result_of(Outcome(good, (WRONG,)), RunOperation(a_request()))

    assert isinstance(taken, LaunchResult)
    assert [wrong.index for wrong in taken.wrong] == [(3,)]
    assert isinstance(result_of(Outcome(good), RunOperation(A_PIPELINE)), LaunchResult)


@pytest.mark.parametrize(
    ("outcome", "job"),
    [
        (Outcome(times=CpuTimes(7, 1e-3, 1e-3, 1e-3)), RunOperation(a_request())),
        (Outcome(message=Message("test", "it works")), RunOperation(a_request())),
        (Outcome(point=SweepPoint(7, (100,), None)), TimeCpu(CpuTimingRequest(7, VECTOR_ADD, ()))),
        (Outcome(point=SweepPoint(4, (100,), a_request().config)), SweepLaunch(a_request(), 3)),
        (Outcome(), RunOperation(a_request())),
        (Outcome(LaunchResult(7, (), True, 0.0, 0.1, whole=())), RunOperation(a_request())),
        (Outcome(LaunchResult(7, (ADDED,), True, 0.0, 0.1)), RunOperation(a_request(size=1000))),
        (Outcome(LaunchResult(7, (ADDED, ADDED), True, 0.0, 0.1)), RunOperation(a_request())),
        (
            Outcome(LaunchResult(7, (ADDED,), None, None, 0.1), failure=BROKEN),
            RunOperation(a_request()),
        ),
        (Outcome(LaunchResult(7, (OF_ANOTHER,), True, 0.0, 0.1)), RunOperation(a_request())),
        (Outcome(LaunchResult(7, (ADDED,), False, 1.0, 0.1), (WRONG,)), RunOperation(A_PIPELINE)),
        (Outcome(LaunchResult(7, (), True, 0.0, 0.1)), RunOperation(A_PIPELINE)),
    ],
)
def test_an_answer_to_what_was_not_asked_is_refused(outcome: Outcome, job: FileJob[object]) -> None:
    with pytest.raises(DamagedTrace):
        result_of(outcome, job)


GUARD = find_puzzle("guard")
GRADING = GradePuzzle(GUARD.request(7, Path("mine.py"), GUARD.start.source, find_device("t4")))
SAID = (Message("puzzle.case", "No."),)


@pytest.mark.slow
def test_an_answer_to_a_puzzle_is_graded_in_the_process_of_its_file(
    workers: Workers, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    text = GUARD.solution.replace("2 * x[i]", "3 * x[i]", 1)
    file.write_text(text, encoding="utf-8")

    job = GradePuzzle(GUARD.request(3, file, text, find_device("t4")))
    found = workers.submit(job).result(PATIENCE_S)

    assert (found.number, found.verdict) == (3, "wrong")
    assert found.result is not None
    assert found.result.wrong[0].first == 0
    assert found.result.trace.functions[0].file == str(file)


def test_gradings_of_what_was_asked_are_taken() -> None:
    good = Grading(7, "wrong", SAID, passed=1, case=1)

    assert result_of(Outcome(grading=good), GRADING) == good


@pytest.mark.slow
@pytest.mark.parametrize(
    "grading",
    [
        Grading(8, "wrong", SAID),
        Grading(7, "splendid", SAID),  # type: ignore[arg-type]
        Grading(7, "wrong", SAID, case=4),
        Grading(7, "wrong", SAID, case=-1),
        Grading(7, "wrong", SAID, passed=5),
        Grading(7, "solved", passed=4, figures=(1,)),
        Grading(7, "wrong"),
        Grading(7, "solved", SAID),
        Grading(7, "wrong", (Message("x", "{nothing}"),)),
    ],
)
def test_gradings_that_cannot_be_are_refused(grading: Grading) -> None:
    with pytest.raises(DamagedTrace):
        result_of(Outcome(grading=grading), GRADING)
