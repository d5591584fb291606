"""What sites cost where not every block is followed, and which access is looked at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpuviz.insight.memory_choice import AccessReader, Warp, most_telling
from gpuviz.insight.memory_costs import array_reads, launch_reads, site_cost
from gpuviz.insight.order import PlayOrder, play_order
from gpuviz.scene.memory_view.words import reads_text
from gpuviz.trace import Trace
from tests.helpers.launches import emulated
from tests.helpers.traces import vector_add, without_steps
from tests.insight.test_stage_warp import T4
from tests.simt.kernels import config, run

LOCAL = """
@cuda.jit
def kernel(y):
    i = cuda.grid(1)
    mine = cuda.local.array(4, np.float32)
    mine[i % 4] = i
    y[i] = mine[i % 4] + TABLE[i % 3]
"""


def reader_of(trace: Trace) -> tuple[AccessReader, PlayOrder]:
    order = play_order(trace, T4)
    assert order is not None
    return AccessReader(trace, order), order


def test_units_are_of_the_whole_launch_and_the_share_of_what_is_followed() -> None:
    cost = site_cost(vector_add(1000, 256, followed=(0, 3)), 0)

    assert (cost.requests, cost.units) == (32, 125)
    assert (cost.known_requests, cost.known_units) == (16, 61)
    assert cost.used_share == 1.0


def test_without_steps_the_counters_still_say_what_moves() -> None:
    trace = replace(vector_add(), accesses=None)

    cost = site_cost(trace, 0)

    assert (cost.units, cost.fewest_per_request, cost.used_share) == (125, None, None)
    assert array_reads(without_steps(trace)) == ()


def test_of_local_and_constant_memory_the_lanes_are_counted() -> None:
    y = np.zeros(40, np.float32)
    trace = run(LOCAL, config(1, 40), {"y": y}, TABLE=np.arange(3, dtype=np.float32)).trace

    units = {
        (cost.site.space, cost.site.kind): (cost.unit, cost.units, cost.used_share)
        for cost in (site_cost(trace, row) for row in range(len(trace.sites)))
    }

    assert units["local", "write"] == units["local", "read"] == ("lanes", 40, None)
    assert units["constant", "read"] == ("lanes", 40, None)
    assert units["global", "write"] == ("sectors", 5, 1.0)


def test_reads_of_an_element_are_those_of_all_sites_of_its_array() -> None:
    trace = vector_add(64, 64)
    sites = (trace.sites[0], replace(trace.sites[1], array="a"), trace.sites[2])
    assert trace.accesses is not None
    array = np.where(trace.accesses.array == 1, 0, trace.accesses.array)
    both = replace(trace, sites=sites, accesses=replace(trace.accesses, array=array))

    assert [(one.array, one.reads, one.each) for one in array_reads(both)] == [("a", 128, 2.0)]


def test_reads_of_an_array_that_fits_into_no_memory_are_counted() -> None:
    trace = vector_add(64, 64)
    huge = replace(trace.arrays[0], shape=(1 << 40,))
    of_huge = replace(trace, arrays=(huge, *trace.arrays[1:]))

    assert array_reads(of_huge) == array_reads(trace)


def test_after_the_last_access_at_a_site_the_next_one_is_the_first_again() -> None:
    trace = vector_add(64, 64)
    reader, order = reader_of(trace)
    who = Warp(0, 1)

    assert reader.latest(0, who, order.at(0)) is None
    found = reader.latest(0, who, order.end)
    assert found is not None
    played = int(order.position[found.step]) + 1
    assert reader.next_moment(0, who, 0) == played
    assert reader.next_moment(0, who, len(order)) == played
    assert reader.next_moment(0, Warp(0, 7), 0) is None


def test_without_a_choice_the_warp_that_took_the_latest_step_is_looked_at() -> None:
    reader, order = reader_of(vector_add())

    assert reader.focus(order.at(0), None, None) is None
    assert reader.focus(order.end, None, None) == Warp(3, 7)
    assert reader.focus(order.end, 1, None) == Warp(1, 7)
    assert reader.focus(order.end, 1, 2) == Warp(1, 2)


def test_the_access_that_moves_most_tells_most_the_first_of_equals() -> None:
    trace = vector_add()
    reader, order = reader_of(trace)
    found = reader.latest(2, Warp(0, 0), order.end)
    assert found is not None
    together = reader.of_step(found.step)

    assert [one.access.site_row for one in together] == [0, 1, 2]
    telling = most_telling(together)
    assert telling is not None
    assert telling.access.site_row == 0
    assert most_telling(()) is None


def test_an_element_that_reaches_into_the_next_sector_moves_that_too() -> None:
    trace = vector_add(32, 32)
    packed = replace(trace.arrays[0], dtype=np.dtype(np.float64), strides=(40,), address=28)
    sites = (replace(trace.sites[0], itemsize=8), *trace.sites[1:])

    cost = site_cost(replace(trace, arrays=(packed, *trace.arrays[1:]), sites=sites), 0)

    touched = {(28 + 40 * lane + byte) // 32 for lane in range(32) for byte in range(8)}
    assert cost.known_units == len(touched) == 40
    assert (cost.needed_bytes, cost.fewest) == (256, 8)


def test_reads_are_those_of_the_launch_though_two_of_its_blocks_are_followed() -> None:
    """C = A B with A[100, 40] and B[40, 70]: each element of A is needed 70 times, of B 100."""
    trace = emulated("matmul_naive", (100, 70, 40))
    assert len(trace.followed) < trace.config.blocks

    found = launch_reads(trace)

    assert found is not None
    assert [(one.array, one.each) for one in found] == [("a", 70.0), ("b", 100.0)]
    words = reads_text(trace)
    assert words is not None
    assert words.text == "Reads from global memory for each element of an array: a 70×, b 100×"


def test_reads_of_some_lanes_only_are_told_of_the_followed_blocks() -> None:
    """The tile of a block that is cut off is filled with zeros: not every lane reads."""
    trace = emulated("matmul_tiled", (100, 70, 40))

    assert launch_reads(trace) is None
    words = reads_text(trace)
    assert words is not None
    assert words.text == "2 of 35 blocks read each of their elements so often: a 1×, b 1×"
