"""The model against measurements that others published: RRZE-HPC/gpu-benches at 1038c5d0, and
transposes of yencal.github.io/gpu-matrix-transpose-optimization and of a README for the RTX 3090.

Nothing is fitted to these figures but the constants whose sources name them (calibration.py); the
bounds say how far a model of this size can be believed.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import NamedTuple

import numpy as np
import pytest

from gpuviz.device import Device, find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from tests.model.works import in_phases, work

BYTES = 8  # of a double
ELEMENTS = 16_000_000  # far more than any L2 holds

H200 = find_device("h200_sxm")
GH200 = dataclasses.replace(H200, mem_bw_gbs=4000)
A100 = find_device("a100_sxm_80")
A40 = dataclasses.replace(find_device("rtx3090"), sm_count=84, boost_mhz=1740, mem_bw_gbs=696)
L40 = dataclasses.replace(find_device("l4"), sm_count=142, boost_mhz=2490, mem_bw_gbs=864)


class Stream(NamedTuple):
    """Every thread loads and stores one double, or does one of both; GB/s as published."""

    device: Device
    threads: int  # of a block
    per_sm: int  # blocks
    loads: int
    stores: int
    gbs: float


STREAMS = (
    Stream(L40, 64, 2, 0, 1, 644),  # gpu-stream: init, read and scale
    Stream(L40, 64, 2, 1, 0, 321),
    Stream(L40, 64, 2, 1, 1, 551),
    Stream(L40, 128, 2, 1, 0, 617),
    Stream(L40, 512, 2, 1, 1, 797),
    Stream(A40, 64, 2, 0, 1, 400),
    Stream(A40, 64, 2, 1, 0, 160),
    Stream(A40, 256, 2, 1, 1, 644),
    Stream(A100, 64, 2, 1, 0, 166),
    Stream(A100, 128, 2, 0, 1, 792),
    Stream(A100, 256, 2, 1, 1, 1025),
    Stream(A100, 1024, 2, 1, 1, 1737),
    Stream(GH200, 64, 2, 1, 0, 245),
    Stream(GH200, 256, 2, 1, 1, 1397),
    Stream(GH200, 1024, 2, 1, 1, 3174),
    Stream(H200, 32, 32, 1, 1, 844),  # gpu-small-kernels: large arrays
    Stream(H200, 64, 32, 1, 1, 1672),
    Stream(H200, 128, 16, 1, 1, 3234),
    Stream(H200, 1024, 2, 1, 1, 3085),
)


@functools.cache
def published_over_modelled(stream: Stream) -> float:
    warps, accesses = stream.threads / 32, stream.loads + stream.stores
    moved = BYTES * stream.threads * accesses
    asked = work(
        ELEMENTS // stream.threads,
        warp_instructions=16 * warps,
        l1_requests=accesses * warps,
        l1_lines=2 * accesses * warps,
        l1_turns=moved / 128,
        l2_bytes=moved,
        dram_bytes=moved,
        latency_cycles=stream.loads * stream.device.lat.dram + 16 * stream.device.lat.alu,
    )
    found = predict_work(asked, stream.device, stream.per_sm, Calibration()).prediction
    return stream.gbs / (BYTES * ELEMENTS * accesses / found.kernel_s / 1e9)


@pytest.mark.many
@pytest.mark.parametrize("stream", STREAMS, ids=lambda s: f"{s.device.id}-{s.threads}-{s.gbs}")
def test_a_stream_takes_as_long_as_was_published_within_a_factor_of_one_and_a_half(
    stream: Stream,
) -> None:
    assert 1 / 1.5 < published_over_modelled(stream) < 1.5


@pytest.mark.slow
def test_half_of_the_streams_are_within_an_eighth() -> None:
    ratios = np.array([published_over_modelled(stream) for stream in STREAMS])

    assert np.median(np.exp(np.abs(np.log(ratios)))) < 1.125


@pytest.mark.parametrize(
    ("device", "gbs"),
    [(dataclasses.replace(H200, mem_bw_gbs=3350), 475), (find_device("rtx3090"), 195)],
    ids=["h100", "rtx3090"],
)
def test_a_naive_transpose_is_as_slow_as_was_published(device: Device, gbs: float) -> None:
    """Each warp of a block of 32 x 32 stores 4 bytes to each of 32 lines."""
    blocks, warps, moved = 4096, 32, 2 * 4 * 32 * 32
    asked = work(
        blocks,
        warp_instructions=30 * warps,
        l1_requests=2 * warps,
        l1_lines=33 * warps,
        l1_turns=33 * warps,
        l2_bytes=(128 + 32 * 32) * warps,
        partial_stores=32 * warps,
        dram_bytes=moved,
        latency_cycles=device.lat.dram + 30 * device.lat.alu,
    )

    found = predict_work(asked, device, 1, Calibration()).prediction

    assert found.limiter == "l2"
    assert gbs / 1.5 < blocks * moved / found.kernel_s / 1e9 < 1.5 * gbs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("threads", "per_sm", "gbs"), [(1024, 2, 1693), (512, 4, 2385), (256, 8, 2772), (128, 16, 2775)]
)
def test_a_tiled_transpose_is_the_slower_the_fewer_blocks_an_sm_has(
    threads: int, per_sm: int, gbs: float
) -> None:
    """Tiles of 32 x 32, loaded before a barrier and stored behind it."""
    blocks, warps, moved = 1 << 16, 32, 4 * 32 * 32
    device = dataclasses.replace(H200, mem_bw_gbs=3350)
    once = threads / 1024  # a thread's loads are under way together
    asked = in_phases(
        (0, 1),
        blocks,
        warp_instructions=[20 * warps, 20 * warps],
        l1_requests=[warps, warps],
        shared_wavefronts=[warps, warps],
        l2_bytes=[moved, moved],
        dram_bytes=[moved, moved],
        dram_written_bytes=[0, moved],
        latency_cycles=[device.lat.dram + 120 + 20 / once, device.lat.shared + 20 / once],
    )

    found = predict_work(asked, device, per_sm, Calibration()).prediction

    assert gbs / 1.5 < blocks * 2 * moved / found.kernel_s / 1e9 < 1.5 * gbs
