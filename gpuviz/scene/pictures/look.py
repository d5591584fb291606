"""The room for pictures, and where each card stands in it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gpuviz.scene.pictures.content import (
    MOST_PICTURES,
    Card,
    as_bars,
    as_frames,
    as_pictures,
)
from gpuviz.scene.scene import Measure, Rect
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme

CAPTION_PX, SAYS_PX = 20.0, 20.0
LOW_CARD_PX, LOW_LINE_PX = 150.0, 17.0  # cards that are lower have lower lines of words
EDGE, GAP, ARROW_PX = 16.0, 24.0, 28.0
LEAST_PX = 60.0  # of the side of a card
WIDEST = {"bars": 300.0, "curve": 360.0, "text": 380.0, "heat": 400.0, "problem": 260.0}
PAIR_GAP = 3.0  # between small pictures
MOST_SCALE = 3.2  # how much wider than high a grid of pictures may be
LEAST_WIDE = 190.0  # of what can be narrower than it would be by itself
BAR_PX = (5.0, 20.0)  # height of a bar, at least and at most


@dataclass(frozen=True, slots=True)
class PictureLook:
    """Room, colours, and how wide words are."""

    height: float
    theme: Theme
    measure: Measure

    def wide(self, text: str, size: int = SMALL_PX) -> float:
        """Pixels of a text."""
        return self.measure(text, size) + 2


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in its place: `body` holds what is shown, the caption stands above, words below."""

    card: Card
    place: Rect

    @property
    def body(self) -> Rect:
        """Without caption and words."""
        rect, above, below = self.place, self.caption_px, self.says_px
        return Rect(rect.x, rect.y + above, rect.w, rect.h - above - below)

    @property
    def caption_px(self) -> float:
        """Height of the caption."""
        return lines_px(self.place.h)[0]

    @property
    def says_px(self) -> float:
        """Height of the words below."""
        return lines_px(self.place.h)[1]


@dataclass(frozen=True, slots=True)
class Tiles:
    """Equal small pictures in rows: where each is."""

    first: Rect
    columns: int
    count: int
    rows_of_pixels: int
    columns_of_pixels: int

    def rect(self, number: int) -> Rect:
        """Where a picture is."""
        row, column = divmod(number, self.columns)
        x = self.first.x + column * (self.first.w + PAIR_GAP)
        return Rect(x, self.first.y + row * (self.first.h + PAIR_GAP), self.first.w, self.first.h)

    def at(self, x: float, y: float) -> tuple[int, int, int] | None:
        """The picture at a point, and the row and column in it."""
        for number in range(self.count):
            rect = self.rect(number)
            if rect.contains(x, y):
                row = int((y - rect.y) / rect.h * self.rows_of_pixels)
                return number, row, int((x - rect.x) / rect.w * self.columns_of_pixels)
        return None


def lines_px(high: float) -> tuple[float, float]:
    """Height of the caption and of the words below a card."""
    return (LOW_LINE_PX, LOW_LINE_PX) if high < LOW_CARD_PX else (CAPTION_PX, SAYS_PX)


def place_cards(
    cards: tuple[Card, ...], look: PictureLook, left: float = EDGE, room: float = math.inf
) -> list[Placed]:
    """Side by side from `left` on; between inputs and outputs there is room for an arrow.

    Where they need more than `room` pixels, those that can be narrower are, as far as they can.
    """
    high = max(look.height - 2 * SPACE_PX, LEAST_PX + CAPTION_PX + SAYS_PX)
    body = high - sum(lines_px(high))
    least = [_least_width(card, body, look) for card in cards]
    wanted = [max(_width(card, body), low) for card, low in zip(cards, least, strict=True)]
    gaps = _gaps(cards, left)
    widths = _shrunk(wanted, least, room - sum(gaps) - EDGE)
    placed: list[Placed] = []
    x = 0.0
    for card, gap, wide in zip(cards, gaps, widths, strict=True):
        placed.append(Placed(card, Rect(x + gap, SPACE_PX, wide, high)))
        x += gap + wide
    return placed


def _gaps(cards: tuple[Card, ...], left: float) -> list[float]:
    """Before each card; an arrow stands before the first output that follows an input."""
    gaps: list[float] = []
    before = "input" if left > EDGE else None
    for card in cards:
        gap = GAP if gaps else left
        gaps.append(gap + ARROW_PX if before == "input" and card.side == "output" else gap)
        before = card.side
    return gaps


def _shrunk(wanted: list[float], least: list[float], room: float) -> list[float]:
    """Widths that fit, if they can: each gives as much of what it can spare as the others."""
    spare = sum(wanted) - sum(least)
    over = sum(wanted) - room
    if over <= 0 or spare <= 0:
        return [float(math.ceil(wide)) for wide in wanted]
    share = min(over / spare, 1.0)
    pairs = zip(wanted, least, strict=True)
    return [float(math.floor(wide - share * (wide - low))) for wide, low in pairs]


def whole_width(placed: list[Placed]) -> float:
    """Pixels that all cards need."""
    return placed[-1].place.right + EDGE if placed else 0.0


def tiles_of(card: Card, body: Rect, only: int | None = None) -> Tiles:
    """The pictures of a card, or one of them alone as large as there is room."""
    pictures = as_pictures(card.array)
    count = 1 if only is not None else min(len(pictures), MOST_PICTURES)
    rows, columns = pictures.shape[1:]
    across = _columns(count, body.w, body.h, columns / rows)
    down = math.ceil(count / across)
    wide = (body.w - (across - 1) * PAIR_GAP) / across
    high = (body.h - (down - 1) * PAIR_GAP) / down
    scale = max(min(wide / columns, high / rows), 1.0 / max(rows, columns))
    first = Rect(body.x, body.y, columns * scale, rows * scale)
    return Tiles(first, across, count, rows, columns)


def picture_shape(card: Card) -> tuple[int, int]:
    """Rows and columns of a single picture, or of each frame of a film."""
    shape = as_frames(card.array).shape[1:3] if card.kind == "film" else card.array.shape[:2]
    return int(shape[0]), int(shape[1])


def picture_rect(card: Card, body: Rect) -> Rect:
    """Where a single picture stands: as large as there is room, its pixels square."""
    rows, columns = picture_shape(card)
    scale = min(body.w / columns, body.h / rows)
    return Rect(body.x, body.y, columns * scale, rows * scale)


def _least_width(card: Card, high: float, look: PictureLook) -> float:
    """Words are never cut; pictures keep their size, grids of them and plots can be narrower."""
    words = max(look.wide(card.caption), _says_px(card, look), LEAST_PX)
    if card.problem or card.kind in ("picture", "film"):
        return math.ceil(max(_width(card, high), words))
    return math.ceil(max(words, LEAST_WIDE))


def _says_px(card: Card, look: PictureLook) -> float:
    """Words below a card are never cut; those of a card that cannot be shown wrap."""
    return look.wide(card.says, BASE_PX) * 1.1 if card.says else 0.0


def _width(card: Card, high: float) -> float:
    if card.problem:
        return WIDEST["problem"]
    if card.kind in ("bars", "curve", "text", "heat"):
        return WIDEST[card.kind]
    if card.kind in ("pictures", "draw"):
        return _tiles_width(card, high)
    rows, columns = picture_shape(card)
    return float(max(min(high * columns / rows, MOST_SCALE * high), LEAST_PX))


def _tiles_width(card: Card, high: float) -> float:
    """Of a grid that fills the height: as few rows as keep small pictures large enough to read."""
    pictures = as_pictures(card.array)
    count = min(len(pictures), MOST_PICTURES)
    aspect = pictures.shape[2] / pictures.shape[1]
    for rows in range(1, count + 1):
        columns = math.ceil(count / rows)
        tile = (high - (rows - 1) * PAIR_GAP) / rows
        wide = columns * tile * aspect + (columns - 1) * PAIR_GAP
        if wide <= MOST_SCALE * high:
            return float(wide)
    return MOST_SCALE * high


def _columns(count: int, wide: float, high: float, aspect: float) -> int:
    """Which number of columns makes the pictures largest."""
    sizes = []
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        tile = min((wide - (columns - 1) * PAIR_GAP) / columns / aspect, high / rows - PAIR_GAP)
        sizes.append((tile, -columns))
    return -max(sizes)[1]


def bar_height(card: Card, body: Rect) -> float:
    """Pixels of a bar with the gap below it."""
    return min(max(body.h / len(as_bars(card.array)), BAR_PX[0]), BAR_PX[1])
