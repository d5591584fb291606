"""Which tests a teacher's file has: functions and methods of classes.

Of pytest `pytest.mark.parametrize` is followed, of unittest what a TestCase does around a test.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

TESTS, CLASSES = "test_", "Test"
"""How names of tests begin, and of classes that hold some."""
SHORT = (str, int, float, bool)
"""Types of values that a test can be called by."""

Test = Callable[[], object]


def collected(names: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Test]:
    """The tests of a module with these names, by what they are called, as they stand there.

    A test that has a parameter of a name in `given` is called with that value.
    """
    found: dict[str, Test] = {}
    for name, value in list(names.items()):
        if getattr(value, "__module__", None) != names.get("__name__"):
            continue
        if isinstance(value, type):
            found.update(_of_class(name, value, given))
        elif name.startswith(TESTS) and callable(value):
            found.update(_each(name, value, value, (), given))
    return found


def function_of(name: str) -> str:
    """What a test is called without the values that it is given."""
    return name.partition("[")[0]


def _of_class(name: str, kind: type, given: Mapping[str, Any]) -> Iterator[tuple[str, Test]]:
    unit = getattr(sys.modules.get("unittest"), "TestCase", None)
    is_case = isinstance(unit, type) and issubclass(kind, unit)
    if not (is_case or name.startswith(CLASSES)):
        return
    methods = (key for one in reversed(kind.__mro__) for key in vars(one) if key.startswith(TESTS))
    marks = getattr(kind, "pytestmark", ())
    for key in dict.fromkeys(methods):
        if is_case:
            yield f"{name}.{key}", functools.partial(_run_case, kind, key)
        else:
            method = getattr(kind, key)
            run = functools.partial(_run_method, kind, key)
            yield from _each(f"{name}.{key}", method, run, marks, given)


def _run_case(kind: Any, key: str) -> None:
    kind.setUpClass()
    try:
        kind(key).debug()
    finally:
        kind.tearDownClass()


def _run_method(kind: Any, key: str, **values: Any) -> None:
    made = kind()
    for before in ("setup_method", "setup"):
        if hasattr(made, before):
            getattr(made, before)()
            break
    getattr(made, key)(**values)


def _each(
    name: str,
    test: Callable[..., object],
    run: Callable[..., object],
    more_marks: Sequence[Any],
    given: Mapping[str, Any],
) -> Iterator[tuple[str, Test]]:
    """The test as often as its marks say; each time it is called by the values."""
    wanted = inspect.signature(test).parameters
    own = {key: value for key, value in given.items() if key in wanted}
    marks = [*getattr(test, "pytestmark", ()), *more_marks]
    tables = [_table(mark) for mark in marks if getattr(mark, "name", "") == "parametrize"]
    for row in itertools.product(*tables):
        values = {key: value for one in row for key, value in one[1].items()}
        called = "-".join(one[0] for one in row)
        yield f"{name}[{called}]" if tables else name, functools.partial(run, **own, **values)


def _table(mark: Any) -> list[tuple[str, dict[str, Any]]]:
    """What a mark gives, case by case: how it is called, and values by parameters."""
    given = (
        *mark.args,
        *(mark.kwargs[key] for key in ("argnames", "argvalues") if key in mark.kwargs),
    )
    wanted, cases = given[0], given[1]
    names = [one.strip() for one in wanted.split(",")] if isinstance(wanted, str) else [*wanted]
    return [_case(number, names, case, wanted) for number, case in enumerate(cases)]


def _case(number: int, names: list[str], case: Any, wanted: Any) -> tuple[str, dict[str, Any]]:
    values, called = case, None
    if hasattr(case, "marks") and hasattr(case, "values"):  # pytest.param
        values, called = case.values, case.id
    elif len(names) == 1 and isinstance(wanted, str):
        values = (case,)
    short = (
        str(value) if isinstance(value, SHORT) else f"{name}{number}"
        for name, value in zip(names, values, strict=True)
    )
    return called or "-".join(short), dict(zip(names, values, strict=True))
