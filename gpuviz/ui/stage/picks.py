"""What a click on the stage chooses, and what is chosen as far as a launch has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import BlockHit, GridHit, Hit, SiteHit, ThreadHit, WarpHit
from gpuviz.session.selection import Selection

if TYPE_CHECKING:
    from gpuviz.trace import Trace


def pick(selection: Selection, hit: Hit | None, whole_warp: bool) -> None:
    """Choose what was hit; of a thread its whole warp, if that is wanted."""
    if isinstance(hit, GridHit):
        selection.clear()
    elif isinstance(hit, BlockHit):
        selection.select_block(hit.block)
    elif isinstance(hit, WarpHit):
        selection.select_warp(hit.block, hit.warp)
    elif isinstance(hit, ThreadHit) and whole_warp:
        selection.select_warp(hit.block, hit.thread // WARP_SIZE)
    elif isinstance(hit, ThreadHit):
        selection.select_thread(hit.block, hit.thread)
    elif isinstance(hit, SiteHit):
        selection.select_site(hit.site)


def picked(selection: Selection, trace: Trace) -> tuple[int | None, int | None, int | None]:
    """The chosen block, thread and warp."""
    block, thread, warp, config = selection.block, selection.thread, selection.warp, trace.config
    if block is None or block >= config.blocks:
        return None, None, None
    return (
        block,
        thread if thread is not None and thread < config.block.size else None,
        warp if warp is not None and warp < config.warps_per_block else None,
    )
