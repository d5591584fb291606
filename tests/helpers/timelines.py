"""Launches whose blocks ran at known times on known SMs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from gpuviz.device import find_device
from gpuviz.insight.timeline import Timeline, timeline_of
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.trace import Placement, Trace
from tests.trace.examples import bare

Source = Literal["measured", "modelled"]


def placed(
    sm: Sequence[int],
    start_s: Sequence[float],
    end_s: Sequence[float],
    source: Source = "measured",
    **changes: Any,
) -> Trace:
    """A launch on a T4 whose blocks, of 256 threads, ran there and then; a T4 holds 4 an SM."""
    columns = np.array(sm, np.int32), np.array(start_s, float), np.array(end_s, float)
    config = LaunchConfig(Dim3(len(sm)), Dim3(256))
    return replace(bare(config=config, placement=Placement(*columns, source)), **changes)


def in_waves(blocks: int, source: Source = "modelled", device: str = "t4") -> Trace:
    """So many blocks that begin wave by wave, as they fit on the device, a microsecond each."""
    held = find_device(device)
    places = held.sm_count * (held.max_warps_per_sm // 8)
    number = np.arange(blocks)
    wave = (number // places).astype(np.float64)
    sm = (number % held.sm_count).tolist()
    start, end = wave * 1e-6, (wave + 1) * 1e-6
    return placed(sm, start.tolist(), end.tolist(), source, device_id=device)


def timeline(trace: Trace) -> Timeline:
    """The timeline of a launch, which has one."""
    found = timeline_of(trace, find_device(trace.device_id))
    assert found is not None
    return found
