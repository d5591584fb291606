"""`python -m tools.seeded_faults [WORD...]`: does the suite find the faults of seeded_faults.toml?

Makes one fault after the other in a copy of the tree and runs the tests that should find it; where
those miss it, all others. A line for each says which test found it. WORDs choose the faults whose
names have one of them. The exit code is 1 where a fault is not found, and 2 where one cannot be
made, because its text is not in gpuviz exactly once. The tree itself is only read.
"""

from __future__ import annotations

import argparse
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = Path(__file__).with_suffix(".toml")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
ALL_PASSED, SOME_FAILED, BROKE_OFF = 0, 1, 2  # exit codes of pytest


class CannotBeMade(Exception):
    """The text of a fault is not there, or is there more than once."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: a text of the source and what stands there instead of it."""

    name: str
    text: str
    instead: str
    tests: tuple[str, ...]  # those that should find it


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which test found a fault; None: no one."""

    found_by: str | None
    seconds: float


def read_faults(path: Path = TABLE) -> tuple[Fault, ...]:
    """All faults of the table, in its order."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return tuple(Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows)


def place_of(fault: Fault, tree: Path) -> Path:
    """The module that has the fault's text. Raises CannotBeMade."""
    counts = {path: text.count(fault.text) for path, text in _modules(tree).items()}
    found = [path for path, count in counts.items() if count]
    if len(found) != 1 or counts[found[0]] != 1:
        raise CannotBeMade(f"{fault.name}: its text is there {sum(counts.values())} times")
    return found[0]


@functools.cache
def _modules(tree: Path) -> dict[Path, str]:
    """What stands in each where no fault is made."""
    paths = sorted((tree / "gpuviz").rglob("*.py"))
    return {path: path.read_text(encoding="utf-8") for path in paths}


@contextmanager
def made(fault: Fault, tree: Path) -> Iterator[None]:
    """While this lasts the fault is in the tree. Raises CannotBeMade."""
    path = place_of(fault, tree)
    before = _modules(tree)[path]
    path.write_text(before.replace(fault.text, fault.instead), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")


@contextmanager
def copy_of(tree: Path) -> Iterator[Path]:
    """The files of the tree, those that git does not ignore, in a folder that vanishes."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=tree, capture_output=True, check=True).stdout.decode()
    with tempfile.TemporaryDirectory(prefix="gpuviz-faults-") as folder:
        copy = Path(folder) / tree.name
        for name in filter(None, names.split("\0")):
            if (tree / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(tree / name, copy / name)
        yield copy


def outcome_of(
    fault: Fault, tree: Path, options: Sequence[str] = (), *, only_named: bool = False
) -> Outcome:
    """Runs the fault's own tests in a tree, then all, until one fails. Raises CannotBeMade."""
    started = time.perf_counter()
    with made(fault, tree):
        found = _first_failure(fault.tests, tree, options)
        if found is None and not only_named:
            found = _first_failure((), tree, options)
    return Outcome(found, time.perf_counter() - started)


def _first_failure(tests: Sequence[str], tree: Path, options: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *options, *tests],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == ALL_PASSED:
        return None
    failed = FAILED.search(done.stdout)
    if done.returncode not in (SOME_FAILED, BROKE_OFF) or failed is None:
        raise RuntimeError(f"pytest ended with the code {done.returncode}:\n{done.stdout}")
    return failed[1]


def main(words: Sequence[str] | None = None) -> int:
    """Tries the faults and prints what found them."""
    parser = argparse.ArgumentParser(prog="python -m tools.seeded_faults", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="in the names of the faults")
    parser.add_argument("--named", action="store_true", help="run only the tests of the table")
    parser.add_argument("--pytest", default="", metavar="OPTIONS", help="for pytest, as in '-n 2'")
    given = parser.parse_args(words)
    chosen = [
        fault
        for fault in read_faults()
        if not given.words or any(word in fault.name for word in given.words)
    ]
    missed, impossible = 0, 0
    with copy_of(ROOT) as copy:
        for number, fault in enumerate(chosen, 1):
            try:
                outcome = outcome_of(fault, copy, given.pytest.split(), only_named=given.named)
            except CannotBeMade as error:
                impossible += 1
                print(f"{number:3}. {error}", flush=True)
                continue
            missed += outcome.found_by is None
            by = outcome.found_by or "NOT FOUND"
            print(f"{number:3}. {fault.name} ({outcome.seconds:.0f} s): {by}", flush=True)
    print(f"{len(chosen)} faults: {len(chosen) - missed - impossible} found, {missed} not found")
    return 2 if impossible else int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
