"""A launch as its compiled code runs on a GPU that is not here: in Numba, and in CUDA C."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.device import Device
from gpuviz.engines.compiled_kernel import CompiledKernel, with_compiled
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.modelled import Copied, with_modelled_times
from gpuviz.messages import Message
from gpuviz.model.predict import predict
from gpuviz.trace import InC, Prediction, Trace


def modelled_as_compiled(
    trace: Trace, device: Device, copied: Copied | None, compiled: CompiledKernel | Message | None
) -> Trace:
    """`trace` with what compiling has told, if it has, and what the model makes of it.

    `copied`: as in with_modelled_times.
    """
    known = with_compiled(trace, compiled)
    if not isinstance(compiled, CompiledKernel):
        return with_modelled_times(known, device, copied)
    known = with_modelled_times(known, device, copied, compiled_mix(compiled.lines, known))
    if isinstance(compiled.in_c, Message):
        return replace(known, notes=(*known.notes, compiled.in_c))
    if compiled.in_c is None or not compiled.in_c.lines or known.prediction is None:
        return known
    told = prediction_of(trace, device, compiled.in_c)
    in_c = InC(told.kernel_s, told.limiter, is_compiled=True)
    return replace(known, prediction=replace(known.prediction, in_c=in_c))


def prediction_of(trace: Trace, device: Device, compiled: CompiledKernel) -> Prediction:
    """What the model says of a launch with compiled code, copies apart."""
    known = with_compiled(trace, compiled)
    return predict(known, device, 0, 0, mix=compiled_mix(compiled.lines, known)).prediction
