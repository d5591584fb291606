"""Pictures of the stage as files, and the frames of a film."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImage, QImageWriter, QPixmap

from gpuviz.insight.order import Instant
from gpuviz.messages import Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.scene.scene import Scene
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.stage.camera import Camera
from gpuviz.scene.theme import Theme
from gpuviz.ui.export.films import Film, Frame
from gpuviz.ui.stage.picture import drawing_on, image_on, pixels_on

PNG, SVG = ".png", ".svg"


@dataclass(frozen=True, slots=True)
class Shot:
    """From where pictures are taken, and on what they are painted."""

    camera: Camera
    sheet: Sheet

    def frame(self, instant: Instant) -> Frame:
        """One picture of a film."""
        return pixels_on(self.sheet, self.camera.scene(instant))

    def samples(self, instants: Sequence[Instant]) -> tuple[Frame, ...]:
        """Some pictures that together have all colours."""
        return tuple(self.frame(instants[row]) for row in sample_rows(len(instants)))


def save_picture(path: Path, sheet: Sheet, scene: Scene) -> None:
    """Saves a scene as PNG or, by the suffix, as SVG.

    Raises RequestRefused where it cannot be written.
    """
    drawn = path.suffix == SVG
    data = drawing_on(sheet, scene, path.stem) if drawn else png_bytes(image_on(sheet, scene))
    with whole_file(path) as part:
        part.write_bytes(data)


def save_image(path: Path, image: QImage | QPixmap) -> None:
    """Saves an image in the format that its suffix names.

    Raises RequestRefused where it cannot be written, and for a format that Qt does not write.
    """
    with whole_file(path) as part:
        if not image.save(str(part)):
            template = "{path} could not be saved: name it .png, and look whether there is room."
            raise RequestRefused(Message("export.no-image", template, {"path": str(path)}))


def png_bytes(image: QImage) -> bytes:
    """An image as a PNG file."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(buffer.data().data())


def film_of(
    shot: Shot, instants: Sequence[Instant], fps: float, made: Callable[[int], object]
) -> Film:
    """A film of these instants; `made` hears how many frames there are after each."""

    def frames() -> Iterator[Frame]:
        for number, instant in enumerate(instants, 1):
            yield shot.frame(instant)
            made(number)

    colours = colours_of(shot.sheet.theme)
    return Film(frames(), len(instants), fps, shot.samples(instants), colours)


def sample_rows(count: int) -> tuple[int, ...]:
    """Which of so many pictures have all colours between them: first, middle and last."""
    return tuple(sorted({0, count // 2, count - 1}))


def colours_of(theme: Theme) -> Frame:
    """[n, 3] all that have a meaning."""
    values = [getattr(theme, field.name) for field in fields(theme) if field.name != "name"]
    tokens = [token for value in values for token in ([value] if isinstance(value, str) else value)]
    return np.array([list(bytes.fromhex(token[1:])) for token in tokens], np.uint8)
