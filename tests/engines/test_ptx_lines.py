"""What each source line became in PTX, and how that is shared out among the statements."""

from __future__ import annotations

import importlib
import struct

import pytest

from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.cuda_gpu.ptx import code_lines
from gpuviz.engines.cuda_gpu.ptx_costs import machine_instructions
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link
from gpuviz.model.mix import LineMix
from gpuviz.operation import correct_operations, find_operation
from gpuviz.trace import Trace
from tests.gpu.launch_checks import request_for, run

FUNCTION, NOP = 2, 0x918  # STT_FUNC; the low bits of the instruction as nvdisasm shows it

UNROLLED = """
.visible .entry kernel(
	.param .u64 kernel_param_0
)
{
	.reg .b64 	%rd<9>;
	.loc	1 10 0
	ld.param.u64 	%rd1, [kernel_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
	.loc	1 11 5
	mov.u32 	%r1, %tid.x;
	setp.ge.s64 	%p1, %rd3, %rd4;
	@%p1 bra 	$L__BB0_3;

$L__BB0_2:
	.loc	1 12 9
	ld.global.v2.f32 	{%f1, %f2}, [%rd5];
	fma.rn.f32 	%f3, %f1, %f2, %f3;
	.loc	1 0 9
	add.s64 	%rd5, %rd5, 8;
	ld.shared.f32 	%f4, [%rd6+4];
	red.global.add.f32 	[%rd7], %f4;
	bar.sync 	0;
	@!%p2 bra 	$L__BB0_2;

$L__BB0_3:
	.loc	1 13 5
	st.global.f32 	[%rd8], %f3;
	ret;
}
"""


def test_the_code_of_a_line_is_counted_by_its_depth_of_loops() -> None:
    first, head, loop, last = code_lines(UNROLLED)

    assert (first.line, head.line, loop.line, last.line) == (10, 11, 12, 13)
    assert (first.depth, head.depth, loop.depth, last.depth) == (0, 0, 1, 0)
    assert first.mix == LineMix(0, 0, 0, 0, 0)
    assert head.mix == LineMix(issued=3, int32=2, fp32=0, fp64=0, sfu=0)
    assert last.accesses == (AccessCount("global", "write", 1),)


def test_accesses_barriers_and_operations_of_a_line_are_counted() -> None:
    loop = code_lines(UNROLLED)[2]

    assert loop.accesses == (
        AccessCount("global", "atomic", 1),
        AccessCount("global", "read", 2),  # a vector of two
        AccessCount("shared", "read", 1),
    )
    assert (loop.barriers, loop.float_operations) == (1, 2)  # multiplied and added


@pytest.mark.parametrize(
    ("name", "unit", "issued"),
    [
        ("ld.param.u64", None, 0),
        ("mov.u32", None, 0),
        ("ld.global.f32", None, 1),
        ("bra.uni", None, 1),
        ("add.s32", "int32", 1),
        ("add.s64", "int32", 2),
        ("mul.wide.s32", "int32", 1),
        ("mul.lo.s64", "int32", 4),
        ("setp.lt.s64", "int32", 2),
        ("setp.lt.f32", "fp32", 1),
        ("fma.rn.f32", "fp32", 1),
        ("mul.f64", "fp64", 1),
        ("popc.b32", "sfu", 1),
        ("ex2.approx.ftz.f32", "sfu", 1),
        ("cvt.rn.f32.s64", "sfu", 1),
        ("cvt.s64.s32", "int32", 1),
    ],
)
def test_an_instruction_of_ptx_goes_to_its_unit(name: str, unit: str | None, issued: int) -> None:
    mix = machine_instructions(name)

    assert mix.issued == issued
    for known in ("int32", "fp32", "fp64", "sfu"):
        assert getattr(mix, known) == (issued if known == unit else 0)


def test_an_exact_division_refines_a_first_guess() -> None:
    mix = machine_instructions("div.rn.f32")

    assert mix.sfu == 1
    assert mix.fp32 > 4
    assert mix.issued == mix.fp32 + mix.sfu


def trace_of(operation: str) -> Trace:
    info = find_operation(operation)
    block = tuple(info.default_block)[: len(info.threads)]
    return run(EmulatorEngine(), request_for((operation, (32,), block), "emulator")).trace


def line_of(trace: Trace, text: str) -> int:
    function = trace.functions[0]
    row = next(row for row, line in enumerate(function.text.splitlines()) if text in line)
    return function.first_line + row


def code(line: int, issued: int, depth: int = 1, **more: object) -> CodeLine:
    return CodeLine(line, depth, LineMix(issued, issued, 0, 0, 0), **more)  # type: ignore[arg-type]


def test_the_code_of_a_line_is_divided_by_its_copies() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "total += ")  # reads shared memory twice

    mix = compiled_mix([code(line, 160, accesses=(AccessCount("shared", "read", 32),))], trace)

    assert mix[line].issued == 160 / 16


def test_a_line_without_accesses_has_the_copies_of_its_neighbours_in_the_loop() -> None:
    trace = trace_of("matmul_tiled")
    line = line_of(trace, "inside = row <")
    neighbour = code(line + 1, 0, accesses=(AccessCount("global", "read", 4),))

    mix = compiled_mix([code(line, 20), neighbour], trace)

    assert mix[line].issued == 20 / 4


def test_code_that_prepares_a_loop_counts_once_each_time_that_it_is_begun() -> None:
    trace = trace_of("matmul_naive")  # of 32 x 32: 33 times to the header, 32 to the body
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    loop = code(body, 8, accesses=(AccessCount("global", "read", 2),))

    mix = compiled_mix([code(head, 33, depth=0), code(head, 5, depth=1), loop], trace)

    assert mix[head].issued == pytest.approx(5 + 33 / 33)
    assert mix[body].issued == 8


def test_what_is_left_of_four_turns_is_no_preparation() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")
    left = code(body, 9, depth=0, accesses=(AccessCount("global", "read", 6),))
    four = code(body, 12, depth=1, accesses=(AccessCount("global", "read", 8),))
    headers = code(head, 15 + 33, depth=0), code(head, 20, depth=1)  # each turn 5

    mix = compiled_mix([*headers, left, four], trace)

    assert mix[head].issued == pytest.approx(5 + 33 / 33)
    assert mix[body].issued == 3


def test_a_loop_over_a_range_that_tells_nothing_of_its_copies_is_left_out() -> None:
    trace = trace_of("matmul_naive")
    head, body = line_of(trace, "for i in"), line_of(trace, "total += ")

    mix = compiled_mix([code(head, 5), code(body, 40)], trace)

    assert head not in mix
    assert body not in mix


def test_what_lies_before_all_statements_counts_for_the_first_one() -> None:
    trace = trace_of("vector_add")

    assert compiled_mix([code(0, 7, depth=0)], trace)[trace.statements[0].line].issued == 7


def test_a_device_function_in_the_place_of_its_call_counts_for_the_kernel() -> None:
    trace = trace_of("sigmoid")  # whose device function stands above it
    first = line_of(trace, "i = cuda.grid")

    mix = compiled_mix([code(0, 2, depth=0), code(line_of(trace, "def sigmoid"), 50)], trace)

    assert mix[first].issued == 2 + 50
    assert sum(line.issued for line in mix.values()) == 2 + 50


def instructions_assembled(cubin: bytes) -> int:
    """Machine instructions of 16 bytes in a cubin's kernel, without NOPs and what it calls."""
    elf = importlib.import_module("gpuviz.engines.cuda_gpu.elf")
    sections = {section.name: section.content for section in elf._sections(cubin)}
    text = next(content for name, content in sections.items() if name.startswith(".text."))
    opcodes = [opcode & 0xFFF for opcode, _ in struct.iter_unpack("<H14s", text)]
    symbols = list(elf.SYMBOL.iter_unpack(sections[".symtab"]))
    called = [row[5] for row in symbols if row[1] & 15 == FUNCTION and not row[2] & elf.ENTRY]
    return len(opcodes) - opcodes.count(NOP) - int(sum(called)) // 16


@pytest.mark.skipif(
    not (can_compile() and can_link()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" brings one, no GPU needed',
)
@pytest.mark.parametrize("cc", [(7, 5), (8, 6), (9, 0)], ids=str)
def test_the_estimate_is_near_the_number_of_instructions_that_are_assembled(
    cc: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = importlib.import_module("gpuviz.engines.cuda_gpu.compiled")
    compiled._compiled.cache_clear()
    cubins: list[bytes] = []
    read = compiled.kernel_needs

    def keep(cubin: bytes) -> object:
        cubins.append(cubin)
        return read(cubin)

    monkeypatch.setattr(compiled, "kernel_needs", keep)
    for info in correct_operations():
        loaded = load_operation(info.path)
        arguments = loaded.arguments(info.default_size, 0).values()
        lines = compiled.compiled_kernel(loaded.kernel, arguments, cc).lines

        estimated = sum(line.mix.issued for line in lines)
        assert 0.6 < estimated / instructions_assembled(cubins[-1]) < 1.5, info.name
