"""What is asked to be repaired: the faults of a launch, and what stood in the file when it ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuviz.messages import Message
from gpuviz.repair.fault import Fault, fault_of
from gpuviz.repair.search import Repairs
from gpuviz.trace.trace import Trace

ELSEWHERE = Message(
    "repair.elsewhere",
    "The line stands in another file than the one that is run, and only that one is repaired.",
)
CHANGED = Message(
    "repair.changed", "The file has changed since it was launched: launch it again first."
)


@dataclass(frozen=True, slots=True)
class LaunchFaults:
    """The hazards of a launch, or of several, with what has to stand in the file.

    `texts` are (first line, text) of the functions that ran; `elsewhere` are rows of `faults` whose
    lines are those of another file.
    """

    faults: tuple[Fault, ...]
    correct: bool | None
    texts: tuple[tuple[int, str], ...]
    elsewhere: tuple[int, ...] = ()

    def stand_in(self, source: str) -> bool:
        """Whether the functions that ran still stand in a file's text where they stood."""
        lines = source.splitlines()
        for first, text in self.texts:
            ran = text.splitlines()
            now = lines[first - 1 : first - 1 + len(ran)]
            if [line.strip() for line in now] != [line.strip() for line in ran]:
                return False
        return True


def launch_faults(launches: Sequence[Trace], correct: bool | None, path: Path) -> LaunchFaults:
    """What is to be repaired, in the order in which the launches have their hazards."""
    faults, elsewhere, texts = list[Fault](), list[int](), dict[tuple[int, str], None]()
    for trace in launches:
        for one in trace.functions:
            if Path(one.file) == path.absolute():
                texts[one.first_line, one.text] = None
        for hazard in trace.hazards:
            if not _stands_in(trace, hazard.line, path):
                elsewhere.append(len(faults))
            faults.append(fault_of(hazard, trace.config.block, trace.kernel))
    return LaunchFaults(tuple(faults), correct, tuple(texts), tuple(elsewhere))


def nothing_repaired(why_not: Sequence[Message]) -> Repairs:
    """No repair of any fault."""
    return Repairs((), (None,) * len(why_not), tuple(why_not), None)


def _stands_in(trace: Trace, line: int, path: Path) -> bool:
    """Whether a line is one of a function of the file, and of no function of another file."""
    files = {
        Path(one.file)
        for one in trace.functions
        if one.first_line <= line < one.first_line + len(one.text.splitlines())
    }
    return files == {path.absolute()}
