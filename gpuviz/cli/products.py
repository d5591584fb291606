"""`gpuviz devices --product`: a library's matrix product on every device, modelled as a range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpuviz.cli.table import aligned
from gpuviz.cli.words import limiter_text
from gpuviz.device import Device
from gpuviz.messages import EnglishText, Message, RequestRefused, shortened
from gpuviz.model.tensor_product import PRODUCT_TYPES, ProductTime, ProductType, product_time
from gpuviz.texts import tr
from gpuviz.units import seconds, sizes_text
from gpuviz.whole_number import read_whole_number

MOST = 10**7  # of a side
SHOWN: Mapping[ProductType, str] = {"fp32": "float32", "tf32": "TF32", "fp16": "FP16", "fp8": "FP8"}
WHAT_IS_RANKED: EnglishText = (
    "float32 is without tensor cores; TF32, FP16 and FP8 are with them, sums in float32. Ranked by"
    " tensor cores, FP16; GPUs of which no tensor core is known come after, by float32."
)
HOW_SURE: EnglishText = (
    "modelled, from which share of its peak each GPU was measured to reach in large products"
    " (assets/tensor_peaks.toml); not validated. Kernels of the gallery use no tensor cores."
)

Times = Mapping[ProductType, ProductTime | None]


@dataclass(frozen=True, slots=True)
class OnEachDevice:
    """A product of M x K by K x N numbers, and what the model says of it on each device."""

    shape: tuple[int, int, int]  # M, N, K
    rows: tuple[tuple[Device, Times], ...]  # the fastest first


def read_product(text: str) -> tuple[int, int, int]:
    """M, N and K, or one number for all; raises RequestRefused for anything else."""
    found = [read_whole_number(part) for part in text.split(",")]
    known = [number for number in found if number is not None and 1 <= number <= MOST]
    if len(known) == len(found) == 3:
        return known[0], known[1], known[2]
    if len(known) == len(found) == 1:
        return (known[0],) * 3
    template = (
        "--product '{text}' is no product: give M,N,K as whole numbers from 1 to {most}, for M x K"
        " by K x N numbers, as in --product 4096,4096,1024."
    )
    values = {"text": shortened(text), "most": MOST}
    raise RequestRefused(Message("cli.product", template, values))


def product_on(devices: Sequence[Device], shape: tuple[int, int, int]) -> OnEachDevice:
    """What the model says of a product on some devices."""
    rows = [
        (device, {kind: product_time(shape, kind, device) for kind in PRODUCT_TYPES})
        for device in devices
    ]
    return OnEachDevice(shape, tuple(sorted(rows, key=lambda row: _rank(row[1]))))


def _rank(times: Times) -> tuple[bool, float]:
    fp16, fp32 = times["fp16"], times["fp32"]
    known = fp16 or fp32
    return fp16 is None, 0.0 if known is None else known.fastest_s


def product_text(found: OnEachDevice) -> str:
    """A line for each device, and what the columns are."""
    head = tr("product of {shape} (M, N, K), fastest to slowest")
    head = head.format(shape=sizes_text(found.shape))
    rows = [
        (device.id, *(_span(times[kind]) for kind in SHOWN), _limit(times))
        for device, times in found.rows
    ]
    headings = (tr("device"), *SHOWN.values(), tr("limited by"))
    return "\n\n".join((head, aligned([headings, *rows]), tr(WHAT_IS_RANKED), tr(HOW_SURE)))


def _span(time: ProductTime | None) -> str:
    return "-" if time is None else span_text(time)


def span_text(time: ProductTime) -> str:
    """ "165 µs to 222 µs", or one figure where both are alike."""
    least, most = seconds(time.fastest_s), seconds(time.slowest_s)
    return least if least == most else tr("{least} to {most}").format(least=least, most=most)


def _limit(times: Times) -> str:
    """Of what the row is ranked by."""
    shown = times["fp16"] or times["fp32"]
    if shown is None:
        return "-"
    limiter = shown.limiter
    return tr("arithmetic") if limiter == "arithmetic" else limiter_text(limiter)


def product_object(found: OnEachDevice) -> dict[str, object]:
    """The same for JSON: seconds; null where a GPU has no tensor cores for the type."""
    m, n, k = found.shape
    rows = [{"device": device.id, **times} for device, times in found.rows]
    return {"m": m, "n": n, "k": k, "modelled": rows}
