"""What kernels may not do: a refusal at its place with a hint, and never another exception."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import KernelFailed, NotSupportedError, RequestRefused
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run

TABLE = np.arange(4)

REFUSED = {
    "with": ("with open('x') as f:\n        pass", "kernel.unknown-statement"),
    "try": ("try:\n        a[i] = 1\n    finally:\n        pass", "kernel.unknown-statement"),
    "import": ("import os", "kernel.unknown-statement"),
    "from": ("from os import path", "kernel.unknown-statement"),
    "decorated def": ("@cuda.jit\n    def g():\n        pass", "kernel.inner-decorator"),
    "class": ("class C:\n        pass", "kernel.unknown-statement"),
    "del": ("del a", "kernel.unknown-statement"),
    "raise of nothing": ("raise", "kernel.exception"),
    "raise of a number": ("raise i", "kernel.exception"),
    "raise of a function": ("raise print", "kernel.exception"),
    "raise from": ("raise ValueError from KeyError", "kernel.exception"),
    "raise with two texts": ("raise ValueError('a', 'b')", "kernel.exception"),
    "raise with an f-string": ("raise ValueError(f'{i}')", "kernel.exception-text"),
    "assert with a number": ("assert i > 0, i", "kernel.exception-text"),
    "assert of an array": ("assert a", "kernel.array-expression"),
    "bits of a small number": ("x = cuda.ffs(np.int8(3))", "kernel.bits"),
    "bits of a float": ("x = cuda.clz(1.5)", "kernel.bits"),
    "bits of a float turned round": ("x = cuda.brev(0.5)", "kernel.bits"),
    "selection by a number": ("x = cuda.selp(i, 1, 2)", "kernel.selection"),
    "selection of two types": ("x = cuda.selp(i > 1, 1, 2.0)", "kernel.selection"),
    "divmod of one": ("x = divmod(3)", "kernel.argument-count"),
    "round of a complex number": ("x = round(1j)", "kernel.math-complex"),
    "round to a fraction": ("x = round(1.55, 1.5)", "kernel.round"),
    "print of a complex number": ("print(1j)", "kernel.print-item"),
    "print of a module": ("print(cuda)", "kernel.print-item"),
    "tuple of a number": ("x = tuple(3)", "kernel.tuple"),
    "print of an array": ("print(a)", "kernel.print-item"),
    "print with an end": ("print(i, end='')", "kernel.keyword"),
    "print of too much": (f"print({', '.join(['i'] * 33)})", "kernel.print-items"),
    "match of a tuple": ("match (i, 1):\n        case (0, 1):\n            pass", "kernel.pattern"),
    "comprehension": ("x = [k for k in range(3)]", "kernel.unknown-expression"),
    "lambda as a number": ("a[i] = lambda: 1", "kernel.not-a-number"),
    "dict": ("x = {}", "kernel.unknown-expression"),
    "list": ("x = [1, 2]", "kernel.unknown-expression"),
    "set": ("x = {1}", "kernel.unknown-expression"),
    "f-string": ("x = f'{i}'", "kernel.unknown-expression"),
    "walrus": ("a[i] = 1 + (x := 3)", "kernel.not-in-numba-cuda"),
    "star": ("x, *y = a.shape", "kernel.unpack"),
    "string": ("a[i] = 'text'", "kernel.complex-element"),
    "string sum": ("x = 'text' + 1", "kernel.not-in-numba-cuda"),
    "none sum": ("x = None + 1", "kernel.not-a-number"),
    "unknown name": ("a[i] = nowhere", "kernel.unknown-name"),
    "unknown call": ("a[i] = open('x')", "kernel.unknown-call"),
    "unknown function of math": ("a[i] = math.factorial(3)", "kernel.unknown-call"),
    "unknown function of cuda": ("cuda.nothing()", "kernel.unknown-call"),
    "array attribute": ("x = a.flags", "kernel.array-attribute"),
    "number attribute": ("x = i.T", "kernel.attribute"),
    "bits of a float counted": ("x = 1.5.bit_count()", "kernel.bits"),
    "change of a slice": ("a[0:2] += 1", "kernel.part-change"),
    "too few indices": ("m[i] += 1", "kernel.part-change"),
    "too many indices": ("a[i, 0] = 1", "kernel.index-count"),
    "fraction as index": ("a[i / 2] = 1", "kernel.index-type"),
    "floor as index": ("a[math.floor(0.5)] = 1", "kernel.index-type"),
    "truth as index": ("a[i > 3] = 1", "kernel.index-type"),
    "number as array": ("i[0] = 1", "kernel.not-indexable"),
    "array as number": ("x = a + 1", "kernel.array-expression"),
    "array in a condition": ("if a:\n        pass", "kernel.array-expression"),
    "array in an element": ("a[0] = a", "kernel.not-a-number"),
    "return of a value": ("return i", "kernel.kernel-returns"),
    "two types": ("x = a if i > 1 else 3", "kernel.two-types"),
    "two types of a name": ("x = 1\n    if i:\n        x = a\n    a[0] = x", "kernel.two-types"),
    "matrix product": ("x = i @ i", "kernel.matrix-product"),
    "bits of a fraction": ("x = 1.5 & 2", "kernel.operand-types"),
    "is": ("x = i is a", "kernel.identity"),
    "in a module": ("x = i in math", "kernel.membership"),
    "in mixed types": ("x = i in (1, 2.5)", "kernel.membership"),
    "order of complex numbers by size": ("x = 1j < 2j", "kernel.comparison"),
    "a tuple beside a number": ("x = (1, 2) == 3", "kernel.comparison"),
    "an array beside a number": ("x = a == 3", "kernel.comparison"),
    "sum of numbers": ("x = sum(1, 2, 3)", "kernel.argument-count"),
    "max of one number": ("x = max(i)", "kernel.argument-count"),
    "max of a matrix": ("x = max(m)", "kernel.argument-count"),
    "any": ("x = any((True, False))", "kernel.not-in-numba-cuda"),
    "spread of an array": ("x = max(*a)", "kernel.spread"),
    "conjugate with an argument": ("x = i.conjugate(2)", "kernel.argument-count"),
    "complex of three": ("x = complex(1, 2, 3)", "kernel.argument-count"),
    "math of a complex number": ("x = math.sqrt(1j)", "kernel.math-complex"),
    "half of a complex number": ("x = cuda.fp16.hneg(1j)", "kernel.math-complex"),
    "half of an array": ("x = cuda.fp16.hneg(a)", "kernel.array-expression"),
    "loop over a number": ("for v in 3:\n        pass", "kernel.loop-range"),
    "loop over a list with a name": ("x = [1, 2]", "kernel.unknown-expression"),
    "loop over mixed types": ("for v in (1, 2.5):\n        pass", "kernel.loop-types"),
    "loop over an empty tuple": ("for v in ():\n        pass", "kernel.loop-types"),
    "enumerate of nothing": ("for v in enumerate():\n        pass", "kernel.loop-arguments"),
    "enumerate from a fraction": (
        "for v in enumerate((1, 2), 0.5):\n        pass",
        "kernel.loop-arguments",
    ),
    "indices of a fraction": ("for v in np.ndindex(0.5):\n        pass", "kernel.loop-arguments"),
    "elements of a number": ("for v in np.ndenumerate(i):\n        pass", "kernel.loop-arguments"),
    "zip of nothing": ("for v in zip():\n        pass", "kernel.loop-arguments"),
    "loop over complex numbers": ("for v in range(1.5j):\n        pass", "kernel.range-arguments"),
    "loop over nothing": ("for v in range():\n        pass", "kernel.range-arguments"),
    "loop with two names": ("for v, w in range(3):\n        pass", "kernel.unpack"),
    "loop into an element": ("for a[0] in range(3):\n        pass", "kernel.loop-target"),
    "module's variable": ("global TILE\n    TILE = 3", "kernel.global-variable"),
    "wrong number of arguments": ("again(3, 4)", "kernel.argument-count"),
    "argument by a wrong name": ("again(m=3)", "kernel.argument-count"),
    "function in a tuple": ("x = (again, 1)", "kernel.target-type"),
    "mixed tuple with a variable index": ("x = (1, 2.5)[i]", "kernel.tuple-index"),
    "tuple with an index too large": ("x = (1, 2)[2]", "kernel.tuple-index"),
    "tuple with a fraction": ("x = (1, 2)[i / 2]", "kernel.tuple-index"),
    "part of a tuple with a variable": ("x = (1, 2)[i:]", "kernel.tuple-index"),
    "unequal unpacking": ("x, y = 1, 2, 3", "kernel.unpack"),
    "shared shape of a variable": ("s = cuda.shared.array(i, np.int32)", "kernel.shared-shape"),
    "shared shape of 0": ("s = cuda.shared.array((2, 0), np.int32)", "kernel.shared-shape"),
    "local shape of a variable": ("s = cuda.local.array(i, np.int32)", "kernel.local-shape"),
    "local shape of 0": ("s = cuda.local.array((2, 0), np.int32)", "kernel.local-shape"),
    "local without a type": ("s = cuda.local.array(4)", "kernel.local-dtype"),
    "local with a third": ("s = cuda.local.array(4, np.int8, 1)", "kernel.alignment"),
    "local array too large": ("s = cuda.local.array(65537, np.int64)", "kernel.too-much-local"),
    "local array given back": ("x = own()", "kernel.return-local"),
    "shared without a type": ("s = cuda.shared.array(4)", "kernel.shared-dtype"),
    "dimension": ("x = cuda.grid(4)", "kernel.dimensions"),
    "barrier as a value": ("x = cuda.syncthreads()", "kernel.barrier-value"),
    "complex in a real array": ("a[i] = 1j", "kernel.complex-element"),
    "float of a complex number": ("x = float(1j)", "kernel.cast"),
    "order of complex numbers": ("x = max(1j, 2)", "kernel.complex-order"),
    "too large a number": ("x = 2000000000000000000000", "kernel.number-too-large"),
    "write into what is read-only": ("frozen[i] = 1", "kernel.read-only"),
    "a call of a module": ("x = math(3)", "kernel.unknown-call"),
    "a cast of two": ("x = np.float32(1, 2)", "kernel.cast"),
    "math of two": ("x = math.sqrt(1, 2)", "kernel.math-arguments"),
    "attribute as a target": ("a.size = 3", "kernel.target"),
}

FUNCTIONS = """
@cuda.jit(device=True)
def again(n):
    return again(n - 1)

@cuda.jit(device=True)
def sometimes(n):
    if n > 3:
        return n

@cuda.jit(device=True)
def own():
    mine = cuda.local.array(3, np.int8)
    return 1, mine

"""


def launch(text: str, options: ExecutionOptions | None = None) -> None:
    frozen = np.zeros(4)
    frozen.flags.writeable = False
    arguments = {"a": np.zeros(64), "m": np.zeros((4, 4)), "frozen": frozen}
    run(text, config(1, 32), arguments, options, TABLE=TABLE, TILE=4)


@pytest.mark.slow
@pytest.mark.parametrize("title", REFUSED)
def test_it_is_refused_at_its_line_with_a_hint(title: str) -> None:
    body, code = REFUSED[title]
    head = f"{FUNCTIONS}def kernel(a, m, frozen):\n    i = cuda.grid(1)\n    "
    first = head.count("\n")

    with pytest.raises(NotSupportedError) as refused:
        launch(f"{head}{body}\n")

    place, message = refused.value.place, refused.value.message
    assert message.code == code
    assert len(message.text) > 15
    assert place is not None
    assert place.file.startswith("<kernel")
    assert place.column >= 1
    if title != "local array given back":
        assert first <= place.line <= first + body.count("\n")


@pytest.mark.parametrize(
    ("line", "column"),
    [("  high = nowhere", 10), ("  高 = nowhere", 7), ("  '高度'; x = nowhere", 13)],
)
def test_a_column_counts_characters(line: str, column: int) -> None:
    with pytest.raises(NotSupportedError) as refused:
        launch(f"def kernel(a, m, frozen):\n{line}\n")

    assert refused.value.place is not None
    assert refused.value.place.column == column


@pytest.mark.parametrize(
    "parameters", ["a, m, *frozen", "a, m, *, frozen", "a, m, frozen, /", "**a"]
)
def test_only_plain_parameters_are_taken(parameters: str) -> None:
    with pytest.raises(NotSupportedError):
        launch(f"def kernel({parameters}):\n    pass\n")


@pytest.mark.parametrize(
    "value",
    [
        "text",
        [1, 2],
        2**70,
        -(2**64),
        np.zeros(4, "u1,f4")["f1"],
        np.zeros(3, ">f4"),
        np.float32,
        np.array([None]),
        np.longdouble(1),
    ],
    ids=repr,
)
def test_other_arguments_than_arrays_and_numbers_are_refused(value: Any) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run("def kernel(a):\n    pass\n", config(1, 1), {"a": value})

    assert "a" in refused.value.message.text


ENDLESS = {
    "nothing changes": "while i >= 0:\n        pass",
    "what the test reads does not change": "while a[i] == 0:\n        x = 1",
    "it grows for ever": "while True:\n        i += 1",
    "only some threads": "while i > 3:\n        i += 1",
    "it comes back in five rounds": "while i >= 0:\n        i = (i + 1) % 5",
    "its writes are dropped": "while a[i + 100] == 0:\n        a[i + 100] = 1",
}


@pytest.mark.parametrize("title", ENDLESS)
def test_an_endless_loop_is_found_and_named(title: str) -> None:
    text = f"def kernel(a, m, frozen):\n    i = cuda.grid(1)\n    {ENDLESS[title]}\n"

    with pytest.raises(KernelFailed) as failed:
        launch(text, ExecutionOptions(while_limit=500))

    assert failed.value.place is not None
    assert failed.value.place.line == 3
    assert "does not end" in failed.value.message.text


@pytest.mark.slow
def test_a_loop_that_comes_back_to_the_same_state_is_endless_without_any_limit() -> None:
    text = "def kernel(a, m, frozen):\n    i = 1\n    while i > 0:\n        i = i * 5 % 4099\n"

    with pytest.raises(KernelFailed, match="does not end"):
        launch(text)


def test_a_range_with_the_step_0_is_named() -> None:
    with pytest.raises(KernelFailed) as failed:
        launch(
            "def kernel(a, m, frozen):\n    for k in range(0, 4, cuda.threadIdx.x):\n        pass\n"
        )

    assert failed.value.message.code == "kernel.zero-step"


@pytest.mark.slow
def test_expressions_too_deep_for_python_are_refused() -> None:
    deep = "+".join(["i"] * 600)

    with pytest.raises(NotSupportedError):
        launch(f"def kernel(a, m, frozen):\n    i = 1\n    a[0] = {deep}\n")


def test_a_kernel_with_the_wrong_number_of_arguments_is_refused() -> None:
    with pytest.raises(NotSupportedError) as refused:
        run("def kernel(a, b):\n    pass\n", config(1, 1), {"a": 1})

    assert "2 arguments" in refused.value.message.text


def test_a_launch_that_would_take_hours_is_refused() -> None:
    with pytest.raises(RequestRefused) as refused:
        run("def kernel(a):\n    a[0] = 1", config(2**31 - 1, 1024), {"a": np.zeros(1)})

    assert "2199023254528 threads" in refused.value.message.text
