"""Compiled code shared out among the statements of a kernel."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.model.mix import LineMix
from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from tests.gpu.launch_checks import request_for, run

OUTSIDE: tuple[int, ...] = ()
LOOP = (5,)  # loops of compiled code
REST = (8,)
INNER = (5, 6)


def trace_of(operation: str, size: int = 32) -> Trace:
    info = find_operation(operation)
    block = tuple(info.default_block)[: len(info.threads)]
    return run(EmulatorEngine(), request_for((operation, (size,), block), "emulator")).trace


def line_of(trace: Trace, text: str) -> int:
    function = trace.functions[0]
    row = next(row for row, line in enumerate(function.text.splitlines()) if text in line)
    return function.first_line + row


def code(
    line: int, issued: int, loops: tuple[int, ...] = LOOP, *accesses: AccessCount, **more: int
) -> CodeLine:
    return CodeLine(line, loops, LineMix(issued, issued, 0, 0, 0), accesses, **more)


def reads(count: int, space: str = "global") -> AccessCount:
    """Of float32, each by an instruction of its own."""
    return AccessCount(space, "read", count, 4 * count)  # type: ignore[arg-type]


def mix_of(code: list[CodeLine], trace: Trace) -> Mapping[int, LineMix]:
    mix = compiled_mix(code, trace)
    assert mix is not None
    return mix.lines


@pytest.mark.slow
def test_the_code_of_a_line_is_divided_by_its_copies() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "total += ")  # reads shared memory twice

    mix = mix_of([code(line, 160, LOOP, reads(32, "shared"))], trace)

    assert mix[line].issued == 160 / 16


def test_how_many_elements_an_instruction_loads_from_shared_memory_is_told() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "total += ")
    wide, narrow = AccessCount("shared", "read", 4, 64), reads(8, "shared")

    for accesses, widths in (
        ((wide,), {line: 4.0}),
        ((wide, narrow), {line: 2.0}),
        ((narrow,), {}),
    ):
        mix = compiled_mix([code(line, 160, LOOP, *accesses)], trace)
        assert mix is not None
        assert mix.shared_widths == widths


def test_an_instruction_that_loads_four_elements_tells_of_four_copies() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "total += ")
    loads = AccessCount("shared", "read", 8, 4 * 32)  # LDS.128

    assert mix_of([code(line, 160, LOOP, loads)], trace)[line].issued == 160 / 16


def test_loads_that_copies_share_do_not_hide_how_many_there_are() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "total += ")
    once = code(line, 160, LOOP, reads(4, "shared"), float_operations=32)

    assert mix_of([once], trace)[line].issued == 160 / 16


def test_one_instruction_may_load_what_several_lines_read() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "inside = row <")  # the next one stores what it reads
    vector = AccessCount("shared", "write", 1, 4 * 4)

    mix = mix_of([code(line, 12, INNER), code(line + 1, 20, INNER, vector, reads(4))], trace)

    assert mix[line + 1].issued == 20 / 4


def test_tables_of_a_library_are_no_copies_where_a_store_tells() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "inside = row <")
    store = AccessCount("shared", "write", 1, 4)

    mix = mix_of([code(line + 1, 20, INNER, store, reads(9))], trace)

    assert mix[line + 1].issued == 20


@pytest.mark.slow
def test_a_range_that_counts_its_turns_tells_of_its_copies() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")

    mix = mix_of([code(head, 20, range_turns=4), code(body, 40)], trace)

    assert mix[body].issued == 40 / 4


def test_code_that_is_moved_into_a_loop_counts_for_each_turn() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    loop = code(body, 8, LOOP, reads(2))

    mix = mix_of([code(line_of(trace, "col, row ="), 3), code(head, 5), loop], trace)

    assert 33 * mix[head].issued == pytest.approx(32 * (5 + 3))


def test_a_line_outside_loops_that_is_there_on_two_ways_is_executed_once() -> None:
    trace = trace_of("vector_add")
    line = line_of(trace, "c[i] = ")
    stores = AccessCount("global", "write", 2, 8)

    assert mix_of([code(line, 22, OUTSIDE, reads(4), stores)], trace)[line].issued == 11


def test_a_line_without_accesses_has_the_copies_of_its_neighbours_in_the_loop() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "inside = row <")
    neighbour = code(line + 1, 0, INNER, reads(4))

    mix = mix_of([code(line, 20, INNER), neighbour], trace)

    assert mix[line].issued == 20 / 4


def test_a_loop_that_has_become_straight_code_has_a_copy_for_each_turn() -> None:
    trace = trace_of("matmul_tiled")
    header, body = line_of(trace, "for i in range(TILE)"), line_of(trace, "total += ")
    outer = code(line_of(trace, "for first in"), 1)
    barrier = code(line_of(trace, "cuda.syncthreads()"), 1, barriers=1)

    mix = mix_of([outer, barrier, code(header, 16), code(body, 48)], trace)

    assert mix[body].issued == 48 / 16
    assert mix[header].issued == pytest.approx(16 / 16 * 16 / 17)  # executed once more than it


def test_a_header_is_executed_once_more_than_its_loop_goes_round() -> None:
    trace = trace_of("matmul_naive")  # of 32 x 32: 33 times to the header, 32 to the body
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    loop = code(body, 8, LOOP, reads(2))

    mix = mix_of([code(head, 33, OUTSIDE), code(head, 5), loop], trace)

    assert 33 * mix[head].issued == pytest.approx(33 + 32 * 5)
    assert mix[body].issued == 8


def test_what_is_left_of_four_turns_stands_before_the_loop() -> None:
    trace = trace_of("matmul_naive", 34)
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    left = code(body, 3 * 9, OUTSIDE, reads(6))
    four = code(body, 4 * 8, LOOP, reads(8))

    mix = mix_of([code(head, 20), left, four], trace)

    assert 34 * mix[body].issued == pytest.approx(32 * 8 + 2 * 9)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "fours", "ones"), [(32, 32, 0), (35, 32, 3), (3, 0, 3)])
def test_a_second_loop_does_the_turns_that_are_left_of_four(
    size: int, fours: int, ones: int
) -> None:
    trace = trace_of("matmul_naive", size)
    body = line_of(trace, "total += ")
    four, one = code(body, 4 * 8, LOOP, reads(8)), code(body, 11, REST, reads(2))

    mix = mix_of([four, one], trace)

    assert size * mix[body].issued == pytest.approx(fours * 8 + ones * 11)


def test_a_loop_over_a_range_that_tells_nothing_of_its_copies_is_left_out() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")

    mix = mix_of([code(head, 5), code(body, 40)], trace)

    assert head not in mix
    assert body not in mix


def test_a_loop_around_another_one_has_one_copy() -> None:
    trace = trace_of("matmul_tiled")
    outer, inner = line_of(trace, "for first in"), line_of(trace, "while i < TILE")

    mix = mix_of([code(outer, 9), code(inner, 3, INNER)], trace)

    assert mix[outer].issued == pytest.approx(9 * 2 / 3)  # two tiles, three times to the header


def test_a_loop_that_the_source_does_not_have_is_no_loop() -> None:
    trace = trace_of("vector_add")
    line = line_of(trace, "c[i] = ")

    assert mix_of([code(line, 7, LOOP)], trace)[line].issued == 7


def test_what_lies_before_all_statements_counts_for_the_first_one() -> None:
    trace = trace_of("vector_add")

    assert mix_of([code(0, 7, OUTSIDE)], trace)[trace.statements[0].line].issued == 7


def test_a_device_function_in_the_place_of_its_call_counts_for_the_kernel() -> None:
    trace = trace_of("sigmoid")  # whose device function stands above it
    first = line_of(trace, "i = cuda.grid")

    mix = mix_of([code(0, 2, OUTSIDE), code(line_of(trace, "def sigmoid"), 50, OUTSIDE)], trace)

    assert mix[first].issued == 2 + 50
    assert sum(line.issued for line in mix.values()) == 2 + 50


def test_a_function_that_a_loop_calls_counts_for_each_turn() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    called = code(line_of(trace, "def matmul_naive"), 40)

    mix = mix_of([called, code(head, 5), code(body, 8, LOOP, reads(8))], trace)

    assert 33 * mix[head].issued == pytest.approx(32 / 4 * (40 + 5))


@pytest.mark.slow
def test_loops_of_a_function_whose_code_is_where_it_is_called_are_left_out() -> None:
    trace = trace_of("mandelbrot")
    loop = next(statement.line for statement in trace.statements if statement.kind == "While")

    mix = mix_of([code(line_of(trace, "def mandelbrot"), 14)], trace)

    assert loop not in mix
    assert sum(line.issued for line in mix.values()) == 0


def test_without_any_code_nothing_is_known() -> None:
    assert compiled_mix((), trace_of("vector_add")) is None
