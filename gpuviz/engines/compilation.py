"""Compiles a launch's kernel for the device that it is modelled on; that is for workers only.

Without the packages that compile the emulator goes on with assumed figures; a Message says why. For
a device that they do not know any more, code for the nearest one is compiled.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from gpuviz.device import Device
from gpuviz.engines.as_compiled import modelled_as_compiled
from gpuviz.engines.c_device_part import device_part
from gpuviz.engines.compiled_kernel import CompiledKernel, CompiledLaunch
from gpuviz.engines.cuda_c import device_text, read_twin, twin_of, with_python_lines
from gpuviz.engines.host import LoadedOperation, load_described, load_operation
from gpuviz.engines.probe import compiler_refusal
from gpuviz.engines.request import LaunchRequest
from gpuviz.messages import Message, NotSupportedError
from gpuviz.model.transfer import copied_bytes
from gpuviz.operation import OperationInfo
from gpuviz.trace import Trace


def compile_launch(request: LaunchRequest, part: Trace) -> CompiledLaunch | Message:
    """Compiles the kernel of a launch and models it anew, or says why it is not compiled.

    `part` is what the model reads of the launch's trace. Raises RequestRefused where the file's
    host code fails.
    """
    loaded = load_operation(request.operation).with_inputs(request.inputs)
    arguments = loaded.arguments(request.size, request.seed)
    kernel = compiled_for(loaded, arguments, request.device)
    if isinstance(kernel, Message):
        return kernel
    copied = copied_bytes(arguments, loaded.info.outputs)
    return CompiledLaunch(kernel, modelled_as_compiled(part, request.device, copied, kernel))


def compile_kernel(request: LaunchRequest) -> CompiledKernel | Message:
    """What compiling tells of the kernel of a launch, or why it is not compiled.

    Raises RequestRefused where the file's host code fails.
    """
    loaded = load_operation(request.operation).with_inputs(request.inputs)
    return compiled_for(loaded, loaded.arguments(request.size, request.seed), request.device)


def compiled_for(
    loaded: LoadedOperation, arguments: Mapping[str, object], device: Device
) -> CompiledKernel | Message:
    """What compiling tells of an operation, or why not; arguments in the order of the kernel."""
    refusal = compiler_refusal()
    if refusal is not None:
        return refusal
    if loaded.info.c_launch is not None:
        return _compiled_c(loaded.info, device)
    from gpuviz.engines.cuda_gpu.compiled import compiled_kernel  # imports numba.cuda

    try:
        kernel = load_described(loaded.info, "numba").kernel
        compiled = compiled_kernel(kernel, arguments.values(), device.compute_capability)
    except NotSupportedError as error:
        return error.message
    except Exception as error:  # others' code: what it tells is an extra, and no launch needs it
        logging.getLogger(__name__).exception("Numba's compiler failed")
        return _compiler_failed(error)
    return replace(compiled, in_c=_twin_for(loaded.info, device))


def _compiler_failed(error: Exception) -> Message:
    template = (
        "Registers and machine instructions are assumed: Numba's compiler failed ({kind}: {error})."
        " Its versions may not fit together: 'gpuviz doctor' lists them."
    )
    values = {"kind": type(error).__name__, "error": str(error).strip().partition("\n")[0]}
    return Message("compiled.compiler-failed", template, values)


def _compiled_c(info: OperationInfo, device: Device) -> CompiledKernel | Message:
    """What compiling tells of a kernel in CUDA C, or why not."""
    from gpuviz.engines.cuda_gpu.c_twin import compiled_twin

    if info.twin_path is None:
        try:
            return compiled_twin(device_part(info), info.path.name, device.compute_capability)
        except NotSupportedError as error:
            template = (
                "Registers and machine instructions are assumed: the part of {file} for the device"
                " was compiled without its host code, and the compiler refused it ({error})."
            )
            values = {"file": info.path.name, "error": error.message.values.get("error", error)}
            return Message("compiled.cuda-c", template, values)
    try:
        text = device_text(read_twin(info.path, {}), info.path.name)
        return compiled_twin(text, info.path.name, device.compute_capability)
    except NotSupportedError as error:
        return error.message


def _twin_for(info: OperationInfo, device: Device) -> CompiledKernel | Message | None:
    """What compiling tells of a kernel's twin in CUDA C, or why not; None where there is none."""
    from gpuviz.engines.cuda_gpu.c_twin import compiled_twin

    twin = twin_of(info.path)
    if twin is None:
        return None
    try:
        text = with_python_lines(twin, info.path)
        return compiled_twin(text, twin.name, device.compute_capability)
    except NotSupportedError as error:
        return error.message
