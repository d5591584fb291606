"""The control flow of machine code: which instructions are executed, and in which loops they are.

Loops are natural loops: a branch goes back to a block that all ways to the branch lead through
(Aho, Lam, Sethi, Ullman: Compilers, 9.6); dominators as in Cooper, Harvey, Kennedy: A Simple, Fast
Dominance Algorithm. What no way leads to is padding, or stops a kernel that has run too far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gpuviz.engines.cuda_gpu.sass_listing import Function, Instruction

BRANCHES = frozenset({"BRA", "BRX", "BRXU", "JMP", "JMX", "JMXU"})
ENDS = frozenset({"EXIT", "RET", "KILL"})
APART = ".DIV"  # a branch that is taken if the lanes of the warp are not together
CONDITIONS = (APART, ".CONV")  # of a branch without predicates
CALL = "CALL"
LARGE_ANGLE = " 105615,"
"""Beyond it sinf, cosf and tanf of CUDA's library take 2/pi from a table, in 100 instructions."""

Dominators = Mapping[int, int]
"""By block that can be reached: the last block that all ways to it lead through; 0 to itself."""


@dataclass(slots=True)
class Block:
    """Instructions that are executed one after the other; other blocks by their number."""

    code: Sequence[Instruction]
    following: list[int] = field(default_factory=list)
    loops: tuple[int, ...] = ()  # the first blocks of the loops that it is in, outermost first


def usual_blocks(function: Function) -> list[Block]:
    """The blocks of a function that are usually executed, in their order.

    Left out is what only odd operands need, such as a division of very small numbers: a call that
    a branch of the same source line leads around, and what comes of it, or the angle of a sine that
    is very large. And so is what a warp does whose lanes are not together where they exchange
    values.
    """
    blocks = _blocks(function)
    dominators = _dominators(blocks)
    rare = _rare(blocks, dominators)
    for start, inside in _loops(blocks, dominators).items():
        if not _tries_again([blocks[number] for number in inside]):
            for number in inside:
                blocks[number].loops += (start,)
    return [block for number, block in enumerate(blocks) if number in dominators.keys() - rare]


def _blocks(function: Function) -> list[Block]:
    code, labels = function.code, function.labels
    behind_branches = (at + 1 for at, each in enumerate(code) if each.root in BRANCHES | ENDS)
    starts = sorted({0, *labels.values(), *behind_branches} & set(range(len(code))))
    ends = [*starts[1:], len(code)]
    blocks = [Block(code[start:end]) for start, end in zip(starts, ends, strict=True)]
    numbers = {start: number for number, start in enumerate(starts)}
    for number, block in enumerate(blocks):
        last = block.code[-1]
        if last.root in BRANCHES:
            places = (labels.get(target) for target in last.targets)
            block.following = [numbers[at] for at in places if at in numbers]
        if _goes_on(last) and number + 1 < len(blocks):
            block.following.append(number + 1)
    return blocks


def _goes_on(last: Instruction) -> bool:
    """Whether the next block may follow one with this last instruction."""
    if last.root not in BRANCHES | ENDS:
        return True
    predicates, _, _ = last.operands.partition("`")
    branches_if = "P" in predicates or any(condition in last.name for condition in CONDITIONS)
    return bool(last.guard) or (last.root in BRANCHES and branches_if)


def _dominators(blocks: Sequence[Block]) -> Dominators:
    order = _reverse_postorder(blocks)
    place = {number: at for at, number in enumerate(order)}
    before = _preceding(blocks, order)
    found = {0: 0}
    changed = True
    while changed:
        changed = False
        for number in order[1:]:
            known = [above for above in before[number] if above in found]
            nearest = known[0]
            for other in known[1:]:
                nearest = _common(found, place, nearest, other)
            changed |= found.get(number) != nearest
            found[number] = nearest
    return found


def _common(found: Dominators, place: Mapping[int, int], one: int, other: int) -> int:
    while one != other:
        if place[one] > place[other]:
            one = found[one]
        else:
            other = found[other]
    return one


def _reverse_postorder(blocks: Sequence[Block]) -> list[int]:
    left: list[int] = []
    seen = {0}
    waiting = [(0, iter(blocks[0].following))]
    while waiting:
        number, following = waiting[-1]
        unseen = next((each for each in following if each not in seen), None)
        if unseen is None:
            left.append(number)
            waiting.pop()
        else:
            seen.add(unseen)
            waiting.append((unseen, iter(blocks[unseen].following)))
    return left[::-1]


def _preceding(blocks: Sequence[Block], numbers: Sequence[int]) -> dict[int, list[int]]:
    before: dict[int, list[int]] = {number: [] for number in numbers}
    for number in numbers:
        for after in blocks[number].following:
            before[after].append(number)
    return before


def _above(dominators: Dominators, number: int) -> Iterator[int]:
    """A block and all that every way to it leads through."""
    while number != 0:
        yield number
        number = dominators[number]
    yield 0


def _loops(blocks: Sequence[Block], dominators: Dominators) -> dict[int, set[int]]:
    """The blocks of each loop by its first one, outer loops first."""
    before = _preceding(blocks, list(dominators))
    loops: dict[int, set[int]] = {}
    for number in dominators:
        for start in set(blocks[number].following) & set(_above(dominators, number)):
            inside = loops.setdefault(start, {start})
            waiting = [number]
            while waiting:
                each = waiting.pop()
                if each not in inside:
                    inside.add(each)
                    waiting.extend(before[each])
    return dict(sorted(loops.items(), key=lambda loop: -len(loop[1])))


def _tries_again(loop: Sequence[Block]) -> bool:
    """Whether a loop is an atomic operation of one source line, which seldom goes round twice."""
    code = [each for block in loop for each in block.code]
    return len({each.line for each in code}) == 1 and any(".CAS" in each.name for each in code)


def _rare(blocks: Sequence[Block], dominators: Dominators) -> set[int]:
    before = _preceding(blocks, list(dominators))
    calls = {
        number
        for number in dominators
        for call in blocks[number].code
        if call.root == CALL and any(_leads_around(blocks[at], call) for at in before[number])
    }
    apart = {
        blocks[number].following[0]
        for number in dominators
        if APART in blocks[number].code[-1].name
    }
    large = {
        after
        for number in dominators
        if any(LARGE_ANGLE in each.operands for each in blocks[number].code)
        for after in blocks[number].following
    }
    first = calls | {number for number in apart | large if len(before[number]) == 1}
    return {number for number in dominators if first & set(_above(dominators, number))}


def _leads_around(block: Block, call: Instruction) -> bool:
    last = block.code[-1]
    return last.root in BRANCHES and _goes_on(last) and last.line == call.line
