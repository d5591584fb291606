"""What the grades of one class say of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpuviz.api.grading.grade import Grade, Mistake
from gpuviz.api.grading.tests_of import NEEDS_KERNEL, NO_KERNEL
from gpuviz.api.report import TestResult


def graded_together(grades: Sequence[Grade]) -> list[Grade]:
    """Whose tests are not known has those of the others, not reached, so that all have points out
    of as many. A test in which at least half of those who pass it launch a kernel needs one, if
    its author does not say otherwise.
    """
    longest = max((grade.tests for grade in grades), key=len, default=())
    missed = tuple(replace(test, passed=None, said="", launches=None) for test in longest)
    known = [grade if grade.tests else replace(grade, tests=missed) for grade in grades]
    needing = set(_needing(known))
    return [_without_kernel(grade, needing) for grade in known]


def _needing(grades: Sequence[Grade]) -> Iterator[str]:
    passed = [test for grade in grades for test in grade.tests if test.passed]
    for name in dict.fromkeys(test.name for test in passed):
        launches = [test.launches for test in passed if test.name == name]
        if 2 * sum(map(bool, launches)) >= len(launches):
            yield name


def _without_kernel(grade: Grade, needing: set[str]) -> Grade:
    """The same; tests of it that passed without a kernel which they need have failed."""
    lost = [one for one in grade.tests if one.passed and one.launches == 0 and one.name in needing]
    if not lost:
        return grade
    failed = {one.name: replace(one, passed=False, said=_told(one)) for one in lost}
    tests = tuple(failed.get(one.name, one) for one in grade.tests)
    mistakes = (Mistake("test", f"{one.name}: {one.said}") for one in failed.values())
    return replace(grade, verdict="wrong", tests=tests, mistakes=(*grade.mistakes, *mistakes))


def _told(test: TestResult) -> str:
    return (
        f"{NO_KERNEL}, and others launch one in it (a teacher who does not ask for one writes"
        f' {NEEDS_KERNEL} = {{"{test.name}": False}})'
    )
