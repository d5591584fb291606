"""What the launch panel says, as rows and notes: meaning, memory traffic, checks."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.engines.request import Result
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.insight.summary import LaunchMeaning
from gpuviz.insight.traffic import SiteTraffic
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.model.words import limiter_words
from gpuviz.scene.checks.words import BAD, OPEN, broke_off, equals_numpy, nothing_found
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import byte_count, figures, percent, whole
from gpuviz.texts import enumerated, rich, say, say_rich, tr
from gpuviz.trace import Hazard, Trace
from gpuviz.trace.source import SPACES

WRONG = "wrong:"  # begins a link to a wrong element; a bare number is one to a hazard
LONGEST_ELEMENT = 7  # letters


def meaning_facts(meaning: LaunchMeaning, device: Device, registers_source: str) -> list[Fact]:
    """The rows under "What it means"."""
    held = meaning.occupancy
    facts = [
        Fact(tr("threads"), _threads(meaning), tip=tr("Grid × block.")),
        Fact(tr("warps"), _warps(meaning)),
        Fact(
            tr("blocks per SM"),
            _blocks_per_sm(meaning, device),
            tip=tr("How many blocks one SM can hold at a time, and what stops it from more."),
        ),
        Fact(tr("occupancy"), percent(held.fraction)),
        Fact(tr("waves"), _waves(meaning, device), tip=tr("The last one is the tail.")),
        Fact(
            tr("registers"),
            _registers(held.registers_per_thread, device, registers_source),
            tip=_registers_tip(registers_source),
        ),
    ]
    if meaning.shared_bytes:
        words = tr("{size} per block").format(size=byte_count(meaning.shared_bytes))
        facts.insert(2, Fact(tr("shared memory"), words))
    return facts


def launch_facts(config: LaunchConfig) -> list[Fact]:
    """Grid and block of a launch that has no fields for them: one of a pipeline."""
    return [Fact(tr("grid"), _axes(config.grid)), Fact(tr("block"), _axes(config.block))]


def _axes(sides: Dim3) -> str:
    return f"{whole(sides.x)} · {whole(sides.y)} · {whole(sides.z)}"


def limiter_facts(trace: Trace | None, device: Device) -> list[Fact]:
    """What limits a launch as the model sees it; no row where there is no prediction of it."""
    prediction = trace.prediction if trace else None
    if prediction is None or prediction.device_id != device.id:
        return []
    value, tip = limiter_name(prediction.limiter), say(limiter_words(prediction, device))
    return [Fact(tr("limit, modelled"), value, tip=tip)]


def traffic_facts(traffic: tuple[SiteTraffic, ...]) -> list[Fact]:
    """A row for each site that moved something."""
    return [_traffic_fact(site) for site in traffic]


def check_notes(shown: ShownLaunch) -> list[Note]:
    """What was compared and looked for, and what was found."""
    return [*result_notes(shown.result), *hazard_notes(shown.trace)]


def hazard_notes(trace: Trace) -> list[Note]:
    """Whether the launch broke off, the hazards that were found, and kinds without any."""
    failure = [] if trace.failure is None else [Note(broke_off(), "hazard")]
    found = [
        Note(f"{BAD} {_hazard_words(hazard)}", "hazard", str(row), tr("show"))
        for row, hazard in enumerate(trace.hazards)
    ]
    kinds = {hazard.kind for hazard in trace.hazards}
    clean = [
        Note(nothing_found(kind), "good")
        for kind in trace.hazard_kinds_checked
        if kind not in kinds
    ]
    return [*failure, *found, *clean]


def _hazard_words(hazard: Hazard) -> str:
    """A hazard in a few words; the sentence stands in the notes."""
    kinds = {
        "out-of-bounds": tr("out of bounds"),
        "race": tr("race"),
        "uninitialized": tr("uninitialised read"),
        "barrier-divergence": tr("barrier not reached by all"),
    }
    where = tr("line {line}").format(line=hazard.line)
    if hazard.array:
        where = tr("{array}, {line}").format(array=rich(hazard.array), line=where)
    times = f" ({whole(hazard.count)}\u00a0×)" if hazard.count > 1 else ""
    return tr("{kind}: {place}").format(kind=kinds[hazard.kind], place=where) + times


def result_notes(result: Result) -> list[Note]:
    """Whether the result is right; of a wrong one its first wrong element, which can be shown."""
    if result.correct is None:
        return [Note(f"{OPEN} {rich(tr('the file has no reference to compare with'))}", "muted")]
    if result.correct:
        return [Note(equals_numpy(), "good")]
    told = [
        Note(f"{BAD} {say_rich(wrong_message(result.trace, wrong))}", "hazard", link, tr("show"))
        for link, wrong in zip(map(wrong_link, range(len(result.wrong))), result.wrong, strict=True)
    ]
    return told or [_differs_note(result)]


def wrong_link(row: int) -> str:
    """What a link to the first wrong element of an output tells; `row` in Result.wrong."""
    return f"{WRONG}{row}"


def _differs_note(result: Result) -> Note:
    words = tr("result differs from NumPy")
    if result.max_abs_error is not None:
        words = tr("result differs from NumPy by up to {error}")
        words = words.format(error=f"{result.max_abs_error:.3g}")
    return Note(f"{BAD} {words}", "hazard")


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


def _traffic_fact(traffic: SiteTraffic) -> Fact:
    space, kind = traffic.site.space, traffic.site.kind
    verbs = {"read": tr("load"), "write": tr("store"), "atomic": tr("atomic")}
    return Fact(
        f"{verbs[kind]} {_short(traffic)}",
        _traffic_words(traffic),
        tip=tr(
            "{text}, line {line}, {space} memory: {n} requests (one is a warp here once)."
        ).format(
            text=traffic.text,
            line=traffic.site.line,
            space=say(SPACES[space]),
            n=whole(traffic.requests),
        ),
    )


def _short(traffic: SiteTraffic) -> str:
    """The element as it fits beside the figures; the tooltip has it in full."""
    fits = len(traffic.text) <= LONGEST_ELEMENT
    return traffic.text if fits else traffic.site.array


def _traffic_words(traffic: SiteTraffic) -> str:
    if traffic.site.space in ("local", "constant"):
        return tr("{n} requests").format(n=whole(traffic.requests))
    if traffic.site.kind == "atomic":
        return tr("{n} threads").format(n=whole(traffic.units))
    if traffic.site.space == "shared":
        wavefronts = tr("{n} wavefronts").format(n=whole(traffic.units))
        each = figures(traffic.units / traffic.requests)
        one_each = traffic.units == traffic.requests
        return f"{wavefronts} · {tr('1 each') if one_each else tr('{n} each').format(n=each)}"
    one = traffic.units == 1
    sectors = tr("1 sector") if one else tr("{n} sectors").format(n=whole(traffic.units))
    if traffic.used_share is not None:
        return f"{sectors} · {tr('{p} used').format(p=percent(traffic.used_share))}"
    each = tr("{n} a request").format(n=figures(traffic.units / traffic.requests))
    return f"{sectors} · {each}"


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
