"""The choice of the language: in the View menu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

from gpuviz.session.settings import LanguageName

LANGUAGES: tuple[LanguageName, ...] = get_args(LanguageName)


class LanguageController(QObject):
    """Keeps the actions, one for each language, and tells which one is wanted."""

    wanted = Signal(str)  # a LanguageName

    def __init__(
        self, window: QObject, actions: Mapping[str, QAction], chosen: LanguageName
    ) -> None:
        super().__init__(window)
        self._chosen = chosen
        self._actions = {one: actions[language_action(one)] for one in LANGUAGES}
        group = QActionGroup(self)
        for action in self._actions.values():
            group.addAction(action)
        self._actions[chosen].setChecked(True)

    @property
    def chosen(self) -> LanguageName:
        """What was chosen, which may be to follow the system."""
        return self._chosen

    def pick(self, language: LanguageName) -> None:
        """Ask for another language; nothing happens where it is that one already."""
        if language != self._chosen:
            self.wanted.emit(language)


def language_action(language: LanguageName) -> str:
    """The id of the ActionSpec that chooses a language."""
    return f"language_{language}"
