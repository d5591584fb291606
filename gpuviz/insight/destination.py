"""A place in a launch that can be gone to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Destination:
    """What to choose and the moment to show; None leaves what is.

    `warp` and `thread` count within `block`; `array` is a row in Trace.arrays and `element` its
    flat element, of the shared array of `block` where `shared`. `line` is the next execution of
    that line of the source.
    """

    block: int | None = None
    warp: int | None = None
    thread: int | None = None
    array: int | None = None
    element: int = 0
    shared: bool = False
    line: int | None = None
    moment: int | None = None
