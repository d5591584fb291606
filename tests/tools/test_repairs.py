"""`python -m tools.repairs`: each file with what is left of its hazards, and honest sums."""

from __future__ import annotations

import sys

import pytest

from tools.repairs.__main__ import main


def test_a_repaired_kernel_and_a_script_that_is_not_are_counted_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for word in ("broken_histogram", "race_who_was_last"):
        monkeypatch.setattr(sys, "argv", ["repairs", "--only", word])
        main()

    out = capsys.readouterr().out
    assert "broken_histogram" in out
    assert "1 hazards, 0 left, right: Change the element in one step" in out
    assert "kernels with hazards: a repair for 1 of 1; 1 of 1 without a hazard then" in out
    assert "result compared for 1, right for 1 of these" in out
    assert "no repair: 4 repairs were tried" in out
    assert "scripts: a repair for 0 of 1; 0 of 1 without a hazard then" in out
