"""What is drawn, as plain data."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.scene.pictures.strokes import Drawing, Stroke, coverage

EMPTY = Drawing(28, 28)
LINE = Stroke(((14.0, 4.0), (14.0, 24.0)))


def test_a_stroke_is_two_to_three_pixels_wide_with_soft_edges() -> None:
    row = EMPTY.drawn(LINE).pixels()[14]

    assert 2 <= row.sum() <= 3
    assert row.max() == pytest.approx(1.0)
    assert ((row > 0) & (row < 1)).any()


def test_a_press_without_a_move_is_a_dot() -> None:
    drawn = EMPTY.drawn(Stroke(((10.5, 20.5),))).pixels()

    assert drawn[20, 10] == 1
    assert 3 <= drawn.sum() <= 7


def test_the_eraser_takes_away_what_it_covers_and_nothing_else() -> None:
    drawn = EMPTY.drawn(LINE).drawn(Stroke(((14.0, 4.0), (14.0, 10.0)), erases=True)).pixels()

    assert drawn[6].sum() == pytest.approx(0, abs=1e-6)
    np.testing.assert_array_equal(drawn[20], EMPTY.drawn(LINE).pixels()[20])


def test_undo_takes_back_strokes_and_the_wiping() -> None:
    two = EMPTY.drawn(LINE).drawn(Stroke(((3.0, 3.0),)))

    assert two.undone().strokes == (LINE,)
    assert not two.cleared().pixels().any()
    assert two.cleared().undone() == two
    assert EMPTY.undone() == EMPTY


def test_a_line_covers_the_same_whichever_way_it_was_drawn() -> None:
    back = Stroke(LINE.points[::-1])

    np.testing.assert_allclose(coverage(LINE, 28, 28), coverage(back, 28, 28))


def test_a_larger_canvas_has_thicker_strokes() -> None:
    wide = coverage(Stroke(((28.0, 8.0), (28.0, 48.0))), 56, 56)[28].sum()

    assert wide == pytest.approx(2 * EMPTY.drawn(LINE).pixels()[14].sum(), rel=0.1)
