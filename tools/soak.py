"""`python -m tools.soak [--seconds S] [--actions N] [--seed N]`: uses a window as long as asked.

A real window with real workers is relaunched, spoken to in another language, painted in another
theme, cancelled, given other operations and lessons; other windows are opened and closed beside it.
What is done stands in rounds: ten rounds are 1,000 relaunches, 50 changes of language and 100
windows. Printed are memory, descriptors, children, threads, how long the event loop stood still and
how long Cancel took: at the start, after the first tenth, at the end and once all is closed. The
exit code is 1 where the window grew by more than a tenth after the first tenth (a short run uses
much for the first time), where Cancel took more than a second, and where a child or a descriptor is
left.

It reads /proc, so it runs on Linux only.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.device import find_device
from gpuviz.lesson import list_lessons
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.coalesced import has_work
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.ui.app import WindowKeeper
from gpuviz.ui.failures import reported_failures
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.style import apply_theme

ROUND = {
    "relaunch": 100,
    "change_language": 5,
    "open_another": 10,
    "change_theme": 5,
    "cancel": 5,
    "switch_operation": 5,
    "open_lesson": 2,
}
"""How often each thing is done in one round, in an order that the seed decides."""

OPERATIONS = ("vector_add", "matmul_naive", "sum_shared", "histogram", "transpose_tiled")
SIZES = (1, 100, 1000, 5000, 20_000)  # elements of a vector addition
LONG = (400, 400, 400)  # of a matrix multiplication that is under way when it is cancelled
LATEST_MS = 400  # after which it is
BEAT_MS = 5  # of the heart that tells how long the event loop stands still
WAITS_MS = 120_000  # for a launch, on a machine that has much else to do
ALLOWED_GROWTH = 1.1  # of memory, from the first tenth to the end
CANCEL_S = 1.0  # within which Cancel answers


@dataclass(frozen=True, slots=True)
class Reading:
    """What the process holds at a moment, and how its event loop answered until then."""

    when: str
    actions: int
    memory_bytes: int
    descriptors: int
    children: int
    threads: int
    longest_s: float
    percentile_99_s: float
    cancel_s: float  # the longest


@dataclass
class Heart:
    """Beats in the event loop; what lies between two beats beyond the interval is a stall."""

    gaps: list[float] = field(default_factory=list)
    _last: float | None = None

    def __post_init__(self) -> None:
        self._timer = QTimer(interval=BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        if self._last is not None:
            self.gaps.append(max(now - self._last - BEAT_MS / 1000, 0.0))
        self._last = now

    def stalls(self) -> tuple[float, float]:
        """The longest gap and the 99th percentile since the last time this was asked."""
        gaps, self.gaps = sorted(self.gaps) or [0.0], []
        return gaps[-1], gaps[int(0.99 * (len(gaps) - 1))]


class Soak:
    """A window, and everything that is done to it."""

    def __init__(self, app: QApplication, seed: int) -> None:
        self._app = app
        self._random = random.Random(seed)
        self.cancels_s: list[float] = []
        self._lessons = [lesson.path for lesson in list_lessons("en")]
        speak(app, "en")
        apply_theme(app, DARK)
        window = _new_window()
        self._keeper = WindowKeeper(app, window.session, window)
        window.show()
        window.start()
        self.settle()

    @property
    def window(self) -> MainWindow:
        """The one that there is; another one after each change of language."""
        return self._keeper.window

    def actions(self) -> Iterator[Callable[[], None]]:
        """Round after round, without end."""
        while True:
            deck = [name for name, times in ROUND.items() for _ in range(times)]
            self._random.shuffle(deck)
            yield from (getattr(self, name) for name in deck)

    def warm_up(self) -> None:
        """Each thing once: what is imported and made on first use is no growth."""
        for lesson in self._lessons:
            self._open_lesson(lesson)
        for operation in OPERATIONS:
            self._launch(operation)
        for name in ROUND:
            getattr(self, name)()

    def relaunch(self) -> None:
        """Another size of the operation, or the same."""
        controller = self.window.session.launch
        if controller.choice.operation.name == "vector_add":
            controller.choose(replace(controller.choice, size=(self._random.choice(SIZES),)))
        controller.run()
        self.settle()

    def switch_operation(self) -> None:
        """Another operation of the gallery."""
        self._launch(self._random.choice(OPERATIONS))

    def cancel(self) -> None:
        """A launch that is ended before it is done; then the one before it again."""
        controller = self.window.session.launch
        before, operation = controller.choice, find_operation("matmul_naive")
        block = operation.default_block
        controller.choose(
            replace(before, operation=operation, size=LONG, block=block, pinned_grid=None)
        )
        _let_pass(self._random.randrange(LATEST_MS))
        begin = time.perf_counter()
        controller.cancel()
        wait(lambda: not self.window.session.launcher.busy)
        self.cancels_s.append(time.perf_counter() - begin)
        controller.choose(before)
        self.settle()

    def change_language(self) -> None:
        """The other language, in a window that takes the place of this one."""
        chosen = self.window.language_controller.chosen
        self._keeper.change_language("zh_CN" if chosen == "en" else "en")
        self.settle()

    def change_theme(self) -> None:
        """Light, or dark."""
        self.window.set_theme(LIGHT if self.window.theme is DARK else DARK)
        self.settle()

    def open_lesson(self) -> None:
        """One of the lessons, which is left again."""
        self._open_lesson(self._random.choice(self._lessons))

    def open_another(self) -> None:
        """A window beside this one, closed once it is painted."""
        glance()

    def reading(self, when: str, done: int, heart: Heart) -> Reading:
        """What is held while the window shows what it shows at each reading: one small launch,
        without another one that a lesson has pinned beside it.
        """
        if self.window.session.comparison.pinned is not None:
            self.window.session.comparison.toggle()
        self._launch("vector_add")
        return read(when, done, heart, max(self.cancels_s, default=0.0))

    def settle(self) -> None:
        """Waits until the launch is over and all that it has to show is shown."""
        window = self.window
        launcher = window.session.launcher
        wait(lambda: not (launcher.busy or has_work(window)))

    def close(self) -> None:
        """The end of the window and its workers."""
        self.window.close()
        self.window.deleteLater()
        _breathe()
        _breathe()  # what went with it held more

    def _open_lesson(self, path: Path) -> None:
        self.window.lessons.open_file(path)
        self.settle()
        self.window.lessons.leave()
        self.settle()

    def _launch(self, operation: str) -> None:
        self.window.session.launch.pick_operation(find_operation(operation))
        self.settle()


def glance() -> None:
    """Opens a window, and closes it once it is painted."""
    window = _new_window()
    window.show()
    window.repaint()
    _breathe()
    window.close()
    window.deleteLater()
    _breathe()


def wait(until: Callable[[], bool]) -> None:
    """Lets the event loop work until something is so. Raises TimeoutError if it never is."""
    loop, look, late = QEventLoop(), QTimer(interval=1), QTimer(singleShot=True, interval=WAITS_MS)
    look.timeout.connect(lambda: loop.quit() if until() else None)
    late.timeout.connect(loop.quit)
    look.start()
    late.start()
    loop.exec()
    if not until():
        raise TimeoutError(f"the window has not come to rest within {WAITS_MS // 1000} s")


def read(when: str, actions: int, heart: Heart, cancel_s: float = 0.0) -> Reading:
    """What /proc and the heart tell of this process now.

    What the C library keeps of freed memory for later is given back before: glibc keeps 30 to 50 MB
    more or less from one reading to the next (seen with malloc_trim, 2026-11).
    """
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    longest, percentile = heart.stalls()
    return Reading(
        when,
        actions,
        pages * os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else 0,
        len(os.listdir("/proc/self/fd")) - 1,  # without that of the listing
        len(children()),
        threading.active_count(),
        longest,
        percentile,
        cancel_s,
    )


def children() -> list[int]:
    """The processes that this one has started, and has not waited for."""
    tasks = Path("/proc/self/task")
    return [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]


def soak(seconds: float | None, actions: int | None, seed: int) -> list[Reading]:
    """The readings at the start, after the first tenth, at the end and after closing."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    heart = Heart()
    glance()  # the first window leaves what Qt keeps for all that follow
    readings = [read("before", 0, heart)]
    with reported_failures():
        subject = Soak(app, seed)
        subject.warm_up()
        readings.append(subject.reading("start", 0, heart))
        began, done, has_tenth = time.monotonic(), 0, False
        for act in subject.actions():
            share = _share(done, time.monotonic() - began, actions, seconds)
            if share >= 0.1 and not has_tenth:
                readings.append(subject.reading("first tenth", done, heart))
                has_tenth = True
            if share >= 1:
                break
            act()
            done += 1
        readings.append(subject.reading("end", done, heart))
        subject.close()
    readings.append(read("closed", done, heart))
    return readings


def _share(done: int, passed: float, actions: int | None, seconds: float | None) -> float:
    """How much of what was asked for is done: the less of both where both are asked for."""
    shares = [done / actions] if actions else []
    return min([*shares, passed / seconds] if seconds else shares)


def problems(readings: list[Reading]) -> list[str]:
    """What is more than it may be, a sentence each."""
    by = {reading.when: reading for reading in readings}
    before, tenth, end, closed = by["before"], by["first tenth"], by["end"], by["closed"]
    found = []
    if end.memory_bytes > ALLOWED_GROWTH * tenth.memory_bytes:
        growth = end.memory_bytes / tenth.memory_bytes - 1
        found.append(f"memory grew by {growth:.0%} after the first tenth")
    if end.cancel_s > CANCEL_S:
        found.append(f"Cancel took {end.cancel_s:.1f} s")
    if closed.children > before.children:
        found.append(f"{closed.children - before.children} child processes are left")
    if closed.descriptors > before.descriptors:
        found.append(f"{closed.descriptors - before.descriptors} descriptors are left")
    return found


def table(readings: list[Reading]) -> str:
    """The readings, a row each."""
    heads = (
        "when",
        "actions",
        "MB",
        "files",
        "children",
        "threads",
        "longest ms",
        "99 % ms",
        "cancel ms",
    )
    rows = [
        (
            reading.when,
            str(reading.actions),
            f"{reading.memory_bytes / 1e6:.1f}",
            str(reading.descriptors),
            str(reading.children),
            str(reading.threads),
            f"{1000 * reading.longest_s:.0f}",
            f"{1000 * reading.percentile_99_s:.1f}",
            f"{1000 * reading.cancel_s:.0f}",
        )
        for reading in readings
    ]
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True))
        for row in (heads, *rows)
    ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Prints the table and what is wrong; 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--seconds", type=float, help="until so much time has passed")
    parser.add_argument("--actions", type=int, help="until so much is done; a round is 132")
    parser.add_argument("--seed", type=int, default=0, help="decides the order and the sizes")
    asked = parser.parse_args(argv)
    if sys.platform != "linux":
        print("tools.soak reads /proc: run it on Linux.", file=sys.stderr)
        return 2
    whole = 10 * sum(ROUND.values())
    readings = soak(asked.seconds, asked.actions or (None if asked.seconds else whole), asked.seed)
    print(table(readings))
    found = problems(readings)
    print("\n".join(found) or "nothing grew, nothing is left", f"(seed {asked.seed})")
    return 1 if found else 0


def _new_window() -> MainWindow:
    info = find_operation("vector_add")
    size, block = info.default_size, info.default_block
    choice = LaunchChoice(info, size, block, None, "emulator", find_device("t4"))
    session = Session(Launcher(), choice, "emulator")
    window = MainWindow(session, DARK, "en")
    session.setParent(window)  # it ends with the window
    return window


def _let_pass(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _breathe() -> None:
    """Whatever waits is done, deletions too."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


if __name__ == "__main__":
    sys.exit(main())
