"""How the window looks: fonts on one type scale, palette and style sheet made of a Theme."""

from __future__ import annotations

import sys
from dataclasses import asdict
from string import Template

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from gpuviz.scene.sizes import BASE_PX, SMALL_PX
from gpuviz.scene.theme import INK, Theme
from gpuviz.ui.stylesheet import STYLESHEET

STYLED = "gpuvizStyled"  # property of the application

_ROLES = (
    (QPalette.ColorRole.Window, "panel"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "panel"),
    (QPalette.ColorRole.AlternateBase, "raised"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "muted"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.Highlight, "accent"),
    (QPalette.ColorRole.Light, "line"),
    (QPalette.ColorRole.Mid, "line"),
    (QPalette.ColorRole.Dark, "line"),
)
_WORDS = (
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.WindowText,
)


def apply_fonts(app: QApplication) -> None:
    """What is the same in every theme: the font of words, and Qt's style for what has no sheet."""
    if app.property(STYLED) is None:  # each of these asks every widget to begin anew
        app.setStyle("Fusion")
        app.setFont(ui_font())
        app.setProperty(STYLED, True)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Fonts, palette and style sheet of the whole program."""
    apply_fonts(app)
    app.setPalette(palette(theme))
    app.setStyleSheet(stylesheet(theme))


def palette(theme: Theme) -> QPalette:
    """The palette of `theme`, for what the style sheet does not reach."""
    result = QPalette()
    for role, token in _ROLES:
        result.setColor(role, QColor(getattr(theme, token)))
    result.setColor(QPalette.ColorRole.Link, QColor(theme.words.accent))
    result.setColor(QPalette.ColorRole.HighlightedText, QColor("#ffffff"))
    for role in _WORDS:
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.faint))
    return result


def stylesheet(theme: Theme) -> str:
    """The style sheet of `theme`."""
    tokens = {name: getattr(theme, name) for name in theme.__dataclass_fields__}
    tokens |= {f"{name}_words": color for name, color in asdict(theme.words).items()}
    tokens["ink"] = INK
    return Template(STYLESHEET).substitute(tokens)


WINDOWS_MONO = ("Cascadia Mono", "Consolas")
"""Of which Windows has one at least; what it calls its fixed font is Courier New, which is thin."""


def ui_font(size_px: int = BASE_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The system's font for words."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if QFontInfo(font).family() == "DejaVu Sans":  # a tenth wider than the fonts of other systems
        font.setFamily("DejaVu Sans")
        font.setStretch(QFont.Stretch.SemiCondensed)
    font.setPixelSize(size_px)
    font.setWeight(weight)
    return font


def mono_font(size_px: int = BASE_PX, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The system's font for code and for numbers that are compared."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if sys.platform == "win32":
        font.setFamilies([*WINDOWS_MONO, font.family()])
    font.setPixelSize(size_px)
    font.setWeight(weight)
    return font


def heading_font() -> QFont:
    """Small capitals with air between them, for the titles of sections."""
    font = ui_font(SMALL_PX, QFont.Weight.Bold)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.8)
    return font


def with_alpha(color: str, alpha: float) -> QColor:
    """`color` as QColor, `alpha` 0..1."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result
