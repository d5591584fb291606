"""What is chosen of a launch's inputs: read from words, put together, told in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.messages import RequestRefused
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import (
    InputChoice,
    Inputs,
    choice_for,
    in_force,
    input_refusals,
    input_text,
    inputs_message,
    read_inputs,
    with_choice,
    without_files,
)

ADD = find_operation("vector_add")
HERE = Path.cwd()


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], ()),
        (["a=float64"], (InputChoice("a", "float64"),)),
        (
            ["a=float64,transposed,ramp"],
            (InputChoice("a", "float64", "ramp", "transposed"),),
        ),
        (["float16"], (InputChoice(None, "float16"),)),
        (["a=sliced", "a=int8"], (InputChoice("a", "int8", layout="sliced"),)),
        (["a=ramp", "a=@x.csv"], (InputChoice("a", file=HERE / "x.csv"),)),
        (["b=int64,@my,data=1.npy"], (InputChoice("b", "int64", file=HERE / "my,data=1.npy"),)),
        (["@a=b.csv"], (InputChoice(None, file=HERE / "a=b.csv"),)),
        ([" a = zeros , sliced "], (InputChoice("a", values="zeros", layout="sliced"),)),
    ],
)
def test_inputs_are_read_as_they_are_meant(texts: list[str], expected: Inputs) -> None:
    assert read_inputs(ADD, texts) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a=flot64", "there is no 'flot64'. Did you mean 'float64'?"),
        ("q=float64", "vector_add has no parameter 'q': it has a, b, c."),
        ("a=", "'' is not understood"),
        ("=float64", "there is no '=float64'. Did you mean 'float64'?"),
        ("a=float64,float32", "'float32' is not understood"),
        ("a=ramp,@x.csv", "'@x.csv' is not understood"),
        ("a=@x.pdf", "x.pdf is no file of numbers"),
        ("a=@", "'@' is not understood"),
        ("", "'' is not understood"),
        ("a=" + "x" * 5000, "x…"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        read_inputs(ADD, [text])

    assert words in str(refused.value)
    assert len(str(refused.value)) < 500


def test_a_pipeline_makes_its_own_arrays() -> None:
    with pytest.raises(RequestRefused, match="pipeline: its host code makes the arrays"):
        read_inputs(find_operation("cnn_digits"), ["float64"])


def test_nothing_chosen_is_never_refused() -> None:
    assert input_refusals(find_operation("cnn_digits"), ()) == ()


def test_what_is_chosen_for_one_array_goes_before_what_is_chosen_for_all() -> None:
    inputs = read_inputs(ADD, ["float64,sliced", "a=float16,ramp"])

    assert in_force(inputs, "a") == InputChoice("a", "float16", "ramp", "sliced")
    assert in_force(inputs, "b") == InputChoice("b", "float64", None, "sliced")


def test_an_own_file_goes_before_values_for_all() -> None:
    inputs = read_inputs(ADD, ["ones", "a=@x.csv"])

    assert in_force(inputs, "a") == InputChoice("a", file=HERE / "x.csv")


def test_an_empty_choice_is_none() -> None:
    inputs = with_choice((), InputChoice("a", "int8"))

    assert with_choice(inputs, InputChoice("a")) == ()
    assert choice_for(inputs, "b") == InputChoice("b")


def test_without_files_the_types_stay() -> None:
    inputs = read_inputs(ADD, ["a=@x.csv", "b=int8,@y.csv"])

    assert without_files(inputs) == (InputChoice("b", "int8"),)


def test_all_choices_are_told_in_one_sentence() -> None:
    inputs = read_inputs(ADD, ["a=float64,one-nan,sliced", "b=@x.csv", "int8"])

    assert inputs_message(inputs).text == (
        "The inputs are not those that the file makes, but with these changes:"
        " a: float64, random numbers with one NaN, sliced; b: x.csv;"
        " all arrays: int8."
    )


@pytest.mark.parametrize(
    "text", ["a=float64,ramp,sliced", "a=int8,transposed,@/x/my,data.csv", "float16", "b=one-nan"]
)
def test_a_choice_is_written_as_it_is_read(text: str) -> None:
    (choice,) = read_inputs(ADD, [text])

    assert input_text(choice) == text
