"""What a launch would take if something about it were otherwise, as rows beside how it is."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.device import LIMITS, Device, Occupancy, occupancy
from gpuviz.launch import Dim3
from gpuviz.messages import both
from gpuviz.model.what_if import Change, WhatIf
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import figures, percent, seconds
from gpuviz.texts import say_rich, told, tr
from gpuviz.trace import Prediction, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of

SAME = 5e-4  # of a time: less is no other one


@dataclass(frozen=True, slots=True)
class Tried:
    """What is tried: registers of a thread, shared bytes of a block, and the block."""

    registers: int
    shared: int
    block: Dim3

    def change(self, trace: Trace) -> Change:
        """What of it is otherwise than in the launch of `trace`."""
        now = as_it_is(trace)
        return Change(
            None if self.registers == now.registers else self.registers,
            None if self.block == now.block else self.block,
            None if self.shared == now.shared else self.shared,
        )

    def occupancy(self, device: Device) -> Occupancy:
        """What an SM would hold of it."""
        return occupancy(device, self.block.size, self.registers, self.shared)


def as_it_is(trace: Trace) -> Tried:
    """What the launch of `trace` has."""
    config = trace.config
    shared = trace.shared_bytes + config.dynamic_shared_bytes
    return Tried(trace.registers_per_thread, shared, config.block)


def occupancy_facts(trace: Trace, device: Device, tried: Tried) -> list[Fact]:
    """At once: what an SM would hold, beside what it holds."""
    now, then = occupancy_of(trace, device), tried.occupancy(device)
    limits = told(both([LIMITS[name] for name in then.limited_by]))
    blocks = tr("{blocks} · limit: {limit}")
    return [
        Fact(tr("occupancy"), _beside(percent(now.fraction), percent(then.fraction))),
        Fact(
            tr("blocks per SM"),
            blocks.format(
                blocks=_beside(str(now.blocks_per_sm), str(then.blocks_per_sm)), limit=limits
            ),
        ),
    ]


def time_facts(now: Prediction | None, answer: WhatIf) -> list[Fact]:
    """What the model says of the time; none where it says nothing.

    `now`: what it says of the launch as it is; None where that was with instructions that are not
    known here any more.
    """
    then = answer.prediction
    if then is None:
        return []
    before = then if now is None else now
    before_s = before.kernel_s if now is not None else then.kernel_s / (answer.factor or 1.0)
    time = _beside(seconds(before_s), seconds(then.kernel_s))
    if answer.factor is not None and abs(answer.factor - 1) > SAME:
        time = f"{time} · {_factor(answer.factor)}"
    limit = _beside(limiter_name(before.limiter), limiter_name(then.limiter))
    return [Fact(tr("kernel, modelled"), time), Fact(tr("limited by"), limit)]


def what_if_notes(answer: WhatIf) -> list[Note]:
    """Why the model says nothing, or what it takes for granted."""
    if answer.refused is not None:
        return [Note(say_rich(answer.refused), "muted")]
    return [Note(say_rich(message), "muted") for message in answer.assumptions]


def _factor(factor: float) -> str:
    if factor > 1:
        return tr("{factor} times as long").format(factor=figures(factor, 3))
    return tr("{factor} times as fast").format(factor=figures(1 / factor, 3))


def _beside(now: str, then: str) -> str:
    """ "100 % → 75 %"; once where nothing changes."""
    return now if now == then else f"{now} → {then}"
