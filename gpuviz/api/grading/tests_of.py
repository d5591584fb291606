"""Runs in the process of a submission: its expectations, function by function.

Whatever a function of that file called `test_..` raises is its failure. What came of each goes into
a file at once, so that those before an endless loop are known.
"""

from __future__ import annotations

import inspect
import json
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from gpuviz.ordinary_file import ending
from gpuviz.trace.source import CUDA_C_SUFFIX

MODULE = "submission"
"""The name under which the teacher's file imports what was handed in."""
TESTS = "test_"
RESULTS_FILE = "results.jsonl"
POINTS = "POINTS"
"""A dictionary of that name in the teacher's file: how many points a test gives, 1 without it."""


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


def run_tests(names: Mapping[str, Any]) -> None:
    """Runs all tests among the names of a module, in the order in which they stand there."""
    tests = {
        name: value
        for name, value in names.items()
        if name.startswith(TESTS) and callable(value) and _is_of(names, value)
    }
    points = names.get(POINTS, {})
    _results_file().touch()  # it has come so far, also without a test
    for name in tests:
        _tell(name=name, points=float(points.get(name, 1)), passed=None, said="")
    for name, test in tests.items():
        said = _run(test)
        _tell(name=name, points=float(points.get(name, 1)), passed=said is None, said=said or "")


def _is_of(names: Mapping[str, Any], value: Any) -> bool:
    return getattr(value, "__module__", None) == names.get("__name__")


def _run(test: Callable[..., object]) -> str | None:
    """What went wrong, in one line."""
    try:
        wanted = inspect.signature(test).parameters
        test(**({MODULE: sys.modules[MODULE]} if MODULE in wanted else {}))
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


def _results_file() -> Path:
    return Path(sys.modules["__main__"].__file__ or ".").parent / RESULTS_FILE


def _tell(**what: object) -> None:
    with open(_results_file(), "a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\n")
