"""Asks for the address of a cluster, and says who is there, or in a sentence what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gpuviz.messages import Message
from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.session.remote_engine import RemoteEngine
from gpuviz.texts import say, tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import ArrowBox
from gpuviz.ui.tables import Column, RowModel, set_up_rows

if TYPE_CHECKING:
    from gpuviz.cluster.machines import ClusterWorker

SIZE = (760, 440)
EXAMPLE = "tcp://server:8786"
GPU_COLUMN = 1


class RemoteDialog(QDialog):
    """Connects and disconnects; open, it follows what becomes of that."""

    def __init__(self, remote: RemoteEngine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remote = remote
        self.setWindowTitle(tr("Remote engine"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.address, self.line = ArrowBox(), LineField()
        self.standing, self.problem = wrapped_label(), wrapped_label()
        self.workers = WorkerTable()
        self.connect_button, self.leave_button = QPushButton(), QPushButton(tr("Use this machine"))
        self.close_button = QPushButton(tr("Close"))
        self._set_up()
        self._lay_out()
        remote.changed.connect(self._show)
        self._show()

    def ask(self) -> None:
        """The button Connect, and Enter in the address."""
        address = self.address.currentText().strip()
        if address and self._remote.standing != "connecting":
            self._remote.connect_to(address)

    def _set_up(self) -> None:
        self.address.setLineEdit(self.line)
        self.address.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.address.addItems([*self._remote.addresses, *self._usual()])
        self.address.setCurrentText(self._remote.address or (*self._remote.addresses, "")[0])
        self.line.setPlaceholderText(EXAMPLE)
        for one in (self.address, self.line):  # the keyboard is in the line
            one.setAccessibleName(tr("Address"))
        tip = tr(
            "The address of a Dask scheduler (tcp:// or tls://), the file that it writes with"
            " --scheduler-file, or the word local: two workers on this machine, to try it."
        )
        self.address.setToolTip(plain_tip(tip))
        self.line.returnPressed.connect(self.ask)
        self.connect_button.clicked.connect(self.ask)
        self.connect_button.setDefault(False)
        self.connect_button.setAutoDefault(False)
        self.leave_button.setAutoDefault(False)
        self.close_button.setAutoDefault(False)
        self.leave_button.clicked.connect(self._remote.leave)
        self.close_button.clicked.connect(self.close)
        set_tone(self.problem, "hazard")

    def _usual(self) -> list[str]:
        from gpuviz.cluster.address import LOCAL

        return [] if LOCAL in self._remote.addresses else [LOCAL]

    def _lay_out(self) -> None:
        column, line, buttons = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(*[5 * SPACE_PX] * 4)
        column.setSpacing(3 * SPACE_PX)
        line.setSpacing(2 * SPACE_PX)
        line.addWidget(PlainLabel(tr("Address")))
        line.addWidget(self.address, 1)
        line.addWidget(self.connect_button)
        trust = wrapped_label()
        trust.setText(
            tr(
                "Use only addresses that you trust: a Dask scheduler and its workers run whatever"
                " their clients send, your kernel files too, and what they answer is unpickled by a"
                " process on this machine. gpuviz opens no port; local opens one that all users of"
                " this machine can reach."
            )
        )
        set_tone(trust, "muted")
        buttons.addWidget(self.leave_button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column.addLayout(line)
        column.addWidget(self.standing)
        column.addWidget(self.problem)
        column.addWidget(self.workers, 1)
        column.addWidget(trust)
        column.addLayout(buttons)

    def _show(self) -> None:
        remote, standing = self._remote, self._remote.standing
        self.connect_button.setText(
            tr("Connecting…") if standing == "connecting" else tr("Connect")
        )
        self.connect_button.setEnabled(standing != "connecting")
        self.leave_button.setEnabled(standing != "here")
        self.standing.setText(_standing_words(remote))
        why = remote.problem
        if why is None and standing == "there" and remote.probe and not remote.probe.usable:
            why = remote.probe.message
        self.problem.setText("" if why is None else say(why))
        self.problem.setVisible(why is not None)
        self.workers.show_workers(() if remote.survey is None else remote.survey.workers)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """One begins to type at once."""
        super().focusInEvent(event)
        self.address.setFocus()


class WorkerTable(QTableView):
    """A row for each worker of a cluster."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: RowModel[ClusterWorker] = RowModel(COLUMNS, _sentence)
        self.setModel(self.rows)
        set_up_rows(self, tr("The workers of the cluster"), stretched=GPU_COLUMN)

    def show_workers(self, workers: tuple[ClusterWorker, ...]) -> None:
        """Show others."""
        self.rows.show_rows(workers)
        self.resizeColumnsToContents()


def _standing_words(remote: RemoteEngine) -> str:
    if remote.standing == "connecting":
        return tr("Connecting to {address}…").format(address=remote.address)
    if remote.standing == "here" or remote.survey is None:
        return tr("Launches run on this machine.")
    count = len(remote.survey.workers)
    words = (
        tr("Launches, pipelines and sweeps run at {address}: 1 worker on {machines}.")
        if count == 1
        else tr("Launches, pipelines and sweeps run at {address}: {n} workers on {machines}.")
    )
    return words.format(address=remote.address, n=whole(count), machines=remote.place)


def _machine(worker: ClusterWorker) -> str:
    return worker.address if worker.says is None else worker.says.machine


def _gpu(worker: ClusterWorker) -> str:
    says = worker.says
    if says is None:
        return tr("gpuviz cannot run there ({why})").format(why=worker.why)
    if not says.offers_gpu:
        return tr("none offered")
    return says.gpus[0].name if says.gpus else tr("cannot be used")


def _sentence(worker: ClusterWorker) -> str:
    says = worker.says
    about: Message | str = worker.why if says is None else says.gpu_message
    words = about if isinstance(about, str) else say(about)
    return f"{worker.address}\n{words}"


def _version(worker: ClusterWorker, name: str) -> str:
    return "" if worker.says is None else str(getattr(worker.says, name)) or tr("missing")


COLUMNS: tuple[Column[ClusterWorker], ...] = (
    Column("Machine", _machine, "The name of the computer that the worker runs on."),
    Column("GPU", _gpu, "Of a worker that was started with the resource GPU."),
    Column("gpuviz", lambda worker: _version(worker, "gpuviz"), "Its version there."),
    Column("Numba", lambda worker: _version(worker, "numba"), "Its version there."),
    Column("Python", lambda worker: _version(worker, "python"), "Its version there."),
    Column(
        "Threads",
        lambda worker: "" if worker.says is None else whole(worker.says.threads),
        "How much the worker does at once.",
    ),
)


def show_remote(remote: RemoteEngine, parent: QWidget) -> RemoteDialog:
    """Open it over what is done."""
    dialog = RemoteDialog(remote, parent)
    dialog.open()
    dialog.address.setFocus()
    return dialog
