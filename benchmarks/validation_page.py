"""Writes docs/model-validation.md: every published measurement beside the model of time.

`python benchmarks/validation_page.py` needs a compiler for CUDA (the extra cuda12 or cuda13), since
the page shows both what machine code gives and what the source alone gives. It takes some minutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.fit_model import GRIDS, cross_validated, grid_of_ratios
from benchmarks.model_error import TRACES, rank_correlations
from benchmarks.published_points import Compared, Models, Point, published_points, quantile
from gpuviz.model.calibration import Calibration
from gpuviz.units import THIN_SPACE, seconds

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURE = "model-validation.png"
HEAD = """# The model of time against published measurements

Others have measured GPUs: here are {count} published times of
{kernels} kernels on {devices} GPUs beside what the model says of the same launches.
`python benchmarks/validation_page.py` writes this page; the points with their sources are in
`benchmarks/published`.

Most were measured with CUDA C, some with OpenCL, few with Numba. The kernels here are written in
Numba, whose index arithmetic has 64 bits: where the number of instructions limits, Numba's code
takes longer than the C that was measured, and the model says so (`gemm_naive_cols` needs 34
instructions a turn where C needs 9; `fma_f32` 7 where C needs 2). Such points count as errors all
the same.

- **error**: how far off, in percent of the shorter time: twice as long and half as long are 100 %.
- **from machine code**: the kernel was compiled for the GPU. **from source**: it was not, and its
  instructions are estimated.
- **left out**: constants were chosen without the kernel, or without the GPU, that is judged; what
  DRAM reaches by kind of memory was not chosen anew.

![published against modelled]({picture})

"""


def main() -> int:
    """Writes page and picture."""
    points = published_points()
    ways = {
        "from machine code": Models(TRACES, compiled=True),
        "from source": Models(TRACES, compiled=False),
    }
    found = {
        name: [models.compared(point, Calibration()) for point in points]
        for name, models in ways.items()
    }
    if not all(one.is_compiled for one in found["from machine code"]):
        print(
            "There is no compiler here, or it does not know all GPUs: pip install gpuviz[cuda13]."
        )
        return 1
    lines = [*_summary(found, ways, points), *_groups(found), *_every_point(found)]
    counts = (len(points), len({p.family for p in points}), len({p.device_id for p in points}))
    names = dict(zip(("count", "kernels", "devices"), counts, strict=True))
    text = HEAD.format(picture=PICTURE, **names) + "\n".join(lines) + "\n"
    (DOCS / "model-validation.md").write_text(text, encoding="utf-8", newline="\n")
    draw(found, DOCS / PICTURE)
    return 0


def _summary(
    found: dict[str, list[Compared]], ways: dict[str, Models], points: Sequence[Point]
) -> Iterator[str]:
    yield "## All together"
    yield ""
    yield "| | " + " | ".join(found) + " |"
    yield "|---|" + "--:|" * len(found)
    errors = {name: [one.error for one in rows] for name, rows in found.items()}
    yield _row("median error", (_percent(quantile(each, 0.5)) for each in errors.values()))
    yield _row("90th percentile", (_percent(quantile(each, 0.9)) for each in errors.values()))
    yield _row("worst", (f"{1 + max(each):.1f} times" for each in errors.values()))
    tables = {name: grid_of_ratios(models, points) for name, models in ways.items()}
    for what in ("kernel", "GPU"):
        ratios = [cross_validated(table, points, what) for table in tables.values()]
        left_out = [list(np.expm1(np.abs(each))) for each in ratios]
        for label, share in (("median error", 0.5), ("90th percentile", 0.9)):
            cells = (_percent(quantile(each, share)) for each in left_out)
            yield _row(f"{label}, one {what} left out", cells)
    plausible = (
        f"{sum(one.limiter in one.point.limiters for one in rows)} of"
        f" {sum(bool(one.point.limiters) for one in rows)}"
        for rows in found.values()
    )
    yield _row("limiter as the source says, or as its figures allow", plausible)
    for series in sorted({point.series for point in points}):
        ranks = [rank_correlations(rows).get(series) for rows in found.values()]
        if None not in ranks:
            yield _row(f"ranks in {series}", (f"{rank:+.2f}" for rank in ranks))
    yield ""
    yield f"Chosen by their fit: {', '.join(f'`{name}`' for name in GRIDS)}; see"
    yield "`benchmarks/fit_model.py`."
    yield ""


def _groups(found: dict[str, list[Compared]]) -> Iterator[str]:
    keys: dict[str, Callable[[Compared], str]] = {
        "GPU": lambda one: one.point.device.name,
        "kernel": lambda one: f"`{one.point.family}`",
        "limiter": lambda one: one.limiter,
    }
    for title, key in keys.items():
        yield f"## By {title}"
        yield ""
        yield f"| {title} | points | " + " | ".join(f"median error {name}" for name in found) + " |"
        yield "|---|--:|" + "--:|" * len(found)
        for label in sorted({key(one) for rows in found.values() for one in rows}):
            chosen = [[one.error for one in rows if key(one) == label] for rows in found.values()]
            cells = (_percent(quantile(each, 0.5)) if each else "" for each in chosen)
            yield _row(f"{label} | {max(map(len, chosen))}", cells)
        yield ""


def _every_point(found: dict[str, list[Compared]]) -> Iterator[str]:
    yield "## Every point"
    yield ""
    yield "| kernel | GPU | published | " + " | ".join(found) + " | limited by | source |"
    yield "|---|---|--:|" + "--:|" * len(found) + "---|---|"
    for rows in zip(*found.values(), strict=True):
        point = rows[0].point
        cells = (f"{_time(one.seconds)} ({one.ratio:.2f})" for one in rows)
        size = " x ".join(map(str, point.launch.size))
        yield _row(
            f"`{point.family}` {size} | {point.device.name} | {_time(point.seconds)}",
            (*cells, rows[0].limiter, point.source),
        )


def _row(first: str, cells: Iterator[str] | Sequence[str]) -> str:
    return f"| {first} | " + " | ".join(cells) + " |"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _time(value: float) -> str:
    return seconds(value).replace(THIN_SPACE, " ")


def draw(found: dict[str, list[Compared]], path: Path) -> None:
    """The published times against the modelled ones, both axes logarithmic, as PNG."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import pyqtgraph as pg
    import pyqtgraph.exporters

    pg.mkQApp()
    pg.setConfigOptions(antialias=True, background="w", foreground="k")
    plot = pg.PlotWidget()
    plot.resize(900, 700)
    item = plot.getPlotItem()
    item.setLogMode(True, True)
    item.setLabel("bottom", "published time, seconds")
    item.setLabel("left", "modelled time, seconds")
    for side in ("bottom", "left"):
        item.getAxis(side).enableAutoSIPrefix(False)
    item.addLegend(offset=(60, 10))
    ends = np.array([8e-6, 0.2])
    for factor, dashes in ((1.0, None), (2.0, [4, 4]), (0.5, [4, 4])):
        pen = pg.mkPen("#888888", width=1)
        if dashes:
            pen.setDashPattern(dashes)
        item.plot(ends, factor * ends, pen=pen)
    for (name, rows), (symbol, colour) in zip(
        found.items(), (("o", "#0072b2"), ("t", "#d55e00")), strict=True
    ):
        times = np.array([(one.point.seconds, one.seconds) for one in rows])
        style = {"symbol": symbol, "symbolBrush": colour, "symbolPen": None, "symbolSize": 9}
        item.plot(*times.T, pen=None, name=name, **style)
    plot.grab().save(str(path))


if __name__ == "__main__":
    sys.exit(main())
