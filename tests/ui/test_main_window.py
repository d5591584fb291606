"""The window as a student uses it: numbers in, picture and words out."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.probe import Probe
from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.places import resource_dir
from gpuviz.scene.theme import LIGHT
from gpuviz.session.coalesced import has_work
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import close, open_window, run, settle


def own_file(folder: Path, text: str | None = None) -> Path:
    """A kernel file outside the gallery."""
    source = (resource_dir("kernels") / "vector_add.py").read_text(encoding="utf-8")
    path = folder / "mine.py"
    path.write_text(text or source.replace("Vector add:", "Mine:"), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_run_tells_what_it_means_what_it_moved_and_that_it_is_right(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    run(qtbot, window)

    assert "threads: 1\u202f024 · 24 idle" in window.panels.launch.meaning.text
    assert "load a[i]: 125 sectors · 100\u202f% used" in window.panels.launch.traffic.text
    assert "✓ result equals NumPy" in window.panels.launch.checks.text
    assert "1000 is not a multiple of 256" in window.panels.launch.notes.text


@pytest.mark.slow
def test_a_block_of_31_shows_its_empty_lane_as_soon_as_it_is_entered(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    field = window.panels.launch.form.block_fields[0]

    field.selectAll()
    QTest.keyClicks(field, "31")
    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, window)

    assert window.session.launch.choice.grid == (33, 1, 1)
    assert "1 lane of every block never works" in window.panels.launch.notes.text


@pytest.mark.slow
def test_typing_launches_nothing_before_the_number_is_whole(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    field = window.panels.launch.form.block_fields[0]

    QTest.keyClicks(field, "5")

    assert window.session.launch.choice.block == (256, 1, 1)
    assert workers.launches == []


@pytest.mark.slow
def test_an_arrow_key_is_a_change_of_one(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.keyClick(window.panels.launch.form.block_fields[0], Qt.Key.Key_Up)

    assert window.session.launch.choice.block == (257, 1, 1)
    settle(qtbot, window)


@pytest.mark.slow
def test_an_absurd_block_is_refused_in_words_and_never_launched(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    run(qtbot, window)

    window.panels.launch.form.block_fields[0].setValue(500_000)

    assert "500 000 threads is more than the 1 024" in window.panels.launch.notes.text
    assert window.panels.launch.form.block_fields[0].property("refused")
    assert len(workers.launches) == 1
    assert window.stale.isVisible()
    assert "refused" in window.stale.text()
    assert window.session.playback.trace is not None
    assert window.session.playback.trace.config.block == (256, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, -5, 2**31 - 1])
def test_sizes_that_cannot_be_are_refused_at_the_size(qtbot: QtBot, size: int) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)

    window.panels.launch.form.size_fields[0].setValue(size)

    assert window.panels.launch.notes.text != ""
    assert workers.launches == []


@pytest.mark.slow
def test_after_a_refusal_a_good_number_runs_again(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    field = window.panels.launch.form.block_fields[0]
    field.setValue(500_000)

    with qtbot.waitSignal(window.session.launch.resultReady):
        field.setValue(128)
    settle(qtbot, window)

    assert not window.stale.isVisible()
    assert not field.property("refused")


@pytest.mark.slow
def test_the_picture_is_dimmed_while_it_is_of_the_launch_before(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    before = brightest(window)
    field = window.panels.launch.form.block_fields[0]

    field.setValue(500_000)

    assert brightest(window) < 0.8 * before
    with qtbot.waitSignal(window.session.launch.resultReady):
        field.setValue(128)
    settle(qtbot, window)
    assert brightest(window) > 0.95 * before


def brightest(window: MainWindow) -> int:
    """The lightness of the brightest pixel of the stage: its words are white."""
    picture = window.stage.grab().toImage()
    places = product(range(0, picture.width(), 3), range(0, picture.height(), 3))
    return max(picture.pixelColor(*place).lightness() for place in places)


@pytest.mark.slow
def test_without_live_the_picture_stays_and_says_that_it_is_behind(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    run(qtbot, window)
    window.actions_by_id["live"].trigger()

    window.panels.launch.form.block_fields[0].setValue(128)

    assert "press Run" in window.stale.text()
    assert len(workers.launches) == 1


@pytest.mark.slow
def test_a_grid_that_is_unlinked_is_the_users(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    form = window.panels.launch.form
    QTest.mouseClick(form.link, Qt.MouseButton.LeftButton)

    with qtbot.waitSignal(window.session.launch.resultReady):
        form.grid_fields[0].setValue(5)

    assert window.session.launch.choice.config.grid == (5, 1, 1)
    assert form.grid_fields[0].isEnabled()


@pytest.mark.slow
def test_the_chosen_thread_is_followed_by_source_and_inspector(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.session.selection.select_thread(0, 5)
    window.session.playback.seek(window.session.playback.length // 3)

    qtbot.waitUntil(lambda: "Thread (5, 0, 0) of block (0, 0, 0)" in window.panels.inspector.text)
    assert (
        "i = blockIdx.x · blockDim.x + threadIdx.x = 0 · 256 + 5 = 5"
        in window.panels.inspector.text
    )
    qtbot.waitUntil(lambda: window.panels.source.view.playing_line == 3)


@pytest.mark.slow
def test_the_keys_move_the_playback(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.actions_by_id["first"].trigger()
    window.actions_by_id["forward"].trigger()

    assert window.session.playback.moment == 1


@pytest.mark.slow
def test_play_begins_at_the_first_step_although_a_later_one_was_shown(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    posed = window.session.playback.moment

    window.actions_by_id["play"].trigger()

    assert posed > 0
    assert window.session.playback.moment == 0
    window.session.playback.pause()


@pytest.mark.slow
def test_a_chosen_thread_stays_chosen_when_the_block_changes(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.selection.select_thread(1, 7)

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.panels.launch.form.block_fields[0].setValue(64)
    settle(qtbot, window)

    assert (window.session.selection.block, window.session.selection.thread) == (1, 7)


@pytest.mark.slow
def test_each_run_adds_a_group_of_bars(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    run(qtbot, window)
    run(qtbot, window)

    assert [run_.size for run_ in window.session.runs.all] == [(1000,), (1000,)]
    assert all(run_.cpu is not None for run_ in window.session.runs.all)


@pytest.mark.slow
def test_the_status_bar_says_which_times_are_modelled(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    run(qtbot, window)

    assert "<b>modelled</b>" in window.status.times.text()
    assert "every block followed" in window.status.trace.text()


@pytest.mark.slow
def test_the_probe_says_why_the_emulator_runs(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    with qtbot.waitSignal(window.session.launcher.probed):
        window.start()

    qtbot.waitUntil(lambda: window.status.engine.text() == "Emulator: no GPU here")
    assert window.toolbar.engine.findData("cuda") < 0


@pytest.mark.slow
def test_a_gpu_that_answers_is_used_from_then_on(qtbot: QtBot) -> None:
    gpu = find_device("h200_sxm")
    workers = InstantWorkers(probe_answer=Probe(True, gpu, Message("probe.usable", "Running.")))
    window = open_window(qtbot, workers)

    window.start()

    qtbot.waitUntil(lambda: any(request.engine == "cuda" for request in workers.launches))
    assert window.session.launch.choice.device == gpu


@pytest.mark.slow
def test_who_asked_for_the_emulator_keeps_it_though_a_gpu_answers(qtbot: QtBot) -> None:
    answer = Probe(True, find_device("t4"), Message("probe.usable", "Running."))
    window = open_window(qtbot, InstantWorkers(probe_answer=answer), prefers="emulator")

    with qtbot.waitSignal(window.session.launcher.probed):
        window.start()

    assert window.session.launch.choice.engine == "emulator"


@pytest.mark.slow
def test_a_kernel_that_fails_is_told_with_its_line_and_nothing_is_lost(qtbot: QtBot) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    run(qtbot, window)
    workers.error = KernelFailed(Message("test", "It never ends."), SourcePlace("k.py", 7))

    with qtbot.waitSignal(window.session.launch.failed):
        window.panels.launch.form.block_fields[0].setValue(64)

    assert "k.py, line 7: It never ends." in window.panels.launch.notes.text
    assert "failed" in window.stale.text()
    assert window.session.playback.trace is not None


@pytest.mark.slow
def test_the_host_code_of_a_users_file_runs_only_after_consent(
    qtbot: QtBot, tmp_path: Path
) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)

    window.open_file(own_file(tmp_path))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    before = len(workers.launches)
    with qtbot.waitSignal(window.session.launch.resultReady):
        box.buttons()[0].click()

    assert before == 0
    assert workers.launches[-1].operation.name == "mine.py"
    assert window.toolbar.operation.currentText() == "Mine"


@pytest.mark.slow
def test_a_users_file_is_only_shown_without_consent(qtbot: QtBot, tmp_path: Path) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)

    window.open_file(own_file(tmp_path))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.buttons()[1].click()

    assert workers.launches == []
    assert "def vector_add(a, b, c):" in window.panels.source.view.toPlainText()


@pytest.mark.slow
def test_the_theme_changes_everywhere_at_once(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.actions_by_id["theme"].trigger()

    assert window.theme is LIGHT
    corner = window.panels.launch.grab().toImage().pixelColor(2, 2)
    assert corner.name() == LIGHT.panel


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1680, 1050), (1280, 800), (1024, 700)])
def test_the_stage_keeps_the_largest_part_of_the_window(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    window.resize(*size)

    def stage_is_largest() -> bool:
        stage = window.stage.width() * window.stage.height()
        docks = window.docks.values()  # those behind others are as large as they once were
        seen = [dock for dock in docks if not dock.visibleRegion().isEmpty()]
        return stage > max(dock.width() * dock.height() for dock in seen)

    qtbot.waitUntil(stage_is_largest)
    assert (window.width(), window.height()) == size


def test_every_control_has_a_tooltip_and_a_name(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    form, bar = window.panels.launch.form, window.toolbar
    controls = (*form.size_fields, *form.grid_fields, *form.block_fields, form.link)

    for control in (*controls, bar.operation, bar.engine, bar.device):
        assert control.toolTip()
        assert control.accessibleName()


def test_nothing_covers_the_titles_of_panels(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    for name in ("launch", "source", "inspector"):
        title = window.docks[name].title
        at = title.words.mapTo(window, title.words.rect().center())
        assert window.childAt(at) is title.words, name


class ClosedWhenPainted(QObject):
    """Closes a window as soon as its first picture is there."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, MainWindow):
            QTimer.singleShot(0, self, lambda: close(watched))
        return False


@pytest.mark.slow
@pytest.mark.parametrize(("closed", "begun"), [(False, 1), (True, 0)])
def test_what_follows_the_first_picture_begins_unless_the_window_is_closed_with_it(
    qtbot: QtBot, closed: bool, begun: int
) -> None:
    window = open_window(qtbot)
    told: list[None] = []
    window.firstPainted.connect(lambda: told.append(None))
    closing = ClosedWhenPainted()
    if closed:
        window.installEventFilter(closing)

    qtbot.waitUntil(lambda: bool(told) or not window.isVisible())
    qtbot.waitUntil(lambda: not has_work(window))

    assert len(told) == begun
