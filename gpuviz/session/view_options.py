"""How the launch is looked at: what colours and the bars of heat mean, beside what it stands."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.source.heat import HEATS, Heat
from gpuviz.scene.source.level_names import LevelName, LevelOf


class ViewOptions(QObject):
    """The same in every window of a session; `changed` tells that one of them is another."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._colouring, self._element_colouring = Colouring.STATE, ElementColouring.TOUCH
        self._heat: Heat = HEATS[0]
        self._beside_cpu, self._plays = False, True
        self._all_panels = True
        self._level: LevelName | None = None
        self._level_of: LevelOf = "python"
        self._level_beside = True

    @property
    def colouring(self) -> Colouring:
        """What the colours of blocks, warps and threads mean."""
        return self._colouring

    @colouring.setter
    def colouring(self, colouring: Colouring) -> None:
        if colouring is not self._colouring:
            self._colouring = colouring
            self.changed.emit()

    @property
    def element_colouring(self) -> ElementColouring:
        """What the colours of elements of arrays mean."""
        return self._element_colouring

    @element_colouring.setter
    def element_colouring(self, colouring: ElementColouring) -> None:
        if colouring is not self._element_colouring:
            self._element_colouring = colouring
            self.changed.emit()

    @property
    def heat(self) -> Heat:
        """What the bars beside the source show."""
        return self._heat

    @heat.setter
    def heat(self, heat: Heat) -> None:
        if heat is not self._heat:
            self._heat = heat
            self.changed.emit()

    @property
    def level(self) -> LevelName | None:
        """On which level the source is shown; None: as the kernel is written that runs."""
        return self._level

    @property
    def level_of(self) -> LevelOf:
        """What PTX and SASS are made of."""
        return self._level_of

    def show_level(self, level: LevelName | None, of: LevelOf) -> None:
        """Show the source on another level, or what a compiler made of another source."""
        if (level, of) != (self._level, self._level_of):
            self._level, self._level_of = level, of
            self.changed.emit()

    @property
    def level_beside(self) -> bool:
        """Whether another level stands beside the source that runs, and not in its place."""
        return self._level_beside

    @level_beside.setter
    def level_beside(self, beside: bool) -> None:
        if beside != self._level_beside:
            self._level_beside = beside
            self.changed.emit()

    @property
    def plays(self) -> bool:
        """Whether a launch is played when it has been run."""
        return self._plays

    @plays.setter
    def plays(self, plays: bool) -> None:
        if plays != self._plays:
            self._plays = plays
            self.changed.emit()

    @property
    def all_panels(self) -> bool:
        """Whether windows show every panel, or few until something is chosen or asked for."""
        return self._all_panels

    @all_panels.setter
    def all_panels(self, every: bool) -> None:
        if every != self._all_panels:
            self._all_panels = every
            self.changed.emit()

    @property
    def beside_cpu(self) -> bool:
        """Whether devices are drawn to scale with a CPU."""
        return self._beside_cpu

    @beside_cpu.setter
    def beside_cpu(self, beside: bool) -> None:
        if beside != self._beside_cpu:
            self._beside_cpu = beside
            self.changed.emit()
