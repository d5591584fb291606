"""What holds for every test, with or without Qt: no logged error, no thread left running.

Python's garbage collector is off: it runs in whatever thread makes the next object, and one that
reads from a worker would destroy Qt's objects of an earlier test, which ends the process.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

PATIENCE_SECONDS = 10.0  # for a thread that is about to end

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # also where a test of data asks for Qt

settings.register_profile("gpuviz", deadline=None)  # no test asserts on a duration
settings.load_profile("gpuviz")


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
