"""The language of the window: which one it is, and its texts."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase

from gpuviz.messages import Message
from gpuviz.places import resource_dir
from gpuviz.session.settings import LanguageName
from gpuviz.texts import use_keys, use_translation
from gpuviz.ui.native_keys import macos_keys

Language = Literal["en", "zh_CN"]
SCRIPTS: Mapping[Language, QFontDatabase.WritingSystem] = {
    "en": QFontDatabase.WritingSystem.Latin,
    "zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese,
}
SPOKEN = "gpuvizLanguage"  # property of the application
NO_FONT = Message(
    "language.no-font",
    "This machine has no font with Chinese characters, so the window stays English. Install one"
    " and start gpuviz again, for example fonts-noto-cjk or fonts-wqy-microhei on Debian and"
    " Ubuntu, google-noto-sans-cjk-fonts on Fedora.",
)


def language_of(choice: LanguageName) -> Language:
    """The language that is meant; the system's own where gpuviz has it, else English."""
    if choice != "system":
        return choice
    wanted = QLocale(QLocale.system().uiLanguages()[0])
    chinese = wanted.language() == QLocale.Language.Chinese
    simplified = wanted.script() == QLocale.Script.SimplifiedChineseScript
    return "zh_CN" if chinese and simplified else "en"


def spoken_language() -> Language:
    """The language that the window has now."""
    app = QCoreApplication.instance()
    return "zh_CN" if app is not None and app.property(SPOKEN) == "zh_CN" else "en"


def speak(app: QCoreApplication, choice: LanguageName) -> Message | None:
    """Let all texts that are made from now on be of a language.

    Gives why that cannot be, where no font has its characters: it is English then.
    """
    wanted = language_of(choice)
    readable = bool(QFontDatabase.families(SCRIPTS[wanted]))
    language: Language = wanted if readable else "en"
    for translator in app.findChildren(QTranslator):
        app.removeTranslator(translator)
        translator.deleteLater()
    use_translation(QCoreApplication.translate)
    if sys.platform == "darwin":
        use_keys(macos_keys)
    app.setProperty(SPOKEN, language)
    if language != "en":
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        _install(app, f"{qt_folder}/qtbase_{language}.qm")
        _install(app, str(resource_dir("assets") / "i18n" / f"{language}.qm"))
    return None if readable else NO_FONT


def _install(app: QCoreApplication, file: str) -> None:
    translator = QTranslator(app)
    if translator.load(file):
        app.installTranslator(translator)
