"""A level of a kernel as it is shown: what ties its lines, what is said of them, their colours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.engines.compiled_kernel import AccessCount
from gpuviz.engines.source_levels import LevelLine, SourceLevel, Unit, cuda_level, python_level
from gpuviz.operation import find_operation
from gpuviz.scene.source.code_words import c_words, ptx_words, sass_words
from gpuviz.scene.source.levels import (
    access_words,
    line_words,
    shown_level,
    space_words,
    unit_words,
)
from gpuviz.scene.source.listing import SourceWord
from tests.helpers.levels import LOAD, WIDE_LOAD, line_with, vector_add_levels

VECTOR_ADD = find_operation("vector_add")
ADD = line_with(VECTOR_ADD, "c[i] = a[i] + b[i]")


def test_every_row_of_a_line_is_found_on_each_level() -> None:
    found = vector_add_levels(VECTOR_ADD)

    sass, ptx = (shown_level(found.find(level, "python"), "python") for level in ("sass", "ptx"))
    cuda = shown_level(cuda_level(VECTOR_ADD), "python")

    assert [sass.rows[row].text.split()[0] for row in sass.rows_of(ADD)] == [
        "LDG.E",
        "@!P0",
        "FADD",
        "STG.E",
    ]
    assert [ptx.rows[row].text.split()[0] for row in ptx.rows_of(ADD)] == [
        "ld.global.f32",
        "st.global.f32",
    ]
    assert [cuda.rows[row].text.strip() for row in cuda.rows_of(ADD)] == ["c[i] = a[i] + b[i];"]
    assert sass.rows_of(None) == ()


def test_for_a_file_in_cuda_c_its_own_lines_are_the_ones_that_tie() -> None:
    sass = vector_add_levels(VECTOR_ADD).find("sass", "cuda")
    c_line = next(
        n for n, row in enumerate(cuda_level(VECTOR_ADD).lines, 1) if "a[i] + b[i];" in row.text
    )

    own = shown_level(sass, "cuda")
    python = shown_level(python_level(VECTOR_ADD), "cuda")

    assert own.rows_of(c_line) == shown_level(sass, "python").rows_of(ADD)
    assert [row + 1 for row in python.rows_of(c_line)] == [ADD]


def test_instructions_have_addresses_and_what_stands_for_no_line_is_dim() -> None:
    sass = shown_level(vector_add_levels(VECTOR_ADD).find("sass", "python"), "python")
    cuda = shown_level(cuda_level(VECTOR_ADD), "python")

    assert [row.address for row in sass.rows[:3]] == ["", "0000", "0010"]
    assert [row.is_dim for row in sass.rows] == [True, *[False] * 8, True]
    assert not any(row.is_dim for row in cuda.rows)
    assert sass.first_rows() == {1, 3, 5}


def test_instructions_are_counted_by_unit_and_memory_is_told_in_words() -> None:
    sass = vector_add_levels(VECTOR_ADD).find("sass", "python")

    assert unit_words(sass.lines) == (
        "9 SASS instructions: 3 load/store, 2 FP32, 2 branch and barrier, 1 other, 1 integer"
    )
    assert line_words(sass, ADD, "python").splitlines() == [
        f"Line {ADD}: 4 SASS instructions: 3 load/store, 1 FP32.",
        "2 × LDG.E: loads of 4 bytes a thread from global memory.",
        "STG.E: one store of 4 bytes a thread to global memory.",
    ]
    assert line_words(sass, 1, "python") == "Line 1: no instruction is left of it."


def memory(text: str, access: AccessCount) -> LevelLine:
    unit: Unit = "memory"
    return LevelLine(text, (1,), (), unit, 0, access)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (memory("@!P0 LDG.E.64 R2, [R2]", WIDE_LOAD), "LDG.E.64: one load of 8 bytes a thread"),
        (
            memory("STS.U8 [R1], R2", AccessCount("shared", "write", 1, 1)),
            "STS.U8: one store of 1 byte a thread to shared memory",
        ),
        (
            memory("RED.E.ADD.F32 [R1], R2", AccessCount("global", "atomic", 1, 4)),
            "RED.E.ADD.F32: one atomic operation on 4 bytes a thread in global memory",
        ),
    ],
)
def test_an_access_is_said_with_its_width_and_its_memory(line: LevelLine, words: str) -> None:
    assert access_words([line])[0].startswith(words)


def test_loads_of_another_width_are_told_apart() -> None:
    lines = [memory("LDG.E R1, [R2]", LOAD), memory("LDG.E.64 R4, [R2]", WIDE_LOAD)] * 2

    assert [words.partition(":")[0] for words in access_words(lines)] == [
        "2 × LDG.E",
        "2 × LDG.E.64",
    ]


def test_what_a_kernel_takes_is_said_with_its_spills() -> None:
    sass = SourceLevel("sass", "python", (), 14, "7.5", 2048, 0)
    spilled = (
        memory("STL [R1], R2", AccessCount("local", "write", 1, 4)),
        memory("LDG.E R1, [R2]", LOAD),
    )

    assert space_words(sass) == (
        "14 registers a thread, 2\u202f048 bytes of shared memory a block, nothing spilled."
    )
    assert space_words(replace(sass, shared_bytes=0, local_bytes=16, lines=spilled)) == (
        "14 registers a thread, 16 bytes of local memory a thread"
        " (arrays of its own and spills; loads and stores: 1)."
    )


def cut(text: str, words: tuple[SourceWord, ...]) -> list[tuple[str, str]]:
    return [(text[one.start : one.start + one.length], one.kind) for one in words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "    @!P0 LDG.E.SYS R7, [R2+0x10]",
            [("@!P0", "string"), ("LDG.E.SYS", "keyword"), ("0x10", "number")],
        ),
        (
            "    IMAD R1, RZ, -R2, c[0x0][0x28]",
            [("IMAD", "keyword"), ("c[0x0][0x28]", "number")],
        ),
        (".L_x_8:", [(".L_x_8:", "comment")]),
    ],
)
def test_machine_code_is_coloured(text: str, words: list[tuple[str, str]]) -> None:
    assert cut(text, sass_words(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "\t@%p1 bra \t$L__BB0_2;",
            [("@%p1", "string"), ("bra", "keyword"), ("$L__BB0_2", "comment")],
        ),
        ("\tmov.f32 \t%f1, 0f00000000;", [("mov.f32", "keyword"), ("0f00000000", "number")]),
        ("\t.reg .pred \t%p<13>;", [(".reg", "keyword"), (".pred", "keyword"), ("13", "number")]),
    ],
)
def test_ptx_is_coloured(text: str, words: list[tuple[str, str]]) -> None:
    assert cut(text, ptx_words(text)) == words


def test_a_comment_of_c_goes_on_over_lines() -> None:
    lines = ["int a; /* one", "two */ float b = 1.5f; // three", '#include "a.h"']

    found = [cut(text, words) for text, words in zip(lines, c_words(lines), strict=True)]

    assert found[0] == [("int", "keyword"), ("/* one", "comment")]
    assert found[1] == [
        ("two */", "comment"),
        ("float", "keyword"),
        ("1.5f", "number"),
        ("// three", "comment"),
    ]
    assert found[2] == [("#include", "keyword"), ('"a.h"', "string")]


def test_tabs_of_ptx_become_spaces_and_colours_stay_on_their_words() -> None:
    line = LevelLine("\tadd.f32 \t%f3, %f1, 1;", (ADD,))
    (row,) = shown_level(SourceLevel("ptx", "python", (line,)), "python").rows

    assert "\t" not in row.text
    assert cut(row.text, row.words) == [("add.f32", "keyword"), ("1", "number")]
