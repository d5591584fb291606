"""CUDA's vector types in kernels: made of numbers and of shorter vectors, read by x, y, z and w."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numba.cuda.stubs import _vector_type_stubs

from gpuviz.messages import NotSupportedError
from gpuviz.simt.vector_types import COUNTS, OTHER_NAMES, VECTOR_TYPES
from tests.simt.kernels import config, run


def test_names_and_other_names_are_those_of_numba() -> None:
    theirs = {stub.__name__: set(stub.aliases) for stub in _vector_type_stubs}

    ours = {name: {n for n, same in OTHER_NAMES.items() if same == name} for name in VECTOR_TYPES}

    assert ours == theirs


@pytest.mark.parametrize("name", ["int8x1", "uchar2", "short3", "uint32x4", "longlong2", "float3"])
def test_a_vector_gives_back_the_numbers_that_it_is_made_of(name: str) -> None:
    kind = VECTOR_TYPES[OTHER_NAMES.get(name, name)]
    members = ", ".join(f"v.{member}" for member in kind.names)
    numbers = ", ".join(["-1", "7", "2.75", "300"][: len(kind.names)])
    targets = ", ".join(f"out[{place}]" for place in range(len(kind.names)))
    out = np.zeros(len(kind.names))

    trace = run(
        f"def kernel(out):\n    v = cuda.{name}({numbers})\n    {targets}, = {members},\n",
        config(1, 1),
        {"out": out},
    ).trace

    assert trace.hazards == ()
    number = kind.items[0]
    assert isinstance(number, np.dtype)
    whole = np.array([-1, 7, 2.75 if number.kind == "f" else 2, 300])[: len(out)]
    assert (
        out.tolist() == whole.astype("i8" if number.kind != "f" else "f8").astype(number).tolist()
    )


PARTS = [p for n in COUNTS for p in itertools.product(COUNTS, repeat=n) if sum(p) == 4]


@pytest.mark.parametrize("parts", PARTS)
def test_vectors_are_put_together_from_shorter_ones(parts: tuple[int, ...]) -> None:
    out, start, pieces = np.zeros(4), 0, []
    for size in parts:
        numbers = ", ".join(f"x[{place}]" for place in range(start, start + size))
        pieces.append(numbers if size == 1 else f"cuda.float64x{size}({numbers})")
        start += size
    text = f"""
        def kernel(out, x):
            v = cuda.double4({", ".join(pieces)})
            out[0], out[1], out[2], out[3] = v.x, v.y, v.z, v.w
        """

    run(text, config(1, 1), {"out": out, "x": np.arange(4.0) + 0.5})

    assert out.tolist() == [0.5, 1.5, 2.5, 3.5]


def test_each_thread_has_a_vector_of_its_own_and_functions_give_them_back() -> None:
    text = """
        @cuda.jit(device=True)
        def ahead(p, v):
            return cuda.float32x2(p.x + v.x, p.y + v.y)

        def kernel(out):
            i = cuda.grid(1)
            p = cuda.float32x2(i, 2 * i)
            if i % 2:
                p = ahead(p, cuda.float2(1, 1))
            out[i] = p.x * 1000 + p.y
        """
    out = np.zeros(64)

    run(text, config(2, 32), {"out": out})

    assert out.tolist() == [(i + i % 2) * 1000 + 2 * i + i % 2 for i in range(64)]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("cuda.float32x2(1)", "takes 2 number(s)"),
        ("cuda.float32x2(1, 2, 3)", "takes 2 number(s)"),
        ("cuda.float32x2(cuda.float64x2(1, 2))", "vectors of float32"),
        ("cuda.float32x2(1j, 2)", "complex128"),
        ("cuda.float32x2(1, 2).z", "has no z"),
    ],
)
def test_what_makes_no_vector_is_refused(call: str, words: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(f"def kernel(out):\n    v = {call}\n", config(1, 1), {"out": np.zeros(1)})

    assert words in refused.value.message.text
    assert refused.value.place is not None
