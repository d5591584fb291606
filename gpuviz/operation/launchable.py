"""May an operation be launched, and why not: the one place that says it.

What a device cannot launch, what this machine cannot hold and what a kernel is not written for come
together here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpuviz.device import Device
from gpuviz.launch import LaunchConfig, refusals
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.size import check_size


def launch_refusals(
    info: OperationInfo, size: Sequence[int], config: LaunchConfig | None, device: Device
) -> tuple[Message, ...]:
    """Why a launch is refused, or a pipeline (it has no config); empty when it may run.

    Of what the device cannot launch only the first reason is told, and nothing of a grid that only
    follows from a size that is refused: the size is what has to change.
    """
    if config is None:
        return _refusal(info.check_whole) or _refusal(lambda: check_size(info, size))
    kind = _refusal(info.check_one_launch)
    if kind:
        return kind
    sizes, limits = _refusal(lambda: check_size(info, size)), refusals(config, device)
    if sizes and config.grid == info.grid(size, config.block):
        limits = tuple(message for message in limits if message.values.get("what") != "grid")
    return limits[:1] or (*sizes, *_refusal(lambda: info.check_block(config.block)))


def check_launch(
    info: OperationInfo, size: Sequence[int], config: LaunchConfig | None, device: Device
) -> None:
    """Raises RequestRefused with the first of those reasons."""
    for message in launch_refusals(info, size, config, device):
        raise RequestRefused(message)


def _refusal(check: Callable[[], object]) -> tuple[Message, ...]:
    try:
        check()
    except RequestRefused as refused:
        return (refused.message,)
    return ()
