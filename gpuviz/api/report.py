"""What a check found, as plain data: it can be pickled, written as JSON and sent anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, TypeAlias

from gpuviz.messages import Message

Index: TypeAlias = tuple[int, ...]
GOOD, KERNEL_IS_WRONG, CANNOT_BE_MET = 0, 1, 2
"""Exit codes: no finding; a kernel is wrong; what was asked for cannot be met."""
NO_LAUNCH = Message("check.no-launch", "The script launched no kernel: nothing was checked.")


@dataclass(frozen=True, slots=True)
class FoundHazard:
    """One hazard with its first example; `message` says what happened and what repairs it.

    The fields are those of `gpuviz check --json`; `more` holds keys beyond them.
    """

    kind: str
    space: str | None
    array: str | None
    index: Index
    line: int
    other_line: int | None
    block: Index
    thread: Index
    other_block: Index | None
    other_thread: Index | None
    count: int
    message: str
    file: str | None = None
    other_file: str | None = None
    other_launch: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> FoundHazard:
        """From the object of the JSON contract."""
        known = {one.name for one in fields(cls)} - {"more"}
        plain = {key: _tuples(value) for key, value in found.items()}
        more = {key: value for key, value in plain.items() if key not in known}
        return cls(**{key: plain[key] for key in known & plain.keys()}, more=more)

    def to_object(self) -> dict[str, object]:
        """The object of the JSON contract."""
        names = [one.name for one in fields(self) if one.name != "more"]
        return {**{name: getattr(self, name) for name in names}, **self.more}


@dataclass(frozen=True, slots=True)
class CheckedLaunch:
    """One launch. `file` is named from the script's folder; `notes` stand below its hazards.

    Of files that are not in that folder only the name is told; `paths` has where they lie.
    """

    kernel: str
    file: str
    line: int
    grid: Index
    block: Index
    counters: Mapping[str, Any] | None = field(hash=False)
    hazards: tuple[FoundHazard, ...]
    looked_for: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    paths: Mapping[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def of(
        cls,
        found: Mapping[str, Any],
        looked_for: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        paths: Mapping[str, str] = MappingProxyType({}),
    ) -> CheckedLaunch:
        """From the object of the JSON contract."""
        return cls(
            kernel=str(found["kernel"]),
            file=str(found["file"]),
            line=int(found["line"]),
            grid=tuple(found["grid"]),
            block=tuple(found["block"]),
            counters=found["counters"],
            hazards=tuple(FoundHazard.of(hazard) for hazard in found["hazards"]),
            looked_for=looked_for,
            notes=notes,
            paths=paths,
        )

    def to_object(self) -> dict[str, object]:
        """The object of the JSON contract."""
        names = ("kernel", "file", "line", "grid", "block", "counters")
        hazards = [hazard.to_object() for hazard in self.hazards]
        return {**{name: getattr(self, name) for name in names}, "hazards": hazards}


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence about what went wrong. `is_wrong`: the kernel is, else the request was not met.

    `line` and `column` are those of `file`, from 1, where one can be named; without a file, of the
    script. `is_aside`: the file has nothing that could be launched, which is no fault of a file in
    a folder.
    """

    text: str
    is_wrong: bool = False
    line: int | None = None
    column: int | None = None
    is_aside: bool = False
    file: str | None = None


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test of a teacher's expectations; `passed` is None where it was not reached. `launches`
    counts the kernels that were launched in it; None where that is of no matter.
    """

    __test__ = False  # which pytest would take for one of its own

    name: str
    points: float
    passed: bool | None
    said: str
    launches: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What one script did under the check.

    `correct` says whether an operation's result equals that of its NumPy twin; None where nothing
    compares it. `failures` are sentences, `own_failure` is what Python prints of the script's own
    mistake, `notes` are mistakes of the host. `output` is what the script printed, stdout and
    stderr together, cut where it does not end. `is_helper`: it lies in a folder that was checked,
    has nothing to launch, and that is no fault. `defines_kernels` and `sources` (files of kernels
    that were launched) tell whether a file without a launch was checked by another one. `tests` are
    those of `gpuviz grade`; None where it has not come to them. `unfenced` names from what a
    submission could not be kept.
    """

    file: str
    launches: tuple[CheckedLaunch, ...] = ()
    failures: tuple[Failure, ...] = ()
    own_failure: str | None = None
    notes: tuple[str, ...] = ()
    output: str = ""
    correct: bool | None = None
    timed_out: bool = False
    is_helper: bool = False
    defines_kernels: bool = False
    sources: tuple[str, ...] = ()
    tests: tuple[TestResult, ...] | None = None
    unfenced: tuple[str, ...] = ()

    @property
    def hazards(self) -> tuple[FoundHazard, ...]:
        """Of all launches."""
        return tuple(hazard for launch in self.launches for hazard in launch.hazards)

    @property
    def every_note(self) -> tuple[str, ...]:
        """Those of the host, and those of launches with the place of their kernel."""
        of_launches = (
            f"{launch.kernel} ({launch.file}:{launch.line}): {note}"
            for launch in self.launches
            for note in launch.notes
        )
        return (*self.notes, *of_launches)

    @property
    def exit_code(self) -> int:
        """That of `gpuviz check`: a wrong kernel (1) wins over what could not be met (2)."""
        if self.hazards or self.correct is False or any(one.is_wrong for one in self.failures):
            return KERNEL_IS_WRONG
        failed = self.failures or self.own_failure is not None
        failed = failed or not (self.launches or self.is_helper)
        return CANNOT_BE_MET if failed else GOOD

    @property
    def is_without_launch(self) -> bool:
        """It came to its end, and all that can be said against it is that it launched nothing."""
        nothing = (NO_LAUNCH.text, NO_LAUNCH.template)  # said here, or by another machine
        only = all(one.text in nothing or one.is_aside for one in self.failures)
        return not self.launches and self.own_failure is None and only

    @property
    def ok(self) -> bool:
        """Kernels were launched to their end, and nothing is wrong with them."""
        return self.exit_code == GOOD

    def to_object(self) -> dict[str, object]:
        """All of it as values that `json` writes."""
        return {
            "file": self.file,
            "exit_code": self.exit_code,
            "launches": [launch.to_object() for launch in self.launches],
            "correct": self.correct,
            "timed_out": self.timed_out,
            "failures": [failure.text for failure in self.failures],
            "own_failure": self.own_failure,
            "notes": list(self.every_note),
            "output": self.output,
        }

    def to_json(self) -> str:
        """The same as a text."""
        return json.dumps(self.to_object(), indent=2, allow_nan=False)


def worst(codes: tuple[int, ...]) -> int:
    """The exit code of several reports: 1 wins over 2, 2 over 0."""
    return next((code for code in (KERNEL_IS_WRONG, CANNOT_BE_MET) if code in codes), GOOD)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value
