"""What a lesson file says, and that its documentation says the same."""

from __future__ import annotations

import re

import pytest

from gpuviz.lesson import CONTROLS, FACTS, SETTINGS, Setting, batches_until
from gpuviz.lesson.words import word_count
from gpuviz.places import resource_dir
from tests.lesson.texts import FRONT, GOOD, changed, read, said

README, CHINESE = (
    (resource_dir("assets") / "lessons" / name).read_text(encoding="utf-8")
    for name in ("README.md", "README.zh_CN.md")
)


def test_a_lesson_is_read_as_it_is_written() -> None:
    lesson = read(GOOD).lesson

    assert lesson is not None
    step = lesson.steps[0]
    assert (lesson.number, lesson.title, len(lesson.steps)) == (90, "A try", 5)
    assert lesson.operations == ("vector_add", "matmul_tiled")
    assert step.title == "Step 1"
    assert step.text == "A block of `256` threads has **eight** warps."
    assert [(one.name, one.value) for one in step.settings] == [
        ("operation", "vector_add"),
        ("block", "256"),
    ]
    assert step.points == ("launch.block",)
    assert [(guess.text, guess.is_right) for guess in step.guesses] == [
        ("1", False),
        ("2", True),
        ("33", False),
    ]
    assert step.reveal == "It has two warps, and the second one is not full."
    assert [(one.name, one.value) for one in step.solution] == [("block", "34")]


def test_code_blocks_may_look_like_anything() -> None:
    text = changed("A block of", "```\n## x\nhint: no\n? no\n<b>\n```\nA block of")

    assert said(text) == []


def test_solutions_are_read_off_equations() -> None:
    answers = {
        "block.x = 33": [("block", "33")],
        "block.x = 32 and block.y = 8": [("block", "32x8")],
        "size = 500 and grid = 2": [("size", "500"), ("grid", "2")],
        "chosen.block = 3 and chosen.thread = 17": [("choose", "block 3 thread 17")],
        "chosen.index = 785": [("choose", "thread 785")],
        "element = c[785]": [("choose", "c[785]")],
        "at_end = yes": [("step", "end")],
        'line = "c[i] = a[i] + b[i]"': [("line", "c[i] = a[i] + b[i]")],
        "comparing = yes and panel = compare": [("compare", "on"), ("panel", "compare")],
        "swept = sizes": [("sweep", "sizes")],
        "beside_cpu = yes": [("beside_cpu", "on")],
    }
    for answer, wanted in answers.items():
        found = read(changed("block.x = 34", answer))
        assert found.lesson is not None, found.problems
        solution = found.lesson.steps[0].solution
        assert [(one.name, one.value) for one in solution] == wanted, answer


def test_a_step_that_is_jumped_to_has_what_the_steps_before_it_set_and_solved() -> None:
    text = GOOD.replace("set: operation = vector_add; block = 256\n", "", 4)
    text = text.replace("## Step 1\n", "## Step 1\nset: operation = vector_add; choose = block 1\n")
    lesson = read(text).lesson
    assert lesson is not None

    (batch,) = batches_until(lesson, 3)
    found = {one.name: one.value for one in batch}

    assert found["operation"] == "vector_add"
    assert found["block"] == "36"  # the solution of the step before
    assert found["engine"] == "emulator"
    assert "choose" not in found  # another launch has come since


def test_a_pinned_run_keeps_a_launch_of_its_own() -> None:
    lesson = read(changed("block = 256", "block = 256; compare = on")).lesson
    assert lesson is not None

    first, second = batches_until(lesson, 1)

    assert ("block", "256") in [(one.name, one.value) for one in first]
    assert first[-1] == Setting("compare", "on", 9)
    assert ("block", "256") in [(one.name, one.value) for one in second]
    assert "engine" not in [one.name for one in second]


def test_words_are_counted_in_both_languages() -> None:
    assert word_count("A block has `256` threads.") == 5
    assert word_count("每个线程块有 256 个线程") == 6  # 9 characters say 5 words


def test_the_readme_names_everything_that_can_be_set_pointed_at_and_asked() -> None:
    settings = [f"| `{one.name}` | {one.about} |" for one in SETTINGS.values()]
    controls = [f"| `{name}` | {about} |" for name, about in CONTROLS.items()]
    facts = [f"| `{one.name}` | {one.kind} | {one.about}" for one in FACTS.values()]

    assert [row for row in (*settings, *controls, *facts) if row not in README] == []
    for one in SETTINGS.values():
        row = next(
            row for row in README.splitlines() if row.startswith(f"| `{one.name}` | {one.about}")
        )
        assert len(one.values) > 12 or all(f"`{value}`" in row for value in one.values)


def test_the_chinese_page_has_the_same_rows_and_blocks_of_the_same_names() -> None:
    first_cells, chinese_cells = (
        re.findall(r"^\| (`[^`]+`) \|", page, re.M) for page in (README, CHINESE)
    )

    assert chinese_cells == first_cells
    for row in CHINESE.splitlines():  # English words stand only in backticks
        cells = re.sub(r"`[^`]*`", "", row)
        assert not row.startswith("|") or not re.search(r"[a-z]+ [a-z]+ [a-z]+", cells), row


@pytest.mark.parametrize("page", [README, CHINESE], ids=["en", "zh_CN"])
def test_the_step_in_the_readme_is_a_right_one(page: str) -> None:
    example = re.split(r"\n## (?:A whole step|完整的一步)\n\n```\n", page)[1].partition("\n```\n")[
        0
    ]
    front, _, step = example.partition("---\n\n## ")

    problems = said(f"{front}---\n" + f"\n## {step}\n" * 5)

    assert problems == []
    assert front.startswith(FRONT[:4])
