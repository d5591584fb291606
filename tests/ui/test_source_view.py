"""The source view."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gpuviz.insight.branches import divergences
from gpuviz.insight.line_costs import line_costs
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.trace import FunctionSource
from gpuviz.ui.source.view import SourceView
from tests.helpers import traces


def shown(qtbot: QtBot, functions: tuple[FunctionSource, ...]) -> SourceView:
    view = SourceView(DARK)
    qtbot.addWidget(view)
    view.resize(400, 120)
    view.show()
    view.show_functions(functions)
    return view


def test_comments_and_docstrings_stay_and_nothing_can_be_edited(qtbot: QtBot) -> None:
    text = 'def k(a):\n    """Why."""\n    a[0] = 1  # because'
    view = shown(qtbot, (FunctionSource("k", "k.py", 7, text, True, {}),))

    assert view.toPlainText() == text
    assert view.isReadOnly()


def test_a_line_far_below_is_brought_into_view_when_it_plays(qtbot: QtBot) -> None:
    text = "\n".join(["def k(a):", *(f"    a[{n}] = {n}" for n in range(100))])
    view = shown(qtbot, (FunctionSource("k", "k.py", 1, text, True, {}),))

    view.show_playing_line(90)

    assert {88, 89, 90, 91, 92} <= set(view.lines_in_view)


def test_the_line_that_plays_stays_in_view_when_the_panel_becomes_lower(qtbot: QtBot) -> None:
    text = "\n".join(["def k(a):", *(f"    a[{n}] = {n}" for n in range(100))])
    view = shown(qtbot, (FunctionSource("k", "k.py", 1, text, True, {}),))
    view.resize(view.width(), 500)
    view.show_playing_line(view.lines_in_view[-1])

    view.resize(view.width(), 80)

    assert view.playing_line in view.lines_in_view


def test_the_heat_of_a_line_is_told_in_words(qtbot: QtBot) -> None:
    trace = traces.vector_add(1000, 256)
    view = shown(qtbot, trace.functions)
    view.show_costs(line_costs(trace, divergences(trace)), [])

    middle_of_line_5 = view.line_at(view.cursorRect().height() * 4.5)

    assert middle_of_line_5 == 5
    assert view.heat_strip.tip(5) == (
        "Line 5: 32 warp steps, 98\u202f% of their lanes active\n"
        "375 sectors of global memory"  # 1000 elements of 4 bytes in 32-byte sectors, three arrays
    )


def test_the_lit_line_is_painted_in_the_colour_of_what_runs(qtbot: QtBot) -> None:
    view = shown(qtbot, traces.vector_add(32, 32).functions)
    before = view.grab().toImage().pixelColor(1, 5)

    view.show_playing_line(1)

    lit = view.grab().toImage().pixelColor(1, 5)
    assert before.name() != DARK.running
    assert lit.name() == DARK.running


def test_another_theme_changes_the_colours_of_words_too(qtbot: QtBot) -> None:
    view = shown(qtbot, (FunctionSource("k", "k.py", 1, "def k(): pass", True, {}),))

    view.set_theme(LIGHT)

    formats = view.document().firstBlock().layout().formats()
    assert formats[0].format.foreground().color().name() == LIGHT.words.barrier


def test_a_wrapped_line_goes_on_behind_where_its_words_begin(qtbot: QtBot) -> None:
    text = "def k(a):\n        total = " + " + ".join(["a[0]"] * 12)
    view = shown(qtbot, (FunctionSource("k", "k.py", 1, text, True, {}),))

    layout = view.document().findBlockByNumber(1).layout()
    first, second = layout.lineAt(0), layout.lineAt(1)
    words_begin = first.x() + 4 * view.fontMetrics().horizontalAdvance("x")  # 8 narrow spaces

    assert layout.lineCount() > 1
    assert second.x() >= words_begin + view.fontMetrics().horizontalAdvance("x")
    assert view.toPlainText() == text
