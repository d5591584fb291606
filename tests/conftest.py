"""What holds for every test, with or without Qt: no logged error, no thread left running.

Tests marked `slow`, and of n cases of one marked `many` all but about √n, wait for `--all`, or for
their own name on the command line; `--share 10` runs one in ten of those, always the same. The
suite runs on all cores, and what is named file by file in one process.

Python's garbage collector is off: it runs in whatever thread makes the next object, and one that
reads from a worker would destroy Qt's objects of an earlier test, which ends the process.
"""

from __future__ import annotations

import gc
import logging
import math
import os
import threading
import zlib
from collections.abc import Container, Iterable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

LEFT_OUT = pytest.StashKey[int]()
PATIENCE_SECONDS = 60.0  # for a thread that is about to end

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # also where a test of data asks for Qt
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # commands are read in English here
    if os.environ.get(name, "").startswith("zh"):
        os.environ[name] = "C.UTF-8"

EXAMPLES = {"quick": 12, "share": 35, "all": 100}

for profile, examples in EXAMPLES.items():  # no test asserts on a duration
    slowness = [HealthCheck.too_slow]
    settings.register_profile(
        profile, deadline=None, max_examples=examples, suppress_health_check=slowness
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options for slow tests and for slow machines."""
    parser.addoption("--all", action="store_true", help="run slow tests and all cases, too")
    parser.addoption(
        "--share",
        type=int,
        metavar="N",
        help="run one in N of what the quick suite leaves out, too: the same ones each time",
    )
    parser.addoption("--late", action="store_true", help="panels follow late, as on a busy machine")


def pytest_configure(config: pytest.Config) -> None:
    """Properties are tried with more examples where slow tests run."""
    share = "share" if config.getoption("--share") else "quick"
    settings.load_profile("all" if config.getoption("--all") else share)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process, ours, for some files: to start others takes longer. None: one for each core."""
    return 0 if all(".py" in argument for argument in config.args) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out slow tests and most of many cases unless `--all`, a share or names ask for more.

    Before other plugins look at what is left.
    """
    if runs_all(config):
        return
    share = config.getoption("--share")
    few = {name for table in _tables(items) for name in spread(table)}
    runs = [is_quick(item, few) or in_share(item.nodeid, share) for item in items]
    left_out = [item for item, chosen in zip(items, runs, strict=True) if not chosen]
    items[:] = [item for item, chosen in zip(items, runs, strict=True) if chosen]
    config.hook.pytest_deselected(items=left_out)
    config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, 0) + len(left_out)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Makes no cases of a slow test where none of them runs; all of them take ten seconds."""
    config = collector.config
    if not isinstance(obj, FunctionType) or runs_all(config) or config.getoption("--share"):
        return None
    if all(mark.name != "slow" for mark in getattr(obj, "pytestmark", ())):
        return None
    config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, 0) + 1
    return []


def runs_all(config: pytest.Config) -> bool:
    """Whether all tests run, or those that are named."""
    return config.getoption("--all") or any("::" in argument for argument in config.args)


def is_quick(item: pytest.Item, few: Container[str]) -> bool:
    """Does the quick suite run it? Of many cases it runs `few`."""
    if item.get_closest_marker("slow"):
        return False
    return item.nodeid in few or not item.get_closest_marker("many")


def _tables(items: Iterable[pytest.Item]) -> Iterable[list[str]]:
    """The cases of each test that has many, without slow ones."""
    tables: dict[str, list[str]] = {}
    for item in items:
        if item.get_closest_marker("many") and not item.get_closest_marker("slow"):
            tables.setdefault(item.nodeid.partition("[")[0], []).append(item.nodeid)
    return tables.values()


def spread(cases: Sequence[str]) -> list[str]:
    """The root of their number, rounded up: the first, and others at equal distances from it."""
    count = math.isqrt(len(cases) - 1) + 1
    return [cases[place * len(cases) // count] for place in range(count)]


def in_share(name: str, share: int | None) -> bool:
    """Does what is left out run, where one in `share` does? Its name decides. None: none does."""
    return share is not None and zlib.crc32(name.encode()) % share == 0


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController, error: object) -> None:
    """A process has ended: each has left out the same tests."""
    if error is None:
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tells the process that started this one, if any, how many tests were left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The closing line says what was left out."""
    left_out = config.stash.get(LEFT_OUT, 0)
    if left_out:
        words = "slow tests and cases were left out: pytest --all has them"
        terminalreporter.write_line(f"{left_out} {words}")


@pytest.fixture(autouse=True, scope="module")
def garbage_of_the_file() -> Iterator[None]:
    """Collects in this thread what the tests of a file have left; what was there before is not
    looked at, or it would cost more than the tests.
    """
    gc.freeze()
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def garbage_of_the_test() -> Iterator[None]:
    """Collects in this thread what a test leaves; a test that turns Python's collector on, as the
    command line does in the end, does so for itself.
    """
    gc.disable()
    yield
    gc.disable()
    gc.collect(0)


@pytest.fixture(autouse=True)
def no_logged_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test in which an error was logged; one that expects it calls `caplog.clear()`."""
    yield
    records = (record for when in ("setup", "call") for record in caplog.get_records(when))
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert errors == []


@pytest.fixture(autouse=True, scope="module")
def no_thread_left_behind() -> Iterator[None]:
    """Fails the last test of a file whose threads outlive it and all its fixtures.

    A process that is left behind is a ResourceWarning of Python's, which fails a test too.
    """
    before = set(threading.enumerate())
    yield
    started = set(threading.enumerate()) - before
    for thread in started:
        thread.join(PATIENCE_SECONDS)
    assert [thread.name for thread in started if thread.is_alive()] == []
