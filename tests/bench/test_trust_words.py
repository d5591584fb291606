"""Where the times of a sweep come from, in words."""

from __future__ import annotations

import dataclasses

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.trust_words import trust_words
from gpuviz.device import find_device
from gpuviz.launch import Dim3
from gpuviz.model.trust import NOT_VALIDATED
from gpuviz.operation import find_operation
from gpuviz.trace import Times, Validation
from tests.bench.sweep_points import sized
from tests.helpers.predictions import ON_T4

REQUEST = SweepRequest(
    1,
    "sizes",
    find_operation("vector_add").path,
    "emulator",
    find_device("t4"),
    ((10,), (20,)),
    (Dim3(32), Dim3(32)),
)
REFUSED = SweepPoint(0, (10,), None)


def test_measured_times_are_said_to_be_so() -> None:
    timed = dataclasses.replace(
        sized(1, (20,), kernel_s=None), times=Times("measured", kernel_s=1.0)
    )

    (said,) = trust_words(REQUEST, (REFUSED, timed))

    assert said.text == "The GPU's times are measured."


def test_modelled_times_rest_on_what_the_weakest_of_them_rests_on() -> None:
    points = [
        dataclasses.replace(
            sized(row, (20,), kernel_s=None),
            times=Times("modelled", kernel_s=1.0),
            prediction=dataclasses.replace(
                ON_T4, band=(0.8, 1.5), validation=Validation(n, 0.1, True, 3)
            ),
        )
        for row, n in enumerate((16, 9, 50))
    ]

    source, sure = trust_words(REQUEST, points)

    assert source.text == "The GPU's times are modelled."
    assert sure.text.startswith("Validated on 9 published measurements of such launches")


def test_without_a_prediction_nothing_is_validated() -> None:
    timed = dataclasses.replace(
        sized(1, (20,), kernel_s=None), times=Times("modelled", kernel_s=1.0), prediction=None
    )

    assert trust_words(REQUEST, (REFUSED, timed))[-1] == NOT_VALIDATED


def test_without_times_nothing_is_said_of_them() -> None:
    assert trust_words(REQUEST, (REFUSED,)) == ()
