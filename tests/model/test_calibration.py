"""The constants of the model: defaults, and what a file of fitted ones may hold."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.messages import RequestRefused
from gpuviz.model.calibration import SENSIBLE, Calibration, load_calibration

FITTED = """
device_id = "h200_sxm"
date = 2026-12-01
overlap_exponent = 2.5
dram_share = 0.81
band = [0.8, 1.4]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "calibration.toml"
    path.write_text(text)
    return path


def test_every_default_is_sensible() -> None:
    values = dataclasses.asdict(Calibration())

    for name, (low, high) in SENSIBLE.items():
        assert values[name] is None or low <= values[name] <= high, name


def test_every_number_has_its_bounds() -> None:
    numbers = {name for name, value in dataclasses.asdict(Calibration()).items() if value}

    assert {*numbers, "dram_share"} == set(SENSIBLE)


def test_a_fit_replaces_what_it_gives_and_leaves_the_rest(tmp_path: Path) -> None:
    read = load_calibration(written(tmp_path, FITTED))

    assert (read.overlap_exponent, read.dram_share, read.band) == (2.5, 0.81, (0.8, 1.4))
    assert (read.device_id, read.date) == ("h200_sxm", "2026-12-01")
    assert read.launch_seconds == Calibration().launch_seconds


def test_only_the_device_of_the_fit_is_calibrated(tmp_path: Path) -> None:
    read = load_calibration(written(tmp_path, FITTED))

    assert read.is_calibrated(find_device("h200_sxm"))
    assert not read.is_calibrated(find_device("h100_sxm"))
    assert not Calibration().is_calibrated(find_device("h200_sxm"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dram_share = 1.7", "dram_share is 1.7, not between 0.1 and 1.0"),
        ("dram_share = -1", "not between"),
        ("dram_share = nan", "not between"),
        ("launch_seconds = 3", "not between 0.0 and 0.001"),
        ('launch_seconds = "2 us"', "launch_seconds is no number"),
        ("launch_seconds = true", "launch_seconds is no number"),
        ("speed = 3", "speed is no constant of the model"),
        ("band = [1.2, 1.4]", "does not lie around 1"),
        ("band = [0.8, inf]", "does not lie around 1"),
        ("band = 0.8", "band is not a pair"),
        ("band = [true, true]", "band is not a pair"),
        ('band = ["0.8", "1.4"]', "band is not a pair"),
        (f"band = [0.8, 1{'0' * 400}]", "does not lie around 1"),
        (f"dram_share = 0x{'f' * 6000}", "not between 0.1 and 1.0"),
        (f"band = {'[' * 9999}", "calibration.toml"),
        ("device_id = 7", "device_id is no text"),
        ("dram_share 0.8", "calibration.toml"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RequestRefused, match=r"calibration\.toml does not hold") as refused:
        load_calibration(written(tmp_path, text))

    assert said in refused.value.message.text
