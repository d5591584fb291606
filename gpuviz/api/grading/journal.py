"""What is graded already, line by line: after a crash the same command goes on from there.

The file lies where the platform keeps what programs know of their state, and goes when all is done.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gpuviz.api.grading.grade import Grade
from gpuviz.api.grading.job import GradeJob


class Journal:
    """Grades by the fingerprints of their jobs, kept in a file as soon as they are known."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def of(cls, folder: Path, state: Path) -> Journal:
        """That of a folder of submissions, in the program's own folder `state`."""
        name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
        return cls(state / "grading" / f"{name}.jsonl")

    def known(self, jobs: Iterable[GradeJob]) -> dict[str, Grade]:
        """Grades of these jobs that were kept; a line that was cut off is none."""
        wanted = {job.fingerprint for job in jobs}
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        return {one.fingerprint: one for one in _grades(lines) if one.fingerprint in wanted}

    def keep(self, grade: Grade) -> None:
        """Add one; where nothing can be written there is no going on, and no harm."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(json.dumps(grade.to_object()) + "\n")

    def forget(self) -> None:
        """All is done, or shall be done anew; what cannot be removed stays."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def _grades(lines: Iterable[str]) -> Iterable[Grade]:
    for line in lines:
        try:
            yield Grade.of(json.loads(line))
        except (ValueError, TypeError, KeyError):
            continue
