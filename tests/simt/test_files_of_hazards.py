"""Hazards in device functions of other files: each names its file, and none are merged."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from dataclasses import replace
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from gpuviz.launch import LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, ExecutionOptions, execute
from gpuviz.simt.replay import follow
from gpuviz.trace import Hazard, Turn
from tests.simt.kernels import NAMES, config

MAIN, PARTS = "/home/ada/main.py", "/home/ada/lib/parts.py"
PUT_AND_GET = """
    @cuda.jit(device=True)
    def put(s, i, v):
        s[i] = v

    @cuda.jit(device=True)
    def get(s, i):
        return s[i]
"""
MIRROR = """
    @cuda.jit
    def mirror(x, y):
        s = cuda.shared.array(64, np.float32)
        t = cuda.threadIdx.x
        put(s, t, x[t])
        y[t] = get(s, 63 - t)
"""


def names_of(file: str, text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """What a file defines."""
    source = dedent(text).strip("\n") + "\n"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space = {**NAMES, **known, "__name__": "kernels"}
    exec(compile(source, file, "exec", dont_inherit=True), space)
    return space


def run_of(
    kernel: str,
    parts: str,
    launch: LaunchConfig,
    options: ExecutionOptions | None = None,
    *,
    parts_file: str = PARTS,
    **arguments: Any,
) -> Execution:
    """Runs the kernel `kernel` of one file, whose device functions stand in another."""
    space = names_of(MAIN, kernel, names_of(parts_file, parts, {}))
    name = dedent(kernel).partition("@cuda.jit\ndef ")[2].partition("(")[0]
    functions = capture_kernel(space[name].py_func)
    return execute(functions, launch, arguments, options)


def mirrored(options: ExecutionOptions | None = None) -> Execution:
    x = np.arange(64, dtype=np.float32)
    return run_of(MIRROR, PUT_AND_GET, config(1, 64), options, x=x, y=np.zeros_like(x))


def test_a_hazard_in_another_file_names_it() -> None:
    kernel = "@cuda.jit\ndef k(a):\n    put(a, cuda.grid(1), 1)\n"

    done = run_of(kernel, PUT_AND_GET, config(1, 4), a=np.zeros(3))

    (hazard,) = done.trace.hazards
    assert (hazard.file, hazard.line, hazard.other_file) == (PARTS, 3, None)
    assert hazard.message.text.startswith("Line 3 of lib/parts.py: thread (3, 0, 0)")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("/home/ada/parts.py", "parts.py"),
        ("/elsewhere/deep/parts.py", "deep/parts.py"),
        ("<In [3]>", "In [3]"),
    ],
)
def test_a_sentence_names_a_file_from_the_kernels_folder(file: str, name: str) -> None:
    kernel = "@cuda.jit\ndef k(a):\n    put(a, cuda.grid(1), 1)\n"

    done = run_of(kernel, PUT_AND_GET, config(1, 4), parts_file=file, a=np.zeros(3))

    assert done.trace.hazards[0].message.text.startswith(f"Line 3 of {name}: ")


def test_the_same_line_of_two_files_is_told_twice() -> None:
    kernel = "@cuda.jit\ndef k(a):\n    a[cuda.grid(1)] = 1; put(a, cuda.grid(1), 1)\n"

    done = run_of(kernel, PUT_AND_GET, config(1, 4), a=np.zeros(3))

    assert [(h.file, h.line, h.count) for h in done.trace.hazards] == [(MAIN, 3, 1), (PARTS, 3, 1)]
    assert done.trace.hazards[0].message.text.startswith("Line 3: ")


@pytest.mark.parametrize("schedule", ["lockstep", "warps", "adversarial"])
def test_a_race_names_the_file_of_both_accesses_in_every_schedule(schedule: str) -> None:
    race = only_race(mirrored(ExecutionOptions(schedule=schedule)))

    assert (race.file, race.line) == (PARTS, 3)
    assert (race.other_file, race.other_line) == (PARTS, 7)
    assert "reads it in line 7 of lib/parts.py. Nothing" in race.message.text


def test_the_missing_barrier_is_named_in_the_file_where_it_belongs() -> None:
    race = only_race(mirrored())

    assert race.barrier is not None
    assert (race.barrier.file, race.barrier.after, race.barrier.before) == (MAIN, 5, 6)
    assert "between the call in line 5 of main.py and the call in line 6 of main.py" in str(
        race.message
    )


def test_an_order_is_found_for_a_race_whose_lines_another_file_has_too() -> None:
    done = mirrored(ExecutionOptions(schedule="adversarial"))

    (note,) = [note for note in done.trace.notes if note.code == "race.order"]
    assert note.text.startswith("Line 3 of lib/parts.py: the order that was run holds thread")
    assert "of lib/parts.py" in only_race(done).message.text


def test_the_same_line_number_in_two_files_is_not_one_line() -> None:
    kernel = """
        @cuda.jit
        def k(x, y):
            s = cuda.shared.array(64, np.float32); t = cuda.threadIdx.x; s[t] = x[t]
            y[t] = get(s, 63 - t)
    """
    parts = "@cuda.jit(device=True)\ndef get(s, i):\n    return s[i]\n"
    x = np.zeros(64, np.float32)

    race = only_race(run_of(kernel, parts, config(1, 64), x=x, y=x.copy()))

    assert (race.file, race.line) == (MAIN, 3)
    assert (race.other_file, race.other_line) == (PARTS, 3)
    assert race.message.text.startswith("Line 3 of main.py: ")
    assert "cuda.syncthreads() between line 3 of main.py and the call in line 4 of main.py" in str(
        race.message
    )


def test_a_loop_is_named_with_its_file_where_the_accesses_are_in_another() -> None:
    kernel = """
        @cuda.jit
        def k(y):
            s = cuda.shared.array(64, np.float32)
            t = cuda.threadIdx.x
            s[t] = 0
            cuda.syncthreads()
            for turn in range(3):
                y[t] = get(s, 63 - t)
                cuda.syncthreads()
                put(s, t, turn)
    """

    race = only_race(run_of(kernel, PUT_AND_GET, config(1, 64), y=np.zeros(64, np.float32)))

    assert (race.file, race.line, race.other_line) == (PARTS, 3, 7)
    assert "in turn 1 of the loop of line 7 of main.py, and" in race.message.text
    assert race.turns == (Turn(7, 1, MAIN),)
    assert "behind the call in line 10 of main.py, before the next turn of the loop of line 7" in (
        race.message.text
    )


def test_a_barrier_that_not_all_reach_is_named_in_its_file() -> None:
    kernel = "@cuda.jit\ndef k(a):\n    if cuda.threadIdx.x < 5:\n        meet()\n"
    parts = "@cuda.jit(device=True)\ndef meet():\n    cuda.syncthreads()\n"

    for schedule in ("lockstep", "warps"):
        options = ExecutionOptions(schedule=schedule)
        done = run_of(kernel, parts, config(1, 64), options, a=np.zeros(1))
        (hazard,) = done.trace.hazards
        assert (hazard.kind, hazard.file, hazard.line) == ("barrier-divergence", PARTS, 3)
        assert hazard.message.text.startswith("Line 3 of lib/parts.py: thread (0, 0, 0)")


def test_a_compiled_loop_of_one_thread_tells_the_same() -> None:
    kernel = """
        @cuda.jit
        def k(a, n):
            for i in range(n):
                put(a, i, 1)
    """
    found = [
        run_of(
            kernel,
            PUT_AND_GET,
            config(1, 1),
            ExecutionOptions(hot_steps=hot),
            a=np.zeros(200),
            n=203,
        ).trace.hazards
        for hot in (0, 1)
    ]

    assert found[0] == found[1]
    assert [(h.file, h.line, h.count) for h in found[1]] == [(PARTS, 3, 3)]


def test_what_nobody_wrote_is_told_in_the_file_that_reads_it() -> None:
    kernel = """
        @cuda.jit
        def k(y):
            s = cuda.shared.array(64, np.float32)
            y[cuda.threadIdx.x] = get(s, 0)
    """

    done = run_of(kernel, PUT_AND_GET, config(1, 1), y=np.zeros(1, np.float32))

    assert [(h.kind, h.file, h.line) for h in done.trace.hazards] == [("uninitialized", PARTS, 7)]


def test_a_launch_that_is_followed_finds_the_steps_of_its_races_again() -> None:
    trace = mirrored(ExecutionOptions(record=False)).trace
    older = replace(
        trace,
        hazards=tuple(replace(h, file=None, other_file=None, barrier=None) for h in trace.hazards),
    )

    for told in (trace, older):
        again = follow(told, [0])
        (race,) = again.hazards
        assert race.step is not None
        assert race.file == told.hazards[0].file


def only_race(done: Execution) -> Hazard:
    (race,) = done.trace.hazards
    assert race.kind == "race"
    return race
