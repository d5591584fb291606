"""Where GPU and CPU take the same time, on curves whose crossing is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gpuviz.bench.crossing import Win, crossing
from gpuviz.bench.crossing_words import crossing_words
from gpuviz.bench.points import SweepPoint
from tests.bench.sweep_points import against_cpu, sized

SIZES = (10, 100, 1000, 10_000)


def words(points: Sequence[SweepPoint], names: Sequence[str] = ("n",)) -> list[str]:
    return [message.text for message in crossing_words(crossing(points), names)]


@pytest.mark.parametrize("exact", [2.0, 10.0, 37.0, 500.0, 9000.0])
def test_two_powers_of_the_size_cross_where_algebra_says(exact: float) -> None:
    gpu = [(n / exact) ** 0.5 for n in SIZES]  # both are 1 second at the exact size
    cpu = [(n / exact) ** 2.0 for n in SIZES]

    found = crossing(against_cpu(SIZES, gpu, cpu)).kernel

    if exact < SIZES[0]:
        assert found == Win("always")
    else:
        assert found.wins == "from"
        assert found.first == pytest.approx((exact,))


@pytest.mark.parametrize(
    ("gpu", "expected"),
    [
        ((1, 1, 1, 1), "always"),
        ((3, 3, 3, 3), "never"),
        ((3, 1, 1, 1), "from"),
        ((1, 1, 1, 3), "until"),
        ((3, 1, 1, 3), "between"),
        ((2, 2, 2, 2), "never"),
        ((1, 3, 1, 1), "from"),
        ((1, 3, 1, 3), "between"),
    ],
)
def test_the_last_stretch_in_which_the_gpu_is_faster_counts(
    gpu: tuple[float, ...], expected: str
) -> None:
    assert crossing(against_cpu(SIZES, gpu, (2, 2, 2, 2))).kernel.wins == expected


def test_a_stretch_in_the_middle_is_bounded_on_both_sides() -> None:
    found = crossing(against_cpu(SIZES, (4, 1, 1, 4), (2, 2, 2, 2))).kernel

    assert found.first == pytest.approx((10**1.5,))
    assert found.last == pytest.approx((10**3.5,))


def test_the_fastest_of_the_cpus_ways_is_the_one_to_beat() -> None:
    points = [
        sized(0, (10,), kernel_s=3.0, numpy_s=5.0, one_thread_s=1.0),
        sized(1, (20,), kernel_s=3.0, numpy_s=5.0, one_thread_s=9.0),
    ]

    assert crossing(points).kernel.wins == "from"


def test_points_without_a_figure_are_left_out_and_the_order_does_not_matter() -> None:
    points = [
        sized(0, (40,), kernel_s=1.0, numpy_s=4.0),
        sized(1, (20,), kernel_s=None, numpy_s=0.1),
        sized(2, (10,), kernel_s=4.0, numpy_s=1.0),
        sized(3, (80,), kernel_s=9.0, numpy_s=None),
    ]

    found = crossing(points)

    assert found.kernel.first == pytest.approx((20.0,))
    assert (found.smallest, found.largest) == ((10,), (40,))


def test_copies_move_the_crossing_and_the_words_say_both() -> None:
    points = against_cpu((100, 1000, 10_000), (1, 1, 1), (0.1, 10, 1000), copy_s=50.0)

    assert words(points) == [
        "The kernel alone is faster than the CPU from about n = 320.",
        "With its copies the GPU is faster than the CPU from about n = 3200.",
        "The CPU is the fastest of one thread, all threads and NumPy, measured on this computer.",
    ]


def test_copies_that_take_longer_than_the_cpu_are_named_as_the_reason() -> None:
    said = words(against_cpu(SIZES, (1, 1, 1, 1), (2, 2, 2, 2), copy_s=1.0))

    assert said[0].startswith("The kernel alone is faster than the CPU at every size from n = 10")
    assert said[1].endswith(
        "up to n = 10000: copying alone takes longer than all the work on the CPU."
    )


def test_of_two_stretches_the_last_is_said_and_not_to_be_the_only_one() -> None:
    said = words(against_cpu((10, 100, 1000, 10_000), (1, 9, 1, 9), (2, 2, 2, 2)))

    assert "is faster than the CPU between about" in said[0]


def test_copies_that_are_not_the_reason_are_not_blamed() -> None:
    said = words(against_cpu(SIZES, (9, 9, 9, 9), (2, 2, 2, 2), copy_s=0.1))

    assert said[1] == "With its copies the GPU is never faster than the CPU, up to n = 10000."


@pytest.mark.parametrize(
    ("small", "large", "expected"),
    [
        ((10, 10, 10), (1000, 1000, 1000), "m = n = k = 100."),
        ((10, 20, 4), (1000, 2000, 4), "m × n × k = 100 × 200 × 4."),
    ],
)
def test_a_crossing_of_several_sizes_is_one_number_or_a_shape(
    small: tuple[int, ...], large: tuple[int, ...], expected: str
) -> None:
    points = [
        sized(0, small, kernel_s=2.0, numpy_s=1.0),
        sized(1, large, kernel_s=2.0, numpy_s=4.0),
    ]

    assert words(points, ("m", "n", "k"))[0].endswith(expected)


def test_without_cpu_times_nothing_is_claimed() -> None:
    points = [sized(0, (10,), kernel_s=1.0)]

    assert crossing(points).kernel == Win("unknown")
    assert words(points) == [
        "Whether the GPU is faster is not known: no size has a right result with times of both."
    ]


def test_unknown_copies_are_said_to_be_unknown() -> None:
    points = [sized(0, (10,), kernel_s=1.0, copy_s=None, numpy_s=2.0)]

    assert words(points)[1] == "How long the copies take is not known."
