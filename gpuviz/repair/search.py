"""Tries repairs one after the other, and keeps what leaves fewest hazards and a right result."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gpuviz.messages import Message
from gpuviz.repair.fault import Fault, Repair
from gpuviz.repair.proposals import proposals
from gpuviz.repair.words import AFTER_THAT, said

MOST_ROUNDS = 4  # repairs one upon the other
MOST_TRIALS = 40
ELSEWHERE = Message(
    "repair.elsewhere",
    "The line stands in another file than the one that is run, and only that one is repaired.",
)
NO_RULE = Message("repair.none", "No repair is known for this.")
TIME_OVER = Message("repair.time-over", "There was no time left to try a repair of this.")
NONE_HELPED = Message(
    "repair.none-helped", "{count} repairs were tried, and with none of them the hazard was gone."
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of running a source; `correct` is None where nothing compares the result."""

    faults: tuple[Fault, ...]
    correct: bool | None
    failed: bool = False  # it could not be run, or broke off


Trial = Callable[[str], Outcome]


@dataclass(frozen=True, slots=True)
class Tried:
    """What was found when the repaired source ran: hazards that are left, and the result."""

    hazards: int
    new_hazards: int
    correct: bool | None


@dataclass(frozen=True, slots=True)
class TriedRepair:
    """A repair that was tried; `diff` is the unified one from the text before it."""

    message: Message
    diff: str
    tried: Tried


@dataclass(frozen=True, slots=True)
class Repairs:
    """What repairs a source, one upon the other. `text` is the source with all of them.

    `of_fault` has for each fault the row of what repairs it, None where nothing does; then
    `why_not` says why.
    """

    steps: tuple[TriedRepair, ...]
    of_fault: tuple[int | None, ...]
    why_not: tuple[Message | None, ...]
    text: str | None

    def of(self, row: int) -> TriedRepair | None:
        """What repairs a fault."""
        step = self.of_fault[row]
        return None if step is None else self.steps[step]


@dataclass(frozen=True, slots=True)
class _State:
    text: str
    faults: tuple[Fault, ...]
    correct: bool | None


@dataclass
class _Search:
    original: str
    name: str
    trial: Trial
    goes_on: Callable[[], bool]
    trials: int = 0
    steps: list[TriedRepair] = field(default_factory=list)
    repaired: dict[tuple[object, ...], int] = field(default_factory=dict)
    why_not: dict[tuple[object, ...], Message] = field(default_factory=dict)

    def key(self, text: str, fault: Fault) -> tuple[object, ...]:
        """What a fault of an edited text has in common with that of the original one."""
        origin = origins(self.original, text)
        lines = (fault.file, fault.line), (fault.other_file, fault.other_line)
        mapped = (
            (file, line if line is None or file is not None else origin.get(line, -line))
            for file, line in lines
        )
        return fault.kind, fault.space, fault.array, *mapped

    def keys(self, text: str, faults: Sequence[Fault]) -> set[tuple[object, ...]]:
        """Of several."""
        return {self.key(text, fault) for fault in faults}

    def step(self, state: _State) -> _State | None:
        """The state after one more repair; None where none helps any more."""
        for fault in state.faults:
            key = self.key(state.text, fault)
            if fault.is_elsewhere:
                self.why_not[key] = ELSEWHERE
            if key not in self.why_not:
                found = self._repaired(state, fault, key)
                if found is not None:
                    return found
        return None

    def _repaired(self, state: _State, fault: Fault, key: tuple[object, ...]) -> _State | None:
        known = self.keys(state.text, state.faults)
        best: tuple[tuple[object, ...], Repair, _State] | None = None
        tried = 0
        for repair in proposals(state.text, fault, self.name):
            if self.trials >= MOST_TRIALS or not self.goes_on():
                break
            self.trials, tried = self.trials + 1, tried + 1
            outcome = self.trial(repair.text)
            if outcome.failed:
                continue
            left = self.keys(repair.text, outcome.faults)
            score = (key in left, len(left - known), len(left), outcome.correct is False)
            after = _State(repair.text, outcome.faults, outcome.correct)
            if best is None or score < best[0]:
                best = score, repair, after
            if score == (False, 0, 0, False):
                break
        if best is None or best[0][0] or best[0][1]:
            given = Message(NONE_HELPED.code, NONE_HELPED.template, {"count": tried})
            nothing = NO_RULE if self.goes_on() else TIME_OVER
            self.why_not[key] = given if tried else nothing
            return None
        self._take(state, best[1], best[2])
        return best[2]

    def _take(self, state: _State, repair: Repair, after: _State) -> None:
        before, left = (self.keys(one.text, one.faults) for one in (state, after))
        for gone in before - left:
            self.repaired.setdefault(gone, len(self.steps))
        tried = Tried(len(after.faults), len(left - before), after.correct)
        diff = unified(state.text, repair.text, self.name)
        message = said(AFTER_THAT, what=repair.message) if self.steps else repair.message
        self.steps.append(TriedRepair(message, diff, tried))


def search(
    text: str,
    name: str,
    before: Outcome,
    trial: Trial,
    goes_on: Callable[[], bool] = lambda: True,
) -> Repairs:
    """Repairs of the faults that a run of a source showed, each tried; `name` is the file's.

    `goes_on` is asked before each trial; what was found until then counts.
    """
    search_ = _Search(text, name, trial, goes_on)
    state: _State | None = _State(text, before.faults, before.correct)
    last = _State(text, before.faults, before.correct)
    while state is not None and state.faults and len(search_.steps) < MOST_ROUNDS:
        last, state = state, search_.step(state)
    last = state or last
    keys = [search_.key(text, fault) for fault in before.faults]
    of_fault = tuple(search_.repaired.get(key) for key in keys)
    why_not = tuple(
        None if row is not None else search_.why_not.get(key, NO_RULE)
        for key, row in zip(keys, of_fault, strict=True)
    )
    return Repairs(tuple(search_.steps), of_fault, why_not, last.text if search_.steps else None)


def unified(before: str, after: str, name: str) -> str:
    """The difference of two texts, as `diff -u` writes it."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), name, f"{name} (repaired)", lineterm=""
    )
    return "\n".join(lines)


def origins(before: str, after: str) -> dict[int, int]:
    """By line of a text, the line that it was before; indentation does not count."""
    old, new = ([line.strip() for line in text.splitlines()] for text in (before, after))
    found: dict[int, int] = {}
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        if what in ("equal", "replace"):
            for row in range(j_end - j):
                found[j + row + 1] = min(i + row, i_end - 1) + 1
    return found


def within(seconds: float) -> Callable[[], bool]:
    """Goes on for so long from now."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until
