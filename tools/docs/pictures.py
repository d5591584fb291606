"""Pictures of the site: the real window after real launches, light and dark, as WebP.

They are made where they are missing, and not kept in the repository: what they show is what the
program that is documented looks like.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools.docs.links import ROOT

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from gpuviz.ui.main_window import MainWindow

FOLDER = ROOT / "build" / "docs" / "pictures"
PICTURE = re.compile(r"!\[([^\]]*)\]\(((?:\.\./)*pictures/[\w-]+)\.webp\)")
THEMES = ("light", "dark")
WINDOW = (1280, 760)
NARROW = (1000, 1000)  # for a panel alone: its letters are larger in a picture that is less wide
SCALE = 1.5  # pixels of a picture for each of the window: letters stay sharp when enlarged
BESIDE = ("launch", "source", "inspector")  # panels that can always be seen


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: what is launched, what is done then, and what of the window is in it.

    `panel` is brought to the front; with `alone` nothing else is in the picture, and a panel under
    the stage is `height` pixels high. `few`: as the window is before somebody asks for all panels.
    """

    name: str
    operation: str
    panel: str = ""
    alone: bool = False
    pose: Callable[[MainWindow], None] | None = None
    few: bool = False
    height: int = 330


def with_themes(markdown: str) -> str:
    """The page with both pictures where it names one, each a link to itself: to be enlarged."""
    return PICTURE.sub(lambda found: "".join(_linked(found, theme) for theme in THEMES), markdown)


def _linked(found: re.Match[str], theme: str) -> str:
    words, path = found[1], f"{found[2]}-{theme}.webp"
    return f"[![{words}]({path}#only-{theme}){{ loading=lazy }}]({path})"


def names_in(markdown: str) -> set[str]:
    """The pictures that a page shows."""
    return {found[2].rpartition("/")[2] for found in PICTURE.finditer(markdown)}


def _thread(block: int, thread: int) -> Callable[[MainWindow], None]:
    return lambda window: window.session.selection.select_thread(block, thread)


def _middle(share: float) -> Callable[[MainWindow], None]:
    """That much of the launch has been played."""
    return lambda window: window.session.playback.seek(
        round(share * window.session.playback.length)
    )


def _within(block: int, share: float) -> Callable[[MainWindow], None]:
    """In a block, which fills the stage."""

    def pose(window: MainWindow) -> None:
        _middle(share)(window)
        window.session.selection.select_block(block)
        window.actions_by_id["enter"].trigger()

    return pose


def _hazard(window: MainWindow) -> None:
    window.panels.checks.choose(0)


def _steps(window: MainWindow) -> None:
    """A warp somewhere in the middle."""
    window.session.selection.select_warp(0, 0)
    _middle(0.5)(window)


def _lesson(window: MainWindow) -> None:
    from gpuviz.lesson.library import lesson_files

    window.lessons.open_file(next(one for one in lesson_files("en") if one.name.startswith("05")))
    window.lessons.go_to(2)


def _sweep(window: MainWindow) -> None:
    from gpuviz.ui.sweeps.controller import SweepController

    controller = window.panels.sweeps.findChild(SweepController)
    assert controller is not None
    controller.run()


def _times(window: MainWindow) -> None:
    """With the CPU's, which are taken once more has been launched."""
    from gpuviz.ui.settled import wait

    timed: list[object] = []
    window.session.launcher.cpuTimed.connect(lambda *told: timed.append(told))
    window.session.launcher.set_cpu_timing(True)
    window.session.launch.run()
    wait(lambda: bool(timed))


def _compare(window: MainWindow) -> None:
    from gpuviz.operation import find_operation

    window.session.comparison.pin()
    window.session.launch.pick_operation(find_operation("transpose_tiled"))


def _heat(window: MainWindow) -> None:
    window.actions_by_id["heat_memory"].trigger()


def _puzzle(window: MainWindow) -> None:
    window.puzzles.open_named("fold")


def _store(window: MainWindow) -> None:
    """The access of a transpose that goes down the columns."""
    _middle(1)(window)
    window.session.selection.select_warp(0, 0)
    window.session.selection.select_site(1)


def _present(window: MainWindow) -> None:
    from PySide6.QtGui import QCursor

    _within(5, 0.35)(window)
    window.actions_by_id["present"].trigger()
    window.showNormal()  # a screen that is not there has no size worth filling
    window.resize(*WINDOW)
    QCursor.setPos(window.mapToGlobal(window.rect().bottomRight()))  # its ring is in the way


PICTURES = (
    Picture("stage", "matmul_tiled", alone=True, few=True, pose=_within(5, 0.35)),
    Picture("inspector", "matmul_tiled", "inspector", alone=True, pose=_thread(5, 40)),
    Picture("launch", "matmul_tiled", "launch", alone=True),
    Picture("source", "matmul_tiled", "source", alone=True, pose=_heat),
    Picture("devices", "matmul_tiled", "devices", alone=True),
    Picture("roofline", "matmul_tiled", "roofline", alone=True),
    Picture("present", "matmul_tiled", pose=_present),
    Picture("timing", "vector_add", "timing", alone=True, pose=_times),
    Picture("sweeps", "vector_add", "sweeps", alone=True, pose=_sweep),
    Picture("window", "vector_add", few=True, pose=_thread(3, 17)),
    Picture("lesson", "vector_add", few=True, pose=_lesson),
    Picture("puzzle", "relu", few=True, pose=_puzzle),
    Picture("memory", "transpose_naive", "memory", alone=True, pose=_store),
    Picture("compare", "transpose_naive", "compare", pose=_compare),
    Picture("warp", "sigmoid", "warp", alone=True, pose=_steps),
    Picture("checks", "broken_sum_shared", "checks", pose=_hazard),
    Picture("stand_out", "mandelbrot", "stand_out", alone=True, height=260),
    Picture("timeline", "mandelbrot", "timeline", alone=True),
    Picture("pipeline", "cnn_digits", "pipeline", alone=True),
    Picture("pictures", "cnn_digits", "pictures", alone=True),
)
"""Those of one operation that follow each other are taken of one window, where they look alike."""


def make(folder: Path, names: Sequence[str]) -> None:
    """Take pictures of windows in this process; Qt's platform and settings are the caller's."""
    from tools.pictures.shots import Shot
    from tools.pictures.window import launched, make_application

    folder.mkdir(parents=True, exist_ok=True)
    make_application("en")
    wanted = [one for one in PICTURES if one.name in names]
    for (operation, size, _), several in itertools.groupby(wanted, key=_window_of):
        pixels = "x".join(str(round(SCALE * side)) for side in size)
        window = launched(Shot(operation, pixels, SCALE, "en"), "en")
        for one in several:
            _take(window, one, folder)
        window.close()


def _window_of(one: Picture) -> tuple[str, tuple[int, int], bool]:
    size = NARROW if one.panel and one.alone else WINDOW
    return one.operation, size, one.few


def _take(window: MainWindow, one: Picture, folder: Path) -> None:
    from PySide6.QtCore import Qt

    from gpuviz.ui.settled import settle

    window.session.view.all_panels = not one.few
    below = bool(one.panel) and one.panel not in BESIDE
    if below:
        window.arrangement.raise_below(one.panel)
    settle(window, window.session)
    if one.alone and below:
        dock = window.panels.dock_of(one.panel)
        window.resizeDocks([dock], [one.height], Qt.Orientation.Vertical)
    if one.pose is not None:
        one.pose(window)
    for theme in THEMES:
        _dress(window, theme)
        settle(window, window.session)
        save(_part(window, one).grab().toImage(), folder / f"{one.name}-{theme}.webp")


def _dress(window: MainWindow, theme: str) -> None:
    from gpuviz.scene.theme import DARK, LIGHT

    window.set_theme(LIGHT if theme == "light" else DARK)


def _part(window: MainWindow, one: Picture) -> QWidget:
    if not one.alone:
        return window
    return window.panels.dock_of(one.panel) if one.panel else window.centralWidget() or window


def save(image: QImage, path: Path) -> None:
    """As WebP without losses: flat colours and letters are small that way."""
    from PIL import Image
    from PySide6.QtGui import QImage

    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = bytes(plain.constBits())
    size = (plain.width(), plain.height())
    Image.frombytes("RGBA", size, pixels).convert("RGB").save(path, lossless=True, method=4)
