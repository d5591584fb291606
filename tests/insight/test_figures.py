"""Where figures come from: the formulas have the numbers that others give, too."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.insight.compare import compare_runs
from gpuviz.insight.compare_words import OCCUPANCY
from gpuviz.insight.figures.compared import compared_figure
from gpuviz.insight.figures.memory import traffic_figure
from gpuviz.insight.figures.occupancy import (
    Resident,
    blocks_per_sm_figure,
    of_resident,
    one_more_register,
    waves_figure,
)
from gpuviz.insight.figures.time import kernel_figure, limiter_figure, whole_figure
from gpuviz.insight.summary import launch_meaning
from gpuviz.insight.traffic import site_traffic
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.units import percent
from tests.helpers.launches import emulated

DATA = Path(__file__).parents[1] / "data" / "occupancy_cases.toml"
CASES = [
    case
    for case in tomllib.loads(DATA.read_text(encoding="utf-8"))["case"]
    if case["regs_per_thread"] > 1
]
T4 = find_device("t4")


def resident(case: dict[str, Any], registers: int) -> Resident:
    device = next(one for one in load_devices().values() if one.cc == case["cc"])
    config = LaunchConfig(Dim3(1000), Dim3(case["threads_per_block"]), case["dynamic_shared"])
    return Resident(device, config, registers, case["static_shared"])


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"\d+(?:\.\d+)?", text.replace("\u202f", ""))]


@pytest.mark.parametrize("case", CASES)
def test_what_one_more_register_does_is_what_nvidias_function_answers(case: dict[str, Any]) -> None:
    one = resident(case, case["regs_per_thread"] - 1)
    before = one.with_registers(one.registers)

    told = one_more_register(one, before)

    lowers = before.blocks_per_sm > case["blocks_per_sm"]
    assert (told.code == "figure.register-lowers") == lowers
    if lowers:
        assert told.values["after"] == percent(case["active_warps"] / case["max_warps"])


def test_the_number_of_registers_from_which_on_blocks_are_lost_is_the_first_one() -> None:
    one = Resident(T4, LaunchConfig(Dim3(100), Dim3(256)), 32, 0)
    held = one.with_registers(32)

    told = one_more_register(one, held)

    worse = int(str(told.values["worse"]))
    assert one.with_registers(worse - 1).blocks_per_sm == held.blocks_per_sm
    assert one.with_registers(worse).blocks_per_sm < held.blocks_per_sm


def test_a_thread_with_all_registers_cannot_have_one_more() -> None:
    most = T4.max_registers_per_thread
    one = Resident(T4, LaunchConfig(Dim3(1), Dim3(32)), most, 0)

    told = one_more_register(one, one.with_registers(most))

    assert told.code == "figure.most-registers"


@pytest.mark.parametrize("name", ["vector_add", "matmul_tiled", "sum_shared"])
def test_blocks_on_an_sm_are_the_fewest_that_a_limit_allows(name: str) -> None:
    trace = emulated(name)
    meaning = launch_meaning(trace.config, T4, trace)
    one = of_resident(meaning, trace.config, T4)

    figure = blocks_per_sm_figure(one, meaning.occupancy)

    assert min(one.limits.values()) == meaning.occupancy.blocks_per_sm
    for allowed in one.limits.values():
        assert f": {allowed}" in figure.formula.text


def test_less_shared_memory_lets_one_more_block_in_exactly_where_it_is_said() -> None:
    device = find_device("a100_sxm_80")
    one = Resident(device, LaunchConfig(Dim3(100), Dim3(64)), 16, 40_000)
    held = one.with_registers(16)
    assert held.limited_by == ("shared",)

    text = blocks_per_sm_figure(one, held).change.text

    room = device.shared_per_sm // (held.blocks_per_sm + 1)
    room -= room % device.shared_alloc_granularity + device.shared_reserved_per_block
    assert "one more block would fit" in text
    fits, full = replace(one, static_shared=room), replace(one, static_shared=room + 1)
    assert fits.with_registers(16).blocks_per_sm == held.blocks_per_sm + 1
    assert full.with_registers(16).blocks_per_sm == held.blocks_per_sm


def test_waves_are_blocks_by_the_places_of_the_device() -> None:
    trace = emulated("vector_add", (1_000_000,))
    meaning = launch_meaning(trace.config, T4, trace)

    figure = waves_figure(meaning, of_resident(meaning, trace.config, T4))

    each, sms, at_once, blocks, full, left, waves = numbers(figure.formula.text)
    assert (blocks, sms) == (trace.config.blocks, T4.sm_count)
    assert at_once == each * sms
    assert full * at_once + left == blocks
    assert waves == math.ceil(blocks / at_once) == meaning.waves


@pytest.mark.slow
@pytest.mark.parametrize("name", ["copy_strided", "transpose_tiled", "histogram"])
def test_the_formula_of_a_site_has_its_counters(name: str) -> None:
    trace = emulated(name)

    for traffic in site_traffic(trace):
        found = numbers(traffic_figure(traffic).formula.text)

        assert traffic.requests in found
        assert traffic.units in found


def test_the_parts_of_a_modelled_time_add_up() -> None:
    trace = emulated("matmul_naive")
    prediction = trace.prediction
    assert prediction is not None

    start, rest, whole, *_ = numbers(kernel_figure(prediction, T4).formula.text)

    assert start + rest == pytest.approx(whole, abs=0.11)  # of two figures each
    limits = limiter_figure(prediction, T4)
    assert limits.can_be_tried
    assert "whole-number arithmetic" in limits.formula.text


def test_copies_and_kernel_are_told_one_after_the_other() -> None:
    text = whole_figure({"H2D": 2e-6, "kernel": 3e-6, "D2H": 4e-6}, None).formula.text

    assert text == "H2D 2.0\u202fµs + kernel 3.0\u202fµs + D2H 4.0\u202fµs = 9.0\u202fµs."


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["matmul_tiled", "matrix_add", "sum_atomic", "sum_shared", "transpose_naive"]
)
def test_a_compared_figure_has_the_number_that_stands_in_its_row(name: str) -> None:
    trace = emulated(name)
    rows = [row for row in compare_runs(trace, trace) if row.unit == "count" and row.left]

    told = {row.what.code: compared_figure(trace, row.what.code) for row in rows}

    assert [code for code, figure in told.items() if figure is None] == []
    for row in rows:
        figure = told[row.what.code]
        assert figure is not None
        assert not figure.can_be_tried
        assert spelt(int(row.left or 0)) & numbers_in(figure.formula.text), figure.formula.text


def spelt(number: int) -> set[str]:
    """A number as Messages may write it."""
    return {str(number)} | ({"once"} if number == 1 else set())


def numbers_in(text: str) -> set[str]:
    """The numbers of a sentence without spaces within them, and "once"."""
    joined = re.sub(r"(?<=\d)[\u202f ](?=\d{3})", "", text)
    return set(re.findall(r"\d+|once", joined))


def test_a_compared_time_and_occupancy_are_told_and_not_tried() -> None:
    trace = emulated("vector_add")

    for row in compare_runs(trace, trace):
        if row.unit != "count":
            figure = compared_figure(trace, row.what.code)
            assert figure is not None, row.what.code
            assert not figure.can_be_tried


def test_a_figure_that_nobody_counted_is_not_told() -> None:
    trace = emulated("vector_add")
    bare = replace(trace, counters=None, warp_counters=None, times=None, prediction=None)

    for row in compare_runs(trace, trace):
        if row.what.code != OCCUPANCY.code:
            assert compared_figure(bare, row.what.code) is None, row.what.code
