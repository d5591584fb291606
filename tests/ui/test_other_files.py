"""A hazard in a device function of another file, in the window: its own lines are marked."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.scene.source.listing import ListedLine, listing
from gpuviz.trace import Trace
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.source.view import SourceView
from tests.helpers.two_files import GET, PUT, mirrored, older
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window


def opened(qtbot: QtBot, trace: Trace) -> MainWindow:
    window = open_window(qtbot, InstantWorkers())
    window.session.show_recording(trace, "mirror.gpuviz")
    view = window.panels.source.view
    qtbot.waitUntil(lambda: "def mirror" in view.toPlainText() and bool(marked(view)))
    return window


def lines(view: SourceView) -> list[ListedLine]:
    view.resize(400, 600)
    return [line for line, _ in view.visible_lines()]


def marked(view: SourceView) -> list[tuple[str, int | None]]:
    """The lines with the red edge or the edge of the one that plays, file and number."""
    wrong = [line for line in lines(view) if view.edge_color(line) is not None]
    return [(line.file, line.number) for line in wrong]


def lit(view: SourceView) -> list[tuple[str, int | None]]:
    """The lines that are lit as the one that plays."""
    return [(line.file, line.number) for line in lines(view) if view.is_playing(line)]


@pytest.mark.slow
def test_only_the_lines_of_the_hazards_own_file_are_marked(qtbot: QtBot) -> None:
    view = opened(qtbot, mirrored()).panels.source.view

    assert marked(view) == [("parts.py", PUT), ("parts.py", GET)]


@pytest.mark.slow
def test_the_line_that_plays_is_lit_in_its_own_file(qtbot: QtBot) -> None:
    window = opened(qtbot, mirrored())
    view, playback = window.panels.source.view, window.session.playback
    trace, order = playback.trace, playback.order
    assert trace is not None
    assert trace.steps is not None
    assert order is not None
    rows = [
        trace.statements[trace.steps.statement[order.step[moment]]] for moment in range(len(order))
    ]
    in_main = next(n for n, row in enumerate(rows) if (row.function, row.line) == (0, PUT))

    playback.seek_step(in_main + 1)

    qtbot.waitUntil(lambda: lit(view) == [("main.py", PUT)])


def test_each_file_is_named_above_its_functions(qtbot: QtBot) -> None:
    shown = opened(qtbot, mirrored()).panels.source.view.toPlainText().splitlines()

    assert (shown[0], shown[1]) == ("main.py", "@cuda.jit")
    assert shown[shown.index("parts.py") + 1] == "@cuda.jit(device=True)"


@pytest.mark.slow
def test_checks_name_the_file_and_their_links_lead_there(qtbot: QtBot) -> None:
    window = opened(qtbot, mirrored())
    checks, view = window.panels.checks, window.panels.source.view

    assert f"race on s, lines {PUT} of parts.py and {GET} of parts.py" in checks.list.item(0).text()
    assert f"race: s, line {PUT} of parts.py" in window.panels.launch.checks.text
    assert f"line {GET} of parts.py" in checks.text
    view.resize(400, 60)
    view.bring_into_view(PUT, "parts.py")
    assert "s[t] = v" in [line.text.strip() for line, _ in view.visible_lines()]
    view.bring_into_view(PUT, "main.py")
    assert "t = cuda.threadIdx.x" in [line.text.strip() for line, _ in view.visible_lines()]


@pytest.mark.slow
def test_a_recording_of_before_marks_the_lines_as_it_did(qtbot: QtBot) -> None:
    view = opened(qtbot, older(mirrored())).panels.source.view

    assert ("main.py", PUT) in marked(view)
    assert ("parts.py", PUT) in marked(view)


def test_a_listing_names_files_only_where_there_are_several() -> None:
    several = [line.text for line in listing(mirrored("<In [2]>", "<In [3]>").functions)]
    one = [line.text for line in listing(mirrored().functions[:1])]

    assert [text for text in several if text.startswith("In")] == ["In [2]", "In [3]"]
    assert one[0] == "@cuda.jit"
