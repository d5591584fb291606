"""Launches whose blocks must all run at the same time, as the kernel syncs its whole grid."""

from __future__ import annotations

from gpuviz.device import find_device, resident_blocks
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, RequestRefused


def check_cooperative(config: LaunchConfig, device_id: str) -> None:
    """Raises RequestRefused where the device cannot hold all blocks of the grid at a time."""
    device = find_device(device_id)
    limit = resident_blocks(device, config.block.size, config.dynamic_shared_bytes)
    if config.blocks <= limit:
        return
    template = (
        "The kernel syncs its whole grid, so all {blocks} blocks must run at the same time, but"
        " {device} holds {limit} blocks of {threads} threads: launch {limit} at most, and let each"
        " thread do more of the work in a loop with the step cuda.gridsize(1)."
    )
    values = {
        "blocks": config.blocks,
        "device": device.name,
        "limit": limit,
        "threads": config.block.size,
    }
    raise RequestRefused(Message("launch.cooperative-too-large", template, values))
