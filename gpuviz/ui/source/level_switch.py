"""Which level of the kernel the source panel shows; what shows one is made with the first look."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.operation import OperationInfo
from gpuviz.scene.source.level_names import LEVELS, LevelName, LevelOf
from gpuviz.session.session import Session
from gpuviz.ui.source.panel import SourcePanel

if TYPE_CHECKING:
    from gpuviz.engines.source_levels import LaunchedKernel
    from gpuviz.trace import Trace
    from gpuviz.ui.source.level_controller import LevelController
    from gpuviz.ui.source.level_view import LevelView


class LevelSwitch(QObject):
    """Keeps the bar of the panel as the session has it, and the session as the bar is pressed."""

    menuWanted = Signal(int, object)  # for a line, at a place on the screen

    def __init__(self, session: Session, panel: SourcePanel) -> None:
        super().__init__(panel)
        self._session, self._panel = session, panel
        self._controller: LevelController | None = None
        self._operation: OperationInfo | None = None
        self._trace: Trace | None = None
        self._own: LevelOf = "python"
        self._is_recorded = False
        self._hazards: tuple[int, ...] = ()
        self._playing: int | None = None
        panel.bar.picked.connect(self._pick)
        panel.bar.ofPicked.connect(self._pick_of)
        panel.bar.besidePicked.connect(self._pick_beside)
        session.view.changed.connect(self._show)

    def show_operation(self, operation: OperationInfo, hazards: Iterable[int]) -> None:
        """An operation that has not run."""
        self._trace = None
        self._show_kernel(operation, "python" if operation.c_launch is None else "cuda", hazards)

    def show_trace(self, trace: Trace, hazards: Iterable[int]) -> None:
        """A launch, or a recording."""
        shown = self._session.launch.shown
        self._trace = trace
        own: LevelOf = "python" if trace.functions[0].language == "python" else "cuda"
        self._show_kernel(None if shown is None else shown.choice.operation, own, hazards)

    def show_playing(self, line: int | None) -> None:
        """The line of the own source that plays."""
        self._playing = line
        if self._controller is not None:
            self._controller.show_playing(line)

    @property
    def view_in_front(self) -> LevelView | None:
        """The view of another level, while it is used."""
        view = None if self._controller is None else self._controller.view
        is_used = view is not None and (view.hasFocus() or not self._panel.view.isVisible())
        return view if is_used and view is not None and view.isVisible() else None

    @property
    def current_line(self) -> int | None:
        """The line of the own source that keys are for, where that is chosen on another level."""
        view = self.view_in_front
        return view.current_line if view is not None and view.hasFocus() else None

    @property
    def level(self) -> LevelName:
        """The level that is shown."""
        wanted = self._session.view.level
        return wanted if wanted in self._offered else self._own

    @property
    def _offered(self) -> tuple[LevelName, ...]:
        """Python only where there is some; of all others it is said why they are missing."""
        has_python = self._own == "python" or (
            self._operation is not None and self._operation.twin_path is not None
        )
        return LEVELS if has_python else LEVELS[1:]

    def _launched(self) -> LaunchedKernel | None:
        """The launch of a pipeline that is on the stage."""
        from gpuviz.engines.source_levels import LaunchedKernel

        if self._trace is None or self._operation is None or not self._operation.is_pipeline:
            return None
        source, arrays = self._trace.functions[0], self._trace.arrays
        return LaunchedKernel(
            Path(source.file),
            source.name,
            tuple((one.name, one.dtype.str, len(one.shape)) for one in arrays if not one.part_of),
            tuple(self._trace.scalars.items()),
        )

    def _sources(self) -> tuple[LevelOf, ...]:
        """What PTX and SASS can be made of."""
        from gpuviz.engines.cuda_c import twin_of
        from gpuviz.engines.source_levels import python_file_of, twin_file_of

        operation, launched = self._operation, self._launched()
        if operation is None:
            return (self._own,)
        if launched is not None:
            return ("python",) if twin_of(launched.file) is None else ("python", "cuda")
        files: dict[LevelOf, Path | None] = {
            "python": python_file_of(operation),
            "cuda": twin_file_of(operation),
        }
        return tuple(of for of, file in files.items() if file is not None) or (self._own,)

    def _show_kernel(
        self, operation: OperationInfo | None, own: LevelOf, hazards: Iterable[int]
    ) -> None:
        self._operation, self._own, self._hazards = operation, own, tuple(hazards)
        self._show()

    def _show(self) -> None:
        """All as the session has it."""
        view, level = self._session.view, self.level
        is_other = level != self._own
        sources = self._sources() if is_other else (view.level_of,)
        of = view.level_of if view.level_of in sources else sources[0]
        self._panel.bar.show_level(level, of, self._offered, sources)
        self._panel.view.set_hovering(is_other and view.level_beside)
        self._panel.show_level(is_other, view.level_beside)
        if not is_other:
            self._panel.show_level_facts("")
            return
        from gpuviz.ui.source.level_controller import LevelController, LevelSubject

        if self._controller is None:
            self._controller = LevelController(self._session, self._panel)
            self._controller.menuWanted.connect(self.menuWanted)
        subject = LevelSubject(self._operation, self._own, level, of, self._launched())
        self._controller.show_kernel(subject, self._hazards)
        self._controller.show_playing(self._playing)

    def _pick(self, level: LevelName) -> None:
        view = self._session.view
        view.show_level(None if level == self._own else level, view.level_of)

    def _pick_of(self, of: LevelOf) -> None:
        self._session.view.show_level(self._session.view.level, of)

    def _pick_beside(self, beside: bool) -> None:
        self._session.view.level_beside = beside
