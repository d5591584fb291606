"""What the model reads off a kernel: the same for each launch of it, and so kept between launches.

Whatever is here depends on nothing but the source, the statements and sites that a launch came to,
and the types of its arrays: the functions that work it out get a `Source`, which has no more. Like
the emulator, which keeps lowered kernels, it takes each capture of a kernel as one of its own.
"""

from __future__ import annotations

import functools
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.in_flight import loads_together
from gpuviz.model.loops import LoopSense, loop_senses
from gpuviz.model.mix import statement_mixes
from gpuviz.model.phases import Phases, phases_of
from gpuviz.model.pieces import pieces_of, words_of_access
from gpuviz.model.source import BySite, Source
from gpuviz.model.weights import UsualWeights
from gpuviz.trace import Trace

Number = TypeVar("Number", bound=np.generic)

KEPT_KERNELS = 32


class KernelFacts:
    """What is known of a kernel; arrays are read-only, one number a site or statement."""

    def __init__(self, source: Source) -> None:
        self.functions = source.functions
        self.statements = source.statements
        self.sites = source.sites
        self.arrays = source.arrays  # of the first launch: of others only the types are the same
        self._types = tuple((one.name, one.dtype, len(one.shape)) for one in source.arrays)
        self._mixes: dict[UsualWeights, NDArray[np.float64]] = {}

    def __hash__(self) -> int:
        return hash((id(self.functions), len(self.statements), len(self.sites)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, KernelFacts)
            and self.functions is other.functions
            and self.statements == other.statements
            and self.sites == other.sites
            and self._types == other._types
        )

    @cached_property
    def senses(self) -> tuple[LoopSense, ...]:
        """What loops make of each statement."""
        return loop_senses(self)

    @cached_property
    def phases(self) -> Phases:
        """Which phase of a block each statement and site belongs to."""
        found = phases_of(self)
        return Phases(_frozen(found.statements), _frozen(found.sites), found.stages)

    @cached_property
    def together(self) -> tuple[int, ...]:
        """For each statement the first one whose loads are under way with its own."""
        return tuple(loads_together(self))

    @cached_property
    def pieces(self) -> BySite:
        """The usual number of instructions of one access."""
        return _frozen(pieces_of(self))

    @cached_property
    def in_global(self) -> BySite:
        """1 for each site in global memory, whose requests L1 answers; local arrays are taken to be
        registers.
        """
        return _frozen(np.array([float(site.space == "global") for site in self.sites]))

    @cached_property
    def shared_words(self) -> BySite:
        """Words of 4 bytes that a lane gets from shared memory, 0 of other sites."""
        inside = np.array([float(site.space == "shared") for site in self.sites])
        return _frozen(inside * words_of_access(self, np.ones(len(inside))))

    @cached_property
    def atomics(self) -> NDArray[np.bool_]:
        """Sites of atomic operations on global memory."""
        return self._global_sites("atomic")

    @cached_property
    def stores(self) -> NDArray[np.bool_]:
        """Sites that store to global memory."""
        return self._global_sites("write")

    @cached_property
    def barriers(self) -> NDArray[np.int64]:
        """Barriers that each statement waits at."""
        counts = [statement.operations.barrier for statement in self.statements]
        return _frozen(np.array(counts, np.int64))

    @cached_property
    def turns_together(self) -> NDArray[np.int64]:
        """By statement: turns of its loop that stand side by side."""
        return _frozen(np.array([sense.together for sense in self.senses], np.int64))

    @cached_property
    def keeps_sum(self) -> NDArray[np.bool_]:
        """Statements that store nothing: what they add up stays in one variable."""
        storing = {site.statement for site in self.sites if site.kind == "write"}
        rows = range(len(self.statements))
        return _frozen(np.array([row not in storing for row in rows], np.bool_))

    @cached_property
    def float_operations(self) -> NDArray[np.float64]:
        """Of one lane in one step of each statement, as the source has them."""
        done = (statement.operations for statement in self.statements)
        return _frozen(np.array([float(of.float32 + of.float64 + of.special) for of in done]))

    def usual_mixes(self, weights: UsualWeights) -> NDArray[np.float64]:
        """Instructions of each statement by `weights`, [statements, 5]: see statement_mixes."""
        if weights not in self._mixes:
            usual = statement_mixes(self, self.senses, weights=weights)
            self._mixes[weights] = _frozen(usual)
        return self._mixes[weights]

    def _global_sites(self, kind: str) -> NDArray[np.bool_]:
        chosen = [site.kind == kind and site.space == "global" for site in self.sites]
        return _frozen(np.array(chosen, np.bool_))


def facts_of(trace: Trace) -> KernelFacts:
    """The facts of the kernel of a launch: those of an earlier one that came to the same."""
    return _first_alike(KernelFacts(trace))


@functools.lru_cache(KEPT_KERNELS)
def _first_alike(facts: KernelFacts) -> KernelFacts:
    return facts


def _frozen(column: NDArray[Number]) -> NDArray[Number]:
    column.flags.writeable = False
    return column
