"""Cases run in a child process, so that one that never ends, or ends the process, is a finding."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from gpuviz.worker.memory import limit_memory
from tools.fuzzing.kinds import Kind, emptied

CASES_OF_A_CHILD = 4000  # then a new one goes on
LAST_WORDS = "last_words.txt"  # what the child says as it crashes
OURS = ("gpuviz", "tools")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case. `where` and `what` say what is wrong; empty: nothing."""

    number: int
    label: str
    where: str = ""
    what: str = ""
    seconds: float = 0.0  # that gpuviz had it, where it came to an end


def outcomes(kind: Kind, seed: int, numbers: Iterator[int]) -> Iterator[Outcome]:
    """One Outcome for each number; each input is made of the seed and its number in the child."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child: Child | None = None
        try:
            for number in numbers:
                if child is None or child.done >= CASES_OF_A_CHILD:
                    if child is not None:
                        child.end()
                    child = Child(kind, Path(folder))
                outcome = child.run(seed, number)
                if not child.is_alive:
                    child = None
                yield outcome
        finally:
            if child is not None:
                child.end()


def outcome_of_file(kind: Kind, data: bytes) -> Outcome:
    """What becomes of an input that was kept."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = Child(kind, Path(folder))
        try:
            return child.run(data, 0)
        finally:
            child.end()


class Child:
    """One process that runs cases until one of them ends it."""

    def __init__(self, kind: Kind, folder: Path) -> None:
        self.done = 0
        self._kind, self._folder = kind, folder
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(kind, folder, other))
        self._process.start()
        other.close()
        self._pipe.recv()  # it has imported all that it needs

    @property
    def is_alive(self) -> bool:
        """Whether it takes another case."""
        return not self._pipe.closed

    def run(self, case: int | bytes, number: int) -> Outcome:
        """Runs the case of a seed and a number, or of an input."""
        self.done += 1
        try:
            self._pipe.send((case, number))
            if not self._pipe.poll(self._kind.limit_seconds):
                faulthandler_signal = getattr(signal, "SIGABRT", signal.SIGTERM)
                if self._process.pid is not None:
                    os.kill(self._process.pid, faulthandler_signal)  # says where it stands
                self._process.join(5)
                self.end()
                where = f"no end within {self._kind.limit_seconds:g} seconds"
                return Outcome(number, "hangs", where, self._last_words())
            found: Outcome = self._pipe.recv()
            return replace(found, number=number)
        except (EOFError, OSError):
            self.end()
            where = f"the process ended with {self._process.exitcode}"
            return Outcome(number, "crashes", where, self._last_words())

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._pipe.close()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _last_words(self) -> str:
        path = self._folder / LAST_WORDS
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _serve(kind: Kind, folder: Path, pipe: Connection) -> None:
    """In the child: answers case after case until nobody asks any more."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(folder / "home")
    module = kind.load()
    with (folder / LAST_WORDS).open("w", encoding="utf-8") as words:
        faulthandler.enable(words)
        pipe.send(None)
        limit_memory(kind.more_bytes)
        while True:
            try:
                case, number = pipe.recv()
            except EOFError:
                return
            closely = isinstance(case, bytes) or number % kind.closely == 0
            data = case if isinstance(case, bytes) else kind.input_of(case, number)
            begin = time.perf_counter()
            try:
                label = module.judge(data, emptied(folder / "case"), closely=closely)
                outcome = Outcome(number, label)
            except Exception as error:
                outcome = Outcome(number, "wrong", _where(error), traceback.format_exc())
            pipe.send(replace(outcome, seconds=time.perf_counter() - begin))


def _where(error: Exception) -> str:
    """The kind of an error and the innermost line of ours that let it out."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        one for one in frames if any(f"{os.sep}{name}{os.sep}" in one.filename for name in OURS)
    ]
    last = (ours or frames)[-1]
    words = " ".join(str(error).split())[:160]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}: {words}"
