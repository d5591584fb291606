"""What is computed of source that is being typed: colours, indentation, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.places import resource_dir
from gpuviz.scene.source.completion import CUDA_NAMES, completions
from gpuviz.scene.source.indentation import (
    commented,
    deeper,
    less_deep,
    next_depth,
    spaces_to_insert,
    spaces_to_remove,
)
from gpuviz.scene.source.line_words import Inside, line_words
from gpuviz.scene.source.listing import SourceWord, words_of

GALLERY = sorted(resource_dir("kernels").glob("*.py"))


def by_line(text: str) -> dict[int, tuple[SourceWord, ...]]:
    """The words of a whole text, line by line."""
    inside: Inside = ""
    found = {}
    for number, line in enumerate(text.splitlines()):
        words, inside = line_words(line, inside)
        found[number] = words
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", GALLERY, ids=lambda path: path.stem)
def test_lines_of_the_gallery_have_the_colours_that_pythons_tokenizer_gives(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    ours, tokens = by_line(text), words_of(text)

    empty = {number for number, line in enumerate(text.splitlines()) if not line}
    lines = [n for n in range(len(text.splitlines())) if n not in empty]
    assert [(n, ours[n]) for n in lines] == [(n, tokens.get(n, ())) for n in lines]


@pytest.mark.parametrize(
    ("line", "inside", "words", "after"),
    [
        ("x = foo(", "", [], ""),
        ("if a == 'b", "", [("if", "keyword"), ("'b", "string")], ""),
        ('s = """of', "", [('"""of', "string")], '"""'),
        ('end""" + 1', '"""', [('end"""', "string"), ("1", "number")], ""),
        (r"s = '\'' # c", "", [(r"'\''", "string"), ("# c", "comment")], ""),
        ("v1 = 0x1F + 1e-3", "", [("0x1F", "number"), ("1e-3", "number")], ""),
    ],
)
def test_half_typed_lines_have_colours_too(
    line: str, inside: Inside, words: list[tuple[str, str]], after: Inside
) -> None:
    found = line_words(line, inside)

    shown = [(line[word.start : word.start + word.length], word.kind) for word in found.words]
    assert (shown, found.inside) == (words, after)


@pytest.mark.parametrize(
    ("before", "spaces"),
    [
        ("def k(a):", 4),
        ("    if i < n:  # guard", 8),
        ("    x = 1", 4),
        ("    s = a[1:", 8),  # a slice that is not closed looks like a block
        ("    s = ':'", 4),
        ("    # why:", 4),
        ("", 0),
    ],
)
def test_a_new_line_keeps_the_depth_and_goes_deeper_behind_a_colon(
    before: str, spaces: int
) -> None:
    assert next_depth(before) == spaces


def test_a_colon_inside_a_long_string_goes_no_deeper() -> None:
    assert next_depth("  note:", '"""') == 2


@pytest.mark.parametrize(
    ("before", "count"), [("", 1), ("    ", 4), ("      ", 2), ("  x", 1), ("        ", 4)]
)
def test_backspace_in_an_indentation_takes_a_level(before: str, count: int) -> None:
    assert spaces_to_remove(before) == count


def test_tab_goes_to_the_next_level() -> None:
    assert [spaces_to_insert(column) for column in range(5)] == [4, 3, 2, 1, 4]


def test_lines_go_deeper_and_back() -> None:
    lines = ["if a:", "", "    b"]

    assert deeper(lines) == ("    if a:", "", "        b")
    assert less_deep(deeper(lines)) == tuple(lines)
    assert less_deep(["  a"]) == ("a",)


def test_comments_come_at_the_least_depth_and_go_again() -> None:
    lines = ["    if a:", "", "        b"]

    assert commented(lines) == ("    # if a:", "", "    #     b")
    assert commented(commented(lines)) == tuple(lines)
    assert commented(["#x", "y"]) == ("# #x", "# y")
    assert commented(["#x"]) == ("x",)


@pytest.mark.parametrize(
    ("before", "part", "names"),
    [
        ("i = cuda.grid", "grid", ("grid", "gridDim", "gridsize")),
        ("cuda.atomic.", "", None),
        ("cuda.threadIdx.", "", ("x", "y", "z")),
        ("cuda.shared.a", "a", ("array",)),
        ("cuda.syncthreads_or", "syncthreads_or", ()),  # nothing is left to be offered
        ("barracuda.", "", ()),
        ("x.cuda.", "", ()),
        ("cuda", "", ()),
    ],
)
def test_names_are_offered_behind_cuda_and_its_groups(
    before: str, part: str, names: tuple[str, ...] | None
) -> None:
    found = completions(before)

    assert found.part == part
    if names is None:
        assert {"add", "max", "cas"} <= set(found.names)
    else:
        assert found.names == names


def test_the_table_of_names_is_what_the_emulator_knows() -> None:
    import gpuviz.simt.lower.intrinsics  # noqa: F401 - declares them
    from gpuviz.simt.lower import not_in_numba_cuda, registry

    tables = (registry._callees, registry._values, registry._statements)
    declared = {name for table in tables for name in table if name.startswith("cuda.")}
    declared -= set(not_in_numba_cuda.ELSEWHERE)
    rare = ("cuda.libdevice.", "cuda.fp16.", "cuda.cg.GridGroup")
    usual = {name for name in declared if not name.startswith(rare) and not is_vector(name)}

    assert usual - CUDA_NAMES == set()
    assert CUDA_NAMES - declared == {"cuda.jit"}


def is_vector(name: str) -> bool:
    """Whether it is one of the types with an x, a y and more: cuda.float32x4, cuda.uchar2."""
    return name[-1].isdigit()


def test_an_f_string_is_one_word_whatever_stands_in_it() -> None:
    text = "s = f'{x!r} and {f\"{y:>{3}}\"}' + t  # c\n"

    (words,) = words_of(text).values()

    assert [(text[w.start :][: w.length], w.kind) for w in words] == [
        ("f'{x!r} and {f\"{y:>{3}}\"}'", "string"),
        ("# c", "comment"),
    ]
