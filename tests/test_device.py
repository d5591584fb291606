"""Devices: NVIDIA's own occupancy answers, the table's plausibility, and refusals."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.device import DEFAULT_DEVICE, Device, find_device, load_devices, occupancy
from gpuviz.device_fields import STATUSES
from gpuviz.messages import RequestRefused

CASES = tomllib.loads(
    (Path(__file__).parent / "data" / "occupancy_cases.toml").read_text(encoding="utf-8")
)["case"]
DEVICE_FILE = Path(__file__).parent.parent / "assets" / "devices.toml"
devices = st.sampled_from(list(load_devices().values()))


def device_of(cc: str) -> Device:
    return next(device for device in load_devices().values() if device.cc == cc)


def case_name(case: dict[str, Any]) -> str:
    shared = case["static_shared"] + case["dynamic_shared"]
    return "cc{cc}-{threads_per_block}threads-{regs_per_thread}regs-".format(**case) + f"{shared}B"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_occupancy_is_what_nvidias_function_answers(case: dict[str, Any]) -> None:
    answer = occupancy(
        device_of(case["cc"]),
        case["threads_per_block"],
        case["regs_per_thread"],
        case["static_shared"],
        case["dynamic_shared"],
    )

    assert answer.blocks_per_sm == case["blocks_per_sm"]
    assert answer.active_warps == case["active_warps"]
    assert answer.max_warps == case["max_warps"]
    assert answer.fraction == pytest.approx(case["occupancy"], abs=5e-5)
    assert set(answer.limited_by) == set(case["factors"])


@pytest.mark.parametrize(
    ("cc", "threads", "registers", "shared", "blocks"),
    [
        ("8.0", 128, 32, 16384, 9),  # 10 without the KiB that the system keeps for each block
        ("8.9", 32, 32, 0, 24),
        ("9.0", 257, 255, 0, 0),  # 9 warps take the registers of 12
    ],
)
def test_occupancy_follows_nvidias_function_where_rounding_decides(
    cc: str, threads: int, registers: int, shared: int, blocks: int
) -> None:
    assert occupancy(device_of(cc), threads, registers, shared).blocks_per_sm == blocks


@pytest.mark.parametrize(
    ("threads", "registers", "limited_by"),
    [(32, 32, ("blocks",)), (128, 32, ("warps",)), (128, 255, ("registers",))],
)
def test_what_limits_occupancy_has_a_name(
    threads: int, registers: int, limited_by: tuple[str, ...]
) -> None:
    assert occupancy(find_device("t4"), threads, registers).limited_by == limited_by


@given(devices, st.integers(1, 1024), st.integers(1, 254), st.integers(0, 40_000))
def test_more_registers_or_more_shared_memory_never_raise_occupancy(
    device: Device, threads: int, registers: int, shared: int
) -> None:
    base = occupancy(device, threads, registers, shared)

    assert occupancy(device, threads, registers + 1, shared).blocks_per_sm <= base.blocks_per_sm
    assert occupancy(device, threads, registers, shared + 256).blocks_per_sm <= base.blocks_per_sm


@given(devices, st.integers(1, 1024), st.integers(1, 255), st.integers(0, 300_000))
def test_resident_blocks_fit_into_one_sm(
    device: Device, threads: int, registers: int, shared: int
) -> None:
    answer = occupancy(device, threads, registers, shared)

    assert 0 <= answer.fraction <= 1
    assert answer.blocks_per_sm <= device.max_blocks_per_sm
    assert answer.blocks_per_sm * threads <= device.max_threads_per_sm
    assert answer.blocks_per_sm * shared <= device.shared_per_sm
    assert answer.active_warps * 32 * registers <= device.registers_per_sm


def test_a_block_that_no_sm_can_hold_has_no_occupancy() -> None:
    answer = occupancy(find_device("a100_sxm_80"), 1025)

    assert (answer.blocks_per_sm, answer.fraction) == (0, 0.0)


def test_the_table_has_a_default_and_every_id_once() -> None:
    rows = tomllib.loads(DEVICE_FILE.read_text(encoding="utf-8"))["device"]

    assert [row["id"] for row in rows] == list(load_devices())
    assert DEFAULT_DEVICE in load_devices()


@pytest.mark.parametrize("device", load_devices().values(), ids=lambda device: device.id)
def test_every_device_of_the_table_has_cudas_limits(device: Device) -> None:
    assert device.warp_size == 32
    assert device.max_threads_per_block == 1024
    assert device.max_block_dim == (1024, 1024, 64)
    assert device.max_grid_dim == (2**31 - 1, 65535, 65535)
    assert device.max_threads_per_sm == 32 * device.max_warps_per_sm


@pytest.mark.parametrize("device", load_devices().values(), ids=lambda device: device.id)
def test_every_device_says_how_well_its_figures_are_known(device: Device) -> None:
    assert device.status in STATUSES
    assert all(len(source) > 3 for source in (device.source, device.limits_source))
    assert set(device.lat.status.split("+")) <= STATUSES.keys()
    assert device.lat.source


@pytest.mark.parametrize(
    ("device_id", "teraflops"), [("t4", 8.1), ("a100_sxm_80", 19.5), ("rtx4090", 82.6)]
)
def test_peak_float32_is_what_nvidia_prints_in_its_data_sheet(
    device_id: str, teraflops: float
) -> None:
    assert find_device(device_id).fp32_flops / 1e12 == pytest.approx(teraflops, rel=0.02)


def test_a_compute_capability_compares_as_two_numbers() -> None:
    assert find_device("b200").compute_capability > find_device("h100_sxm").compute_capability


@pytest.mark.parametrize(
    ("asked", "nearest"), [("t44", "t4"), ("rtx4900", "rtx4090"), ("h100", "h100_sxm")]
)
def test_an_unknown_device_is_refused_with_the_nearest_id(asked: str, nearest: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        find_device(asked)

    assert f"'{asked}'" in str(refused.value)
    assert f"Did you mean {nearest}?" in str(refused.value)


def test_an_unknown_device_like_no_other_is_refused_with_the_way_to_the_list() -> None:
    with pytest.raises(RequestRefused, match="`gpuviz devices` lists all of them") as refused:
        find_device("zzzz")

    assert "Did you mean" not in str(refused.value)
