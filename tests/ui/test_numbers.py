"""Numbers as they are read on the screen."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.scene.numbers import byte_count, kernel_value, percent, power_of_ten, seconds, whole

THIN = "\u202f"


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999, "999"), (1024, "1 024"), (-2147483647, "-2 147 483 647")]
)
def test_thousands_are_parted_by_thin_spaces(number: int, text: str) -> None:
    assert whole(number) == text.replace(" ", THIN)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.6e-6, "2.6 µs"),
        (21.4e-6, "21 µs"),
        (126e-6, "126 µs"),
        (9.996e-4, "1.0 ms"),
        (1.5, "1.5 s"),
        (3e-10, "0.30 ns"),
    ],
)
def test_seconds_have_two_figures_and_a_unit(value: float, text: str) -> None:
    assert seconds(value) == text.replace(" ", THIN)


@pytest.mark.parametrize(
    ("value", "text"),
    [(12, "12 B"), (2048, "2.0 kB"), (204_800, "0.20 MB"), (16e9, "16 GB")],
)
def test_bytes_are_counted_in_thousands(value: float, text: str) -> None:
    assert byte_count(value) == text.replace(" ", THIN)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, "100 %"),
        (0.9999, "99.9 %"),
        (0.9955, "99.6 %"),
        (0.818, "82 %"),
        (0.002, "0.2 %"),
        (0.0, "0 %"),
    ],
)
def test_less_than_all_is_never_100_per_cent_and_something_never_0(share: float, text: str) -> None:
    assert percent(share) == text.replace(" ", THIN)


@pytest.mark.parametrize(
    ("power", "text"), [(-9, "1 ns"), (-7, "100 ns"), (-6, "1 µs"), (0, "1 s")]
)
def test_a_scale_is_lettered_with_round_numbers(power: int, text: str) -> None:
    assert power_of_ten(power) == text.replace(" ", THIN)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.float32(0.1), "0.1000"),
        (np.int64(1048575), "1048575"),
        (np.bool_(True), "True"),
        (np.float64(-1 / 3), "-0.3333"),
        (np.float32(0), "0.0"),
    ],
)
def test_values_of_a_kernel_are_written_as_in_its_source(value: object, text: str) -> None:
    assert kernel_value(value) == text
