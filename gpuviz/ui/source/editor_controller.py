"""From typing to a launch: what is edited, saved, run, kept and said of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpuviz.atomic_file import write_whole
from gpuviz.messages import GpuvizError, Message, RequestRefused, reason_of
from gpuviz.operation import (
    OperationInfo,
    describe_runnable,
    describe_runnable_text,
    is_in_gallery,
)
from gpuviz.operation.gallery import is_twin_of_gallery
from gpuviz.ordinary_file import CUDA_C_SUFFIX, ending
from gpuviz.plugins import plugin_of
from gpuviz.scene.launch.notes import error_words
from gpuviz.scene.source.typed_language import language_of
from gpuviz.scene.theme import Theme
from gpuviz.session.edited_file import EditedFile
from gpuviz.session.original import OriginalComparison
from gpuviz.session.scratch import (
    bring_what_is_missing,
    is_kept,
    is_scratch,
    new_file,
    original_of,
    scratch_folder,
    scratch_of,
)
from gpuviz.session.session import Session
from gpuviz.texts import say, told, tr
from gpuviz.ui import dialogs
from gpuviz.ui.source.editor_panel import EditorPanel
from gpuviz.ui.source.panel import SourcePanel

LOOK_MS = 400  # after the last key: what is typed is read, and with Live run


class EditorController(QObject):
    """Edits the file of what is chosen; a gallery kernel's as a copy.

    The file on the disk is the last text that was saved or run. What is typed since is in its
    recovery copy within a second. What Python or gpuviz cannot read is neither saved by running nor
    run.
    """

    editingChanged = Signal()
    checkWanted = Signal()  # instead of a run: the file answers a puzzle
    said = Signal(str)

    def __init__(
        self, window: QWidget, session: Session, source: SourcePanel, theme: Theme
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._source = window, session, source
        self._launch = session.launch
        self._folder = scratch_folder()
        self._file: EditedFile | None = None
        self._is_scratch = False
        self._is_ours = False  # a scratch copy, of which no other program has written a word
        self._was_typed = False  # the text is another one than the file's
        self._is_asked = False  # which of two texts counts, this one or another program's
        self._ran = ""  # the text that was launched last
        self._problem: GpuvizError | None = None  # of the text, by reading it
        self._shown: GpuvizError | None = None
        self.graded: Path | None = None  # the file that Ctrl+Enter checks, as it answers a puzzle
        self._left: set[Path] = set()  # files that this window has left with changes
        self.panel = EditorPanel(theme)
        self.panel.setParent(source)  # which ends with the window, shown or not
        self.panel.hide()
        self._editor = self.panel.editor
        self._originals = OriginalComparison(session, self)
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._looking.timeout.connect(self.look_at_text)
        self._connect()

    @property
    def editing(self) -> bool:
        """Whether the editor stands where the source does."""
        return self._source.is_editing

    @property
    def path(self) -> Path | None:
        """The file that is edited, or was last."""
        return None if self._file is None else self._file.path

    @property
    def unsaved(self) -> bool:
        """Whether the text is not what the file says."""
        return self._file is not None and self._editor.text != self._file.text

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.panel.set_theme(theme)

    def toggle(self) -> None:
        """Edit what is watched, or watch what is edited."""
        if self.editing:
            self.watch()
        else:
            self.edit()

    def edit(self) -> None:
        """Open the file of what is chosen, where its kernel begins."""
        chosen = self._launch.choice.operation
        try:
            path = scratch_of(chosen, self._folder) if is_kept(chosen) else chosen.path
            is_other = path != self.path
            if is_other:
                self._open(path)
        except GpuvizError as error:
            dialogs.tell_error(self._window, error)
            self.editingChanged.emit()
            return
        self._session.launcher.prepare_versions()
        self._editor.setFont(self._source.view.font())
        self._source.show_editor(self.panel)
        self.editingChanged.emit()
        if is_other:
            self._go_to_kernel(chosen)
        elif self.unsaved:
            self._looking.start()
        self.take_keys()
        if chosen.path != path:
            self._choose()

    def begin_file(self, name: str) -> None:
        """Begin a file with the text that one of that name has at first; it runs at once."""
        try:
            path = new_file(name, self._folder)
            operation = describe_runnable(path)
        except GpuvizError as error:
            dialogs.tell_error(self._window, error)
            return
        self._launch.trust_text(path, operation.source)
        self._session.recent.add(path)
        self._launch.pick_operation(operation)
        self.edit()

    def edit_file(self, path: Path) -> None:
        """Open a file, whatever is chosen, at what is wrong in it, or where its kernel begins.

        Raises RequestRefused.
        """
        if path != self.path:
            self._open(path)
        self._editor.setFont(self._source.view.font())
        self._source.show_editor(self.panel)
        self.editingChanged.emit()
        operation = self._read()
        self._show_error()
        place = None if self._shown is None else self._shown.place
        if place is not None and Path(place.file) == path:
            self._editor.go_to(place.line)
        elif operation is not None:
            self._editor.go_to_top(operation.kernel_line)
        self.take_keys()

    def take_to_check(self) -> str:
        """What is typed, saved as it is: a grader says what is wrong with it."""
        self._looking.stop()
        can_save = self._look_at_disk()
        text = self._editor.text
        if can_save and self._write(text):
            self._ran = text
        self._read()
        self._show_error()
        return text

    def apply(self, text: str) -> None:
        """Edit, with this in the place of the whole text, as if it were typed."""
        if not self.editing:
            self.edit()
        if self.editing:
            self._editor.change_text(text)

    def watch(self) -> None:
        """The source of what runs again; what is typed stays."""
        if not self.editing:
            return
        had_draft = self._session.chosen_file.has_draft
        self._source.show_view()
        self.editingChanged.emit()
        if had_draft and self._file is not None:  # what is watched is what the file says
            self._launch.set_draft(self._file.path, None)
            self._ran = self._file.text or ""
            self._session.chosen_file.take_changed()

    def run(self) -> None:
        """Save what is typed and launch it, unless it cannot be read: then that is said."""
        if self._save_to_run() is not None:
            self._session.run()

    def save(self) -> None:
        """Save what is typed, whatever it is."""
        if self._file is None:
            return
        if not self._look_at_disk():
            self.take_keys()
        elif self._write(self._editor.text):
            self.said.emit(tr("{file} is saved.").format(file=self._file.path.name))

    def ask_save_as(self) -> None:
        """Ask for a file of one's own, which is edited from then on."""
        path, _ = self._seen
        is_c = ending(path) == CUDA_C_SUFFIX
        kinds = tr("Kernel file in CUDA C (*.cu)") if is_c else tr("Kernel file (*.py)")
        dialogs.ask_new_file(self._window, tr("Save as"), kinds, path.stem, self.save_as)

    def save_as(self, path: Path) -> None:
        """Write what is typed, or else watched, to another file, and go on with that one.

        What a kernel that came with gpuviz reads from its own folder goes along.
        """
        (before, text), chosen = self._seen, self._launch.choice.operation
        was_editing, line = self.editing, self._editor.line
        is_watched = before == chosen.path and is_kept(chosen)
        original = chosen if is_watched else original_of(before, self._folder)
        try:
            _check_new(path, before)
            write_whole(path, text)
            if original is not None:
                bring_what_is_missing(original, path.parent)
            if was_editing and self._file is not None:
                self._file.forget_copy()
            self._open(path)
        except OSError as error:
            words = tr("{file} cannot be written: {reason}.")
            reason = told(reason_of(error))
            dialogs.tell(self._window, tr("Not saved"), words.format(file=path, reason=reason))
            return
        except GpuvizError as error:
            dialogs.tell(self._window, tr("Not saved"), say(error.message))
            return
        self._session.recent.add(path)
        self.said.emit(tr("{file} is saved.").format(file=path.name))
        if was_editing:
            self._editor.go_to(line)
        else:
            self.edit_file(path)
        operation = self._read()
        self._show_error()
        if operation is not None:
            self._launch.take_operation(operation)

    @property
    def _seen(self) -> tuple[Path, str]:
        """The file that is edited, or else watched, and its text as it stands here."""
        if self.editing and self._file is not None:
            return self._file.path, self._editor.text
        chosen = self._launch.choice.operation
        return chosen.path, chosen.file_text

    def compare(self) -> None:
        """Show what is typed beside the gallery kernel that it began as."""
        chosen = self._launch.choice.operation
        path = self.path if self.editing else chosen.path
        original = None if path is None else original_of(path, self._folder)
        if original is None:
            self.said.emit(tr("Only a copy of a gallery kernel has an original: edit one first."))
            return
        edited = self._save_to_run() if path == self.path else chosen
        if edited is not None:
            self._originals.begin(original, edited)

    def look_at_text(self) -> None:
        """Read what is typed, and with Live run it; so it does a moment after the last key.

        A copy that gpuviz has made is saved; a file of one's own only when somebody asks for that.
        A script runs only when it is asked to: half of one may do what nobody wants.
        """
        text, operation = self._editor.text, self._read()
        self._show_error()
        if operation is None or text == self._ran or not self._launch.live or operation.is_script:
            return
        if not self._may_run(operation) or not self._look_at_disk():
            return
        if self._is_scratch and not self._write(text):
            return
        if self.unsaved:
            self._launch.set_draft(operation.path, text)
        self._ran = text
        self._take(operation)
        self._launch.run()

    def close(self) -> None:
        """Nothing that was typed is lost with the window."""
        self._looking.stop()
        self._session.chosen_file.has_draft = False
        if self._file is not None:
            self._file.close()

    def _connect(self) -> None:
        editor, launch = self._editor, self._launch
        self.editingChanged.connect(self._show_state)
        editor.edited.connect(self._take_edit)
        editor.runWanted.connect(self._run_or_check)
        editor.saveWanted.connect(self.save)
        editor.leaveWanted.connect(self._escape)
        self.panel.run.clicked.connect(self.run)
        self.panel.save.clicked.connect(self.save)
        self.panel.compare.clicked.connect(self.compare)
        launch.operationChanged.connect(self._follow_operation)
        launch.stateChanged.connect(self._follow_launch)
        launch.resultReady.connect(self._follow_launch)

    def _run_or_check(self) -> None:
        if self.graded is not None and self.graded == self.path:
            self.checkWanted.emit()
        else:
            self.run()

    def _open(self, path: Path) -> None:
        """Begin with another file; of the one before everything typed is kept."""
        opened = EditedFile(path, self)
        if self._file is not None:
            if self.unsaved:
                self._left.add(self._file.path)
            self._launch.set_draft(self._file.path, None)
            self._file.close()
            self._file.deleteLater()
        self._file = opened
        self._is_scratch = self._is_ours = is_scratch(path, self._folder)
        opened.diskChanged.connect(self._take_disk)
        opened.keepingFailed.connect(self._say)
        self._problem = self._shown = None
        self._was_typed = self._is_asked = False
        self.panel.offer.hide()
        self.panel.show_wrong("")
        self.panel.compare.setVisible(original_of(path, self._folder) is not None)
        self._editor.setReadOnly(False)
        text, recovered = opened.text or "", opened.recovered()
        self._editor.show_text(text, language_of(path))
        self._ran = text
        if self._is_scratch:
            self._launch.trust_text(path, text)
        if recovered is not None and path in self._left:
            self._editor.replace_text(recovered)
            self._take_edit()
        elif recovered is not None:
            self._offer_recovered(recovered)
        self._show_state()

    def _offer_recovered(self, recovered: str) -> None:
        """Nothing can be typed before it is answered: that would be kept in its place."""
        assert self._file is not None
        words = tr(
            "gpuviz ended before {file} was saved. Take what was typed then, or leave the file as"
            " it is?"
        )
        self._editor.setReadOnly(True)
        self.panel.offer.offer(
            words.format(file=self._file.path.name),
            (tr("Take it"), lambda: self._answer_recovered(recovered)),
            (tr("Leave it"), lambda: self._answer_recovered(None)),
        )

    def _answer_recovered(self, recovered: str | None) -> None:
        assert self._file is not None
        self._editor.setReadOnly(False)
        self._editor.setFocus()
        if recovered is None:
            self._file.forget_copy()
        else:
            self._editor.replace_text(recovered)
            self._take_edit()

    def take_keys(self) -> None:
        """The editor has the keyboard, or the question that comes first."""
        asked = self._is_asked or self._editor.isReadOnly()
        (self.panel.offer.first if asked else self._editor).setFocus()

    def _go_to_kernel(self, chosen: OperationInfo) -> None:
        """Where the kernel begins by the text; where it cannot be read, as it is chosen."""
        operation = self._read()
        line = chosen.kernel_line if operation is None else operation.kernel_line
        self._editor.go_to_top(min(line, self._editor.blockCount()))

    def _read(self) -> OperationInfo | None:
        """What the text describes; None, and `_problem` says why, where it describes nothing."""
        assert self._file is not None
        try:
            operation = describe_runnable_text(self._file.path, self._editor.text)
        except GpuvizError as error:
            self._problem = error
            return None
        self._problem = None
        return operation

    def _choose(self) -> None:
        """Have the file that is edited chosen, and launched, if it can be read."""
        operation = self._read()
        self._show_error()
        if operation is not None:
            self._launch.take_operation(operation)
            self._launch.run()

    def _take_edit(self) -> None:
        """A key was typed, or something undone."""
        assert self._file is not None
        self._was_typed = self.unsaved
        if self.unsaved:
            self._file.keep(self._editor.text)
        else:
            self._forget_draft()
        self._show_state()
        self._looking.start()

    def _forget_draft(self) -> None:
        """The file says what counts: nothing else runs in its place, or is to be recovered."""
        assert self._file is not None
        self._launch.set_draft(self._file.path, None)
        self._file.forget_copy()

    def _may_run(self, operation: OperationInfo) -> bool:
        """Whether it runs without a question, which nobody wants to hear while typing."""
        return self._is_ours or self._launch.may_run(operation)

    def _take(self, operation: OperationInfo) -> None:
        """What is edited is chosen."""
        if self._launch.choice.operation.path != operation.path:
            self._launch.take_operation(operation)

    def _save_to_run(self) -> OperationInfo | None:
        """What is typed, saved and chosen; None where that cannot be."""
        self._looking.stop()
        if self._file is None:
            return None
        if self._editor.isReadOnly() or not self._look_at_disk():
            self.take_keys()
            return None
        text, operation = self._editor.text, self._read()
        self._show_error()
        if operation is None or not self._write(text):
            return None
        self._ran = text
        self._take(operation)
        return operation

    def _look_at_disk(self) -> bool:
        """Whether the file can be saved: not where it has to be asked whose text counts."""
        if self._file is None:
            return False
        self._file.look()
        return not self._is_asked

    def _write(self, text: str) -> bool:
        """Whether the text is in the file by now."""
        assert self._file is not None
        try:
            if text != self._file.text:
                self._file.save(text)
                self._session.chosen_file.take_own(self._file.path, text)
        except RequestRefused as error:
            dialogs.tell(self._window, tr("Not saved"), say(error.message))
            return False
        if self._is_ours:
            self._launch.trust_text(self._file.path, text)
        self._launch.set_draft(self._file.path, None)
        self._was_typed = False
        self.panel.offer.hide()
        self._show_state()
        return True

    def _take_disk(self) -> None:
        """Another program has written the file, or taken it away."""
        assert self._file is not None
        text, name = self._file.text, self._file.path.name
        self._is_asked = False
        if self._editor.isReadOnly():  # what was recovered is asked about first
            self._editor.replace_text(self._editor.text if text is None else text)
        elif text == self._editor.text:
            self._was_typed = False
            self._forget_draft()
            self.panel.offer.hide()
        elif text is None:
            self._file.keep(self._editor.text)
            words = tr("{file} is gone or cannot be read: its text is still here.")
            self.panel.offer.offer(words.format(file=name), (tr("Save it again"), self.save))
        elif self._was_typed:
            self._ask_whose(name)
        else:
            self._reload()
        self._show_state()

    def _ask_whose(self, name: str) -> None:
        """Nothing is saved before it is answered."""
        self._is_asked = True
        words = tr("Another program has changed {file}, and you have changes of your own.")
        words = words.format(file=name)
        mine, other = (tr("Keep mine"), self._keep_mine), (tr("Read it again"), self._read_again)
        self.panel.offer.offer(words, other, mine)
        if not self.editing:
            self.said.emit(words)

    def _keep_mine(self) -> None:
        self._is_asked = False
        self._editor.setFocus()
        self._show_state()

    def _read_again(self) -> None:
        self._reload()
        self._session.chosen_file.take_changed()
        self._editor.setFocus()

    def _reload(self) -> None:
        """Take what another program has written; a change that can be undone."""
        assert self._file is not None
        self._is_ours = self._was_typed = self._is_asked = False
        self.panel.offer.hide()
        self._editor.replace_text(self._file.text or "")
        self._forget_draft()
        self._show_state()
        if self._launch.choice.operation.path == self._file.path:
            self._ran = self._editor.text  # ChosenFile has it run
        self._looking.start()

    def _show_state(self) -> None:
        if self._file is None:
            return
        name, is_chosen = self._file.path.name, self._launch.choice.operation.path == self.path
        self._session.chosen_file.has_draft = self.editing and is_chosen and self._was_typed
        words = tr("{file}, not saved") if self.unsaved else tr("{file}, saved")
        self.panel.state.show_words(words.format(file=name))

    def _say(self, message: Message) -> None:
        self.said.emit(say(message))

    def _escape(self) -> None:
        """Esc ends what runs, then the editing."""
        launcher = self._session.launcher
        if launcher.grading.busy:
            launcher.grading.cancel()
        elif launcher.busy:
            self._launch.cancel()
        else:
            self.watch()

    def _follow_operation(self) -> None:
        """Another operation was picked: its source is watched."""
        chosen = self._launch.choice.operation.path
        if chosen not in (self.path, self._originals.original):
            self.watch()
        self._show_state()

    def _follow_launch(self) -> None:
        if self._problem is None:
            self._show_error()

    def _show_error(self) -> None:
        """What reading says, else what came of the launch."""
        error = self._problem or self._launch_error()
        if error is not None and error is self._shown and not self._editor.error_is_touched:
            return  # typing may have moved its line, and the mark with it
        self._shown = error
        if error is None:
            self._editor.clear_error()
            self.panel.show_wrong("")
            return
        self.panel.show_wrong(error_words(error))
        place = error.place
        if place is None or Path(place.file) != self.path:
            self._editor.clear_error()
        else:
            self._editor.show_error(place.line, place.column, say(error.message))

    def _launch_error(self) -> GpuvizError | None:
        """What came of the launch, for as long as the line that it names is as it was."""
        chosen, error = self._launch.choice.operation, self._launch.error
        if chosen.path != self.path:
            return None
        is_kept = error is self._shown and not self._editor.error_is_touched
        return error if is_kept or chosen.file_text == self._editor.text else None


def _check_new(path: Path, before: Path) -> None:
    """Raises RequestRefused for what no kernel is saved to: it stays in its language."""
    suffix = ending(before)
    if ending(path) != suffix:
        template = "'{file}' is no kernel file of this language: its name has to end in {suffix}."
        values = {"file": str(path), "suffix": suffix}
        raise RequestRefused(Message("editor.suffix", template, values))
    if plugin_of(path) is not None:
        template = "What a plugin brings stays as it came: save {file} in another folder."
        raise RequestRefused(Message("editor.plugin", template, {"file": path.name}))
    if is_in_gallery(path) or is_twin_of_gallery(path):
        template = "The gallery stays as it came: save {file} in another folder."
        raise RequestRefused(Message("editor.gallery", template, {"file": path.name}))
