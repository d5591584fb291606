"""Runs in the process of a submission: its expectations, function by function.

Whatever a function of that file called `test_..` raises is its failure. What came of each is told
at once, so that those before an endless loop are known.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from gpuviz.api.grading.collected import collected, function_of
from gpuviz.api.report import TestResult
from gpuviz.ordinary_file import ending
from gpuviz.trace.source import CUDA_C_SUFFIX

MODULE = "submission"
"""The name under which the teacher's file imports what was handed in."""
POINTS = "POINTS"
"""A dictionary of that name in the teacher's file: how many points a test gives, 1 without it."""


class SubmissionFinder(MetaPathFinder, Loader):
    """Finds what was handed in as the module `submission`, and the teacher's own modules, whose
    texts are no files that could be read or replaced.
    """

    def __init__(self, file: str, texts: Mapping[str, str]) -> None:
        self._file, self._texts = file, texts
        self._is_loading = False

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As importlib asks for it."""
        is_theirs = name in self._texts and not self._is_loading
        return ModuleSpec(name, self) if name == MODULE or is_theirs else None

    def get_source(self, name: str) -> str | None:
        """A line of it is told where an assertion fails."""
        return self._texts.get(name)

    def exec_module(self, module: ModuleType) -> None:
        """Another module takes its place, in which importlib locks nothing: what was handed in may
        start processes while it is loaded.
        """
        text = self._texts.get(module.__name__)
        if text is not None:
            exec(compile(text, f"{module.__name__}.py", "exec"), vars(module))
            return
        with self._teachers_hidden():
            load_submission(self._file)

    @contextmanager
    def _teachers_hidden(self) -> Iterator[None]:
        """What was handed in may have modules of the same names, and reaches no others."""
        before = {name: sys.modules.pop(name) for name in self._texts if name in sys.modules}
        self._is_loading = True
        try:
            yield
        finally:
            self._is_loading = False
            for name in self._texts:
                sys.modules.pop(name, None)
            sys.modules.update(before)


def load_submission(file: str) -> ModuleType:
    """Runs the student's file as the module `submission`, beside whose file its own modules lie.

    Of CUDA C nothing is run: its kernels are in the module, to be launched as those of Numba.
    """
    path = Path(file)
    if ending(path) == CUDA_C_SUFFIX:
        from gpuviz.api.c_file import kernels_in

        sys.modules[MODULE] = kernels_in(path, MODULE)
        return sys.modules[MODULE]
    sys.path.insert(0, str(path.parent))
    loader = SourceFileLoader(MODULE, file)  # by itself Python knows no endings but .py
    spec = spec_from_loader(MODULE, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[MODULE] = module
    loader.exec_module(module)
    return module


def run_tests(
    module: ModuleType,
    own: Sequence[str],
    tell: Callable[..., None],
    look: Callable[[], None],
) -> None:
    """Runs all tests of the teacher's module, in the order in which they stand there; `own` are
    names of modules that are the teacher's too.

    `tell` is given the events of the tests; `look` notes which functions of others are replaced,
    before the first and behind each, where what was handed in might have put them back.
    """
    names = vars(module)
    tests = collected(names, {MODULE: sys.modules.get(MODULE)})
    points = names.get(POINTS, {})
    theirs = [vars(sys.modules[name]) for name in own if name in sys.modules]
    run, keep, said_of = _run, _Kept([names, *theirs]), TestResult
    look()
    made = [said_of(name, _points(name, points), None, "") for name in tests]
    tell("tests", tests=[asdict(one) for one in made])
    for one in made:
        said = keep.changed() or run(tests[one.name])
        said = said or keep.changed()
        look()
        result = replace(one, passed=said is None, said=said or "")
        tell("tested", test=asdict(result))


def _points(name: str, points: Mapping[str, Any]) -> float:
    return float(points.get(name, points.get(function_of(name), 1)))


class _Kept:
    """The functions, classes and modules of the teacher's files, as they were before the tests."""

    def __init__(self, files: Sequence[Mapping[str, Any]]) -> None:
        self._files = files
        self._before = self._now()

    def _now(self) -> dict[str, tuple[int, ...]]:
        return {
            name if row == 0 else f"{names['__name__']}.{name}": held
            for row, names in enumerate(self._files)
            for name, held in _parts(names)
        }

    def changed(self) -> str | None:
        """What is said where one is another now, as only what was handed in makes it."""
        now = self._now()
        others = (name for name, held in self._before.items() if now.get(name) != held)
        name = next(others, None)
        return None if name is None else f"{name} of the tests was replaced"


def _parts(names: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """By identity: what is compared has no say in it."""
    for name, value in list(names.items()):
        if isinstance(value, FunctionType):
            yield name, (id(value), id(value.__code__), id(value.__defaults__))
        elif isinstance(value, (type, ModuleType, BuiltinFunctionType)) or name == "__builtins__":
            yield name, (id(value),)
            if isinstance(value, type) and value.__module__ == names.get("__name__"):
                yield from ((f"{name}.{key}", held) for key, held in _parts(vars(value)))


def _run(test: Callable[[], object]) -> str | None:
    """What went wrong, in one line."""
    try:
        test()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return _said(error)
    return None


def _said(error: BaseException) -> str:
    """The kind of error and its words; an assertion without words is told by its line."""
    words = " ".join(str(error).split())
    if isinstance(error, AssertionError):
        frames = traceback.extract_tb(error.__traceback__)
        return words or f"not so: {frames[-1].line}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
