"""The source as plain data: lines, words, heat."""

from __future__ import annotations

import pytest

from gpuviz.scene.source.listing import listing, step_lines, words_of
from gpuviz.trace import FunctionSource


def function(name: str, first_line: int, text: str) -> FunctionSource:
    return FunctionSource(name, "k.py", first_line, text, False, {})


def test_functions_stand_in_the_order_of_the_file_with_a_gap_between() -> None:
    lines = listing([function("k", 9, "def k():\n    pass"), function("d", 2, "def d(): pass")])

    assert [line.number for line in lines] == [2, None, 9, 10]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("def f(x):", [("def", "keyword"), ("f", "name")]),
        ("@cuda.jit", [("cuda", "name")]),
        ("y = 16  # tile", [("16", "number"), ("# tile", "comment")]),
        ("name = 'é'", [("'é'", "string")]),
    ],
)
def test_words_are_coloured_by_what_python_takes_them_for(
    line: str, words: list[tuple[str, str]]
) -> None:
    found = words_of(line)[0]

    assert [(line[w.start : w.start + w.length], w.kind) for w in found] == words


def test_a_string_over_two_lines_is_coloured_on_both() -> None:
    found = words_of('"""one\ntwo"""')

    assert {line: [word.length for word in words] for line, words in found.items()} == {
        0: [6],
        1: [6],
    }


def test_source_that_cannot_be_read_has_no_colours_and_no_error() -> None:
    assert words_of("def (:\n  '''") == {}


def test_a_step_begins_in_statements_but_not_in_docstrings_and_pass() -> None:
    text = 'def k(a):\n    """Why."""\n    if a:\n        pass\n    # so\n    a[0] = (\n        1)'

    assert step_lines([function("k", 10, text)]) == {12, 15}


def test_source_that_cannot_be_read_has_no_steps() -> None:
    assert step_lines([function("k", 1, "def (:")]) == frozenset()
