"""One access to shared memory on its 32 banks: which words stand behind which, and whose they are.

Rules: semantics.md 4; CUDA C++ Programming Guide 13.0, 20.4.3 (32 banks of 4 bytes).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.stage_warp import WarpAccess
from gpuviz.launch import WARP_SIZE

BANKS = 32
BANK_BYTES = 4
MOST_GROUPS = 4  # 16-byte items go by quarter-warps


@dataclass(frozen=True, slots=True)
class BankWord:
    """What one bank, or several side by side for wide items, gives in one wavefront."""

    group: int  # row in BankMap.groups
    wavefront: int  # within the group
    bank: int  # the first
    address: int  # bytes
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaneGroup:
    """Lanes that are served together: all 32, or a half or a quarter of them for wide items."""

    first: int
    last: int
    wavefronts: int


@dataclass(frozen=True, slots=True)
class BankMap:
    """The wavefronts of one access of a warp; groups without an active lane are left out."""

    groups: tuple[LaneGroup, ...]
    words: tuple[BankWord, ...]
    banks_per_word: int

    @property
    def wavefronts(self) -> int:
        """How many wavefronts there are."""
        return sum(group.wavefronts for group in self.groups)

    @property
    def conflicts(self) -> int:
        """Wavefronts beyond one a group."""
        return self.wavefronts - len(self.groups)

    def rivals(self) -> tuple[BankWord, ...]:
        """The words that meet in the fullest bank of a group; none where no bank has two."""
        fullest = max(self.groups, key=lambda group: group.wavefronts, default=None)
        if fullest is None or fullest.wavefronts < 2:
            return ()
        group = self.groups.index(fullest)
        bank = next(
            word.bank
            for word in self.words
            if word.group == group and word.wavefront == fullest.wavefronts - 1
        )
        return tuple(word for word in self.words if word.group == group and word.bank == bank)


def bank_map(access: WarpAccess) -> BankMap:
    """Which bank holds each active lane's word, those of one bank in the order of their lanes."""
    unit = max(BANK_BYTES, access.site.itemsize)
    width = WARP_SIZE // min(unit // BANK_BYTES, MOST_GROUPS)
    address = access.info.addresses(np.maximum(access.element, 0)) // unit * unit
    groups: list[LaneGroup] = []
    words: list[BankWord] = []
    for first in range(0, WARP_SIZE, width):
        lanes = first + np.flatnonzero(access.active[first : first + width])
        if len(lanes):
            found = _words(len(groups), lanes, address, unit)
            high = max(word.wavefront for word in found) + 1
            groups.append(LaneGroup(first, first + width - 1, high))
            words += found
    return BankMap(tuple(groups), tuple(words), unit // BANK_BYTES)


def _words(
    group: int, lanes: NDArray[np.intp], address: NDArray[np.int64], unit: int
) -> list[BankWord]:
    """The distinct words of some lanes; in each bank one a wavefront."""
    by_place: dict[int, list[int]] = {}
    for lane in lanes.tolist():
        by_place.setdefault(int(address[lane]), []).append(lane)
    taken: dict[int, int] = {}
    found = []
    for place, who in by_place.items():
        slot = place // unit % max(BANKS * BANK_BYTES // unit, 1)
        wavefront = taken.get(slot, 0)
        taken[slot] = wavefront + 1
        bank = slot * unit // BANK_BYTES
        found.append(BankWord(group, wavefront, bank, place, tuple(who)))
    return found
