"""All repairs that the rules know for one fault, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gpuviz.ordinary_file import CUDA_C_SUFFIX
from gpuviz.repair import bounds, divergence, initial, races
from gpuviz.repair.fault import CannotEdit, Fault, Repair, is_of_an_exchange
from gpuviz.repair.source import SourceText
from gpuviz.trace.trace import HazardKind

Rule = Callable[[SourceText, Fault], Iterator[Repair]]

OF_CHANGES: tuple[Rule, ...] = (races.half_of_a_swap, races.atomic_change, races.ticket)
OF_ORDER: tuple[Rule, ...] = (
    races.barrier_at_the_place,
    races.two_ifs,
    races.read_then_write,
    races.fences,
    races.meeting_of_the_grid,
    races.atomic_read,
    races.warp_barrier_at_the_place,
)
RULES: dict[HazardKind, tuple[Rule, ...]] = {
    "out-of-bounds": (
        bounds.last_thread,
        bounds.corrected_condition,
        bounds.early_return,
        initial.fill_the_tile,
        initial.take_from_global,
        bounds.extended_condition,
        bounds.guard_around,
        bounds.condition_in_header,
        bounds.zero_outside,
    ),
    "uninitialized": (
        bounds.last_thread,
        initial.fill_the_tile,
        initial.take_from_global,
        initial.zero_before,
        initial.assign_instead,
        initial.zero_fill,
        initial.zeros_on_the_host,
    ),
    "barrier-divergence": (
        divergence.counted_by_all,
        divergence.one_for_both_sides,
        divergence.barrier_out_of_branches,
        divergence.no_early_exit,
        divergence.loop_as_long_as_one_has_to,
    ),
}


def proposals(text: str, fault: Fault, name: str = "") -> list[Repair]:
    """What may repair a fault in a source text, each text once; none where no rule fits.

    `name` is that of the file, which says what it is written in.
    """
    if is_of_an_exchange(text, fault):
        return []
    if name.lower().endswith(CUDA_C_SUFFIX):
        from gpuviz.repair.c_proposals import c_proposals

        return c_proposals(text, fault)
    try:
        source = SourceText(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    found: dict[str, Repair] = {}
    for rule in _rules(source, fault):
        for repair in _made(rule, source, fault):
            if repair.text != text:
                found.setdefault(repair.text, repair)
    return list(found.values())


def _rules(source: SourceText, fault: Fault) -> tuple[Rule, ...]:
    if fault.kind != "race":
        return RULES[fault.kind]
    if races.has_lock(source, fault):
        return (races.fences, *OF_CHANGES, *OF_ORDER)
    return (*OF_ORDER, *OF_CHANGES) if fault.barrier is not None else (*OF_CHANGES, *OF_ORDER)


def _made(rule: Rule, source: SourceText, fault: Fault) -> Iterator[Repair]:
    """What a rule proposes, until it comes to what it does not touch."""
    try:
        yield from rule(source, fault)
    except CannotEdit:
        return
