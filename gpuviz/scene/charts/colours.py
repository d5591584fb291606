"""The colours of a chart: of areas and lines, and of the words that name them."""

from __future__ import annotations

from gpuviz.scene.charts.chart import Token
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.theme import Theme


def area_color(theme: Theme, token: Token, shade: float = 1.0) -> str:
    """The colour of lines and bars; a smaller shade is nearer to what is behind."""
    color: str = getattr(theme, token)
    return color if shade == 1 else mix(color, theme.panel, shade)


def word_color(theme: Theme, token: Token) -> str:
    """The same hue for words."""
    if token in ("text", "muted"):
        return area_color(theme, token)
    color: str = getattr(theme.words, "good" if token == "finished" else token)
    return color
