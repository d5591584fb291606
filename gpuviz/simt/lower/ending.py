"""How a thread ends the launch: thread, block and line, and what went wrong there."""

from __future__ import annotations

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.cohort import Mask
from gpuviz.simt.frame import Frame

RAISED = "thread {thread} of block {block} ended the launch in line {line} with {kind}{words}."


def ending(frame: Frame, mask: Mask, message: Message, place: SourcePlace) -> KernelFailed:
    """The failure of the first of some lanes; it adds thread, block and line to the message."""
    block, thread = frame.context.cohort.first_thread(mask.lanes)
    at = {"thread": str(thread), "block": str(block), "line": place.line}
    return KernelFailed(Message(message.code, message.template, {**at, **message.values}), place)
