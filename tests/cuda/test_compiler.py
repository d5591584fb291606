"""Machine code of kernels: numba-cuda's own compiler answers where it is installed."""

from __future__ import annotations

import importlib
import importlib.util
import re
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba import float32, int32
from numba.core.errors import TypingError

from gpuviz import cuda
from gpuviz.cuda.compiler import _error
from gpuviz.engines.probe import can_compile, can_link
from gpuviz.messages import NotSupportedError

compiles = pytest.mark.skipif(
    not (can_compile() and can_link()), reason="numba-cuda cannot compile here"
)


def add(x: Any, y: Any) -> Any:
    return x + y


@cuda.jit(device=True)
def twice(x: Any) -> Any:
    return 2 * x


def fill(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] = twice(i)


@pytest.mark.parametrize("name", ["get_regs_per_thread", "get_local_mem_per_thread"])
def test_without_a_compiler_it_is_said_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    with pytest.raises(NotSupportedError, match=f'{name} shows .*pip install "numba-cuda'):
        getattr(cuda.jit(fill), name)()
    with pytest.raises(NotSupportedError, match=r"cuda\.compile_ptx shows"):
        cuda.compile_ptx(add, (int32, int32))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("TypingError", TypingError), ("ValueError", ValueError), ("NvvmError", RuntimeError)],
)
def test_an_error_of_the_compiler_is_numbas_or_pythons(kind: str, expected: type) -> None:
    error = _error(kind, "words")

    assert type(error) is expected
    assert "words" in str(error)


@compiles
@pytest.mark.slow
def test_a_kernel_tells_the_ptx_and_the_registers_that_numba_makes_of_it() -> None:
    kernel, numbers = cuda.jit(fill), np.zeros(4, np.float32)
    compiled: Any = importlib.import_module("gpuviz.engines.cuda_gpu.compiling")
    numbas: Any = importlib.import_module("numba.cuda")

    kernel[1, 32](numbers)
    ((types, ptx),) = kernel.inspect_asm().items()

    inlined = compiled._inlined(twice.py_func)
    plain = FunctionType(fill.__code__, {"cuda": numbas, "twice": inlined}, "fill")
    expected, _ = numbas.compile(plain, types, cc=(7, 5), device=False, abi="numba", output="ptx")
    bodies = [re.findall(r"^\t[a-z][^_\n]*$", text, re.MULTILINE) for text in (ptx, expected)]
    assert len(bodies[0]) > 10
    assert bodies[0] == bodies[1]
    assert kernel.inspect_asm(types) == ptx
    assert ".entry" in kernel.inspect_lto_ptx()[types]
    assert 0 < kernel.get_regs_per_thread()[types] < 256
    assert kernel.get_local_mem_per_thread(types) == 0


@compiles
@pytest.mark.slow
def test_functions_are_compiled_as_numba_compiles_them() -> None:
    ptx, result = cuda.compile_ptx(add, int32(int32, int32), device=True)

    assert "add.s32" in ptx
    assert result is int32
    assert cuda.compile(add, (float32, float32), device=True, cc=(8, 0), output="ptx")[1] is float32
    with pytest.raises(TypingError, match="nothing"):
        cuda.compile_ptx(lambda x: x.nothing, (float32,), device=True)
