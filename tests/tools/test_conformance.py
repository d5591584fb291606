"""The table of numba-cuda's own tests: how tests are run, judged and told."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import gpuviz.cuda
from tools.conformance import host_api, nothing, runner, shim
from tools.conformance.__main__ import NAMES_PAGE, PAGE, versions
from tools.conformance.reasons import Judged, Reason, judged, read_reasons, surprises
from tools.conformance.runner import (
    TOO_LONG,
    WENT_DOWN,
    Outcome,
    Suite,
    modules_of,
    run_modules,
)
from tools.conformance.table import page

ALL_ENDS = """\
import os, unittest, pytest

def test_good(): pass
def test_bad(): assert 1 == 2, "two is not one"
def test_down(): os._exit(3)
def test_after(): pass
@pytest.mark.skip(reason="no GPU")
def test_skipped(): pass

class TestOld(unittest.TestCase):
    @unittest.expectedFailure
    def test_expected_to_fail(self): assert False
"""
BROKEN = """\
import nowhere_at_all

def test_never(): pass
class TestIt:
    def test_it(self): pass
"""
NO_GPU = Reason("cannot", "Hardware", "there is none", words=("no GPU",))
NEVER = Reason("cannot", "Never", "by name", tests=("a/*",))


def suite_of(folder: Path, **modules: str) -> Path:
    """A folder with modules of tests."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def ends_of(suite: Suite) -> dict[str, tuple[str, str]]:
    """How each test of a suite ends, and what it says."""
    outcomes = run_modules(suite, modules_of(suite.tests))
    return {outcome.name: (outcome.result, outcome.words) for outcome in outcomes}


@pytest.mark.slow
def test_a_test_that_takes_its_process_down_costs_no_other_test(tmp_path: Path) -> None:
    ends = ends_of(Suite(suite_of(tmp_path, test_ends=ALL_ENDS, test_broken=BROKEN)))

    results = {name.partition("::")[2]: result for name, (result, _) in ends.items()}
    assert results == {
        "test_good": "passed",
        "test_bad": "failed",
        "test_down": "failed",
        "test_after": "passed",
        "test_skipped": "skipped",
        "TestOld::test_expected_to_fail": "passed",
        "test_never": "failed",
        "TestIt::test_it": "failed",
    }
    assert ends["test_ends.py::test_down"][1] == WENT_DOWN
    assert "two is not one" in ends["test_ends.py::test_bad"][1]
    assert "no GPU" in ends["test_ends.py::test_skipped"][1]
    assert "nowhere_at_all" in ends["test_broken.py::TestIt::test_it"][1]


@pytest.mark.slow
def test_a_test_that_hangs_is_ended_and_the_rest_goes_on(tmp_path: Path) -> None:
    source = "import time\ndef test_hangs(): time.sleep(1000)\ndef test_good(): pass\n"

    ends = ends_of(Suite(suite_of(tmp_path, test_it=source), seconds=5))

    assert ends == {
        "test_it.py::test_hangs": ("failed", TOO_LONG),
        "test_it.py::test_good": ("passed", ""),
    }


IN_PLACE = """\
import numba.cuda, pytest
from numba import cuda
from numba.cuda.cudadrv import driver

def test_is_the_drop_in(): assert cuda.jit.__module__.startswith("gpuviz.")
def test_lacks_a_name(): assert not hasattr(cuda, "no_such_name")
def test_a_part_is_the_drop_ins(): assert driver.MemoryPointer.__module__.startswith("gpuviz.")
def test_the_simulator_is_refused():
    from numba.cuda.simulator.kernel import FakeCUDAKernel
    with pytest.raises(RuntimeError, match="simulator"):
        FakeCUDAKernel(len, False)
def test_asks_nothing(): assert numba.cuda.types.int32.bitwidth == 32
"""


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
@pytest.mark.skipif(find_spec("filecheck") is None, reason="numba.cuda.testing needs filecheck")
@pytest.mark.parametrize(("drop_in", "passing"), [("gpuviz.cuda", 5), (nothing.__name__, 2)])
def test_neither_the_simulator_nor_nothing_passes_for_the_drop_in(
    tmp_path: Path, drop_in: str, passing: int
) -> None:
    ends = ends_of(Suite(suite_of(tmp_path, test_place=IN_PLACE), drop_in))

    passed = [name for name, (result, _) in ends.items() if result == "passed"]
    assert len(passed) == passing, ends
    assert "test_place.py::test_asks_nothing" in passed


def test_a_part_of_numba_keeps_only_what_it_has_from_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shim, "_is_offered", lambda name, value: not name.startswith("_"))
    numbas, own = ModuleType("numba.cuda.part"), ModuleType("own")
    vars(numbas).update(both=shim.NumbaReached, only=ModuleType, _private=1)
    vars(numbas)["lacking"] = type("lacking", (), {"__module__": "numba.cuda.part"})
    vars(own).update(both="ours", more="ours too")

    shim._replace(numbas, own, own, keep=False)

    assert (numbas.both, numbas.more, numbas._private) == ("ours", "ours too", 1)
    assert numbas.only is ModuleType
    assert not hasattr(numbas, "lacking")


def test_nothing_is_there_while_tests_are_collected_and_nothing_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nothing, "_importing", True)

    kernel = nothing.jit("void(int32)")(len)
    nothing.tests_begin()

    uses: list[Callable[[], object]] = [
        lambda: kernel[1, 1],
        lambda: nothing.grid,
        lambda: kernel(1),
    ]
    for use in uses:
        with pytest.raises(nothing.AskedNothing):
            use()


def test_the_tests_of_a_module_that_cannot_be_imported_are_read_off_its_source() -> None:
    assert runner.tests_named_in(BROKEN) == ["test_never", "TestIt::test_it"]


def test_an_outcome_is_judged_by_the_first_rule_that_fits() -> None:
    outcomes = [
        Outcome("a/test_x.py::one", "passed"),
        Outcome("b/test_x.py::inside", "passed"),
        Outcome("b/test_x.py::skips", "skipped", "there is no GPU here"),
        Outcome("b/test_x.py::odd", "failed", "KeyError: 3"),
    ]

    judgements = judged(outcomes, {"b/test_x.py::inside"}, [NO_GPU, NEVER])

    assert [j.standing for j in judgements] == ["passes", "numba's own", "cannot", "not yet"]
    assert judgements[2].reason == NO_GPU


def test_a_test_that_cannot_pass_and_does_is_told_and_a_rule_without_use_too() -> None:
    passing = Judged(Outcome("a/test_x.py::one", "passed"), "passes")

    told = surprises([passing], [NEVER])

    assert len(told) == 2
    assert told[0].startswith("a/test_x.py::one passes")
    assert told[1] == "no test is here for 'Never'"


def test_a_page_counts_and_shows_no_path_of_a_machine() -> None:
    words = "OSError: /home/somebody/x_y/file.py: at 0x7f00aa"
    outcomes = [
        Outcome("a/test_x.py::one", "passed"),
        Outcome("a/test_x.py::two", "failed", words),
        Outcome("b/test_y.py::three", "skipped", "no GPU"),
    ]

    text = page(judged(outcomes, (), [NO_GPU]), {"numba": "1.0"})

    assert "| a/test_x.py | 2 | 1 |  |  | 1 |" in text
    assert "| **all** | 3 | 1 |  | 1 | 1 |" in text
    assert "**1 of 2** pass" in text
    assert "- `a/test_x.py::two`: OSError: file.py: at 0x.." in text
    assert "somebody" not in text


def test_the_page_in_docs_adds_up_and_has_the_rules_as_they_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [row.split("|")[2:-1] for row in re.findall(r"^\| \S+\.py \|.*$", text, re.MULTILINE)]
    last = re.search(r"^\| \*\*all\*\* \|(.*)\|$", text, re.MULTILINE)

    counts = [[int(cell) if cell.strip() else 0 for cell in row] for row in rows]

    assert last is not None
    assert [sum(column) for column in zip(*counts, strict=True)] == [
        int(cell) for cell in last[1].split("|")
    ]
    assert all(row[0] == sum(row[1:]) for row in counts)
    assert [rule.title for rule in read_reasons() if f"| {rule.title} |" not in text] == []
    assert not re.search(r"/(home|usr|tmp|work|site-packages)/", text)


def test_names_are_compared_without_those_that_a_module_only_uses() -> None:
    numbas, own = ModuleType("numbas"), ModuleType("own")
    vars(numbas).update(both=len, lacking=len, used=len, _inner=len)
    vars(numbas)["__all__"] = ["both", "lacking"]
    vars(own).update(both=abs)

    assert host_api.offered(numbas) == ["both", "lacking"]
    absences = (host_api.Absence(("lack*",), "a reason"),)
    part = host_api.Part("x:Thing", ("both",), ("lacking", "other"))
    text = host_api.host_api_page([part], absences, {"numba-cuda": "1"})
    assert "## `Thing`: 1 of 3" in text
    assert "| `lacking` | a reason |\n| `other` | not yet |" in text


NAMES = """\
from tools.conformance.__main__ import versions
from tools.conformance.host_api import all_parts, host_api_page, read_absences
print(host_api_page(all_parts(), read_absences(), versions("numba-cuda")), end="")
"""


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_the_page_of_names_is_what_numba_cuda_and_the_drop_in_have() -> None:
    written = NAMES_PAGE.read_text(encoding="utf-8")
    if versions("numba-cuda")["numba-cuda"] not in written:
        pytest.skip("the page is about another numba-cuda")

    command = [sys.executable, "-c", NAMES]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=runner.ROOT)

    assert done.stdout == written


def test_every_name_that_the_page_has_is_there() -> None:
    text = NAMES_PAGE.read_text(encoding="utf-8")
    names = re.findall(r"`(\w+)`", text.split("\n## ")[1].partition("| not there")[0])

    assert len(names) > 150
    assert [name for name in names[2:] if not hasattr(gpuviz.cuda, name)] == []
