"""Runs modules of tests in child processes; one that hangs or takes its process down costs itself.

A child has the tests of some modules. It writes a diary (see child.py); when that stands still for
too long the child is ended, the test that it was at has failed, and another child does the rest.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gpuviz import process_tree

Result = Literal["passed", "failed", "skipped"]
End = tuple[Result, str]  # and what is said of it
ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 120.0  # that a test may take, and a module until its first test begins
LOOK_SECONDS = 0.1
BATCH = 12  # modules of one child
TOO_LONG = "TimeoutError: over the time limit"
WENT_DOWN = "ProcessEnded: took its process down"


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests in a folder, and the drop-in that they run on; without one they run as they are."""

    tests: Path
    drop_in: str = ""
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a test ended.

    `name`: its module and the test in it. `words`: what it says of its failure, or why it is
    skipped.
    """

    name: str
    result: Result
    words: str = ""

    @property
    def module(self) -> str:
        """The module, as a path below the folder of tests."""
        return self.name.partition("::")[0]


@dataclass(slots=True)
class Diary:
    """What a child has written so far."""

    collected: list[str] = field(default_factory=list)
    ended: dict[str, End] = field(default_factory=dict)
    broken: dict[str, End] = field(default_factory=dict)  # modules that cannot be imported
    begun: str | None = None  # and not over
    lines: int = 0

    @classmethod
    def read(cls, path: Path) -> Diary:
        """A diary; its last line may be in the making."""
        diary = cls()
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in text.splitlines(keepends=True):
            if line.endswith("\n"):
                diary._take(json.loads(line))
        return diary

    def _take(self, row: dict[str, Any]) -> None:
        self.lines += 1
        if "collected" in row:
            self.collected = row["collected"]
        elif "module" in row:
            self.broken[row["module"]] = row["result"], row["words"]
        elif "begun" in row:
            self.begun = row["begun"]
        elif "ended" in row:
            self.ended[row["ended"]] = row["result"], row["words"]
            self.begun = None


def modules_of(tests: Path) -> list[str]:
    """All modules with tests below a folder, as paths from there with slashes."""
    return sorted(path.relative_to(tests).as_posix() for path in tests.rglob("test_*.py"))


def run_modules(
    suite: Suite,
    modules: Sequence[str],
    jobs: int = 1,
    tell: Callable[[Sequence[Outcome]], None] = lambda outcomes: None,
    leave_out: Collection[str] = (),
) -> list[Outcome]:
    """The outcomes of all tests of the modules but those left out, by module.

    `tell` is called with those of each process when it is over.
    """

    def run(batch: Sequence[str]) -> list[Outcome]:
        outcomes = run_batch(suite, batch, leave_out)
        tell(outcomes)
        return outcomes

    batches = [modules[start : start + BATCH] for start in range(0, len(modules), BATCH)]
    with ThreadPoolExecutor(jobs) as pool:
        return [outcome for outcomes in pool.map(run, batches) for outcome in outcomes]


def run_batch(suite: Suite, modules: Sequence[str], leave_out: Collection[str]) -> list[Outcome]:
    """The outcomes of the tests of some modules."""
    ended: dict[str, End] = {}
    with tempfile.TemporaryDirectory(prefix="gpuviz-conformance-") as folder:
        while True:
            diary, words = _child(suite, modules, [*leave_out, *ended], Path(folder))
            ended |= diary.ended
            if diary.begun is None:
                break
            ended[diary.begun] = "failed", words
    for module in modules:
        known = [name for name in diary.collected if name.startswith(f"{module}::")]
        if not known:
            how = diary.broken.get(module, ("failed", words))
            ended |= dict.fromkeys(_tests_of(suite, module, diary), how)
        ended |= {name: ("failed", words) for name in known if name not in ended}
    return [Outcome(name, *how) for name, how in sorted(ended.items()) if name not in leave_out]


def _tests_of(suite: Suite, module: str, diary: Diary) -> list[str]:
    """The tests of a module that was not collected, by its source; none if it has none."""
    if diary.collected and module not in diary.broken:
        return []
    source = (suite.tests / module).read_text(encoding="utf-8")
    return [f"{module}::{name}" for name in tests_named_in(source)]


def _child(
    suite: Suite, modules: Sequence[str], leave_out: list[str], folder: Path
) -> tuple[Diary, str]:
    """What a child wrote until its end, and what is to be said of a test that it was at then."""
    path, job = folder / "diary", folder / "job"
    path.unlink(missing_ok=True)
    given = {"tests": str(suite.tests), "modules": modules, "drop_in": suite.drop_in}
    job.write_text(json.dumps({**given, "leave_out": leave_out, "diary": str(path)}))
    tree = process_tree.start(
        [sys.executable, "-m", "tools.conformance.child", str(job)],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    lines, since = 0, time.monotonic()
    try:
        while tree.process.poll() is None:
            time.sleep(LOOK_SECONDS)
            now = Diary.read(path).lines
            if now != lines:
                lines, since = now, time.monotonic()
            if time.monotonic() - since > suite.seconds:
                return Diary.read(path), TOO_LONG
    finally:
        tree.end()
    return Diary.read(path), WENT_DOWN


def _environment(folder: Path) -> dict[str, str]:
    """That of a child: what Numba keeps of its work, and temporary files, stay in its folder."""
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"PYTHONPATH": os.pathsep.join(search), "NUMBA_CACHE_DIR": str(folder / "cache")}
    return {**os.environ, **own, "TMPDIR": str(folder), "NUMBA_ENABLE_CUDASIM": "0"}


def tests_named_in(source: str) -> list[str]:
    """The tests that a module's source defines, without those that it inherits or makes."""
    found: list[tuple[str, ...]] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found.append((node.name,))
        elif isinstance(node, ast.ClassDef):
            methods = (part.name for part in node.body if isinstance(part, ast.FunctionDef))
            found += [(node.name, method) for method in methods]
    return ["::".join(names) for names in found if names[-1].startswith("test")]
