"""How far the model of time can be believed: what it says of launches that others have measured.

assets/validation.csv, written by benchmarks/validation_page.py, has a row for each published
measurement: the published time beside the modelled one, and beside the one that the model gives if
its constants are chosen without that kernel (cross-validation). A modelled time gets a band from
the measurements of its kind: 80 % of those lay in it.
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, cast, get_args

import numpy as np

from gpuviz.device import Device
from gpuviz.places import resource_dir
from gpuviz.trace import Validation
from gpuviz.trace.prediction import Resource

FILE = "validation.csv"
INSIDE = 0.8
"""Of the published measurements of a kind, the share that its band holds."""
LEAST_POINTS = 8
"""Of a kind: of fewer no band of 80 % can be told; a wider kind is taken."""

KINDS: tuple[frozenset[Resource], ...] = (
    frozenset({"dram", "l2", "l1", "shared"}),  # moving bytes
    frozenset({"issue", "int32", "fp32", "fp64", "sfu"}),  # instructions
    frozenset({"latency", "atomics", "launch"}),  # waiting
)
FAMILIES = {
    "6": "Pascal",
    "7.0": "Volta",
    "7": "Turing",
    "8.9": "Ada",
    "8": "Ampere",
    "9": "Hopper",
}
"""Names of architectures by compute capability, or the number before its dot."""


class Judged(NamedTuple):
    """What the model says of one measurement; seconds."""

    modelled_s: float
    left_out_s: float  # with constants that were chosen without this kernel
    limiter: Resource

    def error(self, published_s: float) -> float:
        """How far off without the kernel: 0 for exact, 1 for twice or half as long."""
        ratio = self.left_out_s / published_s
        return max(ratio, 1 / ratio) - 1


@dataclass(frozen=True, slots=True)
class PublishedPoint:
    """One published measurement beside the model."""

    kernel: str
    size: str  # "1024 x 1024", as its axes stand in the kernel's file
    gpu: str  # its name
    device_id: str
    cc: str
    language: str  # that was measured: "CUDA C" or "Numba"
    published_s: float
    compiled: Judged  # from machine code
    usual: Judged  # from source
    source: str

    def judged(self, *, compiled: bool) -> Judged:
        """With or without a compiler."""
        return self.compiled if compiled else self.usual


@functools.cache
def published_points() -> tuple[PublishedPoint, ...]:
    """All of them, in the order of the file."""
    text = (resource_dir("assets") / FILE).read_text(encoding="utf-8")
    return tuple(map(_point, csv.DictReader(io.StringIO(text))))


def _point(row: dict[str, str]) -> PublishedPoint:
    compiled, usual = (
        Judged(float(row[f"{way}_s"]), float(row[f"{way}_left_out_s"]), _resource(row, way))
        for way in ("compiled", "usual")
    )
    return PublishedPoint(
        kernel=row["kernel"],
        size=row["size"],
        gpu=row["gpu"],
        device_id=row["device_id"],
        cc=row["cc"],
        language=row["language"],
        published_s=float(row["published_s"]),
        compiled=compiled,
        usual=usual,
        source=row["source"],
    )


def _resource(row: dict[str, str], way: str) -> Resource:
    word = row[f"{way}_limiter"]
    if word not in get_args(Resource):
        raise ValueError(f"{word} limits nothing")
    return cast(Resource, word)


def write_points(points: Sequence[PublishedPoint], path: Path) -> None:
    """Writes what `published_points` reads; seconds in five figures."""
    ways = ("compiled", "usual")
    head = ["kernel", "size", "gpu", "device_id", "cc", "language", "published_s"]
    head += [f"{way}_{what}" for way in ways for what in ("s", "left_out_s", "limiter")]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*head, "source"])
        for point in points:
            told = (point.kernel, point.size, point.gpu, point.device_id, point.cc, point.language)
            judged = (
                cell
                for each in (point.compiled, point.usual)
                for cell in (f"{each.modelled_s:.5g}", f"{each.left_out_s:.5g}", each.limiter)
            )
            writer.writerow([*told, f"{point.published_s:.5g}", *judged, point.source])


def family(cc: str) -> str:
    """The architecture of a compute capability; "10" and above are Blackwell."""
    major = cc.partition(".")[0]
    return FAMILIES.get(cc) or FAMILIES.get(major) or ("Blackwell" if int(major) >= 10 else major)


def judge(
    limiter: Resource, device: Device, *, compiled: bool
) -> tuple[tuple[float, float], Validation]:
    """The band of a modelled time, and what it rests on.

    The band is (lowest, highest) measured time in modelled times: quantiles as they are to be
    expected of further points (Weibull's), widened to hold 1. Where a kind has too few points it is
    that of all, widened to hold those few. `compiled`: the instructions come from machine code.
    """
    here = sum(one.device_id == device.id for one in published_points())
    band, judged = _judged(limiter, family(device.cc), compiled)
    return band, replace(judged, same_device=here)


@functools.cache
def _judged(
    limiter: Resource, architecture: str, compiled: bool
) -> tuple[tuple[float, float], Validation]:
    """On any device of an architecture."""
    alike, few = _alike(limiter, architecture, compiled)
    errors = [one.judged(compiled=compiled).error(one.published_s) for one in alike]
    ratios = [_real_in_modelled(one, compiled) for one in alike]
    ends = ((1 - INSIDE) / 2, (1 + INSIDE) / 2)
    low, high = np.exp(np.quantile(np.log(ratios), ends, method="weibull"))
    beside = [1.0, *(_real_in_modelled(one, compiled) for one in few)]
    band = min(float(low), *beside), max(float(high), *beside)
    return band, Validation(len(alike), float(np.median(errors)), not few, same_device=0)


def _alike(
    limiter: Resource, architecture: str, compiled: bool
) -> tuple[tuple[PublishedPoint, ...], tuple[PublishedPoint, ...]]:
    """The narrowest kind that has points enough, by what limits and by architecture; or all, and
    the few of this kind.
    """
    everything = published_points()
    kind = next(kind for kind in KINDS if limiter in kind)
    mine: tuple[PublishedPoint, ...] = ()
    for wanted in (frozenset({limiter}), kind):
        mine = tuple(p for p in everything if p.judged(compiled=compiled).limiter in wanted)
        near = tuple(p for p in mine if family(p.cc) == architecture)
        found = near if len(near) >= LEAST_POINTS else mine
        if len(found) >= LEAST_POINTS:
            return found, ()
    return everything, mine


def _real_in_modelled(point: PublishedPoint, compiled: bool) -> float:
    return point.published_s / point.judged(compiled=compiled).left_out_s
