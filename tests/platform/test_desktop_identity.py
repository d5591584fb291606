"""Desktops know whose window it is: by one name everywhere."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from gpuviz.ui.application import introduce
from tools.bundle import identity


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    names = qapp.applicationName(), qapp.applicationDisplayName(), qapp.desktopFileName()
    icon = qapp.windowIcon()
    yield qapp
    qapp.setApplicationName(names[0])
    qapp.setApplicationDisplayName(names[1])
    qapp.setDesktopFileName(names[2])
    qapp.setWindowIcon(icon)


def test_a_window_has_the_icon_of_gpuviz_and_its_name(app: QApplication) -> None:
    introduce(app)

    assert app.desktopFileName() == identity.ID
    picture = app.windowIcon().pixmap(64, 64).toImage()
    assert picture.width() > 0
    assert picture.pixelColor(32, 6).name() == "#12151a", "the dark ground above the tiles"


def test_the_taskbar_of_windows_does_not_take_it_for_python(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []
    shell32 = SimpleNamespace(SetCurrentProcessExplicitAppUserModelID=named.append)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(shell32=shell32), raising=False)

    introduce(app)

    assert named == [identity.ID]
