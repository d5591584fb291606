"""Charts as plain data: round numbers on axes, words that find a place, numbers as a table."""

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

from gpuviz.scene.charts.chart import Axis, Boundary, Chart, Gap, Mark, Point, Series, Tag, Token
from gpuviz.scene.charts.colours import area_color, word_color
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.charts.labels import best_place, rows_of, spread_apart, touching, wrapped
from gpuviz.scene.charts.picture import chart_picture
from gpuviz.scene.charts.scales import Scale
from gpuviz.scene.charts.table import csv_text, table_of
from gpuviz.scene.charts.ticks import linear_ticks, log2_ticks, log10_ticks
from gpuviz.scene.charts.units import COUNT, SECONDS, prefixed
from gpuviz.scene.contrast import LEAST, contrast
from gpuviz.scene.stage.plot_items import Markers, Trail
from gpuviz.scene.stage.scene import Group, Label, Rect
from gpuviz.scene.sweeps.size_chart import cpu_lines, gpu_lines
from gpuviz.scene.theme import DARK, LIGHT, Theme

SIZES = tuple(2**power for power in range(10, 25))
LETTER_PX = 6.0
LEAST_OF_LINES = 3.0  # WCAG 2.2, 1.4.11: what is no word


def wide(text: str, size: int = 11) -> float:
    """A font whose letters are all equally wide."""
    return LETTER_PX * len(text)


def look(width: float = 1100, height: float = 220) -> Look:
    return Look(width, height, DARK, wide)


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


def labels_of(chart: Chart, room: Look) -> list[Label]:
    return [item for item in chart_picture(chart, room).scene.items if isinstance(item, Label)]


def covered(label: Label) -> Rect:
    """Where its letters are."""
    width = min(wide(label.text), label.rect.w)
    left = label.rect.right - width if label.align == "right" else label.rect.x
    return Rect(left, label.rect.y + label.rect.h / 2 - 5, width, 10)


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 10, 6, (0, 2, 4, 6, 8, 10)),
        (0, 1, 3, (0, 0.5, 1)),
        (0.3, 0.9, 4, (0.4, 0.6, 0.8)),
        (0, 48, 5, (0, 20, 40)),
        (5, 5, 4, (5,)),
    ],
)
def test_a_linear_axis_has_round_numbers(
    low: float, high: float, most: int, expected: tuple[float, ...]
) -> None:
    assert linear_ticks(low, high, most) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (1e-7, 1e-3, 9, (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)),
        (1e-7, 1e-3, 3, (1e-7, 1e-5, 1e-3)),
        (120, 900, 9, (200, 500)),
        (1024, 2**24, 9, (1e4, 1e5, 1e6, 1e7)),
    ],
)
def test_a_logarithmic_axis_has_powers_of_ten(
    low: float, high: float, most: int, expected: tuple[float, ...]
) -> None:
    assert log10_ticks(low, high, most) == pytest.approx(expected)


def test_an_axis_of_block_sizes_has_powers_of_two() -> None:
    assert log2_ticks(32, 1024, 9) == (32, 64, 128, 256, 512, 1024)


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9), st.integers(2, 12))
def test_a_linear_axis_never_has_more_numbers_than_asked_for(
    low: float, length: float, most: int
) -> None:
    ticks = linear_ticks(low, low + length, most)

    assert len(ticks) <= most
    slack = 1e-6 * max(abs(low), length)
    assert all(low - slack <= tick <= low + length + slack for tick in ticks)


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


@given(st.lists(st.floats(0, 200), min_size=1, max_size=12))
def test_names_that_are_spread_apart_keep_their_order_and_distance(wanted: list[float]) -> None:
    places = spread_apart(wanted, 16, 0, 200)

    ordered = sorted(places)
    assert all(after - before >= 16 - 1e-9 for before, after in itertools.pairwise(ordered))
    ranks = sorted(range(len(wanted)), key=lambda n: wanted[n])
    assert [places[n] for n in ranks] == ordered
    assert ordered[0] >= -1e-9


def test_names_that_have_room_stay_where_they_belong() -> None:
    assert spread_apart([100, 20, 60], 16, 0, 200) == [100, 20, 60]


@given(st.text(max_size=80), st.floats(12, 200))
def test_wrapped_words_fit_and_none_is_lost(text: str, room: float) -> None:
    lines = wrapped(text, room, wide)

    assert all(wide(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_rows_take_as_many_as_fit() -> None:
    assert rows_of([40, 40, 40, 200, 10], 100) == ((0, 1), (2,), (3,), (4,))


def test_words_take_the_place_that_hides_the_fewest_points() -> None:
    places = [Rect(0, 0, 50, 10), Rect(0, 20, 50, 10)]
    points = np.array([(10.0, 5.0)])

    found = best_place(places, Rect(0, 0, 100, 100), [], points)

    assert found == places[1]


def test_words_do_not_cover_half_of_a_point_either() -> None:
    beside, free = Rect(0, 0, 50, 10), Rect(0, 30, 50, 10)
    points = np.array([(52.0, 12.0)])

    assert best_place([beside, free], Rect(0, 0, 100, 100), [], points) == free


@pytest.mark.parametrize("kind", ["linear", "log10", "log2"])
def test_a_value_stands_between_the_ends_of_its_axis(kind: str) -> None:
    scale = Scale(kind, 1, 1024, 50, 250)  # type: ignore[arg-type]

    places = [scale.at(value) for value in (1, 32, 1024)]

    assert places == sorted(places)
    assert places[0] == pytest.approx(50)
    assert places[-1] == pytest.approx(250)
    if kind != "linear":
        assert places[1] == pytest.approx(150)


@given(
    st.integers(260, 1700),
    st.integers(118, 700),
    st.lists(st.floats(1100, 1.6e7), max_size=3),
)
def test_no_word_of_a_chart_lies_on_another_or_is_cut_off(
    width: int, height: int, crossings: list[float]
) -> None:
    marks = tuple(Mark(at, f"the GPU wins from n ≈ {at:.0f}") for at in crossings)
    room = look(width, height)

    found = [(label.text, covered(label)) for label in labels_of(size_chart(*marks), room)]

    for text, place in found:
        assert place.x >= 0, text
        assert place.right <= width, text
        assert place.y >= -1, text
    pairs = itertools.combinations(found, 2)
    assert [(a[0], b[0]) for a, b in pairs if touching(a[1], b[1])] == []


def test_modelled_lines_are_dashed_with_hollow_markers_and_measured_ones_solid() -> None:
    items = chart_picture(size_chart(), look()).scene.items
    inside = next(item.items for item in items if isinstance(item, Group))
    trails = [item for item in inside if isinstance(item, Trail)]
    markers = [item for item in items if isinstance(item, Markers) and len(item.points) > 1]

    assert [trail.stroke for trail in trails] == ["solid", "solid", "dashed"]
    assert [bool(each.hollow) for each in markers] == [False, False, True]


def test_every_point_stands_where_its_values_say() -> None:
    picture = chart_picture(size_chart(), look())

    assert picture.frame is not None
    assert len(picture.spots) == 3 * len(SIZES)
    plot = picture.frame.plot
    first, last = picture.spots[0], picture.spots[len(SIZES) - 1]
    per_octave = (last.x - first.x) / 14
    assert picture.spots[5].x - first.x == pytest.approx(5 * per_octave)
    assert all(plot.contains(spot.x, spot.y) for spot in picture.spots)


def test_an_empty_chart_says_what_to_do() -> None:
    axis = Axis("elements", COUNT, "log10")
    chart = Chart("Size sweep", axis, Axis("time", SECONDS), hint="Press Run sweep.")

    assert "Press Run sweep." in chart_picture(chart, look()).scene.texts()


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


def test_an_axis_without_values_is_still_drawn() -> None:
    chart = size_chart()
    empty = Chart(chart.title, chart.x, chart.y)

    picture = chart_picture(empty, look())

    assert picture.frame is not None
    assert all(map(math.isfinite, picture.frame.plot))


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


def test_names_of_roofs_stand_beside_their_lines_not_on_them() -> None:
    x, y = Axis("intensity", COUNT, "log10", 0.1, 100), Axis("rate", COUNT, "log10", 1e10, 1e13)
    slope = Boundary("DRAM 272 GB/s", (0.1, 2.7e10), (30, 8.1e12), "read")
    roof = Boundary("float32 8.1 TFLOP/s", (30, 8.1e12), (100, 8.1e12))
    chart = Chart("Roofline", x, y, boundaries=(slope, roof))

    picture = chart_picture(chart, look())

    assert picture.frame is not None
    scales = picture.frame.across, picture.frame.up
    for line in (slope, roof):
        label = next(one for one in labels_of(chart, look()) if one.text == line.name)
        start, end = (tuple(map(Scale.at, scales, place)) for place in (line.start, line.end))
        inside = [covered(label).contains(x, y) for x, y in np.linspace(start, end, 200).tolist()]
        assert not any(inside), line.name


@pytest.mark.parametrize(("x", "y"), [(1, 2), (99, 2), (50, 9.9), (99, 0.1)])
def test_the_name_of_a_point_stands_beside_it_and_not_on_it(x: float, y: float) -> None:
    axes = Axis("x", COUNT, low=0, high=100), Axis("y", COUNT, low=0, high=10)
    dots = Series("runs", "accent", (Point(x, y),), modelled=True, joined=False)
    chart = Chart("Runs", *axes, (dots,), tags=(Tag(x, y, "Vector add", "accent"),))

    (name,) = [label for label in labels_of(chart, look(400)) if label.text == "Vector add"]

    (spot,) = chart_picture(chart, look(400)).spots
    distance = max(name.rect.x - spot.x, spot.x - name.rect.right, abs(name.rect.y - spot.y) - 15)
    assert not name.rect.contains(spot.x, spot.y)
    assert distance <= 8


@pytest.mark.parametrize(("width", "beside"), [(600, True), (200, False)])
def test_names_of_points_stand_beside_the_title_where_they_have_room(
    width: float, beside: bool
) -> None:
    dots = Series("runs", "accent", (Point(1, 1),), modelled=True, joined=False)
    chart = Chart("A title with words", Axis("x", COUNT), Axis("y", COUNT), (dots,))

    labels = {label.text: label.rect for label in labels_of(chart, look(width))}

    title, name = labels["A title with words"], labels["runs (modelled)"]
    assert touching(Rect(0, title.y, width, title.h), name) is beside
