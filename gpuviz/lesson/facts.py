"""The facts that a condition can name, as one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from gpuviz.device import load_devices, plugin_shelf
from gpuviz.launch import Dim3
from gpuviz.lesson import names
from gpuviz.lesson.controls import PANELS
from gpuviz.lesson.pipeline_facts import (
    copies,
    copy_share,
    gpus,
    kernel,
    launch_share,
    microseconds,
    of_pipeline,
    recognised,
    sure,
)
from gpuviz.lesson.puzzle import puzzle_names
from gpuviz.lesson.result_facts import (
    c_microseconds,
    of_counter,
    of_hazards,
    of_limits,
    of_occupancy,
    of_result,
    of_time,
    of_trace,
)
from gpuviz.lesson.seen import ObservedState
from gpuviz.operation import called
from gpuviz.trace import Counters
from gpuviz.trace.prediction import Resource

Kind = Literal["number", "word", "name", "shape", "yes or no", "text", "element"]
Value = int | float | bool | str | tuple[int, ...] | frozenset[str]
Read = Callable[[ObservedState], Value | None]

Words = tuple[str, ...] | Callable[[], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LessonFact:
    """One fact: what it is, its kind, and how it is read; None: not known now, no condition holds.

    `words` are the values of a word; a function where files have to be read for them. A set of
    words equals each of those in it.
    """

    name: str
    kind: Kind
    about: str
    read: Read
    words: Words = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The words that it may be."""
        return self.words() if callable(self.words) else self.words


def _number(name: str, about: str, read: Read) -> LessonFact:
    return LessonFact(name, "number", about, read)


def _word(name: str, about: str, read: Read, words: Words) -> LessonFact:
    return LessonFact(name, "word", about, read, words)


def _flag(name: str, about: str, read: Read) -> LessonFact:
    return LessonFact(name, "yes or no", about, read)


def _axes(
    name: str, about: str, read: Callable[[ObservedState], Dim3 | None]
) -> tuple[LessonFact, ...]:
    """A number for each axis of a shape."""
    return tuple(
        _number(f"{name}.{axis}", about.format(axis=axis), _side(read, number))
        for number, axis in enumerate("xyz")
    )


def _side(read: Callable[[ObservedState], Dim3 | None], axis: int) -> Read:
    return lambda seen: None if (shape := read(seen)) is None else shape[axis]


CHOICE = (
    _word(
        "operation", "The chosen operation.", lambda s: called(s.operation), names.operation_names
    ),
    LessonFact("size", "shape", "All sizes, as `1000` or `64,64,32`.", lambda s: s.size),
    _number("size.NAME", "The size of that name, as in `size.n`.", lambda s: None),
    LessonFact("grid", "shape", "Blocks of the grid, as `4` or `2x2`.", lambda s: s.config.grid),
    *_axes("grid", "Blocks along {axis}.", lambda s: s.config.grid),
    LessonFact(
        "block", "shape", "Threads of a block, as `256` or `32x8`.", lambda s: s.config.block
    ),
    *_axes("block", "Threads of a block along {axis}.", lambda s: s.config.block),
    _flag("grid_pinned", "Whether the grid was unlinked from the size.", lambda s: s.grid_pinned),
    _number("blocks", "Blocks of the grid.", lambda s: s.config.blocks),
    _number("threads_per_block", "Threads of a block.", lambda s: s.config.block.size),
    _number("threads", "Threads of all blocks.", lambda s: s.config.threads),
    _number("warps_per_block", "Warps of a block.", lambda s: s.config.warps_per_block),
    _number("warps", "Warps of all blocks.", lambda s: s.config.warps),
    _word("engine", "Who executes the launch.", lambda s: s.engine, names.ENGINES),
    _word(
        "device",
        "The chosen device.",
        lambda s: s.device.id,
        lambda: (*load_devices(), *plugin_shelf().all()),
    ),
    _word(
        "schedule",
        "The order in which threads run.",
        lambda s: s.schedule,
        names.SCHEDULES,
    ),
    _flag("live", "Whether each change runs at once.", lambda s: s.live),
    _flag("refused", "Whether the device refuses this launch.", lambda s: s.refused),
)

RESULT = (
    _flag("failed", "Whether the launch ended with an error.", lambda s: s.failed),
    _flag("correct", "Whether the result equals NumPy's.", of_result(lambda r: r.correct)),
    _number("error", "The largest error of the result.", of_result(lambda r: r.max_abs_error)),
    _number("hazards", "How many hazards the checks list.", of_hazards(None)),
    _number("hazards.race", "Those that are races.", of_hazards("race")),
    _number("hazards.out-of-bounds", "Those outside of arrays.", of_hazards("out-of-bounds")),
    _number("hazards.uninitialized", "Those that read too early.", of_hazards("uninitialized")),
    _number(
        "hazards.barrier-divergence",
        "Those at barriers that not all threads reach.",
        of_hazards("barrier-divergence"),
    ),
    _number("occupancy", "In percent.", of_occupancy(lambda o: round(100 * o.fraction))),
    _number("blocks_per_sm", "Blocks that an SM holds.", of_occupancy(lambda o: o.blocks_per_sm)),
    _word(
        "limited_by",
        "What stops an SM from holding more blocks; several may be equal.",
        of_occupancy(lambda o: frozenset(o.limited_by)),
        names.LIMITS,
    ),
    _number("waves", "How many times the blocks fill the device.", of_limits()),
    _number("registers", "Registers of a thread.", of_trace(lambda t: t.registers_per_thread)),
    _number("shared_bytes", "Shared memory of a block.", of_trace(lambda t: t.shared_bytes)),
    _word(
        "limiter",
        "What limits the time of the launch in the model.",
        of_trace(lambda t: t.prediction.limiter if t.prediction else None),
        get_args(Resource),
    ),
    _number("kernel_us", "Microseconds of the kernel.", of_time(lambda t: t.kernel_s)),
    _number(
        "c_kernel_us",
        "Microseconds of the kernel if it were written in CUDA C, where that matters.",
        of_trace(c_microseconds),
    ),
    _number("h2d_us", "Microseconds of the copy to the device.", of_time(lambda t: t.h2d_s)),
    _number("d2h_us", "Microseconds of the copy back.", of_time(lambda t: t.d2h_s)),
    *(
        _number(one.name, "The counter of that name of `gpuviz run --json`.", of_counter(one.name))
        for one in fields(Counters)
    ),
)

PIPELINE = (
    _number("launches", "How many launches it has.", of_pipeline(lambda p: len(p.launches))),
    _number("launch", "Which of them is on the stage, from 1.", lambda s: s.launch),
    LessonFact("kernel", "name", "The kernel of the launch on the stage.", kernel),
    _number("launch_share", "Percent of the time that this launch takes.", launch_share),
    _number("copies", "How many copies it has.", of_pipeline(copies)),
    _number("copy_share", "Percent of the time that they take.", of_pipeline(copy_share)),
    _number("gpus", "On how many GPUs something happens.", of_pipeline(gpus)),
    _number("pipeline_us", "Microseconds of all of it.", of_pipeline(microseconds)),
    _flag("drawn", "Whether something was drawn for it.", lambda s: s.drawn),
    _number("recognised", "The largest of what is shown as bars, from 0.", recognised),
    _number("sure", "How large that one is, in percent.", sure),
)

VIEW = (
    _word("level", "What is chosen on the stage.", lambda s: s.level, names.LEVELS),
    _number("chosen.block", "The chosen block, in linear order.", lambda s: s.chosen.block),
    _number("chosen.warp", "The chosen warp in its block.", lambda s: s.chosen.warp),
    _number("chosen.thread", "The chosen thread in its block.", lambda s: s.chosen.thread),
    _number(
        "chosen.lane",
        "The chosen thread's lane in its warp.",
        lambda s: None if s.chosen.thread is None else s.chosen.thread % 32,
    ),
    _number("chosen.index", "The chosen thread among all threads.", lambda s: s.thread_in_grid),
    *_axes(
        "chosen", "The chosen thread's place along {axis}, as `cuda.grid` tells.", lambda s: s.place
    ),
    LessonFact(
        "element", "element", "The chosen element, as `c[785]`.", lambda s: s.chosen.element
    ),
    _word(
        "panel",
        "The panel in front under the stage.",
        lambda s: s.view.panel,
        tuple(PANELS),
    ),
    _word(
        "colour",
        "What the grid is coloured by.",
        lambda s: s.view.colour,
        names.COLOURS,
    ),
    _word(
        "elements",
        "What the arrays are coloured by.",
        lambda s: s.view.elements,
        names.ELEMENT_COLOURS,
    ),
    _word("heat", "What the bars beside the source show.", lambda s: s.view.heat, names.HEATS),
    _word(
        "source",
        "In which language the panel Source shows the kernel.",
        lambda s: s.view.source,
        names.SOURCES,
    ),
    _flag(
        "beside_cpu",
        "Whether the panel Devices shows this computer's CPU beside the GPU.",
        lambda s: s.view.beside_cpu,
    ),
    _word("solved", "Puzzles that are solved.", lambda s: s.solved, puzzle_names),
    _flag("comparing", "Whether a run is pinned beside another.", lambda s: s.view.comparing),
    _word(
        "swept",
        "Sweeps of this operation that are done.",
        lambda s: s.view.swept,
        names.SWEEPS,
    ),
)

PLAYBACK = (
    _number("step", "How many steps have been played.", lambda s: s.played.step),
    _number("steps", "How many there are to play.", lambda s: s.played.steps),
    LessonFact(
        "line", "text", "The line that plays has these words in it.", lambda s: s.played.line
    ),
    _number("playing.block", "The block whose step plays.", lambda s: s.played.block),
    _number("playing.warp", "The warp of it.", lambda s: s.played.warp),
    _number("playing.lanes", "The lanes that take part in this step.", lambda s: s.played.lanes),
    _flag("at_end", "Whether the launch is played to its end.", lambda s: s.played.at_end),
    _flag("playing", "Whether it plays now.", lambda s: s.played.playing),
)

GROUPS: Mapping[str, tuple[LessonFact, ...]] = {
    "choice": CHOICE,
    "result": RESULT,
    "pipeline": PIPELINE,
    "view": VIEW,
    "playback": PLAYBACK,
}
FACTS: Mapping[str, LessonFact] = {fact.name: fact for group in GROUPS.values() for fact in group}


def find_fact(name: str) -> LessonFact | None:
    """The fact of that name; `size.n` is the size n, whether or not an operation has one."""
    if name.startswith("size.") and name != "size.":
        return _number(name, "A size.", lambda s: _size(s, name.removeprefix("size.")))
    return FACTS.get(name)


def _size(seen: ObservedState, name: str) -> int | None:
    names = seen.operation.size_names
    return seen.size[names.index(name)] if name in names else None


def shape_of(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """A shape as it is compared: sides of 1 at its end do not count."""
    if isinstance(numbers, Dim3):
        while len(numbers) > 1 and numbers[-1] == 1:
            numbers = numbers[:-1]
    return tuple(numbers)
