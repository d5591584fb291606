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
