"""The timeline file against the rules of the programs that open it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import RequestRefused
from gpuviz.trace import Placement, Times, Trace
from gpuviz.trace.blocks_on_sm import block_places
from gpuviz.trace.perfetto import MOST_COUNTS
from gpuviz.ui.export.timelines import save_timeline
from tests.helpers.launches import emulated
from tests.helpers.traces import vector_add
from tests.trace.examples import bare
from tests.trace.perfetto_rules import faults, microseconds_cut, read, tracks

SM_COUNT, PER_SM = 132, 16
TIMES = Times("measured", h2d_s=20e-6, kernel_s=5.001e-6, d2h_s=10e-6)


def placed(sm: list[int], start_s: list[float], end_s: list[float], **changes: Any) -> Trace:
    """A launch whose blocks ran there and then."""
    placement = Placement(np.array(sm, np.int32), np.array(start_s), np.array(end_s), "measured")
    config = LaunchConfig(Dim3(len(sm)), Dim3(33))
    return replace(bare(config=config), placement=placement, **changes)


def in_waves(blocks: int, jitter: float = 0.0) -> Trace:
    """So many blocks on an H200 that takes 16 an SM, ten microseconds each or a bit less."""
    number = np.arange(blocks)
    wave = number // (SM_COUNT * PER_SM)
    end = wave + 1 - jitter * np.random.default_rng(5).random(blocks)
    sm = (number % SM_COUNT).astype(np.int32)
    start = (wave * 1e-5).astype(np.float64)
    placement = Placement(sm, start, (end * 1e-5).astype(np.float64), "modelled")
    return replace(bare(config=LaunchConfig(Dim3(blocks), Dim3(256))), placement=placement)


def awkward() -> Trace:
    """Back to back at instants whose floats lie just below the decimal number."""
    rng = np.random.default_rng(7)
    ends = np.cumsum(rng.integers(1, 3_000, 4_000)) * 1e-9
    starts = np.r_[0.0, ends[:-1]]
    return placed([3] * 4_000, starts.tolist(), ends.tolist(), times=TIMES)


TRACES: dict[str, Callable[[], Trace]] = {
    "one block": lambda: placed([0], [0.0], [1e-6]),
    "gaps in the numbers of SMs": lambda: placed([0, 9, 140], [0, 0, 1e-6], [2e-6] * 3),
    "several at a time": lambda: placed([4] * 4, [0, 0, 1e-6, 2e-6], [2e-6, 3e-6, 3e-6, 4e-6]),
    "with copies": lambda: placed([1, 2], [0, 1e-6], [5e-6, 6e-6], times=TIMES),
    "without copies": lambda: placed([1], [0], [5e-6], times=Times("modelled", kernel_s=5e-6)),
    "a block that took no time": lambda: placed([1, 1, 1], [0, 1e-6, 1e-6], [1e-6, 1e-6, 2e-6]),
    "back to back": awkward,
    "waves": lambda: in_waves(5_000),
    "uneven waves": lambda: in_waves(5_000, jitter=0.4),
    "strange names": lambda: placed([0], [0.0], [1e-6], kernel='k"\\\n\0\ud800 中'),
}


def saved(trace: Trace, tmp_path: Path) -> dict[str, Any]:
    save_timeline(trace, tmp_path / "timeline.json")
    return read(tmp_path / "timeline.json")


def blocks_of(content: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in content["traceEvents"] if event.get("cat") == "gpu"]


def thread_names(content: dict[str, Any]) -> list[str]:
    events = content["traceEvents"]
    return [event["args"]["name"] for event in events if event["name"] == "thread_name"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRACES)
def test_a_timeline_breaks_no_rule_of_the_format(name: str, tmp_path: Path) -> None:
    content = saved(TRACES[name](), tmp_path)

    assert faults(content) == []


def test_every_block_stands_on_its_sm_from_its_start_to_its_end(tmp_path: Path) -> None:
    trace = in_waves(5_000, jitter=0.4)
    assert trace.placement is not None

    content = saved(trace, tmp_path)

    events = sorted(blocks_of(content), key=lambda event: event["args"]["block"])
    start = np.array([microseconds_cut(event["ts"]) for event in events])
    duration = np.array([event["dur"] for event in events])
    np.testing.assert_allclose(start * 1e-9, trace.placement.start_s, atol=1e-9)
    np.testing.assert_allclose(start * 1e-9 + duration * 1e-6, trace.placement.end_s, atol=2e-9)
    names = {
        event["tid"]: event["args"]["name"]
        for event in content["traceEvents"]
        if event["name"] == "thread_name"
    }
    assert [int(names[e["tid"]].split()[1]) for e in events] == trace.placement.sm.tolist()


def test_a_block_says_what_it_is(tmp_path: Path) -> None:
    trace = vector_add(n=200, block=64)
    here = Placement(np.zeros(4, np.int32), np.zeros(4), np.full(4, 1e-6), "modelled")

    events = blocks_of(saved(replace(trace, placement=here), tmp_path))

    about = events[-1]["args"]
    assert events[-1]["name"] == "block 3"
    assert trace.warp_counters is not None
    steps = int(trace.warp_counters.steps[:, 6:].sum())
    shown = {"block": 3, "index": "(3, 0, 0)", "warps": 2, "warp steps": steps}
    assert about == {**shown, "source": "modelled"}


def test_an_sm_of_one_place_is_named_alone_and_one_of_several_with_its_places(
    tmp_path: Path,
) -> None:
    alone = saved(placed([5, 2], [0, 0], [1e-6, 1e-6]), tmp_path)
    shared = saved(placed([5, 5, 2], [0, 0, 0], [1e-6] * 3), tmp_path)

    assert thread_names(alone) == ["SM 2", "SM 5"]
    assert thread_names(shared) == ["SM 2 · place 0", "SM 5 · place 0", "SM 5 · place 1"]


def test_copies_stand_before_and_after_the_kernel(tmp_path: Path) -> None:
    content = saved(placed([1], [0], [6e-6], times=TIMES), tmp_path)

    host = [event for event in content["traceEvents"] if event.get("cat") == "host"]
    spans = [(e["name"], round(e["ts"], 3), round(e["ts"] + e["dur"], 3)) for e in host]
    assert spans == [("H2D", 0, 20), ("k", 20, 25.001), ("D2H", 26, 36)]
    assert microseconds_cut(blocks_of(content)[0]["ts"]) == 20_000


def test_modelled_blocks_begin_after_what_a_launch_costs(tmp_path: Path) -> None:
    trace = emulated("vector_add")
    assert trace.prediction is not None
    assert trace.times is not None
    assert trace.times.h2d_s is not None

    content = saved(trace, tmp_path)

    begin = trace.times.h2d_s + trace.prediction.launch_s
    first = min(event["ts"] for event in blocks_of(content))
    assert first == pytest.approx(begin * 1e6, abs=2e-3)
    assert content["otherData"]["blocks"] == "modelled, not measured"
    kernel = next(
        e for e in content["traceEvents"] if e.get("cat") == "host" and "vector" in e["name"]
    )
    last = max(event["ts"] + event["dur"] for event in blocks_of(content))
    assert last == pytest.approx(kernel["ts"] + kernel["dur"], abs=5e-3)


def test_the_counter_says_how_many_blocks_run(tmp_path: Path) -> None:
    content = saved(placed([0, 0, 1], [0, 1e-6, 1e-6], [2e-6, 3e-6, 3e-6]), tmp_path)

    counts = [
        (microseconds_cut(event["ts"]), event["args"]["blocks"])
        for event in content["traceEvents"]
        if event["ph"] == "C"
    ]
    assert counts == [(0, 1), (1000, 3), (2000, 2), (3000, 0)]


@pytest.mark.parametrize("source", ["measured", "modelled"])
def test_measured_and_modelled_are_named_in_the_file(source: Any, tmp_path: Path) -> None:
    trace = placed([0], [0.0], [1e-6])
    assert trace.placement is not None

    content = saved(replace(trace, placement=replace(trace.placement, source=source)), tmp_path)

    process = content["traceEvents"][0]["args"]["name"]
    assert process == f"Tesla T4: blocks on its SMs, {source}"
    assert content["otherData"]["blocks"].startswith(source)
    assert content["otherData"]["kernel"] == "k"


@pytest.mark.slow
def test_a_large_launch_gives_a_file_of_bounded_size(tmp_path: Path) -> None:
    trace = in_waves(30_000, jitter=0.4)

    content = saved(trace, tmp_path)

    assert (tmp_path / "timeline.json").stat().st_size < 30_000 * 300
    assert faults(content) == []
    counts = [event for event in content["traceEvents"] if event["ph"] == "C"]
    assert len(counts) == MOST_COUNTS
    assert counts[-1]["args"] == {"blocks": 0}


@pytest.mark.parametrize(
    "trace", [bare(), placed([0, 0], [0.0, 0.0], [0.0, 0.0])], ids=["no placement", "no time"]
)
def test_a_trace_that_does_not_say_when_its_blocks_ran_has_no_timeline(
    trace: Trace, tmp_path: Path
) -> None:
    with pytest.raises(RequestRefused, match="without when and where its blocks ran"):
        save_timeline(trace, tmp_path / "timeline.json")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "trace",
    [placed([0], [0.0], [1e18]), placed([0], [0.0], [1.0], times=replace(TIMES, h2d_s=1e18))],
    ids=["blocks", "copies"],
)
def test_times_that_nanoseconds_cannot_count_are_said(trace: Trace, tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match=r"1e\+18 s are more than the 1000 s"):
        save_timeline(trace, tmp_path / "timeline.json")


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", full)

    with pytest.raises(RequestRefused, match="No space left on device"):
        save_timeline(in_waves(10), tmp_path / "timeline.json")

    assert list(tmp_path.iterdir()) == []


def most_at_once(start: NDArray[np.float64], end: NDArray[np.float64]) -> int:
    return max(int(((start <= instant) & (end > instant)).sum()) for instant in start)


@pytest.mark.parametrize("seed", range(20))
def test_an_sm_has_as_many_places_as_blocks_at_a_time(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sm = rng.integers(0, 4, 60).astype(np.int32)
    start = rng.integers(0, 25, 60).astype(float)
    placement = Placement(sm, start, start + rng.integers(1, 8, 60), "modelled")

    place = block_places(placement)

    for one in np.unique(sm):
        here = sm == one
        most = most_at_once(start[here], placement.end_s[here])
        assert set(place[here].tolist()) == set(range(most))
        for row in range(most):
            there = np.flatnonzero(here & (place == row))
            there = there[np.argsort(start[there])]
            assert (start[there][1:] >= placement.end_s[there][:-1]).all()


def test_the_validator_sees_what_perfetto_would_drop() -> None:
    event = {"ph": "X", "name": "a", "pid": 1, "tid": 2, "ts": 0.5, "dur": 0.501}
    after = {**event, "name": "b", "ts": 1.001}  # cut to 1000 ns: issue 5012 of google/perfetto
    names = [
        {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "p"}},
        {"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "t"}},
    ]

    (fault,) = faults({"traceEvents": [*names, event, after]})

    assert "overlaps one that ends at 1001" in fault
    assert tracks([event, after]) == {(1, 2): [(500, 1001), (1000, 1501)]}
