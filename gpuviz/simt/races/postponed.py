"""Accesses of a block to shared memory that are looked at when its next barrier comes.

Most kernels have no races: then one look at all accesses between two barriers says so, and nothing
has to be kept of them. Where two of them may race, all are gone through one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory.arrays import CommonArray
from gpuviz.simt.observe.observer import Access
from gpuviz.simt.races.regions import Region

Numbers = NDArray[np.int64]

MOST_POSTPONED = 512  # accesses of a block
NOBODY = -1


PostponedAccess = tuple[int, Access, bool]
"""Its number among all that were postponed, the access to shared memory, and whether there had been
atomic operations in the launch."""


class RaceCheck:
    """Whether there may be races among the accesses of one block that no barrier orders."""

    def __init__(self) -> None:
        self._owners: dict[int, Numbers] = {}  # see _owners_of

    def may_race(
        self, postponed: Iterable[PostponedAccess], region_of: Callable[[CommonArray], Region]
    ) -> bool:
        """Whether two of them may race; False is certain."""
        accesses = [access for _, access, _ in postponed]
        kinds = {access.kind for access in accesses}
        if len(kinds) == 1 and "write" not in kinds:
            return False
        regions: dict[Region, list[Access]] = {}
        for array in {id(access.array): access.array for access in accesses}.values():
            region = region_of(array)  # type: ignore[arg-type]
            regions.setdefault(region, []).extend(a for a in accesses if a.array is array)
        return any(self._may_race(*one) for one in regions.items())

    def _may_race(self, region: Region, accesses: list[Access]) -> bool:
        """Those in one region."""
        kinds = {access.kind for access in accesses}
        if "write" not in kinds or "atomic" in kinds:
            return len(kinds) > 1
        owners = self._owners_of(region)
        units, writers = _touched(region, [one for one in accesses if one.kind == "write"])
        owners[units] = writers
        found = bool((owners[units] != writers).any())
        if not found and len(kinds) > 1:
            read, readers = _touched(region, [one for one in accesses if one.kind == "read"])
            owner = owners[read]
            found = bool(((owner != readers) & (owner != NOBODY)).any())
        owners[units] = NOBODY
        return found

    def _owners_of(self, region: Region) -> Numbers:
        """A thread for each unit of a region; nobody between the calls of this class."""
        if region.start not in self._owners:
            self._owners[region.start] = np.full(region.size, NOBODY)
        return self._owners[region.start]


def _touched(region: Region, accesses: list[Access]) -> tuple[Numbers, Numbers]:
    """The units that the active lanes of accesses to a region touch, and the threads that do."""
    arrays = {id(access.array): access.array for access in accesses}
    if len(arrays) > 1:
        parts = [_touched(region, [a for a in accesses if id(a.array) == key]) for key in arrays]
        units, threads = map(np.concatenate, zip(*parts, strict=True))
        return units, threads
    elements = _joined(_of_lanes(access) for access in accesses)
    threads = _joined(access.thread_group.launch_threads for access in accesses)
    if not all(access.mask.whole for access in accesses):
        active = _joined(access.mask.lanes for access in accesses)
        elements, threads = elements[active], threads[active]
    array: CommonArray = accesses[0].array  # type: ignore[assignment]
    count = region.parts(array)
    return region.units(array, elements), threads.repeat(count) if count > 1 else threads


def _of_lanes(access: Access) -> Numbers:
    """The element of each lane of its one block."""
    flat, shape = access.flat, access.mask.lanes.shape
    elements: Numbers = flat if flat.shape == shape else np.full(shape, flat)
    return elements


def _joined(arrays: Iterable[NDArray[np.generic]]) -> Numbers:
    joined: Numbers = np.concatenate(list(arrays), axis=None)
    return joined
