"""Garbage is found in the thread of the window; Python's own collector is off in all tests."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuviz.ui.garbage import ALL, GarbageCollector


def cycle() -> tuple[weakref.ref[QObject], list[threading.Thread]]:
    """An object of Qt's that only a cycle holds, and where it was destroyed."""
    thing, threads = QObject(), []
    thing.itself = thing  # type: ignore[attr-defined]
    weakref.finalize(thing, lambda: threads.append(threading.current_thread()))
    return weakref.ref(thing), threads


def test_a_cycle_is_found_by_the_event_loop(qtbot: QtBot) -> None:
    collector = GarbageCollector()
    thing, threads = cycle()

    qtbot.waitUntil(lambda: thing() is None)

    assert threads == [threading.main_thread()]
    collector.deleteLater()


def test_an_old_cycle_is_found_after_some_turns() -> None:
    collector = GarbageCollector()
    thing, _ = cycle()
    held = thing()
    gc.collect()  # now it is old
    del held

    for _ in range(ALL):
        collector.take_turn()

    assert thing() is None
    collector.deleteLater()
