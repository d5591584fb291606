"""Runs a teacher's tests, function by function, on what was handed in.

Whatever a function of that file called `test_..` raises is its failure. What came of each is told
at once, so that those before an endless loop are known.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

from gpuviz.api.apart.messages import MODULE, cut
from gpuviz.api.apart.results import Written
from gpuviz.api.apart.submitted import NOT_WRITTEN, Student, TeachersMistake, launch_count
from gpuviz.api.apart.wire import StudentGone
from gpuviz.api.grading.collected import collected, function_of
from gpuviz.api.report import TestResult
from gpuviz.messages import EnglishTemplate, filled

POINTS = "POINTS"
"""A dictionary of that name in the teacher's file: how many points a test gives, 1 without it."""
NEEDS_KERNEL = "NEEDS_KERNEL"
"""A dictionary of that name there, or one value for all tests: whether a test needs a kernel. True:
one has to be launched in it. RESULT: arrays that functions give have to be what a kernel wrote,
besides. False: nobody asks whether what functions give depends on theirs.
"""
RESULT = "result"
NEEDS_WHAT: EnglishTemplate = (
    'NEEDS_KERNEL has to be True, False or "result" for all tests, or a dictionary of them, as'
    ' {{"test_host": True}}.'
)
MOST_PROBES = 20  # calls in a test that are made once more
CAN_FORK = sys.platform == "linux"
NO_KERNEL = "no kernel was launched"


class TestsFinder(MetaPathFinder, Loader):
    """Finds what was handed in as the module `submission`, and the teacher's own modules, whose
    texts are no files that could be read or replaced.
    """

    __test__ = False  # which pytest would take for tests

    def __init__(self, load: Callable[[], ModuleType], texts: Mapping[str, str]) -> None:
        self._load, self._texts = load, texts

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks for it."""
        return ModuleSpec(name, self) if name == MODULE or name in self._texts else None

    def get_source(self, name: str) -> str | None:
        """A line of it is told where an assertion fails."""
        return self._texts.get(name)

    def exec_module(self, module: ModuleType) -> None:
        """What was handed in takes the place of its module."""
        text = self._texts.get(module.__name__)
        if text is not None:
            exec(compile(text, f"{module.__name__}.py", "exec"), vars(module))
        else:
            sys.modules[MODULE] = self._load()

    @contextmanager
    def nothing_handed_in(self) -> Iterator[None]:
        """Meanwhile a module has its place that has any name, and nothing that can be used."""
        load, self._load = self._load, _Nothing
        known = {
            name: sys.modules.pop(name) for name in (MODULE, *self._texts) if name in sys.modules
        }
        try:
            yield
        finally:
            self._load = load
            sys.modules.update(known)


class _Nothing(ModuleType):
    """Stands for what was handed in where only the names of tests are wanted."""

    def __init__(self) -> None:
        super().__init__(MODULE)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Thing()


class _Thing:
    """Whatever it is used for fails."""

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise TypeError

    def __getitem__(self, _: object) -> NoReturn:
        raise TypeError


def run_tests(module: ModuleType, tell: Callable[..., None], student: Student | None) -> None:
    """Runs all tests of the teacher's module, in the order in which they stand there; `tell` is
    given the events of the tests. `student` is asked in them, if there is one.

    Raises StudentGone where its process ends: what follows is not reached.
    """
    import_module("numpy.testing")  # with which tests compare: NumPy loads it when asked
    names = vars(module)
    tests, needed = _tests(names), names.get(NEEDS_KERNEL, {})
    if is_need(needed):
        needed = dict.fromkeys(tests, needed)
    if not isinstance(needed, Mapping):
        raise TypeError(filled(NEEDS_WHAT, {}))
    tell("tests", tests=[asdict(one) for one in tests.values()])
    for (name, made), run in zip(tests.items(), collected(names, _given()).values(), strict=True):
        needs = needed.get(name, needed.get(function_of(name)))
        tell("tested", test=asdict(_result(made, run, student, needs)))


def is_need(told: object) -> bool:
    """Whether it says if a test needs a kernel."""
    return type(told) is bool or told == RESULT


def tests_expected(text: str, finder: TestsFinder) -> list[TestResult]:
    """The tests of a teacher's file, none of them reached: what was handed in cannot be asked."""
    module = ModuleType("__main__")
    with finder.nothing_handed_in():
        try:
            exec(compile(text, "tests.py", "exec"), vars(module))
            return list(_tests(vars(module)).values())
        except Exception:  # it uses what was handed in before any test
            return []


def _tests(names: Mapping[str, Any]) -> dict[str, TestResult]:
    points = names.get(POINTS, {})
    return {
        name: TestResult(name, float(points.get(name, points.get(function_of(name), 1))), None, "")
        for name in collected(names, _given())
    }


def _given() -> dict[str, Any]:
    return {MODULE: sys.modules.get(MODULE)}


def _result(
    made: TestResult,
    run: Callable[[], object],
    student: Student | None,
    needs_kernel: bool | str | None,
) -> TestResult:
    """What came of one test."""
    before = launch_count()
    if student is not None:
        student.arrays_passed = student.gave_others = False
        student.written, student.has_to_write = Written(), needs_kernel == RESULT
        student.probes = MOST_PROBES if CAN_FORK and needs_kernel is not False else 0
    try:
        run()
    except (KeyboardInterrupt, StudentGone):
        raise
    except TeachersMistake as error:
        return replace(made, said=cut(f"it cannot be run, which is not its fault: {error}"))
    except BaseException as error:
        return replace(made, passed=False, said=cut(_said(error)))
    if needs_kernel is False:
        return replace(made, passed=True)
    made = replace(made, passed=True, launches=launch_count() - before)
    if made.launches:
        gave_others = student is not None and student.gave_others
        return replace(made, said=NOT_WRITTEN if gave_others else "")
    if needs_kernel:
        return replace(made, passed=False, said=NO_KERNEL)
    was_asked = student is not None and student.arrays_passed
    return replace(made, said=NO_KERNEL if was_asked else "")


def _said(error: BaseException) -> str:
    """The kind of error and its words; an assertion without words is told by its line."""
    words = " ".join(str(error).split())
    if isinstance(error, AssertionError):
        frames = traceback.extract_tb(error.__traceback__)
        return words or f"not so: {frames[-1].line}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
