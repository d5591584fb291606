"""Values in cells: exact where they fit, shorter where not, never wrong."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.scene.stage.arrays.scene import LETTER, cell_text

FOUR = 4 * LETTER + 1  # pixels


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.float32(1.5), "1.50"),
        (np.float64(1.2234), "1.22"),
        (np.float64(-1.2234), "-1.2"),
        (np.float64(12345.6), "1e4"),
        (np.float64(0.00003), "3e-5"),
        (np.float64(0.0), "0.0"),
        (np.float64(-0.0312), "-.03"),
        (np.float64(-0.0012), ""),
        (np.nan, "NaN"),
        (np.inf, "∞"),
        (-np.inf, "−∞"),
        (np.int32(1024), "1024"),
        (np.int64(-1024), "-1e3"),
        (np.uint8(7), "7"),
        (np.bool_(True), "True"),
        (np.bool_(False), "F"),
        (np.complex128(1 + 2j), "1+2j"),
        (np.complex128(10.25 + 2j), ""),
        (np.str_("warp"), "warp"),
        (np.str_("thread"), "th…"),
        (np.zeros(1, [("x", "f4")])[0], ""),
    ],
)
def test_a_value_is_written_as_exactly_as_fits(value: object, text: str) -> None:
    assert cell_text(value, FOUR) == text
