"""The cluster that launches of a window run on, if any: who is there, and where jobs go."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, Signal

from gpuviz.cluster.routed import RoutedRunner
from gpuviz.messages import Message, reason_of
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.cluster.link import Event
    from gpuviz.cluster.machines import Survey
    from gpuviz.cluster.remote_workers import RemoteWorkers
    from gpuviz.engines.probe import Probe

Standing = Literal["here", "connecting", "there"]
MOST_ADDRESSES = 8  # that are remembered


class RemoteEngine(QObject):
    """Connects to a cluster, and leaves it again; the Dask client is in a process of its own."""

    changed = Signal()  # the standing, who is there, or what is wrong
    moved = Signal()  # launches run elsewhere from now on
    said: TypedSignal[[Message]] = signal(object)  # what costs nothing but time
    lost: TypedSignal[[Message]] = signal(object)  # the connection; launches run here again

    _heard: TypedSignal[[RemoteWorkers, Event]] = signal(object, object)  # from other threads

    def __init__(self, runner: RoutedRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._workers: RemoteWorkers | None = None
        self._survey: Survey | None = None
        self._probe: Probe | None = None
        self._problem: Message | None = None
        self._ending: list[threading.Thread] = []
        self._addresses: tuple[str, ...] = ()
        self._heard.connect(self._hear, Qt.ConnectionType.QueuedConnection)

    @property
    def standing(self) -> Standing:
        """Where launches run, or whether that is about to change."""
        if self._workers is None:
            return "here"
        return "connecting" if self._runner.there is None else "there"

    @property
    def address(self) -> str:
        """Of the cluster; "" where there is none."""
        return "" if self._workers is None else self._workers.address

    @property
    def survey(self) -> Survey | None:
        """Who is there, or was found where nothing could be launched."""
        return self._survey

    @property
    def problem(self) -> Message | None:
        """Why there is no cluster, or no longer."""
        return self._problem

    @property
    def addresses(self) -> tuple[str, ...]:
        """Those that were of use, the last one first."""
        return self._addresses

    def remember(self, addresses: tuple[str, ...]) -> None:
        """These were of use in earlier sessions."""
        self._addresses = tuple(dict.fromkeys(addresses))[:MOST_ADDRESSES]

    @property
    def place(self) -> str:
        """The name of where launches run; "" for here."""
        if self.standing != "there" or self._survey is None:
            return ""
        from gpuviz.cluster.machines import place_name

        return place_name(self._survey.machines) or self.address

    @property
    def probe(self) -> Probe | None:
        """The GPUs that are there, as a search for those of this machine would tell of them.

        One whose worker is lost stays: it may start again, and a launch on it says what is wrong.
        """
        return self._probe if self.standing == "there" else None

    def connect_to(self, address: str) -> None:
        """Have launches run there, as soon as it is known that they can."""
        from gpuviz.cluster.remote_workers import RemoteWorkers

        was_there = self.standing == "there"
        self._end()
        self._survey = self._problem = None
        workers = RemoteWorkers(address, lambda event: self._heard.emit(workers, event))
        try:
            workers.start()
        except OSError as error:
            self._problem = _not_started(error)
        else:
            self._workers = workers
        self._tell(was_there)  # meanwhile here

    def leave(self) -> None:
        """Launches run here again."""
        was_there = self.standing == "there"
        self._end()
        self._survey = self._problem = None
        self._tell(was_there)

    def close(self) -> None:
        """End the connection, and say nothing any more."""
        self.blockSignals(True)
        self._end()
        for thread in self._ending:
            thread.join()

    def _end(self) -> None:
        """What runs there is ended meanwhile, which takes its time."""
        workers, self._workers, self._runner.there = self._workers, None, None
        self._ending = [thread for thread in self._ending if thread.is_alive()]
        if workers is not None:
            thread = threading.Thread(target=workers.shutdown, name="gpuviz-cluster-end")
            thread.start()
            self._ending.append(thread)

    def _hear(self, workers: RemoteWorkers, event: Event) -> None:
        if workers is not self._workers:  # of a cluster that was left
            return
        if event.kind == "survey":
            self._take(workers, event.survey)
        elif event.kind == "moved":
            from gpuviz.cluster.remote_workers import tried_again

            self.said.emit(tried_again(event.machine))
        elif event.kind in ("refused", "lost"):
            was_there = self.standing == "there"
            self._end()
            self._survey, self._problem = event.survey, event.message
            self._tell(was_there)
            if was_there and event.message is not None:
                self.lost.emit(event.message)

    def _take(self, workers: RemoteWorkers, survey: Survey | None) -> None:
        from gpuviz.cluster.machines import probe_of

        if survey is None:
            return
        before, found = self.probe, probe_of(survey)
        if before is None or len(found.devices) > len(before.devices):
            self._probe = found
        self._survey, self._runner.there = survey, workers
        self.remember((workers.address, *self._addresses))
        self._tell(before != self._probe)

    def _tell(self, moved: bool) -> None:
        self.changed.emit()
        if moved:
            self.moved.emit()


def _not_started(error: OSError) -> Message:
    template = "No process could be started to connect ({reason})."
    return Message("cluster.not-started", template, {"reason": reason_of(error)})
