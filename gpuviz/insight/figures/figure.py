"""What is told of one figure beside its name and its value."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.messages import EnglishTemplate, Message, word


@dataclass(frozen=True, slots=True)
class Figure:
    """`formula` has the numbers of this launch in it, `change` says what would make another figure.

    `can_be_tried`: registers, shared memory and block move it, so that the model can say how far.
    """

    formula: Message
    change: Message
    can_be_tried: bool = False


def counted(number: int, one: EnglishTemplate, many: EnglishTemplate) -> Message:
    """ "1 block" or "{n} blocks"."""
    return word(one) if number == 1 else word(many, n=number)


def blocks(number: int) -> Message:
    """ "4 blocks"."""
    return counted(number, "1 block", "{n} blocks")


def warps(number: int) -> Message:
    """ "8 warps"."""
    return counted(number, "1 warp", "{n} warps")


def threads(number: int) -> Message:
    """ "256 threads"."""
    return counted(number, "1 thread", "{n} threads")


def requests(number: int) -> Message:
    """ "32 requests"."""
    return counted(number, "1 request", "{n} requests")


def sectors(number: int) -> Message:
    """ "125 sectors"."""
    return counted(number, "1 sector", "{n} sectors")


def wavefronts(number: int) -> Message:
    """ "32 wavefronts"."""
    return counted(number, "1 wavefront", "{n} wavefronts")


def steps(number: int) -> Message:
    """ "57 steps"."""
    return counted(number, "1 step", "{n} steps")


def operations(number: int) -> Message:
    """ "4 096 floating-point operations"."""
    return counted(number, "1 floating-point operation", "{n} floating-point operations")


def times(number: int) -> Message:
    """ "once" or "3 times"."""
    return counted(number, "once", "{n} times")
