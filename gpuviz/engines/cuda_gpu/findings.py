"""Puts together what is known of one launch: measured, recorded and emulated, compared in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from gpuviz.device import Device, occupancy
from gpuviz.engines.bare_trace import bare_trace
from gpuviz.engines.cuda_gpu.launching import Measured, Recorded, recording_overhead
from gpuviz.engines.host import LoadedOperation, check_outputs, wrong_outputs
from gpuviz.engines.modelled import with_prediction
from gpuviz.engines.recorded_placement import recorded_placement
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.engines.thread_records import mapping_difference
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, word
from gpuviz.model.transfer import copied_bytes
from gpuviz.trace import Placement, Trace
from gpuviz.units import seconds

Outputs = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class GpuFindings:
    """All that is known of one launch, to be put together."""

    loaded: LoadedOperation
    request: LaunchRequest
    config: LaunchConfig
    arguments: dict[str, Any]
    measured: Measured
    recorded: Recorded | Message
    emulated: LaunchResult | Message

    def result(self) -> LaunchResult:
        """The trace, checked against NumPy, and every difference in words."""
        outputs = self.measured.outputs
        expected, unchecked = self.loaded.expectation(self.arguments)
        correct, error = check_outputs(self.loaded, outputs, expected)
        return LaunchResult(
            number=self.request.number,
            launches=(dataclasses.replace(self._trace(), size=self.request.own_size),),
            correct=correct,
            max_abs_error=error,
            emulation_seconds=None,
            messages=(*unchecked, *self._missing(), *self._differences(), *self._other_occupancy()),
            wrong=wrong_outputs(self.loaded, outputs, expected),
        )

    def _trace(self) -> Trace:
        measured, emulated = self.measured, self.emulated
        base = (
            emulated.trace
            if isinstance(emulated, LaunchResult)
            else bare_trace(
                self.loaded.info, self.request, self.config, self.arguments, measured.outputs
            )
        )
        trace = dataclasses.replace(
            base,
            engine="cuda",
            device_id=self.request.device.id,
            outputs=measured.outputs,
            times=measured.times,
            placement=_placement(self.recorded, self.request.device),
            prediction=base.prediction if base.registers_source == "compiled" else None,
            registers_per_thread=measured.loaded.registers,
            registers_source="measured",
            shared_bytes=measured.loaded.shared_bytes,
            notes=(*base.notes, *self._notes()),
        )
        copied = copied_bytes(self.arguments, self.loaded.info.outputs)
        return with_prediction(trace, self.request.device, copied)

    def _notes(self) -> Iterator[Message]:
        yield from _timing_notes(self.measured, self.request.device)
        if isinstance(self.recorded, Recorded):
            yield _recording_note(self.recorded, self.measured)
        if isinstance(self.emulated, LaunchResult):
            template = (
                "Steps, accesses, counters and hazards are emulated, on the same inputs; times,"
                " placement, registers and results are the GPU's own."
            )
            yield Message("cuda.emulated", template)

    def _missing(self) -> Iterator[Message]:
        for part in (self.recorded, self.emulated):
            if isinstance(part, Message):
                yield part

    def _differences(self) -> Iterator[Message]:
        if isinstance(self.recorded, Recorded):
            difference = mapping_difference(self.recorded.records)
            if difference is not None:
                yield difference
            yield from self._other_outputs(word("The recorded launch"), self.recorded.outputs)
        if isinstance(self.emulated, LaunchResult):
            yield from self._other_outputs(word("The emulator"), self.emulated.trace.outputs)

    def _other_occupancy(self) -> Iterator[Message]:
        """Where the driver counts other blocks on an SM than gpuviz.device.occupancy."""
        kernel, config = self.measured.loaded, self.config
        ours = occupancy(
            self.request.device,
            config.block.size,
            kernel.registers,
            kernel.shared_bytes,
            config.dynamic_shared_bytes,
        ).blocks_per_sm
        if ours != kernel.blocks_per_sm:
            template = (
                "The driver says that an SM holds {theirs} blocks of this launch, gpuviz computes"
                " {ours}: please report it."
            )
            values = {"theirs": kernel.blocks_per_sm, "ours": ours}
            yield Message("cuda.occupancy-differs", template, values)

    def _other_outputs(self, who: Message, outputs: Outputs) -> Iterator[Message]:
        unwritten = {name: self.arguments[name] for name in self.loaded.info.outputs}
        same, error = check_outputs(self.loaded, {**unwritten, **outputs}, self.measured.outputs)
        if same is False:
            template = (
                "{who} computed another result than the GPU (largest difference {error}): the"
                " kernel may depend on the order of its threads."
            )
            yield Message("cuda.outputs-differ", template, {"who": who, "error": _number(error)})


def _placement(recorded: Recorded | Message, device: Device) -> Placement | None:
    """None where records are missing or wrong: a Message tells it."""
    if isinstance(recorded, Message) or mapping_difference(recorded.records) is not None:
        return None
    return recorded_placement(recorded.records, device.clock_hz)


def _number(error: float | None) -> object:
    return word("not a number") if error is None else f"{error:.3g}"


def _timing_notes(measured: Measured, device: Device) -> Iterator[Message]:
    kernel, cold_s = measured.kernel, measured.times.kernel_cold_s
    yield Message(
        "cuda.timing",
        "Measured on the {gpu}: median of {samples} samples, the middle half within {spread};"
        " arrays stay on the GPU between launches, so its L2 cache is warm. Copies are from and to"
        " ordinary NumPy arrays.",
        {"gpu": device.name, "samples": kernel.samples, "spread": seconds(kernel.spread_s)},
    )
    if kernel.batch > 1:
        template = "The kernel is short: each sample is the mean of {batch} launches in a row."
        yield Message("cuda.batches", template, {"batch": kernel.batch})
    if cold_s is not None:
        template = "With an L2 cache that holds other data a launch takes {seconds}."
        yield Message("cuda.cold", template, {"seconds": seconds(cold_s)})


def _recording_note(recorded: Recorded, measured: Measured) -> Message:
    return Message(
        "cuda.recording",
        "Which SM ran a block and when was recorded in a launch of its own, which took {factor}"
        " times as long as the untouched kernel; {each} wrote one record.",
        {
            "factor": f"{recording_overhead(recorded, measured):.2f}",
            "each": word("each thread")
            if recorded.records.threads_per_record == 1
            else word("each warp"),
        },
    )
