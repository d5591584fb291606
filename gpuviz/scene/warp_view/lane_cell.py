"""A lane in a row of lanes: its number, and the value that it gives or gets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.scene import Item, Label, Panel, Rect, mono_width
from gpuviz.scene.warp_view.geometry import SMALL
from gpuviz.scene.warp_view.lanes_geometry import LaneRow
from gpuviz.scene.warp_view.picture import WarpPicture

LANE = 32.0  # pixels of a lane: its number, and a value
NUMBER, VALUE = 15.0, 14.0


def lane_cell(picture: WarpPicture, row: LaneRow, lane: int, text: str, fill: str) -> list[Item]:
    """A lane's number and value; without a fill it takes no part."""
    theme, rect = picture.theme, row.rect(lane)
    chosen = lane == picture.lane
    ink = theme.text if fill else theme.muted
    stroke, width = (theme.text, 2) if chosen else (theme.line, 1)
    items: list[Item] = [
        Panel(rect, fill, stroke, radius=3, width=width),
        Label(rect._replace(h=NUMBER), str(lane), ink, SMALL, bold=chosen, align="center"),
    ]
    if fill and text and row.height >= LANE:
        room = Rect(rect.x - 1, rect.y + NUMBER, rect.w + 2, VALUE)
        items.append(Label(room, text, ink, SMALL, mono=True, align="center"))
    return items


def value_texts(values: NDArray[Any], lanes: NDArray[np.bool_], room: float) -> list[str]:
    """The values of some lanes, all with as many figures as have room; empty where none has."""
    for figures in (None, 3, 2, 1):
        texts = [_short(value, figures) for value in values]
        if all(mono_width(texts[n], SMALL) <= room for n in np.flatnonzero(lanes)):
            return texts
    return [""] * len(values)


def _short(value: object, figures: int | None) -> str:
    """A value in full, or a number that is not whole with so many figures."""
    if figures is None or not isinstance(value, (float, np.floating)):
        return kernel_value(value)
    return f"{value:.{figures}g}"
