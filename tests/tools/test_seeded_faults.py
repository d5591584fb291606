"""The table of seeded faults fits the tree, and a fault that is made is taken back."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.seeded_faults import (
    ROOT,
    CannotBeMade,
    Fault,
    made,
    outcome_of,
    place_of,
    read_faults,
)

FAULT = Fault("one too many", "return 1", "return 2", ("tests",))


def tree_of(folder: Path, *texts: str) -> Path:
    """A tree with modules, and a test of the first one that takes a second answer for wrong."""
    for name in ("gpuviz", "tests"):
        (folder / name).mkdir()
    for number, text in enumerate(texts):
        (folder / "gpuviz" / f"part{number}.py").write_text(text, encoding="utf-8")
    source = repr(str(folder / "gpuviz" / "part0.py"))
    test = f"def test_it():\n    assert 'return 2' not in open({source}).read()\n"
    (folder / "tests" / "test_it.py").write_text(test, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_every_fault_can_be_made_and_is_python() -> None:
    faults = read_faults()

    for fault in faults:
        path = place_of(fault, ROOT)
        text = path.read_text(encoding="utf-8")
        changed = ast.parse(text.replace(fault.text, fault.instead))
        assert ast.dump(changed) != ast.dump(ast.parse(text)), fault.name
    assert len({fault.name for fault in faults}) == len(faults) >= 60
    assert [t for fault in faults for t in fault.tests if not (ROOT / t).exists()] == []


def test_a_fault_is_there_while_it_is_wanted_and_never_afterwards(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, "def f():\n    return 1\n")

    def interrupted() -> None:
        with made(FAULT, tree):
            assert "return 2" in (tree / "gpuviz" / "part0.py").read_text()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert (tree / "gpuviz" / "part0.py").read_text() == "def f():\n    return 1\n"


@pytest.mark.parametrize(("texts", "times"), [(["pass\n"], 0), (["return 1\n", "return 1\n"], 2)])
def test_a_text_that_is_not_there_exactly_once_is_no_fault(
    tmp_path: Path, texts: list[str], times: int
) -> None:
    with pytest.raises(CannotBeMade, match=f"its text is there {times} times"):
        place_of(FAULT, tree_of(tmp_path, *texts))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("instead", "found_by"), [("return 2", "tests/test_it.py::test_it"), ("return 3", None)]
)
def test_the_test_that_finds_a_fault_is_told(
    tmp_path: Path, instead: str, found_by: str | None
) -> None:
    fault = Fault("another", "return 1", instead, ("tests",))

    outcome = outcome_of(fault, tree_of(tmp_path, "return 1\n"), only_named=True)

    assert outcome.found_by == found_by
