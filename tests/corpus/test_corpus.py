"""Scripts as students write them, in every schedule: no false alarm, and each mistake found.

A broken script says in EXPECTED what has to be found. Its lines are named by comments, `# <- name`.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gpuviz.api.telling import summary
from gpuviz.cuda.recording import Recording
from gpuviz.cuda.script import ScriptOutcome, run_script
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.operation import OperationInfo, correct_operations
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Hazard

FOLDER = Path(__file__).parent
CORRECT = sorted((FOLDER / "correct").glob("*.py"))
BROKEN = sorted((FOLDER / "broken").glob("*.py"))
MARK = re.compile(r"# <- (\w+)")
SCHEDULES = ("lockstep", "warps", "adversarial")
KINDS = {"out-of-bounds", "race", "uninitialized", "barrier-divergence"}


def outcome_of(script: Path, schedule: str = "lockstep") -> ScriptOutcome:
    options = ExecutionOptions(schedule=schedule, record=False, snapshot_bytes=0)
    return run_script(script, [], Recording(find_device(DEFAULT_DEVICE), options, summary))


def hazards_of(outcome: ScriptOutcome) -> list[Hazard]:
    return [hazard for launch in outcome.launches for hazard in launch.hazards]


def expected_of(script: Path) -> list[dict[str, Any]]:
    """EXPECTED of a script, with line numbers in the place of their names."""
    source = script.read_text(encoding="utf-8")
    marks = {
        name: number
        for number, line in enumerate(source.splitlines(), 1)
        for name in MARK.findall(line)
    }
    literal = next(
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXPECTED"
    )
    entries: list[dict[str, Any]] = ast.literal_eval(literal)
    for entry in entries:
        entry["line"] = marks[entry["line"]]
        entry["other_line"] = marks[entry["other_line"]] if "other_line" in entry else None
    return entries


def facts(hazard: Hazard) -> dict[str, Any]:
    """What EXPECTED speaks of, thread and block being three numbers each."""
    names = ("kind", "space", "array", "line", "other_line", "count")
    places = ("index", "block", "thread", "other_block", "other_thread")
    found = {name: getattr(hazard, name) for name in names}
    return found | {
        name: None if (place := getattr(hazard, name)) is None else tuple(place) for name in places
    }


def agrees(found: object, wanted: object) -> bool:
    """Whether a value is the one, or one of those, that are wanted."""
    return found in wanted if isinstance(wanted, list) else found == wanted


def is_as_expected(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(agrees(found[name], value) for name, value in wanted.items())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "schedule"),
    list(itertools.product(CORRECT, ("lockstep", "warps"))),  # without races that is all
    ids=lambda value: getattr(value, "stem", value),
)
def test_a_correct_script_raises_no_alarm(script: Path, schedule: str) -> None:
    outcome = outcome_of(script, schedule)

    assert outcome.own_failure is None, outcome.own_failure
    assert [(str(failure.place), failure.message.text) for failure in outcome.failures] == []
    assert [hazard.message.text for hazard in hazards_of(outcome)] == []
    assert {note.message.code for note in outcome.notes} <= {"note.emulator-time"}
    assert outcome.launches


@pytest.mark.slow
@pytest.mark.parametrize("info", correct_operations(), ids=lambda info: info.name)
def test_a_kernel_of_the_gallery_run_as_a_script_raises_no_alarm(
    info: OperationInfo, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = outcome_of(info.path)

    assert (outcome.own_failure, outcome.failures, hazards_of(outcome)) == (None, (), [])
    assert capsys.readouterr().out == f"{info.name} is right\n"


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("script", BROKEN, ids=lambda path: path.stem)
def test_a_broken_script_shows_what_is_wrong_with_it_and_nothing_else(
    script: Path, schedule: str
) -> None:
    outcome = outcome_of(script, schedule)
    wanted = expected_of(script)
    hazards = hazards_of(outcome)
    found = [facts(hazard) for hazard in hazards]

    assert outcome.own_failure is None, outcome.own_failure
    assert [failure.message.text for failure in outcome.failures] == []
    for entry in wanted:
        assert [one for one in found if is_as_expected(one, entry)], (entry, found)
    assert len(found) == len(wanted), [hazard.message.text for hazard in hazards]


def test_every_kind_of_hazard_is_there_many_times_over() -> None:
    kinds = [entry["kind"] for script in BROKEN for entry in expected_of(script)]

    assert {kind for kind in KINDS if kinds.count(kind) >= 9} == KINDS


def test_there_are_forty_scripts_of_each_sort() -> None:
    assert min(len(CORRECT), len(BROKEN)) >= 40
