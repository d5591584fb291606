"""What CUDA C would change of a launch: where instructions limit it, and nowhere else."""

from __future__ import annotations

import dataclasses

import pytest

from gpuviz.device import find_device
from gpuviz.model.in_c import c_words, with_c_estimate
from gpuviz.model.predict import predict
from gpuviz.trace import InC, Prediction
from tests.helpers.launches import emulated

RTX3090 = find_device("rtx3090")


def predicted(name: str) -> Prediction:
    return predict(emulated(name), RTX3090, 0, 0).prediction


def test_where_instructions_limit_c_is_estimated_to_be_faster() -> None:
    found = with_c_estimate(predicted("matmul_naive"), emulated("matmul_naive"), RTX3090)

    assert found.limiter in ("issue", "int32")
    assert found.in_c is not None
    assert found.in_c.kernel_s < found.kernel_s / 1.5
    assert not found.in_c.is_compiled
    words = c_words(found)
    assert words is not None
    assert "(estimated)" in words.text


@pytest.mark.parametrize("name", ["vector_add", "sum_atomic"])
def test_where_they_do_not_nothing_is_said_of_c(name: str) -> None:
    prediction = predicted(name)

    assert with_c_estimate(prediction, emulated(name), RTX3090) is prediction
    assert c_words(prediction) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4e-3, "2.5 times as fast"), (1e-3, "about as long"), (2e-3, "longer")],
)
def test_what_was_compiled_is_said_whatever_it_is(seconds: float, words: str) -> None:
    told = InC(seconds, "l1", is_compiled=True)
    prediction = dataclasses.replace(predicted("vector_add"), kernel_s=1e-3, in_c=told)

    message = c_words(prediction)
    assert message is not None
    assert words in message.text.replace("\u202f", " ")
