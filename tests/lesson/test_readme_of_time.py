"""What the README says of modelled times is what the page of published measurements says."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "model-validation.md").read_text(encoding="utf-8")
README = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def row(label: str) -> list[float]:
    """The percents of a row of the page: from machine code, and from source."""
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {label} |"))
    return [float(one) for one in re.findall(r"(\d+) %", line)]


def said(pattern: str) -> list[float]:
    """The numbers in a sentence of the README."""
    found = re.search(pattern, README)
    assert found is not None, pattern
    return [float(one) for one in found.groups()]


def test_there_are_as_many_measurements_and_gpus() -> None:
    (points, gpus) = said(r"half of (\d+) published measurements on (\d+) GPUs")

    assert f"here are {points:.0f} published times" in PAGE
    assert f"on {gpus:.0f} GPUs" in " ".join(PAGE.split())


def test_half_of_them_are_as_near_as_the_median_error_of_kernels_left_out() -> None:
    (percent,) = said(r"lie within (\d+) % of what the model says where it did not know the kernel")

    assert percent == row("median error, one kernel left out")[0]


def test_nine_of_ten_are_as_near_as_the_90th_percentile() -> None:
    (percent,) = said(r"did not know the kernel, nine of ten within (\d+) %")

    assert percent == row("90th percentile, one kernel left out")[0]
