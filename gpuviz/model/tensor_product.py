"""How long a library's matrix product takes on a GPU, with tensor cores and without.

No kernel of the gallery is modelled so: these are products as cuBLAS makes them, of M x K by K x N
numbers, from sizes alone. The larger counts of

- arithmetic: 2 M N K operations at the peak of the type, of which measured products reach a share
  that depends on the GPU (tensor_peaks.toml has it with its sources). At the slow end a tile of at
  most 128 x 128 results is one SM's, and the last round of tiles takes as long as a full one;
- traffic: what is multiplied comes from DRAM once, and the result goes there once, at the nominal
  rate at the fast end and at what streams reach at the slow end. There it also comes through L2 for
  each tile of results, but for compute capabilities 9 and 10, where SMs of a cluster share tiles.

To both comes one launch. What comes of it is a range, and of products below some 2000 a side less
than what one measures from Python, where queueing a launch takes longer than the product.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gpuviz.device import Device
from gpuviz.launch import ceil_divide
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.dram import dram_shares
from gpuviz.model.tensor_peaks import Range, tensor_peaks

ProductType = Literal["fp32", "tf32", "fp16", "bf16", "fp8"]
PRODUCT_TYPES: tuple[ProductType, ...] = ("fp32", "tf32", "fp16", "bf16", "fp8")
ITEM_BYTES: Mapping[ProductType, int] = {"fp32": 4, "tf32": 4, "fp16": 2, "bf16": 2, "fp8": 1}
RESULT_BYTES: Mapping[ProductType, int] = {"fp32": 4, "tf32": 4, "fp16": 2, "bf16": 2, "fp8": 2}

REACHED_FP32: Range = (0.50, 1.00)
"""Of float32 without tensor cores, where nobody measured the device: the extremes of those that
were."""
TILE, SMALLEST_TILE = 128, 16  # results along a side of what one SM makes at a time
CLUSTERED = (9, 10)  # majors of compute capabilities whose SMs share tiles
BFLOAT_FROM = (8, 0)  # the compute capability of the first tensor cores for bfloat16

Limit = Literal["arithmetic", "dram", "l2", "launch"]


@dataclass(frozen=True, slots=True)
class ProductTime:
    """Modelled seconds of a product: a range, and what limits it at the slow end."""

    fastest_s: float
    slowest_s: float
    limiter: Limit


def product_time(
    shape: tuple[int, int, int],
    kind: ProductType,
    device: Device,
    calibration: Calibration | None = None,
) -> ProductTime | None:
    """The product of `shape` (M, N, K) on `device`; None where it has nothing for the type.

    "fp32" is float32 without tensor cores, every other type with them.
    """
    found = _rate(kind, device)
    if found is None:
        return None
    constants = load_calibration() if calibration is None else calibration
    peak, (least, most) = found
    read, written = _dram_bytes(shape, kind)
    nominal, shares = device.mem_bw_gbs * 1e9, dram_shares(device, constants)
    m, n, k = shape
    fastest = max(2.0 * m * n * k / (peak * most), (read + written) / nominal)
    slow: dict[Limit, float] = {
        "arithmetic": _operations_in_rounds(shape, device) / (peak * least),
        "dram": (read / shares.read + written / shares.written) / nominal,
        "l2": _l2_seconds(shape, kind, device, constants),
    }
    launch_s = constants.launch_seconds
    limiter = max(slow, key=lambda limit: slow[limit])
    return ProductTime(
        launch_s + fastest,
        launch_s + slow[limiter],
        limiter if slow[limiter] > launch_s else "launch",
    )


def _rate(kind: ProductType, device: Device) -> tuple[float, Range] | None:
    """The peak in operations a second, and which share of it is reached."""
    peaks = tensor_peaks().get(device.id)
    if kind == "fp32":
        return device.fp32_flops, REACHED_FP32 if peaks is None else peaks.reached_fp32
    if peaks is None or (kind == "bf16" and device.compute_capability < BFLOAT_FROM):
        return None
    tera = {"tf32": peaks.tf32, "fp16": peaks.fp16, "bf16": peaks.fp16, "fp8": peaks.fp8}[kind]
    return None if tera is None else (tera * 1e12, peaks.reached)


def _operations_in_rounds(shape: tuple[int, int, int], device: Device) -> float:
    """Those of all SMs in as many rounds as the tiles need, or of the product if that is more."""
    m, n, k = shape
    high, wide = _tile(m), _tile(n)
    tiles = ceil_divide(m, high) * ceil_divide(n, wide)
    rounds = ceil_divide(tiles, device.sm_count)
    return 2.0 * high * wide * k * rounds * device.sm_count


def _tile(side: int) -> int:
    """A narrow product has narrow tiles: a power of two."""
    return min(TILE, max(SMALLEST_TILE, 1 << (side - 1).bit_length()))


def _dram_bytes(shape: tuple[int, int, int], kind: ProductType) -> tuple[float, float]:
    """Read once and written once."""
    m, n, k = shape
    return float(ITEM_BYTES[kind] * (m * k + k * n)), float(RESULT_BYTES[kind] * m * n)


def _l2_seconds(
    shape: tuple[int, int, int], kind: ProductType, device: Device, constants: Calibration
) -> float:
    """0 where SMs share tiles."""
    if device.compute_capability[0] in CLUSTERED:
        return 0.0
    m, n, k = shape
    read = ITEM_BYTES[kind] * k * (m * ceil_divide(n, TILE) + n * ceil_divide(m, TILE))
    rate = constants.l2_share * device.l2_bytes_per_clock * device.sm_count * device.clock_hz
    return (read + RESULT_BYTES[kind] * m * n) / rate
