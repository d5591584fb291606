"""Examples of what can be typed to go somewhere in a launch, those that fit what stands there."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.trace import ArrayInfo, Trace

MOST_ARRAYS = 4
NAME = re.compile(r"[a-z_.]+\d*")


@dataclass(frozen=True, slots=True)
class Hint:
    """An example, and what it leads to."""

    example: str
    meaning: Message


def go_to_hints(text: str, trace: Trace) -> tuple[Hint, ...]:
    """The examples that begin with the name in `text`; all where there is none, or none such."""
    found = (*_of_arrays(trace), *_of_threads(trace), *_of_time(trace))
    name = NAME.match(text.strip().lower())
    begins = name[0] if name else ""
    fitting = tuple(hint for hint in found if hint.example.lower().startswith(begins))
    return fitting or found


def _of_arrays(trace: Trace) -> list[Hint]:
    shown = [info for info in trace.arrays if info.space in ("global", "shared") and info.size]
    template = "who reads and writes this element"
    return [
        Hint(_example(info), Message("go-to-hint.element", template))
        for info in shown[:MOST_ARRAYS]
    ]


def _example(info: ArrayInfo) -> str:
    index = np.unravel_index(min(785, info.size - 1), info.shape)
    return f"{info.name}[{', '.join(str(int(n)) for n in index)}]"


def _of_threads(trace: Trace) -> list[Hint]:
    config = trace.config
    block = _index(config.grid, min(7, config.blocks - 1))
    thread = _index(config.block, min(17, config.block.size - 1))
    number = min(785, config.threads - 1)
    in_launch = Message("go-to-hint.thread", "by its number in the launch")
    in_block = Message("go-to-hint.in-block", "a thread of that block")
    return [
        Hint(f"block {block}", Message("go-to-hint.block", "a block: its SM and its warps")),
        Hint(f"thread {number}", in_launch),
        Hint(f"block {block} thread {thread}", in_block),
        Hint("warp 0", Message("go-to-hint.warp", "a warp of the chosen block")),
    ]


def _of_time(trace: Trace) -> list[Hint]:
    if trace.steps is None or len(trace.steps) == 0:
        return []
    line = trace.statements[trace.steps.statement[-1]].line
    step = min(120, len(trace.steps))
    return [
        Hint(f"line {line}", Message("go-to-hint.line", "the next step in this line")),
        Hint(f"step {step}", Message("go-to-hint.step", "the moment after this step")),
    ]


def _index(shape: Dim3, linear: int) -> str:
    if max(shape) == shape.size:
        return str(linear)
    index = shape.index(linear)
    return f"({', '.join(str(n) for n in (index[:2] if shape.z == 1 else index))})"
