"""How wide words are: what whoever draws them hands in, or a usual font where nobody has one."""

from __future__ import annotations

import unicodedata
from typing import Protocol

from gpuviz.scene.scene import mono_width

FIRST = 32  # the character of the first width
# DejaVu Sans at 87 % of its width, in thousandths of the size, from the space on (DejaVu 2.37)
PLAIN = (
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568,
    518, 697, 677, 265, 265, 590, 501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616,
    549, 616, 351, 303, 351, 754, 450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521,
    250, 876, 570, 550, 571, 571, 370, 469, 353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
)  # fmt: skip
BOLD = (
    313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626,
    626, 626, 626, 626, 626, 626, 626, 360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615,
    615, 738, 753, 334, 334, 697, 573, 896, 753, 765, 659, 765, 693, 648, 614, 730, 696, 993, 694,
    651, 652, 411, 329, 411, 754, 450, 450, 607, 644, 533, 644, 610, 391, 644, 641, 308, 308, 598,
    308, 938, 641, 618, 644, 644, 444, 536, 430, 641, 586, 831, 580, 586, 523, 641, 329, 641, 754,
)  # fmt: skip
OTHERS = {"\N{THIN SPACE}": 180, "·": 300, "…": 900, "–": 450, "→": 754, "×": 754}
USUAL, FULL = 600, 1000  # of any other character; of one as wide as it is high
ELLIPSIS = "…"


class Fonts(Protocol):
    """The fonts of a picture: one for words, one for code."""

    def family(self, mono: bool) -> str:
        """The name of the font, as CSS has it."""

    def width(self, text: str, size: int, bold: bool, mono: bool) -> float:
        """How wide a text is, in pixels, at a size in pixels."""


class UsualFonts:
    """Widths of a usual font, for drawings made where no font can be asked."""

    def family(self, mono: bool) -> str:
        """Whatever the reader's system has."""
        return "monospace" if mono else "sans-serif"

    def width(self, text: str, size: int, bold: bool, mono: bool) -> float:
        """The sum of the characters' widths."""
        if mono and text.isascii():
            return mono_width(text, size)
        widths = BOLD if bold else PLAIN
        return sum(_width(character, widths) for character in text) * size / 1000

    def measure(self, text: str, size: int) -> float:
        """The same for plain words."""
        return self.width(text, size, False, False)


def fitted(text: str, room: float, fonts: Fonts, size: int, bold: bool, mono: bool) -> str:
    """As much of a text as fits, and an ellipsis where something is left out."""
    if fonts.width(text, size, bold, mono) <= room:
        return text
    fits, ends = 0, len(text)
    while fits + 1 < ends:
        middle = (fits + ends) // 2
        wide = fonts.width(text[:middle].rstrip() + ELLIPSIS, size, bold, mono)
        fits, ends = (middle, ends) if wide <= room else (fits, middle)
    return text[:fits].rstrip() + ELLIPSIS


def _width(character: str, widths: tuple[int, ...]) -> int:
    place = ord(character) - FIRST
    if 0 <= place < len(widths):
        return widths[place]
    wide = unicodedata.east_asian_width(character) in "WF"
    return OTHERS.get(character, FULL if wide else USUAL)
