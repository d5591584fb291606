"""Is there a GPU that the cuda engine can use? Quick, without Numba, and never an exception."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.device import Device
from gpuviz.engines.cuda_driver import Driver, DriverError, all_gpus, load_driver
from gpuviz.extras import Extra, install_command
from gpuviz.messages import Message, RequestRefused, word

OLDEST_CUDA = 12  # the oldest CUDA that an extra of gpuviz can be installed for
NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE
FIRST_CC_OF_CUDA_13 = (7, 5)  # CUDA 13 dropped the GPUs before Turing
COMPILER = "nvvm"  # the library of the CUDA toolkit that makes PTX
RUNTIME_COMPILER = "nvrtc"  # numba-cuda asks it which GPUs there are to compile for
LINKER = "nvJitLink"  # makes machine code of what it leaves, also on a machine without a driver


NUMBA_CUDA = "numba_cuda"
"""The module without which NVIDIA's packages for compiling are of no use."""

NO_COMPILER = (
    Message(
        "compiled.none-for-macos",
        "Registers and machine instructions are assumed: there is no compiler for CUDA on macOS.",
    )
    if sys.platform == "darwin"
    else Message(
        "compiled.no-compiler",
        "Registers and machine instructions are assumed: no compiler is installed."
        " {command} brings one; it needs no GPU.",
        {"command": install_command("cuda13")},
    )
)

FIRST_NUMPY_UNKNOWN_TO = ((0, 30, 4), (2, 5))
"""numba-cuda up to this version asks for `numpy.row_stack`, which NumPy left out here."""

NUMPY_TOO_NEW = "compiled.numpy-too-new"
"""Code of the message that Numba's compiler cannot be used with the NumPy that is installed."""

DISASSEMBLER = "nvdisasm"  # prints machine code
DISASSEMBLER_PACKAGE = "nvidia-cuda-nvdisasm"

NO_DISASSEMBLER = Message(
    "compiled.no-disassembler",
    "Machine instructions are estimated from the source: the program that reads them out of"
    " compiled code is not installed. pip install nvidia-cuda-nvdisasm brings it; it needs no GPU.",
)

NO_EXTRA = "probe.no-extra"
"""Code of the message that a GPU is there, but the packages for it are not."""


@dataclass(frozen=True, slots=True)
class Probe:
    """`message` says what was found and, where the GPU is not `usable`, what to do. `device` may
    be there all the same: the first GPU; `others` are the rest, in the driver's order.
    """

    usable: bool
    device: Device | None
    message: Message
    others: tuple[Device, ...] = ()

    @property
    def devices(self) -> tuple[Device, ...]:
        """All GPUs of this machine; the number of one is its place here."""
        return (self.device, *self.others) if self.device else ()

    def gpu(self, number: int) -> Device:
        """The GPU of that number. Raises RequestRefused where there is none."""
        if 0 <= number < len(self.devices):
            return self.devices[number]
        template = "There is no GPU {number} here: choose one of {known}."
        known = ", ".join(f"gpu:{n} ({gpu.name})" for n, gpu in enumerate(self.devices))
        values = {"number": number, "known": known or word("none")}
        raise RequestRefused(Message("probe.no-such-gpu", template, values))

    @property
    def name(self) -> str | None:
        """The GPU's name as its driver gives it."""
        return self.device.name if self.device else None

    @property
    def worth_trying(self) -> bool:
        """Whether Numba should be asked: it may find a compiler where this probe found none."""
        return self.usable or (self.device is not None and self.message.code == NO_EXTRA)


def probe() -> Probe:
    """Looks for an NVIDIA GPU, its driver, and what Numba needs to compile for it."""
    driver = load_driver()
    if driver is None:
        return _no_driver()
    try:
        return judge(driver)
    except DriverError as error:
        template = (
            "The NVIDIA driver does not work ({error}): restart the machine or install the driver"
            " again. The emulator is used."
        )
        return Probe(False, None, Message("probe.driver-fails", template, {"error": error}))


def judge(driver: Driver) -> Probe:
    """What a loaded driver allows. Raises DriverError."""
    try:
        driver.call("cuInit", 0)
        count = driver.integer("cuDeviceGetCount")
    except DriverError as error:
        if error.code != NO_DEVICE:
            raise
        count = 0
    if count == 0:
        template = "An NVIDIA driver is installed, but it finds no GPU: the emulator is used."
        return Probe(False, None, Message("probe.no-gpu", template))
    first, *others = all_gpus(driver)
    found = _judge_gpu(first, driver.integer("cuDriverGetVersion") // 1000)
    return replace(found, others=tuple(others))


def _judge_gpu(device: Device, driver_cuda: int) -> Probe:
    """`driver_cuda`: the newest major version of CUDA that the driver knows."""
    if driver_cuda < OLDEST_CUDA:
        template = (
            "The {gpu} has a driver for CUDA {driver}, too old for gpuviz: install a driver for"
            " CUDA {oldest} or newer from nvidia.com/drivers. The emulator is used."
        )
        values = {"gpu": device.name, "driver": driver_cuda, "oldest": OLDEST_CUDA}
        return Probe(False, device, Message("probe.driver-too-old", template, values))
    extra = _fitting_extra(device, driver_cuda)
    installed = installed_cuda()
    if installed is not None and installed > driver_cuda:
        return _too_new(device, driver_cuda, installed, extra)
    lacking = why_no_compiler()
    if lacking is not None and lacking.code == NUMPY_TOO_NEW:
        return Probe(False, device, _gpu_with_new_numpy(device, lacking))
    if not can_compile():
        return _extra_missing(device, extra)
    return Probe(
        True, device, Message("probe.usable", "Running on the {gpu}.", {"gpu": device.name})
    )


def _fitting_extra(device: Device, driver_cuda: int) -> Extra:
    fits_13 = driver_cuda >= 13 and device.compute_capability >= FIRST_CC_OF_CUDA_13
    return "cuda13" if fits_13 else "cuda12"


def _no_driver() -> Probe:
    if sys.platform == "darwin":
        template = "There is no CUDA for macOS: the emulator is used."
        return Probe(False, None, Message("probe.macos", template))
    template = (
        "No NVIDIA driver was found: the emulator is used. If this machine has an NVIDIA GPU,"
        " install its driver from nvidia.com/drivers."
    )
    return Probe(False, None, Message("probe.no-driver", template))


def _extra_missing(device: Device, extra: Extra) -> Probe:
    template = (
        "The {gpu} could be used, but the packages for it are not installed: run {command} and"
        " start again. Until then the emulator is used."
    )
    values = {"gpu": device.name, "command": install_command(extra)}
    return Probe(False, device, Message(NO_EXTRA, template, values))


def _gpu_with_new_numpy(device: Device, lacking: Message) -> Message:
    template = (
        "The {gpu} could be used, but numba-cuda {numba_cuda} does not work with NumPy {numpy}: run"
        " {command} and start again. Until then the emulator is used."
    )
    return Message("probe.numpy-too-new", template, {"gpu": device.name, **lacking.values})


def _too_new(device: Device, driver_cuda: int, installed: int, extra: Extra) -> Probe:
    template = (
        "The packages for CUDA {installed} are installed, but the driver of the {gpu} knows only"
        " CUDA {driver}: update the driver, or run {command}. Until then the emulator is used."
    )
    command = install_command(extra)
    values = {"gpu": device.name, "installed": installed, "driver": driver_cuda, "command": command}
    return Probe(False, device, Message("probe.packages-too-new", template, values))


def installed_cuda() -> int | None:
    """The major version of CUDA that the installed Python packages are made for."""
    found = _installed("cuda-bindings")
    return _numbers(found)[0] if found else None


def oldest_known_cc() -> tuple[int, int]:
    """The first compute capability that the installed compiler knows, as far as that matters."""
    return FIRST_CC_OF_CUDA_13 if (installed_cuda() or 0) >= 13 else (0, 0)


def can_compile() -> bool:
    """Whether NVVM is there, and NVRTC: where NVIDIA's own finder looks, or in a toolkit that is
    installed. Some have the one without the other.
    """
    lacking = why_no_compiler()
    if lacking is not None and lacking.code == NUMPY_TOO_NEW:
        return False
    if not (_found_by_pathfinder(COMPILER) or any(_compilers_of_toolkits())):
        return False
    return not _has_pathfinder() or _found_by_pathfinder(RUNTIME_COMPILER)


def can_be_compiled_for(device: Device) -> bool:
    """Whether kernels can be compiled for a device here, and not only for the nearest one."""
    return compiler_refusal() is None and device.compute_capability >= oldest_known_cc()


def compiler_refusal() -> Message | None:
    """Why nothing can be compiled here."""
    if sys.platform == "darwin":
        template = "Registers and machine instructions are assumed: CUDA has no compiler for macOS."
        return Message("compiled.macos", template)
    lacking = why_no_compiler()
    if lacking is None and not (can_compile() and can_link()):
        return NO_COMPILER
    return lacking


def why_no_compiler() -> Message | None:
    """Why nothing can be compiled without a driver, as far as one can tell at once."""
    if importlib.util.find_spec(NUMBA_CUDA) is None:
        return NO_COMPILER
    numba_cuda, numpy = _installed("numba-cuda"), _installed("numpy") or ""
    last, first_unknown = FIRST_NUMPY_UNKNOWN_TO
    if numba_cuda is None or _numbers(numpy) < first_unknown or _numbers(numba_cuda) > last:
        return None
    template = (
        "Registers and machine instructions are assumed: numba-cuda {numba_cuda} does not work with"
        " NumPy {numpy}. {command} mends that."
    )
    command = f'pip install "numpy<{".".join(map(str, first_unknown))}"'
    values = {"numba_cuda": numba_cuda, "numpy": numpy, "command": command}
    return Message(NUMPY_TOO_NEW, template, values)


def _installed(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # the window starts without it

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    """(2, 5, 0) of 2.5.0rc1."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def can_link() -> bool:
    """Whether machine code can be made without a driver: numba-cuda and nvJitLink are there."""
    return _found_by_pathfinder(LINKER)


def find_disassembler() -> Path | None:
    """NVIDIA's program that prints machine code: in an installed package, or in a toolkit."""
    try:
        pathfinder = importlib.import_module("cuda.pathfinder")
        found = pathfinder.find_nvidia_binary_utility(DISASSEMBLER)
    except (ImportError, AttributeError, RuntimeError):  # no finder, or one that is too old
        found = None
    return Path(found) if found else _disassembler_of_package()


def _disassembler_of_package() -> Path | None:
    from importlib.metadata import PackageNotFoundError, files

    try:
        installed = files(DISASSEMBLER_PACKAGE) or []
    except PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())) for file in installed if file.stem == DISASSEMBLER)
    return next((program for program in programs if program.is_file()), None)


def _has_pathfinder() -> bool:
    try:
        return importlib.util.find_spec("cuda.pathfinder") is not None
    except ModuleNotFoundError:  # nothing of the package `cuda` is there
        return False


def _found_by_pathfinder(library: str) -> bool:
    if why_no_compiler() is not None:
        return False
    try:
        pathfinder = importlib.import_module("cuda.pathfinder")
        return bool(pathfinder.load_nvidia_dynamic_lib(library))
    except (ImportError, RuntimeError):  # no finder, or its DynamicLibNotFoundError
        return False


def _compilers_of_toolkits() -> Iterator[Path]:
    named = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if name in os.environ]
    for toolkit in (*named, "/usr/local/cuda", sys.prefix):
        yield from (Path(toolkit) / COMPILER).glob(f"*/*{COMPILER}*")
