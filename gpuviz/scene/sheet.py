"""What a scene is drawn on outside of a window: so many pixels, in the colours of a theme."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.scene.stage.empty import scale_of
from gpuviz.scene.theme import Theme


@dataclass(frozen=True, slots=True)
class Sheet:
    """A size in pixels, pixels per pixel of the scene, the theme."""

    width: int
    height: int
    scale: float
    theme: Theme

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the scene."""
        return self.width / self.scale, self.height / self.scale


def sheet_of(width: int, height: int, theme: Theme) -> Sheet:
    """A sheet of so many pixels, on which a scene is shown as on a stage of that size."""
    return Sheet(width, height, scale_of(width, height), theme)
