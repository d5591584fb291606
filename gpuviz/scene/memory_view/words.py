"""What the memory view says: of one access, of its lanes and elements, of all accesses."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.memory_banks import bank_map
from gpuviz.insight.memory_choice import ShownAccess, Warp
from gpuviz.insight.memory_costs import ArrayReads, SiteCost, array_reads, launch_reads
from gpuviz.insight.memory_lines import line_map
from gpuviz.insight.memory_queues import atomic_queues
from gpuviz.insight.stage_warp import SECTOR_BYTES, WarpAccess
from gpuviz.insight.traffic import site_text
from gpuviz.messages import EnglishTemplate, Message, both, word
from gpuviz.scene.numbers import figures, kernel_value, percent, whole
from gpuviz.scene.stage.words import block_name, element_name, lane_ranges
from gpuviz.texts import tr
from gpuviz.trace import Trace, from_bits, has_bits

VERBS = {"read": "load", "write": "store", "atomic": "atomic"}
MOST_NAMED = 4  # lanes or elements in a sentence

NO_LAUNCH = Message("memory.no-launch", "No launch yet.")
NO_STEPS = Message("memory.no-steps", "This engine keeps no accesses. The emulator shows each one.")
BEFORE = Message("memory.before", "Nothing has run yet. Press play, or choose an access.")
NO_ACCESS = Message(
    "memory.no-access",
    "This step touches no memory. A click on a row of the table keeps an access.",
)


def phrase(code: str, template: EnglishTemplate, **values: object) -> Message:
    """A text of the memory view."""
    return Message(f"memory.{code}", template, values)


def title_text(trace: Trace, shown: ShownAccess) -> Message:
    """What is done where by whom: "Line 20: load B[row, col] · warp 2 of block 7 · 32 lanes"."""
    site, lanes = shown.access.site, int(shown.access.active.sum())
    template = "Line {line}: {verb} {text} · warp {warp} of block {block} · {lanes} " + (
        "lane" if lanes == 1 else "lanes"
    )
    return phrase(
        f"title.{site.kind}",
        template.replace("{verb}", VERBS[site.kind]),
        line=str(site.line),
        block=block_name(trace, shown.who.block),
        warp=str(shown.who.warp),
        text=site_text(trace, site),
        lanes=lanes,
    )


def figures_text(access: WarpAccess) -> Message:
    """The figures of one access, by the kind of memory."""
    if access.site.kind == "atomic":
        return _queue_figures(access)
    if access.site.space == "global":
        return _sector_figures(access)
    if access.site.space == "shared":
        return _bank_figures(access)
    lanes = int(access.active.sum())
    if access.site.space == "constant":
        many = "Constant memory: {lanes} lanes take part."
        text = "Constant memory: 1 lane takes part." if lanes == 1 else many
        return phrase("constant", text, lanes=lanes)
    text = "Local memory: each of the {lanes} lanes has an array of its own, which no other sees."
    if lanes == 1:
        text = "Local memory: the lane has an array of its own, which no other sees."
    return phrase("local", text, lanes=lanes)


def _sector_figures(access: WarpAccess) -> Message:
    lines = line_map(access)
    sectors, fewest = lines.sectors, lines.fewest_sectors
    template = "1 sector moved, {needed} of {bytes} B needed: {share}."
    if sectors > 1:
        template = "{sectors} sectors moved, {needed} of {bytes} B needed: {share}."
        template += " Fewer would not do." if fewest == sectors else " {fewest} would be enough."
    return phrase(
        "sectors",
        template,
        sectors=sectors,
        needed=lines.needed_bytes,
        bytes=sectors * SECTOR_BYTES,
        share=percent(lines.used_share),
        fewest=fewest,
    )


def _bank_figures(access: WarpAccess) -> Message:
    banks = bank_map(access)
    rivals, count = banks.rivals(), banks.wavefronts
    front = "1 wavefront" if count == 1 else "{count} wavefronts"
    if not rivals:
        words = len({word.address for word in banks.words})
        lanes = int(access.active.sum())
        noun = "word" if words == 1 else "different words"
        text = f"{front}, 0 conflicts: {{lanes}} lanes, {{words}} {noun}."
        if lanes == words == count == 1:
            text = "1 wavefront, 0 conflicts: 1 lane, 1 word."
        return phrase("banks", text, count=count, lanes=lanes, words=words)
    first = [word.lanes[0] for word in rivals]
    reads = f"{front}: lanes {{lanes}} read different words of bank {{bank}}."
    writes = f"{front}: lanes {{lanes}} write different words of bank {{bank}}."
    text = reads if access.site.kind == "read" else writes
    return phrase("conflict", text, count=count, lanes=_listed(first), bank=str(rivals[0].bank))


def _queue_figures(access: WarpAccess) -> Message:
    queues = atomic_queues(access)
    name = element_name(access.info, queues[0].element)
    longest = len(queues[0].lanes)
    if longest == 1:
        text = "{count} elements, one lane each." if len(queues) > 1 else "{name}: 1 lane."
        return phrase("apart", text, count=len(queues), name=name)
    text = "{name}: {lanes} lanes, one after another."
    if len(queues) > 1:
        text = "{count} elements. The longest queue is at " + text
    return phrase("queue", text, name=name, lanes=longest, count=len(queues))


def _listed(numbers: list[int]) -> object:
    shown = [str(number) for number in numbers]
    if len(shown) > MOST_NAMED:
        return f"{', '.join(shown[: MOST_NAMED - 1])} … {shown[-1]}"
    return both([", ".join(shown[:-1]), shown[-1]])


def not_yet_text(trace: Trace, who: Warp, line: int) -> Message:
    """Why a chosen access cannot be shown."""
    return phrase(
        "not-yet",
        "Warp {warp} of block {block} has not come to this access in line {line} yet.",
        warp=str(who.warp),
        block=block_name(trace, who.block),
        line=str(line),
    )


def not_followed_text(trace: Trace, block: int) -> Message:
    """Why nothing of a block can be shown."""
    text = "The steps of block {block} were not kept, nor what it reads and writes."
    return phrase("not-followed", text, block=block_name(trace, block))


def lane_text(access: WarpAccess, lane: int) -> Message:
    """What one lane does: "Lane 5 reads a[485]: 0.4821"."""
    if not access.active[lane]:
        return phrase("tip-off", "Lane {lane} takes no part.", lane=str(lane))
    verb = {"read": "reads", "write": "writes", "atomic": "changes"}[access.site.kind]
    name = element_name(access.info, int(access.element[lane]))
    value = _value(access, lane)
    after = ", where it finds {value}" if verb == "changes" else ": {value}"
    template = f"Lane {{lane}} {verb} {{name}}{after if value else ''}"
    return phrase(f"tip-lane.{verb}", template, lane=str(lane), name=name, value=value)


def _value(access: WarpAccess, lane: int) -> str:
    if not has_bits(access.info.dtype):
        return ""
    return kernel_value(from_bits(access.bits[lane : lane + 1], access.info.dtype)[0])


def element_text(access: WarpAccess, element: int) -> Message:
    """Which lanes want an element, or that it moves for nothing."""
    name = element_name(access.info, element)
    lanes = np.flatnonzero(access.element == element)
    if not len(lanes):
        return phrase("tip-vain", "{name}: no lane asked for it.", name=name)
    text = "{name}: lane {lanes}" if len(lanes) == 1 else "{name}: lanes {lanes}"
    return phrase("tip-element", text, name=name, lanes=lane_ranges(lanes))


def per_request(cost: SiteCost) -> str:
    """Units of one request on average, and the fewest that would do: "4.0 / 4"."""
    fewest = cost.fewest_per_request
    if cost.unit == "lanes" or fewest is None:
        return _average(cost.per_request)
    return f"{_average(cost.per_request)} / {_average(fewest)}"


def _average(number: float) -> str:
    return whole(int(number)) if number == int(number) else figures(number)


def used(cost: SiteCost) -> str:
    """The last column: the share of the bytes, conflicts, or the longest queue."""
    if cost.used_share is not None:
        return percent(cost.used_share)
    if cost.unit == "wavefronts":
        conflicts = cost.conflicts
        template = tr("1 conflict") if conflicts == 1 else tr("{n} conflicts")
        return template.format(n=whole(conflicts))
    if cost.site.kind == "atomic" and cost.fewest:
        return tr("up to {n} in line").format(n=cost.fewest) if cost.fewest > 1 else tr("no queue")
    return ""


def sum_text(costs: tuple[SiteCost, ...]) -> Message:
    """All sectors with the share of them that is needed, and all wavefronts with conflicts."""
    loads = [cost for cost in costs if cost.unit == "sectors"]
    shared = [cost for cost in costs if cost.unit == "wavefronts"]
    moved = sum(cost.known_units for cost in loads) * SECTOR_BYTES
    sectors, wavefronts = sum(one.units for one in loads), sum(one.units for one in shared)
    conflicts = sum(cost.conflicts for cost in shared)
    of_sectors = "{sectors}, {share} used" if moved else "{sectors}"
    of_wavefronts = "{wavefronts}, {conflicts}"
    template = of_sectors if loads else of_wavefronts
    if loads and shared:
        template = of_sectors + " · " + of_wavefronts
    return phrase(
        "sum",
        template,
        sectors=word("1 sector") if sectors == 1 else word("{n} sectors", n=sectors),
        share=percent(sum(cost.needed_bytes for cost in loads) / moved) if moved else "",
        wavefronts=word("1 wavefront") if wavefronts == 1 else word("{n} wavefronts", n=wavefronts),
        conflicts=word("1 conflict") if conflicts == 1 else word("{n} conflicts", n=conflicts),
    )


def reads_text(trace: Trace) -> Message | None:
    """How often elements are read from global memory: in the launch, or, where that is not known,
    by the followed blocks.
    """
    if trace.all_followed:
        text = "Each element read from global memory: {each}"
        return _reads_phrase("reads", text, array_reads(trace))
    whole_launch = launch_reads(trace)
    if whole_launch is not None:
        text = "Reads from global memory for each element of an array: {each}"
        return _reads_phrase("reads-launch", text, whole_launch)
    some, every = len(trace.followed), trace.config.blocks
    text = "{some} of {every} blocks read each of their elements so often: {each}"
    return _reads_phrase("reads-some", text, array_reads(trace), some=some, every=every)


def _reads_phrase(
    code: str, text: EnglishTemplate, reads: tuple[ArrayReads, ...], **values: object
) -> Message | None:
    each = ", ".join(f"{one.array} {_average(one.each)}×" for one in reads)
    return phrase(code, text, each=each, **values) if reads else None
