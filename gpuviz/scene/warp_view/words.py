"""What the dock of a warp says: its title, its place, its active lanes and its branches."""

from __future__ import annotations

from gpuviz.insight.branch_regions import BranchRegion
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.scene.numbers import percent, whole
from gpuviz.scene.stage.warp.exchange_words import lane_words
from gpuviz.scene.stage.words import block_name, lane_ranges
from gpuviz.scene.warp_view.picture import WarpPicture

NO_LAUNCH = Message("warp.no-launch", "No launch yet: here you will see the lanes of a warp.")


def warp_phrase(code: str, template: EnglishTemplate, **values: object) -> Message:
    """A text of the dock of a warp."""
    return Message(f"warp.{code}", template, values)


def title(picture: WarpPicture) -> Message:
    """Which warp it is."""
    block = block_name(picture.trace, picture.steps.block)
    template = "Warp {warp} of block {block}"
    return warp_phrase("title", template, warp=picture.steps.warp, block=block)


def efficiency(picture: WarpPicture) -> Message:
    """How many of its lanes took part over all its steps."""
    steps = picture.steps
    return warp_phrase(
        "efficiency",
        "lane efficiency {share}: {active} of {all} lane steps",
        share=percent(steps.lane_efficiency),
        active=whole(steps.active_lanes),
        all=whole(WARP_SIZE * len(steps)),
    )


def place(picture: WarpPicture) -> Message | None:
    """Which warp and lane the chosen thread is, and why."""
    if picture.lane is None:
        return None
    thread, warp = picture.thread(picture.lane), picture.steps.warp
    shape = picture.trace.config.block
    x, y, z = shape.index(thread)
    terms = [f"{x}", f"{y} · {shape.x}", f"{z} · {shape.x * shape.y}"]
    used = 3 if shape.z > 1 else 2 if shape.y > 1 else 1
    template = "Thread {index} is lane {lane} of warp {warp}: {sum}{thread} = {warp} · 32 + {lane}"
    values = {
        "index": str((x, y, z)[:used]) if used > 1 else whole(thread),
        "lane": picture.lane,
        "warp": warp,
        "sum": " + ".join(reversed(terms[:used])) + " = " if used > 1 else "",
        "thread": whole(thread),
    }
    return Message("warp.place", template, values)


def who_is_active(picture: WarpPicture) -> Message:
    """At this step, which lanes are active."""
    active, there = lanes_in(picture.mask), lanes_in(picture.steps.exists)
    template = "{active} of {lanes} lanes are active: lanes {who}"
    if len(active) == len(there):
        template = "The only lane is active" if len(there) == 1 else "All {lanes} lanes are active"
    elif len(active) == 1:
        template = "1 of {lanes} lanes is active: lane {who}"
    values = {"active": len(active), "lanes": len(there), "who": lane_ranges(active)}
    return Message("warp.active", template, values)


def region_text(region: BranchRegion) -> Message:
    """Who goes which way: "line 12: lanes 0–15, then lanes 16–31"."""
    sides = [lane_words(lanes_in(side.mask)) for side in region.sides]
    values: dict[str, object] = {"line": str(region.line)}
    values |= dict(zip(("first", "second", "third"), sides, strict=False))
    return Message("warp.sides", _sides_template(len(sides)), values)


def _sides_template(sides: int) -> EnglishTemplate:
    if sides == 1:
        return "line {line}: only {first}"
    if sides == 2:
        return "line {line}: {first}, then {second}"
    if sides == 3:
        return "line {line}: {first}, then {second}, then {third}"
    return "line {line}: {first}, then {second}, then {third}, …"
