"""Grid and block of a launch, how threads are numbered in them, and why CUDA refuses some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple

from gpuviz.messages import Message, RequestRefused, shortened
from gpuviz.whole_number import read_whole_number

if TYPE_CHECKING:
    from gpuviz.device import Device

WARP_SIZE = 32  # lanes; the same on every NVIDIA GPU (CUDA C++ Programming Guide 13.0, table 27)


class Dim3(NamedTuple):
    """CUDA's dim3: x runs fastest."""

    x: int
    y: int = 1
    z: int = 1

    @property
    def size(self) -> int:
        """Threads in a block of this shape, or blocks in a grid of this shape."""
        return self.x * self.y * self.z

    def linear(self, index: Sequence[int]) -> int:
        """The linear number of (x, y, z) in this shape, x fastest."""
        x, y, z = index
        return x + y * self.x + z * self.x * self.y

    def index(self, linear: int) -> Dim3:  # type: ignore[override]
        """The (x, y, z) of a linear number in this shape; the inverse of `linear`.

        It takes the place of tuple's `index`, which looks for a value: nobody looks for one here.
        """
        return Dim3(linear % self.x, linear // self.x % self.y, linear // (self.x * self.y))

    def __str__(self) -> str:
        return f"({self.x}, {self.y}, {self.z})"


@dataclass(frozen=True, slots=True)
class LaunchConfig:
    """What stands between the brackets of `kernel[grid, block]`."""

    grid: Dim3
    block: Dim3
    dynamic_shared_bytes: int = 0

    @property
    def blocks(self) -> int:
        """Blocks of the grid."""
        return self.grid.size

    @property
    def threads(self) -> int:
        """Threads of all blocks together."""
        return self.grid.size * self.block.size

    @property
    def warps_per_block(self) -> int:
        """A warp never spans blocks: the last one may be partly filled."""
        return ceil_divide(self.block.size, WARP_SIZE)

    @property
    def warps(self) -> int:
        """Warps of all blocks together."""
        return self.blocks * self.warps_per_block


def ceil_divide(number: int, divisor: int) -> int:
    """The quotient rounded up; exact for whole numbers of any size, as a float's would not be."""
    return -(-number // divisor)


def covering_grid(threads_needed: Sequence[int], block: Dim3) -> Dim3:
    """The smallest grid whose threads cover `threads_needed` along x, y, z (ceiling division)."""
    needed = (*threads_needed, 1, 1)[:3]
    return Dim3(*(ceil_divide(n, b) for n, b in zip(needed, block, strict=True)))


def parse_dim3(text: str, what: str) -> Dim3:
    """Reads "256", "16,16" or "8,8,4"; `what` names the shape in the sentence of a refusal.

    Raises RequestRefused for anything that is not one to three whole numbers.
    """
    found = [read_whole_number(part) for part in text.replace("x", ",").split(",")]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found) or not 1 <= len(numbers) <= 3:
        raise RequestRefused(
            Message(
                "launch.not-a-shape",
                "{what} '{text}' is not a shape: give one to three whole numbers separated"
                " by commas, for example 256 or 16,16.",
                {"what": what, "text": shortened(text)},
            )
        )
    return Dim3(*numbers)


def refusals(config: LaunchConfig, device: Device) -> tuple[Message, ...]:
    """Why `device` cannot launch `config`: one Message for each broken limit, empty when it can."""
    found = [
        message
        for what, shape, limits in (
            ("grid", config.grid, device.max_grid_dim),
            ("block", config.block, device.max_block_dim),
        )
        for axis, value, limit in zip("xyz", shape, limits, strict=True)
        for message in _axis_refusals(what, axis, value, limit)
    ]
    if _counts(config.block) and config.block.size > device.max_threads_per_block:
        found.insert(0, _too_many_threads(config, device))
    if config.dynamic_shared_bytes > device.shared_per_block_optin:
        found.append(_too_much_shared(config, device))
    return tuple(found)


def check_launch(config: LaunchConfig, device: Device) -> None:
    """Raises RequestRefused with the first reason why `device` cannot launch `config`."""
    for message in refusals(config, device):
        raise RequestRefused(message)


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _counts(shape: Dim3) -> bool:
    return all(_is_whole(n) and n > 0 for n in shape)


def _axis_refusals(what: str, axis: str, value: int, limit: int) -> list[Message]:
    values = {"what": what, "axis": axis, "value": value, "limit": limit}
    if not _is_whole(value):
        template = "{what}.{axis} is {value}, which is not a whole number: give 1 to {limit}."
        return [Message("launch.not-whole", template, values)]
    if value < 1:
        template = (
            "{what}.{axis} is {value}, but a launch needs at least 1 along each axis:"
            " give 1 to {limit}."
        )
        return [Message("launch.below-one", template, values)]
    if value > limit:
        return [_axis_too_large(values, what)]
    return []


def _axis_too_large(values: dict[str, object], what: str) -> Message:
    head = "{what}.{axis} is {value}, more than the limit of {limit}: "
    template = head + "use larger blocks, or let each thread do more."
    if what == "block":
        template = head + "use a smaller block."
    return Message("launch.axis-too-large", template, values)


def _too_much_shared(config: LaunchConfig, device: Device) -> Message:
    return Message(
        "launch.too-much-shared",
        "{bytes} bytes of dynamic shared memory are more than the {limit} a block of the {device}"
        " may use: ask for less, or use a smaller tile.",
        {
            "bytes": config.dynamic_shared_bytes,
            "limit": device.shared_per_block_optin,
            "device": device.name,
        },
    )


def _too_many_threads(config: LaunchConfig, device: Device) -> Message:
    threads, limit = config.block.size, device.max_threads_per_block
    blocks = config.blocks if _counts(config.grid) else 1
    return Message(
        "launch.too-many-threads",
        "A block of {threads} threads is more than the {limit} that one SM of the {device} can"
        " hold as a block: keep the block at {limit} or fewer and use more blocks, for example a"
        " grid of {grid} with a block of {block}.",
        {
            "threads": threads,
            "limit": limit,
            "device": device.name,
            "grid": ceil_divide(threads * blocks, 256),
            "block": 256,
        },
    )
