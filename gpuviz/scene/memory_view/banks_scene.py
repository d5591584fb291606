"""The picture of an access to shared memory: 32 banks as columns, wavefronts as rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.memory_banks import BANKS, BankMap, BankWord, LaneGroup, bank_map
from gpuviz.scene.memory_view.look import EDGE, LANE_GAP, AccessLook, AccessPicture, lane_hit
from gpuviz.scene.scene import Area, ElementHit, Hit, Item, Label, Panel, Rect, Scene
from gpuviz.scene.stage.colours import argb, ink_on, mix
from gpuviz.scene.stage.words import lane_ranges, phrase

HEAD = 30.0  # the caption and the numbers of the banks
ROWS = (30.0, 18.0, 14.0)  # heights of a wavefront: the first that fits, else the last
HIGH_ROW = ROWS[0]  # of such height the lanes of a word are named, too
LONGEST_NAMES = 5  # letters
SIDE, NARROW_SIDE = 84.0, 36.0  # names of the wavefronts, or their numbers
WIDE_FROM = 700.0  # pixels: narrower pictures have numbers only
NAMED_FROM = 22.0  # pixels from one bank to the next: less has no room for the lanes' numbers
GROUP_GAP = 6.0
WIDEST = 28.0  # pixels from one bank to the next
FULLEST_SHARE = 0.16  # of the colour, behind a bank that has more than one word to give


@dataclass(frozen=True, slots=True)
class BankPlaces:
    """Where the banks are, and the rows of each group of lanes."""

    banks: BankMap
    pitch: float
    side: float  # where the first bank is
    row: float  # height of a wavefront
    tops: tuple[float, ...]  # of each group

    @property
    def bottom(self) -> float:
        """Just below the last row."""
        return self.tops[-1] + self.banks.groups[-1].wavefronts * self.row

    def rect(self, word: BankWord) -> Rect:
        """Where a word is."""
        top = self.tops[word.group] + word.wavefront * self.row
        width = self.pitch * self.banks.banks_per_word - LANE_GAP
        return Rect(self.side + word.bank * self.pitch, top, width, self.row - LANE_GAP)

    def word_at(self, x: float, y: float) -> BankWord | None:
        """The word at a point."""
        return next((word for word in self.banks.words if self.rect(word).contains(x, y)), None)


def banks_picture(look: AccessLook) -> AccessPicture:
    """Which lanes each bank serves in which wavefront."""
    places = _places(look, bank_map(look.shown.access))
    items = [*_columns(look, places), *_names(look, places)]
    for word in places.banks.words:
        items += _word(look, places, word)
    body = Rect(places.side, HEAD, look.width, places.bottom)
    area = Area(body, lambda x, y: _hit(look, places, x, y))
    return AccessPicture(Scene(tuple(items), (area,)), places.bottom + EDGE, HEAD - 1)


def _places(look: AccessLook, banks: BankMap) -> BankPlaces:
    side = SIDE if look.width >= WIDE_FROM else NARROW_SIDE
    pitch = float(min(WIDEST, (look.width - side - EDGE) // BANKS))
    room = look.height - HEAD - EDGE - (len(banks.groups) - 1) * GROUP_GAP
    row = next((high for high in ROWS if banks.wavefronts * high <= room), ROWS[-1])
    tops, top = [], HEAD
    for group in banks.groups:
        tops.append(top)
        top += group.wavefronts * row + GROUP_GAP
    return BankPlaces(banks, pitch, side, row, tuple(tops))


def _columns(look: AccessLook, places: BankPlaces) -> list[Item]:
    """A pale column for each bank with its number; those with several words a little lit."""
    theme = look.theme
    words = [word for word in places.banks.words if word.wavefront > 0]
    several = range(places.banks.banks_per_word)
    crowded = {word.bank + beside for word in words for beside in several}
    caption = look.say(phrase("banks", "32 banks, 4 bytes of each at a time"))
    items: list[Item] = [Label(Rect(places.side, 0, look.width, 14), caption, theme.muted, 10)]
    for bank in range(BANKS):
        left, wide = places.side + bank * places.pitch, places.pitch - LANE_GAP
        column = Rect(left, HEAD, wide, places.bottom - HEAD)
        lit = mix(look.color, theme.panel, FULLEST_SHARE)
        items.append(Panel(column, lit if bank in crowded else theme.raised, radius=2))
        number = Rect(column.x - 2, 14, column.w + 4, 14)
        color = theme.text if bank in crowded else theme.muted
        items.append(Label(number, str(bank), color, 9, bank in crowded, align="center"))
    return items


def _names(look: AccessLook, places: BankPlaces) -> list[Item]:
    """The number of each wavefront; for wide items also the lanes that are served together."""
    items: list[Item] = []
    for group, top in zip(places.banks.groups, places.tops, strict=True):
        for row in range(group.wavefronts):
            room = Rect(EDGE, top + row * places.row, places.side - 10, places.row - LANE_GAP)
            text = _row_name(look, places, group, row)
            items.append(Label(room, text, look.theme.muted, 10, align="right"))
    return items


def _row_name(look: AccessLook, places: BankPlaces, group: LaneGroup, row: int) -> str:
    narrow = places.side == NARROW_SIDE
    if row == 0 and len(places.banks.groups) > 1:
        lanes = f"{group.first}–{group.last}"
        return lanes if narrow else look.say(phrase("bank-lanes", "lanes {lanes}", lanes=lanes))
    number = str(row + 1)
    return number if narrow else look.say(phrase("wavefront", "wavefront {row}", row=number))


def _word(look: AccessLook, places: BankPlaces, word: BankWord) -> list[Item]:
    """One lane by its number, several by how many they are and, where there is room, which."""
    rect, marked = places.rect(word), not look.marked.isdisjoint(word.lanes)
    ink = ink_on(look.theme, argb(look.color))
    panel = Panel(rect, look.color, look.theme.text if marked else "", radius=3, width=2)
    roomy = places.pitch >= NAMED_FROM
    text = str(word.lanes[0]) if len(word.lanes) == 1 else f"×{len(word.lanes)}"
    names = lane_ranges(np.array(word.lanes)) if roomy and places.row == HIGH_ROW else ""
    size, middle = 10 if roomy else 8, Rect(rect.x - 3, rect.y, rect.w + 6, rect.h)
    if len(word.lanes) == 1 or not 0 < len(names) <= LONGEST_NAMES:
        return [panel, Label(middle, text, ink, size, bold=True, align="center")]
    above, below = middle._replace(h=rect.h / 2 + 2), middle._replace(y=rect.y + 12, h=rect.h / 2)
    return [
        panel,
        Label(above, text, ink, size, bold=True, align="center"),
        Label(below, names, ink, size - 1, align="center"),
    ]


def _hit(look: AccessLook, places: BankPlaces, x: float, y: float) -> Hit | None:
    """A word of one lane is that lane; one of several is the element that they share."""
    word = places.word_at(x, y)
    if word is None:
        return None
    if len(word.lanes) == 1:
        return lane_hit(look, word.lanes[0])
    element = int(look.shown.access.element[word.lanes[0]])
    return ElementHit(look.shown.access.array, element, 1, look.block)
