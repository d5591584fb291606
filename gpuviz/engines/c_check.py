"""A program in CUDA C that is checked: every launch of its main, in order, and what is left out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gpuviz.cuda.recording import current_recording, host_watch
from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_program import Axes, ProgramLaunch
from gpuviz.cuda_c.host_sites import LaunchSite, launch_sites
from gpuviz.cuda_c.host_values import HostPointer, Memory
from gpuviz.cuda_c.host_walk import run_program
from gpuviz.cuda_c.types import Pointer, memory_dtype
from gpuviz.cuda_c.unit import Passed, read_unit
from gpuviz.engines.c_kernel import made_up, random_values
from gpuviz.engines.c_program import EmulatedMachine
from gpuviz.messages import EnglishTemplate, GpuvizError, KernelFailed, Message, NotSupportedError
from gpuviz.operation import OperationInfo
from gpuviz.operation.c_launch import sizes_said
from gpuviz.operation.c_reader import program_in

MOST_ALIKE = 256
"""Launches of one line with the same grid and block, as of a loop over time."""
SHARE_OF_TIME = 0.5
"""Of the time that a check has; behind it a line that was launched is not launched again."""


@dataclass(frozen=True, slots=True)
class _Alike:
    kernel: str
    line: int
    grid: Axes
    block: Axes


class CheckedProgram(EmulatedMachine):
    """Runs a program's launches for a recording, and keeps what has to be said of the others."""

    def __init__(self, info: OperationInfo, seconds: float | None) -> None:
        self.info, self.unit = info, read_unit(info.source, str(info.path))
        super().__init__(self.unit, info)
        self._until = None if seconds is None else time.monotonic() + SHARE_OF_TIME * seconds
        self._asked, self._ran = Counter[_Alike](), Counter[_Alike]()
        self._made_up: list[str] = []
        self._unwritten: list[int] = []
        self._assumed: list[syntax.Node] = []
        self._random = np.random.default_rng(0)
        self._end: NotSupportedError | None = None
        self._broken_off: int | None = None  # the line of a launch that ended the program

    @classmethod
    def of(cls, path: Path, text: str, seconds: float | None) -> CheckedProgram | None:
        """The program that a file is; None where it is to be launched in another way."""
        info = program_in(path, text)
        return None if info is None else cls(info, seconds)

    @property
    def launched(self) -> frozenset[str]:
        """The kernels that the program launched."""
        return frozenset(one.kernel for one in self._asked)

    def run(self, seed: int) -> None:
        """Walks through main; what ends the walk early is told by `notes`."""
        self._random = np.random.default_rng(seed)
        try:
            run_program(self.unit, self, sizes_said(self.unit.text), seed, self)
        except NotSupportedError as error:
            self._end = error
            host_watch().synchronised()  # what the host does behind it is not known
        for memory, known in self._memories.items():
            if self._end is not None or memory.contents is None:
                known.written = None

    def launch(self, program: ProgramLaunch) -> None:
        """Runs a launch, unless it was run often enough; one that is refused is a failure."""
        alike = _Alike(program.kernel.name, program.line, program.grid, program.block)
        self._asked[alike] += 1
        if self._ran[alike] and not self._has_patience(alike):
            for memory in _written_by(program):
                memory.is_outdated = True
            return
        self._ran[alike] += 1
        self._broken_off = program.line
        try:
            super().launch(program)
            self._broken_off = None
        except KernelFailed:
            raise
        except GpuvizError as error:
            self._broken_off = None
            self.refused(error)
            for memory in _written_by(program):
                memory.forget()

    def _has_patience(self, alike: _Alike) -> bool:
        in_time = self._until is None or time.monotonic() < self._until
        return in_time and self._ran[alike] < MOST_ALIKE

    def refused(self, error: GpuvizError) -> None:
        """A launch that is refused is a failure; the program goes on."""
        recording = current_recording()
        if recording is not None and error not in recording.failures:
            recording.fails(error)

    def goes_on(self, node: syntax.Node) -> None:
        """A branch that would end a function is left out."""
        self._assumed.append(node)

    def copies_unwritten(self, node: syntax.Node) -> None:
        """What the host never wrote is copied: no hazard of a kernel, but to be said."""
        self._unwritten.append(node.lineno)

    def make_up(self, passed: Passed, memory: Memory) -> None:
        """Random numbers stand for contents that are not followed."""
        dtype = memory_dtype(passed.kind.to) if isinstance(passed.kind, Pointer) else None
        assert memory.contents is not None
        if dtype is not None:
            count = len(memory.contents) // dtype.itemsize
            made = random_values(self._info, passed.name, count, dtype, self._random)
            memory.contents[: made.nbytes] = made.view(np.uint8)
        self._made_up.append(passed.name)

    # What is said

    def notes(self) -> list[Message]:
        """Launches that were not run, and contents that were made up."""
        often = [one for one in self._asked if self._asked[one] > self._ran[one]]
        found = list(map(self._repeated, often))
        if self._made_up:
            found.append(made_up(tuple(dict.fromkeys(self._made_up))))
        if self._unwritten:
            found.append(self._copied_unwritten(self._unwritten))
        if self._assumed:
            found.append(self._taken_on(self._assumed))
        left = self.left_out()
        said: dict[str, object] = {"launches": _listed(left), "line": self._broken_off}
        if self._end is not None:
            found.append(self._not_followed(self._end, left))
        elif left:
            template: EnglishTemplate = (
                "The program does not come to these launches, so they were not run: {launches}."
            )
            if self._broken_off is not None:
                template = (
                    "A launch in line {line} ended the program, so these were not run: {launches}."
                )
            found.append(Message("check.not-reached", template, said))
        return found

    @staticmethod
    def _copied_unwritten(lines: list[int]) -> Message:
        template = (
            "Line {lines} copies memory of the host to the GPU to which the program has written"
            " nothing: what kernels read there is whatever was in it before."
        )
        said = ", ".join(map(str, dict.fromkeys(lines)))
        return Message("check.copies-unwritten", template, {"lines": said})

    @staticmethod
    def _taken_on(nodes: list[syntax.Node]) -> Message:
        template = (
            "Whether the program goes on depends in line {lines} on a value that is not followed:"
            " it was taken to go on."
        )
        lines = dict.fromkeys(str(node.lineno) for node in nodes)
        return Message("check.goes-on", template, {"lines": ", ".join(lines)})

    def left_out(self) -> list[LaunchSite]:
        """The launches in the program's text that were not met."""
        met = {(one.line, one.kernel) for one in self._asked}
        names = {kernel.name for kernel in self.unit.kernels}
        return [
            site
            for site in launch_sites(self.unit)
            if (site.line, site.kernel) not in met and site.kernel in names
        ]

    def _repeated(self, alike: _Alike) -> Message:
        template = (
            "{kernel} in line {line} is launched {count} times with grid {grid} and block {block}:"
            " the first {ran} were run and checked, the others not."
        )
        values = {
            "kernel": alike.kernel,
            "line": alike.line,
            "count": self._asked[alike],
            "grid": alike.grid,
            "block": alike.block,
            "ran": self._ran[alike],
        }
        return Message("check.repeated", template, values)

    @staticmethod
    def _not_followed(error: NotSupportedError, left: list[LaunchSite]) -> Message:
        line = error.place.line if error.place is not None else 1
        values = {"line": line, "reason": error.message, "launches": _listed(left)}
        template = (
            "The program's launches were run up to line {line}, and are not checked from there on:"
            " {reason}"
        )
        if left:
            template = (
                "The program's launches were run up to line {line}, and are not checked from there"
                " on ({launches}): {reason}"
            )
        return Message("check.not-followed", template, values)


def launched_alone(alone: Sequence[OperationInfo]) -> list[Message]:
    """That kernels were launched once, and by themselves, though the host launches them."""
    found = list[Message]()
    for info in alone:
        if info.c_launch is None or info.c_launch.has_twin:
            continue
        sites = launch_sites(read_unit(info.source, str(info.path)))
        lines = [site.line for site in sites if site.kernel == info.kernel]
        if not lines:
            continue
        template = (
            "{kernel} was launched once, by itself and with inputs of its own. What the program's"
            " own launches of it get (line {lines}) is not checked."
        )
        said = {"kernel": info.kernel, "lines": ", ".join(map(str, lines))}
        found.append(Message("check.alone", template, said))
    return found


def _listed(sites: list[LaunchSite]) -> str:
    return ", ".join(f"{site.kernel} ({site.line})" for site in sites)


def _written_by(program: ProgramLaunch) -> list[Memory]:
    """The memories that a launch may write."""
    found = [
        value.memory
        for one, value in (*program.passed, *program.outer)
        if isinstance(value, HostPointer)
        and isinstance(one.kind, Pointer)
        and not one.kind.constant
    ]
    return [*found, *program.symbols.values()]
