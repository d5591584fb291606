"""What `gpuviz export` was asked to show: size, colours, steps, block and thread, or why not."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuviz.launch import Dim3
from gpuviz.messages import EnglishTemplate, Message, RequestRefused, shortened
from gpuviz.whole_number import read_whole_number

if TYPE_CHECKING:
    from gpuviz.session.settings import ThemeName

SMALLEST_SIDE, LARGEST_SIDE = 200, 8000  # pixels
FASTEST = 60.0  # frames per second
NO_BLOCK: EnglishTemplate = (
    "There is no block ({place}): there are {shape} of them, counted from 0."
)
NO_THREAD: EnglishTemplate = (
    "There is no thread ({place}): there are {shape} of them, counted from 0."
)
MOST_FRAMES = 100_000
MOST_STEPS = 1 << 62


@dataclass(frozen=True, slots=True)
class ShotChoice:
    """The options of `gpuviz export`; None leaves something to the recording."""

    width: int
    height: int
    theme: ThemeName
    step: int | None
    first: int | None
    last: int | None
    frames: int | None
    fps: float | None
    block: tuple[int, int, int] | None
    thread: tuple[int, int, int] | None


def shot_choice(arguments: argparse.Namespace) -> ShotChoice:
    """Reads the options; raises RequestRefused for what cannot be meant."""
    width, height = _size(arguments.size)
    block = _place("--block", arguments.block)
    thread = _place("--thread", arguments.thread)
    if thread is not None and block is None:
        raise RequestRefused(
            Message("export.thread-of-what", "--thread needs --block: whose thread is it?")
        )
    return ShotChoice(
        width,
        height,
        arguments.theme,
        _whole("--step", arguments.step, 0, MOST_STEPS),
        _whole("--from", getattr(arguments, "from"), 0, MOST_STEPS),
        _whole("--to", arguments.to, 0, MOST_STEPS),
        _whole("--frames", arguments.frames, 1, MOST_FRAMES),
        _speed(arguments.fps),
        block,
        thread,
    )


def linear(outside: EnglishTemplate, place: tuple[int, int, int] | None, shape: Dim3) -> int | None:
    """The linear number of a block or thread; raises RequestRefused, with `outside`, where it is
    none of `shape`.
    """
    if place is None:
        return None
    if all(number < end for number, end in zip(place, shape, strict=True)):
        return shape.linear(place)
    values = {"place": ", ".join(map(str, place)), "shape": shape}
    raise RequestRefused(Message("export.no-place", outside, values))


def check_step(step: int | None, steps: int) -> None:
    """Raises RequestRefused for a step that the recording does not have."""
    if step is not None and step > steps:
        template = "There is no step {step}: the recording has {steps}."
        raise RequestRefused(Message("export.no-step", template, {"step": step, "steps": steps}))


def _size(text: str) -> tuple[int, int]:
    sides = [read_whole_number(part) for part in text.lower().split("x")]
    known = [side for side in sides if side is not None and _is_side(side)]
    if len(sides) == len(known) == 2:
        return known[0], known[1]
    template = "size '{text}' is no width and height in pixels: give {low}x{low} to {high}x{high}."
    values = {"text": shortened(text), "low": SMALLEST_SIDE, "high": LARGEST_SIDE}
    raise RequestRefused(Message("export.bad-size", template, values))


def _is_side(pixels: int) -> bool:
    return SMALLEST_SIDE <= pixels <= LARGEST_SIDE


def _whole(option: str, text: str | None, low: int, high: int) -> int | None:
    number = None if text is None else read_whole_number(text)
    if text is None or (number is not None and low <= number <= high):
        return number
    template = "{option} is '{text}': give a whole number from {low}."
    values = {"option": option, "text": shortened(text), "low": low}
    raise RequestRefused(Message("export.bad-number", template, values))


def _speed(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if 0.1 <= speed <= FASTEST:
        return speed
    template = "--fps is '{text}': give 0.1 to {most:g} frames per second."
    raise RequestRefused(
        Message("export.bad-speed", template, {"text": shortened(text), "most": FASTEST})
    )


def _place(option: str, text: str | None) -> tuple[int, int, int] | None:
    if text is None:
        return None
    numbers = [read_whole_number(part) for part in text.strip("()").split(",")]
    known = [number for number in numbers if number is not None and number >= 0]
    if len(numbers) == len(known) <= 3:
        x, y, z = (*known, 0, 0)[:3]
        return x, y, z
    template = "{option} is '{text}': give one to three whole numbers from 0, for example 3 or 1,2."
    raise RequestRefused(
        Message("export.bad-place", template, {"option": option, "text": shortened(text)})
    )
