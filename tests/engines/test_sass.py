"""Machine code as nvdisasm prints it, read by source line and by loop; no compiler is needed."""

from __future__ import annotations

import pytest

from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.cuda_gpu.sass import code_lines
from gpuviz.engines.cuda_gpu.sass_units import float_operations, instruction_mix
from gpuviz.model.mix import LineMix

TOP = """
	.target	sm_75
	.section	.text.kernel,"ax",@progbits
        .type           kernel,@function
kernel:
.text.kernel:
"""
END = """
        /*0f00*/                   EXIT ;
.L_x_99:
        /*0f10*/                   BRA `(.L_x_99);
        /*0f20*/                   NOP;
.L_x_100:
"""


def listing(body: str, called: str = "") -> str:
    """As nvdisasm prints it: lines such as `12: FADD R1, R1, R2` with their source lines."""
    rows, line = [], ""
    for at, row in enumerate(body.strip().splitlines()):
        number, separator, rest = row.strip().partition(": ")
        if separator:
            if number != line:
                rows.append(f'\t//## File "/home/me/kernel.py", line {number}')
            line = number
        instruction = rest or row.strip()
        is_label = instruction.endswith(":")
        rows.append(instruction if is_label else f"        /*{16 * at:04x}*/ {instruction} ;")
    return TOP + "\n".join(rows) + END + called


def by_line(text: str) -> dict[tuple[int, int], CodeLine]:
    """By line and depth."""
    return {(code.line, code.depth): code for code in code_lines(text)}


LOOP = """
10: MOV R1, c[0x0][0x28]
11: S2R R0, SR_TID.X
11: ISETP.GE.U32.AND P0, PT, R0, c[0x0][0x220], PT
11: @P0 EXIT
.L_x_2:
12: LDG.E.64.SYS R4, [R2]
12: FFMA R6, R4, R5, R6
11: IADD3 R0, R0, 0x1, RZ
12: LDS.U.128 R8, [R7]
12: RED.E.ADD.F32.FTZ.RN.STRONG.GPU [R2], R8
12: BAR.SYNC 0x0
11: ISETP.NE.AND P1, PT, R0, 0x8, PT
11: @P1 BRA `(.L_x_2)
13: STG.E.SYS [R2], R6
"""


def test_the_code_of_a_line_is_counted_by_the_loops_that_it_is_in() -> None:
    lines = by_line(listing(LOOP))

    assert {place: code.mix.issued for place, code in lines.items()} == {
        (10, 0): 1,
        (11, 0): 3,
        (11, 1): 3,
        (12, 1): 5,
        (13, 0): 2,  # what follows belongs to the line before it: EXIT
    }
    assert lines[11, 1].loops == lines[12, 1].loops


def test_the_angle_of_a_sine_is_taken_to_be_small() -> None:
    lines = by_line(
        listing("""
10: FMUL R0, R5, 0.63661974668502807617
10: FSETP.GE.AND P0, PT, |R5|, 105615, PT
10: @!P0 BRA `(.L_x_1)
10: SHF.L.U32 R6, R5, 0x8, RZ
10: @P1 BRA `(.L_x_2)
10: IMAD.WIDE.U32 R6, R6, 0x3c439041, RZ
.L_x_2:
10: DMUL R6, R6, c[0x2][0x8]
.L_x_1:
10: FMUL R7, R0, R0
""")
    )

    assert lines[10, 0].mix.issued == 3 + 1 + 1  # with EXIT


def test_padding_and_what_stops_a_kernel_that_ran_too_far_are_not_counted() -> None:
    assert [code.mix.issued for code in code_lines(listing("10: NOP\n10: MOV R1, RZ"))] == [2]


def test_accesses_barriers_and_operations_of_a_line_are_counted() -> None:
    loop = by_line(listing(LOOP))[12, 1]

    assert loop.accesses == (
        AccessCount("global", "atomic", instructions=1, bytes=4),
        AccessCount("global", "read", instructions=1, bytes=8),
        AccessCount("shared", "read", instructions=1, bytes=16),
    )
    assert (loop.barriers, loop.float_operations) == (1, 2)  # multiplied and added


@pytest.mark.parametrize(
    ("instruction", "space", "kind", "size"),
    [
        ("LDG.E.U8.SYS R0, [R2]", "global", "read", 1),
        ("LDG.E.U16.CONSTANT R0, [R2]", "global", "read", 2),
        ("STG.E.64 [R2], R4", "global", "write", 8),
        ("STL.128 [R2], R4", "local", "write", 16),
        ("ATOMS.ADD R0, [R2], R4", "shared", "atomic", 4),
        ("RED.E.ADD.F64.RN.STRONG.GPU [R2], R4", "global", "atomic", 8),
        ("LDC R0, c[0x3][R2]", "constant", "read", 4),
        ("FADD R0, R0, c[0x3][0x8]", "constant", "read", 4),
    ],
)
def test_an_instruction_tells_what_it_accesses(
    instruction: str, space: str, kind: str, size: int
) -> None:
    (code,) = code_lines(listing(f"10: {instruction}"))

    assert code.accesses == (AccessCount(space, kind, 1, size),)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", ["HFMA2.MMA R4, -RZ, RZ, 0, 0", "HADD2.F32 R4, -RZ, R5.H0_H0"])
def test_what_the_unit_for_floats_only_moves_is_no_operation_of_the_source(move: str) -> None:
    (code,) = code_lines(listing(f"10: {move}\n10: FADD R1, R2, R3"))

    assert code.float_operations == 1


@pytest.mark.parametrize("instruction", ["LDC R1, c[0x0][0x28]", "ULDC.64 UR4, c[0x0][0x118]"])
def test_parameters_of_a_kernel_are_no_memory_of_the_source(instruction: str) -> None:
    (code,) = code_lines(listing(f"10: {instruction}"))

    assert code.accesses == ()


@pytest.mark.parametrize("select", ["SEL R9, RZ, 0xffffffff, !P0", "USEL.64 UR6, URZ, -0x1, !UP0"])
def test_a_range_is_seen_to_count_its_turns(select: str) -> None:
    text = listing(f"10: {select}\n10: SEL R18, R17, RZ, P1\n10: {select}")

    assert [code.range_turns for code in code_lines(text)] == [2]


NESTED = """
10: MOV R1, RZ
.L_x_1:
11: IADD3 R0, R0, 0x1, RZ
.L_x_2:
12: IADD3 R2, R2, 0x1, RZ
12: @P0 BRA `(.L_x_2)
11: @P1 BRA `(.L_x_1)
.L_x_3:
13: IADD3 R3, R3, 0x1, RZ
13: @P2 BRA `(.L_x_3)
"""


def test_loops_in_loops_and_loops_one_after_the_other_are_told_apart() -> None:
    lines = {code.line: code.loops for code in code_lines(listing(NESTED)) if code.depth}

    assert [len(lines[line]) for line in (11, 12, 13)] == [1, 2, 1]
    assert lines[12][0] == lines[11][0]
    assert lines[13] != lines[11]


def test_a_jump_back_to_code_that_is_also_reached_otherwise_is_no_loop() -> None:
    body = """
10: @P0 BRA `(.L_x_2)
.L_x_1:
11: IADD3 R0, R0, 0x1, RZ
11: EXIT
.L_x_2:
12: IADD3 R2, R2, 0x1, RZ
12: BRA `(.L_x_1)
"""

    assert [code.depth for code in code_lines(listing(body))] == [0, 0, 0]


def test_an_atomic_operation_that_tries_again_is_no_loop() -> None:
    body = """
10: MOV R1, RZ
.L_x_1:
11: LDS R2, [R0]
11: FADD R3, R2, R4
11: ATOMS.CAST.SPIN R3, [R0], R2, R3
11: @!P0 BRA `(.L_x_1)
"""

    assert all(code.depth == 0 for code in code_lines(listing(body)))


SLOW_PATH = """
        .type           slow,@function
slow:
        /*1000*/ FMUL R5, R5, R5 ;
        /*1010*/ FMUL R6, R6, R6 ;
        /*1020*/ RET.REL.NODEC R2 `(kernel) ;
"""


def test_a_call_that_a_branch_of_its_line_leads_around_is_not_executed() -> None:
    body = """
10: FCHK P0, R0, R1
10: @!P0 BRA `(.L_x_1)
10: MOV R2, 0x1850
10: CALL.REL.NOINC `(slow)
.L_x_1:
10: FADD R3, R3, R4
"""

    (code,) = code_lines(listing(body, SLOW_PATH))

    assert code.mix.issued == 4  # with EXIT


def test_what_only_lanes_that_are_not_together_need_is_not_executed() -> None:
    body = """
10: BRA.DIV UR4, `(.L_x_2)
10: SHFL.DOWN PT, R2, R5, 0x4, 0x1f
.L_x_1:
10: EXIT
.L_x_2:
10: WARPSYNC.COLLECTIVE R6, `(.L_x_3)
10: SHFL.DOWN P0, R4, R5, R7, R8
.L_x_3:
10: BRA `(.L_x_1)
"""

    assert [code.mix.issued for code in code_lines(listing(body))] == [3]


def test_a_function_that_is_always_called_counts_for_the_line_that_calls_it() -> None:
    body = """
10: @!P0 BRA `(.L_x_1)
11: CALL.REL.NOINC `(slow)
.L_x_1:
12: FADD R3, R3, R4
"""

    lines = by_line(listing(body, SLOW_PATH))

    assert lines[11, 0].mix == LineMix(issued=4, int32=0, fp32=2, fp64=0, sfu=0)


def test_code_of_other_files_belongs_to_the_line_that_it_was_put_into() -> None:
    rows = [
        '//## File "/home/me/kernel.py", line 10',
        "/*0000*/ MOV R1, RZ ;",
        '//## File "/lib/math.py", line 300 inlined at "/home/me/kernel.py", line 12',
        '//## File "/home/me/kernel.py", line 12',
        "/*0010*/ MOV R2, RZ ;",
        '//## File "/lib/math.py", line 301',
        "/*0020*/ MOV R3, RZ ;",
        '//## File "/home/me/kernel.py", line 4 inlined at "/home/me/kernel.py", line 14',
        '//## File "/home/me/kernel.py", line 14',
        "/*0030*/ MOV R4, RZ ;",
    ]

    lines = code_lines(TOP + "\n".join(f"\t{row}" for row in rows))

    assert [(code.line, code.mix.issued) for code in lines] == [(4, 1), (10, 1), (12, 2)]


def test_a_listing_without_a_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="no kernel"):
        code_lines("\t.target\tsm_75\n")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("IADD3.X", "int32"),
        ("LEA.HI.X.SX32", "int32"),
        ("ISETP.GE.U32.AND.EX", "int32"),
        ("FSETP.GT.AND", "int32"),
        ("FMNMX", "int32"),
        ("IMAD.WIDE.U32", "fp32"),
        ("IMAD.MOV.U32", "fp32"),
        ("FFMA", "fp32"),
        ("DFMA", "fp64"),
        ("MUFU.RCP", "sfu"),
        ("I2F.F64.S64", "sfu"),
        ("POPC", "sfu"),
        ("LDG.E.SYS", None),
        ("BRA", None),
        ("UIADD3.X", None),
        ("S2R", None),
    ],
)
def test_an_instruction_runs_on_its_unit(name: str, unit: str | None) -> None:
    mix = instruction_mix(name)

    assert mix.issued == 1
    for known in ("int32", "fp32", "fp64", "sfu"):
        assert getattr(mix, known) == (1 if known == unit else 0)


def test_two_floats_of_one_instruction_are_two_operations() -> None:
    assert instruction_mix("FFMA2") == LineMix(issued=1, int32=0, fp32=2, fp64=0, sfu=0)
    assert float_operations("FFMA2") == 4
