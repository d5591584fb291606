"""Goes to a place of the launch: chooses it, and shows its moment."""

from __future__ import annotations

from gpuviz.insight.destination import Destination
from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection


def travel(playback: Playback, selection: Selection, to: Destination) -> None:
    """Choose what the destination names, and show its moment where it has one."""
    moment = to.moment
    if to.line is not None:
        moment = next_moment_of_line(playback, selection, to.line)
    if moment is not None:
        playback.pause()
        playback.seek_step(moment)
    if to.array is not None:
        selection.select_element(
            ElementChoice(to.array, to.element, to.block if to.shared else None)
        )
    elif to.block is not None and to.thread is not None:
        selection.select_thread(to.block, to.thread)
    elif to.block is not None and to.warp is not None:
        selection.select_warp(to.block, to.warp)
    elif to.block is not None:
        selection.select_block(to.block)


def next_moment_of_line(playback: Playback, selection: Selection, line: int) -> int | None:
    """The next moment at which a line is executed, from the start where there is none later."""
    if playback.finder is None:
        return None
    moments = playback.finder.of_lines([line])
    row = moments.after(playback.moment)
    if row is None and len(moments):
        row = 0
    return None if row is None else int(moments.moment[row])
