"""The few dialogs of the window; none of them blocks, each calls back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileInfo, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QFileIconProvider,
    QHeaderView,
    QLabel,
    QMessageBox,
    QWidget,
)

from gpuviz import __version__
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo
from gpuviz.texts import rich, say, tr
from gpuviz.ui.labels import only_ours
from gpuviz.ui.override import qt_override

FILE_DIALOG_PX = (860, 520)
NOT_IN_NAMES = re.compile(r"[^\w.-]+")


class FileDialog(QFileDialog):
    """The system's dialog for a file, or Qt's where there is none: with room for its columns, and
    in the window's language, of which Qt's own translation leaves some words out.
    """

    def __init__(self, parent: QWidget, title: str, kinds: str) -> None:
        super().__init__(parent, title, filter=kinds)
        self._file_kinds = _FileKinds()  # Qt does not keep it
        self.setIconProvider(self._file_kinds)
        self.setLabelText(QFileDialog.DialogLabel.LookIn, tr("Look in:"))
        self.setLabelText(QFileDialog.DialogLabel.FileType, tr("Files of type:"))
        self.resize(*FILE_DIALOG_PX)
        for header in self.findChildren(QHeaderView):
            for column in range(1, header.count()):
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)


class _FileKinds(QFileIconProvider):
    """What is written about a file in the column of its type."""

    @qt_override
    def type(self, info: QFileInfo) -> str:
        """ "Folder", or what a file is by its name."""
        if info.isDir():
            return tr("Folder")
        suffix = info.suffix()
        return tr("{suffix} file").format(suffix=suffix) if suffix else tr("File")


def ask_file(parent: QWidget, opened: Callable[[Path], object]) -> None:
    """Ask for a kernel file, a recording, a lesson, a device file, or numbers for an array."""
    kinds = tr("Kernel files, recordings, lessons, device files (*.py *.cu *.gpuviz *.md *.toml)")
    kinds += ";;" + tr("Numbers (*.csv *.txt *.tsv *.npy)")
    _ask_existing(parent, tr("Open a file of your own"), kinds, opened)


def ask_numbers(parent: QWidget, opened: Callable[[Path], object]) -> None:
    """Ask for a file of numbers."""
    kinds = tr("Numbers (*.csv *.txt *.tsv *.npy)")
    _ask_existing(parent, tr("Open a file of numbers"), kinds, opened)


def ask_device_file(parent: QWidget, opened: Callable[[Path], object]) -> None:
    """Ask for a file that describes devices."""
    _ask_existing(parent, tr("Open a device file"), tr("Device files (*.toml)"), opened)


def _ask_existing(
    parent: QWidget, title: str, kinds: str, opened: Callable[[Path], object]
) -> None:
    dialog = FileDialog(parent, title, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    _open_file_dialog(dialog, opened)


def ask_new_file(
    parent: QWidget, title: str, kinds: str, name: str, chosen: Callable[[Path], object]
) -> None:
    """Ask where to save something, in the folder that was used last; `kinds` as QFileDialog wants
    its filters: "Picture (*.png)". What is in `name`, without a suffix, and may be in the name of a
    file is proposed. A file that is there is replaced only after the dialog's own question.
    """
    dialog = FileDialog(parent, title, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(_suffix(kinds))
    dialog.selectFile(f"{NOT_IN_NAMES.sub('_', name).strip('_')}.{_suffix(kinds)}")
    dialog.filterSelected.connect(lambda kind: _follow_kind(dialog, _suffix(kind)))
    _open_file_dialog(dialog, chosen)


def _follow_kind(dialog: QFileDialog, suffix: str) -> None:
    """Another kind of file was chosen: the name ends as those do."""
    before = f".{dialog.defaultSuffix()}"
    dialog.setDefaultSuffix(suffix)
    for file in dialog.selectedFiles()[:1]:
        if file.endswith(before):
            dialog.selectFile(f"{Path(file).name.removesuffix(before)}.{suffix}")


def ask_consent(parent: QWidget, operation: OperationInfo, agreed: Callable[[], object]) -> None:
    """Ask once before the host code of a user's own file runs.

    Enter, Esc and Space only show it: a key that was meant for the window runs nobody's code.
    """
    title = tr("Run the Python code of {file}?").format(
        file=(operation.twin_path or operation.path).name
    )
    words = tr(
        "To launch this kernel, gpuviz runs the file's own Python code: the one that makes its"
        " inputs and checks its result. Agree only if you know where the file comes from. Its"
        " source can be read without running it."
    )
    if operation.is_script:
        title = tr("Run {file}?").format(file=operation.path.name)
        words = tr(
            "To show its launches, gpuviz runs the whole script as Python would, on the emulator"
            " instead of a GPU: it can read and write files like any program. Agree only if you"
            " know where it comes from. Its source can be read without running it."
        )
    box = _box(parent, title, words, QMessageBox.Icon.Question)
    run = box.addButton(tr("Run it"), QMessageBox.ButtonRole.AcceptRole)
    show = box.addButton(tr("Only show it"), QMessageBox.ButtonRole.RejectRole)
    run.setAutoDefault(False)
    box.setDefaultButton(show)
    box.setEscapeButton(show)
    run.clicked.connect(lambda: agreed())
    box.open()


def tell_error(parent: QWidget, error: GpuvizError) -> None:
    """Say what is wrong with a file."""
    words = rich(say(error.message))
    if error.place is not None:
        where = tr("{file}, line {line}").format(
            file=Path(error.place.file).name, line=error.place.line
        )
        words = f"<b>{rich(where)}</b><br>{words}"
    _box(parent, tr("This file cannot be opened"), words, QMessageBox.Icon.Warning).open()


def tell(parent: QWidget, title: str, words: str) -> None:
    """Say what went wrong."""
    _box(parent, title, rich(words), QMessageBox.Icon.Warning).open()


def tell_rich(parent: QWidget, title: str, html: str) -> None:
    """Say what is wrong, in rich text."""
    _box(parent, title, html, QMessageBox.Icon.Warning).open()


def tell_about(parent: QWidget) -> None:
    """What gpuviz is."""
    words = tr(
        "Shows what a GPU does with a kernel: every block, warp, lane and memory access, with or"
        " without a GPU."
    )
    title = f"gpuviz {__version__}"
    _box(parent, title, f"<p>{words}</p><p>MIT License</p>", QMessageBox.Icon.NoIcon).open()


def _box(parent: QWidget, title: str, words: str, icon: QMessageBox.Icon) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle("gpuviz")
    box.setIcon(icon)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(f"<b>{rich(title)}</b>")
    box.setInformativeText(only_ours(words))
    for label in box.findChildren(QLabel):
        label.setOpenExternalLinks(False)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box


def _suffix(kinds: str) -> str:
    """The first of some filters: "png" of "Picture (*.png);;Drawing (*.svg)"."""
    return kinds.partition("(*.")[2].partition(")")[0]


def _open_file_dialog(dialog: FileDialog, chosen: Callable[[Path], object]) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: chosen(Path(name)))
    dialog.open()
