"""How far the model of time is from published measurements.

`python benchmarks/model_error.py` models the launch of every point of benchmarks/published and
prints the error of each, of all together, and by GPU, kernel and what limits; with `--compiled`
from the machine code that a compiler makes of the kernel (the extra cuda12 or cuda13), else from
the source. Where CUDA C was measured its twin in CUDA C is modelled, unless `--numba` is given. The
first run emulates every launch, which takes a quarter of an hour or so; traces are kept in
build/published.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.published_points import FOLDER, Compared, Models, published_points, quantile
from gpuviz.model.calibration import load_calibration

TRACES = FOLDER.parent.parent / "build" / "published"


def main(arguments: Sequence[str]) -> int:
    """Prints everything."""
    parser = argparse.ArgumentParser(description="How far the model is from measurements.")
    parser.add_argument("--compiled", action="store_true", help="use the compiler's machine code")
    parser.add_argument("--numba", action="store_true", help="also where CUDA C was measured")
    parser.add_argument("--groups", nargs="+", default=["main", "extra"])
    parser.add_argument("--traces", type=Path, default=TRACES, help="where launches are kept")
    options = parser.parse_args(arguments)
    models = Models(options.traces, compiled=options.compiled, as_measured=not options.numba)
    constants = load_calibration()
    found = []
    for point in published_points(tuple(options.groups)):
        found.append(models.compared(point, constants))
        print(_line(found[-1]), flush=True)
    print()
    for name, key in (
        ("all", lambda one: "all"),
        ("GPU", lambda one: one.point.device_id),
        ("kernel", lambda one: one.point.family),
        ("limited by", lambda one: one.limiter),
    ):
        _print_groups(name, found, key)
    for series, rank in rank_correlations(found).items():
        print(f"ranks in {series:24}{rank:+.2f}")
    plausible = [one.limiter in one.point.limiters for one in found if one.point.limiters]
    print(f"limiter plausible: {sum(plausible)} of {len(plausible)}")
    return 0


def _line(one: Compared) -> str:
    wrong = "" if one.limiter in one.point.limiters else f" (not {', '.join(one.point.limiters)})"
    mark = "" if one.is_compiled else " usual"
    return (
        f"{one.point.id:22}{one.point.family:22}{one.point.device_id:16}"
        f"{one.point.seconds * 1e6:12.1f} us published{one.seconds * 1e6:12.1f} us modelled"
        f"{one.ratio:8.2f}  {one.limiter}{wrong}{mark}"
    )


def _print_groups(name: str, found: Iterable[Compared], key: Callable[[Compared], str]) -> None:
    for label, group in itertools.groupby(sorted(found, key=key), key):
        rows = list(group)
        errors = [one.error for one in rows]
        bias = statistics.geometric_mean([one.ratio for one in rows])
        print(
            f"{name:11}{label:24}{len(rows):4}  median error {100 * quantile(errors, 0.5):6.1f} %"
            f"  90th percentile {100 * quantile(errors, 0.9):7.1f} %"
            f"  worst {1 + max(errors):6.2f} times  mean ratio {bias:5.2f}"
        )


def rank_correlations(found: Iterable[Compared]) -> dict[str, float]:
    """Spearman's coefficient of published and modelled times, of each series with three or more."""
    result = {}
    for label, group in itertools.groupby(
        sorted(found, key=lambda one: one.point.series), lambda one: one.point.series
    ):
        pairs = np.array([(one.point.seconds, one.seconds) for one in group])
        if len(pairs) > 2:
            ranks = pairs.argsort(axis=0).argsort(axis=0).astype(float)
            result[label] = float(np.corrcoef(ranks.T)[0, 1])
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
