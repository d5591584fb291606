"""The bars of the last run: an honest scale for times that differ a little, and very much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import CpuTimes
from gpuviz.trace import Times
from gpuviz.ui.theme import DARK
from gpuviz.ui.timing.bars import RunTimes, bars_of, scale_of
from gpuviz.ui.timing.last_run_chart import LastRunChart

GPU = Times("modelled", h2d_s=2e-6, kernel_s=2e-6, d2h_s=1e-6, note="lower bound")
RUN = RunTimes(1, "k.py", "Vector add", (1000,), "T4", GPU, CpuTimes(1, 1e-6, 2e-5, None))


def with_slowest(seconds: float) -> RunTimes:
    return replace(RUN, cpu=CpuTimes(1, 1e-6, seconds, None))


def test_times_of_one_size_share_a_linear_scale_from_nought() -> None:
    scale = scale_of(bars_of(with_slowest(4e-5)))

    assert scale is not None
    assert not scale.is_logarithmic
    assert scale.share(2e-5) == pytest.approx(0.5)


def test_times_that_differ_a_thousandfold_share_a_logarithmic_scale_with_whole_powers() -> None:
    scale = scale_of(bars_of(with_slowest(1e-3)))

    assert scale is not None
    assert (scale.low, scale.high) == (-7, -3)
    assert scale.share(1e-5) == pytest.approx(0.5)


def test_without_times_there_is_no_scale() -> None:
    assert scale_of(bars_of(replace(RUN, cpu=None, gpu=None))) is None


@pytest.mark.parametrize(("slowest", "said"), [(2e-5, False), (1e-3, True)])
def test_a_logarithmic_scale_is_said_in_words(qtbot: QtBot, slowest: float, said: bool) -> None:
    chart = LastRunChart(DARK)
    qtbot.addWidget(chart)

    chart.show_run(with_slowest(slowest))

    assert ("logarithmic scale" in chart.title) is said


def test_the_shortest_modelled_bar_is_long_enough_to_show_its_stripes(qtbot: QtBot) -> None:
    chart = LastRunChart(DARK)
    qtbot.addWidget(chart)
    chart.resize(420, 170)
    chart.show_run(replace(RUN, cpu=CpuTimes(1, None, 2e-6 * 49, None)))
    image = chart.grab().toImage()
    row = 3 * (170 - 26) // 5 + 26 + 14
    left = 30 * 4 + 8

    colors = {image.pixelColor(left + x, row).name() for x in range(5, 9)}

    assert len(colors) > 1
