"""The exit code of several scripts is that of the worst: a wrong kernel before a failed script."""

from __future__ import annotations

import pytest

from gpuviz.api.report import worst


@pytest.mark.parametrize(
    ("codes", "code"), [((), 0), ((0, 0), 0), ((0, 2), 2), ((2, 1, 0), 1), ((1, 2), 1)]
)
def test_a_wrong_kernel_is_worse_than_a_script_that_failed(
    codes: tuple[int, ...], code: int
) -> None:
    assert worst(codes) == code
