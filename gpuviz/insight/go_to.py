"""Reads what somebody types to go to a place of a launch: `c[785]`, `block (1, 2)`, `step 120`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpuviz.insight.destination import Destination
from gpuviz.insight.order import PlayOrder, why_no_steps
from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.messages import EnglishTemplate, Message, RequestRefused
from gpuviz.trace import ArrayInfo, Trace

WORDS = ("block", "thread", "warp", "lane", "line", "step", "round")
NUMBERS = r"\(?\s*\d+(?:\s*,\s*\d+){0,2}\s*,?\s*\)?"
PART = re.compile(rf"\s*({'|'.join(WORDS)})s?\s*({NUMBERS})\s*[,;:]?", re.IGNORECASE)
ELEMENT = re.compile(r"([A-Za-z_][\w.]*)\s*[\[(]([^\])]*)[\])]?\s*$")
AXES = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class Named:
    """What stands behind a word: numbers, and whether in parentheses or with a comma."""

    numbers: tuple[int, ...]
    is_index: bool


def go_to(text: str, trace: Trace, order: PlayOrder | None, block: int | None) -> Destination:
    """Where the words of `text` lead; `block` is the chosen one, in which threads and warps are
    looked for where no other is named.

    Raises RequestRefused for words without a meaning, and for what this launch does not have.
    """
    named, rest = _parts(text)
    element = ELEMENT.fullmatch(rest.strip())
    if (rest.strip() and not element) or not (named or element):
        raise _not_understood(text)
    chosen = _block(named["block"], trace.config) if "block" in named else block
    if element:
        return _element(element[1], element[2], trace, chosen)
    if "line" in named:
        return Destination(line=_line(named["line"], trace, order))
    if "step" in named or "round" in named:
        return Destination(moment=_moment(named, trace, order))
    return _threads(named, trace.config, chosen)


def _parts(text: str) -> tuple[dict[str, Named], str]:
    """The words with numbers that `text` begins with, and what comes behind them."""
    found: dict[str, Named] = {}
    at = 0
    while match := PART.match(text, at):
        numbers = tuple(int(number) for number in re.findall(r"\d+", match[2]))
        found[match[1].lower()] = Named(numbers, "(" in match[2] or len(numbers) > 1)
        at = match.end()
    return found, text[at:]


def _threads(named: Mapping[str, Named], config: LaunchConfig, block: int | None) -> Destination:
    if "thread" in named:
        thread = named["thread"]
        if "block" not in named and not thread.is_index:
            threads = _within(thread.numbers[0], config.threads, "launch", "threads")
            return Destination(threads // config.block.size, thread=threads % config.block.size)
        across = None if "block" in named else _across_blocks(thread, config)
        if across is not None:
            return across
        inside = _place(thread, config.block, "block", "threads")
        return Destination(block or 0, thread=inside)
    if "warp" in named:
        warp = _within(named["warp"].numbers[0], config.warps_per_block, "block", "warps")
        if "lane" not in named:
            return Destination(block or 0, warp)
        lane = _within(named["lane"].numbers[0], WARP_SIZE, "warp", "lanes")
        thread_in_block = warp * WARP_SIZE + lane
        return Destination(
            block or 0, thread=_within(thread_in_block, config.block.size, "block", "threads")
        )
    if "block" in named:
        return Destination(block)
    raise _refused("lane", "A lane is one of a warp: write `warp 3 lane 5`.")


def _across_blocks(thread: Named, config: LaunchConfig) -> Destination | None:
    """The thread at such a place of the whole launch, where a block does not reach so far."""
    index = (*thread.numbers, 0, 0)[:3]
    axes = list(zip(index, config.grid, config.block, strict=True))
    in_block = all(n < size for n, _, size in axes)
    if in_block or any(n >= count * size for n, count, size in axes):
        return None
    block = config.grid.linear(Dim3(*(n // size for n, _, size in axes)))
    inside = config.block.linear(Dim3(*(n % size for n, _, size in axes)))
    return Destination(block, thread=inside)


def _block(named: Named, config: LaunchConfig) -> int:
    return _place(named, config.grid, "grid", "blocks")


def _place(named: Named, shape: Dim3, of: str, what: str) -> int:
    """The linear number of an index, or of a single number, in a shape."""
    if not named.is_index:
        return _within(named.numbers[0], shape.size, of, what)
    index = (*named.numbers, 0, 0)[:3]
    if all(0 <= n < size for n, size in zip(index, shape, strict=True)):
        return shape.linear(index)
    last = ", ".join(str(size - 1) for size in _used(shape))
    first = ", ".join("0" for _ in _used(shape))
    template = "The {of} has {shape} {what}: ({first}) to ({last})."
    words = " × ".join(str(size) for size in _used(shape))
    raise _refused("outside", template, of=of, shape=words, what=what, first=first, last=last)


def _used(shape: Dim3) -> tuple[int, ...]:
    return shape[: 3 if shape.z > 1 else 2 if shape.y > 1 else 1]


def _within(number: int, count: int, of: str, what: str) -> int:
    if 0 <= number < count:
        return number
    template = "The {of} has {count} {what}: 0 to {last}."
    if count == 1:
        template = "The {of} has only one of its {what}: 0."
    raise _refused("outside", template, of=of, count=count, what=what, last=count - 1)


def _element(name: str, index: str, trace: Trace, block: int | None) -> Destination:
    row = _array(name, trace)
    info = trace.arrays[row]
    numbers = _indices(index, info)
    for number, size in zip(numbers, info.shape, strict=True):
        if not 0 <= number < size:
            raise _outside_array(info)
    flat = int(np.ravel_multi_index(numbers, info.shape)) if info.shape else 0
    shared = info.space == "shared"
    if shared and block is None:
        block = trace.followed[0] if trace.followed else 0
    return Destination(block if shared else None, array=row, element=flat, shared=shared)


def _array(name: str, trace: Trace) -> int:
    """The row of an array; its name may be written in small or capital letters."""
    rows = [row for row, info in enumerate(trace.arrays) if info.space in ("global", "shared")]
    for same in (str, str.lower):
        for row in rows:
            if same(trace.arrays[row].name) == same(name):
                return row
    known = ", ".join(f"`{trace.arrays[row].name}`" for row in rows)
    template = "There is no array `{name}`. This launch has {known}."
    raise _refused("no-array", template, name=name, known=known)


def _indices(index: str, info: ArrayInfo) -> tuple[int, ...]:
    numbers = re.split(r"[,\s]+", index.strip(" ,"))
    fits = len(numbers) == len(info.shape) and all(re.fullmatch(r"-?\d+", n) for n in numbers)
    if fits:
        return tuple(map(int, numbers))
    example = f"{info.name}[{', '.join(str(size // 2) for size in info.shape)}]"
    template = "`{name}` has {count} dimensions: write `{example}`."
    if len(info.shape) == 1:
        template = "Write a number between the brackets: `{example}`."
    values = {"name": info.name, "count": len(info.shape), "example": example}
    raise _refused("dimensions", template, **values)


def _outside_array(info: ArrayInfo) -> RequestRefused:
    if len(info.shape) == 1:
        template = "`{name}` has {count} elements: 0 to {last}."
        if info.size == 1:
            template = "`{name}` has 1 element, with the number 0."
        values = {"name": info.name, "count": info.size, "last": info.size - 1}
        return _refused("outside-array", template, **values)
    template = "`{name}` has {shape} elements: the last is `{name}[{last}]`."
    shape = " × ".join(map(str, info.shape))
    last = ", ".join(str(size - 1) for size in info.shape)
    return _refused("outside-array", template, name=info.name, shape=shape, last=last)


def _line(named: Named, trace: Trace, order: PlayOrder | None) -> int:
    if order is None or trace.steps is None:
        raise RequestRefused(why_no_steps(trace))
    executed = np.unique(trace.steps.statement)
    lines = sorted({trace.statements[row].line for row in executed.tolist()})
    if named.numbers[0] in lines:
        return named.numbers[0]
    template = "No followed block executes line {line}. Lines that run: {lines}."
    values = {"line": str(named.numbers[0]), "lines": ", ".join(map(str, lines[:20]))}
    raise _refused("no-line", template, **values)


def _moment(named: Mapping[str, Named], trace: Trace, order: PlayOrder | None) -> int:
    if order is None:
        raise RequestRefused(why_no_steps(trace))
    if "step" in named:
        return _counted(named["step"].numbers[0], len(order), "steps")
    return order.moment_of_round(_counted(named["round"].numbers[0], order.rounds, "rounds"))


def _counted(number: int, count: int, what: str) -> int:
    if number <= count:
        return number
    template = "There are {count} {what}: 0 is before the first, {count} after the last."
    raise _refused("no-moment", template, count=count, what=what)


def _not_understood(text: str) -> RequestRefused:
    template = (
        "`{text}` names no place: write `c[785]`, `block 7`, `thread (3, 17)`, `warp 3`,"
        " `line 20` or `step 120`."
    )
    return _refused("unclear", template, text=text.strip())


def _refused(code: str, template: EnglishTemplate, **values: object) -> RequestRefused:
    return RequestRefused(Message(f"go-to.{code}", template, values))
