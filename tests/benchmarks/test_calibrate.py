"""benchmarks/calibrate.py: the file it writes, what it says, and how it ends."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.calibrate import main
from benchmarks.gpu.fake import DEVICE_ID, FakeGpu, invented_device
from benchmarks.gpu.hold_outs import HoldOutTime, timed
from benchmarks.gpu.microbenchmarks import MICROBENCHMARKS
from benchmarks.gpu.operations import operation
from gpuviz.model.calibration import load_calibration


def results_with(names: tuple[str, ...], slower: float = 1.0) -> dict[str, Any]:
    """As benchmarks/on_gpu.py leaves them; hold-out launches take so many times as long."""
    gpu = FakeGpu()
    rows = [dataclasses.asdict(row) for measure in MICROBENCHMARKS.values() for row in measure(gpu)]
    infos = [operation(name) for name in names]
    times = [timed(gpu, info, info.default_size, info.default_block) for info in infos]
    return {
        "dry_run": True,
        "machine": {"device": dataclasses.asdict(invented_device()), "date": "2026-11-20T10:00"},
        "microbenchmarks": rows,
        "hold_outs": [
            *(dataclasses.asdict(_slower(time, slower)) for time in times),
            {"operation": "stencil", "size": [3], "error": "OSError: the GPU is gone"},
        ],
    }


def _slower(time: HoldOutTime, factor: float) -> HoldOutTime:
    return dataclasses.replace(time, cold_s=factor * time.cold_s)


def calibrated(folder: Path, results: dict[str, Any]) -> tuple[int, Path]:
    given, written = folder / "results.json", folder / "calibration.toml"
    given.write_text(json.dumps(results), encoding="utf-8")
    return main([str(given), "--out", str(written)]), written


@pytest.mark.slow
def test_a_model_that_reaches_its_goals_is_written_with_its_band(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, written = calibrated(tmp_path, results_with(("stencil", "gather")))

    found = load_calibration(written)
    assert code == 0
    assert found.band == pytest.approx((1.0, 1.1), abs=0.002)
    assert (found.device_id, found.date) == (DEVICE_ID, "2026-11-20")
    assert "all: median error 9% (goal 25%), worst factor 1.10" in capsys.readouterr().out


def test_a_model_that_misses_its_goals_is_written_too_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, written = calibrated(tmp_path, results_with(("stencil",), slower=4))

    assert code == 1
    assert load_calibration(written).band == pytest.approx((1.0, 4.4), abs=0.01)
    assert "worst factor 4.4" in capsys.readouterr().out


def test_without_hold_outs_there_is_no_band_and_the_model_is_not_validated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, written = calibrated(tmp_path, results_with(()))

    assert code == 1
    assert load_calibration(written).band is None
    assert "the model is not validated" in capsys.readouterr().out


def test_what_was_not_measured_keeps_its_default_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = results_with(())
    results["microbenchmarks"] = [
        row for row in results["microbenchmarks"] if row["benchmark"] != "barrier"
    ]

    _, written = calibrated(tmp_path, results)

    assert "barrier_cycles" not in written.read_text(encoding="utf-8")
    assert "barrier_cycles: not fitted, no row of barrier" in capsys.readouterr().out
