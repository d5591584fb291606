"""What is said beside times that may be off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gpuviz.bench.disturbances import Machine, disturbances, machine
from gpuviz.bench.measurement import Measurement

QUIET = Machine(processors=4, load=0.5, slowdowns=3)


def codes(
    before: Machine = QUIET,
    after: Machine = QUIET,
    one_thread: Measurement | None = None,
) -> list[str]:
    measured = {"one_thread": one_thread} if one_thread else {}
    return [message.code for message in disturbances(before, after, measured)]


@pytest.mark.parametrize(
    ("load", "expected"),
    [(None, []), (0.0, []), (4.0, []), (4.1, ["disturbance.load"])],
)
def test_a_load_above_the_number_of_processors_is_other_work(
    load: float | None, expected: list[str]
) -> None:
    assert codes(before=Machine(4, load, None)) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(3, 3, []), (3, 4, ["disturbance.heat"]), (None, 4, []), (3, None, [])],
)
def test_a_cpu_that_was_slowed_down_meanwhile_is_told(
    before: int | None, after: int | None, expected: list[str]
) -> None:
    assert codes(Machine(4, 0.0, before), Machine(4, 0.0, after)) == expected


@pytest.mark.parametrize(("spread_s", "expected"), [(0.25, []), (0.26, ["disturbance.spread"])])
def test_samples_that_lie_far_apart_are_told(spread_s: float, expected: list[str]) -> None:
    assert codes(one_thread=Measurement(1.0, spread_s, 21)) == expected


def test_the_sentences_have_figures_and_the_words_of_the_charts() -> None:
    measured = {"numpy_twin": Measurement(2e-3, 1e-3, 21)}

    load, spread = disturbances(Machine(2, 3.14, None), QUIET, measured)

    assert "a load of 3.1 on 2 processors" in load.text
    assert "with NumPy" in spread.text
    assert "21 samples spans 50 %" in spread.text


def test_times_too_short_for_the_clock_have_no_spread() -> None:
    assert codes(one_thread=Measurement(0.0, 0.0, 21)) == []


def heat_counters(folder: Path, counts: dict[str, str]) -> None:
    for place, text in counts.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")


def test_slowdowns_for_heat_are_added_up_over_processors_and_packages(tmp_path: Path) -> None:
    heat_counters(
        tmp_path,
        {
            "cpu0/thermal_throttle/core_throttle_count": "2\n",
            "cpu0/thermal_throttle/package_throttle_count": "5\n",
            "cpu11/thermal_throttle/core_throttle_count": "1\n",
            "cpu12/thermal_throttle/core_throttle_count": "no number",
            "cpufreq/thermal_throttle/core_throttle_count": "100\n",
        },
    )

    assert machine(tmp_path).slowdowns == 8


def test_a_system_that_tells_neither_heat_nor_load_is_not_accused_of_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "getloadavg", raising=False)

    found = machine(tmp_path)

    assert (found.load, found.slowdowns) == (None, None)
    assert disturbances(found, found, {}) == ()


def test_a_load_that_the_system_does_not_know_now_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> tuple[float, float, float]:
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown, raising=False)

    assert machine(tmp_path).load is None
