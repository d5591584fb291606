"""The table of published measurements, and the bands that come of it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import get_args

import pytest

from benchmarks.published_points import Models
from benchmarks.published_points import published_points as measured_points
from gpuviz.device import find_device, load_devices
from gpuviz.model import validation
from gpuviz.model.calibration import Calibration
from gpuviz.model.validation import KINDS, LEAST_POINTS, family, judge, published_points
from gpuviz.trace.prediction import Resource

WAYS = (True, False)
RESOURCES: tuple[Resource, ...] = get_args(Resource)
SMALL = (5, 15, 16, 19)
"""Rows whose launches are emulated in a moment."""


def test_every_limiter_is_of_one_kind() -> None:
    assert sorted(itertools.chain(*KINDS)) == sorted(RESOURCES)


def test_the_table_has_every_point_of_the_benchmarks() -> None:
    told = [(p.kernel, p.device_id, p.source) for p in published_points()]

    assert told == [(p.family, p.device_id, p.source) for p in measured_points()]
    assert all(
        row.published_s == pytest.approx(point.seconds, rel=1e-4)
        for row, point in zip(published_points(), measured_points(), strict=True)
    )


@pytest.mark.parametrize("compiled", WAYS)
def test_left_out_half_of_the_times_are_off_by_less_than_a_fifth(compiled: bool) -> None:
    errors = sorted(p.judged(compiled=compiled).error(p.published_s) for p in published_points())

    assert errors[len(errors) // 2] < 0.2
    assert errors[9 * len(errors) // 10] < 1.0


@pytest.mark.parametrize("compiled", WAYS)
@pytest.mark.parametrize("limiter", RESOURCES)
def test_a_band_holds_1_and_as_many_points_as_it_promises(
    limiter: Resource, compiled: bool
) -> None:
    for device in load_devices().values():
        (low, high), judged = judge(limiter, device, compiled=compiled)
        alike, few = validation._alike(limiter, family(device.cc), compiled)
        ratios = [p.published_s / p.judged(compiled=compiled).left_out_s for p in (*alike, *few)]

        assert low <= 1 <= high
        assert judged.points == len(alike) >= LEAST_POINTS
        inside = sum(low <= ratio <= high for ratio in ratios)
        assert inside >= validation.INSIDE * len(ratios) - 1


def test_few_points_of_a_kind_are_all_in_its_band() -> None:
    (low, high), judged = judge("latency", find_device("t4"), compiled=True)

    waiting = [p for p in published_points() if p.compiled.limiter in ("latency", "atomics")]
    assert not judged.alike
    assert all(low <= p.published_s / p.compiled.left_out_s <= high for p in waiting)


def test_how_many_points_are_of_the_same_device_is_told() -> None:
    here, nowhere = (
        judge("dram", find_device(name), compiled=True)[1] for name in ("t4", "orin_nano_8gb")
    )

    assert here.same_device == sum(p.device_id == "t4" for p in published_points()) > 0
    assert nowhere.same_device == 0


@pytest.mark.parametrize(
    ("cc", "name"),
    [
        ("6.1", "Pascal"), ("7.0", "Volta"), ("7.5", "Turing"), ("8.0", "Ampere"),
        ("8.7", "Ampere"), ("8.9", "Ada"), ("9.0", "Hopper"), ("10.0", "Blackwell"),
        ("12.0", "Blackwell"), ("5.2", "5"),
    ],
)  # fmt: skip
def test_architectures_have_their_names(cc: str, name: str) -> None:
    assert family(cc) == name


def test_a_table_that_is_written_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = published_points()
    monkeypatch.setattr(validation, "resource_dir", lambda name: tmp_path)

    validation.write_points(before, tmp_path / validation.FILE)

    assert published_points.__wrapped__() == before


@pytest.mark.slow
@pytest.mark.parametrize("number", SMALL)
def test_the_table_says_what_the_model_says_today(number: int, tmp_path: Path) -> None:
    """Else it is old: python benchmarks/validation_page.py."""
    row, point = published_points()[number], measured_points()[number]

    found = Models(tmp_path, compiled=False).compared(point, Calibration())

    assert found.seconds == pytest.approx(row.usual.modelled_s, rel=1e-3)
    assert found.limiter == row.usual.limiter
