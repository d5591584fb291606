"""Films as files: an animated GIF by Pillow, an MP4 by the ffmpeg that imageio brings along.

Both are in the extra `video` and imported on use. Frames are [height, width, 3] uint8.
"""

from __future__ import annotations

import errno
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpuviz.extras import install_command, is_bundle
from gpuviz.messages import Message, RequestRefused
from gpuviz.process_tree.console import without_console

if TYPE_CHECKING:
    from PIL.Image import Image

Frame = NDArray[np.uint8]
GIF_COLOURS = 256
KEPT_COLOURS = 128
HOLD_MS = 1500  # that a GIF stays on its last frame before it begins anew
GIF_TICK_MS = 10  # a GIF counts in hundredths of a second
QUALITY = 18  # of H.264, 0 to 51: from here on the eye sees no difference
FULL_DISK = "No space left on device"  # ffmpeg's words


@dataclass(frozen=True, slots=True)
class Film:
    """What is written: so many frames one after another, made when they are asked for.

    A GIF has 256 colours: those of `colours` ([n, 3]), the others chosen from `samples`, which are
    some of the frames.
    """

    frames: Iterable[Frame]
    count: int
    fps: float
    samples: Sequence[Frame]
    colours: Frame
    quality: int | None = None  # of H.264; None: QUALITY


@dataclass(frozen=True, slots=True)
class FilmFormat:
    """How one kind of file is written, and how many frames it has unless more are asked for."""

    suffix: str
    most_frames: int
    check: Callable[[], None]
    """Raises RequestRefused where the extra is not installed."""
    write: Callable[[Path, Film], None]
    """Raises OSError where the file cannot be written."""


def write_gif(path: Path, film: Film) -> None:
    """An animated GIF that begins anew after its last frame; one palette for all frames."""
    palette = _palette(film)
    images = (_reduced(frame, palette) for frame in film.frames)
    tick = max(round(1000 / film.fps / GIF_TICK_MS) * GIF_TICK_MS, 2 * GIF_TICK_MS)
    durations = [tick] * (film.count - 1) + [max(tick, HOLD_MS)]
    next(images).save(
        path, save_all=True, append_images=images, duration=durations, loop=0, optimize=False
    )


def write_mp4(path: Path, film: Film) -> None:
    """H.264 in the form that every browser and player shows; width and height have to be even."""
    frames: Iterator[Frame] = iter(film.frames)
    first = next(frames)
    with tempfile.TemporaryFile() as words:
        process = _start_ffmpeg(path, first, film, words)
        try:
            _feed(process, first, frames)
            if process.wait() != 0:
                raise _complaint(words)
        finally:
            process.kill()
            process.wait()


def check_gif() -> None:
    """Raises RequestRefused without Pillow."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise RequestRefused(_missing("GIF")) from None


def check_mp4() -> None:
    """Raises RequestRefused without imageio's ffmpeg."""
    try:
        _ffmpeg()
    except (ImportError, RuntimeError):  # RuntimeError: no ffmpeg for this system in the wheel
        raise RequestRefused(_missing("MP4")) from None


def _missing(kind: str) -> Message:
    if is_bundle():
        template = (
            "A film as {kind} needs the program ffmpeg, which is not installed: install it from"
            " ffmpeg.org, or save the film as GIF."
        )
        return Message("export.no-ffmpeg", template, {"kind": kind})
    template = "A film as {kind} needs packages that are not installed: {command} brings them."
    values = {"kind": kind, "command": install_command("video")}
    return Message("export.no-extra", template, values)


def _palette(film: Film) -> Image:
    """The film's own colours and those of most pixels as they are, others spread."""
    from PIL import Image

    frequent = _by_frequency(film.samples)
    kept = np.concatenate([film.colours, frequent])[:KEPT_COLOURS]
    spread = Image.fromarray(frequent[None]).quantize(GIF_COLOURS - KEPT_COLOURS)
    image = Image.new("P", (1, 1))
    image.putpalette([*kept.ravel().tolist(), *(spread.getpalette() or ())])
    return image


def _by_frequency(samples: Sequence[Frame]) -> Frame:
    """[n, 3] the colours of some frames, those of most pixels first."""
    together = np.concatenate([sample.reshape(-1, 3) for sample in samples]).astype(np.uint32)
    codes = together[:, 0] << 16 | together[:, 1] << 8 | together[:, 2]
    found, count = np.unique(codes, return_counts=True)
    found = found[np.argsort(-count)]
    return np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1).astype(np.uint8)


def _reduced(frame: Frame, palette: Image) -> Image:
    from PIL import Image

    return Image.fromarray(frame).quantize(palette=palette, dither=Image.Dither.NONE)


def _ffmpeg() -> str:
    import imageio_ffmpeg

    path: str = imageio_ffmpeg.get_ffmpeg_exe()
    return path


def _start_ffmpeg(
    path: Path, frame: Frame, film: Film, words: IO[bytes]
) -> subprocess.Popen[bytes]:
    height, width, _ = frame.shape
    given = [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-s",
        f"{width}x{height}",
        "-r",
        f"{film.fps:.3f}",
    ]
    quality = QUALITY if film.quality is None else film.quality
    wanted = [
        "-c:v",
        "libx264",
        "-pix_fmt",
        "yuv420p",
        "-crf",
        f"{quality}",
        "-movflags",
        "+faststart",
    ]
    command = [_ffmpeg(), "-v", "error", "-y", *given, "-i", "-", *wanted, "-f", "mp4", str(path)]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=words,
        stderr=words,
        creationflags=without_console(),
    )


def _feed(process: subprocess.Popen[bytes], first: Frame, others: Iterator[Frame]) -> None:
    """Hand over all frames; ffmpeg that ends early says why in its own words."""
    if process.stdin is None:
        return
    try:
        with process.stdin as stream:
            stream.write(first.tobytes())
            for frame in others:
                stream.write(frame.tobytes())
    except OSError:  # a broken pipe: its exit code tells
        return


def _complaint(words: IO[bytes]) -> OSError:
    words.seek(0)
    lines = words.read().decode("utf-8", "replace").strip().splitlines()
    if any(FULL_DISK in line for line in lines):
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return OSError(lines[-1] if lines else "ffmpeg ended without a word")


FILM_FORMATS = {
    "gif": FilmFormat(".gif", 200, check_gif, write_gif),
    "mp4": FilmFormat(".mp4", 600, check_mp4, write_mp4),
}
