"""How far the model is off, and the band that follows from it."""

from __future__ import annotations

import dataclasses
import json

import pytest

from benchmarks.gpu.hold_outs import launches
from benchmarks.gpu.operations import FOLDER, operation
from benchmarks.gpu.validation import HoldOut, Validation, device_of
from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3
from tests.gpu.launch_checks import request_for, run

BLOCK = Dim3(256)


def held_out(name: str, measured: float, modelled: float) -> HoldOut:
    return HoldOut(name, (1000,), BLOCK, measured, modelled, default_s=2 * measured)


@pytest.mark.parametrize(
    ("measured", "modelled", "error", "factor"),
    [(1.0, 1.0, 0.0, 1.0), (2.0, 1.0, 0.5, 2.0), (1.0, 2.0, 1.0, 2.0), (4.0, 5.0, 0.25, 1.25)],
)
def test_an_error_is_a_share_of_the_measured_time_and_a_factor_goes_both_ways(
    measured: float, modelled: float, error: float, factor: float
) -> None:
    launch = held_out("a", measured, modelled)

    assert (launch.error, launch.factor) == pytest.approx((error, factor))


def test_the_band_holds_nine_of_ten_launches_and_always_1() -> None:
    ratios = [*[1.2] * 2, *[1.4] * 96, *[9.0] * 2]

    judged = Validation(tuple(held_out("a", ratio, 1.0) for ratio in ratios))

    assert judged.band == pytest.approx((1.0, 1.4))
    assert judged.worst.ratio == 9.0
    assert judged.median_error == pytest.approx(1 - 1 / 1.4)
    assert judged.default_error == pytest.approx(1.0)


def test_errors_are_told_by_operation() -> None:
    judged = Validation((held_out("a", 1, 1), held_out("b", 2, 1), held_out("a", 4, 5)))

    assert list(judged.by_operation()) == [("a", 0.125, 1.25), ("b", 0.5, 2.0)]


def test_a_device_survives_json() -> None:
    device = find_device("h200_sxm")

    assert device_of(json.loads(json.dumps(dataclasses.asdict(device)))) == device


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.py")))
@pytest.mark.parametrize("size", [1, 33, 1000])
def test_an_operation_that_only_judges_is_right_at_awkward_sizes(name: str, size: int) -> None:
    info = operation(name)
    sides = min(size, 100) if len(info.size_names) > 1 else size
    case = (str(info.path), (sides,), tuple(info.default_block))

    result = run(EmulatorEngine(), request_for(case, "emulator"))

    assert (result.correct, result.trace.hazards, result.messages) == (True, (), ())
    assert load_operation(info.path).info.twins == ("numpy_twin",)


def test_launches_that_judge_have_sizes_with_the_own_block_and_other_blocks() -> None:
    info = operation("stencil")

    sizes = [size for size, block in launches(info, dry_run=False) if block == info.default_block]
    others = {block for _, block in launches(info, dry_run=False)} - {info.default_block}

    assert sizes == [(1 << 14,), (1 << 20,), (1 << 24,)]
    assert others == {Dim3(32), Dim3(1024)}


def test_a_block_that_the_kernel_is_not_written_for_is_left_out() -> None:
    info = operation("matmul_register_tiled")

    assert {tuple(block) for _, block in launches(info, dry_run=False)} == {(16, 16, 1), (8, 8, 1)}
