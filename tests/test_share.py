"""Which tests and cases run, and that the closing line tells how many do not: tests/conftest.py."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import in_share, spread

NAMES = [f"tests/test_a.py::test_b[{number}]" for number in range(400)]
SUITE = """
import pytest

@pytest.mark.slow
@pytest.mark.parametrize("number", range(40))
def test_slow(number): pass

@pytest.mark.many
@pytest.mark.parametrize("number", range(20))
def test_many(number): pass

def test_quick(): pass
"""


def test_a_share_is_about_as_large_as_it_says_and_depends_on_names_alone() -> None:
    chosen = [name for name in NAMES if in_share(name, 4)]

    assert 70 < len(chosen) < 130
    assert chosen == list(reversed([name for name in reversed(NAMES) if in_share(name, 4)]))
    assert [name for name in NAMES if in_share(name, 1)] == NAMES
    assert [name for name in NAMES if in_share(name, None)] == []


@pytest.mark.parametrize(("count", "taken"), [(1, "0"), (2, "01"), (4, "02"), (10, "0257")])
def test_of_many_cases_as_many_run_as_the_root_of_their_number(count: int, taken: str) -> None:
    assert "".join(spread([str(number) for number in range(count)])) == taken


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "share"), [(("--share=4", "-n2"), 4), (("-n0",), None), (("-n0", "--all"), 1)]
)
def test_what_was_left_out_is_told(
    tmp_path: Path, options: tuple[str, ...], share: int | None
) -> None:
    (tmp_path / "test_some.py").write_text(SUITE, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n  slow: waits\n  many: cases\n", encoding="utf-8"
    )
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    slow = [f"test_some.py::test_slow[{number}]" for number in range(40)]
    many = [f"test_some.py::test_many[{number}]" for number in range(20)]
    left_out = [name for name in {*slow, *many} - {*spread(many)} if not in_share(name, share)]
    counted = len(left_out) if share else len(left_out) - 39  # no cases are made of a slow test

    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert f"{61 - len(left_out)} passed" in said
    words = f"{counted} slow tests and cases were left out"
    assert (words in said) == bool(left_out)
