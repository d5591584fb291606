"""The child process: runs the tests of some modules and writes down each outcome as it comes.

`python -m tools.conformance.child JOB` reads a job (see runner.py) and appends a line of JSON for
each thing that happens, so that whoever waits knows what a process was at that went down.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

SITE = """\
import os, sys, traceback
try:
    sys.path.append({root!r})
    from tools.conformance.shim import put_in_place
    put_in_place({drop_in!r})
except BaseException:
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(97)
"""
"""What Python runs first where a test starts Python: there `numba.cuda` is the drop-in as well."""
ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = 400  # of what a failure says


class Diary:
    """A plugin of pytest: writes down what is collected, what begins and how it ends."""

    def __init__(self, path: Path, folder: Path, leave_out: Sequence[str]) -> None:
        self._path, self._leave_out = path, set(leave_out)
        self._folder = folder.as_posix().lstrip("/")
        self._told: dict[str, tuple[str, str]] = {}
        self.tests_begin: Callable[[], None] = lambda: None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out what an earlier process has done."""
        self._write(collected=[self._name(item.nodeid) for item in items])
        items[:] = [item for item in items if self._name(item.nodeid) not in self._leave_out]
        self.tests_begin()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be imported, or skips itself."""
        if not report.passed:
            self._write(
                module=self._name(report.nodeid), result=report.outcome, words=words_of(report)
            )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self._write(begun=self._name(nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test is over: the first part that is not well counts."""
        result = str(report.outcome)
        if hasattr(report, "wasxfail"):
            result = "passed" if result == "skipped" else "failed"  # expected to fail, and it does
        if result != "passed":
            self._told.setdefault(report.nodeid, (result, words_of(report)))

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test is over."""
        result, words = self._told.get(nodeid, ("passed", ""))
        self._write(ended=self._name(nodeid), result=result, words=words)

    @pytest.fixture(scope="class")
    def initialize_from_pytest_config(self, request: pytest.FixtureRequest) -> None:
        """What `CUDATestCase` asks for."""
        setattr(request.cls, "_dump_failed_filechecks", False)  # noqa: B010

    def _name(self, nodeid: str) -> str:
        """The module below the folder of tests, and the test in it."""
        module, colons, test = nodeid.partition("::")
        return module.lstrip("./").removeprefix(self._folder).lstrip("/") + colons + test

    def _write(self, **what: object) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


def words_of(report: Any) -> str:
    """What a failure says of itself: the kind of error and its words in one line."""
    if isinstance(report.longrepr, tuple):
        return shortened(report.longrepr[2])
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return shortened(crash.message)
    lines = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    said = [line[1:].strip() for line in lines if line[1:].strip()]
    return shortened(" ".join(said) or report.longreprtext)


def shortened(text: str) -> str:
    """In one line, and no longer than a table can hold."""
    return " ".join(str(text).split())[:WORDS]


def main(words: Sequence[str]) -> int:
    """Runs a job; the exit code is pytest's."""
    job = json.loads(Path(words[0]).read_text(encoding="utf-8"))
    tests = Path(job["tests"])
    diary = Diary(Path(job["diary"]), tests, job["leave_out"])
    if job["drop_in"]:
        _put_in_place(job["drop_in"], diary)
    options = ["-c", os.devnull, "--rootdir", str(tests), "-q", "--tb=short", "--no-header"]
    options += ["-o", "consider_namespace_packages=true", "--continue-on-collection-errors"]
    options += ["-p", "no:cacheprovider", "-p", "no:gpuviz", "-p", "no:xdist", "--disable-warnings"]
    modules = [str(tests / module) for module in job["modules"]]
    return int(pytest.main([*options, *modules], plugins=[diary]))


def _put_in_place(drop_in: str, diary: Diary) -> None:
    own = importlib.import_module("tools.conformance.shim").put_in_place(drop_in)
    diary.tests_begin = getattr(own, "tests_begin", diary.tests_begin)
    site = Path(tempfile.mkdtemp(dir=os.environ.get("TMPDIR")))
    (site / "sitecustomize.py").write_text(SITE.format(root=str(ROOT), drop_in=drop_in))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(site), *filter(None, sys.path)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
