"""The probe, with a driver in the test's hands: what is said for every kind of machine."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from gpuviz.device import find_device
from gpuviz.engines import cuda_driver, probe
from gpuviz.engines.cuda_driver import ATTRIBUTES, Driver, device_from
from gpuviz.messages import RequestRefused

H200 = {
    "max_threads_per_block": 1024,
    "max_block_dim_z": 64,
    "clock_khz": 1_980_000,
    "sm_count": 132,
    "memory_clock_khz": 3_201_000,
    "memory_bus_bits": 6144,
    "l2_bytes": 62_914_560,
    "max_threads_per_sm": 2048,
    "cc_major": 9,
    "cc_minor": 0,
    "shared_per_sm": 233_472,
}
H200_BYTES = 150_110_000_000


@dataclass
class FakeLibrary:
    """Answers like libcuda; `fails` maps a function to the error it gives."""

    version: int = 13000
    count: int = 1
    attributes: dict[str, int] = field(default_factory=lambda: dict(H200))
    fails: dict[str, int] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Callable[..., int]:
        return lambda *arguments: self.fails.get(name) or self._answer(name, *arguments)

    def _answer(self, name: str, *arguments: Any) -> int:
        integers = {
            "cuDriverGetVersion": self.version,
            "cuDeviceGetCount": self.count,
            "cuDeviceGet": 0,
        }
        if name in integers:
            arguments[0]._obj.value = integers[name]
        elif name == "cuDeviceTotalMem_v2":
            arguments[0]._obj.value = H200_BYTES
        elif name == "cuDeviceGetName":
            arguments[0].value = b"NVIDIA H200"
        elif name == "cuDeviceGetAttribute":
            numbers = {number: key for key, number in ATTRIBUTES.items()}
            key = numbers[arguments[1]]
            if key not in self.attributes:
                return 1  # CUDA_ERROR_INVALID_VALUE: an older driver
            arguments[0]._obj.value = self.attributes[key]
        return 0


def found(
    monkeypatch: pytest.MonkeyPatch,
    library: FakeLibrary | None,
    installed: int | None = 13,
    compiler: bool = True,
) -> probe.Probe:
    driver = Driver(library) if library else None  # type: ignore[arg-type]
    monkeypatch.setattr(probe, "load_driver", lambda: driver)
    monkeypatch.setattr(probe, "installed_cuda", lambda: installed)
    monkeypatch.setattr(probe, "can_compile", lambda: compiler)
    return probe.probe()


def test_a_gpu_with_driver_and_packages_is_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = found(monkeypatch, FakeLibrary())

    assert gpu.usable
    assert gpu.name == "NVIDIA H200"
    assert gpu.message.text == "Running on the NVIDIA H200."


@pytest.mark.parametrize(
    ("library", "installed", "compiler", "said"),
    [
        (None, None, False, "No NVIDIA driver was found"),
        (FakeLibrary(fails={"cuInit": 100}), 13, True, "finds no GPU"),
        (FakeLibrary(count=0), 13, True, "finds no GPU"),
        (FakeLibrary(fails={"cuInit": 803}), 13, True, "cuInit answered 803"),
        (FakeLibrary(fails={"cuDeviceTotalMem_v2": 3}), 13, True, "does not work"),
        (FakeLibrary(version=11080), 13, True, "CUDA 11, too old"),
        (FakeLibrary(version=12040), 13, True, 'pip install "numba-cuda[cu12]>=0.30"'),
        (FakeLibrary(), None, False, 'pip install "numba-cuda[cu13]>=0.30"'),
        (FakeLibrary(version=12090), None, False, 'pip install "numba-cuda[cu12]>=0.30"'),
        (
            FakeLibrary(attributes={**H200, "cc_major": 6, "cc_minor": 1}),
            None,
            False,
            'pip install "numba-cuda[cu12]>=0.30"',
        ),
    ],
)
def test_a_gpu_that_cannot_be_used_is_said_with_what_helps(
    monkeypatch: pytest.MonkeyPatch,
    library: FakeLibrary | None,
    installed: int | None,
    compiler: bool,
    said: str,
) -> None:
    if sys.platform == "darwin" and library is None:
        pytest.skip("macOS has a sentence of its own")

    gpu = found(monkeypatch, library, installed, compiler)

    assert not gpu.usable
    assert said in gpu.message.text
    assert gpu.worth_trying == (not compiler and library is not None)


@pytest.mark.parametrize(
    ("numba_cuda", "numpy", "works"),
    [
        ("0.30.4", "2.4.6", True),
        ("0.30.4", "2.5.0rc1", False),
        ("0.30.4", "2.10.0", False),
        ("0.30.10", "2.5.5", True),
        ("0.31.0", "2.5.5", True),
    ],
)
def test_a_numpy_that_numba_cuda_does_not_know_is_said_with_what_mends_it(
    monkeypatch: pytest.MonkeyPatch, numba_cuda: str, numpy: str, works: bool
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: "is there")
    installed = {"numba-cuda": numba_cuda, "numpy": numpy}
    monkeypatch.setattr(probe, "_installed", installed.get)

    gpu, said = found(monkeypatch, FakeLibrary()), probe.why_no_compiler()

    assert gpu.usable == works
    if works:
        assert said is None
    else:
        assert said is not None
        for message in (said, gpu.message):
            assert f"numba-cuda {numba_cuda} does not work with NumPy {numpy}" in message.text
            assert 'pip install "numpy<2.5"' in message.text


@pytest.mark.parametrize(
    ("there", "can_compile"),
    [({"nvvm", "nvrtc"}, True), ({"nvvm"}, False), ({"nvrtc"}, False), (set(), False)],
)
def test_a_part_of_the_toolkit_compiles_nothing(
    monkeypatch: pytest.MonkeyPatch, there: set[str], can_compile: bool
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: "is there")
    monkeypatch.setattr(probe, "_installed", {"numba-cuda": "0.30.4", "numpy": "2.4.6"}.get)
    monkeypatch.setattr(probe, "_compilers_of_toolkits", lambda: iter(()))
    monkeypatch.setattr(probe, "_found_by_pathfinder", lambda library: library in there)

    assert probe.can_compile() == can_compile


def test_every_gpu_of_the_machine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    two = found(monkeypatch, FakeLibrary(count=2))

    assert [gpu.name for gpu in two.devices] == ["NVIDIA H200", "NVIDIA H200"]
    assert two.gpu(1) is two.others[0]
    with pytest.raises(RequestRefused, match="There is no GPU 2 here"):
        two.gpu(2)


def test_without_a_gpu_none_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = found(monkeypatch, FakeLibrary(count=0))

    assert nothing.devices == ()
    with pytest.raises(RequestRefused, match="choose one of none"):
        nothing.gpu(0)


def test_the_device_is_what_the_driver_says() -> None:
    device = device_from("NVIDIA H200", H200_BYTES, H200)

    assert device.id == "h200_sxm"  # a trace from this GPU opens with the table's device
    assert (device.sm_count, device.boost_mhz, device.l2_bytes) == (132, 1980.0, 62_914_560)
    assert device.mem_bw_gbs == pytest.approx(2 * 3.201e9 * 6144 / 8 / 1e9, rel=1e-3)
    assert device.max_warps_per_sm == 64
    assert device.status == "query"


def test_a_gpu_that_the_table_does_not_know_takes_the_rest_from_its_nearest_relative() -> None:
    device = device_from("NVIDIA Z1", 24 * 10**9, {**H200, "cc_major": 12, "sm_count": 20})

    assert (device.id, device.cc, device.sm_count) == ("this-gpu", "12.0", 20)
    assert device.fp32_lanes == find_device("rtx5090").fp32_lanes
    assert device.pcie.endswith("assumed")


def test_a_gpu_that_shares_the_memory_of_the_cpu_has_no_pcie() -> None:
    device = device_from("Orin", 8 * 10**9, {**H200, "cc_major": 8, "cc_minor": 7, "integrated": 1})

    assert device.pcie_gbs is None


def test_a_driver_that_does_not_know_an_attribute_leaves_it_to_the_table() -> None:
    device = device_from("NVIDIA H200", H200_BYTES, {"cc_major": 9, "sm_count": 132})

    assert device.mem_bw_gbs == find_device("h200_sxm").mem_bw_gbs
    assert device.boost_mhz == find_device("h200_sxm").boost_mhz


def test_a_function_that_an_old_driver_lacks_is_a_driver_error() -> None:
    driver = Driver(ctypes.CDLL(None))

    with pytest.raises(cuda_driver.DriverError):
        driver.call("cuSurelyNotThere")


def test_the_real_probe_answers_without_importing_numba() -> None:
    program = (
        "import sys\n"
        "from gpuviz.engines.probe import probe\n"
        "found = probe()\n"
        "assert found.message.text\n"
        "assert 'numba' not in sys.modules and 'numba_cuda' not in sys.modules\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_disassembler_is_found_in_its_package_without_nvidias_finder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = probe.find_disassembler()
    if found is None:
        pytest.skip("pip install nvidia-cuda-nvdisasm")

    def no_module(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("gpuviz.engines.probe.importlib.import_module", no_module)

    assert probe.find_disassembler() == found


def test_without_a_disassembler_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = SimpleNamespace(find_nvidia_binary_utility=lambda name: None)
    monkeypatch.setattr("gpuviz.engines.probe.importlib.import_module", lambda name: finder)
    monkeypatch.setattr(probe, "DISASSEMBLER_PACKAGE", "no-such-package-of-gpuviz")

    assert probe.find_disassembler() is None
