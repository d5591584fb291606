"""Bars as pixels, and which part of a timeline is seen."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.scene.scene import Rect
from gpuviz.scene.stage.colours import argb
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.scene.timeline.bars import bar_rect, hit
from gpuviz.scene.timeline.pixels import bar_pixels, line_edges, lines_of, places_of, visible
from gpuviz.scene.timeline.span import Span, fitted
from tests.helpers.timelines import in_waves, placed, timeline

PLOT = Rect(50, 40, 400, 160)
BAR, TRACK, BETWEEN_ROWS = (argb(color) for color in (DARK.finished, DARK.raised, DARK.panel))
FOUR = timeline(placed([0, 1, 2, 2], [0, 0, 1, 2], [2, 4, 2, 4]))  # T4: 40 SMs


def whole() -> Span:
    return fitted(PLOT, 40, 3, 4.0)


def test_a_measured_bar_is_solid_from_its_start_to_its_end() -> None:
    pixels = bar_pixels(FOUR, whole(), DARK, None)

    first = pixels[0]
    assert pixels.shape == (160, 400)
    assert (first[:199] == BAR).all()
    assert (first[200:] == TRACK).all()


def test_a_modelled_bar_is_hatched() -> None:
    modelled = timeline(placed([0], [0], [4.0], "modelled"))

    row = bar_pixels(modelled, whole(), DARK, None)[0]

    assert len(np.unique(row[:390])) == 2
    assert (row[:390] == BAR).mean() == pytest.approx(0.5, abs=0.01)


def test_a_bar_of_half_a_pixel_colours_half_of_it() -> None:
    short = timeline(placed([0, 1], [0.0, 0.0], [0.005, 4.0]))

    pixels = bar_pixels(short, whole(), DARK, None)

    halves = [sum(pixel >> shift & 255 for shift in (0, 8, 16)) for pixel in (BAR, TRACK)]
    seen = int(pixels[0, 0])
    assert sum(seen >> shift & 255 for shift in (0, 8, 16)) == pytest.approx(sum(halves) / 2, abs=8)


def test_rows_are_parted_where_there_is_room() -> None:
    span = whole()

    pixels = bar_pixels(FOUR, span, DARK, None)

    assert span.row_px == 20
    assert (pixels[18:20] == BETWEEN_ROWS).all()
    assert (pixels[17] != BETWEEN_ROWS).all()


def test_the_tail_has_another_ground() -> None:
    pixels = bar_pixels(FOUR, whole(), DARK, tail_s=2.0)

    assert pixels[100, 199] == TRACK
    assert pixels[100, 200] != TRACK
    assert pixels[20, 390] == BAR


def test_every_second_wave_is_paler() -> None:
    waves = timeline(in_waves(480, "measured"))
    span = fitted(PLOT, 40, 40, waves.duration_s)

    row = bar_pixels(waves, span, LIGHT, None)[0]

    first, second, third = (int(row[x]) for x in (60, 200, 340))
    assert first == third == argb(LIGHT.finished)
    assert second != first


def test_places_have_lines_of_their_own_where_there_is_room_and_one_together_else() -> None:
    many = timeline(in_waves(160, "measured"))
    narrow = fitted(PLOT, 40, 40, many.duration_s)

    assert (places_of(many, narrow), places_of(many, narrow.with_rows(8, 40))) == (1, 4)
    assert lines_of(many, narrow).total == 40


def test_of_places_together_the_colour_is_as_strong_as_many_are_taken() -> None:
    half = timeline(placed([0, 0, 0, 0], [0, 0, 2, 2], [4, 4, 4, 4]))
    span = fitted(PLOT, 40, 40, 4.0)

    row = bar_pixels(half, span, DARK, None)[0]

    assert row[300] == BAR
    assert row[100] not in (BAR, TRACK)


@pytest.mark.parametrize(("places", "edges"), [(1, [(0, 18)]), (3, [(0, 5), (6, 11), (12, 18)])])
def test_lines_divide_a_row(places: int, edges: list[tuple[int, int]]) -> None:
    assert line_edges(whole(), 0, places) == edges


def test_the_bar_of_a_block_is_where_its_pixels_are() -> None:
    span = whole()

    rect = bar_rect(FOUR, span, 3)

    assert rect == Rect(250, 80, 200, 18)
    assert bar_pixels(FOUR, span, DARK, None)[41, 300] == BAR


def test_the_mouse_finds_the_block_under_it() -> None:
    span = whole()
    found = {
        (x, y): None if (block := hit(FOUR, span, x, y)) is None else block.block
        for x, y in [(60, 41), (300, 41), (60, 65), (251, 90), (249, 90), (60, 59), (60, 199)]
    }

    expected = [0, None, 1, 3, 2, None, None]
    assert list(found.values()) == expected


def test_only_blocks_in_sight_are_drawn() -> None:
    span = whole().zoomed(8, 450)

    assert visible(FOUR, span).tolist() == [1, 3]


def test_a_small_launch_shows_its_sms_in_rows_of_a_usual_height() -> None:
    assert fitted(PLOT, 132, 4, 1.0).row_px == 20
    assert fitted(PLOT, 132, 132, 1.0).row_px * 132 == pytest.approx(160)
    assert fitted(PLOT, 3, 3, 1.0).row_px == 20


def test_the_wheel_zooms_about_the_instant_under_it_and_never_beyond_the_ends() -> None:
    span = whole()

    near = span.zoomed(4, 150)

    assert near.seconds_at(150) == pytest.approx(span.seconds_at(150))
    assert near.end - near.begin == pytest.approx(1.0)
    assert near.zoomed(1 / 100, 150) == span
    assert near.panned(1e9, 0).begin == 0
    assert near.panned(-1e9, 0).end == pytest.approx(4.0)


def test_a_block_out_of_sight_is_brought_into_it() -> None:
    span = whole().zoomed(16, 50)

    moved = span.showing(3.0, 3.1, 30)

    assert moved.begin <= 3.0
    assert moved.end >= 3.1
    assert moved.shown[0] <= 30 < moved.shown[1]
    assert moved.showing(3.0, 3.1, 30) == moved


def test_a_block_longer_than_the_room_leaves_what_is_seen_where_it_is() -> None:
    span = whole().zoomed(4, 250)

    assert span.showing(0.0, 4.0, 0).begin == span.begin
    assert span.panned(-1e9, 0).showing(0.0, 1.5, 0).begin == 0
