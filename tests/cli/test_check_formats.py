"""`gpuviz check --format`: what CI systems show beside the source."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpuviz.api.report import CheckedLaunch, Failure, FoundHazard, Report
from gpuviz.cli.check_formats import as_github, as_junit, as_sarif
from tests.cli.checking import BEYOND, DOUBLE, RUN_DOUBLE, Check

LINE = next(n for n, line in enumerate(BEYOND.splitlines(), 1) if "*= 2" in line)


@pytest.fixture
def check(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Check:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "week 1"
    folder.mkdir()
    (folder / "wrong.py").write_text("print('hello')\n" + BEYOND, encoding="utf-8")
    (folder / "right.py").write_text(DOUBLE + RUN_DOUBLE, encoding="utf-8")
    (folder / "stops.py").write_text(DOUBLE + RUN_DOUBLE + "1 / 0\n", encoding="utf-8")
    return Check(tmp_path, capfd)


def of_hazard(text: str, file: str = "a.py") -> Report:
    hazard = FoundHazard(
        "race", "global", "x", (0,), 7, 8, (0, 0, 0), (0, 0, 0), None, None, 1, text
    )
    launch = CheckedLaunch("k", file, 5, (1, 1, 1), (32, 1, 1), None, (hazard,))
    return Report(file, (launch,))


@pytest.mark.slow
def test_sarif_names_file_line_and_rule_of_each_finding(check: Check) -> None:
    found = check.run("check", "week 1", "--format", "sarif")

    assert found.code == 1
    document = json.loads(found.out)
    assert document["version"] == "2.1.0"
    [run] = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    places = {}
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        places[place["artifactLocation"]["uri"]] = (result["ruleId"], place["region"]["startLine"])
    stops = len((DOUBLE + RUN_DOUBLE).splitlines()) + 1
    assert places == {
        "week%201/wrong.py": ("out-of-bounds", LINE + 1),
        "week%201/stops.py": ("check-failed", stops),
    }


def test_what_scripts_print_does_not_stand_in_the_form(check: Check) -> None:
    found = check.run("check", "week 1/wrong.py", "--format", "sarif")

    assert json.loads(found.out)["runs"]
    assert "hello" in found.err


def test_github_shows_an_annotation_at_each_line(check: Check) -> None:
    found = check.run("check", "week 1/wrong.py", "--format", "github")

    [line] = found.out.splitlines()
    assert line.startswith(
        f"::error file=week 1/wrong.py,line={LINE + 1},title=gpuviz%3A out of bounds::"
    )
    assert "x[40]" in line


def test_a_right_script_has_no_annotation(check: Check) -> None:
    found = check.run("check", "week 1/right.py", "--format", "github")

    assert (found.code, found.out) == (0, "")


@pytest.mark.slow
def test_junit_has_a_case_for_each_launch(check: Check) -> None:
    found = check.run("check", "week 1", "--format", "junit")

    suites = ElementTree.fromstring(found.out)
    counts = {
        suite.get("name"): (suite.get("tests"), suite.get("failures"), suite.get("errors"))
        for suite in suites
    }
    assert counts == {
        "week 1/right.py": ("1", "0", "0"),
        "week 1/stops.py": ("2", "0", "1"),
        "week 1/wrong.py": ("1", "1", "0"),
    }
    failure = suites.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "out-of-bounds"


def test_texts_end_no_command_and_no_attribute() -> None:
    report = of_hazard("50 % of\n::error::x, <b>\x01\ud800", "we,ird:.py")

    [command] = as_github([report]).splitlines()
    assert "file=we%2Cird%3A.py" in command
    assert command.endswith("::50 %25 of%0A::error::x, <b>\x01\ud800")
    failure = ElementTree.fromstring(as_junit([report])).find(".//failure")
    assert failure is not None
    assert failure.text == "we,ird:.py:7: 50 % of\n::error::x, <b>??"


def test_a_name_of_a_file_that_xml_cannot_hold_leaves_the_table_readable() -> None:
    suite = ElementTree.fromstring(as_junit([of_hazard("x", "a\x01\udcff.py")])).find("testsuite")

    assert suite is not None
    assert suite.get("name") == "a??.py"


def test_a_file_elsewhere_keeps_its_whole_path_as_an_address() -> None:
    uris = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in json.loads(as_sarif([of_hazard("x", "/else where/a.py")]))["runs"][0][
            "results"
        ]
    ]

    assert uris == [Path("/else where/a.py").absolute().as_uri()]


def test_a_failure_without_a_line_has_no_region() -> None:
    report = Report("a.py", failures=(Failure("It launched no kernel."),))

    [result] = json.loads(as_sarif([report]))["runs"][0]["results"]

    assert "region" not in result["locations"][0]["physicalLocation"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "xml"], "none of text, json, sarif, github, junit"),
        (["--json", "--format", "sarif"], "leave one out"),
    ],
)
def test_a_form_that_is_none_is_refused(check: Check, options: list[str], words: str) -> None:
    found = check.run("check", "week 1/right.py", *options)

    assert (found.code, found.out) == (2, "")
    assert words in found.err


def test_format_json_is_json(check: Check) -> None:
    found = check.run("check", "week 1/right.py", "--format=json")

    assert json.loads(found.out)["launches"]


def test_half_a_character_in_a_message_is_none_in_sarif() -> None:
    found = json.loads(as_sarif([of_hazard("a \ud800 b")]))

    assert found["runs"][0]["results"][0]["message"]["text"] == "a ? b"
