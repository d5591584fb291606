"""Words can be read in both themes: contrasts as WCAG 2.2 asks for."""

from __future__ import annotations

import itertools
import re
from dataclasses import asdict

import pytest

from gpuviz.insight.states import ThreadState
from gpuviz.scene.contrast import LEAST, contrast, legible
from gpuviz.scene.stage.colours import state_color, state_ink
from gpuviz.scene.theme import DARK, INK, LIGHT, Theme
from gpuviz.ui.stylesheet import STYLESHEET

BOTH = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
BACKS = ("background", "panel", "raised")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # of WebAIM's contrast checker
        ("#000000", "#ffffff", 21),
        ("#777777", "#ffffff", 4.48),
        ("#ffffff", "#ff0000", 4.0),
        ("#123456", "#123456", 1),
    ],
)
def test_known_contrasts_come_out(one: str, other: str, expected: float) -> None:
    assert contrast(one, other) == pytest.approx(expected, abs=0.005)


@BOTH
def test_every_colour_of_words_can_be_read_on_every_surface(theme: Theme) -> None:
    words = {"text": theme.text, "muted": theme.muted, **asdict(theme.words)}

    found = {
        (word, back): contrast(color, getattr(theme, back))
        for (word, color), back in itertools.product(words.items(), BACKS)
    }

    assert {pair: ratio for pair, ratio in found.items() if ratio < LEAST} == {}


@BOTH
def test_words_on_states_and_on_what_can_be_pressed_can_be_read(theme: Theme) -> None:
    assert contrast("#ffffff", theme.accent) >= LEAST
    assert contrast(INK, theme.hazard) >= LEAST
    for state in set(ThreadState) - {ThreadState.NOT_STARTED}:
        assert contrast(state_ink(theme, state), state_color(theme, state)) >= LEAST, state


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert legible("#e8ebf0", "#12151a") == "#e8ebf0"
    assert legible("#2f6feb", "#12151a") != "#2f6feb"


def test_the_style_sheet_writes_no_word_in_a_colour_made_for_areas() -> None:
    written = re.findall(r"(?<![-\w])color: \$(\w+)", STYLESHEET)

    assert {"text", "muted"} < set(written)
    assert not {"read", "write", "finished", "hazard", "accent"} & set(written)
