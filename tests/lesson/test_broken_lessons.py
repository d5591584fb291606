"""What is wrong with a lesson file is said with its line, in a lecturer's words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.lesson import parse_lesson, read_lesson
from tests.lesson.texts import FRONT, GOOD, PATH, STEP, changed, read, said

BROKEN = [
    ("lesson: 90", "lesson: ninety", "line 2: `lesson:` is a number from 1 to 99, not `ninety`."),
    ("lesson: 90", "lesson: " + "9" * 5000, "line 2: `lesson:` is a number from 1 to 99, not"),
    ("title: A try\n", "", "line 1: The front matter lacks `title:`."),
    ("about:", "abuot:", "line 4: The front matter has no `abuot:`. Did you mean `about`?"),
    (
        "operations: vector_add",
        "operations: vector_ad",
        "line 5: There is no operation `vector_ad`. Did you mean `vector_add`?",
    ),
    ("---\n\n##", "---\nHello.\n\n##", "line 7: Text before the first step: begin a step with"),
    ("hint: The", "hnit: The", "line 17: There is no key `hnit:` (a line of text must not"),
    ("hint: The field Block is in the panel Launch.\n", "", "line 8: The step `Step 1` lacks a"),
    ("? Set", "Set", "line 8: The step `Step 1` lacks a question"),
    ("predict: 1", "predict: 1*", "line 15: `predict:` has two to four answers with | between"),
    ("predict: 1 < 2* < 33", "predict: 2*", "line 15: `predict:` has two to four answers"),
    ("block = 256", "blok = 256", "line 9: There is no setting `blok`. Did you mean `block`?"),
    ("block = 256", "block", "line 9: `block` sets nothing: write a name, = and a value"),
    ("block = 256", "block = 2048", "line 9: A block of 2048 threads is more than the 1024 that"),
    ("block = 256", "block = many", "line 9: block 'many' is not a shape"),
    ("block = 256", "size = 10,20", "line 9: vector_add has one size (n), but 2 numbers were"),
    ("block = 256", "device = t5", "line 9: There is no device `t5`. Did you mean `t4`?"),
    ("block = 256", "panel = memry", "line 9: There is no panel `memry`. Did you mean `memory`?"),
    ("block = 256", "heat = hot", "line 9: `heat` cannot be `hot`. Known are `steps`, `memory`"),
    ("block = 256", "step = soon", "line 9: `soon` is no step: write a number, start or end."),
    (
        "block = 256",
        'line = "c[i] = a[i] * b[i]"',
        "line 9: No line of the kernel vector_add has `c[i] = a[i] * b[i]` in it.",
    ),
    ("block = 256", "choose = block 9", "line 9: The grid has 4 blocks: 0 to 3."),
    ("block = 256", "choose = d[3]", "line 9: vector_add has no array `d`."),
    (
        "operation = vector_add",
        "operation = saxpy",
        "line 9: `saxpy` is opened here, but `operations:` above does not name it.",
    ),
    (
        "operation = vector_add",
        "operation = vectoradd",
        "line 9: There is no operation `vectoradd`. Did you mean `vector_add`?",
    ),
    (
        "operation = vector_add; block = 256",
        "operation = matmul_tiled; block = 32x32",
        "line 9: matmul_tiled is written for blocks of at most (16, 16, 1) threads",
    ),
    (
        "point: launch.block",
        "point: launch.blocks",
        "line 10: There is nothing called `launch.blocks` to point at. Did you mean `launch.block`",
    ),
    (
        "answer: block.x = 34",
        "answer: block.x is 34",
        "line 16: `block.x is 34` is no condition: write a fact, a sign and a value",
    ),
    (
        "answer: block.x = 34",
        "answer: blocks.x = 34",
        "line 16: There is no fact `blocks.x`. Did you mean `block.x`?",
    ),
    ("block.x = 34", "block.x = many", "line 16: `many` cannot be a value of `block.x`: give a"),
    ("block.x = 34", "block.x in 3", "line 16: `3` cannot be a value of `block.x`: give two"),
    ("block.x = 34", "correct > yes", "line 16: `correct` is compared with = or != only, not"),
    ("block.x = 34", "correct = true", "line 16: `true` cannot be a value of `correct`: give yes"),
    ("block.x = 34", "panel = memry", "line 16: `panel` is never `memry`. Did you mean `memory`?"),
    ("block.x = 34", "size.m = 34", "line 16: vector_add has no size `m`. Known are `n`."),
    ("block.x = 34", 'line = "x = 3"', "line 16: No line of the kernel vector_add has `x = 3`"),
    ("block.x = 34", "idle_threads > 34", "line 16: What makes this answer true cannot be read"),
    (
        "answer: block.x = 34",
        "puzzle: gard",
        "line 16: There is no puzzle `gard`. Did you",
    ),
    ("reveal: It", "reveal: <b>It</b>", "line 18: `reveal` has HTML in it: write Markdown"),
    (
        "reveal: It",
        "reveal: {kernel_ms}: it",
        "line 18: No number is called `kernel_ms` (braces of your own stand in `code`). Did you mean `kernel_us`?",  # noqa: E501
    ),
    ("reveal: It", "reveal: {limiter}: it", "line 18: No number is called `limiter`"),
    ("reveal: It", "reveal: {size.n}: it", "line 18: No number is called `size.n`"),
    ("**eight**", "![eight](e.png)", "line 8: The text of the step has a link or an image in it"),
    ("**eight**", "eight " * 100, "line 8: The text of the step has 107 words: 90 are the most"),
    ("predict: 1", "hint: Again.\npredict: 1", "line 18: This step has `hint` already: once is"),
    (
        "reveal: It has two warps,\n  and",
        "reveal:\n\nand",
        "line 18: Nothing stands behind `reveal:",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), BROKEN, ids=[row[2][:60] for row in BROKEN])
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, sentence: str) -> None:
    problems = said(changed(old, new))

    assert any(problem.startswith(sentence) for problem in problems), problems
    assert read(changed(old, new)).lesson is None


def test_all_problems_are_said_at_once_in_the_order_of_their_lines() -> None:
    text = changed("block = 256", "blok = 256").replace("hint: The", "hnit: The", 1)

    problems = read(text).problems

    assert [problem.line for problem in problems] == [8, 9, 17]


def test_a_file_without_front_matter_is_told_how_it_begins() -> None:
    assert said(GOOD.removeprefix(FRONT))[0].startswith("line 1: The file has no front matter")


@pytest.mark.parametrize("count", [0, 4, 11])
def test_a_lesson_has_five_to_ten_steps(count: int) -> None:
    text = FRONT + STEP.format(number=1, block=34) * count

    sentence = "A lesson has 5 to 10 steps, each below a line `## Title`: here are"
    assert said(text) == [f"{sentence} {count}."]


def test_a_solution_that_shall_be_refused_may_be(tmp_path: Path) -> None:
    text = changed("block.x = 34", "refused = yes\nsolution: block = 5000")

    assert said(text.replace("block = 256", "size = 9; block = 256")) == []
    assert said(changed("block.x = 34", "block.x = 5000"))[0].startswith("line 16: A block of 5000")


def test_another_encoding_is_said_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_bytes(GOOD.replace("A try", "Käse").encode("latin-1"))

    sentence = "line 3: This line is not UTF-8: save the file in the encoding UTF-8."
    assert [problem.text for problem in read_lesson(path).problems] == [sentence]


def test_a_mark_of_utf8_at_the_beginning_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(GOOD, encoding="utf-8-sig")

    assert read_lesson(path).problems == ()


def test_a_file_of_ten_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(GOOD + "x" * 10_000_000, encoding="utf-8")

    assert "a lesson has at most 50000" in read_lesson(path).problems[0].text


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    assert (
        "The file cannot be read: No such file" in read_lesson(tmp_path / "x.md").problems[0].text
    )


@given(st.text())
def test_no_text_makes_a_traceback(text: str) -> None:
    assert parse_lesson(text, PATH).lesson is None


@given(st.data())
def test_a_lesson_with_lines_lost_and_swapped_is_read_or_told_what_is_wrong(
    data: st.DataObject,
) -> None:
    lines = GOOD.splitlines()
    kept = data.draw(st.lists(st.sampled_from(lines), max_size=len(lines)))

    found = read("\n".join(kept))

    assert (found.lesson is None) == bool(found.problems)
