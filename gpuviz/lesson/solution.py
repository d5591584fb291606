"""What makes an answer true, where the file does not say it: from what the answer asks for."""

from __future__ import annotations

from collections.abc import Mapping

from gpuviz.lesson.condition import Condition, ConditionPart
from gpuviz.lesson.lesson import Setting

SAME = ("operation", "size", "block", "grid", "engine", "device", "schedule", "panel")
VIEW = ("colour", "elements", "heat", "source", "line", "step", "launch")
SWITCHES = {"yes": "on", "no": "off"}
ENDS = {"yes": "end", "no": "start"}
LEVELS = {"grid": "grid"}
PLACES = ("chosen.block", "chosen.warp", "chosen.thread", "chosen.index")


def derived_solution(answer: Condition) -> tuple[Setting, ...] | None:
    """Settings after which the answer holds; None where that cannot be read off it."""
    chosen: dict[str, str] = {}
    shapes: dict[str, dict[str, str]] = {}
    sizes: set[str] = set()
    found: list[Setting] = []
    for part in answer.parts:
        if part.sign != "=":
            return None
        name, _, axis = part.fact.name.partition(".")
        if part.fact.name in PLACES:
            chosen[axis] = part.text
        elif name == "size" and axis:
            sizes.add(part.text)  # one number stands for all sizes
        elif name == "block" and axis:
            shapes.setdefault(name, {})[axis] = part.text
        else:
            setting = _setting(part, answer.line)
            if setting is None:
                return None
            found.append(setting)
    found += [Setting(name, _shape(sides), answer.line) for name, sides in shapes.items()]
    found += [Setting("size", size, answer.line) for size in sizes]
    place = _place(chosen)
    if len(sizes) > 1 or (chosen and place is None):
        return None
    return (*found, Setting("choose", place, answer.line)) if place else tuple(found)


def _setting(part: ConditionPart, line: int) -> Setting | None:
    name, value = part.fact.name, part.text.strip('"')
    if name in (*SAME, *VIEW):
        return Setting(name, value, line)
    if name in ("live", "comparing", "beside_cpu"):
        return Setting("compare" if name == "comparing" else name, SWITCHES[value], line)
    if name == "kernel":
        return Setting("launch", value, line)
    if name == "at_end":
        return Setting("step", ENDS[value], line)
    if name == "element" or (name == "level" and value in LEVELS):
        return Setting("choose", value, line)
    return Setting("sweep", value, line) if name == "swept" else None


def _shape(sides: Mapping[str, str]) -> str:
    """Sides that are not asked for are 1."""
    last = max("xyz".index(axis) for axis in sides)
    return "x".join(sides.get(axis, "1") for axis in "xyz"[: last + 1])


def _place(chosen: Mapping[str, str]) -> str | None:
    """The words of Go to for a block, a warp or a thread of it, or a thread among all."""
    match sorted(chosen):
        case ["index"]:
            return f"thread {chosen['index']}"
        case ["block"]:
            return f"block {chosen['block']}"
        case ["block", "warp"]:
            return f"block {chosen['block']} warp {chosen['warp']}"
        case ["block", "thread"]:
            return f"block {chosen['block']} thread {chosen['thread']}"
    return None
