"""Where the arrow keys lead among cards and the pictures in them."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gpuviz.scene.pictures.content import MOST_PICTURES, as_pictures
from gpuviz.scene.pictures.look import Placed, tiles_of
from gpuviz.scene.pictures.scene import Chosen

STEPS: dict[int, tuple[int, int]] = {  # across, down
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def moved(
    placed: list[Placed], chosen: Chosen | None, large: Chosen | None, step: tuple[int, int]
) -> Chosen:
    """The next picture or card; at the ends the same. Up and down stay in a grid of pictures."""
    if chosen is None or chosen.card >= len(placed):
        return _first(placed, 0)
    count, columns = _grid(placed[chosen.card])
    alone = large is not None and large.card == chosen.card
    across, down = step
    by = across + down * (1 if alone else columns)
    at = 0 if chosen.picture is None else chosen.picture
    if 0 <= at + by < count:
        return Chosen(chosen.card, at + by)
    if down or alone:
        return chosen
    card = chosen.card + across
    if not 0 <= card < len(placed):
        return chosen
    return _first(placed, card) if across > 0 else _last(placed, card)


def _grid(one: Placed) -> tuple[int, int]:
    """How many pictures a card has, and in how many columns they stand."""
    if one.card.problem or one.card.kind not in ("pictures", "draw"):
        return 1, 1
    count = min(len(as_pictures(one.card.array)), MOST_PICTURES)
    return count, tiles_of(one.card, one.body).columns


def _first(placed: list[Placed], card: int) -> Chosen:
    several = placed[card].card.kind in ("pictures", "draw") and not placed[card].card.problem
    return Chosen(card, 0 if several else None)


def _last(placed: list[Placed], card: int) -> Chosen:
    chosen = _first(placed, card)
    return chosen if chosen.picture is None else Chosen(card, _grid(placed[card])[0] - 1)
