"""Source that cannot be read is looked at once, however many sites ask for it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest

from gpuviz.insight.expressions import parted_steps
from gpuviz.insight.formula import statements_of
from gpuviz.insight.traffic import site_text
from tests.helpers.traces import vector_add


@pytest.mark.parametrize("body", ["def ((", "a\0", "(" * 4_000, "'''", "\ud800"])
def test_thousands_of_sites_in_unreadable_source_parse_it_once(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = vector_add()
    text = f"{body}\n" * 2 + "    a[0] = (\n" * 100
    sites = [replace(trace.sites[n % 3], line=1 + n, column=n) for n in range(2_759)]
    shown = replace(trace, functions=(replace(trace.functions[0], text=text),), sites=tuple(sites))
    parsed, parse = [], ast.parse

    def counted(*arguments: Any, **keywords: Any) -> Any:
        parsed.append(arguments[0])
        return parse(*arguments, **keywords)

    monkeypatch.setattr(ast, "parse", counted)

    assert {site_text(shown, site) for site in sites} == {site.array for site in trace.sites}
    assert len(parted_steps(shown)) == 0
    assert statements_of(text) == ()
    assert parsed == [text]
