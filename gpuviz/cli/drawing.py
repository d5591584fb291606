"""The drawing of one recording, as `gpuviz export --svg` writes it; needs no Qt."""

from __future__ import annotations

from pathlib import Path

from gpuviz.cli.shot import NO_BLOCK, NO_THREAD, ShotChoice, check_step, linear
from gpuviz.insight.order import instant_at, order_of
from gpuviz.new_file import whole_file
from gpuviz.scene.fonts import UsualFonts
from gpuviz.scene.scene import Measure
from gpuviz.scene.sheet import Sheet, sheet_of
from gpuviz.scene.stage.camera import Camera, camera_before
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.svg import svg_of
from gpuviz.scene.theme import THEMES
from gpuviz.texts import tr
from gpuviz.trace import Trace


class RecordingDrawing:
    """One recording as one choice says; raises RequestRefused where that cannot be."""

    def __init__(self, trace: Trace, choice: ShotChoice) -> None:
        self._choice = choice
        self._order = order_of(trace)
        self._block = linear(NO_BLOCK, choice.block, trace.config.grid)
        self._thread = linear(NO_THREAD, choice.thread, trace.config.block)
        self._facts = StageFacts(trace, self._order)
        steps = 0 if self._order is None else len(self._order)
        for step in (choice.step, choice.first, choice.last):
            check_step(step, steps)

    def save(self, path: Path) -> str:
        """Writes the drawing; a line that says what it is."""
        fonts, sheet = UsualFonts(), self._sheet()
        scene = self._camera(sheet, fonts.measure).scene(instant_at(self._order, self._choice.step))
        with whole_file(path) as part:
            part.write_bytes(svg_of(scene, sheet, path.stem, fonts))
        return tr("{file}: {size}").format(file=path, size=size_of(sheet))

    def _sheet(self, multiple: int = 1) -> Sheet:
        """As large as was asked for, with sides that are multiples of a number."""
        sides = (self._choice.width, self._choice.height)
        width, height = (side - side % multiple for side in sides)
        return sheet_of(width, height, THEMES[self._choice.theme])

    def _camera(self, sheet: Sheet, measure: Measure) -> Camera:
        chosen = (self._block, self._thread)
        return camera_before(self._facts, *sheet.room, sheet.theme, measure, *chosen)


def size_of(sheet: Sheet) -> str:
    """Its sides in pixels."""
    return f"{sheet.width} x {sheet.height}"
