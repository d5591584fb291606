"""Broken scripts of the corpus: most are repaired, and which are not is written down here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.repairs.rows import script_row

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.py"))
NOT_REPAIRED = {
    "barrier_after_break",
    "race_equal_values",
    "race_field_of_a_record",
    "race_lanes_in_pairs",
    "race_who_was_last",
}
"""What these want to compute nobody can tell from their text."""


@pytest.mark.slow
@pytest.mark.parametrize("script", BROKEN, ids=lambda path: path.stem)
def test_a_broken_script_has_no_hazard_after_its_repair(script: Path) -> None:
    row = script_row(script)

    assert row.is_clean == (script.stem not in NOT_REPAIRED), row.line
    if not row.is_clean:
        assert None not in row.repairs.why_not


def test_what_is_not_repaired_is_there() -> None:
    assert {path.stem for path in BROKEN} >= NOT_REPAIRED
    assert len(NOT_REPAIRED) * 5 < len(BROKEN)
