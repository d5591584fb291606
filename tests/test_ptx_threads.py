"""Threads that execute PTX: what each instruction does, by PTX ISA 9.0, chapter 9."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.helpers.ptx_threads import launch, read_module

KERNEL = """
.version 9.0
.target sm_80
.address_size 64
.visible .entry kernel(
	.param .u64 p_0, .param .u64 p_1, .param .u64 p_2, .param .u64 p_3, .param .u64 p_4,
	.param .u64 p_5, .param .u64 p_6, .param .u64 q_0, .param .u64 q_1, .param .u64 q_2,
	.param .u64 q_3, .param .u64 q_4, .param .u64 q_5, .param .u64 q_6
)
{
	.reg .pred 	%p<4>;
	.reg .b32 	%r<9>;
	.reg .f32 	%f<9>;
	.reg .f64 	%fd<9>;
	.reg .b64 	%rd<9>;
	ld.param.u64 	%rd1, [p_4];
	ld.param.u64 	%rd2, [q_4];
	mov.u32 	%r1, %tid.x;
	mul.wide.s32 	%rd3, %r1, 8;
	add.s64 	%rd4, %rd1, %rd3;
	add.s64 	%rd5, %rd2, %rd3;
	BODY
	ret;
}
"""


def executed(body: str, given: NDArray[Any], result: str) -> list[Any]:
    """What a body stores at [%rd5] in each thread, of what stands at [%rd4]; 8 bytes each."""
    module = read_module(KERNEL.replace("BODY", body))
    out = np.zeros(len(given), result)

    return list(launch(module, len(given), [given, out])[1])


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("s64", [-2, 2**63 - 1, -(2**63), -(2**63)]),
        ("u64", [0, 2**64 - 1, 0, 2**63]),
    ],
)
def test_a_conversion_to_a_whole_number_stays_within_its_type(kind: str, wanted: list[int]) -> None:
    body = f"ld.global.f64 %fd1, [%rd4]; cvt.rzi.{kind}.f64 %rd6, %fd1; st.global.u64 [%rd5], %rd6;"

    given = np.array([-2.9, np.inf, -1e30, np.nan])

    assert executed(body, given, "i8" if kind == "s64" else "u8") == wanted


def test_of_float32_what_is_no_number_becomes_0_in_32_bits() -> None:
    body = (
        "mov.f32 %f1, 0f7FC00000; cvt.rzi.s32.f32 %r2, %f1; cvt.s64.s32 %rd6, %r2;"
        " st.global.u64 [%rd5], %rd6;"
    )

    assert executed(body, np.zeros(1), "i8") == [0]


def test_a_fused_multiply_add_rounds_once_and_in_its_direction() -> None:
    body = (
        "ld.global.f64 %fd1, [%rd4]; cvt.rn.f32.f64 %f1, %fd1;"
        "fma.{mode}.f32 %f2, %f1, %f1, 0fBF800000; cvt.f64.f32 %fd2, %f2;"
        "st.global.f64 [%rd5], %fd2;"
    )
    given = 1 + 2.0**-20
    exact = 2.0**-19 + 2.0**-40

    down, near, up = (
        executed(body.replace("{mode}", mode), np.array([given]), "f8")[0]
        for mode in ("rm", "rn", "rp")
    )

    assert down <= exact <= up
    assert near in (down, up)
    assert up - down in (0, float(np.spacing(np.float32(exact))))


def test_carries_go_from_one_sum_to_the_next() -> None:
    body = (
        "ld.global.u64 %rd6, [%rd4]; mov.b64 {%r2, %r3}, %rd6;"
        "add.cc.u32 %r4, %r2, 1; addc.u32 %r5, %r3, 0;"
        "mov.b64 %rd7, {%r4, %r5}; st.global.u64 [%rd5], %rd7;"
    )

    given = np.array([0xFFFFFFFF, 5, 2**64 - 1], np.uint64)

    assert executed(body, given, "u8") == [0x100000000, 6, 0]


def test_threads_that_part_come_together_again() -> None:
    body = """
	ld.global.u64 	%rd6, [%rd4];
	mov.u64 	%rd7, 0;
$L__loop:
	setp.eq.s64 	%p1, %rd6, 0;
	@%p1 bra 	$L__end;
	add.s64 	%rd7, %rd7, %rd6;
	add.s64 	%rd6, %rd6, -1;
	bra.uni 	$L__loop;
$L__end:
	st.global.u64 	[%rd5], %rd7;
    """

    assert executed(body, np.array([3, 0, 10]), "i8") == [6, 0, 55]


def test_shifts_by_more_bits_than_there_are_leave_nothing() -> None:
    body = (
        "ld.global.u32 %r2, [%rd4]; shl.b64 %rd6, -1, %r2; shr.s64 %rd7, -8, %r2;"
        "add.s64 %rd7, %rd7, %rd6; st.global.u64 [%rd5], %rd7;"
    )

    assert executed(body, np.array([1, 64, 2**32 - 1]), "i8") == [-2 - 4, -1, -1]


def test_a_function_is_called_with_its_parameters() -> None:
    function = """
.func (.param .b64 func_retval0) doubled(.param .b64 doubled_param_0)
{
	.reg .f64 	%fd<3>;
	ld.param.f64 	%fd1, [doubled_param_0];
	add.f64 	%fd2, %fd1, %fd1;
	st.param.f64 	[func_retval0+0], %fd2;
	ret;
}
"""
    body = """
	ld.global.f64 	%fd1, [%rd4];
	{ // callseq 0, 0
	.reg .b32 temp_param_reg;
	.param .b64 param0;
	st.param.f64 	[param0+0], %fd1;
	.param .b64 retval0;
	call.uni (retval0), doubled, (param0);
	ld.param.f64 	%fd2, [retval0+0];
	} // callseq 0
	st.global.f64 	[%rd5], %fd2;
    """
    module = read_module(KERNEL.replace("BODY", body) + function)

    out = launch(module, 2, [np.array([1.5, -4.0]), np.zeros(2)])[1]

    assert out.tolist() == [3.0, -8.0]


def test_atomic_sums_take_one_thread_after_the_other() -> None:
    body = (
        "ld.global.s64 %rd6, [%rd4]; atom.global.add.u64 %rd7, [%rd1], %rd6;"
        "red.global.add.u64 [%rd1], 1; st.global.u64 [%rd5], %rd7;"
    )
    given = np.array([5, 7, 11])
    module = read_module(KERNEL.replace("BODY", body))

    total, before = launch(module, 3, [given, np.zeros(3, np.int64)])

    assert total[0] == 5 + 5 + 7 + 11 + 3
    assert before.tolist() == [5, 10, 17]


def test_who_asks_hears_of_each_instruction_of_the_first_thread() -> None:
    body = "setp.eq.u32 %p1, %r1, 1; @%p1 add.s64 %rd6, %rd6, 1; mov.u32 %r2, %nctaid.y;"
    body += "cvt.u64.u32 %rd6, %r2; @%p1 bra $L__end; mov.u64 %rd7, 3;\n$L__end:\n"
    body += "st.global.u64 [%rd5], %rd6;"
    module = read_module(KERNEL.replace("BODY", body))
    heard: list[str] = []

    result = launch(module, 2, [np.zeros(2), np.zeros(2)], {"%nctaid.y": 9}, heard.append)[1]

    assert heard[6:] == [
        "setp.eq.u32",
        "add.s64",
        "mov.u32",
        "cvt.u64.u32",
        "bra",
        "mov.u64",
        "st.global.u64",
        "ret",
    ]
    assert result.view(np.int64).tolist() == [9, 9]


@pytest.mark.parametrize(("part", "wanted"), [("lo", 10 - 3 * 250 + 2 * 7), ("hi", 10 - 3 * 1)])
def test_a_dot_product_of_halves_and_bytes_takes_their_signs(part: str, wanted: int) -> None:
    halves, four_bytes = (2 << 16) | (2**16 - 3), (1 << 16) | (7 << 8) | 250
    body = (
        f"dp2a.{part}.s32.u32 %r2, {halves}, {four_bytes}, 10; cvt.s64.s32 %rd6, %r2;"
        " st.global.u64 [%rd5], %rd6;"
    )

    assert executed(body, np.zeros(1), "i8") == [wanted]


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(NotImplementedError, match=r"dp4a\.s32"):
        executed("dp4a.s32 %r2, %r1, %r1, %r1;", np.zeros(1), "i8")
