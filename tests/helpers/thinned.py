"""Tables of cases of which the quick suite takes some, by a rule, and `--all` the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings


def each_nth(step: int, cases: Iterable[Any]) -> list[ParameterSet]:
    """The cases as parameters; all but the first, and each `step`-th after it, are slow.

    Of a table with rows of n, a step of n + 1 takes every row and every column.
    """
    return [
        pytest.param(
            *case.values,
            marks=(*case.marks, *([pytest.mark.slow] if place % step else [])),
            id=case.id,
        )
        for place, case in enumerate(map(_parameters, cases))
    ]


def examples(count: int) -> int:
    """How often a property is tried: so often with `--all`, else a part of it, at least 5."""
    return max(5, count * settings().max_examples // 100)


def _parameters(case: Any) -> ParameterSet:
    """A tuple stands for several parameters, as in `parametrize`."""
    if isinstance(case, ParameterSet):
        return case
    return pytest.param(*case) if type(case) is tuple else pytest.param(case)
