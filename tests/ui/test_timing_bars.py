"""Times as bars: what is measured, what is modelled, what is not there, what is said beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.bench.disturbances import Machine, disturbances
from gpuviz.bench.measurement import Measurement
from gpuviz.engines.request import CpuTimes
from gpuviz.messages import Message
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.stage.scene import Edges, Label
from gpuviz.scene.theme import DARK
from gpuviz.scene.timing.bars import SPREADS, Bar, RunTimes, bars_of, decades
from gpuviz.scene.timing.history import history_picture
from gpuviz.scene.timing.history_words import history_table
from gpuviz.scene.timing.last_run import run_chart
from gpuviz.trace import Times
from gpuviz.ui.timing.view import TimingView
from tests.helpers.predictions import ON_T4

MODELLED = Times("modelled", h2d_s=2e-6, kernel_s=2.6e-6, d2h_s=1e-6, note="a first guess")
MEASURED = Times(
    "measured",
    h2d_s=2e-5,
    kernel_s=1.2e-5,
    d2h_s=1e-5,
    compile_s=0.42,
    note="median of 21",
    launch_s=9e-6,
    kernel_cold_s=1.5e-5,
    h2d_pinned_s=1e-5,
    d2h_pinned_s=5e-6,
    kernel_spread_s=3e-6,
    disturbances=(Message("bench.test", "The clock fell by {n} %.", {"n": 12}),),
)
CPU = CpuTimes(1, 9e-7, 2.1e-5, None, one_thread_spread_s=1e-7)
RUN = RunTimes(1, "k.py", "Vector add", (1000,), "T4", MODELLED, CPU, prediction=ON_T4)
ON_GPU = replace(RUN, gpu=MEASURED, prediction=None)


def look(width: float) -> Look:
    return Look(width, 200, DARK, lambda text, size: 6.0 * len(text))


def bars_by_label(run: RunTimes) -> dict[str, Bar]:
    return {bar.label: bar for bar in bars_of(run)}


def test_cpu_times_are_measured_and_gpu_times_of_a_model_say_so() -> None:
    bars = bars_by_label(RUN)

    assert not bars["CPU, 1 thread"].modelled
    assert bars["GPU, kernel"].modelled
    assert bars["GPU, kernel"].words.endswith("modelled, a first guess")


def test_with_copies_is_the_sum_of_both_copies_and_the_kernel_one_after_the_other() -> None:
    copies = bars_by_label(RUN)["GPU with copies"]

    assert copies.seconds == pytest.approx(5.6e-6)
    assert [(part.name, part.value) for part in copies.parts] == [
        ("H2D", 2e-6),
        ("kernel", 2.6e-6),
        ("D2H", 1e-6),
    ]
    assert [part.token for part in copies.parts] == ["barrier", "write", "barrier"]


def test_measured_gpu_times_are_solid_and_have_no_qualifier() -> None:
    measured = replace(RUN, gpu=replace(MODELLED, source="measured", note=""))

    kernel = bars_of(measured)[3]

    assert not kernel.modelled
    assert kernel.words == "2.6\u202fµs"


def test_what_is_measured_beside_the_kernel_has_thin_bars_of_its_own() -> None:
    bars = bars_by_label(ON_GPU)

    assert {label: bar.seconds for label, bar in bars.items() if bar.thin} == {
        "kernel, L2 cold": 1.5e-5,
        "with pinned memory": pytest.approx(2.7e-5),
        "launch from Python": 9e-6,
    }
    assert bars["GPU, kernel"].words.endswith("L2 warm")


def test_spreads_and_what_disturbed_a_measurement_stand_at_its_bar() -> None:
    bars = bars_by_label(ON_GPU)

    assert (bars["CPU, 1 thread"].spread_s, bars["GPU, kernel"].spread_s) == (1e-7, 3e-6)
    assert bars["GPU, kernel"].warning == "The clock fell by 12 %."
    assert bars["CPU, 1 thread"].warning == ""


def test_what_disturbed_the_cpu_is_said_once_at_the_first_bar_with_a_time() -> None:
    disturbed = replace(
        CPU, one_thread_s=None, disturbances=(Message("bench.load", "The processor was busy."),)
    )

    warnings = [bar.warning for bar in bars_of(replace(RUN, cpu=disturbed))[:3]]

    assert warnings == ["", "The processor was busy.", ""]


SPREAD = Message("disturbance.spread", "The times differ much.")
LOAD = Message("disturbance.load", "The computer is busy.")


@pytest.mark.parametrize(
    ("told", "words"),
    [((SPREAD,), "The times differ much."), ((LOAD, SPREAD), "The computer is busy.")],
)
def test_that_times_spread_is_said_where_nothing_else_explains_it(
    told: tuple[Message, ...], words: str
) -> None:
    run = replace(RUN, cpu=replace(CPU, disturbances=told))

    assert bars_of(run)[0].warning == words


def test_codes_of_spreads_are_those_that_measuring_gives() -> None:
    apart = Measurement(median_s=1.0, spread_s=0.9, repeats=21)
    quiet = Machine(processors=2, load=0.0, slowdowns=None)

    (message,) = disturbances(quiet, quiet, {"numpy_twin": apart})

    assert message.code in SPREADS


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (RUN, "GPU times are modelled, not validated · uncalibrated for T4."),
        (
            replace(RUN, prediction=replace(ON_T4, calibrated=True)),
            "GPU times are modelled, not validated.",
        ),
        (
            replace(RUN, gpu=replace(MODELLED, band=(0.7, 1.4))),
            "GPU times are modelled; real ones are 0.70 to 1.4 times as long"
            " · uncalibrated for T4.",
        ),
        (ON_GPU, "Compiling took 420\u202fms, once; no bar contains it."),
    ],
)
def test_how_far_times_can_be_trusted_is_said_under_the_bars(run: RunTimes, expected: str) -> None:
    assert run_chart(run).notes == (expected,)


def test_a_device_that_shares_memory_with_the_cpu_has_no_bar_of_copies() -> None:
    shared = replace(RUN, gpu=replace(MODELLED, h2d_s=None, d2h_s=None))

    assert [bar.label for bar in bars_of(shared)][-1] == "GPU, kernel"


def test_a_twin_without_a_time_has_words_and_no_bar() -> None:
    numpy = bars_of(RUN)[2]

    assert numpy.seconds is None
    assert "no such twin" in numpy.words


def test_before_the_twins_are_timed_their_rows_say_so() -> None:
    assert bars_of(replace(RUN, cpu=None))[0].words == "measuring …"


def test_a_recording_has_no_rows_for_the_cpu() -> None:
    recording = replace(RUN, cpu=None, expects_cpu=False)

    assert [bar.label for bar in bars_of(recording)] == ["GPU, kernel", "GPU with copies"]


def test_the_scale_holds_every_bar_and_leaves_room_under_the_shortest() -> None:
    low, high = decades([RUN])

    assert 10.0**low < 9e-7
    assert 10.0**high >= 2.1e-5


def test_without_a_run_there_is_still_a_scale() -> None:
    low, high = decades([])

    assert low < high


def test_the_table_of_runs_has_a_row_for_each_bar_with_a_time() -> None:
    table = history_table((RUN, ON_GPU))

    assert [line[0] for line in table[1:]] == ["1"] * 4 + ["2"] * 7
    assert {line[-1] for line in table[1:5]} == {"measured", "modelled"}


def timing(qtbot: QtBot) -> TimingView:
    view = TimingView(DARK)
    qtbot.addWidget(view)
    view.resize(1000, 200)
    for number, size in enumerate((1000, 2000, 3000), 1):
        view.add_run(replace(RUN, number=number, size=(size,)))
    view.show()
    qtbot.waitExposed(view)
    return view


def test_no_spread_in_the_history_reaches_beyond_its_axis() -> None:
    wide = replace(RUN, cpu=CpuTimes(1, 9e-7, 2.1e-5, None, one_thread_spread_s=1.7e-6))

    items = history_picture((wide,), look(300)).scene.items

    axis, *spreads = [item.points for item in items if isinstance(item, Edges)]
    assert len(spreads) == 1
    assert spreads[0][:, 3].max() <= axis[:, 1].max() + 0.5


@pytest.mark.parametrize(("count", "narrow"), [(2, False), (40, True)])
def test_names_of_runs_have_the_room_that_there_is(count: int, narrow: bool) -> None:
    large = replace(RUN, size=(1_000_000, 1_000_000))

    picture = history_picture((large,) * count, look(500))

    words = [item for item in picture.scene.items if isinstance(item, Label)]
    sizes = [label.rect.w for label in words if label.text == large.size_text]
    assert len(sizes) == len(picture.groups)
    assert (min(sizes) < 6 * len(large.size_text)) is narrow


def test_a_run_that_is_clicked_is_shown_at_the_left_until_the_next_one(qtbot: QtBot) -> None:
    view = timing(qtbot)
    history = view.history
    runs = tuple(view.runs)
    place = dict(history_picture(runs, history.look).groups)[1]

    QTest.mouseClick(
        history, Qt.MouseButton.LeftButton, pos=QPoint(int(place.x + place.w / 2), 100)
    )
    said = view.last_run.chart.title
    view.add_run(RUN)

    assert said == "Chosen run: Vector add, 2\u202f000, T4"
    assert view.last_run.chart.title == "Last run: Vector add, size 1\u202f000"


def test_arrow_keys_go_through_the_runs(qtbot: QtBot) -> None:
    view = timing(qtbot)

    titles = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Escape):
        QTest.keyClick(view.history, key)
        titles.append(view.last_run.chart.title.split(": ")[1])

    assert titles == [
        "Vector add, 3\u202f000, T4",
        "Vector add, 2\u202f000, T4",
        "Vector add, 1\u202f000, T4",
        "Vector add, size 3\u202f000",
    ]
