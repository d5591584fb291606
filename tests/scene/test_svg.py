"""Scenes as SVG: every kind of item, held against Qt's painter by Qt's own reader of SVG."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from gpuviz.scene.fonts import ELLIPSIS, UsualFonts, fitted
from gpuviz.scene.scene import (
    Captions,
    Cells,
    Curves,
    Edges,
    Group,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
)
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.stage.plot_items import Bars, Markers, Trail
from gpuviz.scene.svg import svg_of
from gpuviz.scene.theme import DARK
from gpuviz.trace.file import save_trace
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.picture import pixels_of, pixels_on
from tests.helpers import traces

SVG = "{http://www.w3.org/2000/svg}"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
SHEET = Sheet(200, 120, 2.0, DARK)
POINTS = np.array([[10.0, 10.0], [40.0, 30.0], [80.0, 20.0]])
RED, GREEN = 0xFFFF0000, 0xFF00FF00

ITEMS: dict[str, Item] = {
    "panel": Panel(Rect(5, 5, 60, 40), "#336699", "#ffcc00"),
    "outlines": Outlines(np.array([[5.0, 5, 30, 20], [50, 10, 30, 30]]), "#ffffff"),
    "edges": Edges(np.array([[5.0, 5, 90, 50], [5, 50, 90, 5]]), "#ffffff", 2),
    "curves": Curves(np.array([[5.0, 5, 5, 50, 90, 5, 90, 50]]), "#ffffff", 2, 0.5),
    "large cells": Cells(Rect(4, 4, 80, 40), np.array([[RED, GREEN], [GREEN, RED]], np.uint32)),
    "parted cells": Cells(
        Rect(4, 4, 80, 40), np.full((5, 10), GREEN, np.uint32), gap=DARK.background
    ),
    "small cells": Cells(Rect(4, 4, 50, 25), np.full((50, 100), RED, np.uint32)),
    "trail": Trail(POINTS, "#ffffff", 2),
    "dashed trail": Trail(POINTS, "#ffffff", 2, "dashed"),
    "circles": Markers(POINTS, "#ffcc00"),
    "hollow squares": Markers(POINTS, "#ffcc00", "square", hollow="#000000"),
    "triangles": Markers(POINTS, "#ffcc00", "triangle"),
    "diamonds": Markers(POINTS, "#ffcc00", "diamond"),
    "crosses": Markers(POINTS, "#ffcc00", "cross"),
    "bars": Bars(np.array([[5.0, 5, 20, 40], [50, 20, 20, 25]]), "#3399ff"),
    "group": Group(Rect(0, 0, 100, 60), (Panel(Rect(5, 5, 60, 40), "#336699"),)),
}
LIKE = 6.0  # of 255: how far pixels of both lie apart in the mean: smooth edges, round corners


@pytest.mark.parametrize("name", ITEMS)
def test_a_drawing_looks_like_the_picture(qapp: QApplication, name: str) -> None:
    scene = Scene((ITEMS[name],))
    image = QImage(SHEET.width, SHEET.height, QImage.Format.Format_RGB32)
    reader = QSvgRenderer(QByteArray(svg_of(scene, SHEET, name, UsualFonts())))
    assert reader.isValid()
    with painting(image) as painter:
        reader.render(painter)

    drawn, painted = (
        pixels.astype(float) for pixels in (pixels_of(image), pixels_on(SHEET, scene))
    )

    empty = pixels_on(SHEET, Scene()).astype(float)
    assert np.abs(drawn - painted).mean() < LIKE
    assert np.abs(drawn - empty).mean() > np.abs(drawn - painted).mean()


def element(item: Item, name: str) -> ElementTree.Element:
    """The first element of that name in the drawing of one item."""
    root = ElementTree.fromstring(
        svg_of(Scene((item,), sentence="A < B"), SHEET, "t", UsualFonts())
    )
    found = root.findall(f".//{SVG}{name}")
    return found[-1]


def test_words_are_words_as_wide_as_they_were_measured() -> None:
    text = element(Label(Rect(0, 0, 90, 20), "a < b & c", "#ffffff", mono=True), "text")

    assert text.text == "a < b & c"
    assert text.get("font-family") == "monospace"
    assert float(text.get("textLength", "0")) == pytest.approx(
        UsualFonts().width("a < b & c", 11, False, True), abs=0.01
    )


def test_words_that_do_not_fit_end_with_an_ellipsis() -> None:
    text = element(Label(Rect(0, 0, 40, 20), "many more words than fit", "#ffffff"), "text").text

    assert text is not None
    assert text.endswith(ELLIPSIS)
    assert UsualFonts().width(text, 11, False, False) <= 41


@pytest.mark.parametrize(("align", "left"), [("left", 10), ("right", 60), ("center", 35)])
def test_words_stand_where_they_are_aligned(align: str, left: float) -> None:
    rect = Rect(10, 0, 50, 20)
    label = Label(rect, "iii", "#ffffff", align=align)  # type: ignore[arg-type]

    text = element(label, "text")
    width, x = float(text.get("textLength", "0")), float(text.get("x", "0"))

    expected = {"left": x, "right": x + width, "center": x + width / 2}[align]
    assert expected == pytest.approx(left, abs=0.02)


def test_characters_that_no_xml_may_have_are_replaced() -> None:
    text = element(Label(Rect(0, 0, 90, 20), "a\x00b\x1b\udcff\uffff", "#ffffff"), "text").text

    assert text == f"a{UNKNOWN}b{3 * UNKNOWN}"


def test_a_title_from_the_name_of_any_file_is_written() -> None:
    root = ElementTree.fromstring(svg_of(Scene(), SHEET, "\udcff<&", UsualFonts()))

    assert root.findtext(f"{SVG}title") == f"{UNKNOWN}<&"


def test_many_captions_stand_around_their_points() -> None:
    captions = Captions(POINTS, ("a", "b", ""), ("#ffffff",) * 3, mono=True)
    root = ElementTree.fromstring(svg_of(Scene((captions,)), SHEET, "t", UsualFonts()))

    texts = root.findall(f".//{SVG}text")

    assert [text.text for text in texts] == ["a", "b"]
    middle = float(texts[0].get("x", "0")) + float(texts[0].get("textLength", "0")) / 2
    assert middle == pytest.approx(10, abs=0.02)


def test_modelled_bars_are_hatched_with_one_pattern_a_colour() -> None:
    bars = Bars(np.array([[5.0, 5, 20, 40]]), "#3399ff", hatched=True)
    root = ElementTree.fromstring(svg_of(Scene((bars, bars)), SHEET, "t", UsualFonts()))

    assert len(root.findall(f".//{SVG}pattern")) == 1
    assert len([e for e in root.iter(f"{SVG}rect") if e.get("fill") == "url(#hatch0)"]) == 2


@pytest.mark.parametrize("text", ["", "a", "abc", "words and more words"])
def test_a_text_is_cut_only_where_it_has_to_be(text: str) -> None:
    fonts = UsualFonts()

    assert fitted(text, fonts.width(text, 11, False, False), fonts, 11, False, False) == text


def test_characters_of_other_scripts_are_as_wide_as_high() -> None:
    assert UsualFonts().measure("线程", 10) == pytest.approx(20)


WITHOUT_QT = """
import sys
sys.modules["PySide6"] = sys.modules["pyqtgraph"] = None  # an import of them fails
from gpuviz.cli import main
code = main(["export", sys.argv[1], "--svg", sys.argv[2]])
sys.exit(code)
"""


@pytest.mark.slow
def test_a_launch_is_drawn_in_a_process_that_cannot_import_qt(tmp_path: Path) -> None:
    recording, drawing = tmp_path / "launch.gpuviz", tmp_path / "launch.svg"
    save_trace(traces.vector_add(100, 32), recording)

    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, str(recording), str(drawing)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    words = [text.text for text in ElementTree.parse(drawing).getroot().iter(f"{SVG}text")]
    assert "float32[100]" in words
