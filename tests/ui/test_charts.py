"""Charts as plain data: ends of axes, words that find a place, read-outs, numbers as a table."""

from __future__ import annotations

import csv
import io
import itertools
import math
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.scene.charts.chart import (
    Axis,
    Boundary,
    Chart,
    Gap,
    Mark,
    Point,
    ScaleName,
    Series,
    Tag,
    Token,
)
from gpuviz.scene.charts.colours import area_color, word_color
from gpuviz.scene.charts.ends import ends_across, ends_up, round_top, way
from gpuviz.scene.charts.labels import best_place, touching, wrapped
from gpuviz.scene.charts.read_out import card, places_of, read_out_of
from gpuviz.scene.charts.table import csv_text, table_of
from gpuviz.scene.charts.units import COUNT, SECONDS, prefixed
from gpuviz.scene.charts.words import Frame, words_inside
from gpuviz.scene.contrast import LEAST, contrast
from gpuviz.scene.scene import Label, Panel, Rect
from gpuviz.scene.sweeps.size_chart import cpu_lines, gpu_lines
from gpuviz.scene.theme import DARK, LIGHT, Theme

SIZES = tuple(2**power for power in range(10, 25))
LETTER_PX = 6.0
LEAST_OF_LINES = 3.0  # WCAG 2.2, 1.4.11: what is no word


def wide(text: str, size: int = 11) -> float:
    """A font whose letters are all equally wide."""
    return LETTER_PX * len(text)


def frame_of(chart: Chart, width: float = 500, height: float = 120) -> Frame:
    """A plot of that size in which all of a chart is seen, with logarithmic axes."""
    (left, right), (low, high) = ends_across(chart, True), ends_up(chart, True)

    def across(x: float) -> float:
        return width * (math.log10(x) - left) / (right - left)

    def up(y: float) -> float:
        return height * (high - math.log10(y)) / (high - low)

    return Frame(Rect(0, 0, width, height), across, up, wide)


def series(name: str, per_element: float, fixed: float, modelled: bool = False) -> Series:
    points = tuple(Point(size, fixed + per_element * size) for size in SIZES)
    return Series(name, "write" if modelled else "read", points, modelled)


def size_chart(*marks: Mark) -> Chart:
    lines = (
        series("CPU, 1 thread", 6e-10, 3e-7),
        series("NumPy", 5.9e-10, 3e-7),
        series("GPU, kernel", 3e-12, 2.6e-6, modelled=True),
    )
    x, y = Axis("elements", COUNT, "log10"), Axis("time", SECONDS, "log10")
    return Chart("Size sweep", x, y, lines, marks)


@pytest.mark.parametrize(
    ("value", "tick"),
    [(0, "0"), (64, "64"), (1000, "10³"), (1024, "1\u202f024"), (1e7, "10⁷"), (0.5, "0.5")],
)
def test_counts_beside_an_axis_are_short(value: float, tick: str) -> None:
    assert COUNT.tick(value) == tick


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.5e12, "2.5\u202fTFLOP/s"), (1e9, "1\u202fGFLOP/s"), (12.0, "12\u202fFLOP/s")],
)
def test_large_rates_take_a_letter_for_thousands(value: float, text: str) -> None:
    assert prefixed("FLOP/s").tick(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1e-6, "1\u202fµs"), (0.0, "0"), (2.5e-3, "2.5\u202fms"), (10, "10\u202fs")]
)
def test_seconds_beside_an_axis_have_no_needless_decimals(value: float, text: str) -> None:
    assert SECONDS.tick(value) == text


@given(st.text(max_size=80), st.floats(12, 200))
def test_wrapped_words_fit_and_none_is_lost(text: str, room: float) -> None:
    lines = wrapped(text, room, wide)

    assert all(wide(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_words_take_the_place_that_hides_the_fewest_points() -> None:
    places = [Rect(0, 0, 50, 10), Rect(0, 20, 50, 10)]
    points = np.array([(10.0, 5.0)])

    found = best_place(places, Rect(0, 0, 100, 100), [], points)

    assert found == places[1]


def test_words_do_not_cover_half_of_a_point_either() -> None:
    beside, free = Rect(0, 0, 50, 10), Rect(0, 30, 50, 10)
    points = np.array([(52.0, 12.0)])

    assert best_place([beside, free], Rect(0, 0, 100, 100), [], points) == free


def test_the_table_is_read_back_with_every_number_in_full() -> None:
    chart = size_chart()

    rows = list(csv.reader(io.StringIO(csv_text(table_of(chart)))))

    assert rows[0][:2] == ["elements", "CPU, 1 thread (measured) [s]"]
    assert rows[0][3] == "GPU, kernel (modelled) [s]"
    assert [int(row[0]) for row in rows[1:]] == list(SIZES)
    assert [float(row[3]) for row in rows[1:]] == [p.y for p in chart.series[2].points]


def test_the_table_has_spreads_and_says_why_a_value_is_missing() -> None:
    points = (Point(32, 2e-6, 1e-6, 4e-6), Point(64, 1e-6))
    gaps = (Gap(2048, "at most 1 024 threads, not 2 048"),)
    kernel = Series("kernel", "write", points, modelled=False)
    axes = Axis("threads of a block", COUNT, "log2"), Axis("time", SECONDS)
    chart = Chart("Block sweep", *axes, (kernel,), gaps=gaps)

    head, first, second, refused = table_of(chart)

    assert head[1:4] == (
        "kernel (measured) [s]", "kernel (measured) [s] from", "kernel (measured) [s] to"
    )  # fmt: skip
    assert first == ("32", "2e-06", "1e-06", "4e-06", "")
    assert second == ("64", "1e-06", "", "", "")
    assert refused == ("2048", "", "", "", "at most 1 024 threads, not 2 048")


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_every_line_of_a_sweep_stands_out_from_what_is_behind(theme: Theme) -> None:
    lines = (*cpu_lines(), *gpu_lines())

    found = {line.name: area_color(theme, line.token, line.shade) for line in lines}

    seen = {name: contrast(color, theme.panel) for name, color in found.items()}
    assert {name: ratio for name, ratio in seen.items() if ratio < LEAST_OF_LINES} == {}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_every_word_of_a_chart_can_be_read(theme: Theme) -> None:
    wanted = {token: word_color(theme, token) for token in get_args(Token)}

    seen = {token: contrast(color, theme.panel) for token, color in wanted.items()}

    assert {token: ratio for token, ratio in seen.items() if ratio < LEAST} == {}


def axes(scale: ScaleName = "linear") -> tuple[Axis, Axis]:
    return Axis("size", COUNT, scale), Axis("time", SECONDS, scale)


def points(*values: tuple[float, float]) -> tuple[Series, ...]:
    return (Series("kernel", "write", tuple(Point(x, y) for x, y in values), modelled=False),)


def test_a_linear_axis_begins_at_nought_and_ends_above_all_points_at_a_round_number() -> None:
    chart = Chart("Times", *axes(), points((10, 3.2), (20, 7.1)))

    assert ends_up(chart, False) == (0.0, 8.0)
    assert ends_across(chart, False) == pytest.approx((9.7, 20.3))


def test_a_logarithmic_axis_ends_at_powers_of_ten() -> None:
    chart = Chart("Times", *axes("log10"), points((10, 3e-6), (1000, 7e-4)))

    assert ends_up(chart, True) == (-6, -3)
    assert ends_across(chart, True) == pytest.approx((0.94, 3.06))


@pytest.mark.parametrize("logarithmic", [False, True])
def test_spreads_are_inside_of_the_ends_of_an_axis(logarithmic: bool) -> None:
    spread = Series("kernel", "write", (Point(1, 2.0, low=0.5, high=30.0),), modelled=False)

    low, high = ends_up(Chart("Times", *axes(), (spread,)), logarithmic)

    assert low <= way(0.5, logarithmic)
    assert high >= way(30.0, logarithmic)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_an_axis_without_points_and_one_with_a_value_of_nought_still_have_ends(
    logarithmic: bool,
) -> None:
    for chart in (Chart("None", *axes()), Chart("Nought", *axes(), points((0, 0)))):
        for low, high in (ends_across(chart, logarithmic), ends_up(chart, logarithmic)):
            assert math.isfinite(low)
            assert low < high < math.inf


@given(st.floats(1e-9, 1e12))
def test_a_round_top_is_not_below_what_it_holds(value: float) -> None:
    assert value * (1 - 1e-8) <= round_top(value) <= 2 * value


@given(st.integers(200, 1500), st.integers(40, 500), st.lists(st.floats(1100, 1.6e7), max_size=3))
def test_no_word_in_a_plot_lies_on_another_or_is_cut_off(
    width: int, height: int, crossings: list[float]
) -> None:
    chart = size_chart(*(Mark(at, f"the GPU wins from n ≈ {at:.0f}") for at in crossings))
    frame = frame_of(chart, width, height)

    labels = words_inside(chart, frame, DARK)

    for label in labels:
        assert label.rect.x >= 0
        assert label.rect.right <= width
        assert wide(label.text) <= label.rect.w
    pairs = itertools.combinations([label.rect for label in labels], 2)
    assert not any(touching(one, other) for one, other in pairs)


def test_names_of_roofs_stand_beside_their_lines_not_on_them() -> None:
    x, y = Axis("intensity", COUNT, "log10", 0.1, 100), Axis("rate", COUNT, "log10", 1e10, 1e13)
    slope = Boundary("DRAM 272 GB/s", (0.1, 2.7e10), (30, 8.1e12), "read")
    roof = Boundary("float32 8.1 TFLOP/s", (30, 8.1e12), (100, 8.1e12))
    chart = Chart("Roofline", x, y, boundaries=(slope, roof))
    frame = frame_of(chart, 1000, 180)

    names = {label.text: label.rect for label in words_inside(chart, frame, DARK)}

    for line in (slope, roof):
        along = np.linspace(frame.at(*line.start), frame.at(*line.end), 200).tolist()
        assert not any(names[line.name].contains(x, y) for x, y in along), line.name


@pytest.mark.parametrize(("x", "y"), [(1.1, 2), (99, 2), (50, 9.9), (99, 0.11)])
def test_the_name_of_a_point_stands_beside_it_and_not_on_it(x: float, y: float) -> None:
    ends = Axis("x", COUNT, low=1, high=100), Axis("y", COUNT, low=0.1, high=10)
    dots = Series("runs", "accent", (Point(x, y),), modelled=True, joined=False)
    chart = Chart("Runs", *ends, (dots,), tags=(Tag(x, y, "Vector add", "accent"),))
    frame = frame_of(chart, 400)

    (name,) = words_inside(chart, frame, DARK)

    at_x, at_y = frame.at(x, y)
    distance = max(name.rect.x - at_x, at_x - name.rect.right, abs(name.rect.y - at_y) - 15)
    assert not name.rect.contains(at_x, at_y)
    assert distance <= 8


def test_a_read_out_of_a_column_has_all_series_and_says_why_a_value_is_missing() -> None:
    chart = Chart("Times", *axes(), (*points((1, 2e-6)), *points((1, 3e-6), (2, 4e-6))))
    chart = Chart(chart.title, chart.x, chart.y, chart.series, gaps=(Gap(2, "too large"),))

    first, second = (read_out_of(chart, place) for place in places_of(chart))

    assert first.text == "size: 1\nkernel (measured): 2.0\u202fµs\nkernel (measured): 3.0\u202fµs"
    assert second.text.splitlines()[-1] == "too large"


@given(st.floats(0, 300), st.floats(0, 120), st.integers(1, 7))
def test_the_card_of_a_read_out_is_inside_of_the_chart(x: float, y: float, count: int) -> None:
    chart = Chart("Times", *axes(), points((1, 2e-6)) * count)
    (place,) = places_of(chart)

    found = card(read_out_of(chart, place), (x, y), Rect(0, 0, 300, 140), DARK, wide)

    (back,) = [item.rect for item in found.items if isinstance(item, Panel)]
    assert (back.x, back.y) >= (0, 0)
    assert back.right <= 300
    assert back.bottom <= 140
    assert all(touching(back, item.rect) for item in found.items if isinstance(item, Label))


def test_an_empty_chart_says_what_to_do() -> None:
    chart = Chart("Size sweep", *axes("log10"), hint="Press Run sweep.")

    assert chart.sentence == "Size sweep. Press Run sweep."
