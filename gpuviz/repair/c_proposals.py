"""All repairs that the rules know for one fault in CUDA C, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gpuviz.messages import NotSupportedError
from gpuviz.repair import c_bounds, c_initial, c_order
from gpuviz.repair.c_source import CSource
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.trace.trace import HazardKind

Rule = Callable[[CSource, Fault], Iterator[Repair]]

RULES: dict[HazardKind, tuple[Rule, ...]] = {
    "out-of-bounds": (
        c_bounds.tightened,
        c_bounds.early_return,
        c_bounds.guard,
        c_bounds.zero_outside,
    ),
    "race": (
        c_order.barrier_at_the_place,
        c_order.atomic_change,
        c_order.read_then_write,
        c_order.fence_behind,
    ),
    "uninitialized": (c_initial.fill_the_tile, c_initial.zero_fill),
    "barrier-divergence": (c_order.out_of_branch, c_order.nobody_leaves),
}


def c_proposals(text: str, fault: Fault) -> list[Repair]:
    """What may repair a fault in a text of CUDA C, each text once; none where no rule fits."""
    try:
        source = CSource(text)
    except (NotSupportedError, RecursionError):
        return []
    found: dict[str, Repair] = {}
    for rule in RULES[fault.kind]:
        for repair in _made(rule, source, fault):
            if repair.text != text:
                found.setdefault(repair.text, repair)
    return list(found.values())


def _made(rule: Rule, source: CSource, fault: Fault) -> Iterator[Repair]:
    """What a rule proposes, until it comes to what it does not touch."""
    try:
        yield from rule(source, fault)
    except CannotEdit:
        return
