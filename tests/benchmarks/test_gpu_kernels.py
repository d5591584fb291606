"""Every kernel of the microbenchmarks compiles for real GPUs, and does what it measures."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

from benchmarks.gpu import kernels, micro_memory
from benchmarks.gpu.fake import FakeGpu
from benchmarks.gpu.gpu import Launch, Timed
from benchmarks.gpu.microbenchmarks import MICROBENCHMARKS
from gpuviz.engines.probe import can_compile

pytestmark = pytest.mark.skipif(
    not can_compile(),
    reason='no CUDA compiler here: pip install "numba-cuda[cu13]" brings one, no GPU needed',
)
MEASURED = {
    "atomics",
    "bank_stride",
    "barrier",
    "block_log",
    "block_starts",
    "chain",
    "chase",
    "mix",
    "queueing",
    "read_apart",
    "stream",
    "strided",
}
SMALL = {"CHASED_BYTES": (1 << 14,)}


class Collecting(FakeGpu):
    """Keeps one launch of each kernel and type of argument, with all that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[object, Launch] = {}

    def array(self, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        return make()

    def empty(self, count: int, dtype: DTypeLike) -> NDArray[Any]:
        return np.empty(4, dtype)

    def seconds(self, launch: Launch) -> Timed:
        self._keep(launch)
        return super().seconds(launch)

    def queueing(self, launch: Launch) -> Timed:
        self._keep(launch)
        return super().queueing(launch)

    def cycles(self, launch: Launch) -> Timed:
        clocks = np.zeros((4, 2), np.int64)
        self._keep(dataclasses.replace(launch, arguments=(*launch.arguments, clocks)))
        return super().cycles(launch)

    def records(self, launch: Launch, shape: tuple[int, int]) -> NDArray[np.int64]:
        records = np.zeros((4, 2), np.int64)
        self._keep(dataclasses.replace(launch, arguments=(*launch.arguments, records)))
        return super().records(launch, shape)

    def _keep(self, launch: Launch) -> None:
        types = tuple(np.asarray(value).dtype for value in launch.arguments)
        self.kept[launch.kernel, types] = launch


@pytest.fixture(scope="module")
def launches() -> list[Launch]:
    gpu = Collecting()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SMALL.items():
            patch.setattr(micro_memory, name, value)
        for measure in MICROBENCHMARKS.values():
            list(measure(gpu))
    return list(gpu.kept.values())


@pytest.fixture(scope="module")
def compiling() -> ModuleType:
    return importlib.import_module("gpuviz.engines.cuda_gpu.compiling")


def test_every_kernel_compiles_with_the_arguments_that_it_gets(
    compiling: ModuleType, launches: list[Launch]
) -> None:
    assert {launch.name for launch in launches} == MEASURED

    for launch in launches:
        ptx = compiling.compile_ptx(launch.kernel, launch.arguments, (9, 0))

        assert ".entry" in ptx, launch
        assert ".func" not in ptx, launch


@pytest.mark.parametrize(
    ("operation", "instruction"),
    [("fma", "fma.rn.f32"), ("imad", "mad.lo.s32"), ("fma64", "fma.rn.f64")],
)
def test_a_chain_consists_of_its_operation(
    compiling: ModuleType, operation: str, instruction: str
) -> None:
    values = np.ones(10, kernels.STEPS[operation][0])
    arguments = [values, np.int64(1), np.zeros((4, 2), np.int64)]

    ptx = compiling.compile_ptx(kernels.chain(operation, 8), arguments, (9, 0))

    timed = ptx.split("%clock64")[1]
    assert timed.count(instruction) >= 8 * kernels.UNROLLED
    assert "ld." not in timed


@pytest.mark.parametrize(("name", "loads"), [("chase", "ld.global.u64"), ("strided", "ld.global")])
def test_loads_stand_between_the_two_readings_of_the_clock(
    compiling: ModuleType, launches: list[Launch], name: str, loads: str
) -> None:
    launch = next(launch for launch in launches if launch.name == name)

    ptx = compiling.compile_ptx(launch.kernel, launch.arguments, (9, 0))

    between = ptx.split("%clock64")[1]
    assert loads in between
    assert not re.search(r"div\.|rem\.", between)
