"""Fits the constants of the model of time to the published measurements, with cross-validation.

`python benchmarks/fit_model.py` (`--compiled` for machine code, where a compiler is installed)
tries values for each constant, the others as they stand in gpuviz/model/calibration.py, and prints
what each value brings. Then it leaves out one kernel after the other, and one GPU after the other,
chooses the constants by what is left and prints the error of what was left out: that error, and
not that of the fit, is what may be said of a kernel or a GPU that nobody has measured.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.model_error import TRACES
from benchmarks.published_points import Models, Point, published_points, quantile
from gpuviz.model.calibration import Calibration

GRIDS: dict[str, tuple[float, ...]] = {
    "overlap_exponent": (3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 40.0),
    "issue_share": (0.85, 0.9, 0.95, 1.0),
    "tag_cycles_per_line": (0.31, 0.5, 1.0),
    "partial_stores_per_clock_per_slice": (0.35, 0.4, 0.45, 0.5, 0.55),
    "same_address_float_atomics_per_clock": (0.25, 0.31, 0.4),
    "barrier_cycles": (15.0, 30.0, 60.0, 120.0),
}
"""Values that are tried; the one of calibration.py is among them."""
MOST = np.log(2.0)
"""Of a point: one that is further off says that something else is wrong, as where the C that was
measured needs a third of the instructions of Numba's code."""

Ratios = NDArray[np.float64]  # [points] logarithms of modelled time over published time
Table = dict[tuple[str, float], Ratios]

GROUPS: dict[str, Callable[[Point], str]] = {
    "kernel": lambda point: point.family,
    "GPU": lambda point: point.device_id,
}


def main(arguments: Sequence[str]) -> int:
    """Prints everything."""
    parser = argparse.ArgumentParser(description="Fits the model's constants to measurements.")
    parser.add_argument("--compiled", action="store_true", help="use the compiler's machine code")
    parser.add_argument("--traces", type=Path, default=TRACES, help="where launches are kept")
    options = parser.parse_args(arguments)
    models, points = Models(options.traces, compiled=options.compiled), published_points()

    table = grid_of_ratios(models, points)
    for (name, value), found in table.items():
        mark = " *" if getattr(Calibration(), name) == value else ""
        print(f"{name:40}{value:8.2f}  loss {_loss(found):.4f}  {_words(found)}{mark}")
    print()
    for what in GROUPS:
        print(f"one {what} left out: {_words(cross_validated(table, points, what))}")
    return 0


def grid_of_ratios(models: Models, points: Sequence[Point]) -> Table:
    """What each value of each constant gives, the others as they stand."""

    def ratios(constants: Calibration) -> Ratios:
        found = [models.compared(point, constants).ratio for point in points]
        return np.asarray(np.log(found))

    return {
        (name, value): ratios(_with(name, value))
        for name, values in GRIDS.items()
        for value in values
    }


def _with(name: str, value: float) -> Calibration:
    changed: dict[str, Any] = {name: value}
    return replace(Calibration(), **changed)


def cross_validated(table: Table, points: Sequence[Point], what: str) -> Ratios:
    """How far off each group of points is, a kernel's or a GPU's, with what the others choose.

    A constant moves a point by as much as it does alone: what several move together is neglected.
    """
    groups = np.array([GROUPS[what](point) for point in points])
    standing = next(
        found for (name, value), found in table.items() if getattr(Calibration(), name) == value
    )
    result = np.zeros(len(points))
    for group in np.unique(groups):
        out = groups == group
        moved = standing.copy()
        for name, values in GRIDS.items():
            losses = [_loss(table[name, value][~out]) for value in values]
            best = values[int(np.argmin(losses))]
            moved += table[name, best] - standing
        result[out] = moved[out]
    return result


def _loss(ratios: Ratios) -> float:
    return float(np.minimum(np.abs(ratios), MOST).mean())


def _words(ratios: Ratios) -> str:
    errors = list(np.expm1(np.abs(ratios)))
    shares = itertools.starmap(quantile, ((errors, 0.5), (errors, 0.9)))
    middle, most = (100 * share for share in shares)
    return f"median error {middle:5.1f} %  90th percentile {most:6.1f} %"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
