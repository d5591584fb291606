"""Functions of CUDA's headers by what their documentation says."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from tests.simt.c_front.launching import launched, value_of


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("__byte_perm(0x33221100u, 0x77665544u, 0x7531)", 0x77553311),
        ("__byte_perm(0x80000000u, 0u, 0xB)", 0x000000FF),
        ("__funnelshift_l(0x80000001u, 0x2u, 4)", 0x28),
        ("__funnelshift_r(0x80000001u, 0x2u, 4)", 0x28000000),
        ("__funnelshift_lc(7u, 9u, 40)", 7),
        ("__umul24(0x1000003u, 5)", 15),
        ("__usad(3u, 10u, 1u)", 8),
        ("__rhadd(3, 6)", 5),
        ("__dp4a(0x01ff0203, 0x02030405, 1)", 2 - 3 + 8 + 15 + 1),
        ("__umul64hi(1ull << 63, 6)", 3),
        ("(unsigned)__mul64hi(-1ll, 5)", 2**32 - 1),
        ("__ldcs(out) * 0 + 1", 1),
        ("__builtin_expect(7, 1)", 7),
        ("(unsigned)__float2ll_rn(2.5f)", 2),
    ],
)
def test_an_integer_function_has_the_value_of_the_documentation(
    expression: str, value: int
) -> None:
    assert value_of(expression, "unsigned") == value


LANES = """__global__ void k(const int* x, int* sum, int* most, unsigned* bits) {
    int t = threadIdx.x;
    sum[t] = __reduce_add_sync(0xffffffff, x[t]);
    most[t] = __reduce_max_sync(0xffffffff, x[t]) - __reduce_min_sync(0xffffffff, x[t]);
    bits[t] = __reduce_or_sync(0xffffffff, x[t]) ^ __reduce_and_sync(0xffffffff, x[t]) ^
              __reduce_xor_sync(0xffffffff, x[t]);
}"""


def test_lanes_of_a_warp_are_reduced_to_one_number() -> None:
    x = np.random.default_rng(3).integers(-1000, 1000, 64).astype(np.int32)
    total, most, bits = np.zeros(64, np.int32), np.zeros(64, np.int32), np.zeros(64, np.uint32)

    launched(LANES, x, total, most, bits, block=64)

    for begin in (0, 32):
        warp, rows = x[begin : begin + 32], slice(begin, begin + 32)
        assert set(total[rows]) == {warp.sum()}
        assert set(most[rows]) == {warp.max() - warp.min()}
        words = warp.view(np.uint32)
        wanted = np.bitwise_or.reduce(words) ^ np.bitwise_and.reduce(words)
        assert set(bits[rows]) == {wanted ^ np.bitwise_xor.reduce(words)}


def test_only_the_lanes_that_are_named_are_reduced() -> None:
    total = np.zeros(32, np.int32)
    text = """__global__ void k(int* x) {
        if (threadIdx.x < 4) x[threadIdx.x] = __reduce_add_sync(0xf, threadIdx.x + 1);
    }"""
    launched(text, total, block=32)
    assert total[:5].tolist() == [10, 10, 10, 10, 0]


HALVES = """__global__ void k(const float* x, float* out) {
    int t = threadIdx.x;
    half2 a = __floats2half2_rn(x[t], 0.5f), b = __half2half2(__float2half(x[t]));
    half2 c = __hfma2(a, b, __hadd2(a, b)) * a;
    float2 both = __half22float2(c);
    out[t] = both.x + __high2float(c) + __half2float(__hfma(a.x, b.y, __hneg(c.x)));
}"""


def test_two_numbers_of_half_precision_are_computed_at_once() -> None:
    x = np.linspace(-2, 2, 8, dtype=np.float32)
    out = np.zeros(8, np.float32)

    launched(HALVES, x, out, block=8)

    half, wide = np.float16, np.float64
    a = [x.astype(half), np.full(8, 0.5, half)]
    b = [x.astype(half)] * 2
    c = [
        ((p.astype(wide) * q + (p + q)).astype(half) * p).astype(half)
        for p, q in zip(a, b, strict=True)
    ]
    last = (a[0].astype(wide) * b[1] - c[0]).astype(half)
    wanted = (c[0].astype(np.float32) + c[1].astype(np.float32)) + last.astype(np.float32)
    np.testing.assert_array_equal(out, wanted)


def test_an_assertion_that_does_not_hold_ends_the_launch_with_its_text() -> None:
    text = '__global__ void k(int* x) {\n  assert(x[threadIdx.x] < 3 && "too large");\n}'
    with pytest.raises(KernelFailed) as failed:
        launched(text, np.array([1, 5], np.int32), block=2)
    said = failed.value.message.text
    assert "thread (1, 0, 0) of block (0, 0, 0) ended the launch in line 2" in said
    assert 'x[threadIdx.x] < 3 && "too large" does not hold' in said


def test_an_assertion_that_holds_is_silent() -> None:
    x = np.array([1, 2], np.int32)
    launched("__global__ void k(int* x) { assert(x[0] == 1); x[1] = 9; }", x)
    assert x[1] == 9


def test_the_clock_goes_on() -> None:
    before = "long long t = clock64(); for (int i = 0; i < 3; i++) out[0] = i;"
    assert value_of("clock64() > t && clock() > t", before=before) == 1


def test_sine_and_cosine_come_together() -> None:
    value = value_of("s * 10 + c", "float", before="float s, c; sincosf(0.5f, &s, &c);")
    assert value == pytest.approx(np.sin(0.5) * 10 + np.cos(0.5), rel=1e-6)
