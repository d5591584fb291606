"""Mistakes of the host (semantics.md 6): what happens between launches, and is noted at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gpuviz.messages import Message, SourcePlace

TIMED = (
    "a time is read after the launch of {kernel} without cuda.synchronize() in between: a launch"
    " only starts the kernel, so this measures the start and not the work."
)
NOT_COPIED = (
    "{kernel} writes into its argument {name}, a device array that nobody looks at afterwards: copy"
    " it back with copy_to_host(), or is the work not needed?"
)
NOT_LOOKED_AT = (
    "the script ends without cuda.synchronize() or a copy after the launch of {kernel}: an error in"
    " it would never be seen on a GPU."
)


@dataclass(frozen=True, slots=True)
class HostNote:
    """A sentence about the host's part of a script, and the place that it is about."""

    message: Message
    place: SourcePlace | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message.text}" if self.place else self.message.text


@dataclass(eq=False, slots=True)
class HostMemory:
    """What all views of a piece of device memory share: who wrote it last, unseen by the host.

    `for_kernels` says that the host has no use for it, as for the states of random generators. What
    a kernel reads as well may be there for its intermediate results, if the host looks at the
    others of its `results`. `of_host`: the host reads it without a copy. `gpu` is the number of the
    GPU that it lies on, `name` that of the host array that it was made of.
    """

    gpu: int = 0
    name: str = ""
    written: HostNote | None = None
    for_kernels: bool = False
    of_host: bool = False
    results: tuple[HostMemory, ...] = ()


@dataclass(eq=False, slots=True)
class HostWatch:
    """Follows what a script does around its launches; `notes` are its mistakes so far."""

    notes: list[HostNote] = field(default_factory=list)
    _running: str | None = None  # the kernel that may still run on a GPU
    _wrong: str | None = None  # the same, if something was wrong in it
    _clock_started: bool = False  # a time was read before the launch
    _clock_read: bool = False
    _memories: list[HostMemory] = field(default_factory=list)

    def note(self, message: Message, place: SourcePlace | None = None) -> None:
        """Adds a sentence once."""
        found = HostNote(message, place)
        if found not in self.notes:
            self.notes.append(found)

    def launched(self, kernel: str, waited: bool, wrong: bool) -> None:
        """A launch; the host `waited` for it if it copied a host array back."""
        self._running, self._clock_started = kernel, self._clock_read
        self._wrong = kernel if wrong else None
        if waited:
            self.synchronised()

    def synchronised(self) -> None:
        """The host waited for all launches."""
        self._running = self._wrong = None

    def clock_read(self, place: SourcePlace | None) -> None:
        """The script read a clock."""
        self._clock_read = True
        if self._running is not None and self._clock_started:
            self.note(Message("note.timed", TIMED, {"kernel": self._running}), place)

    def wrote(self, memory: HostMemory, kernel: str, name: str, place: SourcePlace | None) -> None:
        """A kernel wrote into device memory."""
        if memory.for_kernels:
            return
        values = {"kernel": kernel, "name": name}
        memory.written = HostNote(Message("note.not-copied", NOT_COPIED, values), place)
        if all(memory is not other for other in self._memories):
            self._memories.append(memory)

    def ended(self) -> None:
        """The script is over."""
        if self._wrong is not None:
            self.note(Message("note.not-looked-at", NOT_LOOKED_AT, {"kernel": self._wrong}))
        for written in _unseen(self._memories):
            self.note(written.message, written.place)


def _unseen(memories: Iterable[HostMemory]) -> list[HostNote]:
    return [memory.written for memory in memories if memory.written and not _is_scratch(memory)]


def _is_scratch(memory: HostMemory) -> bool:
    return any(other.written is None for other in memory.results)
