"""The schedule `warps`: units take turns, round robin, in linear order of block and warp."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace, listed, word
from gpuviz.simt.schedule.block_turns import BlockTurns, warp_units
from gpuviz.simt.schedule.launch import Launch
from gpuviz.simt.schedule.units import State, block_group

RESIDENT_WARPS = 2048  # that take turns; blocks that come later start when earlier ones are done

HELD_STEPS = 50_000  # of others that change no memory: then a unit that is held goes on

NO_PROGRESS = (
    "No progress: no thread of the launch can get on any more. {who} goes round in the loop of line"
    " {line} and waits for something that no other thread will do{others}. The threads of a warp"
    " take each step together: where one waits for another, as for a lock that the other holds,"
    " none gets on. Let one thread of a warp wait for all, and see that what it waits for comes."
)


class Turns:
    """Blocks whose units take turns, round robin, in linear order of block and warp."""

    def __init__(self, launch: Launch, blocks: Iterable[BlockTurns]) -> None:
        self._launch = launch
        self._coming: Iterator[BlockTurns] = iter(blocks)
        self._blocks: list[BlockTurns] = []
        self._ended = 0  # blocks
        self._changes = (0, 0)  # of memory, and the steps after which the latest was seen

    def run(self) -> None:
        """Runs all blocks to their end. Raises KernelFailed where nothing can move any more."""
        try:
            self._take_turns()
        finally:
            for block in self._blocks:  # of a launch that breaks off
                block.finish()

    def _take_turns(self) -> None:
        self._admit()
        while self._blocks:
            moved = False
            for block in self._blocks:
                moved |= self._round(block)
            ended = [block for block in self._blocks if block.done]
            if ended:
                self._leave(ended)
            elif moved and self._idles():
                self._release()
            elif not moved and not self._unblock():
                raise self._no_progress()

    def _round(self, block: BlockTurns) -> bool:
        """One turn of each unit of a block; whether any of them may get on."""
        moved, all_ready, ready = False, True, State.READY
        for unit in block.units:
            if unit.state is ready:
                moved = moved or unit.moves
                unit.turn()
                while unit.hurries and unit.moves and not self._idles():
                    unit.turn()
            all_ready = all_ready and unit.state is ready
        return moved if all_ready else block.open_meetings() or block.open_barrier() or moved

    def _idles(self) -> bool:
        """Whether those that move have changed nothing for long: they may count while they wait."""
        state = self._launch.launch_state
        changes, steps = self._changes
        if changes == state.memory_changes:
            return state.steps - steps > HELD_STEPS
        self._changes = state.memory_changes, state.steps
        return False

    def _unblock(self) -> bool:
        """Where nobody moves: lets one go that is held, or a block begin, or the grid meet."""
        return self._release() or self._admit(more=True) or self._open_grid()

    def _open_grid(self) -> bool:
        """Lets those through that wait for the grid; False where nobody does."""
        waiting = [u for b in self._blocks for u in b.units if u.state is State.AT_GRID]
        arrivals = [unit.arrival for unit in waiting if unit.arrival is not None]
        if not arrivals or any(u.state is State.READY for b in self._blocks for u in b.units):
            return False
        self._check_grid(arrivals[0].place)
        self._launch.launch_state.grid_sync()
        for unit in waiting:
            unit.let_through()
        return True

    def _check_grid(self, place: SourcePlace) -> None:
        """A thread of the launch that does not come to the sync is a hazard."""
        config = self._launch.config
        came = np.zeros((config.blocks, config.block.size), np.bool_)
        for block in self._blocks:
            lanes = block.lanes_of(block.units, lambda arrival: arrival.mask.lanes)
            came[int(block.group.thread_group.block_ids[0])] = lanes[0, : config.block.size]
        if not came.all():
            waiting, missing = int(came.argmax()), int(came.argmin())
            self._launch.launch_state.hazards.divergent_grid_sync(waiting, missing, place)

    def _release(self) -> bool:
        """Lets one unit go that was held back; False where there is none."""
        held = [u for block in self._blocks for u in block.units if u.state is State.HELD]
        for unit in held[:1]:
            unit.state = State.READY
        return bool(held)

    def _leave(self, ended: list[BlockTurns]) -> None:
        for block in ended:
            block.finish()
            self._blocks.remove(block)
        self._ended += len(ended)
        if self._launch.options.progress is not None:
            self._launch.options.progress(self._ended / self._launch.config.blocks)
        self._admit()

    def _admit(self, more: bool = False) -> bool:
        """Blocks come in while there is room; with `more`, another one in any case."""
        count = len(self._blocks)
        room = max(1, RESIDENT_WARPS // self._launch.config.warps_per_block)
        while more or len(self._blocks) < room:
            block = next(self._coming, None)
            if block is None:
                break
            self._blocks.append(block)
            more = False
        return len(self._blocks) > count

    def _no_progress(self) -> KernelFailed:
        stuck = [u for block in self._blocks for u in block.units if u.waits is not None]
        first = stuck[0]
        assert first.waits is not None
        places = [u.waits for u in stuck if u.waits is not None]
        units = (u for block in self._blocks for u in block.units)
        places += [u.arrival.place for u in units if u.arrival is not None]
        lines = {(place.file, place.line) for place in places}
        named = self._launch.launch_state.hazards.line_names([file for file, _ in lines])
        others = sorted(lines - {(first.waits.file, first.waits.line)})
        block, thread = first.context.thread_group.first_thread(first.lanes.lanes)
        values = {
            "who": word(
                "The warp of thread {thread} in block {block}", thread=str(thread), block=str(block)
            ),
            "line": named(first.waits.file, first.waits.line),
            "others": word(
                " (others wait in line {lines})", lines=listed([named(*at) for at in others])
            )
            if others
            else "",
        }
        return KernelFailed(Message("kernel.no-progress", NO_PROGRESS, values), first.waits)


def run_warps(launch: Launch) -> None:
    """The schedule `warps`: each warp for itself, round robin, one step a turn."""
    blocks = (
        warp_units(launch, block_group(launch, block)) for block in range(launch.config.blocks)
    )
    Turns(launch, blocks).run()
