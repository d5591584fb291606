"""Makes pictures of the digits of fonts: digits that were made in another way than by strokes.py.

    python tools/training/font_digits.py tools/training/data/printed.npz FONT.ttf ...

Each font gives ten digits in two sizes: about 19 pixels high in the middle, and about 13 pixels
high elsewhere. Needs Pillow. A file holds pictures [n, 28, 28] as bytes, the digits that they
show, and the fonts' names.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIDE = 28
POINTS = 160  # drawn so large, then made smaller: soft edges
HEIGHTS = ((19, 0), (13, 5))  # pixels of an 8, and how far from the middle
Bytes = NDArray[np.uint8]


def main(out: Path, fonts: list[Path]) -> None:
    """Draws all digits of all fonts and writes them into one file."""
    rng = np.random.default_rng(0)
    pictures, digits, names = [], [], []
    for path in fonts:
        font = ImageFont.truetype(str(path), POINTS)
        for height, away in HEIGHTS:
            for digit in range(10):
                pictures.append(drawn(str(digit), font, height, rng.uniform(-away, away, 2)))
                digits.append(digit)
                names.append(" ".join(map(str, font.getname())))
    np.savez_compressed(out, pictures=pictures, digits=np.array(digits, np.uint8), fonts=names)


def drawn(
    digit: str, font: ImageFont.FreeTypeFont, height: int, shift: NDArray[np.float64]
) -> Bytes:
    """One digit [28, 28], `shift` pixels away from the middle as far as there is room."""
    left, top, right, bottom = font.getbbox(digit)
    large = Image.new("L", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(large).text((-left, -top), digit, fill=255, font=font)
    _, eight_top, _, eight_bottom = font.getbbox("8")
    scale = min(height / (eight_bottom - eight_top), (SIDE - 2) / max(large.size))
    size = [max(1, round(side * scale)) for side in large.size]
    small = large.resize((size[0], size[1]), Image.Resampling.BOX)
    room = [(SIDE - side) // 2 for side in size]
    corner = [int(np.clip(room[i] + round(shift[i]), 0, 2 * room[i])) for i in range(2)]
    picture = Image.new("L", (SIDE, SIDE))
    picture.paste(small, (corner[0], corner[1]))
    return np.asarray(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
