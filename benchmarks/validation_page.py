"""Writes docs/model-validation.md and assets/validation.csv: published measurements beside the
model of time.

`python benchmarks/validation_page.py` needs a compiler for CUDA (the extra cuda12 or cuda13), since
the page shows both what machine code gives and what the source alone gives. It takes some minutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast, get_args

import numpy as np

from benchmarks.fit_model import GRIDS, Table, cross_validated, grid_of_ratios
from benchmarks.model_error import TRACES, rank_correlations
from benchmarks.published_points import Compared, Models, Point, published_points, quantile
from gpuviz.device import Device, load_devices
from gpuviz.model import validation
from gpuviz.model.calibration import Calibration
from gpuviz.model.validation import Judged, PublishedPoint, write_points
from gpuviz.trace import Resource
from gpuviz.units import THIN_SPACE, seconds

DOCS = Path(__file__).resolve().parent.parent / "docs"
ASSETS = DOCS.parent / "assets"
PICTURE = "model-validation.png"
SIDE = 620  # pixels of a chart
HEAD = """# The model of time against published measurements

Others have measured GPUs: here are {count} published times of {kernels} kernels on {devices} GPUs
beside what the model says of the same launches. `python benchmarks/validation_page.py` writes this
page and assets/validation.csv, from which the bands of modelled times come (Help > Modelled times
shows the same); the points with their sources are in `benchmarks/published`.

Most were measured with CUDA C, some with OpenCL, few with Numba. Each is compared in its own
language: a kernel that was measured in C has a twin in CUDA C beside it, whose instructions are
modelled. Numba's code of the same kernels takes longer where the number of instructions limits: at
each turn of a `range` it tests the index for being below 0 and multiplies in 64 bits
(`gemm_naive_cols` needs 34 instructions a turn where C needs 9). The last table but one says how
much that is.

- **error**: how far off, in percent of the shorter time: twice as long and half as long are 100 %.
- **from machine code**: the kernel was compiled for the GPU. **from source**: it was not, and its
  instructions are estimated.
- **left out**: constants were chosen without the kernel, or without the GPU, that is judged; what
  DRAM reaches by kind of memory was not chosen anew.
- **band**: of a modelled time, the factors between which {inside} of the real times are to be
  expected: so many of the published ones lay in it, with their kernel left out.

![published against modelled]({picture})

"""


def main() -> int:
    """Writes page, picture and table."""
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
    tables = {name: grid_of_ratios(models, points) for name, models in ways.items()}
    rows = _judged_points(found, tables, points)
    write_points(rows, ASSETS / validation.FILE)
    validation.published_points.cache_clear()
    lines = [
        *_summary(found, tables, points), *_bands(), *_groups(found),
        *_in_numba(found, points), *_every_point(found),
    ]  # fmt: skip
    counts = (len(points), len({p.family for p in points}), len({p.device_id for p in points}))
    names = dict(zip(("count", "kernels", "devices"), counts, strict=True))
    inside = _percent(validation.INSIDE)
    text = HEAD.format(picture=PICTURE, inside=inside, **names) + "\n".join(lines) + "\n"
    (DOCS / "model-validation.md").write_text(text, encoding="utf-8", newline="\n")
    draw(rows, DOCS / PICTURE)
    return 0


def _judged_points(
    found: dict[str, list[Compared]], tables: dict[str, Table], points: Sequence[Point]
) -> list[PublishedPoint]:
    """The rows of assets/validation.csv."""
    left_out = {name: np.exp(cross_validated(t, points, "kernel")) for name, t in tables.items()}
    judged = [
        [
            Judged(one.seconds, float(ratio) * one.point.seconds, cast(Resource, one.limiter))
            for one, ratio in zip(found[name], left_out[name], strict=True)
        ]
        for name in found
    ]
    return [
        PublishedPoint(
            point.family, " x ".join(map(str, point.launch.size)), point.device.name,
            point.device_id, point.device.cc, point.language, point.seconds, compiled, usual,
            point.source,
        )
        for point, compiled, usual in zip(points, *judged, strict=True)
    ]  # fmt: skip


def _bands() -> Iterator[str]:
    """Of every limiter that the model names."""
    yield "## Bands"
    yield ""
    yield f"Of the narrowest kind with {validation.LEAST_POINTS} points: the limiter, then all"
    yield "limiters that move bytes, count instructions or wait, then everything; of one family of"
    yield "GPUs where that has points enough."
    yield ""
    yield "| limited by | family | from machine code | points | from source | points |"
    yield "|---|---|--:|--:|--:|--:|"
    for limiter in get_args(Resource):
        told: dict[tuple[str, ...], list[str]] = {}
        for device in load_devices().values():
            cells = tuple(_band_cells(limiter, device))
            families = told.setdefault(cells, [])
            if validation.family(device.cc) not in families:
                families.append(validation.family(device.cc))
        most = max(map(len, told.values()))
        for cells, families in sorted(told.items(), key=lambda item: len(item[1])):
            name = "others" if len(families) == most and len(told) > 1 else ", ".join(families)
            yield _row(f"{limiter} | {'all' if len(told) == 1 else name}", cells)
    yield ""


def _band_cells(limiter: Resource, device: Device) -> Iterator[str]:
    for compiled in (True, False):
        (low, high), judged = validation.judge(limiter, device, compiled=compiled)
        yield f"{low:.2f} to {high:.2f}"
        yield str(judged.points)


def _in_numba(found: dict[str, list[Compared]], points: Sequence[Point]) -> Iterator[str]:
    """What Numba's code of the same kernels takes, where CUDA C was measured."""
    yield "## Numba's code where CUDA C was measured"
    yield ""
    yield "How many times as long the kernel takes as Numba compiles it, by what limits it then."
    yield ""
    yield "| limiter | points | median | most |"
    yield "|---|--:|--:|--:|"
    numba = Models(TRACES, compiled=True, as_measured=False)
    factors: dict[str, list[float]] = {}
    for point, in_c in zip(points, found["from machine code"], strict=True):
        if point.language != "Numba":
            one = numba.compared(point, Calibration())
            factors.setdefault(one.limiter, []).append(one.seconds / in_c.seconds)
    for limiter, each in sorted(factors.items()):
        yield _row(f"{limiter} | {len(each)}", (f"{quantile(each, 0.5):.2f}", f"{max(each):.2f}"))
    yield ""


def _summary(
    found: dict[str, list[Compared]], tables: dict[str, Table], points: Sequence[Point]
) -> Iterator[str]:
    yield "## All together"
    yield ""
    yield "| | " + " | ".join(found) + " |"
    yield "|---|" + "--:|" * len(found)
    errors = {name: [one.error for one in rows] for name, rows in found.items()}
    yield _row("median error", (_percent(quantile(each, 0.5)) for each in errors.values()))
    yield _row("90th percentile", (_percent(quantile(each, 0.9)) for each in errors.values()))
    yield _row("worst", (f"{1 + max(each):.1f} times" for each in errors.values()))
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


def draw(rows: Sequence[PublishedPoint], path: Path) -> None:
    """The chart of the window, both ways of modelling side by side, as PNG."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtWidgets import QApplication

    from gpuviz.scene.theme import LIGHT
    from gpuviz.scene.validation import validation_chart
    from gpuviz.ui.charts.view import ChartView

    _app = QApplication.instance() or QApplication([])
    charts = (ChartView(validation_chart(rows, compiled=each), LIGHT) for each in (True, False))
    first, second = (chart.exhibit().image(SIDE, SIDE) for chart in charts)
    picture = QImage(first.width() + second.width(), first.height(), first.format())
    painter = QPainter(picture)
    painter.drawImage(0, 0, first)
    painter.drawImage(first.width(), 0, second)
    painter.end()
    picture.save(str(path))


if __name__ == "__main__":
    sys.exit(main())
