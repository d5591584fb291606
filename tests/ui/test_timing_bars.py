"""Times as bars: what is measured, what is modelled, what is not there, what is said beside it."""

from __future__ import annotations

from dataclasses import replace

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpuviz.bench.disturbances import Machine, disturbances
from gpuviz.bench.measurement import Measurement
from gpuviz.engines.request import CpuTimes
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation.inputs import InputChoice
from gpuviz.scene.charts.ends import way
from gpuviz.scene.theme import DARK
from gpuviz.scene.timing.bars import SPREADS, Bar, RunTimes, bars_of
from gpuviz.scene.timing.history import ends_of, kinds_of, labels_of, names_of
from gpuviz.scene.timing.history_words import history_table
from gpuviz.scene.timing.last_run import run_chart
from gpuviz.session.coalesced import has_work
from gpuviz.session.runs import Runs
from gpuviz.trace import Times, Validation
from gpuviz.ui.timing.history_view import LEAST_PX, HistoryView
from gpuviz.ui.timing.view import TimingView
from tests.helpers.predictions import ON_T4

PUBLISHED = Validation(16, 0.04, alike=True, same_device=3)
ELSEWHERE = Validation(50, 0.1, alike=False, same_device=0)
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
    assert all(bar.figure is not None for bar in bars.values() if bar.seconds is not None)


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
        (RUN, "The modelled time is not validated."),
        (
            replace(RUN, prediction=replace(ON_T4, calibrated=True, band=(0.9, 1.1))),
            "The model is calibrated on the T4: real kernels took 0.90 to 1.1 times the modelled"
            " time.",
        ),
        (
            replace(RUN, prediction=replace(ON_T4, band=(0.7, 1.4), validation=PUBLISHED)),
            "Validated on 16 published measurements of such launches, median error 4\u202f%:"
            " 8 of 10 real kernels took 0.70 to 1.4 times the modelled time.",
        ),
        (
            replace(RUN, prediction=replace(ON_T4, band=(0.7, 1.4), validation=ELSEWHERE)),
            "Validated on 50 published measurements of launches of all kinds, median error"
            " 10\u202f%: 8 of 10 real kernels took 0.70 to 1.4 times the modelled time. None of"
            " them was measured on the T4.",
        ),
        (ON_GPU, "Compiling took 420\u202fms, once; no bar contains it."),
    ],
)
def test_how_far_times_can_be_trusted_is_said_under_the_bars(run: RunTimes, expected: str) -> None:
    assert run_chart(run).notes == (expected,)


def test_a_modelled_bar_has_the_ends_between_which_real_times_lie() -> None:
    times = replace(MODELLED, band=(0.5, 2.0), copies_band=(0.8, 3.0))

    kernel, copies = bars_of(replace(RUN, gpu=times))[3:]

    kernel_s, copied_s = times.kernel_s or 0.0, (times.h2d_s or 0.0) + (times.d2h_s or 0.0)
    assert kernel.band_s == pytest.approx((0.5 * kernel_s, 2 * kernel_s))
    assert copies.band_s == pytest.approx(
        (0.5 * kernel_s + 0.8 * copied_s, 2 * kernel_s + 3 * copied_s)
    )
    assert bars_of(RUN)[3].band_s is None


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


@pytest.mark.parametrize("logarithmic", [False, True])
def test_the_axis_of_the_history_holds_every_bar(logarithmic: bool) -> None:
    low, high = ends_of(kinds_of([RUN]), logarithmic)

    assert low < way(9e-7, logarithmic)
    assert high >= way(2.1e-5, logarithmic)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_without_a_run_there_is_still_a_scale(logarithmic: bool) -> None:
    low, high = ends_of([], logarithmic)

    assert low < high


def test_a_run_without_times_of_the_cpu_adds_no_kind_of_bar() -> None:
    graded = replace(RUN, cpu=None, expects_cpu=False)

    kinds = kinds_of([RUN, graded])

    assert [kind.name for kind in kinds] == [kind.name for kind in kinds_of([RUN])]
    assert {bar.run for bar in kinds[-1].bars} == {0, 1}


def test_bars_of_all_runs_are_told_apart_by_what_they_mean_and_where_they_come_from() -> None:
    kinds = kinds_of([RUN, ON_GPU, RUN])

    assert labels_of(kinds) == (
        "1 thread", "all threads", "GPU kernel (measured)", "GPU kernel (modelled)",
        "with copies (measured)", "with copies (modelled)",
    )  # fmt: skip
    assert [bar.run for bar in kinds[3].bars] == [0, 2]


def with_block(x: int, device: str = "T4", blocks: int = 8) -> RunTimes:
    return replace(RUN, device=device, config=LaunchConfig(Dim3(blocks), Dim3(x)))


def test_runs_of_the_same_size_are_named_by_what_tells_them_apart() -> None:
    other_size = replace(RUN, size=(9,))
    runs = [with_block(32), with_block(64), with_block(64, "L4"), with_block(32), other_size]

    thirds = [", ".join(lines[2:]) for lines in names_of(runs)]

    assert thirds == [
        "block 32, T4, run 1",
        "block 64, T4",
        "block 64, L4",
        "block 32, T4, run 4",
        "",
    ]


def test_runs_that_are_the_same_in_all_have_their_numbers() -> None:
    assert [lines[2] for lines in names_of([RUN, RUN])] == ["run 1", "run 2"]


def test_a_grid_that_does_not_follow_from_the_block_tells_runs_apart() -> None:
    runs = [with_block(32, blocks=8), with_block(32, blocks=9)]

    assert [lines[2] for lines in names_of(runs)] == ["grid 8", "grid 9"]


def test_the_table_of_runs_has_a_row_for_each_bar_with_a_time() -> None:
    table = history_table((RUN, ON_GPU))

    assert [line[0] for line in table[1:]] == ["1"] * 4 + ["2"] * 7
    assert {line[-1] for line in table[1:5]} == {"measured", "modelled"}


def runs_of(view: TimingView) -> Runs:
    runs = view.findChild(Runs)
    assert isinstance(runs, Runs)
    return runs


def timing(qtbot: QtBot) -> TimingView:
    runs = Runs()
    view = TimingView(runs, DARK)
    runs.setParent(view)
    qtbot.addWidget(view)
    view.resize(1000, 200)
    for number, size in enumerate((1000, 2000, 3000), 1):
        runs.add(replace(RUN, number=number, size=(size,)))
    view.show()
    qtbot.waitExposed(view)
    qtbot.waitUntil(lambda: view.history.count == 3)
    return view


@pytest.mark.slow
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


def press(view: HistoryView, run: int) -> None:
    """Click into the middle of a run."""
    place = view.pixel(run, 1e-6).toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.slow
def test_a_run_that_is_clicked_is_shown_at_the_left_until_the_next_one(qtbot: QtBot) -> None:
    view = timing(qtbot)

    press(view.history, 1)
    said = view.last_run.chart.title
    runs_of(view).add(RUN)

    assert said == "Chosen run: Vector add, 2\u202f000, T4"
    assert view.last_run.chart.title == "Last run: Vector add, size 1\u202f000"


@pytest.mark.slow
def test_the_latest_of_many_runs_are_seen_and_the_others_are_panned_to(qtbot: QtBot) -> None:
    view = timing(qtbot)
    for number in range(30):
        runs_of(view).add(replace(RUN, number=10 + number))
    qtbot.waitUntil(lambda: not has_work(view))
    (first, last), _ = view.history.view_range

    for _ in range(60):
        QTest.keyClick(view.history, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)

    assert 20 < first < last
    assert view.history.room.w / (last - first) >= LEAST_PX - 1
    assert view.history.view_range[0][0] == -0.5
    QTest.keyClick(view.history, Qt.Key.Key_0)
    assert view.history.view_range[0] == (first, last)


def test_in_a_low_panel_a_long_legend_gives_way_to_the_bars(qtbot: QtBot) -> None:
    view = timing(qtbot)
    history = view.history
    history.show_runs((RUN, ON_GPU))

    history.resize(270, 118)
    history.grab()

    assert not history.legend.isVisible()
    assert history.room.h >= 40


def test_no_spread_in_the_history_reaches_beyond_its_axis(qtbot: QtBot) -> None:
    wide = replace(RUN, cpu=CpuTimes(1, 9e-7, 2.1e-5, None, one_thread_spread_s=1.9e-6))
    view = timing(qtbot)

    runs_of(view).add(wide)
    qtbot.waitUntil(lambda: not has_work(view))

    items = [child for item in view.history.plotted for child in item.childItems()]
    spreads = [item for item in items if isinstance(item, pg.ErrorBarItem)]
    ends = [item.opts["y"] - item.opts["bottom"] for item in spreads]
    assert min(map(min, ends)) == view.history.view_range[1][0]


def test_before_the_first_run_the_panel_needs_no_charts(qtbot: QtBot) -> None:
    runs = Runs()
    view = TimingView(runs, DARK)
    runs.setParent(view)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitExposed(view)

    label = view.findChild(QLabel)
    assert isinstance(label, QLabel)
    assert "Run a kernel" in label.text()
    assert view.controls == ()
    with qtbot.waitSignal(view.chartsMade):
        runs_of(view).add(RUN)
    assert view.last_run.chart.title == "Last run: Vector add, size 1\u202f000"


def test_runs_with_chosen_inputs_are_told_apart_by_them() -> None:
    inputs = (InputChoice(None, "float64"), InputChoice("a", layout="transposed"))
    runs = [RUN, replace(RUN, inputs=inputs)]

    assert [lines[2] for lines in names_of(runs)] == ["", "float64; a: transposed"]
