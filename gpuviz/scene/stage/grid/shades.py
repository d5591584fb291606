"""Pixels of blocks, warps and threads by what the grid is coloured by."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring, Numbers
from gpuviz.insight.order import Instant
from gpuviz.insight.states import GridStates, ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.stage.colours import CATEGORIES, LEVELS_OF_SCALE, palette_of, state_palette
from gpuviz.scene.theme import Theme

Pixels = NDArray[np.uint32]
Blocks = NDArray[np.int64]


class Shades(Protocol):
    """A pixel for everything on the grid."""

    def blocks(self) -> Pixels:
        """[blocks], new in memory."""

    def warps(self, blocks: Blocks) -> Pixels:
        """[len(blocks), warps per block]; blocks ascending."""

    def threads(self, blocks: Blocks) -> Pixels:
        """[len(blocks), threads per block]; blocks ascending."""


class StateShades:
    """Every thread in the colour of its state at one instant."""

    def __init__(self, states: GridStates, instant: Instant, theme: Theme) -> None:
        self._states, self._instant = states, instant
        self._palette = state_palette(theme)

    def blocks(self) -> Pixels:
        """[blocks]."""
        state = self._states.blocks(self._instant)
        state[list(self._states.hazard_blocks(self._instant))] = ThreadState.HAZARD
        return self._palette[state]

    def warps(self, blocks: Blocks) -> Pixels:
        """[len(blocks), warps per block]; blocks ascending."""
        return self._palette[self._states.warps(self._instant, blocks)]

    def threads(self, blocks: Blocks) -> Pixels:
        """[len(blocks), threads per block]; blocks ascending."""
        return self._palette[self._states.threads(self._instant, blocks)]


class PlainShades:
    """One colour for all: nothing is known."""

    def __init__(self, blocks: int, threads: int, pixel: int) -> None:
        self._blocks, self._threads, self._pixel = blocks, threads, np.uint32(pixel)

    def blocks(self) -> Pixels:
        """[blocks]."""
        return np.full(self._blocks, self._pixel)

    def warps(self, blocks: Blocks) -> Pixels:
        """[len(blocks), warps per block]."""
        return np.full((len(blocks), -(-self._threads // WARP_SIZE)), self._pixel)

    def threads(self, blocks: Blocks) -> Pixels:
        """[len(blocks), threads per block]."""
        return np.full((len(blocks), self._threads), self._pixel)


class Levels:
    """Numbers of blocks, warps or threads as rows of a palette; what is coarser is their mean."""

    def __init__(self, colouring: Colouring, numbers: Numbers, threads: int) -> None:
        self.colouring, self.numbers = colouring, numbers
        self._threads = threads
        self._warps = -(-threads // WARP_SIZE)

    @cached_property
    def blocks(self) -> NDArray[np.uint16]:
        """[blocks]."""
        values = self.numbers.values
        return self._rows(values if values.ndim == 1 else _mean(values))

    def warps(self, blocks: Blocks) -> NDArray[np.uint16]:
        """[len(blocks), warps per block]."""
        values = self.numbers.values
        if values.ndim == 1:
            return np.repeat(self.blocks[blocks, None], self._warps, axis=1)
        return self._by_warp[blocks]

    def threads(self, blocks: Blocks) -> NDArray[np.uint16]:
        """[len(blocks), threads per block]."""
        if self.numbers.values.ndim == 1:
            return np.repeat(self.blocks[blocks, None], self._threads, axis=1)
        if self.numbers.values.shape[1] == self._threads:
            return self._rows(self.numbers.values[blocks])
        return np.repeat(self._by_warp[blocks], WARP_SIZE, axis=1)[:, : self._threads]

    @cached_property
    def _by_warp(self) -> NDArray[np.uint16]:
        values = self.numbers.values
        if values.shape[1] == self._warps and self._warps != self._threads:
            return self._rows(values)
        starts = np.arange(0, self._threads, WARP_SIZE)
        known = ~np.isnan(values)
        sums = np.add.reduceat(np.where(known, values, 0.0), starts, axis=1)
        return self._rows(_shares(sums, np.add.reduceat(known, starts, axis=1, dtype=np.int64)))

    def _rows(self, values: NDArray[np.float64]) -> NDArray[np.uint16]:
        """The last row of a palette stands for what is not known."""
        if self.colouring is Colouring.SM:
            return (values % CATEGORIES).astype(np.uint16)
        low, high = self.numbers.low, self.numbers.high
        span = high - low
        place = (values - low) / span if span > 0 else np.where(np.isnan(values), values, 1.0)
        place = np.nan_to_num(np.clip(place, 0, 1) * (LEVELS_OF_SCALE - 1), nan=LEVELS_OF_SCALE)
        return np.asarray(np.rint(place), np.uint16)


class FixedShades:
    """Everything in the colour of its number, the same at every instant."""

    def __init__(self, levels: Levels, theme: Theme) -> None:
        self._levels = levels
        self._palette = palette_of(theme, levels.colouring)

    def blocks(self) -> Pixels:
        """[blocks]."""
        return self._palette[self._levels.blocks]

    def warps(self, blocks: Blocks) -> Pixels:
        """[len(blocks), warps per block]."""
        return self._palette[self._levels.warps(blocks)]

    def threads(self, blocks: Blocks) -> Pixels:
        """[len(blocks), threads per block]."""
        return self._palette[self._levels.threads(blocks)]


def _mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    known = ~np.isnan(values)
    return _shares(np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1))


def _shares(sums: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    shares = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=shares, where=counts > 0)
    return shares
