"""What the grid is coloured by: chosen with keys, in the menu, and explained by the legend."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.insight.colourings import Colouring, Numbers
from gpuviz.scene.scene import Label, LegendHit
from gpuviz.scene.stage.colours import CATEGORIES, argb, blend, idle_colors, palette_of
from gpuviz.scene.stage.grid.image import mean_cells
from gpuviz.scene.stage.grid.shades import FixedShades, Levels
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.ui.main_window import MainWindow
from tests.helpers.traces import vector_add
from tests.ui.test_stage_scene import drawn
from tests.ui.test_stage_view import Stage, click, middle, staged
from tests.ui.windows import open_window, run


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot)
    run(qtbot, window)
    return window


def pixel(stage: Stage, block: int, thread: int) -> str:
    at = middle(stage.grid.thread_rect(block, thread))
    return stage.view.grab().toImage().pixelColor(at).name()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "colouring"), list(zip("123456", Colouring, strict=True)), ids=str)
def test_a_digit_chooses_what_the_colours_mean(
    window: MainWindow, key: str, colouring: Colouring
) -> None:
    QTest.keyClick(window.stage, getattr(Qt.Key, f"Key_{key}"))

    assert window.stage.colouring is colouring
    assert window.actions_by_id[f"colour_{colouring.value}"].isChecked()


@pytest.mark.slow
def test_the_name_above_the_picture_opens_the_choice(qtbot: QtBot, window: MainWindow) -> None:
    label = next(i for i in drawn(window.stage.scene, Label) if i.text == "state ▾")

    at = middle(label.rect) * window.stage.scale
    QTest.mouseClick(window.stage, Qt.MouseButton.LeftButton, pos=at)

    menu = window.colouring_controller.menu
    assert menu.isVisible()
    menu.actions()[4].trigger()
    menu.close()
    assert window.stage.colouring is Colouring.IDLE
    assert "idle threads ▾" in window.stage.scene.texts()


def test_idle_threads_have_their_colour_and_are_counted(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    busy, idle = idle_colors(DARK)

    stage.view.set_colouring(Colouring.IDLE)

    assert pixel(stage, 3, 231) == busy
    assert pixel(stage, 3, 240) == idle
    assert {"24 idle", "1\u202f000 with work"} <= set(stage.view.scene.texts())


def test_sms_are_classes_that_are_said_to_be_modelled(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())

    stage.view.set_colouring(Colouring.SM)

    assert {"SM 0", "SM 1", "SM 2", "SM 3 · modelled"} <= set(stage.view.scene.texts())
    assert [pixel(stage, block, 5) for block in range(4)] == list(DARK.categories[:4])


def test_a_scale_has_its_ends(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())

    stage.view.set_colouring(Colouring.EFFICIENCY)

    assert {"0\u202f%", "100\u202f% of lanes active"} <= set(stage.view.scene.texts())


@pytest.mark.parametrize("colouring", list(Colouring)[1:])
def test_every_legend_explains_itself(qtbot: QtBot, colouring: Colouring) -> None:
    stage = staged(qtbot, vector_add())
    stage.view.set_colouring(colouring)

    hits = [area.at(area.rect.x + 1, area.rect.y + 1) for area in stage.view.scene.areas]

    assert LegendHit(colouring) in hits


def test_the_choice_stays_for_the_next_launch(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.view.set_colouring(Colouring.SM)

    stage.view.show_trace(vector_add(2048))

    assert "SM ▾" in stage.view.scene.texts()


def test_a_click_beside_the_entries_chooses_nothing(qtbot: QtBot) -> None:
    stage = staged(qtbot, vector_add())
    stage.view.set_colouring(Colouring.EFFICIENCY)
    entry = next(i for i in drawn(stage.view.scene, Label) if i.text.endswith("lanes active"))

    click(qtbot, stage, middle(entry.rect))

    assert stage.chosen == (None, None)


def shades(values: list[list[float]], threads: int, colouring: Colouring) -> FixedShades:
    numbers = Numbers(np.array(values), 0.0, 1.0)
    return FixedShades(Levels(colouring, numbers, threads), DARK)


def test_a_warp_and_a_block_have_the_mean_of_what_is_known_in_them() -> None:
    values = [[0.0] * 32 + [1.0] * 8 + [np.nan] * 8]
    palette = palette_of(DARK, Colouring.VALUES)

    found = shades(values, 48, Colouring.VALUES)
    warps, whole = found.warps(np.array([0])), found.blocks()

    assert warps.tolist() == [[palette[0], palette[-2]]]
    assert whole.tolist() == [palette[round(8 / 40 * 127)]]
    assert found.threads(np.array([0]))[0, [0, 39, 40]].tolist() == [
        palette[0],
        palette[-2],
        palette[-1],
    ]


def test_numbers_of_warps_colour_all_their_threads() -> None:
    palette = palette_of(DARK, Colouring.EFFICIENCY)

    found = shades([[0.0, 1.0]], 33, Colouring.EFFICIENCY).threads(np.array([0]))

    assert found[0].tolist() == [palette[0]] * 32 + [palette[-2]]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_neighbouring_sms_differ_and_the_scale_grows_brighter(theme: Theme) -> None:
    classes = palette_of(theme, Colouring.SM)
    scale = palette_of(theme, Colouring.START)[:-1].astype(np.int64)
    luma = 299 * (scale >> 16 & 255) + 587 * (scale >> 8 & 255) + 114 * (scale & 255)

    assert len(set(classes[:CATEGORIES].tolist())) == CATEGORIES
    assert (np.diff(luma) > -600).all()
    assert luma[-1] > 2 * luma[0]


@pytest.mark.parametrize(
    ("share", "mixed"), [(0.0, "#102030"), (1.0, "#f0e0d0"), (0.5, "#808080"), (0.25, "#485058")]
)
def test_levels_are_mixed_by_their_share(share: float, mixed: str) -> None:
    back, front = np.array([argb("#102030")], np.uint32), np.array([argb("#f0e0d0")], np.uint32)

    assert blend(back, front, share).tolist() == [argb(mixed)]


def test_blocks_that_share_a_pixel_show_their_mean_without_what_is_no_block() -> None:
    image = np.array([[argb("#000000"), argb("#204060"), 0]], np.uint32)

    assert mean_cells(image, 1, 2).tolist() == [[argb("#102030"), 0]]
    assert mean_cells(image, 1, 3).tolist() == [[argb("#102030")]]
