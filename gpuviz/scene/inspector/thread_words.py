"""What one thread does, in words."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.formula import Formula, number_text
from gpuviz.insight.stage_warp import WarpNow
from gpuviz.insight.states import ThreadState
from gpuviz.insight.thread_facts import ThreadFacts, Touched
from gpuviz.insight.thread_totals import Total
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.facts import Fact, Tone
from gpuviz.scene.numbers import kernel_value, whole
from gpuviz.texts import sentence, tr

TOUCH_TONES: dict[str, Tone] = {"read": "read", "write": "write", "atomic": "write"}


def thread_title(facts: ThreadFacts) -> str:
    """ "Thread (231, 0, 0) of block (3, 0, 0)"."""
    title = tr("Thread {thread} of block {block}")
    return title.format(thread=facts.thread_idx, block=facts.block_idx)


def state_words(facts: ThreadFacts) -> str:
    """What the thread does, in words: "running, line 13"."""
    now, line = facts.now, facts.statement.line if facts.statement else 0
    plays = now is not None and now.plays
    words = {
        ThreadState.NOT_STARTED: tr("not started"),
        ThreadState.RUNNING: tr("running, line {line}" if plays else "has executed line {line}"),
        ThreadState.READY: tr("last executed line {line}; its next turn is still to come"),
        ThreadState.AT_BARRIER: tr("waiting at the barrier in line {line}"),
        ThreadState.FINISHED: tr("finished after line {line}"),
        ThreadState.MASKED_OFF: tr("masked off in line {line}"),
        ThreadState.HAZARD: tr("hazard in line {line}"),
        ThreadState.IDLE: tr("idle: it touched no global memory"),
    }
    if facts.state == ThreadState.IDLE:
        return words[ThreadState.IDLE]
    if now is None or (facts.state == ThreadState.FINISHED and not now.active[facts.lane]):
        return tr("finished") if facts.state == ThreadState.FINISHED else _bare(facts.state)
    return words[facts.state].format(line=line)


def _bare(state: ThreadState) -> str:
    """A state of which no line is known."""
    return tr("running") if state == ThreadState.RUNNING else tr("not started")


def warp_heading(now: WarpNow) -> str:
    """ "Warp 7 at line 13"."""
    line = now.statement.line if now.statement else 0
    title = tr("Warp {warp} at line {line}") if now.plays else tr("Warp {warp} after line {line}")
    return title.format(warp=now.warp, line=line)


def mask_sentence(now: WarpNow) -> str:
    """How many lanes are active, and since which line the others are not."""
    threads, active = int(now.exists.sum()), int((now.active & now.exists).sum())
    if active == threads == WARP_SIZE:
        return tr("All 32 lanes are active.")
    text = tr("{active} of 32 lanes active").format(active=active)
    off = [
        tr("lanes {lanes} last took part in line {line}")
        if group.line
        else tr("lanes {lanes} never took part")
        for group in now.masked
    ]
    parts = [
        words.format(lanes=lane_ranges(group.lanes.tolist()), line=group.line)
        for words, group in zip(off, now.masked, strict=True)
    ]
    if threads < WARP_SIZE:
        missing = lane_ranges(np.flatnonzero(~now.exists).tolist())
        one = threads == WARP_SIZE - 1
        of_one = tr("the block has no thread for lane {lanes}")
        words = of_one if one else tr("the block has no thread for lanes {lanes}")
        parts.append(words.format(lanes=missing))
    told = tr("{sentence}: {details}").format(sentence=text, details=tr("; ").join(parts))
    return sentence(told if parts else text)


def lane_ranges(lanes: list[int]) -> str:
    """[8, 9, 10, 12] as "8-10, 12"."""
    starts = [lane for lane in lanes if lane - 1 not in lanes]
    ends = [lane for lane in lanes if lane + 1 not in lanes]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in pairs)


def formula_text(formula: Formula) -> str:
    """A formula on one line."""
    parts = (formula.target, formula.symbolic, formula.numeric, number_text(formula.value))
    return " = ".join(dict.fromkeys(parts))


def condition_fact(formula: Formula) -> Fact:
    """ "i < c.size: 999 < 1000 → True"."""
    return Fact(formula.target, f"{formula.numeric} → {formula.value}", is_code=True)


def touched_fact(touched: Touched) -> Fact:
    """ "reads a[999]" and its value, in the colour of what it is."""
    words = {"read": tr("reads {e}"), "write": tr("writes {e}"), "atomic": tr("atomic on {e}, was")}
    label = words[touched.kind].format(e=touched.text)
    return Fact(label, kernel_value(touched.value), TOUCH_TONES[touched.kind], is_code=True)


def total_fact(total: Total) -> Fact:
    """ "reads A[3, 0–63]" and how often."""
    words = {"read": tr("reads {e}"), "write": tr("writes {e}"), "atomic": tr("atomics on {e}")}
    times = tr("once") if total.times == 1 else tr("{n} times").format(n=whole(total.times))
    label = words[total.kind].format(e=total.text)
    several = tr("{times}, {n} different elements")
    told = tr("{times}, 1 element") if total.elements == 1 else several
    tip = told.format(times=times, n=whole(total.elements))
    return Fact(label, times, TOUCH_TONES[total.kind], tip=tip)
