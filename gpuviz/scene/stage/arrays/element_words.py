"""What is said of one element: what it holds, who writes it, how many read it."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.order import Instant
from gpuviz.messages import Message
from gpuviz.scene.numbers import kernel_value, whole
from gpuviz.scene.scene import ElementHit, Say
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.words import block_name, element_name, index_name, phrase


def element_parts(
    facts: StageFacts, hit: ElementHit, instant: Instant, say: Say
) -> list[tuple[str, ...]]:
    """Value, writer and readers of the chosen element; then with less of it."""
    messages = (_holds(facts, hit, instant), *_writer(facts, hit), _readers(facts, hit))
    parts = tuple(say(message) for message in messages)
    return [parts[:count] for count in range(len(parts), 0, -1)]


def element_lines(facts: StageFacts, hit: ElementHit, instant: Instant) -> list[Message]:
    """The same for a tooltip, line by line, with the values before and after the launch."""
    lines = [_holds(facts, hit, instant)]
    if hit.count > 1:
        text = "and others near it: one cell stands for {count} elements"
        lines.append(phrase("tip-cell", text, count=whole(hit.count)))
    if hit.block is None:
        lines += _before_and_after(facts, hit)
    writer = _writer(facts, hit)
    lines += [*writer, _readers(facts, hit)]
    click = "click: choose it and see who touches it"
    lines.append(phrase("tip-element-click", click))
    if facts.writer_of(hit) is not None:
        lines.append(phrase("tip-element-double", "double click: choose its writer"))
    return lines


def _holds(facts: StageFacts, hit: ElementHit, instant: Instant) -> Message:
    """ "c[785] = 1.223"; only its name where the value is not known."""
    name = element_name(facts.trace.arrays[hit.array], hit.element)
    value = facts.one(hit).value(instant)
    if value is None:
        return phrase("element", "{name}", name=name)
    return phrase("element-holds", "{name} = {value}", name=name, value=kernel_value(value))


def _writer(facts: StageFacts, hit: ElementHit) -> list[Message]:
    """Who writes it last in the whole launch; nothing where that is not known."""
    one, trace = facts.one(hit), facts.trace
    last = facts.writer_of(hit)
    if last is None and len(one.writers):
        wrote = np.flatnonzero(np.isin(one.touches.thread, one.writers))
        last = divmod(int(one.touches.thread[wrote[-1]]), trace.config.block.size)
    if last is None:
        known = one.touches.complete or trace.arrays[hit.array].name in trace.last_writer
        return [phrase("never-written", "never written")] if known else []
    who = {
        "thread": index_name(trace.config.block, last[1]),
        "block": block_name(trace, last[0]),
    }
    if len(one.writers) > 1:
        template = "written by {count} threads, last by thread {thread} of block {block}"
        return [phrase("written-by-several", template, count=whole(len(one.writers)), **who)]
    return [phrase("written-by", "written by thread {thread} of block {block}", **who)]


def _readers(facts: StageFacts, hit: ElementHit) -> Message:
    one, size = facts.one(hit), facts.trace.config.block.size
    blocks, threads = len(np.unique(one.readers // size)), len(one.readers)
    values = {"reads": whole(one.reads), "threads": whole(threads), "blocks": whole(blocks)}
    if threads == 0 and one.touches.complete:
        return phrase("never-read", "never read")
    read = "read once" if one.reads == 1 else "read {reads} times"
    if not one.touches.complete:
        return phrase("read-by-followed", f"{read} by the followed blocks", **values)
    if one.reads == 1:
        return phrase("read-once", read)
    who = "1 thread" if threads == 1 else "{threads} threads"
    where = "" if threads == 1 else " of 1 block" if blocks == 1 else " of {blocks} blocks"
    return phrase("read-by", f"{read} by {who}{where}", **values)


def _before_and_after(facts: StageFacts, hit: ElementHit) -> list[Message]:
    name = facts.trace.arrays[hit.array].name
    tables = (
        ("tip-before", "before the launch: {value}", facts.trace.inputs),
        ("tip-after", "after the launch: {value}", facts.trace.outputs),
    )
    return [
        phrase(code, template, value=kernel_value(np.ravel(table[name])[hit.element]))
        for code, template, table in tables
        if name in table
    ]
