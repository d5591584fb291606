"""What assets/devices.toml says of a GPU: each value's meaning, unit, and what would be absurd."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gpuviz.messages import EnglishText

Kind = Literal["text", "whole", "year", "number", "three", "list"]
Group = Literal["device", "limits", "rates", "latency"]

LARGEST_GRID = 2**31 - 1
TEBI = 1 << 40


@dataclass(frozen=True, slots=True)
class DeviceField:
    """One value of a Device (or of its Latencies: `lat.l2`).

    Numbers below `least` or above `most` are mistakes: no GPU is near either. `group` says whose
    source it has: the device's own, or that of the limits, rates or latencies of its capability.
    What is `optional` is shown where it is known and left out elsewhere: no model asks for it.
    """

    name: str
    label: EnglishText
    unit: EnglishText
    kind: Kind
    least: float = 0
    most: float = 0
    group: Group = "device"
    optional: bool = False


DEVICE_FIELDS = (
    DeviceField("id", "id", "", "text"),
    DeviceField("name", "name", "", "text"),
    DeviceField("family", "family", "", "text", optional=True),
    DeviceField("year", "year", "", "year", 1990, 2100, optional=True),
    DeviceField("cc", "compute capability", "", "text"),
    DeviceField("generation", "generation", "", "text", optional=True),
    DeviceField("sm_count", "SMs", "", "whole", 1, 1000),
    DeviceField("boost_mhz", "boost clock", "MHz", "number", 50, 10_000),
    DeviceField("mem_bw_gbs", "memory bandwidth", "GB/s", "number", 1, 100_000),
    DeviceField("mem_bytes", "memory", "B", "whole", 1 << 26, 16 * TEBI),
    DeviceField("l2_bytes", "L2 cache", "B", "whole", 1 << 14, TEBI),
    DeviceField("pcie", "PCIe", "", "text"),
    DeviceField("pcie_gbs", "PCIe rate, one way", "GB/s", "number", 0.1, 1000),
    DeviceField("tdp_w", "TDP, power at most", "W", "number", 1, 100_000, optional=True),
    DeviceField("status", "known by", "", "text"),
    DeviceField("source", "source", "", "text"),
)

LIMIT_FIELDS = (
    DeviceField("limits_source", "source", "", "text", group="limits"),
    DeviceField("warp_size", "lanes in a warp", "", "whole", 32, 32, "limits"),
    DeviceField("max_threads_per_block", "threads in a block", "", "whole", 32, 65_536, "limits"),
    DeviceField("max_block_dim", "block, at most", "", "three", 1, 65_536, "limits"),
    DeviceField("max_grid_dim", "grid, at most", "", "three", 1, LARGEST_GRID, "limits"),
    DeviceField("max_threads_per_sm", "threads on an SM", "", "whole", 32, 65_536, "limits"),
    DeviceField("max_warps_per_sm", "warps on an SM", "", "whole", 1, 2048, "limits"),
    DeviceField("max_blocks_per_sm", "blocks on an SM", "", "whole", 1, 1024, "limits"),
    DeviceField("registers_per_sm", "registers of an SM", "", "whole", 1024, 1 << 24, "limits"),
    DeviceField(
        "registers_per_block", "registers of a block", "", "whole", 1024, 1 << 24, "limits"
    ),
    DeviceField(
        "max_registers_per_thread", "registers of a thread", "", "whole", 16, 1024, "limits"
    ),
    DeviceField(
        "reg_alloc_granularity", "registers, given in steps of", "", "whole", 1, 65_536, "limits"
    ),
    DeviceField("warp_alloc_granularity", "warps, given in steps of", "", "whole", 1, 64, "limits"),
    DeviceField("shared_per_sm", "shared memory of an SM", "B", "whole", 1024, 1 << 30, "limits"),
    DeviceField(
        "shared_per_block_default", "shared memory of a block", "B", "whole", 1, 1 << 30, "limits"
    ),
    DeviceField(
        "shared_per_block_optin", "… if it asks for more", "B", "whole", 1, 1 << 30, "limits"
    ),
    DeviceField(
        "shared_reserved_per_block", "… taken by the system", "B", "whole", 0, 65_536, "limits"
    ),
    DeviceField(
        "shared_alloc_granularity", "… given in steps of", "B", "whole", 1, 65_536, "limits"
    ),
    DeviceField(
        "shared_carveouts_kb", "… of an SM, sizes to choose", "KiB", "list", 0, 1 << 20, "limits"
    ),
    DeviceField(
        "unified_l1_kb", "L1 and shared memory of an SM", "KiB", "whole", 1, 1 << 20, "limits"
    ),
    DeviceField("shared_banks", "banks of shared memory", "", "whole", 32, 32, "limits"),
    DeviceField("shared_bank_bytes", "width of a bank", "B", "whole", 4, 8, "limits"),
    DeviceField("sector_bytes", "sector", "B", "whole", 32, 32, "limits"),
    DeviceField("line_bytes", "cache line", "B", "whole", 128, 128, "limits"),
    DeviceField("sub_partitions", "parts of an SM", "", "whole", 1, 64, "limits"),
    DeviceField("warp_schedulers", "warp schedulers of an SM", "", "whole", 1, 64, "limits"),
    DeviceField("fp32_lanes", "float32 results a clock and SM", "", "whole", 1, 4096, "limits"),
    DeviceField("int32_lanes", "int32 results a clock and SM", "", "whole", 1, 4096, "limits"),
    DeviceField("fp64_lanes", "float64 results a clock and SM", "", "whole", 1, 4096, "limits"),
    DeviceField("sfu_lanes", "special functions a clock and SM", "", "whole", 1, 4096, "limits"),
    DeviceField("barriers_per_block_slot", "barriers for each block", "", "whole", 1, 64, "limits"),
)

RATE_FIELDS = (
    DeviceField("rates_source", "source", "", "text", group="rates"),
    DeviceField(
        "l1_bytes_per_clock", "L1 to an SM's threads", "B a clock", "number", 1, 4096, "rates"
    ),
    DeviceField("shared_bytes_per_clock", "shared memory", "B a clock", "number", 1, 4096, "rates"),
    DeviceField("l2_bytes_per_clock", "L2 to an SM", "B a clock", "number", 1, 4096, "rates"),
)

LATENCY_FIELDS = (
    DeviceField("lat.source", "source", "", "text", group="latency"),
    DeviceField("lat.status", "known by", "", "text", group="latency"),
    DeviceField("lat.alu", "arithmetic", "cycles", "number", 1, 1000, "latency"),
    DeviceField("lat.sfu", "special function", "cycles", "number", 1, 1000, "latency"),
    DeviceField("lat.shared", "shared memory", "cycles", "number", 1, 10_000, "latency"),
    DeviceField("lat.l1", "load that hits L1", "cycles", "number", 1, 10_000, "latency"),
    DeviceField("lat.l2", "load that hits L2", "cycles", "number", 1, 10_000, "latency"),
    DeviceField("lat.dram", "load from DRAM", "cycles", "number", 1, 100_000, "latency"),
)

FIELDS = (*DEVICE_FIELDS, *LIMIT_FIELDS, *RATE_FIELDS, *LATENCY_FIELDS)
"""Every value of a Device; the bounds are an order of magnitude beyond any GPU there is."""

OPTIONAL = tuple(field.name for field in FIELDS if field.optional)

FAMILIES: tuple[EnglishText, ...] = ("GeForce", "workstation", "data centre", "edge")
"""Whom a GPU is sold to; the file of a plugin may say something else."""

INTEGRATED = "integrated"  # PCIe of a GPU that shares the CPU's memory: it has no `pcie_gbs`

STATUSES: Mapping[str, EnglishText] = {
    "query": "printed by the driver or a tool on such a GPU",
    "doc": "from NVIDIA's documentation",
    "third": "from pages of others",
    "mem": "from memory: no page seen",
    "est": "assumed, to be calibrated",
}
"""How well values are known, from best to least; `a+b` is the one and the other."""


def status_words(status: str) -> tuple[EnglishText, ...]:
    """What the status words of a device mean."""
    return tuple(STATUSES[word] for word in status.split("+"))
