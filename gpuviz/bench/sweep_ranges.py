"""The sizes and blocks of a sweep, from what somebody typed, and why some cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpuviz.device import Device
from gpuviz.launch import Dim3, parse_dim3
from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.operation import OperationInfo, parse_size

MOST_POINTS = 64
"""Of one sweep: more than a chart shows apart, and doubling reaches the largest size in 41."""

GIB = 1 << 30

Size = tuple[int, ...]


def parse_sizes(info: OperationInfo, text: str) -> tuple[Size, ...]:
    """Reads "1024:65536", "100,200,400" or both: ranges double as long as they reach their end.

    One number stands for all sizes of `info`; shapes are written 64x32x16, and what begins and
    ends a range with the same number stays. Each size is there once. Raises RequestRefused.
    """
    parts = _parts(text, "1024:65536, or 100,200,400")
    sizes = dict.fromkeys(size for part in parts for size in _sizes_of(info, part))
    _check_count(len(sizes))
    return tuple(sizes)


def parse_blocks(text: str) -> tuple[Dim3, ...]:
    """Reads "32,64,128" or "8x8,32x8". Raises RequestRefused; how large a block may be, a device
    knows.
    """
    blocks = dict.fromkeys(
        parse_dim3(part.strip(), "block") for part in _parts(text, "32,64,128 or 8x8,32x8")
    )
    for block in blocks:
        check_positive(block)
    return tuple(blocks)


def check_device_memory(info: OperationInfo, size: Size, device: Device) -> None:
    """Raises RequestRefused where the arrays of this size are more than the device's memory."""
    needed = info.byte_count(size)
    if needed is None or needed <= device.mem_bytes:
        return
    template = (
        "{name} of size {size} needs {needed:.1f} GiB for its arrays, but the {device} has"
        " {memory:.1f} GiB of memory: choose a smaller size."
    )
    values = {
        "name": info.name,
        "size": size_text(size),
        "needed": needed / GIB,
        "device": device.name,
        "memory": device.mem_bytes / GIB,
    }
    raise RequestRefused(Message("sweep.beyond-device-memory", template, values))


def check_positive(block: Dim3) -> None:
    """Raises RequestRefused for a block without threads."""
    if min(block) < 1:
        template = "A block of {block} has no threads: give 1 or more along each axis."
        raise RequestRefused(Message("sweep.empty-block", template, {"block": size_text(block)}))


def size_text(size: Sequence[int]) -> str:
    """1024, or 64x32x16, as it is typed."""
    return "x".join(map(str, size))


def names_text(size_names: Sequence[str], sizes: Sequence[Size]) -> str:
    """What stands above sizes: "n", "m = n = k" where one number stands for all, or "m × n × k"."""
    return (" = " if all(len(set(size)) == 1 for size in sizes) else " × ").join(size_names)


def shape_of(block: Dim3) -> tuple[int, ...]:
    """A block without the axes behind that have one thread: (256, 1, 1) as (256,)."""
    used = max((axis for axis, side in enumerate(block) if side > 1), default=0)
    return tuple(block)[: used + 1]


def _parts(text: str, example: str) -> list[str]:
    parts = text.split(",")
    if not text.strip():
        template = "There is nothing to sweep over: give for example {example}."
        raise RequestRefused(Message("sweep.empty", template, {"example": example}))
    _check_count(len(parts))
    return parts


def _check_count(points: int) -> None:
    if points > MOST_POINTS:
        template = "A sweep has at most {most} points, and these are {points}: leave some out."
        values = {"most": MOST_POINTS, "points": points}
        raise RequestRefused(Message("sweep.too-many", template, values))


def _sizes_of(info: OperationInfo, text: str) -> Iterator[Size]:
    if ":" not in text:
        yield parse_size(info, text)
        return
    first, _, last = text.partition(":")
    if not first.strip() or not last.strip() or ":" in last:
        template = "'{text}' is no range: write its first and last size as 1024:65536."
        raise RequestRefused(Message("sweep.not-a-range", template, {"text": shortened(text)}))
    yield from _doubled(text, parse_size(info, first), parse_size(info, last))


def _doubled(text: str, size: Size, last: Size) -> Iterator[Size]:
    if any(begin > end for begin, end in zip(size, last, strict=True)):
        template = "The range {text} ends below its beginning: write it as {repair}."
        repair = f"{size_text(last)}:{size_text(size)}"
        if len(set(size)) == len(set(last)) == 1:
            repair = f"{last[0]}:{size[0]}"
        values = {"text": shortened(text.strip()), "repair": repair}
        raise RequestRefused(Message("sweep.reversed", template, values))
    grows = [begin < end for begin, end in zip(size, last, strict=True)]
    while all(n <= end for n, end in zip(size, last, strict=True)):
        yield size
        if not any(grows):
            return
        size = tuple(2 * n if more else n for n, more in zip(size, grows, strict=True))
