"""The figures of a configuration: threads, warps, blocks on an SM, occupancy, waves, registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpuviz.device import LIMITS, Device, Occupancy, occupancy, occupancy_limits
from gpuviz.insight.figures.figure import Figure, blocks, counted, threads, times, warps
from gpuviz.insight.summary import LaunchMeaning
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.messages import EnglishTemplate, Message, both, listed, word
from gpuviz.units import byte_count, percent

SMALLER_BLOCK: Message = Message(
    "figure.change-limit", "A block that needs less of what limits it would let more of them in."
)


@dataclass(frozen=True, slots=True)
class Resident:
    """What decides how many blocks of a launch an SM of a device holds at a time."""

    device: Device
    config: LaunchConfig
    registers: int  # of a thread
    static_shared: int  # bytes of a block

    @property
    def shared(self) -> int:
        """Bytes of a block, static and dynamic together."""
        return self.static_shared + self.config.dynamic_shared_bytes

    @property
    def limits(self) -> Mapping[str, int]:
        """Blocks that each limit allows."""
        return occupancy_limits(
            self.device,
            self.config.block.size,
            self.registers,
            self.static_shared,
            self.config.dynamic_shared_bytes,
        )

    def with_registers(self, registers: int) -> Occupancy:
        """With so many registers for a thread."""
        return occupancy(
            self.device,
            self.config.block.size,
            registers,
            self.static_shared,
            self.config.dynamic_shared_bytes,
        )


def of_resident(meaning: LaunchMeaning, config: LaunchConfig, device: Device) -> Resident:
    """That of a launch whose meaning is known."""
    return Resident(device, config, meaning.occupancy.registers_per_thread, meaning.shared_bytes)


def _figure(
    name: str,
    formula: EnglishTemplate,
    change: Message,
    *,
    can_be_tried: bool = False,
    **values: object,
) -> Figure:
    return Figure(Message(f"figure.{name}", formula, values), change, can_be_tried)


def threads_figure(config: LaunchConfig) -> Figure:
    """All threads of a launch."""
    return _figure(
        "threads",
        "{blocks} × {each} of a block = {threads}.",
        Message(
            "figure.threads-change",
            "The size and the block: the grid has as many blocks as it takes to cover the size.",
        ),
        blocks=blocks(config.blocks),
        each=threads(config.block.size),
        threads=config.threads,
    )


def warps_figure(config: LaunchConfig) -> Figure:
    """All warps of a launch."""
    return _figure(
        "warps",
        "{threads} of a block / {size}, rounded up = {each}; × {blocks} = {warps}.",
        Message(
            "figure.warps-change",
            "The block: one whose threads are a multiple of {size} has full warps only.",
            {"size": WARP_SIZE},
        ),
        threads=threads(config.block.size),
        size=WARP_SIZE,
        each=warps(config.warps_per_block),
        blocks=blocks(config.blocks),
        warps=config.warps,
    )


def blocks_per_sm_figure(one: Resident, held: Occupancy) -> Figure:
    """How many blocks an SM holds: the fewest that a limit allows."""
    allowed = [
        word("{limit}: {blocks}", limit=LIMITS[name], blocks=most)
        for name, most in one.limits.items()
    ]
    return _figure(
        "blocks-per-sm",
        "Each limit of an SM of the {device} allows so many blocks: {allowed}. The smallest of"
        " these numbers is {blocks}.",
        _limit_change(one, held),
        can_be_tried=True,
        device=one.device.name,
        allowed=listed(allowed),
        blocks=held.blocks_per_sm,
    )


def occupancy_figure(one: Resident, held: Occupancy) -> Figure:
    """Warps that an SM holds, of those that it could hold; and what one more register would do."""
    return _figure(
        "occupancy",
        "{blocks} on an SM × {each} of a block = {active} of {most} warps that an SM of the"
        " {device} can hold: {share}. Limited by {limits}.",
        one_more_register(one, held),
        can_be_tried=True,
        blocks=blocks(held.blocks_per_sm),
        each=warps(one.config.warps_per_block),
        active=held.active_warps,
        most=held.max_warps,
        device=one.device.name,
        share=percent(held.fraction),
        limits=both([LIMITS[name] for name in held.limited_by]),
    )


def one_more_register(one: Resident, held: Occupancy) -> Message:
    """What one more register for each thread would do, and how many it takes to lose blocks."""
    more, most = one.registers + 1, one.device.max_registers_per_thread
    if one.registers >= most:
        template = "A thread of the {device} cannot have more than its {most} registers."
        return Message("figure.most-registers", template, {"device": one.device.name, "most": most})
    then = one.with_registers(more)
    values: dict[str, object] = {
        "more": more,
        "now": one.registers,
        "before": percent(held.fraction),
        "after": percent(then.fraction),
    }
    if then.blocks_per_sm < held.blocks_per_sm:
        template = (
            "One more register for each thread, {more} instead of {now}, would lower it from"
            " {before} to {after}."
        )
        return Message("figure.register-lowers", template, values)
    worse = next(
        (n for n in range(more, most + 1) if one.with_registers(n).blocks_per_sm
         < held.blocks_per_sm),
        None,
    )  # fmt: skip
    if worse is None:
        template = "One more register for each thread, {more} instead of {now}, changes nothing."
        return Message("figure.register-never", template, values)
    lowered = one.with_registers(worse)
    template = (
        "One more register for each thread, {more} instead of {now}, changes nothing; from {worse}"
        " on it would be {after} or less."
    )
    values |= {"worse": worse, "after": percent(lowered.fraction)}
    return Message("figure.register-later", template, values)


def waves_figure(meaning: LaunchMeaning, one: Resident) -> Figure:
    """How often the device is filled with blocks until all have run."""
    each = max(1, meaning.occupancy.blocks_per_sm)
    at_once = each * one.device.sm_count
    full, left = divmod(one.config.blocks, at_once)
    template = (
        "{each} on an SM × {sms} SMs = {at_once} at a time; {blocks} fill that {full}, and {left}"
        " more are a last wave: {waves}."
    )
    if full == 0:
        template = (
            "{each} on an SM × {sms} SMs = {at_once} at a time, and the launch has {blocks}:"
            " {waves}."
        )
    if left == 0:
        template = (
            "{each} on an SM × {sms} SMs = {at_once} at a time; {blocks} fill that {full}: {waves}."
        )
    values = {
        "each": blocks(each),
        "sms": one.device.sm_count,
        "at_once": at_once,
        "blocks": blocks(one.config.blocks),
        "full": times(full),
        "left": left,
        "waves": counted(meaning.waves, "1 wave", "{n} waves"),
    }
    change = Message(
        "figure.waves-change",
        "The number of blocks, and how many an SM holds. In a last wave that is not full, SMs wait"
        " for others.",
    )
    return Figure(Message("figure.waves", template, values), change, can_be_tried=True)


def registers_figure(one: Resident, held: Occupancy) -> Figure:
    """What the registers of the threads take of those of an SM."""
    return _figure(
        "registers",
        "{each} for each thread × {threads} of a block × {blocks} = {taken} of {most} registers of"
        " an SM; a warp gets them in portions of {portion}.",
        one_more_register(one, held),
        can_be_tried=True,
        each=one.registers,
        threads=threads(one.config.block.size),
        blocks=blocks(held.blocks_per_sm),
        taken=one.registers * one.config.block.size * held.blocks_per_sm,
        most=one.device.registers_per_sm,
        portion=one.device.reg_alloc_granularity,
    )


def shared_figure(one: Resident, held: Occupancy) -> Figure:
    """What the shared memory of the blocks takes of that of an SM."""
    return _figure(
        "shared-memory",
        "{each} of a block × {blocks} on an SM = {taken} of {most} that an SM of the {device} has"
        " as shared memory.",
        _limit_change(one, held),
        can_be_tried=True,
        each=byte_count(one.shared),
        blocks=blocks(held.blocks_per_sm),
        taken=byte_count(one.shared * held.blocks_per_sm),
        most=byte_count(one.device.shared_per_sm),
        device=one.device.name,
    )


def _limit_change(one: Resident, held: Occupancy) -> Message:
    """What would let one more block in: less of what limits it, where nothing else does."""
    limits = held.limited_by
    if limits == ("shared",):
        asked = one.device.shared_per_sm // (held.blocks_per_sm + 1)
        room = asked - asked % one.device.shared_alloc_granularity
        room -= one.device.shared_reserved_per_block
        if room > 0:
            template = (
                "Shared memory alone limits it: with {room} or less of a block, instead of {now},"
                " one more block would fit."
            )
            shared = {"room": byte_count(room), "now": byte_count(one.shared)}
            return Message("figure.change-shared", template, shared)
    if limits == ("registers",):
        fewer = next(
            (n for n in range(one.registers - 1, 0, -1)
             if one.with_registers(n).blocks_per_sm > held.blocks_per_sm),
            None,
        )  # fmt: skip
        if fewer is not None:
            template = (
                "Registers alone limit it: with {fewer} for each thread, instead of {now}, more"
                " blocks would fit."
            )
            registers = {"fewer": fewer, "now": one.registers}
            return Message("figure.change-registers", template, registers)
    if limits == ("blocks",):
        template = (
            "An SM of the {device} holds {most} blocks at most, however small: larger blocks would"
            " fill it."
        )
        values = {"device": one.device.name, "most": one.device.max_blocks_per_sm}
        return Message("figure.change-blocks", template, values)
    if limits == ("warps",):
        template = "Its places for warps limit it: only a smaller block would let more blocks in."
        return Message("figure.change-warps", template)
    return SMALLER_BLOCK
