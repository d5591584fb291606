"""`gpuviz run --what-if`: what is asked, and what the model says of it, as text and for JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gpuviz.cli.gpu import answer_of
from gpuviz.cli.table import counted
from gpuviz.cli.words import limits_text
from gpuviz.device import Device, find_device
from gpuviz.engines.compiled_kernel import CompiledLaunch
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import parse_dim3
from gpuviz.messages import Message, RequestRefused, shortened, word
from gpuviz.model.mix import CompiledMix
from gpuviz.model.part import modelled_part
from gpuviz.model.what_if import Change, WhatIf, what_if
from gpuviz.model.words import NAMES
from gpuviz.operation import OperationInfo
from gpuviz.texts import labelled, say, tr
from gpuviz.trace import Trace
from gpuviz.units import figures, percent, seconds
from gpuviz.whole_number import read_whole_number
from gpuviz.worker import JobRunner
from gpuviz.worker.jobs import CompileAfterRun

MOST = 10**9  # of registers or bytes: more is a slip of the fingers

Devices = Mapping[str, Device]


@dataclass(frozen=True, slots=True)
class Asked:
    """One --what-if as it was typed, and the change that it means."""

    text: str
    change: Change


def read_what_ifs(
    info: OperationInfo, arguments: argparse.Namespace, devices: Callable[[], Devices]
) -> tuple[Asked, ...]:
    """The changes that were asked for; raises RequestRefused for one that means nothing."""
    asked: Sequence[str] = arguments.what_if or ()
    if asked and info.is_pipeline:
        template = (
            "--what-if asks of one launch, and {name} is a pipeline of several: leave it out."
        )
        raise RequestRefused(Message("cli.what-if-pipeline", template, {"name": info.name}))
    if asked and arguments.engine == "numba-simulator":
        template = (
            "--what-if needs what the emulator counts, and Numba's simulator counts nothing: leave"
            " out one of --what-if and --engine."
        )
        raise RequestRefused(Message("cli.what-if-uncounted", template))
    known = devices() if asked else {}
    return tuple(Asked(text, _change(text, known)) for text in asked)


def _change(text: str, devices: Devices) -> Change:
    change, seen = Change(), set()
    for part in text.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in READERS or not equals or not value or key in seen:
            template = (
                "--what-if {text}: '{part}' is not understood. Give each of {known} once at most,"
                " as in --what-if registers=64,block=128."
            )
            known = ", ".join(f"{name}=" for name in READERS)
            values = {"text": shortened(text), "part": shortened(part), "known": known}
            raise RequestRefused(Message("cli.what-if", template, values))
        seen.add(key)
        change = READERS[key](change, value, devices)
    return change


def _number(key: str, text: str) -> int:
    number = read_whole_number(text)
    if number is not None and 1 <= number <= MOST:
        return number
    template = "--what-if {key}={text}: give a whole number of 1 or more."
    raise RequestRefused(
        Message("cli.what-if-number", template, {"key": key, "text": shortened(text)})
    )


def _with_registers(change: Change, text: str, devices: Devices) -> Change:
    return replace(change, registers=_number("registers", text))


def _with_block(change: Change, text: str, devices: Devices) -> Change:
    block = parse_dim3(text, "block")
    if min(block) < 1:
        template = "--what-if block={text}: a block has at least 1 thread along each axis."
        raise RequestRefused(Message("cli.what-if-block", template, {"text": shortened(text)}))
    return replace(change, block=block)


def _with_shared(change: Change, text: str, devices: Devices) -> Change:
    return replace(change, shared=_number("shared", text))


def _with_device(change: Change, text: str, devices: Devices) -> Change:
    return replace(change, device=find_device(text, devices))


def _with_l2(change: Change, text: str, devices: Devices) -> Change:
    if text == "warm":
        return replace(change, l2="warm")
    template = (
        "--what-if l2={text}: only l2=warm can be asked; the launch as it is has a cold cache."
    )
    raise RequestRefused(Message("cli.what-if-l2", template, {"text": shortened(text)}))


READERS: Mapping[str, Callable[[Change, str, Devices], Change]] = {
    "registers": _with_registers,
    "block": _with_block,
    "shared": _with_shared,
    "device": _with_device,
    "l2": _with_l2,
}


def answered(
    asked: Sequence[Asked], request: LaunchRequest, trace: Trace, workers: JobRunner
) -> tuple[WhatIf, ...]:
    """What the model says of each."""
    if not asked:
        return ()
    mix = _mix(request, trace, workers)
    base = trace.prediction if request.engine == "emulator" else None
    return tuple(what_if(trace, request.device, one.change, mix, base) for one in asked)


def _mix(request: LaunchRequest, trace: Trace, workers: JobRunner) -> CompiledMix | None:
    """The instructions that the launch was modelled with; None: the usual ones."""
    if request.engine != "emulator" or trace.registers_source != "compiled":
        return None
    job = CompileAfterRun(request, modelled_part(trace))
    compiled = answer_of(workers.submit(job))
    if not isinstance(compiled, CompiledLaunch):
        return None
    return compiled_mix(compiled.kernel.lines, compiled.trace)


def what_if_rows(found: Sequence[tuple[Asked, WhatIf]]) -> Iterator[tuple[str, str]]:
    """A row for each, then what they take for granted."""
    for asked, answer in found:
        yield tr("what if"), labelled(asked.text, _words(answer))
    assumed = (message for _, answer in found for message in answer.assumptions)
    yield from ((tr("assumed"), message.text) for message in dict.fromkeys(assumed))


def _words(answer: WhatIf) -> str:
    prediction, held = answer.prediction, answer.occupancy
    if prediction is None or held is None:
        return "" if answer.refused is None else answer.refused.text
    return tr(
        "{time}{factor}, limited by {limiter}; occupancy {share}, {blocks} on an SM, limited by"
        " {limits}"
    ).format(
        time=seconds(prediction.kernel_s),
        factor=_factor_words(answer.factor),
        limiter=say(word(NAMES[prediction.limiter])),
        share=percent(held.fraction),
        blocks=counted(held.blocks_per_sm, "1 block", "{n} blocks"),
        limits=limits_text(held.limited_by),
    )


def _factor_words(factor: float | None) -> str:
    if factor is None:
        return ""
    if figures(factor, 3) == "1.00":
        return tr(", unchanged")
    if factor > 1:
        return tr(", {factor} times as long").format(factor=figures(factor, 3))
    return tr(", {factor} times as fast").format(factor=figures(1 / factor, 3))


def what_if_object(answer: WhatIf, occupancy: Mapping[str, object] | None) -> dict[str, object]:
    """For JSON; `factor`: its kernel_s over that of the launch as it is."""
    prediction = answer.prediction
    return {
        "change": _change_object(answer.change),
        "kernel_s": None if prediction is None else prediction.kernel_s,
        "factor": answer.factor,
        "limiter": None if prediction is None else prediction.limiter,
        "occupancy": occupancy,
        "assumptions": answer.assumptions,
        "refused": answer.refused,
    }


def _change_object(change: Change) -> dict[str, object]:
    found = {
        "registers": change.registers,
        "block": change.block,
        "shared": change.shared,
        "device": None if change.device is None else change.device.id,
        "l2": change.l2,
    }
    return {key: value for key, value in found.items() if value is not None}
