"""CUDA C that is being typed: colours, levels, comments, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.places import resource_dir
from gpuviz.scene.source.c_completion import FUNCTIONS, c_completions
from gpuviz.scene.source.c_line_words import c_line_words
from gpuviz.scene.source.indentation import commented, next_depth
from gpuviz.scene.source.line_words import Inside
from gpuviz.scene.source.typed_language import CUDA_C, PYTHON, language_of

TWINS = sorted((resource_dir("kernels") / "cuda").glob("*.cu"))


@pytest.mark.parametrize(
    ("line", "inside", "words", "after"),
    [
        ("__global__ void f(", "", [("__global__", "keyword"), ("void", "keyword")], ""),
        ("  #define N 16", "", [("#define", "keyword"), ("16", "number")], ""),
        ("x = 1.5f; // why", "", [("1.5f", "number"), ("// why", "comment")], ""),
        ("a /* one */ b", "", [("/* one */", "comment")], ""),
        ("a /* open", "", [("/* open", "comment")], "/*"),
        ("end */ 0x1F", "/*", [("end */", "comment"), ("0x1F", "number")], ""),
        ("still", "/*", [("still", "comment")], "/*"),
        ('printf("// no', "", [('"// no', "string")], ""),
        (r"c = '\'';", "", [(r"'\''", "string")], ""),
    ],
)
def test_half_typed_lines_have_colours(
    line: str, inside: Inside, words: list[tuple[str, str]], after: Inside
) -> None:
    found = c_line_words(line, inside)

    shown = [(line[word.start : word.start + word.length], word.kind) for word in found.words]
    assert (shown, found.inside) == (words, after)


@pytest.mark.slow
@pytest.mark.parametrize("path", TWINS, ids=lambda path: path.stem)
def test_comments_of_a_twin_are_coloured_as_the_front_end_leaves_them_out(path: Path) -> None:
    from gpuviz.cuda_c.words import words_of

    text = path.read_text(encoding="utf-8")
    named = {(word.place.line, word.place.column) for word in words_of(text, "a.cu")}
    inside: Inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        words, inside = c_line_words(line, inside)
        for word in words:
            is_comment = (number, word.start + 1) not in named
            assert (word.kind == "comment") == is_comment, (number, line)


@pytest.mark.parametrize(
    ("before", "spaces"),
    [
        ("__global__ void f() {", 4),
        ("    if (i < n) {  // guard", 8),
        ("    x = 1;", 4),
        ("    // why {", 4),
        ('    text = "{', 4),
        ("case 1:", 0),
    ],
)
def test_a_new_line_goes_deeper_behind_a_brace(before: str, spaces: int) -> None:
    assert next_depth(before, "", CUDA_C) == spaces


def test_lines_become_comments_of_the_language_and_go_back() -> None:
    lines = ["    a = 1;", "        b = 2;"]

    there = commented(lines, CUDA_C)

    assert there == ("    // a = 1;", "    //     b = 2;")
    assert commented(there, CUDA_C) == tuple(lines)


@pytest.mark.parametrize(
    ("before", "part", "names"),
    [
        ("i = threadIdx.", "", ("x", "y", "z")),
        ("    __synct", "__synct", None),
        ("x = atomicA", "atomicA", ("atomicAdd", "atomicAnd")),
        ("y = my.th", "th", ()),  # a member of something else
        ("// see atomicA", "", ()),
        ("a", "a", ()),  # nearly everything begins so
        ("warpSize", "warpSize", ()),  # nothing is left to be offered
    ],
)
def test_names_of_cuda_are_offered(before: str, part: str, names: tuple[str, ...] | None) -> None:
    found = c_completions(before)

    assert found.part == part
    if names is None:
        assert {"__syncthreads", "__syncthreads_count"} <= set(found.names)
    else:
        assert found.names == names


def test_what_is_offered_is_what_the_front_end_knows() -> None:
    from gpuviz.simt.c_front import calls

    assert set(FUNCTIONS) - set(calls.FUNCTIONS) == set()
    rows = (name for name in calls.FUNCTIONS if name.startswith(("__sync", "__shfl", "atomic")))
    usual = {name for name in rows if not name.endswith(("_block", "_system"))}
    assert usual - set(FUNCTIONS) == set()


def test_a_file_is_of_the_language_that_its_name_says() -> None:
    assert language_of(Path("a.cu")) is CUDA_C
    assert language_of(Path("A.CU")) is CUDA_C
    assert language_of(Path("a.py")) is PYTHON
