"""What the gallery's texts promise: the figures they state."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gpuviz
from gpuviz.device import find_device, load_devices
from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation
from gpuviz.trace.columns import NO_ELEMENT
from tests.helpers.gallery_launches import counters, launched

Shape = tuple[int, ...]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "loads", "stores", "conflicts"),
    [
        ("transpose_naive", 512, 4096, 0),
        ("transpose_tiled", 512, 512, 3968),
        ("transpose_padded", 512, 512, 0),
    ],
)
def test_a_transpose_moves_the_sectors_that_its_text_states(
    name: str, loads: int, stores: int, conflicts: int
) -> None:
    counted = counters(name)

    assert (counted.global_load_sectors, counted.global_store_sectors) == (loads, stores)
    assert counted.bank_conflicts == conflicts


def test_a_naive_transpose_in_blocks_of_8_x_32_saves_three_of_four_sectors_it_stores() -> None:
    counted = counters("transpose_naive", block=(8, 32))

    assert (counted.global_load_sectors, counted.global_store_sectors) == (512, 1024)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stride", "sectors", "lines"),
    [(1, 4, 1), (2, 8, 2), (4, 16, 4), (8, 32, 8), (16, 32, 16), (32, 32, 32), (1024, 1, 1)],
)
def test_a_stride_costs_the_sectors_and_lines_that_the_text_states(
    stride: int, sectors: int, lines: int
) -> None:
    counted = counters("copy_strided", (1024, stride))

    warps = 32
    assert counted.global_load_sectors == warps * sectors
    assert counted.global_load_lines == warps * lines
    assert counted.global_store_sectors == warps * 4


@pytest.mark.slow
def test_sums_in_registers_save_seven_of_eight_requests_of_shared_and_global_memory() -> None:
    tiled = counters("matmul_tiled", (128, 256, 16))
    in_registers = counters("matmul_register_tiled")

    assert in_registers.shared_load_requests * 8 == tiled.shared_load_requests
    assert in_registers.global_load_sectors * 8 == tiled.global_load_sectors
    assert in_registers.bank_conflicts == 0


@pytest.mark.slow
def test_a_sum_in_shared_memory_adds_once_per_block_to_the_total() -> None:
    assert counters("sum_shared").atomic_operations == 4
    assert counters("sum_atomic").atomic_operations == 1000


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 7, 33, 48, 256, 1024])
def test_a_sum_by_shuffles_is_right_in_warps_of_any_length_and_adds_once_for_each(
    block: int,
) -> None:
    warps = -(-1000 // block) * -(-block // 32)

    assert counters("sum_shuffle", (1000,), (block,)).atomic_operations == warps


def test_private_counters_add_once_for_each_block_and_bin_to_those_of_all() -> None:
    def additions(block: int) -> tuple[int, int]:
        trace = launched("histogram_shared", block=(block,)).trace
        counted = trace.warp_counters
        assert counted is not None
        of_site = counted.units.sum(axis=1)
        rows = {site.array: row for row, site in enumerate(trace.sites) if site.kind == "atomic"}
        return int(of_site[rows["bins"]]), int(of_site[rows["part"]])

    assert additions(256) == (1024, 8192)
    assert additions(64) == (4096, 8192)


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 7, 33, 48, 256, 1024])
def test_a_grid_stride_sum_is_right_in_any_block_and_adds_once_for_each(block: int) -> None:
    blocks = -(-125 // block)

    assert counters("sum_grid_stride", (1000,), (block,)).atomic_operations == blocks


@pytest.mark.slow
def test_a_grid_stride_sum_of_8192_adds_four_times_and_meets_once_in_each_block() -> None:
    counted = counters("sum_grid_stride")

    assert (counted.atomic_operations, counted.barriers) == (4, 4)
    assert counters("sum_shuffle", (8192,)).atomic_operations == 256


def test_a_step_of_heat_loads_each_element_once_and_the_ends_of_the_halo() -> None:
    trace = launched("heat_1d").trace
    accesses = trace.accesses
    assert accesses is not None
    sites = [row for row, site in enumerate(trace.sites) if site.array == "x"]

    loaded = accesses.element[np.isin(accesses.site, sites)] != NO_ELEMENT

    assert loaded.sum() == 1006


@pytest.mark.slow
def test_arrays_of_particles_need_an_eighth_of_the_sectors_of_particles() -> None:
    structures, arrays = counters("particles_aos"), counters("particles_soa")
    warps = 32

    assert structures.global_load_sectors + structures.global_store_sectors == 288 * warps
    assert arrays.global_load_sectors + arrays.global_store_sectors == 36 * warps


@pytest.mark.slow
def test_bodies_are_loaded_once_for_each_block_without_a_bank_conflict() -> None:
    counted = counters("nbody_tiled")

    warps, own, of_tiles = 8, 3, 4 * 4
    assert counted.bank_conflicts == 0
    assert counted.global_load_requests == warps * (own + of_tiles)


@pytest.mark.slow
def test_gaps_leave_no_bank_conflict_in_a_scan_by_blelloch(tmp_path: Path) -> None:
    def conflicts(path: Path) -> list[int]:
        file = load_operation(path)
        arguments = file.arguments(file.info.default_size, 0)
        with gpuviz.recording() as launches:
            file.module.pipeline(*arguments.values())
        traces = [launch.trace for launch in launches]
        return [trace.counters.bank_conflicts for trace in traces if trace.counters is not None]

    info = find_operation("scan_blelloch")
    without = tmp_path / "without.py"
    without.write_text(info.source.replace("return i + i // BANKS", "return i"), encoding="utf-8")

    assert conflicts(info.path) == [0, 0, 0]
    assert conflicts(without)[0] == 1120


def test_gpus_do_as_many_operations_in_the_time_of_a_byte_as_vector_add_states() -> None:
    def operations(device_id: str) -> float:
        device = find_device(device_id)
        return device.fp32_flops / (device.mem_bw_gbs * 1e9)

    assert round(operations("t4")) == 25
    assert 9.5 < min(map(operations, load_devices())) < 10
    assert 100 < max(map(operations, load_devices())) < 101
