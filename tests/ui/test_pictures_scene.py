"""Arrays as what they mean, as plain data: cards, pixels, places, values under the mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.operation import OperationInfo
from gpuviz.operation.info import ShowKind
from gpuviz.scene.pictures.content import Card, cards_of
from gpuviz.scene.pictures.look import PictureLook, Placed, place_cards, tiles_of
from gpuviz.scene.pictures.pixels import map_pixels, picture_pixels
from gpuviz.scene.pictures.plots import arrow_of, letters
from gpuviz.scene.pictures.scene import PictureChoice, compose
from gpuviz.scene.scene import Captions, Cells, PictureHit
from gpuviz.scene.stage.plot_items import Bars
from gpuviz.scene.theme import DARK
from gpuviz.ui.pictures.gallery import moved
from tests.helpers import trains

LOOK = PictureLook(180.0, DARK, lambda text, size: 0.55 * size * len(text))


def card(kind: ShowKind, array: np.ndarray, says: str = "") -> Card:
    return Card("y", kind, "output", array, "y", says)


def placed(*cards: Card) -> list[Placed]:
    return place_cards(cards, LOOK)


@pytest.fixture
def info(tmp_path: Path) -> OperationInfo:
    return trains.described(tmp_path)


def says_of(info: OperationInfo, chances: np.ndarray) -> str:
    found = cards_of(info, {}, {"chances": chances})
    return found[0].says.replace("\u202f", " ")


def test_inputs_come_before_outputs_with_their_shapes(info: OperationInfo) -> None:
    image, chances = np.zeros((1, 1, 28, 28), np.float32), trains.chances(7)

    found = cards_of(info, {"image": image, "chances": chances * 0}, {"chances": chances})

    assert [(one.name, one.side) for one in found] == [("image", "input"), ("chances", "output")]
    assert found[0].caption == "image float32[1 × 1 × 28 × 28]"


@pytest.mark.parametrize(("digit", "said"), [(7, "It is a 7 (98 %)"), (8, "It is an 8 (98 %)")])
def test_chances_of_ten_digits_say_which_it_is(info: OperationInfo, digit: int, said: str) -> None:
    assert says_of(info, trains.chances(digit)) == said


def test_bars_that_are_no_chances_say_their_largest(info: OperationInfo) -> None:
    assert says_of(info, np.array([0.5, -2.0, 3.25])) == "The largest is number 2: 3.25"
    assert says_of(info, np.array([0.5, np.nan])) == "Some values are no numbers."


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ([1.1, 0.5], "from 1.1 to 0.5"),
        ([1.1, 9e30, np.inf, np.nan], "no number from 2 on"),
        ([np.nan, np.nan], "no number from 0 on"),
    ],
)
def test_a_curve_that_leaves_the_numbers_says_where(
    info: OperationInfo, losses: list[float], said: str
) -> None:
    info = replace(info, show={"chances": "curve"})

    (found,) = cards_of(info, {}, {"chances": np.array(losses)})

    assert found.says == said


@pytest.mark.parametrize(
    ("kind", "shape", "said"),
    [
        ("picture", (2, 3, 4), "A picture has the shape [height, width] or [height, width, 3]."),
        ("pictures", (5,), "Pictures have the shape [.., height, width]."),
        ("bars", (2, 3, 4), "Bars have the shape [n] or [1, n]."),
        ("curve", (2, 3), "A curve has the shape [n]."),
        ("text", (4,), "A text has the shape [n] and holds uint8."),
        ("arrows", (4,), "Arrows have the shape [height, width]."),
    ],
)
def test_an_array_of_another_shape_is_said_not_drawn(
    info: OperationInfo, kind: ShowKind, shape: tuple[int, ...], said: str
) -> None:
    odd = replace(info, show={"maps": kind})

    (found,) = cards_of(odd, {}, {"maps": np.zeros(shape)})

    assert found.problem == said
    assert compose(placed(found), LOOK).items


def test_grey_goes_from_black_to_white_and_what_is_beyond_is_cut() -> None:
    pixels = picture_pixels(np.array([[0.0, 0.5, 1.0, 2.0, -1.0]]), DARK)

    expected = [0xFF000000, 0xFF808080, 0xFFFFFFFF, 0xFFFFFFFF, 0xFF000000]
    assert pixels[0].tolist() == expected


def test_three_channels_are_a_colour_and_bytes_go_to_255() -> None:
    pixels = picture_pixels(np.array([[[255, 128, 0]]], np.uint8), DARK)

    assert pixels.tolist() == [[0xFFFF8000]]


def test_what_is_no_number_has_the_colour_of_hazards() -> None:
    pixels = picture_pixels(np.array([[np.nan, 1.0]]), DARK)

    assert pixels[0, 0] == 0xFF000000 | int(DARK.hazard[1:], 16)


def test_maps_go_from_the_first_to_the_last_colour_of_the_scale() -> None:
    pixels = map_pixels(np.array([[[-3.0, 5.0]]]), DARK)

    ends = [0xFF000000 | int(color[1:], 16) for color in (DARK.scale[0], DARK.scale[-1])]
    assert pixels[0, 0].tolist() == ends


def test_three_maps_from_0_to_1_are_grey_and_no_colours() -> None:
    pixels = map_pixels(np.full((3, 4, 3), 0.5), DARK)

    assert pixels.shape == (3, 4, 3)
    assert set(pixels.ravel().tolist()) == {0xFF808080}


def test_all_maps_of_all_filters_are_seen_without_overlap() -> None:
    (one,) = placed(card("pictures", np.random.default_rng(0).random((1, 32, 26, 26)) - 0.5))
    tiles = tiles_of(one.card, one.body)

    rects = [tiles.rect(n) for n in range(32)]

    assert tiles.count == 32
    assert all(r.right <= one.body.right + 1 and r.bottom <= one.body.bottom + 1 for r in rects)
    places = {(round(r.x), round(r.y)) for r in rects}
    assert len(places) == 32
    assert len([i for i in compose([one], LOOK).items if isinstance(i, Cells)]) == 32


def test_the_value_under_the_mouse_is_told_with_its_whole_index() -> None:
    array = np.arange(2 * 3 * 4 * 5, dtype=np.float64).reshape(2, 3, 4, 5) - 1
    (one,) = placed(card("pictures", array))
    rect = tiles_of(one.card, one.body).rect(4)  # [1, 1]

    hit = compose([one], LOOK).hit(rect.x + rect.w * 2.5 / 5, rect.y + rect.h * 3.5 / 4)

    flat = int(np.ravel_multi_index((1, 1, 3, 2), array.shape))
    assert hit == PictureHit(0, 4, f"y[1, 1, 3, 2] = {array[1, 1, 3, 2]:g}", flat, alone=False)


def test_an_enlarged_picture_fills_its_card_alone() -> None:
    (one,) = placed(card("pictures", np.zeros((1, 6, 13, 13))))

    cells = [
        i for i in compose([one], LOOK, None, PictureChoice(0, 3)).items if isinstance(i, Cells)
    ]

    assert len(cells) == 1
    assert cells[0].rect.h == pytest.approx(one.body.h)
    assert (
        "picture 4 of 6: Esc shows all" in compose([one], LOOK, None, PictureChoice(0, 3)).texts()
    )


def test_the_largest_bar_stands_out() -> None:
    (one,) = placed(card("bars", trains.chances(7)))

    bars = [item for item in compose([one], LOOK).items if isinstance(item, Bars)]

    assert [bar.color for bar in bars].index(DARK.accent) == 7
    assert bars[7].rects[0, 2] > 10 * bars[6].rects[0, 2]


def test_ways_are_arrows_and_anything_else_is_a_dot() -> None:
    (one,) = placed(card("arrows", np.array([[0, 1], [2, 3]])))

    (texts,) = [i.texts for i in compose([one], LOOK).items if isinstance(i, Captions)]

    assert texts == ("↑", "→", "↓", "←")
    assert [arrow_of(value) for value in (4, 0.5, np.nan)] == ["·", "·", "·"]


def test_text_is_read_as_ascii_and_what_is_no_letter_is_a_dot() -> None:
    codes = np.frombuffer(b"a \x00\xffB\n", np.uint8)

    assert letters(codes) == "a ··B\n"


def test_the_arrow_keys_walk_through_all_pictures_and_on_to_the_next_card() -> None:
    two = placed(card("pictures", np.zeros((2, 3, 3))), card("bars", np.ones(3)))

    walk = [moved(two, None, None, (1, 0))]
    for _ in range(3):
        walk.append(moved(two, walk[-1], None, (1, 0)))

    assert walk == [PictureChoice(0, 0), PictureChoice(0, 1), PictureChoice(1), PictureChoice(1)]
    assert moved(two, PictureChoice(1), None, (-1, 0)) == PictureChoice(0, 1)


def test_grids_and_plots_become_narrower_until_all_is_seen() -> None:
    cards = [card("pictures", np.zeros((1, n, 11, 11))) for n in (32, 64, 64)]
    cards.append(card("bars", trains.chances(7), "It is a 7"))

    placed = place_cards(tuple(cards), LOOK, room=1000)

    assert placed[-1].place.right <= 1000
    assert all(one.place.w >= 190 for one in placed)
    assert place_cards(tuple(cards), LOOK)[-1].place.right > 1000
