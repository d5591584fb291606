"""What is asked to be repaired: the faults of a launch, and what stood in the file when it ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpuviz.messages import Message
from gpuviz.repair.fault import Fault, fault_of
from gpuviz.repair.search import Repairs
from gpuviz.trace.trace import Trace

CHANGED = Message(
    "repair.changed", "The file has changed since it was launched: launch it again first."
)


@dataclass(frozen=True, slots=True)
class LaunchFaults:
    """The hazards of a launch, or of several, with what has to stand in the file.

    `texts` are (first line, text) of the functions that ran.
    """

    faults: tuple[Fault, ...]
    correct: bool | None
    texts: tuple[tuple[int, str], ...]

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
    faults, texts, file = list[Fault](), dict[tuple[int, str], None](), str(path.absolute())
    for trace in launches:
        for one in trace.functions:
            if one.file == file:
                texts[one.first_line, one.text] = None
        for hazard in trace.hazards:
            faults.append(fault_of(hazard, trace.config.block, trace.kernel, file))
    return LaunchFaults(tuple(faults), correct, tuple(texts))


def nothing_repaired(why_not: Sequence[Message]) -> Repairs:
    """No repair of any fault."""
    return Repairs((), (None,) * len(why_not), tuple(why_not), None)
