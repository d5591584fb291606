"""Files that are dropped on parts of the window: what they will do is seen while they hover."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.override import qt_override

LOW_PX = 100  # a place under this height has no room beside the sentence


class DropFrame(QFrame):
    """A frame around the place where a file will land, with a sentence of what it will do."""

    def __init__(self, place: QWidget) -> None:
        super().__init__(place)
        self._place = place
        self.setObjectName("drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = PlainLabel()
        self.words.setObjectName("dropWords")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.words)
        self.hide()

    def tell(self, words: str) -> None:
        """Stand around the whole place, in front of what is in it; a low one is covered."""
        is_low = self._place.height() < LOW_PX
        centred = Qt.AlignmentFlag.AlignCenter
        self._column.setAlignment(self.words, Qt.AlignmentFlag(0) if is_low else centred)
        self.words.setText(words)
        self.setGeometry(self._place.rect())
        self.show()
        self.raise_()


class FileTarget:
    """Goes before QWidget among the bases of a widget that takes files.

    They are read where they are, whatever the program that they come from proposes: one that heard
    "moved" would delete them.
    """

    _drop_frame: DropFrame | None = None

    def file_to_take(self, data: QMimeData) -> Path | None:
        """The file of a drop that is taken; None: it is for somebody else."""
        raise NotImplementedError

    def drop_words(self, path: Path) -> str:
        """What dropping the file does."""
        raise NotImplementedError

    def take_file(self, path: Path) -> None:
        """It was dropped."""
        raise NotImplementedError

    @property
    def drop_frame(self) -> DropFrame:
        """What is seen while a file hovers."""
        if self._drop_frame is None:
            assert isinstance(self, QWidget)
            self._drop_frame = DropFrame(self)
        return self._drop_frame

    @qt_override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Shows what will become of the file."""
        path = self._accept(event)
        if path is not None:
            self.drop_frame.tell(self.drop_words(path))

    @qt_override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """It is taken anywhere in the widget."""
        self._accept(event)

    @qt_override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It goes elsewhere."""
        self.drop_frame.hide()

    @qt_override
    def dropEvent(self, event: QDropEvent) -> None:
        """Takes the file."""
        self.drop_frame.hide()
        path = self._accept(event)
        if path is not None:
            if event.dropAction() != Qt.DropAction.CopyAction:  # which is not offered
                event.setDropAction(Qt.DropAction.IgnoreAction)
            self.take_file(path)

    def _accept(self, event: QDropEvent) -> Path | None:
        path = self.file_to_take(event.mimeData())
        if path is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        return path


class LineField(QLineEdit):
    """A line to type in; a file that is dropped on it is for what is around it."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setAcceptDrops(False)


def files_in(data: QMimeData) -> Iterator[Path]:
    """The files of this machine that a drop brings."""
    return (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
