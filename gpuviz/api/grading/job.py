"""One submission to be graded, as data: equal jobs have equal fingerprints."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass

import gpuviz
from gpuviz.api.grading.submission import Submission
from gpuviz.api.supervisor import Limits
from gpuviz.device import Device, to_values


@dataclass(frozen=True, slots=True)
class Expectations:
    """The teacher's file: its name, and its text, which runs beside each submission.

    `modules` are those that it imports from its folder: names and texts.
    """

    name: str
    text: str
    modules: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GradeJob:
    """What a process needs to grade one submission; without expectations it runs by itself."""

    submission: Submission
    expected: Expectations | None
    limits: Limits
    device: Device
    schedule: str = "lockstep"
    seed: int = 0

    @property
    def fingerprint(self) -> str:
        """Of all that decides what comes out, this version of gpuviz included."""
        asked = (
            gpuviz.__version__,
            self.submission.student,
            self.submission.entry,
            self.submission.problem,
            None if self.expected is None else astuple(self.expected),
            (self.limits.seconds, self.limits.memory_bytes),
            sorted(to_values(self.device).items(), key=repr),
            self.schedule,
            self.seed,
        )
        digest = hashlib.sha256(json.dumps(asked, default=repr).encode())
        for name, content in self.submission.files:
            digest.update(f"\0{name}\0{len(content)}\0".encode(errors="surrogateescape"))
            digest.update(content)
        return digest.hexdigest()
