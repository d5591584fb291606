"""The kernel on another level than it is written in: read here, or made by a compiler in a worker.

Made with the first look at a level.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPoint

from gpuviz.engines.source_levels import (
    LANGUAGES,
    CompiledLevels,
    Language,
    LaunchedKernel,
    SourceLevel,
    cuda_level,
    python_level,
)
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo
from gpuviz.scene.source.level_names import COMPILED, TITLES, LevelName, LevelOf
from gpuviz.scene.source.levels import ShownLevel, line_words, shown_level, space_words, unit_words
from gpuviz.session.session import Session
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.ui.find_line import FindLine
from gpuviz.ui.source.level_view import LevelView
from gpuviz.ui.source.panel import SourcePanel
from gpuviz.worker.jobs import ReadCompiledLevels

MOST_WORKED_OUT = 6  # PTX and SASS of both languages, and the other source

RECORDED = Message(
    "levels.recorded",
    "A recording holds the source of its kernel and no program: gpuviz runs nothing of a recording"
    " but in its emulator, and Numba would have to run the file to compile it. Open the kernel's"
    " file to see it on this level.",
)
RECORDED_ALONE = Message(
    "levels.recorded-alone",
    "A recording holds the text that ran and no other one. Open the kernel's file to see it on this"
    " level.",
)
NOT_RUN = Message(
    "levels.not-run",
    "Compiling a kernel runs the code of its file, to which nobody has agreed yet: run it first.",
)

NOT_LAUNCHED = Message(
    "levels.not-launched",
    "A pipeline has PTX and SASS for each of its launches: run it first.",
)


@dataclass(frozen=True, slots=True)
class LevelSubject:
    """What is shown of which kernel; without an operation it is that of a recording."""

    operation: OperationInfo | None
    own: Language  # what runs is written in
    level: LevelName
    of: LevelOf  # what PTX and SASS are made of
    launched: LaunchedKernel | None = None  # of a pipeline


class LevelController(QObject):
    """Fills the view of a level, and ties it to the source view."""

    menuWanted: TypedSignal[[int, QPoint]] = signal(int, object)

    def __init__(self, session: Session, panel: SourcePanel) -> None:
        super().__init__(panel)
        self._session, self._panel = session, panel
        self._source = panel.view
        self.view = LevelView(panel.view.theme)
        self._subject: LevelSubject | None = None
        self._read: dict[LevelName, SourceLevel] = {}
        self._worked_out: list[tuple[SourceLevel, ShownLevel]] = []  # of one kernel
        self._chosen: int | None = None
        self._playing: int | None = None
        self._find: FindLine | None = None
        panel.put_level_view(self.view)
        session.launcher.levels.changed.connect(self.refresh)
        self.view.lineChosen.connect(self._choose)
        self.view.lineHovered.connect(self._hover)
        self.view.menuWanted.connect(self.menuWanted.emit)
        self.view.findWanted.connect(self.find)
        self._source.currentLineChanged.connect(self._follow_cursor)
        self._source.lineHovered.connect(self._hover)

    def show_kernel(self, subject: LevelSubject, hazard_lines: Iterable[int]) -> None:
        """Another kernel, another launch of it, or another level."""
        if self._subject is None or _kernel_of(subject) != _kernel_of(self._subject):
            self._read, self._worked_out = {}, []
            self._set_chosen(None)
            self.view.show_level(ShownLevel(subject.level, ()), "")
        self._subject = subject
        self.view.show_hazards(hazard_lines)
        self.refresh()

    def show_playing(self, line: int | None) -> None:
        """Light what stands for the line that plays."""
        self._playing = line
        self.view.show_playing(line)
        self._show_line()

    def find(self) -> None:
        """Search in the level that is shown."""
        if self._find is None:
            self._find = FindLine(self.view, tr("Find in this level"))
            self._panel.put_find_line(self._find)
        self._find.open()

    def refresh(self) -> None:
        """Show what is wanted, as far as it is known."""
        subject = self._subject
        if subject is None:
            return
        level = subject.level
        spoken = tr("Source as {level}").format(level=TITLES[level])
        found = self._compiled() if level in COMPILED else self._written(level)
        if isinstance(found, SourceLevel):
            self.view.show_level(self._shown(found, subject.own), spoken)
            self._panel.show_level_notice("")
            if self._find is not None:
                self._find.search_again()
        elif found is not None:
            self._panel.show_level_notice(say(found))
        self._show_facts()

    def _shown(self, level: SourceLevel, own: Language) -> ShownLevel:
        """A level as it is shown, worked out once."""
        known = next((one for of, one in self._worked_out if of is level), None)
        if known is None:
            known = shown_level(level, own)
            self._worked_out = [*self._worked_out[1 - MOST_WORKED_OUT :], (level, known)]
        return known

    # -- where levels come from -------------------------------------------------------------------

    def _written(self, level: LevelName) -> SourceLevel | Message:
        """A level that somebody has written: it is read here, without running anything."""
        assert self._subject is not None
        if level not in self._read:
            try:
                self._read[level] = _level_of_file(self._subject, level)
            except GpuvizError as error:
                return error.message
        return self._read[level]

    def _compiled(self) -> SourceLevel | Message | None:
        """A level that a compiler makes; None: nothing is said yet."""
        assert self._subject is not None
        level, of = self._subject.level, self._subject.of
        job, reader = self._job(), self._session.launcher.levels
        if job is None:
            return RECORDED
        if self._subject.launched is None and job.request.config is None:
            return NOT_LAUNCHED
        if of not in job.languages:
            return NOT_RUN
        reader.ask(job)
        found = reader.known(job)
        if isinstance(found, CompiledLevels):
            return _found_in(found, level, of)
        return self._compiling() if found is None and reader.lingers else found

    def _job(self) -> ReadCompiledLevels | None:
        """What makes PTX and SASS of the kernel that is shown; None: it is a recording's."""
        launch = self._session.launch
        operation = None if self._subject is None else self._subject.operation
        shown = launch.shown
        if operation is None or launch.recording is not None:
            return None
        is_shown = shown is not None and shown.choice.operation == operation
        choice = shown.choice if shown is not None and is_shown else launch.choice
        request = replace(choice.request(0), operation=operation.path)
        may_run = launch.may_run(operation)
        languages = LANGUAGES if may_run else ("cuda",)
        launched = None if self._subject is None else self._subject.launched
        return ReadCompiledLevels(request, languages, launched)

    def _compiling(self) -> Message:
        job = self._job()
        template = "The kernel is compiled for compute capability {cc} .."
        values = {"cc": "" if job is None else job.request.device.cc}
        return Message("levels.compiling", template, values)

    # -- the line that is chosen ------------------------------------------------------------------

    def _choose(self, line: int | None) -> None:
        """Choose a line from the level that is shown."""
        self._set_chosen(line)

    def _follow_cursor(self) -> None:
        """A line of the source has been chosen."""
        if self._source.hasFocus():
            self._set_chosen(self._source.current_line)

    def _set_chosen(self, line: int | None) -> None:
        if line == self._chosen:
            return
        self._chosen = line
        self.view.show_chosen(line)
        self._source.show_chosen_line(line)
        self._show_line()

    def _hover(self, line: int | None) -> None:
        self.view.show_hovered(line)
        self._source.show_hovered_line(line)

    def _show_facts(self) -> None:
        """What the kernel takes, and what has become of a line."""
        sass = self._sass()
        is_compiled = self._subject is not None and self._subject.level in COMPILED
        if sass is None or not is_compiled:
            self._panel.show_level_facts("")
            return
        self._panel.show_level_facts(f"{space_words(sass)}\n{unit_words(sass.lines)}")
        self._show_line()

    def _show_line(self) -> None:
        """What has become of the line that is chosen, or else of the one that plays."""
        sass, line = self._sass(), self._chosen or self._playing
        if sass is None or line is None or self._subject is None:
            self._panel.show_line_facts("")
            return
        words = line_words(sass, line, self._subject.own)
        self._panel.show_line_facts(words)

    def _sass(self) -> SourceLevel | None:
        """The machine code that is shown, or whose PTX is; None while nobody has made it."""
        job, subject = self._job(), self._subject
        found = None if job is None else self._session.launcher.levels.known(job)
        if subject is None or not isinstance(found, CompiledLevels):
            return None
        return found.find("sass", subject.of) if subject.of in found.languages else None


def _found_in(found: CompiledLevels, level: LevelName, of: LevelOf) -> SourceLevel | Message:
    try:
        return found.find(level, of)
    except GpuvizError as error:
        return error.message


def _kernel_of(subject: LevelSubject) -> object:
    return subject.operation, subject.launched


def _level_of_file(subject: LevelSubject, level: LevelName) -> SourceLevel:
    """Raises GpuvizError where there is none."""
    operation = subject.operation
    if operation is None:
        raise GpuvizError(RECORDED_ALONE)
    if level == "cuda":
        return cuda_level(operation, subject.launched)
    return python_level(operation)
