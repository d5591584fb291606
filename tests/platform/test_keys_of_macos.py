"""Qt's Ctrl is the Command key on macOS: texts name the keys that are there."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from gpuviz import texts
from gpuviz.messages import Message
from gpuviz.texts import rich, say, tr
from gpuviz.ui.actions import ACTIONS, MENU_ROLES
from gpuviz.ui.languages import speak
from gpuviz.ui.native_keys import macos_keys


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Save the file (Ctrl+S).", "Save the file (⌘S)."),
        ("press Ctrl+G, type: thread 5", "press ⌘G, type: thread 5"),
        ("按Ctrl+Shift+E，或 Alt+F4", "按⇧⌘E，或 ⌥F4"),
        ("Ctrl+Alt+S; Ctrl+/", "⌥⌘S; ⌘/"),
        ("Ctrl and click", "⌘ and click"),
        ("With Ctrl: the height of rows.", "With ⌘: the height of rows."),
        ("Shift+F11", "⇧F11"),
        ("Control the Ctrlx, Altogether + Shift", "Control the Ctrlx, Altogether + Shift"),
        ("⌘R", "⌘R"),
    ],
)
def test_keys_are_written_as_macos_writes_them(text: str, there: str) -> None:
    assert macos_keys(text) == there


@pytest.fixture
def on_macos(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(texts, "_keys", [])
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "darwin")
        speak(qapp, "en")
    yield
    speak(qapp, "en")


def test_words_of_the_window_messages_and_lessons_name_the_keys_of_macos(on_macos: None) -> None:
    assert tr("Save the file (Ctrl+S).") == "Save the file (⌘S)."
    assert say(Message("a", "Press Run (Ctrl+R).")) == "Press Run (⌘R)."
    assert rich("hint: press `Ctrl+G`") == "hint: press <code>⌘G</code>"


def test_elsewhere_they_stay_as_they_are(qapp: QApplication) -> None:
    speak(qapp, "en")

    assert tr("Save the file (Ctrl+S).") == "Save the file (Ctrl+S)."


def test_only_quit_and_about_go_into_the_menu_of_the_application() -> None:
    roles = {spec.id: MENU_ROLES.get(spec.id, QAction.MenuRole.NoRole) for spec in ACTIONS}

    moved = {name for name, role in roles.items() if role != QAction.MenuRole.NoRole}
    assert moved == {"quit", "about"}
