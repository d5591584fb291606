"""libdevice by name: types as numba.cuda has them, values as Python's math has them."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.cuda import libdevicefuncs
from numba.np.numpy_support import as_dtype

from gpuviz.messages import NotSupportedError
from gpuviz.simt.numerics.libdevice import FUNCTIONS
from tests.simt.kernels import config, run

MISSING = ("j0", "j1", "jn", "y0", "y1", "yn", "erfcx")
SAME_NAME = (
    "acos acosh asin asinh atan cbrt cos cosh erf erfc exp exp2 expm1 fabs sin sinh sqrt tan tanh"
)
SAME_NAME_OF_TWO = "atan2 copysign fmod hypot remainder"
REALS = [-7.25, -2.5, -1.5, -1.0, -0.5, -1e-9, -0.0, 0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 3.75, 20.0]
WHOLE = [-(2**31), -(2**31) + 1, -123456, -33, -1, 0, 1, 2, 77, 0x00F0F00F, 2**24 + 5, 2**31 - 1]
LONG = [-(2**63), -(2**40) - 3, -1, 0, 1, 5, 2**33 + 2**20, 2**63 - 1]


def test_the_types_are_those_of_numba() -> None:
    for name, function in FUNCTIONS.items():
        signature = libdevicefuncs.create_signature(*libdevicefuncs.functions[f"__nv_{name}"])
        result = getattr(signature.return_type, "types", (signature.return_type,))

        assert function.takes == tuple(map(as_dtype, signature.args)), name
        assert function.gives == tuple(map(as_dtype, result)), name


def test_only_bessel_functions_and_erfcx_are_missing() -> None:
    known = {name.removeprefix("__nv_") for name in libdevicefuncs.functions}

    assert known - set(FUNCTIONS) == {name + end for name in MISSING for end in ("", "f")}


def domain(function: Callable[..., float]) -> Callable[..., float]:
    """As C has it where Python raises."""

    def known(*values: float) -> float:
        try:
            return function(*values)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return known


def half_away(x: float) -> float:
    return math.copysign(math.floor(abs(x) + 0.5), x)


ONE_NUMBER: dict[str, Callable[[float], float]] = {
    **{name: getattr(math, name) for name in SAME_NAME.split()},
    "atanh": lambda x: math.atanh(x) if abs(x) != 1 else math.copysign(math.inf, x),
    "ceil": lambda x: float(math.ceil(x)),
    "floor": lambda x: float(math.floor(x)),
    "trunc": lambda x: float(math.trunc(x)),
    "log1p": lambda x: math.log1p(x) if x != -1 else -math.inf,
    "cospi": lambda x: math.cos(math.pi * (x % 2)),
    "exp10": lambda x: 10.0**x,
    "lgamma": lambda x: math.lgamma(x) if x != int(x) or x > 0 else math.inf,
    "log": lambda x: math.log(x) if x else -math.inf,
    "log10": lambda x: math.log10(x) if x else -math.inf,
    "log2": lambda x: math.log2(x) if x else -math.inf,
    "logb": lambda x: math.frexp(x)[1] - 1.0 if x else -math.inf,
    "nearbyint": lambda x: float(round(x)),
    "normcdf": lambda x: (1 + math.erf(x / math.sqrt(2))) / 2 if x > -1 else known_tail(x),
    "rcbrt": lambda x: 1 / math.cbrt(x) if x else math.copysign(math.inf, x),
    "rint": lambda x: float(round(x)),
    "round": half_away,
    "rsqrt": lambda x: 1 / math.sqrt(x) if x else math.copysign(math.inf, x),
    "sinpi": lambda x: math.sin(math.pi * (x % 2)),
    "tgamma": lambda x: math.gamma(x) if x else math.copysign(math.inf, x),
}


def known_tail(x: float) -> float:
    """The normal distribution far below its mean, where one minus something would lose digits."""
    return math.erfc(-x / math.sqrt(2)) / 2


def results(name: str, *arrays: Any) -> Any:
    """What libdevice's function gives in a kernel for each element."""
    gives = FUNCTIONS[name].gives
    out = [np.zeros(len(arrays[0]), kind) for kind in gives]
    names = [f"x{place}" for place in range(len(arrays))]
    targets = ", ".join(f"out{place}[i]" for place in range(len(gives)))
    parameters = ", ".join([*(f"out{place}" for place in range(len(gives))), *names])
    call = f"cuda.libdevice.{name}({', '.join(f'{n}[i]' for n in names)})"
    text = f"def kernel({parameters}):\n    i = cuda.grid(1)\n    {targets} = {call}\n"
    values = zip(parameters.split(", "), [*out, *arrays], strict=True)

    execution = run(text, config(1, len(arrays[0])), dict(values))

    assert execution.trace.hazards == ()
    return out[0] if len(out) == 1 else out


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_NUMBER)
def test_a_function_of_one_number_means_what_math_says(name: str) -> None:
    expected = [domain(ONE_NUMBER[name])(x) for x in REALS]

    double, single = results(name, np.array(REALS)), results(f"{name}f", np.array(REALS, "f4"))

    np.testing.assert_allclose(double, expected, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(single, np.array(expected), rtol=2e-6, atol=3e-7)


TWO_NUMBERS: dict[str, Callable[[float, float], float]] = {
    **{name: getattr(math, name) for name in SAME_NAME_OF_TWO.split()},
    "fdim": lambda x, y: max(x - y, 0.0),
    "fmax": max,
    "fmin": min,
    "nextafter": math.nextafter,
    "pow": math.pow,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_NUMBERS)
def test_a_function_of_two_numbers_means_what_math_says(name: str) -> None:
    x, y = (grid.reshape(-1) for grid in np.meshgrid(np.array(REALS), [-2.0, -0.5, 0.25, 3.0]))
    expected = [domain(TWO_NUMBERS[name])(*pair) for pair in zip(x, y, strict=True)]
    finite = x != 0  # 0 to a negative power raises in Python

    np.testing.assert_allclose(results(name, x, y)[finite], np.array(expected)[finite], rtol=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["", "f"])
def test_functions_with_several_results_give_tuples(kind: str) -> None:
    x = np.array(REALS, "f4" if kind else "f8")

    (sine, cosine), (part, whole) = results(f"sincos{kind}", x), results(f"modf{kind}", x)
    (fraction, exponent), (sine_pi, cosine_pi) = (
        results(f"{name}{kind}", x) for name in ("frexp", "sincospi")
    )

    np.testing.assert_allclose([sine, cosine], [np.sin(x), np.cos(x)])
    assert (part + whole == x).all()
    assert (whole == np.trunc(x)).all()
    assert (fraction * 2.0**exponent == x).all()
    np.testing.assert_allclose(sine_pi, np.sin(np.pi * x.astype("f8")), atol=1e-7)
    np.testing.assert_allclose(cosine_pi, np.cos(np.pi * x.astype("f8")), atol=1e-7)


def test_remquo_gives_the_remainder_and_the_last_bits_of_the_quotient() -> None:
    x, y = np.array([29.0, -29.0, 7.0, 100.0, 0.5]), np.array([3.0, 3.0, 2.0, 7.0, 0.25])

    rest, quotient = results("remquo", x, y)

    assert rest.tolist() == [math.remainder(*pair) for pair in zip(x, y, strict=True)]
    assert quotient.tolist() == [2, -2, 4, 6, 2]  # of 10, -10, 4, 14 and 2


def test_inverses_undo_their_functions() -> None:
    chances = np.array([1e-12, 1e-3, 0.02, 0.3, 0.5, 0.77, 0.999])

    undone = {name: results(name, chances) for name in ("normcdfinv", "erfinv", "erfcinv")}

    np.testing.assert_allclose(results("normcdf", undone["normcdfinv"]), chances, rtol=1e-12)
    np.testing.assert_allclose([math.erf(x) for x in undone["erfinv"]], chances, rtol=1e-14)
    np.testing.assert_allclose([math.erfc(x) for x in undone["erfcinv"]], chances, rtol=1e-12)
    assert results("erfinv", np.array([0.0, 1.0, -1.0])).tolist() == [0, math.inf, -math.inf]


def signed(value: int, width: int) -> int:
    half = 1 << (width - 1)
    return (value + half) % (2 * half) - half


def low24(value: int) -> int:
    return signed(value, 24)


U32, U24 = 2**32 - 1, 2**24 - 1
OF_32: dict[str, Callable[..., int]] = {
    "max": max,
    "min": min,
    "umax": lambda x, y: max(x & U32, y & U32),
    "umin": lambda x, y: min(x & U32, y & U32),
    "mul24": lambda x, y: low24(x) * low24(y),
    "umul24": lambda x, y: (x & U24) * (y & U24),
    "mulhi": lambda x, y: x * y >> 32,
    "umulhi": lambda x, y: (x & U32) * (y & U32) >> 32,
    "hadd": lambda x, y: x + y >> 1,
    "rhadd": lambda x, y: x + y + 1 >> 1,
    "uhadd": lambda x, y: (x & U32) + (y & U32) >> 1,
    "urhadd": lambda x, y: (x & U32) + (y & U32) + 1 >> 1,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_32)
def test_functions_of_two_32_bit_numbers(name: str) -> None:
    x, y = (grid.reshape(-1) for grid in np.meshgrid(np.array(WHOLE, "i4"), np.array(WHOLE, "i4")))

    expected = [signed(OF_32[name](int(a), int(b)), 32) for a, b in zip(x, y, strict=True)]

    assert results(name, x, y).tolist() == expected


@pytest.mark.parametrize("name", ["mul64hi", "umul64hi", "llmax", "ullmin"])
def test_functions_of_two_64_bit_numbers(name: str) -> None:
    x, y = (grid.reshape(-1) for grid in np.meshgrid(np.array(LONG), np.array(LONG)))
    mask = 2**64 - 1
    known: dict[str, Callable[[int, int], int]] = {
        "mul64hi": lambda a, b: a * b >> 64,
        "umul64hi": lambda a, b: (a & mask) * (b & mask) >> 64,
        "llmax": max,
        "ullmin": lambda a, b: min(a & mask, b & mask),
    }

    expected = [signed(known[name](int(a), int(b)), 64) for a, b in zip(x, y, strict=True)]

    assert results(name, x, y).tolist() == expected


@pytest.mark.parametrize(("kind", "end"), [("i4", ""), ("i8", "ll")])
def test_functions_of_bits(kind: str, end: str) -> None:
    width = 8 * np.dtype(kind).itemsize
    x = np.array(WHOLE if kind == "i4" else LONG, kind)
    texts = [f"{int(value) % 2**width:0{width}b}" for value in x]

    found = {name: results(f"{name}{end}", x).tolist() for name in ("popc", "clz", "ffs", "brev")}

    assert found["popc"] == [text.count("1") for text in texts]
    assert found["clz"] == [width - len(text.lstrip("0")) for text in texts]
    assert found["ffs"] == [width - text.rfind("1") if "1" in text else 0 for text in texts]
    assert found["brev"] == [signed(int(text[::-1], 2), width) for text in texts]


def test_sums_of_differences_and_picked_bytes() -> None:
    x, y, z = np.array([3, -5, 7], "i4"), np.array([10, 5, -7], "i4"), np.array([1, 2, 3], "i4")
    digits = np.array([0x3210, 0x7654, 0x0426], "i4")
    one, other = np.full(3, 0x33221100, "i4"), np.full(3, 0x77665544, "i4")

    assert results("sad", x, y, z).tolist() == [8, 12, 17]
    assert results("usad", x, -y, z).tolist() == [signed(2**32 - 13 + 1, 32), 2, 3]
    picked = results("byte_perm", one, other, digits).tolist()
    assert picked == [0x33221100, 0x77665544, 0x00442266]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("double2int", -(2**31), 2**31 - 1),
        ("float2int", -(2**31), 2**31 - 1),
        ("double2uint", 0, 2**32 - 1),
        ("float2ll", -(2**63), 2**63 - 1),
        ("double2ull", 0, 2**64 - 1),
    ],
)
def test_conversions_to_whole_numbers_round_as_asked_and_stay_inside(
    name: str, low: int, high: int
) -> None:
    given = [-2.5, -0.5, 0.5, 1.5, 2.75, -1e30, 1e30, math.inf, -math.inf, 1000.0]
    x = np.array([*given, math.nan], "f4" if name[0] == "f" else "f8")
    ways: dict[str, Callable[[float], int]] = {
        "rd": math.floor,
        "rn": round,
        "ru": math.ceil,
        "rz": math.trunc,
    }
    width = 32 if "int" in name else 64
    marked = name[0] == "d" or width == 64  # then the highest bit stands for what is no number
    nothing = -(2 ** (width - 1)) if marked else 0

    for mode, way in ways.items():
        inside = [v if math.isinf(v) else way(v) for v in given]
        clipped = [low if v <= low else high if v >= high else int(v) for v in inside]
        expected = [*(signed(v, width) for v in clipped), nothing]
        assert results(f"{name}_{mode}", x).tolist() == expected


@pytest.mark.slow
def test_numbers_and_their_bits() -> None:
    x = np.array(REALS)
    bits = [struct.unpack("<q", struct.pack("<d", value))[0] for value in REALS]
    high, low = results("double2hiint", x), results("double2loint", x)

    assert results("double_as_longlong", x).tolist() == bits
    assert results("longlong_as_double", np.array(bits)).tolist() == REALS
    assert high.tolist() == [value >> 32 for value in bits]
    assert low.tolist() == [signed(value, 32) for value in bits]
    assert results("hiloint2double", high, low).tolist() == REALS
    single = x.astype("f4")
    assert results("int_as_float", results("float_as_int", single)).tolist() == single.tolist()
    halves = results("float2half_rn", single)
    assert halves.tolist() == [struct.unpack("<h", struct.pack("<e", v))[0] for v in single]
    assert results("half2float", halves).tolist() == single.astype("f2").tolist()


def test_numbers_become_other_numbers() -> None:
    whole, long = np.array([-1, 7, 2**31 - 1], "i4"), np.array([-1, 7, 2**53 + 1])

    assert results("uint2double_rn", whole).tolist() == [2.0**32 - 1, 7, 2**31 - 1]
    assert results("int2float_rn", whole).tolist() == [-1, 7, 2**31]
    assert results("ull2float_rn", long).tolist() == [2.0**64, 7, 2**53]
    assert results("ll2double_rn", long).tolist() == [-1, 7, 2**53]
    assert results("double2float_rn", np.array([0.1])).tolist() == [float(np.float32(0.1))]


@pytest.mark.parametrize("end", ["d", "f"])
def test_questions_about_a_number_are_answered_by_0_or_1(end: str) -> None:
    x = np.array([math.nan, math.inf, -math.inf, -0.0, 1.0], f"f{4 if end == 'f' else 8}")
    finite = "finitef" if end == "f" else "isfinited"

    assert results(f"isnan{end}", x).tolist() == [1, 0, 0, 0, 0]
    assert results(f"isinf{end}", x).tolist() == [0, 1, 1, 0, 0]
    assert results(finite, x).tolist() == [0, 0, 0, 1, 1]
    assert results(f"signbit{end}", x[1:]).tolist() == [0, 1, 1, 0]


def test_ends_of_the_tables() -> None:
    x = np.array([-1.0, 0.25, 2.0, math.nan], "f4")
    exponents = results("ilogb", np.array([0.0, math.inf, 0.3, 1e300]))

    assert results("saturatef", x).tolist() == [0, 0.25, 1, 0]
    assert results("fast_fdividef", x[:3], x[1:]).tolist()[:2] == [-4, 0.125]
    assert results("powi", np.array([1.5, 2.0]), np.array([3, -2], "i4")).tolist() == [3.375, 0.25]
    assert results("ldexp", np.array([0.75]), np.array([4], "i4")).tolist() == [12]
    assert exponents.tolist() == [-(2**31), 2**31 - 1, -2, 996]
    assert results("llround", np.array([2.5, -2.5])).tolist() == [3, -3]
    assert results("llrint", np.array([2.5, -2.5])).tolist() == [2, -2]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("sinf(1.0, 2.0)", "takes 1 argument"),
        ("sin(1j)", "complex"),
        ("j0(1.0)", "not known"),
    ],
)
def test_what_libdevice_does_not_have_is_refused(call: str, words: str) -> None:
    with pytest.raises(NotSupportedError, match=words) as refused:
        run(
            f"def kernel(out):\n    out[0] = cuda.libdevice.{call}\n",
            config(1, 1),
            {"out": np.zeros(1)},
        )

    assert refused.value.place is not None
