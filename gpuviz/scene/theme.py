"""The colours of the window, light and dark: the one place where a colour is written down."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from gpuviz.scene.contrast import legible

INK = "#12151a"  # words on bright colours, in both themes


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as "#rrggbb", by what they mean.

    The hues are Okabe and Ito's, which colour-blind viewers can tell apart.
    """

    name: Literal["dark", "light"]
    background: str
    panel: str
    raised: str
    line: str
    text: str
    muted: str
    faint: str  # never carries meaning alone
    accent: str  # what can be pressed, what is chosen
    read: str  # an element read; CPU times
    write: str  # an element written; GPU kernel times
    running: str
    finished: str
    barrier: str  # waiting at a barrier; copies
    not_started: str
    masked_off: str  # drawn with an outline
    hazard: str  # hazards and wrong results, nothing else
    scale: tuple[str, ...]  # from the smallest number to the largest
    categories: tuple[str, ...]  # things that have no order, such as SMs

    @property
    def words(self) -> WordColors:
        """The same hues for words."""
        return _word_colors(self)


@runtime_checkable
class Themed(Protocol):
    """What can be painted in other colours."""

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""


@dataclass(frozen=True, slots=True)
class WordColors:
    """Hues of a Theme, each so much lighter or darker that words in it can be read everywhere."""

    accent: str
    read: str
    write: str
    good: str
    barrier: str
    hazard: str
    warning: str  # why a figure may be off


@functools.cache
def _word_colors(theme: Theme) -> WordColors:
    hues = [theme.accent, theme.read, theme.write, theme.finished, theme.barrier, theme.hazard]
    hues.append(theme.running)
    return WordColors(*(legible(hue, theme.background, theme.panel, theme.raised) for hue in hues))


CIVIDIS = (
    "#00224e", "#123570", "#3b496c", "#575d6d", "#707173",
    "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838",
)  # fmt: skip
"""Equal steps for the eye, also a colour-blind one (Nunez, Anderton, Renslow 2018)."""


DARK = Theme(
    name="dark",
    background="#12151a",
    panel="#191d24",
    raised="#222833",
    line="#2c3440",
    text="#e8ebf0",
    muted="#8f98a8",
    faint="#596273",
    accent="#2f6feb",
    read="#56b4e9",
    write="#e69f00",
    running="#f0e442",
    finished="#1f9e78",
    barrier="#cc79a7",
    not_started="#343c49",
    masked_off="#20252e",
    hazard="#d55e00",
    scale=("#2a4a7c", *CIVIDIS[2:]),
    categories=("#e69f00", "#56b4e9", "#1f9e78", "#f0e442", "#2f6feb", "#cc79a7"),
)

LIGHT = Theme(
    name="light",
    background="#f4f5f7",
    panel="#ffffff",
    raised="#eef0f3",
    line="#d9dde3",
    text="#1c2128",
    muted="#5d6675",
    faint="#9aa3b0",
    accent="#2f6feb",
    read="#0072b2",
    write="#c77f00",
    running="#d9b800",
    finished="#009e73",
    barrier="#a8518a",
    not_started="#cfd5dd",
    masked_off="#e9ecf0",
    hazard="#d55e00",
    scale=CIVIDIS[:-1],
    categories=("#c77f00", "#56b4e9", "#009e73", "#d9b800", "#0072b2", "#a8518a"),
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}
