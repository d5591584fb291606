"""Numbers that the texts of kernels speak of: modelled times, what they are spent on, and rates."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from gpuviz.device import find_device, load_devices
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.launch import LaunchConfig
from gpuviz.lesson import Setting
from gpuviz.lesson.names import operation_named
from gpuviz.lesson.state import fresh
from gpuviz.model.calibration import load_calibration
from gpuviz.model.tensor_peaks import tensor_peaks
from gpuviz.model.transfer import copy_seconds
from gpuviz.operation import describe
from gpuviz.places import resource_dir
from gpuviz.trace import Prediction
from tests.lesson.launched import modelled


def took(operation: str, size: object, device: str = "t4", block: str = "") -> float:
    """Modelled seconds of a kernel."""
    return modelled(operation, str(size), device, block).kernel_s


def share(operation: str, size: object, *resources: str, device: str = "t4") -> float:
    """The most that one of these demands takes of a kernel's time; its start is one of them."""
    found = modelled(operation, str(size), device)
    demands = {str(one.resource): one.seconds for one in found.demands}
    demands["launch"] = found.launch_s
    return max(demands[name] for name in resources) / found.kernel_s


def in_c(operation: str, size: object, device: str = "t4", block: str = "") -> float:
    """Modelled seconds in CUDA C, where that is less than with Numba's instructions."""
    found = modelled(operation, str(size), device, block)
    return found.in_c.kernel_s if found.in_c else found.kernel_s


@functools.lru_cache(maxsize=4)
def train(pipeline: str, size: str) -> LaunchResult:
    """A pipeline, with the times of its launches and copies on the T4."""
    state = fresh(operation_named(pipeline), find_device("t4")).after(Setting("size", size, 0))
    request = LaunchRequest(1, state.operation.path, state.size, None, "emulator", state.device)
    return EmulatorEngine().run(request, lambda _: None)


def whole(pipeline: str, size: str) -> float:
    """Seconds from the first to the last."""
    events = train(pipeline, size).events
    return max(one.end_s for one in events) - min(one.start_s for one in events)


def busy(pipeline: str, size: str, kind: str) -> float:
    """Seconds of all launches, or of all copies, one after the other."""
    return sum(
        one.end_s - one.start_s
        for one in train(pipeline, size).events
        if (one.launch is None) == (kind == "copies")
    )


def of_launches(pipeline: str, size: str, *resources: str) -> float:
    """Seconds that the launches spend on these demands."""
    return sum(
        demand.seconds
        for one in predictions(pipeline, size)
        for demand in one.demands
        if demand.resource in resources
    )


def predictions(pipeline: str, size: str) -> list[Prediction]:
    """Those of all launches."""
    return [one.prediction for one in train(pipeline, size).launches if one.prediction]


def changed(kernel: str, old: str, new: str, size: int) -> Prediction:
    """A copy of a file in which `old` is `new`, on the T4."""
    source = (resource_dir("kernels") / f"{kernel}.py").read_text("utf-8")
    assert old in source
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{kernel}.py")
        path.write_text(source.replace(old, new), "utf-8")
        info = describe(path)
        config = LaunchConfig(info.grid((size,), info.default_block), info.default_block)
        request = LaunchRequest(1, path, (size,), config, "emulator", find_device("t4"))
        found = EmulatorEngine().run(request, lambda _: None).trace.prediction
    assert found is not None
    return found


def with_zeros() -> float:
    """A histogram of equal values in times of one of values spread evenly."""
    zeros = changed("histogram", "rng.integers(0, 256, n)", "np.zeros(n)", 100_000)
    return zeros.kernel_s / took("histogram", 100_000)


def with_half_the_bits(size: int) -> float:
    """Seconds of an addition of float16 vectors."""
    inputs = "{name: x.astype(np.float16) for name, x in zip('abc', (a, b, np.zeros(n)))}"
    return changed(
        "vector_add",
        'return {"a": a, "b": b, "c": np.zeros(n, np.float32)}',
        f"return {inputs}",
        size,
    ).kernel_s


def filters(side: int) -> float:
    """Convolution with shared memory in times of the one without."""
    size = f"1,1,8,512,512,{side}"
    return took("conv2d_shared", size) / took("conv2d", size)


def weights_there_and_back() -> float:
    """What copying all weights to and from the T4 takes, in times of one step of training."""
    hidden, device, constants = 32, find_device("t4"), load_calibration()
    arrays = [4 * count for count in (2 * hidden, hidden, 3 * hidden, 3)]
    copies = 2 * sum(copy_seconds(device, size, constants) for size in arrays)
    steps = [one.kernel_s for one in predictions("train_step", "48,32,8")][:88]
    return copies / (sum(steps) / 8)


def slow_float64() -> float:
    """Of all devices, those whose float64 is 32 or 64 times slower."""
    ratios = [one.fp32_lanes / one.fp64_lanes for one in load_devices().values()]
    return sum(ratio in (32, 64) for ratio in ratios) / len(ratios)


def answers_sooner() -> float:
    """DRAM's latency over that of shared memory, of the device where they are nearest."""
    return min(one.lat.dram / one.lat.shared for one in load_devices().values())


def tensor_cores(device: str) -> float:
    """The float16 peak of tensor cores over that of float32 without."""
    peak = tensor_peaks()[device].fp16
    assert peak is not None
    return peak * 1e12 / find_device(device).fp32_flops


def latest_block() -> float:
    """The block of the last query over that of the first, in steps."""
    state = fresh(operation_named("attention"), find_device("t4"))
    request = LaunchRequest(
        1, state.operation.path, state.size, state.config, "emulator", state.device
    )
    placement = EmulatorEngine().run(request, lambda _: None).trace.placement
    assert placement is not None
    lasts = placement.end_s - placement.start_s
    return float(lasts[-1] / lasts[0])
