"""The stage of one launch as a drawing, posed where it tells most; needs no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gpuviz.insight.first_look import moment_to_show, thread_to_show
from gpuviz.insight.order import PlayOrder, instant_at, order_of
from gpuviz.scene.fonts import UsualFonts
from gpuviz.scene.sheet import Sheet, sheet_of
from gpuviz.scene.stage.camera import Camera, camera_before
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.findings import NO_FINDINGS, Findings, shown_hazard
from gpuviz.scene.svg import svg_of
from gpuviz.scene.theme import THEMES
from gpuviz.trace import Trace

WIDTH, HEIGHT = 1000, 520
"""Pixels: as wide as a cell of Jupyter on a laptop, and no higher than half of its window."""


ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing as the text of an SVG file, and what it shows in words."""

    svg: bytes
    sentence: str


class LaunchPicture:
    """One launch, at the moment and with the thread that tell most: those of its first hazard.

    `hazard` poses it at another of its hazards.
    """

    def __init__(self, trace: Trace, hazard: int = 0) -> None:
        self._trace = trace
        self._order = order_of(trace)
        self._facts = StageFacts(trace, self._order)
        self._posed = _posed_at(trace, hazard)

    def drawing(self, theme: ThemeName, width: int = WIDTH, height: int = HEIGHT) -> Drawing:
        """The drawing in the colours of a theme."""
        fonts, sheet = UsualFonts(), sheet_of(width, height, THEMES[theme])
        camera, moment = self._camera(sheet, fonts)
        scene = camera.scene(instant_at(self._order, moment))
        return Drawing(svg_of(scene, sheet, self._trace.kernel, fonts), scene.sentence)

    def _camera(self, sheet: Sheet, fonts: UsualFonts) -> tuple[Camera, int | None]:
        shown = thread_to_show(self._posed, self._order)
        block, thread = (None, None) if shown is None else shown
        camera = camera_before(self._facts, *sheet.room, sheet.theme, fonts.measure, block, thread)
        findings = _findings(self._posed, self._order)
        camera = replace(camera, frame=replace(camera.frame, findings=findings))
        if self._order is None or block is None or thread is None:
            return camera, None
        return camera, moment_to_show(self._posed, self._order, block, thread)


def _posed_at(trace: Trace, hazard: int) -> Trace:
    """The trace with that hazard in front of the others."""
    if not 0 < hazard < len(trace.hazards):
        return trace
    first = trace.hazards[hazard]
    others = (one for row, one in enumerate(trace.hazards) if row != hazard)
    return replace(trace, hazards=(first, *others))


def _findings(trace: Trace, order: PlayOrder | None) -> Findings:
    return Findings(shown_hazard(trace, order, trace.hazards[0])) if trace.hazards else NO_FINDINGS
