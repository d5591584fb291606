"""The emulator in a GPU's place: its times are those of the model with the invented GPU's
constants, times a known factor for each operation, which validation must find.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from benchmarks.gpu.fake import FakeGpu, Truth
from benchmarks.gpu.prediction import predicted
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.model.calibration import Calibration
from gpuviz.trace import Times

FACTORS: Mapping[str, float] = {"saxpy": 1.25, "sigmoid": 0.8, "matmul_naive": 2.0}
"""Measured time / modelled time by kernel; 1.1 for the others."""
OTHER_FACTOR = 1.1


def true_calibration(truth: Truth) -> Calibration:
    """The model's constants as the invented GPU has them."""
    known = {field.name for field in dataclasses.fields(Calibration)}
    constants = {name: value for name, value in dataclasses.asdict(truth).items() if name in known}
    return Calibration(**constants)


class FakeEngine:
    """An Engine whose launches are emulated and whose times are invented."""

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """The emulator's result with times "measured" on the invented GPU."""
        result = EmulatorEngine().run(request, progress)
        gpu = FakeGpu()
        modelled = predicted(result.trace, gpu.device, None, true_calibration(gpu.truth))
        factor = FACTORS.get(result.trace.kernel, OTHER_FACTOR)
        seconds = factor * modelled.kernel_s
        times = Times("measured", kernel_s=seconds, kernel_cold_s=seconds, note="invented")
        return dataclasses.replace(result, trace=dataclasses.replace(result.trace, times=times))
