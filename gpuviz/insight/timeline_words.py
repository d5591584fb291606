"""What a timeline shows, in words: idle SMs, waves, the tail."""

from __future__ import annotations

from gpuviz.insight.timeline import Timeline, tail_start_s
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.trace import Trace

LEAST_TAIL = 0.005  # of the time: less is told as none


def verdict(timeline: Timeline) -> Message:
    """What a student should notice first."""
    idle = timeline.sm_count - timeline.used_sms
    if timeline.waves > 1:
        return _tail(timeline)
    if idle:
        return _idle(timeline, idle)
    values = {"blocks": len(timeline), "capacity": timeline.capacity, "sms": timeline.sm_count}
    if len(timeline) == timeline.capacity:
        template = "One full wave: {blocks} blocks fill all {sms} SMs."
    else:
        template = (
            "One wave: all {sms} SMs have a block; {blocks} of their {capacity} places are taken."
        )
    return _words("one-wave", template, **values)


def why_no_timeline(trace: Trace) -> Message:
    """Why there is no Timeline of a trace."""
    if trace.placement is None and trace.engine == "emulator":
        template = "This launch is too large for a timeline: its warps were not counted one by one."
        return _words("too-large", template)
    return _words("none", "This recording does not say when and on which SM its blocks ran.")


def _idle(timeline: Timeline, idle: int) -> Message:
    template = "1 of {sms} SMs has no block" if idle == 1 else "{idle} of {sms} SMs have no block"
    template += ": too small a grid." if len(timeline) < timeline.sm_count else "."
    return _words("idle", template, idle=idle, sms=timeline.sm_count)


def _tail(timeline: Timeline) -> Message:
    start = tail_start_s(timeline)
    share = 0.0 if start is None else 1 - start / timeline.duration_s
    blocks_left = len(timeline) % timeline.capacity
    if share < LEAST_TAIL:
        template = "{waves} waves, no tail: the SMs are busy until the end."
        return _words("no-tail", template, waves=timeline.waves)
    values: dict[str, object] = {"waves": timeline.waves, "percent": f"{share:.0%}"[:-1]}
    rest = ": {percent} % of the time is tail."
    if not blocks_left:
        return _words("uneven", "Blocks end at different times" + rest, **values)
    if timeline.last_wave_sms < timeline.sm_count:
        values |= {"filled": timeline.last_wave_sms, "all": timeline.sm_count}
        return _words(
            "tail", "The last of {waves} waves fills {filled} of {all} SMs" + rest, **values
        )
    values |= {"filled": blocks_left, "all": timeline.capacity}
    template = "The last of {waves} waves fills {filled} of {all} places on SMs"
    return _words("tail-places", template + rest, **values)


def _words(code: str, template: EnglishTemplate, **values: object) -> Message:
    return Message(f"timeline.{code}", template, values)
