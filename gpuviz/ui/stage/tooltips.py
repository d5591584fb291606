"""What a tooltip on the stage says about a block, a thread or an element."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.order import Instant
from gpuviz.insight.stage_warp import source_line
from gpuviz.insight.states import ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.scene.numbers import percent, whole
from gpuviz.scene.scene import (
    BlockHit,
    CanvasControl,
    ElementColouringHit,
    ElementHit,
    ExchangeHit,
    GridHit,
    Hit,
    LayerHit,
    LegendHit,
    MapHit,
    Say,
    SiteHit,
    StateHit,
    StepHit,
    ThreadHit,
    WarpHit,
)
from gpuviz.scene.stage.arrays.element_words import element_lines
from gpuviz.scene.stage.colouring_words import CHOOSE, TIPS
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.words import STATE_NAMES, phrase
from gpuviz.ui.terms import explain


def tooltip(facts: StageFacts, hit: Hit, instant: Instant, say: Say) -> list[str]:
    """Plain words about what is under the cursor, line by line."""
    if isinstance(hit, GridHit):
        blocks = whole(facts.trace.config.blocks)
        is_one = facts.trace.config.blocks == 1
        text = "The block of the launch." if is_one else "All {blocks} blocks of the launch."
        return [say(phrase("tip-grid", text, blocks=blocks))]
    if isinstance(hit, StateHit):
        return [state_tip(ThreadState(hit.state))]
    if isinstance(hit, BlockHit):
        return [say(message) for message in _block(facts, hit.block, instant)]
    if isinstance(hit, WarpHit):
        return [say(message) for message in _warp(facts, hit)]
    if isinstance(hit, ThreadHit):
        return [say(message) for message in _thread(facts, hit, instant)]
    if isinstance(hit, CanvasControl):
        return [say(_control(hit))]
    if isinstance(hit, ElementColouringHit):
        text = "What the colours of elements mean: click to choose (Alt+1 to Alt+4)."
        return [say(phrase("tip-colouring", text))]
    if isinstance(hit, SiteHit):
        return [say(_site(facts, hit.site))]
    if isinstance(hit, StepHit):
        return [say(message) for message in _step(facts, hit, instant)]
    if isinstance(hit, ExchangeHit):
        return [say(phrase("tip-exchange", "This line exchanges more than once: show the next."))]
    if isinstance(hit, ElementHit):
        return [say(message) for message in element_lines(facts, hit, instant)]
    return []


def state_tip(state: ThreadState) -> str:
    """What a state means, in a sentence."""
    return explain(STATE_NAMES[state].template)


def _control(hit: CanvasControl) -> Message:
    if isinstance(hit, LegendHit):
        return TIPS[hit.colouring]
    if isinstance(hit, MapHit):
        return phrase("tip-map", "The whole grid; the frame is what is seen. Click to go there.")
    if isinstance(hit, LayerHit):
        way = "next" if hit.by > 0 else "previous"
        return phrase(f"tip-layer-{way}", f"The {way} layer of blocks (Page Up, Page Down).")
    return CHOOSE


def _site(facts: StageFacts, row: int) -> Message:
    site = facts.trace.sites[row]
    template = "{array} in line {line}: click to see in Memory how this access moves its bytes"
    return phrase("tip-site", template, array=site.array, line=str(site.line))


def _step(facts: StageFacts, hit: StepHit, instant: Instant) -> list[Message]:
    steps, trace = facts.trace.steps, facts.trace
    assert steps is not None
    statement = trace.statements[steps.statement[hit.step]]
    code = source_line(trace, statement.function, statement.line)
    active = int(np.bitwise_count(steps.mask[hit.step]))
    values = {"line": str(statement.line), "code": code, "active": active}
    template = "Line {line}: {code} ({active} lanes active)"
    if active == 1:
        template = "Line {line}: {code} (1 lane active)"
    found = [Message("stage.tip-step", template, values)]
    if hit.thread is not None:
        thread = ThreadHit(int(steps.block[hit.step]), hit.thread)
        found += _thread(facts, thread, instant)[:1]
    return [*found, phrase("tip-seek", "Click to go there.")]


def _block(facts: StageFacts, block: int, instant: Instant) -> list[Message]:
    config = facts.trace.config
    index, threads = config.grid.index(block), whole(config.block.size)
    text = "Block {index}: {threads} threads"
    if config.block.size == 1:
        text = "Block {index}: 1 thread"
    lines = [phrase("tip-block", text, index=index, threads=threads)]
    if facts.states is not None:
        lines.append(STATE_NAMES[ThreadState(int(facts.states.blocks(instant)[block]))])
    lines += _sm(facts, block)
    if facts.states is not None and not facts.states.history.is_followed(block):
        lines.append(phrase("tip-rounds", "Its steps were not kept: it is known by rounds."))
    return lines


def _sm(facts: StageFacts, block: int) -> list[Message]:
    levels = facts.levels(Colouring.SM)
    if levels is None:
        return []
    sm = int(levels.numbers.values[block])
    modelled = phrase("tip-sm", "on SM {sm} (modelled)", sm=sm)
    return [modelled if levels.numbers.modelled else phrase("tip-sm-measured", "on SM {sm}", sm=sm)]


def _warp(facts: StageFacts, hit: WarpHit) -> list[Message]:
    config = facts.trace.config
    first = hit.warp * WARP_SIZE
    last = min(first + WARP_SIZE, config.block.size) - 1
    template = "Warp {warp} of block {block}: threads {first} to {last}"
    block = config.grid.index(hit.block)
    line = phrase("tip-warp", template, warp=hit.warp, block=block, first=first, last=last)
    return [line, *_efficiency(facts, hit), *_sm(facts, hit.block)]


def _efficiency(facts: StageFacts, hit: WarpHit) -> list[Message]:
    levels = facts.levels(Colouring.EFFICIENCY)
    share = np.nan if levels is None else levels.numbers.values[hit.block, hit.warp]
    template = "{share} of its lanes active over its steps"
    return [] if np.isnan(share) else [phrase("tip-lanes", template, share=percent(float(share)))]


def _thread(facts: StageFacts, hit: ThreadHit, instant: Instant) -> list[Message]:
    config = facts.trace.config
    warp, lane = divmod(hit.thread, WARP_SIZE)
    thread, block = config.block.index(hit.thread), config.grid.index(hit.block)
    template = "Thread {thread} of block {block}: warp {warp}, lane {lane}"
    lines = [phrase("tip-thread", template, thread=thread, block=block, warp=warp, lane=lane)]
    if facts.states is not None:
        image = facts.states.threads(instant, np.array([hit.block]))
        lines.append(STATE_NAMES[ThreadState(int(image[0, hit.thread]))])
    active = facts.trace.thread_active
    if active is not None and not active[hit.block, hit.thread]:
        lines.append(phrase("tip-idle", "idle: it touches no global memory in the whole launch"))
    return [*lines, *_sm(facts, hit.block), *_hazards(facts, hit)]


def _hazards(facts: StageFacts, hit: ThreadHit) -> list[Message]:
    config = facts.trace.config
    where = (config.grid.index(hit.block), config.block.index(hit.thread))
    return [
        hazard.message
        for hazard in facts.trace.hazards
        if where == (hazard.block, hazard.thread)
        or (where == (hazard.other_block, hazard.other_thread) and hazard.other_launch is None)
    ]
