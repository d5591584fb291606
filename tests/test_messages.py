"""Sentences for users: how a Message, a place and an error read."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from gpuviz.messages import (
    GpuvizError,
    KernelFailed,
    Message,
    NotSupportedError,
    RequestRefused,
    SourcePlace,
    filled,
    word,
)
from gpuviz.texts import say

HOT = Message("oven.hot", "The oven is {degrees} degrees hot: wait.", {"degrees": 220})


def test_a_message_reads_as_its_template_with_the_values_in_it() -> None:
    text = HOT.text

    assert text == "The oven is 220 degrees hot: wait."


def test_a_message_without_values_reads_as_its_template() -> None:
    text = Message("oven.cold", "The oven is cold.").text

    assert text == "The oven is cold."


def test_braces_in_a_value_are_shown_as_they_are() -> None:
    message = Message("name.unknown", "There is no '{name}'.", {"name": "{degrees} {0} {"})

    assert message.text == "There is no '{degrees} {0} {'."


def test_a_message_whose_value_is_missing_is_a_bug_and_says_which() -> None:
    message = Message("oven.hot", HOT.template)

    with pytest.raises(KeyError, match="degrees"):
        _ = message.text


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        HOT.code = "oven.cold"  # type: ignore[misc]


def test_a_place_reads_as_editors_understand_it() -> None:
    assert str(SourcePlace("kernel.py", 12, 5)) == "kernel.py:12:5"


def test_an_error_with_a_place_names_the_place_first() -> None:
    error = GpuvizError(HOT, SourcePlace("kernel.py", 12, 5))

    assert str(error) == "kernel.py:12:5: The oven is 220 degrees hot: wait."


def test_an_error_without_a_place_is_its_sentence() -> None:
    assert str(GpuvizError(HOT)) == HOT.text


@pytest.mark.parametrize("kind", [GpuvizError, RequestRefused, NotSupportedError, KernelFailed])
@pytest.mark.parametrize("place", [None, SourcePlace("kernel.py", 3)])
def test_an_error_keeps_message_and_place_on_its_way_out_of_a_worker(
    kind: type[GpuvizError], place: SourcePlace | None
) -> None:
    error = kind(HOT, place)

    arrived = pickle.loads(pickle.dumps(error))

    assert type(arrived) is kind
    assert (arrived.message, arrived.place) == (HOT, place)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("int64", "x is an int64, no number."),
        ("ellipsis", "x is an ellipsis, no number."),
        ("uint8", "x is a uint8, no number."),
        ("str", "x is a str, no number."),
    ],
)
def test_the_article_before_a_value_is_the_one_that_is_said(kind: str, sentence: str) -> None:
    message = Message("x.kind", "x is a {kind}, no number.", {"kind": kind})

    assert (message.text, say(message)) == (sentence, sentence)


@pytest.mark.parametrize(
    ("template", "values", "sentence"),
    [
        (
            "{name} takes {wanted} arguments, {given} are given.",
            {"name": "f", "wanted": 1, "given": 2},
            "f takes 1 argument, 2 are given.",
        ),
        (
            "{name} takes {wanted} arguments, {given} are given.",
            {"name": "f", "wanted": 2, "given": 1},
            "f takes 2 arguments, 1 is given.",
        ),
        ("{n} different words of {size} bytes", {"n": 1, "size": 1}, "1 different word of 1 byte"),
        ("{a} of {b} threads have none.", {"a": 1, "b": 8}, "1 of 8 threads has none."),
        ("{a} of {b} threads have none.", {"a": 8, "b": 11}, "8 of 11 threads have none."),
        ("it has {n} values where {m} belong", {"n": 1, "m": 1}, "it has 1 value where 1 belongs"),
        ("{n} launches", {"n": 1}, "1 launch"),
        ("{n} launches", {"n": 21}, "21 launches"),
        ("{n:.1f} seconds of {{1}} words", {"n": 1}, "1.0 seconds of {1} words"),
        ("block {block} reads", {"block": 1}, "block 1 reads"),
    ],
)
def test_one_is_said_as_one(template: str, values: dict[str, object], sentence: str) -> None:
    assert filled(template, values) == sentence


def test_a_message_within_many_others_is_told_once() -> None:
    told = word("1")
    for _ in range(40):
        told = word("{inner} words", inner=told)

    assert told.text == f"1 word{' words' * 39}"
