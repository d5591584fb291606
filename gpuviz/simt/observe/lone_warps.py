"""Keeps what warps did that are thread groups of their own: each event is of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.observe.events import (
    ACCESS_BYTES,
    EXCHANGE_BYTES,
    STEP_BYTES,
    VALUE_BYTES,
    Events,
    LoneWarp,
    LoneWarps,
    rows_of,
)
from gpuviz.simt.observe.observer import Access, Observer

LATEST_MASKS = 16  # whose lanes are remembered

if TYPE_CHECKING:
    from gpuviz.simt.observe.recorder import Recorder


class LoneWarpEvents:
    """What is kept of all of them, in the order in which it happened."""

    def __init__(self, recorder: Recorder, config: LaunchConfig) -> None:
        self.events: Events[LoneWarp] = Events()
        self.warps = LoneWarps(config)
        self.arrays: dict[int, AnyArray] = {}  # that were accessed, by id
        self._recorder = recorder
        self._recorders: list[LoneWarpRecorder] = []

    def recorder(self, thread_group: ThreadGroup) -> LoneWarpRecorder:
        """What records one more warp."""
        self._recorders.append(LoneWarpRecorder(self._recorder, self, thread_group))
        return self._recorders[-1]

    def flush(self) -> None:
        """Turns what was kept into rows: steps as they came, the others warp by warp."""
        events = self.events
        for kind in (events.accesses, events.values, events.exchanges):
            kind.sort(key=_warp_of)
        self._recorder.add(*rows_of(events, self.warps, self.arrays))
        events.clear()

    def narrow(self) -> None:
        """Some blocks are not followed any more: what was kept of them is dropped."""
        followed = {n for n, block in enumerate(self.warps.blocks) if block in self._recorder.keep}
        events = self.events
        kinds: list[list[Any]] = [events.steps, events.accesses, events.values, events.exchanges]
        for kind in kinds:
            kind[:] = [event for event in kind if _warp_of(event) in followed]
        for number, recorder in enumerate(self._recorders):
            recorder.is_followed = number in followed


class LoneWarpRecorder(Observer):
    """Records a warp of a followed block."""

    reads_values: ClassVar[bool] = True

    def __init__(self, recorder: Recorder, kept: LoneWarpEvents, thread_group: ThreadGroup) -> None:
        block, warp = int(thread_group.block_ids[0]), thread_group.first_lane // WARP_SIZE
        self.is_followed = True
        self._recorder = recorder
        self._blocks = thread_group.config.blocks  # all of them may be under way
        self._room = recorder.room(self._blocks)
        self._events, self._arrays = kept.events, kept.arrays
        self._number = kept.warps.add(block, warp)
        self._known: dict[Mask, LoneWarp] = {}  # see _named
        self._latest = 0  # the step that was told last

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """The warp executes a statement."""
        self._latest, recorder = step, self._recorder
        if recorder.bytes > self._room:
            recorder.check_budget(self._blocks)
        if self.is_followed and not recorder.cut_off:
            recorder.bytes += STEP_BYTES
            self._events.steps.append((step, self._known.get(mask) or self._named(mask), statement))

    def resume(self, step: int, statement: int, mask: Mask) -> None:
        """What is left of a statement is a step of its own."""
        self.step(step, statement, mask)

    def access(self, access: Access) -> None:
        """The active lanes access elements; it is kept what was read or written."""
        _, step, _, site, _, _, array, flat, mask, values = access
        recorder = self._recorder
        if self.is_followed and not recorder.cut_off:
            recorder.bytes += ACCESS_BYTES
            key, who = id(array), self._known.get(mask) or self._named(mask)
            self._arrays[key] = array  # what is kept keeps its id
            self._events.accesses.append((step, who, site, key, flat, values, self._latest))
            recorder.hold(flat.nbytes + values.nbytes)

    def assign(self, step: int, variable: int, mask: Mask, values: Value) -> None:
        """The active lanes assign a local variable."""
        recorder = self._recorder
        if self.is_followed and not recorder.cut_off:
            recorder.bytes += VALUE_BYTES
            who = self._known.get(mask) or self._named(mask)
            self._events.values.append((step, who, variable, values, self._latest))
            recorder.hold(values.nbytes)

    def exchange(
        self,
        step: int,
        kind: int,
        mask: Mask,
        source: Value,
        given: NDArray[Any],
        received: NDArray[Any],
    ) -> None:
        """The active lanes exchange values; `kind` is a row of EXCHANGE_KINDS."""
        recorder = self._recorder
        if self.is_followed and not recorder.cut_off:
            recorder.bytes += EXCHANGE_BYTES
            who = self._known.get(mask) or self._named(mask)
            self._events.exchanges.append((step, who, kind, source, given, received))
            recorder.hold(source.nbytes + given.nbytes + received.nbytes)

    def _named(self, mask: Mask) -> LoneWarp:
        """The warp with its active lanes; there is at least one."""
        if len(self._known) >= LATEST_MASKS:
            self._known.clear()
        who = self._known[mask] = self._number, int(mask.words[0, 0])
        return who


def _warp_of(event: tuple[Any, ...]) -> int:
    number: int = event[1][0]
    return number
