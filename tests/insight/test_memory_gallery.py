"""Every access of the gallery: its picture and its row in the table against the counters.

The counters are the emulator's own, held against hand-made figures in tests/simt; the pictures are
worked out lane by lane from the addresses.
"""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.memory_banks import bank_map
from gpuviz.insight.memory_costs import array_reads, site_cost
from gpuviz.insight.memory_diagnosis import diagnosis
from gpuviz.insight.memory_lines import line_map
from gpuviz.insight.memory_queues import atomic_queues
from gpuviz.insight.stage_warp import WarpAccess
from gpuviz.launch import LaunchConfig
from gpuviz.operation import OperationInfo, find_operation, list_kernels
from gpuviz.trace import Trace

pytestmark = pytest.mark.many
SMALL = {
    "matmul_naive": (32, 32, 32),
    "matmul_tiled": (32, 32, 32),
    "matmul_register_tiled": (33, 32, 8),
    "matmul_mixed": (32, 32, 32),
    "neural_layer": (32, 8, 16),
    "attention": (40, 8),
    "conv2d_backward": (2, 1, 2, 6, 7, 3),
}
GALLERY = [info.path.stem for info in list_kernels()]


def launched(name: str) -> Trace:
    info: OperationInfo = find_operation(name)
    size = SMALL.get(name, info.default_size)
    config = LaunchConfig(info.grid(size, info.default_block), info.default_block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None).trace


@pytest.fixture(scope="module", params=GALLERY)
def trace(request: pytest.FixtureRequest) -> Trace:
    """One launch of each operation, for all tests of it."""
    return launched(request.param)


def accesses_at(trace: Trace, site: int) -> dict[int, list[WarpAccess]]:
    """The accesses at a site by warp of the launch."""
    table, steps = trace.accesses, trace.steps
    assert table is not None
    assert steps is not None
    found: dict[int, list[WarpAccess]] = {}
    for row in np.flatnonzero(table.site == site):
        step = table.step[row]
        warp = int(steps.block[step]) * trace.config.warps_per_block + int(steps.warp[step])
        access = WarpAccess.of_row(trace, table, int(row))
        found.setdefault(warp, []).append(access)
    return found


def units_of(access: WarpAccess) -> int:
    """What the picture of an access shows, in the counters' units."""
    if access.site.kind == "atomic":
        return sum(len(queue.lanes) for queue in atomic_queues(access))
    if access.site.space == "global":
        return line_map(access).sectors
    return bank_map(access).wavefronts


def lines_of(access: WarpAccess) -> int:
    is_global = access.site.space == "global" and access.site.kind != "atomic"
    return len(line_map(access).address) if is_global else 0


@pytest.mark.slow
def test_the_pictures_of_each_warp_add_up_to_its_counters(trace: Trace) -> None:
    counters = trace.warp_counters
    assert counters is not None
    assert trace.all_followed

    counted_sites = [row for row, site in enumerate(trace.sites) if site.space != "local"]
    for site in counted_sites:
        for warp, made in accesses_at(trace, site).items():
            shown = [
                len(made),
                sum(units_of(access) for access in made),
                sum(lines_of(access) for access in made),
            ]
            counted = [c[site, warp] for c in (counters.requests, counters.units, counters.lines)]
            assert shown == counted, (trace.sites[site], warp)


@pytest.mark.slow
def test_the_table_adds_up_to_the_counters_of_the_launch(trace: Trace) -> None:
    costs = [site_cost(trace, row) for row in range(len(trace.sites))]
    counters = trace.counters
    assert counters is not None

    sectors = sum(cost.known_units for cost in costs if cost.unit == "sectors")
    shared = [cost for cost in costs if cost.unit == "wavefronts"]

    assert sectors == counters.global_load_sectors + counters.global_store_sectors
    assert sum(cost.conflicts for cost in shared) == counters.bank_conflicts
    assert sum(cost.known_units for cost in shared) == (
        counters.shared_load_wavefronts + counters.shared_store_wavefronts
    )
    assert all(
        (cost.units, cost.requests) == (cost.known_units, cost.known_requests) for cost in costs
    )


@pytest.mark.slow
def test_the_table_and_the_pictures_agree_on_what_is_needed_and_what_would_do(trace: Trace) -> None:
    for row, site in enumerate(trace.sites):
        if site.space == "global" and site.kind != "atomic":
            maps = [line_map(a) for made in accesses_at(trace, row).values() for a in made]
            cost = site_cost(trace, row)
            assert cost.needed_bytes == sum(lines.needed_bytes for lines in maps)
            assert cost.fewest == sum(lines.fewest_sectors for lines in maps)


@pytest.mark.slow
def test_every_access_of_the_gallery_has_a_diagnosis_or_none_without_an_error(trace: Trace) -> None:
    for row in range(len(trace.sites)):
        made = accesses_at(trace, row)
        told = [diagnosis(access, trace.config.block) for one in made.values() for access in one]
        assert all("{" not in message.text for message in told if message is not None)


@pytest.mark.parametrize(("name", "each"), [("matmul_naive", 32.0), ("matmul_tiled", 2.0)])
def test_tiles_of_16_read_each_element_16_times_less_often(name: str, each: float) -> None:
    assert {reads.array: reads.each for reads in array_reads(launched(name))} == {
        "a": each,
        "b": each,
    }
