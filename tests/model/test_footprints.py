"""How warps' accesses fall on the banks of L1, and on the sectors that they fill."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.device import Device, find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.dram import GDDR, GDDR_WITH_ECC, HBM, DramShares, dram_shares
from gpuviz.model.work import LaunchWork, launch_work
from tests.simt.kernels import config, run

T4 = find_device("t4")


def work_of(body: str, dtype: type[np.generic] = np.float32, elements: int = 1 << 16) -> LaunchWork:
    kernel = f"def kernel(a, out):\n    i = cuda.grid(1)\n    {body}\n"
    arrays = {"a": np.zeros(elements, dtype), "out": np.zeros(elements, dtype)}
    return launch_work(run(kernel, config(1, 32), arrays).trace, T4)


@pytest.mark.parametrize(
    ("index", "dtype", "turns"),
    [
        ("i", np.float32, 1),  # the clocks of RRZE gpu-strides: 1.01, 2.01, 4.01, 2.00, 8.0
        ("2 * i", np.float32, 2),
        ("4 * i", np.float32, 4),
        ("5 * i", np.float32, 2),
        ("8 * i", np.float32, 8),
        ("16 * i", np.float32, 16),
        ("1024 * i", np.float32, 32),
        ("0", np.float32, 1),
        ("i", np.float64, 2),
        ("i", np.complex64, 2 * 2),  # two loads of 4 bytes, 8 bytes apart
        ("i", np.complex128, 2 * 4),  # two of 8 bytes, 16 bytes apart: every other bank
        ("31 - i", np.float32, 1),
    ],
)
def test_the_banks_of_l1_give_a_word_each_in_a_clock(
    index: str, dtype: type[np.generic], turns: int
) -> None:
    work = work_of(f"x = a[{index}]", dtype)

    assert work.l1_turns.sum(axis=0).tolist() == [turns]


@pytest.mark.parametrize(
    ("index", "dtype", "sectors"),
    [
        ("i", np.float32, 0),
        ("i + 1", np.float32, 2),  # the first and the last
        ("2 * i", np.float32, 8),
        ("16 * i", np.float32, 32),
        ("i // 8 * 8", np.float32, 4),  # eight lanes store to one element
        ("i", np.uint8, 0),
        ("4 * i", np.float64, 32),
        ("i", np.complex64, 2 * 8),  # each of two stores fills half of each sector
        ("2 * i", np.complex128, 2 * 32),
    ],
)
def test_a_sector_counts_of_which_a_warp_stores_a_part(
    index: str, dtype: type[np.generic], sectors: int
) -> None:
    work = work_of(f"out[{index}] = 1", dtype)

    assert work.partial_stores.sum(axis=0).tolist() == [sectors]


def test_lanes_that_are_not_active_touch_nothing() -> None:
    assert work_of("if i < 8: out[i] = a[16 * i]").partial_stores.sum(axis=0).tolist() == [0]
    assert work_of("if i < 8: out[4 * i] = a[16 * i]").l1_turns.sum(axis=0).tolist() == [4 + 1]


def test_what_stores_write_to_dram_is_known_apart() -> None:
    work = work_of("out[i] = a[i] + a[i + 32]")

    assert (work.dram_bytes.sum(), work.dram_written_bytes.sum()) == (3 * 128, 128)


@pytest.mark.parametrize(
    ("device", "shares"),
    [("t4", GDDR_WITH_ECC), ("l4", GDDR_WITH_ECC), ("rtx3090", GDDR), ("h100_sxm", HBM)],
)
def test_memory_reaches_what_memory_of_its_kind_was_seen_to_reach(
    device: str, shares: DramShares
) -> None:
    known: Device = find_device(device)

    assert dram_shares(known, Calibration()) == shares
    assert dram_shares(known, Calibration(dram_share=0.5))[:2] == (0.5, 0.5)
