"""What a submission hides counts as what it writes or uses."""

from __future__ import annotations

import sys

import pytest

from gpuviz.api.grading.grade import grade
from tests.api.grading.test_grade import KERNEL, job, sayings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what is open")

ENDLESS = "while True:\n    pass\n"
UNLINKED = """
import os
kept = []
for n in range(5):
    kept.append(open(f"part{n}", "wb"))
    os.unlink(f"part{n}")
    for _ in range(20):
        kept[-1].write(bytes(1 << 20))
    kept[-1].flush()
"""
DEEP = """
import os
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
"""


def test_files_that_are_unlinked_and_open_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.api.grading.grade.FOLDER_BYTES", 64 << 20)

    made = grade(job(KERNEL + UNLINKED + ENDLESS, None))

    assert made.verdict == "failed"
    assert "wrote more than 64 MB into its folder" in sayings(made)


@pytest.mark.slow
def test_folders_as_deep_as_can_be_are_no_failure_of_ours() -> None:
    assert grade(job(KERNEL + DEEP)).verdict == "right"
