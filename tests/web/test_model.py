"""What the front end reads off its columns is what gpuviz.insight reads off the trace."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.names import ScheduleName
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.element_contents import ElementContents
from gpuviz.insight.order import Instant, PlayOrder, order_of
from gpuviz.insight.stage_elements import TouchHistory, written_rounds
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.scene.numbers import kernel_value
from gpuviz.trace import Trace
from gpuviz.web import module_text, payload_of
from gpuviz.web.fewer import Detail, with_detail
from tests.helpers.launches import emulated

NODE = shutil.which("node")
SCRIPT = Path(__file__).with_name("model.mjs")
MOST_CONTENTS = 40  # elements of each array, as the script has it

pytestmark = pytest.mark.skipif(NODE is None, reason="no node on this machine")


def launched(
    name: str, size: tuple[int, ...], block: tuple[int, ...], schedule: ScheduleName
) -> Trace:
    info = find_operation(name)
    shape = Dim3(*block)
    config = LaunchConfig(info.grid(size, shape), shape)
    request = LaunchRequest(
        1, info.path, size, config, "emulator", find_device("t4"), schedule=schedule
    )
    return EmulatorEngine().run(request, lambda share: None).trace


def read_by_browser(trace: Trace, instants: list[Instant], folder: Path) -> Any:
    module, payload = folder / "view.mjs", folder / "payload"
    module.write_text(module_text(), encoding="utf-8")
    payload.write_bytes(payload_of(trace))
    asked = json.dumps([[one.steps, one.rounds, one.ended] for one in instants])
    assert NODE is not None
    words = [NODE, str(SCRIPT), module.as_uri(), str(payload), asked]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def some_instants(order: PlayOrder) -> list[Instant]:
    """Forth and back through the launch: in the middle of rounds, at their ends, at its end."""
    steps = [0, 1, len(order) // 3, len(order) // 3 + 1, 2 * len(order) // 3, len(order) - 1]
    rounds = [1, order.rounds // 2, order.rounds]
    return [
        *(order.at(moment) for moment in steps),
        *(Instant(order.moment_of_round(one), one) for one in rounds),
        order.end,
        order.at(len(order) // 2),
    ]


CASES: dict[str, tuple[str, tuple[int, ...], tuple[int, ...], ScheduleName]] = {
    "guard": ("vector_add", (1000,), (256,), "lockstep"),
    "barriers": ("matmul_tiled", (20, 20, 20), (8, 8), "lockstep"),
    "barriers-executed": ("sum_shared", (300,), (64,), "warps"),
    "atomics": ("histogram", (300,), (64,), "lockstep"),
    "atomics-executed": ("histogram", (300,), (64,), "adversarial"),
    "exchanges": ("sum_shuffle", (300,), (96,), "lockstep"),
    "races": ("broken_sum_shared", (300,), (64,), "lockstep"),
    "out-of-bounds": ("broken_slope", (300,), (64,), "lockstep"),
    "barrier-not-reached": ("broken_barrier", (300,), (64,), "warps"),
    "device-function": ("sigmoid", (300,), (64,), "lockstep"),
    "bytes": ("rgb_to_gray", (12, 15), (8, 8), "lockstep"),
    "transposed": ("transpose_padded", (40, 40), (32, 8), "lockstep"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_browser_sees_every_thread_and_element_as_the_window_does(
    case: str, tmp_path: Path
) -> None:
    trace = launched(*CASES[case])

    compare(trace, trace, tmp_path)


@pytest.mark.slow
def test_it_does_so_where_only_some_blocks_are_followed(tmp_path: Path) -> None:
    trace = launched("vector_add", (1000,), (64,), "lockstep")

    compare(with_detail(trace, Detail(blocks=3)), trace, tmp_path)


def compare(trace: Trace, whole: Trace, folder: Path) -> None:
    order = order_of(trace)
    assert order is not None
    index, instants = TraceIndex(trace, order), some_instants(order)
    followed = np.array(trace.followed)

    read = read_by_browser(trace, instants, folder)

    for instant, seen in zip(instants, read["seen"], strict=True):
        assert seen["over"] == order.rounds_over(instant)
        threads = index.states.threads(instant, followed)
        assert np.array_equal(np.array(seen["lanes"]), threads), instant
        assert seen["blocks"] == index.states.blocks(instant).tolist(), instant
        for place, array in enumerate(read["arrays"]):
            block = None if trace.arrays[array].space == "global" else trace.followed[0]
            assert seen["touched"][place] == touched(trace, order, array, block, instant), instant
            told = seen["contents"][place]
            held = contents(trace, order, array, block, instant)
            if has_atomics(trace, array):  # less is known of what those leave, but nothing wrong
                held = [
                    one if one is None else other for one, other in zip(told, held, strict=True)
                ]
            assert told == held, (instant, array)


def has_atomics(trace: Trace, array: int) -> bool:
    name = trace.arrays[array].name
    return any(site.kind == "atomic" and site.array == name for site in trace.sites)


def touched(
    trace: Trace, order: PlayOrder, array: int, block: int | None, instant: Instant
) -> list[int]:
    info = trace.arrays[array]
    history = TouchHistory(trace, order, array, lambda element: element, info.size, block)
    written = None
    if block is None:
        written = written_rounds(trace, order, info.name, np.arange(info.size))
    return [int(one) for one in history.at(instant, written)]


def contents(
    trace: Trace, order: PlayOrder, array: int, block: int | None, instant: Instant
) -> list[str | None]:
    info = trace.arrays[array]
    elements = np.arange(min(info.size, MOST_CONTENTS))
    values, known = ElementContents(trace, order, array, elements, block).at(instant)
    return [
        kernel_value(value) if sure else None for value, sure in zip(values, known, strict=True)
    ]


@pytest.mark.slow
def test_the_moments_of_the_browser_are_those_of_the_order(tmp_path: Path) -> None:
    trace = emulated("matmul_tiled", (20, 20, 20))
    order = order_of(trace)
    assert order is not None
    moments = [0, 1, 7, len(order) // 2, len(order)]

    read = read_by_browser(trace, [order.at(moment) for moment in moments], tmp_path)

    for moment, seen in zip(moments, read["seen"], strict=True):
        assert seen["at"]["rounds"] == order.rounds_at(moment)
        assert seen["round"]["steps"] == order.moment_of_round(order.rounds_at(moment))


def test_the_sectors_of_the_browser_add_up_to_those_that_were_counted(tmp_path: Path) -> None:
    trace = emulated("copy_strided")
    assert trace.counters is not None
    order = order_of(trace)
    assert order is not None

    read = read_by_browser(trace, [order.end], tmp_path)

    counted = trace.counters.global_load_sectors + trace.counters.global_store_sectors
    assert sum(read["sectors"]) == counted


@pytest.mark.slow
def test_a_variable_of_the_browser_has_the_value_of_the_thread(tmp_path: Path) -> None:
    trace = emulated("matmul_tiled", (20, 20, 20))
    order = order_of(trace)
    assert order is not None
    instants = some_instants(order)
    threads = TraceIndex(trace, order).threads

    read = read_by_browser(trace, instants, tmp_path)

    for instant, seen in zip(instants, read["seen"], strict=True):
        told = threads.at(trace.followed[0], 0, instant).variables
        expected = {one.name: kernel_value(one.value) for one in told}
        assert dict(seen["variables"]) == expected


def test_a_launch_without_steps_is_read_all_the_same(tmp_path: Path) -> None:
    trace = replace(
        emulated("vector_add"), steps=None, accesses=None, values=None, exchanges=None, followed=()
    )

    read = read_by_browser(trace, [Instant(0, 1, True)], tmp_path)

    assert read["sectors"] == []
