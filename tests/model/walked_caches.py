"""An oracle for caches: a launch walked access by access through least-recently-used caches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpuviz.device import Device
from gpuviz.model.residency import Residency
from gpuviz.trace import NO_ELEMENT, Trace

SECTOR, LINE = 32, 4  # bytes; sectors


@dataclass
class Cache:
    """Lines whose sectors are fetched one by one; what is written goes out when it has to leave."""

    lines: int
    held: OrderedDict[int, set[int]] = field(default_factory=OrderedDict)
    dirty: set[int] = field(default_factory=set)
    written_back: int = 0

    def has(self, sector: int) -> bool:
        """Whether it holds a sector; it does from now on."""
        line = sector // LINE
        known = sector in self.held.get(line, ())
        self.held[line] = {*self.held.pop(line, ()), sector}
        while len(self.held) > self.lines:
            _, gone = self.held.popitem(last=False)
            self.written_back += len(gone & self.dirty)
            self.dirty -= gone
        return known

    def write(self, sector: int) -> None:
        """Takes a sector whole."""
        self.has(sector)
        self.dirty.add(sector)


@dataclass
class Moved:
    """Sectors of a whole launch."""

    l1: int = 0
    l2: int = 0
    dram: int = 0


def walk(trace: Trace, device: Device, held: Residency) -> Moved:
    """Every access of a launch that is followed whole; resident warps take turns."""
    assert trace.all_followed
    moved = Moved()
    l2 = Cache(int(held.l2_bytes / SECTOR / LINE))
    l1 = [Cache(held.l1_bytes // SECTOR // LINE) for _ in range(device.sm_count)]
    for block, reads, writes in _in_turn(trace, held.wave):
        first, atomic = l1[block % device.sm_count], bool(reads and writes)
        moved.l1 += len(reads if atomic else reads + writes)
        missed = [sector for sector in reads if atomic or not first.has(sector)]
        moved.l2 += len(missed if atomic else missed + writes)
        moved.dram += sum(not l2.has(sector) for sector in missed)
        for sector in writes:
            l2.write(sector)
    moved.dram += l2.written_back + len(l2.dirty)
    return moved


def _in_turn(trace: Trace, wave: int) -> Iterator[tuple[int, list[int], list[int]]]:
    """Block and sectors that each access reads and writes: wave by wave, the warps in lockstep."""
    accesses, steps = trace.accesses, trace.steps
    assert accesses is not None
    assert steps is not None
    block, warp = steps.block[accesses.step], steps.warp[accesses.step]
    turn = np.zeros(len(accesses), np.int64)
    for one in np.unique(block * 1000 + warp):
        mine = block * 1000 + warp == one
        turn[mine] = np.arange(mine.sum())
    for row in np.lexsort((warp, block, turn, block // wave)).tolist():
        site, array = trace.sites[accesses.site[row]], trace.arrays[accesses.array[row]]
        if site.space == "global":
            element = accesses.element[row]
            sectors = np.unique(array.addresses(element[element != NO_ELEMENT]) // SECTOR).tolist()
            reads = sectors if site.kind != "write" else []
            yield int(block[row]), reads, sectors if site.kind != "read" else []
