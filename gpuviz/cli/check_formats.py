"""What `gpuviz check` found, in the forms that CI systems show beside the source.

SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0), workflow commands of GitHub Actions,
and the XML of JUnit as CI servers read it: a test suite for each script, a test case for each
launch.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from urllib.parse import quote
from xml.etree import ElementTree

import gpuviz
from gpuviz.api.report import CheckedLaunch, FoundHazard, Report

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FAILED = "check-failed"
"""The rule of what is no hazard: a wrong result, a script that fails or launches nothing."""
OTHER_ACCESS = "the other access of the race"
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong; line and column count from 1, None where none can be named."""

    rule: str
    text: str
    file: str
    line: int | None
    is_kernel_wrong: bool
    column: int | None = None
    other: tuple[str, int] | None = None  # file and line of the other access of a race

    @property
    def title(self) -> str:
        """The rule in words: "race", "check failed"."""
        return self.rule.replace("-", " ").replace("_", " ")


def findings(reports: Sequence[Report]) -> Iterator[Finding]:
    """All of them, in the order of the scripts and of their launches."""
    for report in reports:
        for launch in report.launches:
            for hazard in launch.hazards:
                yield _of_hazard(report, launch, hazard)
        yield from _failures(report)


def as_sarif(reports: Sequence[Report]) -> str:
    """One run; paths are relative to the folder in which the command was given, if below it."""
    found = list(findings(reports))
    rules = list(dict.fromkeys(finding.rule for finding in found))
    titles = {finding.rule: finding.title for finding in found}
    driver = {
        "name": "gpuviz",
        "version": gpuviz.__version__,
        "rules": [{"id": rule, "shortDescription": {"text": titles[rule]}} for rule in rules],
    }
    results = [_sarif_result(finding, rules.index(finding.rule)) for finding in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    document = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def as_github(reports: Sequence[Report]) -> str:
    """Workflow commands; GitHub shows each at its line of the pull request."""
    return "".join(f"{_command(finding)}\n" for finding in findings(reports))


def as_junit(reports: Sequence[Report]) -> str:
    """Hazards and wrong results are failures, what could not be checked is an error."""
    suites = ElementTree.Element("testsuites", name="gpuviz check")
    for report in reports:
        suites.append(_suite(report))
    ElementTree.indent(suites)
    text = NOT_IN_XML.sub("?", ElementTree.tostring(suites, encoding="unicode"))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


FORMATS: dict[str, Callable[[Sequence[Report]], str]] = {
    "sarif": as_sarif,
    "github": as_github,
    "junit": as_junit,
}


def _of_hazard(report: Report, launch: CheckedLaunch, hazard: FoundHazard) -> Finding:
    times = f" ({hazard.count} times)" if hazard.count > 1 else ""
    line = hazard.line if hazard.line > 0 else None
    file, other = _place(report, launch, hazard.file), None
    if hazard.other_line is not None:
        other = _place(report, launch, hazard.other_file), hazard.other_line
    return Finding(hazard.kind, f"{hazard.message}{times}", file, line, True, other=other)


def _place(report: Report, launch: CheckedLaunch, file: str | None) -> str:
    """A file as the script was named: launches name theirs from its folder."""
    name = file or launch.file
    return _named(launch.paths.get(name, os.path.join(os.path.dirname(report.file), name)))


def _failures(report: Report) -> Iterator[Finding]:
    file = _named(report.file)
    for failure in report.failures:
        place = failure.line, failure.is_wrong, failure.column
        yield Finding(FAILED, failure.text, file, *place)
    if report.own_failure is not None:
        *_, last = report.own_failure.strip().splitlines() or [""]
        yield Finding(FAILED, last, file, _last_line(report), False)


def _last_line(report: Report) -> int | None:
    """Where the script itself stood when it failed, read off Python's own words."""
    name = re.escape(os.path.basename(report.file))
    lines = re.findall(rf'File "[^"\n]*{name}", line (\d+)', report.own_failure or "")
    return int(lines[-1]) if lines else None


def _named(path: str) -> str:
    """With slashes, and from here where it lies below this folder."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def _sarif_result(finding: Finding, rule: int) -> dict[str, object]:
    related = {}
    if finding.other is not None:
        other = {"physicalLocation": _sarif_place(*finding.other)}
        related = {"relatedLocations": [{**other, "message": {"text": OTHER_ACCESS}}]}
    place = _sarif_place(finding.file, finding.line, finding.column)
    return {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": finding.text.encode(errors="replace").decode()},  # half a character
        "locations": [{"physicalLocation": place}],
        **related,
    }


def _sarif_place(file: str, line: int | None, column: int | None = None) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": _uri(file)}}
    if line is not None:
        place["region"] = {
            "startLine": line,
            **({} if column is None else {"startColumn": column}),
        }
    return place


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(file))


def _command(finding: Finding) -> str:
    """https://docs.github.com/actions/reference/workflow-commands-for-github-actions."""
    values = {
        "file": finding.file,
        "line": finding.line,
        "col": finding.column,
        "title": f"gpuviz: {finding.title}",
    }
    options = ",".join(
        f"{name}={_escaped(str(value), ':,')}" for name, value in values.items() if value
    )
    return f"::error {options}::{_escaped(finding.text)}"


def _escaped(text: str, more: str = "") -> str:
    """What would end a command or one of its options is written as its number."""
    return "".join(f"%{ord(sign):02X}" if sign in f"%\r\n{more}" else sign for sign in text)


def _suite(report: Report) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=report.file)
    for number, launch in enumerate(report.launches, 1):
        case = _case(suite, report, f"{number}. {launch.kernel} {launch.grid} {launch.block}")
        for hazard in launch.hazards:
            place = f"{_place(report, launch, hazard.file)}:{hazard.line}"
            _add(case, "failure", hazard.kind, hazard.message, f"{place}: {hazard.message}")
    own = list(_failures(report))
    if own or not (report.launches or report.is_helper):
        case = _case(suite, report, "script")
        for finding in own:
            kind = "failure" if finding.is_kernel_wrong else "error"
            _add(case, kind, finding.rule, finding.text, finding.text)
    count = {kind: str(len(suite.findall(f"testcase/{kind}"))) for kind in ("failure", "error")}
    cases = str(len(suite.findall("testcase")))
    suite.attrib |= {"tests": cases, "failures": count["failure"], "errors": count["error"]}
    return suite


def _case(suite: ElementTree.Element, report: Report, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", classname=report.file, name=name)


def _add(case: ElementTree.Element, kind: str, rule: str, message: str, text: str) -> None:
    ElementTree.SubElement(case, kind, type=rule, message=message).text = text
