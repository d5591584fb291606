"""Choosing threads and blocks without a mouse."""

from __future__ import annotations

from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection


def move_thread(playback: Playback, selection: Selection, count: int) -> None:
    """Choose the thread so many further on, across blocks; the first one where none is chosen."""
    if playback.trace is None:
        return
    config = playback.trace.config
    size = config.block.size
    if selection.block is None or selection.thread is None:
        selection.select_thread(selection.block or 0, 0)
        return
    wanted = selection.block * size + selection.thread + count
    selection.select_thread(*divmod(min(max(wanted, 0), config.threads - 1), size))


def move_block(playback: Playback, selection: Selection, count: int) -> None:
    """Choose the block so many further on, with the same thread of it, if one is chosen."""
    if playback.trace is None:
        return
    if selection.block is None:
        selection.select_block(0)
        return
    block = min(max(selection.block + count, 0), playback.trace.config.blocks - 1)
    if selection.thread is None:
        selection.select_block(block)
    else:
        selection.select_thread(block, selection.thread)


def choose_playing(playback: Playback, selection: Selection) -> None:
    """Choose the first thread that takes part in the step that is played."""
    if playback.trace is None or playback.order is None:
        return
    from gpuviz.insight.stage_warp import playing_warp

    playing = playing_warp(playback.trace, playback.order, playback.instant)
    if playing is not None:
        selection.select_thread(playing.block, playing.thread)
