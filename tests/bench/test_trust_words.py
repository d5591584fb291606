"""Where the times of a sweep come from, in words."""

from __future__ import annotations

import dataclasses

import pytest

from gpuviz.bench.points import SweepPoint, SweepRequest
from gpuviz.bench.trust_words import trust_words
from gpuviz.device import find_device
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.trace import Times
from tests.bench.sweep_points import sized

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


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (Times("measured", kernel_s=1.0), "The GPU's times are measured."),
        (Times("modelled", kernel_s=1.0), "The GPU's times are modelled, not validated."),
        (
            Times("modelled", kernel_s=1.0, band=(0.8, 1.5)),
            "The GPU's times are modelled: most real ones took 0.80 to 1.5 times that.",
        ),
    ],
)
def test_the_first_time_says_where_all_come_from(times: Times, said: str) -> None:
    timed = dataclasses.replace(sized(1, (20,), kernel_s=None), times=times)

    assert [message.text for message in trust_words(REQUEST, (REFUSED, timed))] == [said]


def test_without_times_nothing_is_said_of_them() -> None:
    assert trust_words(REQUEST, (REFUSED,)) == ()
