"""The colours of thread states, as people with each kind of colour blindness see them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.insight.states import ThreadState
from gpuviz.scene.stage.colours import state_color
from gpuviz.scene.theme import DARK, LIGHT, Theme

SEEN = {  # Machado, Oliveira and Fernandes 2009, table 1, severity 1.0: linear RGB to linear RGB
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (  # linear sRGB, IEC 61966-2-1
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)  # D65
JUST_NOTICED = 2.3  # CIE 1976 distance (Mahy, Van Eycken and Oosterlinck 1994)
FAR = 15.0
NEAR = 8.0  # enough for two greys of which one has an outline
OUTLINED = {ThreadState.NOT_STARTED, ThreadState.MASKED_OFF}


def lab(color: str, seen: str) -> NDArray[np.float64]:
    """CIE L*a*b* of "#rrggbb" for somebody."""
    rgb = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = np.array(TO_XYZ) @ np.clip(np.array(SEEN[seen]) @ linear, 0, 1) / WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, seen: str) -> float:
    return float(np.linalg.norm(lab(one, seen) - lab(other, seen)))


@pytest.mark.parametrize(
    ("color", "expected"), [("#ffffff", (100, 0, 0)), ("#ff0000", (53, 80, 67))]
)
def test_known_colours_are_where_they_belong(color: str, expected: tuple[float, ...]) -> None:
    assert np.allclose(lab(color, "all colours"), expected, atol=0.5)


def test_red_and_green_are_alike_for_the_colour_blind_only() -> None:
    red, green = "#b04a20", "#6f6a1c"

    assert distance(red, green, "deuteranopia") < distance(red, green, "all colours") / 3


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("seen", SEEN)
def test_no_two_states_look_alike(theme: Theme, seen: str) -> None:
    close = {
        (one.name, other.name): found
        for one, other in itertools.combinations(ThreadState, 2)
        if (found := distance(state_color(theme, one), state_color(theme, other), seen))
        < (NEAR if {one, other} == OUTLINED else FAR)
    }

    assert close == {}
    assert NEAR > 3 * JUST_NOTICED
