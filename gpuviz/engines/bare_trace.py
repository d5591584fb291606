"""The trace of a launch whose steps nobody recorded: the launch, its kernel and its arrays."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import own_description
from gpuviz.engines.chosen_inputs import memory_of
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.operation import OperationInfo
from gpuviz.operation.inputs import Inputs, inputs_message
from gpuviz.source_lines import source_lines, without_other_ends
from gpuviz.trace import ArrayInfo, FunctionSource, Trace

ADDRESS_STEP = 256  # arrays start on such a boundary (semantics.md 4)


def bare_trace(
    info: OperationInfo,
    request: LaunchRequest,
    config: LaunchConfig,
    inputs: Mapping[str, object],
    outputs: Mapping[str, NDArray[Any]],
) -> Trace:
    """A Trace without steps and counters. `inputs` are the kernel's arguments before the launch."""
    arrays = {name: value for name, value in inputs.items() if isinstance(value, np.ndarray)}
    trace = Trace(
        kernel=info.kernel,
        engine=request.engine,
        schedule=request.schedule,
        seed=request.seed,
        device_id=request.device.id,
        device=own_description(request.device),
        config=config,
        functions=(kernel_source(info),),
        arrays=_array_infos(arrays),
        scalars={name: value for name, value in inputs.items() if name not in arrays},
        inputs=arrays,
        outputs=dict(outputs),
    )
    return with_inputs_told(trace, request.inputs)


def with_inputs_told(trace: Trace, inputs: Inputs) -> Trace:
    """The trace, which says what was chosen of its inputs."""
    return replace(trace, notes=(*trace.notes, inputs_message(inputs))) if inputs else trace


def kernel_source(info: OperationInfo) -> FunctionSource:
    """The kernel as its file has it."""
    lines = source_lines(info.source)[info.kernel_line - 1 : info.kernel_end_line]
    return FunctionSource(
        name=info.kernel,
        file=str(info.path),
        first_line=info.kernel_line,
        text=textwrap.dedent("".join(map(without_other_ends, lines))).rstrip("\n") + "\n",
        is_kernel=True,
        captured={},
    )


def _array_infos(arrays: Mapping[str, NDArray[Any]]) -> tuple[ArrayInfo, ...]:
    address, infos = ADDRESS_STEP, []
    for name, array in arrays.items():
        strides = None if array.flags.c_contiguous else array.strides
        infos.append(ArrayInfo(name, "global", array.shape, array.dtype, address, strides=strides))
        address += -(-memory_of(array).nbytes // ADDRESS_STEP) * ADDRESS_STEP
    return tuple(infos)
