"""Names between braces in a reveal become figures of the launch on the stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.lesson import ObservedState, Playing
from gpuviz.lesson.placeholders import filled_in, found_in, placeholders
from tests.lesson.test_pipeline_facts import SEEN
from tests.lesson.texts import changed, read, said

NOTHING_KNOWN = replace(SEEN, result=None, trace=None, launch=None)


def shown(text: str, seen: ObservedState) -> str:
    """The text with usual spaces."""
    return filled_in(text, found_in(text, seen)).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It takes {pipeline_us}.", "It takes 40 µs."),
        ("{launches} launches, {copy_share} % copies.", "5 launches, 20 % copies."),
        ("用时{pipeline_us}，复制占{copy_share}%。", "用时40 µs，复制占20%。"),
        (
            "`{launches}` and { launches } and {} stay.",
            "`{launches}` and { launches } and {} stay.",
        ),
        ("`a` is {launches}, `b` is {gpus}.", "`a` is 5, `b` is 1."),
    ],
)
def test_a_name_between_braces_becomes_its_number(text: str, expected: str) -> None:
    assert shown(text, SEEN) == expected


@pytest.mark.parametrize(
    ("microseconds", "expected"), [(2.498, "2.5 µs"), (134.9, "135 µs"), (1410.0, "1.4 ms")]
)
def test_a_time_has_the_unit_that_fits(microseconds: float, expected: str) -> None:
    said = filled_in("{kernel_us}", {"kernel_us": microseconds})

    assert said.replace("\u202f", " ") == expected


def test_what_is_not_known_reads_as_left_open() -> None:
    assert shown("It takes {pipeline_us}: {launches}.", NOTHING_KNOWN) == "It takes …: …."


def test_braces_in_code_are_no_placeholders() -> None:
    assert placeholders("`{kernel_us}` is {h2d_us}") == ("h2d_us",)
    assert said(changed("reveal: It", "reveal: `{a}` and {1, 2}: it")) == []


def test_figures_that_come_after_the_answer_are_still_shown() -> None:
    lesson = read(changed("reveal: It has", "reveal: {pipeline_us}: it has")).lesson
    assert lesson is not None

    early = Playing(lesson).once_begun().once_answered().with_figures(NOTHING_KNOWN)
    late = early.with_figures(SEEN)

    assert early.lacks_figures
    assert early.reveal.startswith("…: it has")
    assert not late.lacks_figures
    assert late.reveal.startswith("40\u202fµs: it has")
    assert late.at(1).found == {}
