"""What a kernel may use is known by identity, and its text is found wherever it was written."""

from __future__ import annotations

import ast
import collections
import linecache
import math
import types
from pathlib import Path
from types import FunctionType
from typing import Any

import numba.cuda
import numpy as np
import pytest
from numba import njit

from gpuviz import cuda
from gpuviz.messages import NotSupportedError
from gpuviz.simt.capture import capture_kernel
from tests.simt.kernels import config, kernel_from, run

Sizes = collections.namedtuple("Sizes", "tile rest")
HELPERS = types.ModuleType("helpers")
HELPERS.TILE = 4  # type: ignore[attr-defined]
HELPERS.shift = cuda.jit(device=True)(lambda x: x + 100)  # type: ignore[attr-defined]
HELPERS.gpu = cuda  # type: ignore[attr-defined]


@njit
def twice(x: Any) -> Any:
    return 2 * x


SPELLINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "another name of the module": ("out[gpu.grid(1)] = gpu.threadIdx.x", {"gpu": cuda}),
    "a name of the function": ("out[where(1)] = where(1)", {"where": cuda.grid}),
    "through another module": ("out[my.gpu.grid(1)] = my.gpu.threadIdx.x", {"my": HELPERS}),
    "through numba": ("out[numba.cuda.grid(1)] = numba.cuda.threadIdx.x", {"numba": numba}),
    "a local name": ("c = cuda\n    at = c.threadIdx\n    out[c.grid(1)] = at.x", {}),
    "cuda is something else": ("out[gpu.grid(1)] = cuda + 0", {"gpu": cuda, "cuda": 3}),
}
CONSTANTS: dict[str, tuple[str, dict[str, Any], float]] = {
    "a module's number": ("my.TILE", {"my": HELPERS}, 4),
    "a named tuple's item": ("sizes.rest", {"sizes": Sizes(2, 5)}, 5),
    "math.pi under another name": ("m.pi", {"m": math}, math.pi),
    "a function of another module": ("my.shift(1)", {"my": HELPERS}, 101),
    "a function for the CPU": ("twice(3)", {"twice": twice}, 6),
    "a lambda": ("square(3)", {"square": cuda.jit(device=True)(lambda x: x * x)}, 9),
}


@pytest.mark.parametrize("title", SPELLINGS)
def test_an_intrinsic_is_known_by_what_it_is_and_not_by_how_it_is_spelled(title: str) -> None:
    body, names = SPELLINGS[title]

    done = run(f"def kernel(out):\n    {body}\n", config(1, 4), {"out": np.zeros(4)}, **names)

    expected = [3, 3, 3, 3] if "something else" in title else [0, 1, 2, 3]
    assert done.arrays["out"].tolist() == expected


@pytest.mark.parametrize("title", CONSTANTS)
def test_what_others_hold_for_a_kernel_is_found(title: str) -> None:
    text, names, value = CONSTANTS[title]

    done = run(
        f"def kernel(out):\n    out[0] = {text}\n", config(1, 1), {"out": np.zeros(1)}, **names
    )

    assert done.arrays["out"][0] == value


def test_a_closure_may_hold_an_atomic() -> None:
    def counting(change: Any) -> Any:
        def kernel(total: Any) -> None:
            change(total, 0, 2)

        return kernel

    total = np.zeros(1, np.int32)
    run(counting(cuda.atomic.add), config(1, 8), {"total": total})

    assert total[0] == 16


def test_a_plain_function_is_refused_with_the_decorator_that_it_needs() -> None:
    text = "def helper(x):\n    return x\n\ndef kernel(out):\n    out[0] = helper(1)\n"

    with pytest.raises(NotSupportedError, match=r"device=True") as refused:
        run(text, config(1, 1), {"out": np.zeros(1)})

    assert refused.value.place is not None
    assert refused.value.place.line == 5


def test_a_name_of_a_function_inside_does_not_hide_the_one_outside() -> None:
    text = "def kernel(out):\n    out[0] = math.pi\n    math_is_here = [1 for x in ()]\n"

    names = capture_kernel(kernel_from(text))[0].captured

    assert "math.pi" in names
    assert "x" not in names


EXECUTED = "def made(out):\n    # by exec\n    out[0] = FACTOR * cuda.blockDim.x\n"


def test_a_kernel_made_by_exec_is_read_from_the_text_that_was_executed() -> None:
    space: dict[str, Any] = {"cuda": cuda, "FACTOR": 3}
    exec(EXECUTED, space)
    out = np.zeros(1)

    execution = run(space["made"], config(1, 4), {"out": out})

    assert out[0] == 12
    assert execution.trace.functions[0].text == EXECUTED


def test_the_text_of_a_kernel_is_the_one_that_it_was_made_of() -> None:
    spaces: list[dict[str, Any]] = [{"cuda": cuda, "FACTOR": 1} for _ in range(2)]
    for number, space in enumerate(spaces):
        exec(EXECUTED.replace("out[0]", f"out[{number}]"), space)
    out = np.zeros(2)

    run(spaces[0]["made"], config(1, 4), {"out": out})

    assert out.tolist() == [4, 0]


def test_another_text_of_the_same_name_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.13 keeps the program of `python -c` as <string>, and exec calls all texts so."""
    program = ["import os\n", "def made(out):\n", "    out[0] = 1\n"] * 9
    monkeypatch.setitem(linecache.cache, "<string>", (9, None, program, "<string>"))
    space: dict[str, Any] = {"cuda": cuda, "FACTOR": 3}
    exec(f"{EXECUTED}twice = lambda x: x + x\n", space)

    texts = [capture_kernel(space[name])[0].text for name in ("made", "twice")]

    assert texts == [EXECUTED, "lambda x: x + x"]


def test_a_text_is_known_again_though_ipython_compiles_each_statement_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = f"from gpuviz import cuda\nat = lambda: cuda.grid(1)\n\n{EXECUTED}"
    lines = text.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, "<cell>", (len(text), None, lines, "<cell>"))
    space: dict[str, Any] = {}
    for statement in ast.parse(text).body:
        exec(compile(ast.Module([statement], []), "<cell>", "exec", dont_inherit=True), space)

    texts = [capture_kernel(space[name])[0].text for name in ("at", "made")]

    assert texts == ["lambda: cuda.grid(1)", EXECUTED]


@pytest.mark.slow
def test_a_function_without_source_is_refused() -> None:
    space: dict[str, Any] = {}
    exec("def kernel(a):\n    pass\n", space)
    code = space["kernel"].__code__.replace(co_firstlineno=77)

    with pytest.raises(NotSupportedError) as refused:
        capture_kernel(FunctionType(code, space))

    assert "source" in refused.value.message.text


CHOICE = "lambda a, b: a if a > b else b"
LAMBDAS = {
    f"f = {CHOICE}": CHOICE,
    f"f = ({CHOICE})": CHOICE,
    f"g, f = lambda a, b: a if a < b else b, {CHOICE}": CHOICE,
    f"f = {{'least': min, 'largest': {CHOICE}}}['largest']": CHOICE,
    f"f = (lambda n: ({CHOICE}))(1)": CHOICE,
    f"é = 1; f = {CHOICE}": CHOICE,
    f"f = {CHOICE}\nf.__name__ = 'largest'": CHOICE,
    "f = (lambda a, b: (\n    a\n    if a > b\n    else b\n))": (
        "lambda a, b: (\n    a\n    if a > b\n    else b\n)"
    ),
    "f = lambda a, b=1.0: not a < b and a or b": "lambda a, b=1.0: not a < b and a or b",
    "f = lambda a, b: 1.0 if a else 2.0": "lambda a, b: 1.0 if a else 2.0",
}


@pytest.mark.parametrize("text", LAMBDAS)
def test_a_lambda_is_found_wherever_it_stands_and_whatever_it_chooses(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "lambdas.py"
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(file), "exec"), names)

    found = capture_kernel(names["f"])[0]

    assert found.text == LAMBDAS[text]


def test_two_lambdas_in_one_line_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "lambdas.py"
    file.write_text("one, two = (lambda x: x + 1), (lambda x: x + 2)\n")
    space: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), space)

    texts = [capture_kernel(space[name])[0].text for name in ("one", "two")]

    assert texts == ["lambda x: x + 1", "lambda x: x + 2"]


def test_a_plain_function_that_numba_has_an_overload_for_is_known() -> None:
    from numba.extending import overload

    def twice_as_much(x: Any) -> Any:
        return 2 * x

    @overload(twice_as_much)
    def twice_on_the_gpu(x: Any) -> Any:
        return lambda x: 2 * x

    kernel = "def kernel(out):\n    out[0] = twice(21)\n"
    done = run(kernel, config(1, 1), {"out": np.zeros(1)}, twice=twice_as_much)

    assert done.arrays["out"][0] == 42


@pytest.mark.parametrize("as_decorator", [True, False])
def test_a_function_that_numba_compiles_for_the_host_becomes_a_device_function(
    as_decorator: bool,
) -> None:
    on_host = njit(kernel_from("def halved(x):\n    return x / 2\n"))
    halved = cuda.jit(device=True)(on_host) if as_decorator else cuda.jit(on_host, device=True)
    text = "def kernel(out):\n    i = cuda.grid(1)\n    out[i] = halved(i)\n"

    execution = run(text, config(1, 4), {"out": np.zeros(4)}, halved=halved)

    assert execution.arrays["out"].tolist() == [0, 0.5, 1, 1.5]
