"""What the launch panel says of a configuration, as rows: what it means, and the limits."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.insight.figures.occupancy import (
    blocks_per_sm_figure,
    occupancy_figure,
    of_resident,
    registers_figure,
    shared_figure,
    threads_figure,
    warps_figure,
    waves_figure,
)
from gpuviz.insight.summary import LaunchMeaning
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import EnglishText
from gpuviz.scene.facts import Fact
from gpuviz.scene.numbers import byte_count, percent, whole
from gpuviz.texts import enumerated, tr

OCCUPANCY_TIP: EnglishText = (
    "Warps that an SM holds at a time, of those that it could hold; whether their threads have"
    " anything to do is another question."
)
MANY_IDLE = 0.1  # of all threads, from which occupancy alone says too much
WRONG = "wrong:"  # begins a link to a wrong element; a bare number is one to a hazard


def meaning_facts(
    meaning: LaunchMeaning, config: LaunchConfig, device: Device, registers_source: str
) -> list[Fact]:
    """The rows under "What it means"."""
    held, one = meaning.occupancy, of_resident(meaning, config, device)
    facts = [
        Fact(
            tr("threads"),
            _threads(meaning),
            tip=tr("Grid × block."),
            figure=threads_figure(config),
        ),
        Fact(tr("warps"), _warps(meaning), figure=warps_figure(config)),
        Fact(
            tr("blocks per SM"),
            _blocks_per_sm(meaning, device),
            tip=tr("How many blocks one SM can hold at a time, and what stops it from more."),
            figure=blocks_per_sm_figure(one, held),
        ),
        Fact(
            tr("occupancy"),
            _occupancy(meaning),
            tip=tr(OCCUPANCY_TIP),
            figure=occupancy_figure(one, held),
        ),
        Fact(
            tr("waves"),
            _waves(meaning, device),
            tip=tr("The last one is the tail."),
            figure=waves_figure(meaning, one),
        ),
        Fact(
            tr("registers"),
            _registers(held.registers_per_thread, device, registers_source),
            tip=_registers_tip(registers_source),
            figure=registers_figure(one, held),
        ),
    ]
    if one.shared:
        words = tr("{size} per block").format(size=byte_count(one.shared))
        row = Fact(tr("shared memory"), words, figure=shared_figure(one, held))
        facts.insert(2, row)
    return facts


def launch_facts(config: LaunchConfig) -> list[Fact]:
    """Grid and block of a launch that has no fields for them: one of a pipeline."""
    return [Fact(tr("grid"), _axes(config.grid)), Fact(tr("block"), _axes(config.block))]


def _axes(sides: Dim3) -> str:
    return f"{whole(sides.x)} · {whole(sides.y)} · {whole(sides.z)}"


def _registers(count: int, device: Device, source: str) -> str:
    if source == "compiled":
        return tr("{n} compiled for {cc}").format(n=count, cc=device.cc)
    if source == "measured":
        return tr("{n} measured").format(n=count)
    return tr("{n} assumed").format(n=count)


def _registers_tip(source: str) -> str:
    """Where the number comes from."""
    tips = {
        "assumed": tr("Only a compiler knows the number: the emulator assumes it."),
        "compiled": tr("NVIDIA's compiler needs so many for this compute capability."),
        "measured": tr("The driver says so of the kernel that ran."),
    }
    return tips[source]


def _threads(meaning: LaunchMeaning) -> str:
    if meaning.idle_threads is None:
        return whole(meaning.threads)
    idle = tr("{n} idle").format(n=whole(meaning.idle_threads))
    return f"{whole(meaning.threads)} · {idle}"


def _occupancy(meaning: LaunchMeaning) -> str:
    """With the share of idle threads where that is considerable: they are resident, too."""
    share, idle = percent(meaning.occupancy.fraction), meaning.idle_threads
    if idle is None or idle < MANY_IDLE * meaning.threads:
        return share
    words = tr("{share} · {idle} of {all} threads idle")
    return words.format(share=share, idle=whole(idle), all=whole(meaning.threads))


def _warps(meaning: LaunchMeaning) -> str:
    parts = [whole(meaning.warps)]
    if meaning.partly_filled_warps:
        parts.append(tr("{n} partly filled").format(n=whole(meaning.partly_filled_warps)))
    if meaning.empty_warps:
        parts.append(tr("{n} idle").format(n=whole(meaning.empty_warps)))
    if meaning.partly_filled_warps == 0 and meaning.empty_warps == 0:
        parts.append(tr("all full"))
    return " · ".join(parts)


def _blocks_per_sm(meaning: LaunchMeaning, device: Device) -> str:
    names = {
        "warps": tr("warps"),
        "blocks": tr("blocks"),
        "registers": tr("registers"),
        "shared": tr("shared memory"),
    }
    limit = enumerated([names[name] for name in meaning.occupancy.limited_by])
    text = tr("{n} of {most} · limit: {limit}")
    held = meaning.occupancy.blocks_per_sm
    return text.format(n=held, most=device.max_blocks_per_sm, limit=limit)


def _waves(meaning: LaunchMeaning, device: Device) -> str:
    text = tr("{n} · {used} of {all} SMs used")
    return text.format(n=whole(meaning.waves), used=meaning.sms_used, all=device.sm_count)


def limit_facts(device: Device) -> list[Fact]:
    """What a launch on this device may ask for at most."""
    by_axis = " × ".join(whole(n) for n in device.max_block_dim)
    return [
        Fact(tr("threads per block"), whole(device.max_threads_per_block)),
        Fact(tr("block x · y · z"), by_axis),
        Fact(tr("grid x"), whole(device.max_grid_dim[0])),
        Fact(tr("grid y · z"), whole(device.max_grid_dim[1])),
        Fact(tr("SMs"), whole(device.sm_count)),
        Fact(tr("memory"), byte_count(device.mem_bytes)),
    ]
