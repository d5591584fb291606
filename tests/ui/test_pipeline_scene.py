"""The timeline of a pipeline as a scene, and what is said of it, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.request import CpuTimes, LaunchRequest, LaunchResult
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.scene.launch.opening import opened_at_first, with_launch
from gpuviz.scene.pipeline.export import HEAD, events_table
from gpuviz.scene.pipeline.look import fitted
from gpuviz.scene.pipeline.scene import bar_rect, compose, event_at, rooms_of
from gpuviz.scene.pipeline.train import Lane, LaunchTrain, train_of
from gpuviz.scene.pipeline.words import event_lines, lane_name, notes_of
from gpuviz.scene.scene import EventHit, Group, Scene
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.theme import DARK
from gpuviz.scene.timeline.look import TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timing.spent import spent
from tests.helpers import trains
from tests.model.works import work

LOOK = TimelineLook(900.0, 180.0, DARK, lambda text, size: 0.55 * size * len(text))


def request(whole: tuple[int, ...] | None = None) -> LaunchRequest:
    return LaunchRequest(
        1, Path("digits.py"), (1,), None, "emulator", find_device("t4"), whole=whole
    )


def train(
    folder: Path, result: LaunchResult | None = None, source: str = trains.DIGITS
) -> LaunchTrain:
    info = trains.described(folder, source)
    return train_of(info, info.default_size, "Tesla T4", result or trains.digits(request()))


def span_of(shown: LaunchTrain) -> Span:
    return fitted(shown, rooms_of(shown, LOOK).plot)


def bars_in(scene: Scene) -> list[Bars]:
    inside = next(item for item in scene.items if isinstance(item, Group))
    return [item for item in inside.items if isinstance(item, Bars)]


def test_copies_and_kernels_stand_on_lanes_of_their_own(tmp_path: Path) -> None:
    shown = train(tmp_path)

    assert shown.lanes == (Lane(0, "h2d"), Lane(0, "kernel"), Lane(0, "d2h"))
    assert [lane_name(shown, lane) for lane in shown.lanes] == [
        "copies in",
        "kernels",
        "copies out",
    ]


def test_lanes_of_several_devices_have_their_number(tmp_path: Path) -> None:
    shown = train(tmp_path, trains.on_two_devices(request()))

    names = [lane_name(shown, lane) for lane in shown.lanes]
    assert names == ["GPU 0 in", "GPU 0 kernels", "GPU 0 across", "GPU 1 in", "GPU 1 kernels"]


def test_modelled_bars_are_hatched_in_the_colours_of_kernels_and_copies(tmp_path: Path) -> None:
    shown = train(tmp_path)

    bars = bars_in(compose(shown, span_of(shown), LOOK))

    assert {bar.color: len(bar.rects) for bar in bars} == {DARK.barrier: 2, DARK.write: 5}
    assert all(bar.hatched for bar in bars)


def test_a_bar_is_as_long_as_its_share_of_the_time(tmp_path: Path) -> None:
    shown = train(tmp_path)
    span = span_of(shown)

    rect = bar_rect(shown, span, 3)  # 16 of 40 µs, from 14 µs on

    assert rect.w == pytest.approx(0.4 * span.plot.w)
    assert rect.x == pytest.approx(span.plot.x + 14 / 40 * span.plot.w)


def test_every_bar_is_found_where_it_is_drawn(tmp_path: Path) -> None:
    shown = train(tmp_path)
    span = span_of(shown)

    middles = [bar_rect(shown, span, n) for n in range(len(shown.events))]
    found = [event_at(shown, span, r.x + r.w / 2, r.y + r.h / 2) for r in middles]

    assert found == [EventHit(n) for n in range(len(shown.events))]
    assert event_at(shown, span, span.plot.right - 2, span.plot.y + 2) is None


def test_thousands_of_tiny_bars_become_a_few(tmp_path: Path) -> None:
    result = trains.digits(request())
    one = result.events[1]
    many = tuple(
        replace(one, start_s=n * 1e-9, end_s=(n + 1) * 1e-9, launch=0) for n in range(5000)
    )
    shown = train(tmp_path, replace(result, events=many))

    bars = bars_in(compose(shown, span_of(shown), LOOK))

    assert sum(len(bar.rects) for bar in bars) <= span_of(shown).plot.w + 1


def test_the_opened_launch_has_the_colour_of_what_is_chosen(tmp_path: Path) -> None:
    shown = train(tmp_path)

    bars = bars_in(compose(shown, span_of(shown), LOOK, opened=3))

    assert [bar.color for bar in bars if len(bar.rects) == 1] == [DARK.accent]


def test_a_launch_that_failed_has_the_colour_of_hazards_and_is_named(tmp_path: Path) -> None:
    shown = train(tmp_path, trains.broken(request()))

    scene = compose(shown, span_of(shown), LOOK)
    notes = notes_of(shown, None)

    assert [bar.color for bar in bars_in(scene)][-1] == DARK.hazard
    assert "broke off here" in scene.texts()
    assert notes[0].tone == "hazard"
    assert "Launch 2 of digits, max_pool in line 20, broke off" in notes[0].text
    assert "y has 4 elements. What ran before" in notes[0].text


def test_deadlines_are_marked_and_said(tmp_path: Path) -> None:
    shown = train(tmp_path, source=trains.STREAM)

    assert shown.deadlines_s == pytest.approx((16e-6,))
    assert "deadline 1" in compose(shown, span_of(shown), LOOK).texts()
    assert "too late for the deadline of 16" in notes_of(shown, None)[0].text


def test_words_name_the_longest_launch_the_copies_and_the_cpu(tmp_path: Path) -> None:
    words = notes_of(train(tmp_path), CpuTimes(1, 4e-4, None, 8e-4))[0].text

    assert "Launch 3, <b>conv2d</b>, takes the longest: 40" in words
    assert "Copies take 20" in words
    assert "10 times as long" in words  # 400 µs against 40 µs


def test_what_launching_takes_and_a_graph_would_save_is_said_where_it_is_modelled(
    tmp_path: Path,
) -> None:
    shown = train(tmp_path)
    prediction = predict_work(work(1), find_device("t4"), 4, Calibration()).prediction
    launches = tuple(replace(trace, prediction=prediction) for trace in shown.result.launches)
    known = replace(shown.result, launches=launches, as_graph_s=3e-5)

    words = notes_of(replace(shown, result=known), None)[0].text
    plain = notes_of(shown, None)[0].text

    assert "Launching takes 9.7" in words  # five times 1.94 us
    assert "As one CUDA graph" in words
    assert "Numba cannot make graphs" in words
    assert "graph" not in plain


def test_a_bar_tells_its_time_bytes_share_and_line(tmp_path: Path) -> None:
    copy, kernel = event_lines(train(tmp_path), 0), event_lines(train(tmp_path), 2)

    assert copy[0] == "copy of image to the device"
    assert "4.0 µs long: 10 % of all work, modelled" in copy[1].replace("\u202f", " ")
    assert copy[2].replace("\u202f", " ").startswith("3.1 kB, 0.78 GB/s")
    assert kernel[0] == "Launch 2 of 5: max_pool"
    assert kernel[2] == "grid 4, block 256"
    assert "Its steps were not kept" in kernel[3]
    assert kernel[4] == "asked for in line 18"


def test_shares_of_launches_and_copies_add_up_to_the_whole(tmp_path: Path) -> None:
    shown = train(tmp_path)

    shares = [row.share for row in shown.rows if row.share is not None]

    assert sum(shares) + 8 / 40 == pytest.approx(1.0)


def test_the_numbers_of_all_bars_are_exported(tmp_path: Path) -> None:
    head, *rows = events_table(train(tmp_path))

    assert head == HEAD
    assert [row[1] for row in rows] == ["h2d", *["kernel"] * 5, "d2h"]
    assert float(rows[3][7]) - float(rows[3][6]) == pytest.approx(16e-6)


def test_an_instant_counts_once_and_a_kernel_hides_copies_beside_it() -> None:
    whole = spent(trains.on_two_devices(request()).events)

    assert whole.h2d_s == pytest.approx(4e-6)
    assert whole.kernel_s == pytest.approx(8e-6)
    assert whole.waiting_s == pytest.approx(2e-6)
    assert whole.d2d_s == pytest.approx(2e-6)
    assert whole.whole_s == pytest.approx(16e-6)


def test_the_longest_launch_that_can_be_opened_is_shown_first() -> None:
    result = trains.digits(request())

    assert opened_at_first(result, None) == 2
    assert opened_at_first(result, 0) == 0
    assert opened_at_first(result, 1) == 2  # its steps were not kept this time
    assert opened_at_first(trains.broken(request()), 0) == 1


def test_a_fetched_launch_takes_its_place_among_the_others() -> None:
    result, fetched = trains.digits(request()), trains.digits(request((3,)))

    merged = with_launch(result, fetched, 3)

    assert merged.whole == (0, 2, 3)
    assert merged.launches[3].steps is not None
    assert merged.launches[1].steps is None
    np.testing.assert_array_equal(merged.launches[0].followed, result.launches[0].followed)
