"""Puzzles in the window: opens one in the editor, has answers graded, shows what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from gpuviz.engines.grading import Grading, GradingRequest
from gpuviz.lesson.puzzle import Puzzle, find_puzzle, list_puzzles
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo, describe_text
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.puzzles import OpenPuzzle, PuzzleState
from gpuviz.session.scratch import puzzle_copy, scratch_folder
from gpuviz.session.session import Session
from gpuviz.session.wrong_element import go_to_wrong
from gpuviz.texts import say
from gpuviz.trace.source import Language
from gpuviz.ui import dialogs
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.languages import spoken_language
from gpuviz.ui.present import PresentController
from gpuviz.ui.puzzles.chooser import PuzzleChooser
from gpuviz.ui.puzzles.solution import SolutionDialog
from gpuviz.ui.puzzles.strip import PuzzleStrip
from gpuviz.ui.puzzles.words import HAZARDS, puzzle_words

if TYPE_CHECKING:
    from gpuviz.ui.source.editor_controller import EditorController

CANCELLED = Message("puzzle.cancelled", "The check was ended before it knew anything.")


class PuzzleController(QObject):
    """At most one puzzle is open; the session knows which."""

    said = Signal(str)  # for the status bar
    openChanged = Signal()  # a puzzle was opened or left
    solved = Signal(str)  # the key of a puzzle

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        editor: Callable[[], EditorController],
        arrangement: Arrangement,
        present: PresentController,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._make_editor = window, session, editor
        self._arrangement, self._present, self._theme = arrangement, present, theme
        self._state: PuzzleState = session.puzzle
        self._grader = session.launcher.grading
        self._number = 0  # of the newest grading
        self._waits = False  # for what comes of it
        self._goes_back = False  # once it is solved
        self.strip = PuzzleStrip(theme)
        window.addToolBarBreak()
        window.addToolBar(self.strip)
        self.chooser: PuzzleChooser | None = None
        self.dialog: SolutionDialog | None = None
        self._fitting = CoalescedCall(self, self._fit)
        self._connect()

    @property
    def open_puzzle(self) -> OpenPuzzle | None:
        """The puzzle that is open."""
        return self._state.open

    def open_list(self) -> None:
        """All puzzles, to choose one."""
        if self.chooser is None:
            self.chooser = PuzzleChooser(self._window, self._theme)
            self.chooser.destroyed.connect(self._forget_chooser)
            self.chooser.chosen.connect(self.open_named)
            self.chooser.languageChosen.connect(self._write_in)
        self._fill_chooser()
        self.chooser.open()

    def open_named(self, name: str) -> None:
        """Open the puzzle of a name, in the language that was chosen last, if it has that."""
        try:
            puzzle = find_puzzle(name, spoken_language())
            if self._state.written_in == "cuda-c" and puzzle.has_c:
                puzzle = puzzle.in_language("cuda-c", spoken_language())
            self.open(puzzle)
        except GpuvizError as error:
            dialogs.tell_error(self._window, error)

    def change_language(self) -> None:
        """The open puzzle in the other language; what was written in this one stays."""
        known = self._state.open
        if known is not None:
            is_c = known.puzzle.written_in == "cuda-c"
            self._write_in("python" if is_c else "cuda-c")
            self.open_named(known.puzzle.called)

    def open(self, puzzle: Puzzle) -> None:
        """Put the student's file into the editor, and its task above. Raises RequestRefused."""
        name = puzzle.key if puzzle.plugin else puzzle.name
        file = puzzle_copy(name, puzzle.start, scratch_folder())
        self._cancel()
        self._state.open = OpenPuzzle(puzzle, file)
        self._editor.graded = file
        self._session.breakpoints.pop(str(file), None)
        self._editor.edit_file(file)
        self._session.launch.pick_operation(describe_text(file, puzzle.start.source))
        self._show()
        self.openChanged.emit()

    def solve(self, name: str) -> None:
        """Have a puzzle done, for a lesson that shows it, and go back there."""
        self.open_named(name)
        if self._state.open is not None:
            self._session.answers.see_solution(self._state.open.puzzle)
            self._take_solution()
            self._goes_back = True
            self.check()

    def take_up(self) -> None:
        """Go on where the session stands, in the language of this window."""
        known = self._state.open
        if known is None:
            return
        try:
            puzzle = find_puzzle(known.puzzle.called, spoken_language(), known.puzzle.written_in)
        except GpuvizError:  # a folder of one's own
            puzzle = known.puzzle
        self._state.open = replace(known, puzzle=puzzle, mistake=None)
        self._editor.graded = known.file
        self._editor.edit_file(known.file)
        self._show()
        self.openChanged.emit()

    def leave(self) -> None:
        """Back to the window alone; what was written stays in its file."""
        self._cancel()
        if self._state.open is not None:
            self._state.open, self._editor.graded = None, None
        self._show()
        self.openChanged.emit()

    def check(self) -> None:
        """Have what is typed graded."""
        known = self._state.open
        if known is None:
            return
        if self._editor.path != known.file or not self._editor.editing:
            self._editor.edit_file(known.file)
        text = self._editor.take_to_check()
        self._number += 1
        device = self._session.launch.emulated_device
        self._state.open = replace(known, grading=None, mistake=None, error=None)
        self._waits = True
        self._grader.ask(known.puzzle.request(self._number, known.file, text, device))
        self._show()

    def hint(self) -> None:
        """One more."""
        known = self._state.open
        if known is not None:
            hints = min(known.hints + 1, len(known.puzzle.texts.hints))
            self._state.open = replace(known, hints=hints)
            self._show()

    def show_solution(self) -> None:
        """A kernel that is right, beside the student's."""
        known = self._state.open
        if known is None:
            return
        self._session.answers.see_solution(known.puzzle)
        solution = known.puzzle.solution_kernel
        self.dialog = SolutionDialog(self._window, self._theme, self._own_kernel(), solution)
        self.dialog.taken.connect(self._take_solution)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def start_over(self) -> None:
        """The kernel as it was, a change that can be undone."""
        known = self._state.open
        if known is not None:
            self._editor.apply(known.puzzle.start.source)

    def next(self) -> None:
        """To the next puzzle, or back to the lesson that has sent here."""
        known = self._state.open
        if known is None:
            return
        names, name = known.puzzle.series, known.puzzle.called
        if self._in_lesson:
            self.leave()
        elif name in names[:-1]:
            self.open_named(names[names.index(name) + 1])
        else:
            self.open_list()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.strip.set_theme(theme)

    def fit(self) -> None:
        """The strip follows the window's size, and Present mode's."""
        self._fitting.ask()

    @cached_property
    def _editor(self) -> EditorController:
        """The window's, made when a puzzle is opened."""
        editor = self._make_editor()
        editor.checkWanted.connect(self.check)
        return editor

    @property
    def _in_lesson(self) -> bool:
        return self._session.lesson.playing is not None

    def _connect(self) -> None:
        strip = self.strip
        presses: tuple[tuple[object, Callable[[], None]], ...] = (
            (strip.checkWanted, self.check),
            (strip.hintWanted, self.hint),
            (strip.solutionWanted, self.show_solution),
            (strip.againWanted, self.start_over),
            (strip.nextWanted, self.next),
            (strip.listWanted, self.open_list),
            (strip.languageWanted, self.change_language),
            (strip.leaveWanted, self.leave),
        )
        for pressed, does in presses:
            pressed.connect(does)  # type: ignore[attr-defined]
        self._grader.graded.connect(self._take)
        self._grader.failed.connect(self._take_failure)
        self._grader.busyChanged.connect(self._show)
        self._session.launch.operationChanged.connect(self._follow_operation)

    def _take(self, request: GradingRequest, grading: Grading) -> None:
        known, self._waits = self._state.open, False
        if known is None or request.operation != known.file:
            return
        mistake = known.puzzle.mistake(grading, request.text)
        self._state.open = replace(known, grading=grading, mistake=mistake, error=None)
        self._show_launch(known.puzzle, request, grading)
        self._session.answers.grade(known.puzzle, request.text, grading.is_solved, known.hints)
        if grading.is_solved:
            self._state.solve(known.puzzle.key)
            if self._state.progress.problem is not None:
                self.said.emit(say(self._state.progress.problem))
            self.solved.emit(known.puzzle.base_key)
        if self._goes_back:
            self.leave()
        self._show()

    def _take_failure(self, request: GradingRequest, error: GpuvizError) -> None:
        known, self._waits = self._state.open, False
        if known is not None and request.operation == known.file:
            self._state.open = replace(known, error=error.message)
            self._show()

    def _show_launch(self, puzzle: Puzzle, request: GradingRequest, grading: Grading) -> None:
        """The launch that was graded, at the moment of what is wrong with it."""
        if grading.result is None:
            return
        try:
            operation: OperationInfo = describe_text(request.operation, request.text)
        except GpuvizError:  # the kernel can be graded, the file around it is broken
            operation = replace(puzzle.start, path=request.operation, source=request.text)
        case = request.cases[grading.case]
        choice = LaunchChoice(operation, case.size, case.block, None, "emulator", request.device)
        self._session.selection.clear()
        self._session.launch.show_graded(choice, grading.result)
        runs = self._session.runs
        runs.change_last(replace(runs.all[-1], expects_cpu=False))  # a grader times no twin
        if grading.result.wrong and grading.verdict not in HAZARDS:  # else it is posed at that
            go_to_wrong(self._session.playback, self._session.selection, grading.result.wrong[0])

    def _write_in(self, language: Language) -> None:
        """From now on puzzles are opened in a language, where they have it."""
        self._state.written_in = language
        self._fill_chooser()

    def _fill_chooser(self) -> None:
        if self.chooser is not None:
            language = self._state.written_in
            found = list_puzzles(spoken_language(), language)
            self.chooser.show_puzzles(found, self._state.solved_each, language)

    def _own_kernel(self) -> str:
        known = self._state.open
        try:
            text = self._editor.panel.editor.text
            return text if known is None else known.puzzle.kernel_of(text)
        except GpuvizError:
            return self._editor.panel.editor.text

    def _take_solution(self) -> None:
        known = self._state.open
        if known is not None:
            self._editor.apply(known.puzzle.solution)

    def _follow_operation(self) -> None:
        """Another operation was picked: the puzzle is left."""
        known = self._state.open
        chosen = self._session.launch.choice.operation.path
        if known is not None and chosen.absolute() != known.file.absolute():
            self.leave()

    def _cancel(self) -> None:
        self._waits = self._goes_back = False
        if self._grader.busy:
            self._grader.cancel()

    def _show(self) -> None:
        known = self._state.open
        self.strip.setVisible(known is not None)
        if known is not None:
            busy = self._grader.busy
            if self._waits and not busy:
                known = replace(known, error=CANCELLED)
            names, name = known.puzzle.series, known.puzzle.called
            place = names.index(name) + 1 if name in names else 1
            place_in = (place, len(names))
            self.strip.show_words(puzzle_words(known, busy, self._in_lesson, place_in))
        self.fit()

    def _fit(self) -> None:
        shown = self._state.open is not None
        self.strip.setVisible(shown)
        self.strip.fit(self._window.height())
        if not self._present.presenting:
            self._arrangement.make_room(self.strip.sizeHint().height() if shown else 0)

    def _forget_chooser(self) -> None:
        self.chooser = None

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
