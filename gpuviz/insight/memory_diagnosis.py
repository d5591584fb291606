"""One sentence on why an access costs what it costs, and what to do; only where that is certain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.memory_banks import BANK_BYTES, BankMap, bank_map
from gpuviz.insight.memory_lines import LineMap, lane_step, line_map
from gpuviz.insight.memory_queues import atomic_queues
from gpuviz.insight.stage_warp import SECTOR_BYTES, WarpAccess
from gpuviz.launch import WARP_SIZE, Dim3
from gpuviz.messages import EnglishTemplate, Message, word

VERBS = {"read": word("read"), "write": word("write"), "atomic": word("change")}


def diagnosis(access: WarpAccess, block: Dim3) -> Message | None:
    """What the pattern of the addresses says; `block`: the shape of a block of the launch."""
    if not access.active.any():
        return None
    if access.site.kind == "atomic":
        return _of_atomic(access)
    if access.site.space == "global":
        return _of_global(access, block)
    if access.site.space == "shared":
        return _of_shared(access)
    return _of_constant(access) if access.site.space == "constant" else None


def _message(code: str, template: EnglishTemplate, access: WarpAccess, **values: object) -> Message:
    verb = VERBS[access.site.kind]
    return Message(f"memory.{code}", template, {**values, "verb": verb})


def _of_global(access: WarpAccess, block: Dim3) -> Message | None:
    lines, step = line_map(access), lane_step(access)
    if int(access.active.sum()) == 1:
        return _message("one-lane", "Only one lane takes part.", access)
    if step == 0:
        text = "All lanes {verb} the same element: one sector serves them all."
        return _message("same", text, access)
    if lines.sectors == lines.fewest_sectors:
        return _of_best(access, step, lines)
    if step is not None:
        return _of_step(access, step, block)
    return _of_few_elements(access) or _of_short_rows(access, block) or _of_scattered(access)


def _of_best(access: WarpAccess, step: int | None, lines: LineMap) -> Message | None:
    """As few sectors as can be, which need not be full."""
    neighbours = step is not None and abs(step) == access.site.itemsize
    full = lines.used_share == 1
    text = "Neighbouring lanes {verb} neighbouring elements: "
    if neighbours and full:
        return _message("neighbours", text + "nothing is moved in vain.", access)
    if neighbours:
        return _message("neighbours-few", text + "as few sectors as possible.", access)
    return _message("best", "Every byte that moves is needed.", access) if full else None


def _of_step(access: WarpAccess, step: int, block: Dim3) -> Message | None:
    """All lanes the same step apart, and more sectors than need be."""
    itemsize, info = access.site.itemsize, access.info
    if abs(step) == itemsize:
        return _of_unaligned(access)
    if info.part_of:
        text = (
            "Neighbouring lanes {verb} the same field of records that lie {step} B apart: an array"
            " for each field would put these side by side."
        )
        return _message("field", text, access, step=abs(step))
    apart, rest = divmod(abs(step), itemsize)
    if rest:
        return None
    if info.strides is None and len(info.shape) > 1 and apart % info.shape[-1] == 0:
        return _of_column(access, apart, block)
    text = "Neighbouring lanes {verb} elements {apart} apart: what lies between moves in vain."
    return _message("step", text, access, apart=apart)


def _of_unaligned(access: WarpAccess) -> Message:
    first = access.info.addresses(access.element[access.active])
    text = (
        "Neighbouring lanes {verb} neighbouring elements, but the first lies {offset} B behind the"
        " start of a sector: at the start one sector less would do."
    )
    return _message("unaligned", text, access, offset=int(first.min()) % SECTOR_BYTES)


def _of_column(access: WarpAccess, apart: int, block: Dim3) -> Message:
    """Neighbouring lanes stand in different rows of a matrix."""
    text = "Neighbouring lanes {verb} elements {apart} apart, one below the other: "
    if block.x == 1:
        return _message(
            "column-of-narrow-block",
            text + "the blocks are 1 thread wide. Wider ones have neighbours along x in a warp.",
            access,
            apart=apart,
        )
    text += "let threadIdx.x run along the last index."
    return _message("column", text, access, apart=apart)


def _of_short_rows(access: WarpAccess, block: Dim3) -> Message | None:
    """Each row of a block has neighbours, but the rows are short."""
    if not (1 < block.x < WARP_SIZE) or WARP_SIZE % block.x or not access.active.all():
        return None
    first = access.info.addresses(access.element).reshape(-1, block.x)
    itemsize = access.site.itemsize
    if (np.diff(first, axis=1) != itemsize).any() or block.x * itemsize >= SECTOR_BYTES:
        return None
    text = (
        "Only {lanes} lanes in a row {verb} neighbours, as blocks are {lanes} threads wide:"
        " {enough} in x would fill a sector."
    )
    enough = SECTOR_BYTES // itemsize
    return _message("narrow", text, access, lanes=block.x, enough=enough)


def _of_few_elements(access: WarpAccess) -> Message | None:
    """Several lanes share each element."""
    elements = len(np.unique(access.element[access.active]))
    lanes = int(access.active.sum())
    if 2 * elements > lanes:
        return None
    text = "The {lanes} lanes {verb} only {elements} different elements."
    if elements == 1:
        text = "The {lanes} lanes {verb} one and the same element."
    return _message("few", text, access, lanes=lanes, elements=elements)


def _of_scattered(access: WarpAccess) -> Message:
    text = "The addresses follow no fixed step: {sectors} sectors for {elements} elements."
    elements = len(np.unique(access.element[access.active]))
    sectors = line_map(access).sectors
    return _message("scattered", text, access, sectors=sectors, elements=elements)


def _of_shared(access: WarpAccess) -> Message | None:
    banks, info = bank_map(access), access.info
    if not banks.conflicts:
        return _of_no_conflict(access, banks)
    padded = _padded(access)
    if padded is not None and bank_map(padded).conflicts == 0:
        text = "Rows of {row}, so {lanes} lanes meet in one bank: pad the row by one, {shape}."
        lanes, shape = len(banks.rivals()), str(padded.info.shape)
        return _message("pad", text, access, row=info.shape[-1], lanes=lanes, shape=shape)
    step, unit = lane_step(access), max(BANK_BYTES, access.site.itemsize)
    if step is None or step % (2 * unit):
        return None
    text = (
        "Neighbouring lanes {verb} elements {apart} apart: {lanes} of them meet in one bank. An odd"
        " step would meet every bank once."
    )
    apart = abs(step) // unit
    return _message("even-step", text, access, apart=apart, lanes=len(banks.rivals()))


def _of_no_conflict(access: WarpAccess, banks: BankMap) -> Message:
    if any(len(word.lanes) > 1 for word in banks.words):
        text = "No conflict: lanes that {verb} the same word are served together."
        return _message("broadcast", text, access)
    return _message("no-conflict", "No conflict: no bank has more than one word to give.", access)


def _padded(access: WarpAccess) -> WarpAccess | None:
    """The same access to an array with one more element in each row; None for single rows."""
    info = access.info
    if info.strides is not None or len(info.shape) < 2:
        return None
    shape = (*info.shape[:-1], info.shape[-1] + 1)
    row, column = np.divmod(access.element, info.shape[-1])
    element: NDArray[np.int64] = np.where(access.active, row * shape[-1] + column, access.element)
    return replace(access, info=replace(info, shape=shape), element=element)


def _of_atomic(access: WarpAccess) -> Message | None:
    lanes, longest = int(access.active.sum()), len(atomic_queues(access)[0].lanes)
    if lanes == 1:
        return _message("atomic-one", "Only one lane takes part: no other lane waits.", access)
    if longest == 1:
        text = "Every lane changes an element of its own: none waits for another of its warp."
        return _message("atomic-apart", text, access)
    if longest == lanes:
        text = (
            "All {lanes} lanes change one element: combine their values in the warp first, and let"
            " one lane change it."
        )
        return _message("atomic-same", text, access, lanes=lanes)
    return None


def _of_constant(access: WarpAccess) -> Message:
    """CUDA C++ Programming Guide 13.0, 5.3.2: as many requests as different addresses."""
    addresses = len(np.unique(access.element[access.active]))
    if addresses == 1:
        text = "All lanes read the same element: constant memory gives it to all at once."
        return _message("constant-same", text, access)
    text = "The lanes read {count} different elements: constant memory gives one after the other."
    return _message("constant", text, access, count=addresses)
