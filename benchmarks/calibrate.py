"""Fits the model's constants to a run on a GPU: python benchmarks/calibrate.py RESULTS.json

RESULTS.json is what benchmarks/on_gpu.py left. The constants come from its microbenchmarks alone;
the hold-out launches, which nothing was fitted on, are then modelled with them and compared, and
the band is where nine of ten of them lie. Writes assets/calibration.toml (--out: elsewhere) and
prints the fit, what could not be fitted and why, the errors, and latencies for devices.toml.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CHECKOUT))

from benchmarks.gpu.fit import Fit, fit  # noqa: E402 (found from any folder)
from benchmarks.gpu.gpu import Row  # noqa: E402
from benchmarks.gpu.hold_outs import HoldOutTime  # noqa: E402
from benchmarks.gpu.latencies import latencies  # noqa: E402
from benchmarks.gpu.validation import (  # noqa: E402
    MEDIAN_GOAL,
    WORST_GOAL,
    Validation,
    device_of,
    validate,
)
from gpuviz.model.calibration import Calibration, load_calibration  # noqa: E402

DIGITS = 6  # significant ones of a constant


def calibration_of(results: dict[str, Any]) -> tuple[Calibration, Fit, Validation]:
    """The constants with their band, how they were found, and the launches that judged them."""
    device = device_of(results["machine"]["device"])
    fitted = fit([Row(**row) for row in results["microbenchmarks"]], device)
    values: dict[str, Any] = {**fitted.constants}
    constants = Calibration(
        **values,
        device_id=device.id,
        date=results["machine"]["date"][:10],
    )
    times = [HoldOutTime(**row) for row in results["hold_outs"] if "error" not in row]
    judged = validate(times, device, constants, compiled=not results["dry_run"])
    band = judged.band if judged.launches else None
    return dataclasses.replace(constants, band=band), fitted, judged


def as_toml(calibration: Calibration, fitted: Fit, judged: Validation) -> str:
    """assets/calibration.toml: only what was fitted."""
    lines = ["# Written by benchmarks/calibrate.py from a run of benchmarks/on_gpu.py."]
    if judged.launches:
        count, error = len(judged.launches), judged.median_error
        lines += [
            f"# Judged by {count} launches that nothing was fitted on: median error {error:.0%},",
            f"# worst factor {judged.worst.factor:.2f} ({judged.worst.operation}).",
        ]
    lines += [f"{name} = {value:.{DIGITS}g}" for name, value in fitted.constants.items()]
    if calibration.band:
        lines.append(f"band = [{calibration.band[0]:.3f}, {calibration.band[1]:.3f}]")
    lines += [f'device_id = "{calibration.device_id}"', f'date = "{calibration.date}"']
    return "\n".join(lines) + "\n"


def report(rows: Iterable[Row], fitted: Fit, judged: Validation) -> Iterator[str]:
    """What is printed, line by line."""
    defaults = Calibration()
    yield "constant: fitted, default"
    for name, value in fitted.constants.items():
        default = getattr(defaults, name)
        yield f"  {name}: {value:.4g}, {'by device' if default is None else f'{default:.4g}'}"
    for name, why in fitted.left_out.items():
        yield f"  {name}: not fitted, {why}"
    yield "latencies for assets/devices.toml, in clocks, less those of address arithmetic:"
    yield from (f"  {name}: {cycles:.1f}" for name, cycles in latencies(rows).items())
    if not judged.launches:
        yield "no hold-out launch was timed: the model is not validated"
        return
    yield "hold-outs: median error, largest factor"
    for name, error, factor in judged.by_operation():
        yield f"  {name}: {error:.0%}, {factor:.2f}"
    yield "each: measured, modelled, modelled with the default constants, in us"
    for launch in judged.launches:
        times = (launch.measured_s, launch.modelled_s, launch.default_s)
        figures = ", ".join(f"{seconds * 1e6:.4g}" for seconds in times)
        yield f"  {launch.operation} {launch.size} in blocks of {launch.block}: {figures}"
    worst = judged.worst
    yield f"with the default constants: median error {judged.default_error:.0%}"
    yield (
        f"all: median error {judged.median_error:.0%} (goal {MEDIAN_GOAL:.0%}), worst factor"
        f" {worst.factor:.2f} (goal {WORST_GOAL:g}): {worst.operation} {worst.size}"
    )


def main(arguments: list[str] | None = None) -> int:
    """0 when a file was written and all goals are met, else 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("--out", type=Path, default=CHECKOUT / "assets" / "calibration.toml")
    options = parser.parse_args(arguments)
    results = json.loads(options.results.read_text(encoding="utf-8"))
    calibration, fitted, judged = calibration_of(results)
    options.out.write_text(as_toml(calibration, fitted, judged), encoding="utf-8")
    load_calibration(options.out)  # raises for what gpuviz would not take
    rows = [Row(**row) for row in results["microbenchmarks"]]
    print("\n".join(report(rows, fitted, judged)))
    good = judged.launches and judged.median_error <= MEDIAN_GOAL
    return 0 if good and judged.worst.factor <= WORST_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
