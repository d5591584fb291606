"""iter and next, a.flat, np.nditer, and zip, .. with a name: each lane stands where it has come."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.test_language import arguments as kinds
from tests.simt.test_language import kernel_text
from tests.simt.test_statements import arguments, assert_as_numba

BODIES = {
    "items one after the other": """
        it = iter(d)
        out[i] = next(it) + 10 * next(it) + 100 * next(it)
        """,
    "lanes that take more": """
        it = iter(d)
        for k in range(i % 5):
            out[i] += k * next(it)
        out[i] += 1000 * next(it)
        """,
    "two names for one": """
        it = iter(d)
        other = it
        out[i] = next(it) + 10 * next(other) + 100 * next(it)
        """,
    "one that begins anew": """
        for k in range(3):
            it = iter(d)
            out[i] = out[i] + next(it) + 10 * next(it)
        """,
    "another one on some way": """
        it = iter(d)
        if i % 2:
            it = iter(d[5:])
            out[i] = 100 * next(it)
        out[i] += next(it)
        """,
    "the rest in a loop": """
        it = iter(d)
        first = next(it)
        for x in it:
            out[i] += x * first
        """,
    "a loop that is left, and what follows": """
        it = iter(d)
        for x in it:
            if x > i % 2 - 1:
                break
        out[i] = next(it)
        """,
    "of a range and a tuple": """
        it = iter(range(i, i + 4))
        other = iter((1.5, 2.5))
        out[i] = next(it) * next(it) + next(other) * next(other)
        """,
    "rows": """
        it = iter(m)
        first = next(it)
        second = next(it)
        out[i] = first[1] + 10 * second[2]
        """,
    "given to a function": """
        it = iter(d)
        out[i] = two_of(it) + 1000 * next(it)
        """,
    "zip with a name": """
        pairs = zip(d, f[:3])
        x, y = next(pairs)
        for v, w in pairs:
            out[i] += v * w + x
        """,
    "enumerate with a name": """
        pairs = enumerate(d, 3)
        for k, x in pairs:
            out[i] += k * x
            if k > 5 + i % 4:
                break
        k, x = next(pairs)
        out[i] += 1000 * k * x
        """,
    "indices with a name": """
        found = np.ndindex(2, 3)
        for k, j in found:
            out[i] = out[i] * 2 + 10 * k + j
        """,
    "smallest of what is left": """
        it = iter(d)
        x = next(it)
        out[i] = min(it) + max(iter(f))
        """,
    "elements by number": """
        out[i] = m.flat[i % m.size] + len(m.flat) + m.T.flat[(3 * i) % m.size]
        """,
    "elements by number of a part": """
        part = m[1:, 1:].flat
        out[i] = part[i % 4] + len(part)
        """,
    "all elements": """
        for x in m.flat:
            out[i] = out[i] * 0.5 + x
        for x in m.T.flat:
            out[i] = out[i] * 0.5 + x
        for k, x in enumerate(m[1:, 1:].flat):
            out[i] = out[i] * 0.5 + x * k
        """,
    "a flat that has been run over": """
        every = m.flat
        for x in every:
            out[i] += x
        for x in every:
            out[i] += 1000
        """,
    "nditer": """
        for x in np.nditer(m):
            out[i] = out[i] * 0.5 + x.item() + x[()]
        for x in np.nditer(m.T):
            out[i] = out[i] * 0.5 + x.item()
        """,
    "nditer of several": """
        part = m[:, 1:]
        for x, y in np.nditer((part, part.T)):
            out[i] = out[i] * 0.5 + x.item() * y.item()
        for x, y in np.nditer((m.T, m.T)):
            out[i] = out[i] * 0.5 + x.item() - y[()]
        """,
}
FUNCTION = """
@cuda.jit(device=True)
def two_of(it):
    return next(it) + 10 * next(it)

"""


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_iterators_give_what_numbas_do(title: str) -> None:
    given = arguments() | {"m": np.linspace(-3, 5, 12).reshape(3, 4)}
    body = textwrap.indent(textwrap.dedent(BODIES[title]), "    ")

    assert_as_numba(
        f"{FUNCTION}def kernel({', '.join(given)}):\n    i = cuda.grid(1)\n{body}", given
    )


def test_elements_are_stored_by_number() -> None:
    body = "if i < 16:\n    m.flat[3 * i] = i\n    m.T.flat[3 * i + 1] += i"
    expected = kinds()["m"]
    for i in range(16):
        expected.flat[3 * i] = i
    for i in range(16):
        expected.T.flat[3 * i + 1] += i

    done = run(kernel_text(body), config(1, 32), kinds())

    assert np.array_equal(done.arrays["m"], expected)


def test_nditer_writes_where_it_stands() -> None:
    body = "if i == 0:\n    for x, y in np.nditer((d, out)):\n        y[...] = x.item() * 2"

    done = run(kernel_text(body), config(1, 32), kinds())

    assert np.array_equal(done.arrays["out"], kinds()["d"] * 2)


@pytest.mark.parametrize("number", ["m.size + i", "-1 - i"])
def test_a_number_that_no_element_has_is_out_of_bounds(number: str) -> None:
    done = run(kernel_text(f"out[i] = m.flat[{number}]"), config(1, 32), kinds())

    (hazard,) = done.trace.hazards
    assert hazard.kind == "out-of-bounds"
    assert hazard.count == 32


def test_the_item_behind_the_last_ends_the_launch() -> None:
    body = "it = iter((1, 2))\nx = next(it) + next(it)\nif i == 5:\n    x += next(it)\nout[i] = x"

    with pytest.raises(KernelFailed) as failed:
        run(kernel_text(body), config(1, 32), kinds())

    assert failed.value.message.code == "kernel.iterator-ended"
    assert failed.value.message.values["thread"] == "(5, 0, 0)"


def test_arrays_of_other_shapes_do_not_run_side_by_side() -> None:
    body = "for x, y in np.nditer((d, d[i:])):\n    out[i] += x.item()"

    with pytest.raises(KernelFailed) as failed:
        run(kernel_text(body), config(1, 32), kinds())

    assert failed.value.message.code == "kernel.nditer-shapes"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("x = next(d)", "kernel.argument-count"),
        ("x = next(iter(d), 0)", "kernel.argument-count"),
        ("it = iter(d, 0)", "kernel.argument-count"),
        ("it = iter(3)", "kernel.loop-range"),
        ("it = iter(d)\nif i > 3:\n    it = iter(range(3))\nx = next(it)", "kernel.two-types"),
        ("x = iter(d)[0]", "kernel.not-indexable"),
        ("x = len(iter(d))", "kernel.length"),
        ("x = m.flat[1:3]", "kernel.unknown-expression"),
        ("x = m.flat[1.5]", "kernel.index-type"),
        ("x = m.flat.size", "kernel.attribute"),
        ("x = sum(iter(d))", "kernel.argument-count"),
        ("for x in np.nditer((m, d)):\n    out[i] = 1", "kernel.loop-arguments"),
        ("cuda.atomic.add(m.flat, i, 1)", "kernel.not-indexable"),
    ],
)
def test_what_iterators_cannot_do_is_refused(body: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(body), config(1, 32), kinds())

    assert refused.value.message.code == code
    assert refused.value.place is not None
