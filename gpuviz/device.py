"""GPUs as data: limits and rates from assets/devices.toml, and occupancy by NVIDIA's rule."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from gpuviz.device_fields import OPTIONAL
from gpuviz.device_file import Values, read_device_file
from gpuviz.launch import WARP_SIZE, ceil_divide
from gpuviz.messages import Message, RequestRefused, word
from gpuviz.places import resource_dir
from gpuviz.plugins import Brought, Plugin, Shelf, installed

DEFAULT_DEVICE = "t4"
GPU_ID = re.compile(r"gpu:(\d{1,3})")
"""How a GPU of this machine is named: by its place in the driver's order, from 0."""
PLUGIN_FILE = "devices.toml"  # of a plugin, in its folder
KIB = 1024
LISTS = ("max_block_dim", "max_grid_dim", "shared_carveouts_kb")  # in files; here tuples


@dataclass(frozen=True, slots=True)
class Latencies:
    """SM clock cycles until a result can be used: of an instruction, or of a load by where it hits.

    `status` says how well they are known, in the words of device_fields.STATUSES.
    """

    alu: float
    sfu: float
    shared: float
    l1: float
    l2: float
    dram: float
    status: str
    source: str


@dataclass(frozen=True, slots=True)
class Device:
    """One GPU.

    Sizes in bytes, clocks in MHz, bandwidths in GB/s (1e9 bytes), latencies in SM clock cycles.
    What each value means, and which would be absurd, stands in device_fields.py.
    """

    id: str
    name: str
    cc: str
    sm_count: int
    boost_mhz: float
    mem_bw_gbs: float
    mem_bytes: int
    l2_bytes: int
    pcie: str
    pcie_gbs: float | None  # None: memory is shared with the CPU, nothing is copied over PCIe
    status: str  # how well the figures so far are known, a word of device_fields.STATUSES
    source: str  # where they come from
    limits_source: str  # and where the limits of its compute capability, which follow
    warp_size: int
    max_threads_per_block: int
    max_block_dim: tuple[int, int, int]
    max_grid_dim: tuple[int, int, int]
    registers_per_sm: int
    registers_per_block: int
    max_registers_per_thread: int
    shared_banks: int
    shared_bank_bytes: int
    sector_bytes: int
    line_bytes: int
    reg_alloc_granularity: int
    warp_alloc_granularity: int
    shared_per_block_default: int
    max_threads_per_sm: int
    max_warps_per_sm: int
    max_blocks_per_sm: int
    shared_per_sm: int
    shared_per_block_optin: int
    shared_reserved_per_block: int
    shared_alloc_granularity: int
    shared_carveouts_kb: tuple[int, ...]  # KiB of an SM's memory that can be shared memory
    unified_l1_kb: int  # KiB: L1 and shared memory of an SM together; CC 6.1: L1 alone
    sub_partitions: int
    warp_schedulers: int
    fp32_lanes: int
    int32_lanes: int
    fp64_lanes: int
    sfu_lanes: int
    barriers_per_block_slot: int
    rates_source: str  # of the three rates that follow
    l1_bytes_per_clock: float  # of one SM, to its threads; shared memory and L2 likewise
    shared_bytes_per_clock: float
    l2_bytes_per_clock: float
    lat: Latencies
    family: str | None = None  # whom it is sold to, a word of device_fields.FAMILIES; None: unknown
    year: int | None = None  # in which it was released
    generation: str | None = None  # NVIDIA's name of the architecture
    tdp_w: float | None = None  # watts that its cooling is made for

    @property
    def compute_capability(self) -> tuple[int, int]:
        """`cc` as two numbers that compare, (8, 6) for "8.6"."""
        major, minor = self.cc.split(".")
        return int(major), int(minor)

    @property
    def fp32_flops(self) -> float:
        """Peak float32 operations a second; a fused multiply-add counts as two."""
        return 2.0 * self.fp32_lanes * self.sm_count * self.clock_hz

    @property
    def clock_hz(self) -> float:
        """Clocks of an SM in a second, at its boost clock."""
        return self.boost_mhz * 1e6


LIMITS = {
    "warps": word("warps"),
    "blocks": word("blocks"),
    "registers": word("registers"),
    "shared": word("shared memory"),
}
"""What `Occupancy.limited_by` names, in words."""


@dataclass(frozen=True, slots=True)
class Occupancy:
    """How many blocks one SM holds at a time, and what stops it from holding more."""

    blocks_per_sm: int
    active_warps: int
    max_warps: int
    limited_by: tuple[str, ...]  # of: warps, blocks, registers, shared
    registers_per_thread: int

    @property
    def fraction(self) -> float:
        """The occupancy, 0 to 1: warps an SM holds out of those that it could hold."""
        return self.active_warps / self.max_warps


@functools.cache
def load_devices(path: Path | None = None) -> dict[str, Device]:
    """All devices of assets/devices.toml (or of `path`) by id.

    Raises RequestRefused for a file that is not TOML, or lacks or mistakes a value.
    """
    return read_devices(path or resource_dir("assets") / "devices.toml")


def read_devices(path: Path) -> dict[str, Device]:
    """All devices of a file by id, as the file is now; raises RequestRefused as `load_devices`."""
    return {values["id"]: from_values(values) for values in read_device_file(path)}


def plugin_devices(plugin: Plugin) -> dict[str, Device]:
    """The devices that a plugin brings by id; raises RequestRefused for a file that isn't good."""
    files, _ = plugin.files(".", PLUGIN_FILE)
    return _read_plugin_file(files[0]) if files else {}


@functools.cache
def plugin_shelf() -> Shelf[Device]:
    """The devices of all plugins; a file that is refused is as good as none."""
    return Shelf(
        tuple(load_devices()),
        tuple(Brought(one, _devices_or_none(one)) for one in installed().plugins),
    )


def device_problems() -> Iterator[Message]:
    """A sentence for each plugin whose devices are refused, and for each id that is taken."""
    for plugin in installed().plugins:
        yield from plugin.files(".", PLUGIN_FILE)[1]
        try:
            plugin_devices(plugin)
        except RequestRefused as error:
            yield plugin.said(error.message)
    yield from plugin_shelf().clashes()


def _devices_or_none(plugin: Plugin) -> dict[str, Device]:
    try:
        return plugin_devices(plugin)
    except RequestRefused:
        return {}


@functools.cache
def _read_plugin_file(path: Path) -> dict[str, Device]:
    """Of those in the file, the ones that are the plugin's own."""
    found = read_devices(path)
    return {key: one for key, one in found.items() if own_description(one) is not None}


def own_description(device: Device) -> Device | None:
    """What has to be told of a device beside its id; None where the table has it just so."""
    return None if load_devices().get(device.id) == device else device


def find_device(device_id: str, among: Mapping[str, Device] | None = None) -> Device:
    """The device of that id, of the table or `among` others; then of a plugin.

    Raises RequestRefused naming the nearest id.
    """
    devices = load_devices() if among is None else among
    if device_id in devices:
        return devices[device_id]
    plugged = plugin_shelf().find(device_id)
    if plugged is not None:
        return plugged
    if GPU_ID.fullmatch(device_id):
        template = (
            "{device} is a GPU of this machine, and one to be modelled is wanted here: name one of"
            " those that `gpuviz devices` lists first."
        )
        raise RequestRefused(Message("device.of-machine", template, {"device": device_id}))
    devices = {**plugin_shelf().all(), **devices}
    near = difflib.get_close_matches(device_id, devices, 1, 0.3)
    hint = word(" Did you mean {name}?", name=near[0]) if near else ""
    template = "There is no device '{device}'.{hint} `gpuviz devices` lists all of them."
    raise RequestRefused(Message("device.unknown", template, {"device": device_id, "hint": hint}))


def occupancy(
    device: Device,
    threads_per_block: int,
    registers_per_thread: int = 32,
    static_shared: int = 0,
    dynamic_shared: int = 0,
) -> Occupancy:
    """Resident blocks per SM, as NVIDIA's cudaOccMaxActiveBlocksPerMultiprocessor computes them.

    Shared sizes in bytes. Carveout is the default (all that the SM has), one barrier a block,
    opt-in shared memory allowed. Checked against NVIDIA's function in tests/test_device.py.
    """
    known = occupancy_limits(
        device, threads_per_block, registers_per_thread, static_shared, dynamic_shared
    )
    blocks = min(known.values())
    limited_by = tuple(name for name, limit in known.items() if limit == blocks)
    return Occupancy(
        blocks,
        blocks * ceil_divide(threads_per_block, WARP_SIZE),
        device.max_warps_per_sm,
        limited_by,
        registers_per_thread,
    )


def occupancy_limits(
    device: Device,
    threads_per_block: int,
    registers_per_thread: int,
    static_shared: int,
    dynamic_shared: int,
) -> dict[str, int]:
    """Blocks that each limit allows on an SM, by its name in LIMITS; others are left out."""
    warps = ceil_divide(threads_per_block, WARP_SIZE)
    limits = {
        "warps": _warp_limit(device, threads_per_block, warps),
        "blocks": device.max_blocks_per_sm,
        "registers": _register_limit(device, warps, registers_per_thread),
        "shared": _shared_limit(device, static_shared, dynamic_shared),
    }
    return {name: limit for name, limit in limits.items() if limit is not None}


def resident_blocks(device: Device, threads_per_block: int, dynamic_shared: int = 0) -> int:
    """Blocks that the whole device holds at a time, if registers do not limit them.

    A kernel that syncs its grid can have no more (CUDA: cooperative launch).
    """
    held = occupancy(device, threads_per_block, 0, dynamic_shared=dynamic_shared)
    return held.blocks_per_sm * device.sm_count


def _warp_limit(device: Device, threads_per_block: int, warps: int) -> int:
    if threads_per_block > device.max_threads_per_block:
        return 0
    return device.max_warps_per_sm // warps


def _register_limit(device: Device, warps: int, registers: int) -> int | None:
    if registers == 0:
        return None
    most = 256 if device.compute_capability[0] >= 7 else 255  # cuda_occupancy.h rejects only more
    per_warp = _round_up(registers * WARP_SIZE, device.reg_alloc_granularity)
    per_block = per_warp * _round_up(warps, device.warp_alloc_granularity)
    if registers > most or per_block > device.registers_per_block:
        return 0
    parts = device.sub_partitions
    return device.registers_per_sm // parts // per_warp * parts // warps


def _shared_limit(device: Device, static: int, dynamic: int) -> int | None:
    asked = static + dynamic
    reserved = device.shared_reserved_per_block
    size = _round_up(asked + reserved, device.shared_alloc_granularity)
    if size == 0:
        return None
    default = device.shared_per_block_default
    cap = (device.shared_per_block_optin if asked > default else default) + reserved
    return 0 if size > cap else device.shared_per_sm // size


def _round_up(value: int, step: int) -> int:
    return ceil_divide(value, step) * step


def from_values(values: Values) -> Device:
    """The Device of values as a file has them, complete and checked."""
    known = dict(values)
    for name in LISTS:
        known[name] = tuple(known[name])
    known["lat"] = Latencies(
        **{field.name: known[f"lat.{field.name}"] for field in fields(Latencies)}
    )
    known = dict.fromkeys(OPTIONAL) | known  # recordings of before have none of them
    return Device(**{field.name: known[field.name] for field in fields(Device)})


def to_values(device: Device) -> Values:
    """The values of a device as a file has them: words, numbers and lists."""
    known = asdict(device)
    latencies = known.pop("lat")
    known |= {name: list(known[name]) for name in LISTS}
    return known | {f"lat.{name}": value for name, value in latencies.items()}
