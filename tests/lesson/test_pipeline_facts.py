"""What lessons ask about pipelines, and what they set in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.device import find_device
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.lesson import ObservedState, Setting, merged, parse_condition
from gpuviz.operation import find_operation
from tests.helpers import trains
from tests.lesson.texts import changed, read, said

T4 = find_device("t4")
OPERATION = find_operation("cnn_digits")
REQUEST = LaunchRequest(1, OPERATION.path, (1,), None, "emulator", T4)
RESULT = replace(trains.digits(REQUEST), outputs={"probabilities": trains.chances(7)})
SEEN = ObservedState(
    OPERATION,
    (1,),
    LaunchConfig(Dim3(1, 1, 1), Dim3(1, 1, 1)),
    "emulator",
    T4,
    "lockstep",
    result=RESULT,
    trace=RESULT.launches[2],
    launch=3,
)
"""8, 2, 16, 4 and 2 microseconds of launches between copies of 4 microseconds each."""


def holds(words: str, seen: ObservedState = SEEN) -> bool:
    condition, problems = parse_condition(words, 1)
    assert problems == []
    return condition.holds(seen)


@pytest.mark.parametrize(
    "condition",
    [
        "launches = 5 and copies = 2 and gpus = 1",
        "launch = 3 and launch_share = 40",
        "pipeline_us in 39.9..40.1 and copy_share = 20",
        "recognised = 7 and sure = 98",
    ],
)
def test_a_condition_about_a_pipeline_holds(condition: str) -> None:
    assert holds(condition)
    assert not holds(condition, replace(SEEN, result=None, trace=None, launch=None)), (
        "nothing is known without a pipeline"
    )


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("launches in 5..7", True),
        ("launches in 3..5", True),
        ("launches in 6..7", False),
        ("launches != 5", False),
        ("launches != 6", True),
        ("launches >= 5 and launches < 6", True),
        ("operation != vector_add", True),
    ],
)
def test_both_ends_of_a_range_are_in_it_and_unequal_is_not_equal(
    condition: str, expected: bool
) -> None:
    assert holds(condition) == expected


def test_work_on_two_gpus_counts_both() -> None:
    seen = replace(SEEN, result=trains.on_two_devices(REQUEST))

    assert holds("gpus = 2 and copies = 3", seen)


IN_DIGITS = changed("operations: vector_add", "operations: cnn_digits, vector_add")


def with_settings(settings: str, answer: str = "block.x = 34") -> str:
    text = IN_DIGITS.replace("operation = vector_add; block = 256", settings, 1)
    return text.replace("answer: block.x = 34", f"answer: {answer}", 1)


def test_launches_and_drawings_can_be_set_in_a_pipeline() -> None:
    assert said(with_settings("operation = cnn_digits; draw = 7; launch = max_pool")) == []


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ("operation = vector_add; launch = 2", "vector_add has no launch `2`"),
        ("operation = cnn_digits; launch = 0", "cnn_digits has no launch `0`: write a number"),
        ("operation = cnn_digits; launch = last", "cnn_digits has no launch `last`: write"),
        ("operation = vector_add; draw = 7", "vector_add has nothing that can be drawn."),
        ("operation = cnn_digits; draw = seven", "`draw` cannot be `seven`."),
    ],
)
def test_what_cannot_be_opened_or_drawn_is_said(settings: str, wrong: str) -> None:
    assert any(wrong in words for words in said(with_settings(settings)))


def test_a_kernel_that_the_pipeline_does_not_have_is_said() -> None:
    right = with_settings("operation = cnn_digits", "kernel = max_pool")
    wrong = right.replace("max_pool", "min_pool")

    assert said(right) == []
    assert any("cnn_digits has no kernel `min_pool`." in words for words in said(wrong))


def test_which_launch_is_to_be_opened_is_read_off_the_answer() -> None:
    lesson = read(with_settings("operation = cnn_digits", "launch = 4")).lesson

    assert lesson is not None
    assert [(one.name, one.value) for one in lesson.steps[0].solution] == [("launch", "4")]


def test_another_size_or_operation_makes_drawings_void() -> None:
    rows = [("operation", "cnn_digits"), ("draw", "7"), ("launch", "3"), ("size", "2")]

    kept = merged(Setting(name, value, 1) for name, value in rows)

    assert [one.name for one in kept] == ["operation", "size"]
