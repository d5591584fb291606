"""Runs the gallery on Numba's simulator and its CPU twins, in a process that answers questions.

It is started with NUMBA_ENABLE_CUDASIM=1 (see tests/test_kernels.py). Each line of stdin asks for
one thing, as JSON: ["kernel", operation, size, block] and ["twin", operation, twin] are answered by
[correct, max_abs_error], ["script", operation] by what the file prints when it is run alone.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import io
import json
import runpy
import sys
import warnings
from typing import Any

from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation
from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo, find_operation

Found = tuple[bool | None, float | None]
TWINS = ("one_thread", "all_threads")
KNOWN: dict[tuple[object, ...], Found] = {}


def main() -> None:
    """Answers until nobody asks any more."""
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), flush=True)


def _answer(asked: list[Any]) -> Found | str:
    match asked:
        case ["kernel", name, size, block]:
            return _kernel(find_operation(name), tuple(size), tuple(block))
        case ["twin", name, twin]:
            return _twin(load_operation(find_operation(name).path), twin)
        case ["script", name]:
            return _script_output(find_operation(name))
    raise ValueError(asked)


def case_name(operation: str, size: tuple[int, ...], block: tuple[int, ...]) -> str:
    """How a test calls a launch."""
    return f"{operation} {'x'.join(map(str, size))} in blocks of {'x'.join(map(str, block))}"


def _kernel(info: OperationInfo, size: tuple[int, ...], block: tuple[int, ...]) -> Found:
    loaded = load_operation(info.path)
    arguments = loaded.arguments(size, seed=1)
    expected = loaded.reference(arguments)
    grid = info.grid(size, Dim3(*block))
    loaded.kernel[tuple(grid), block](*arguments.values())
    return _check(loaded, arguments, expected)


def _twin(loaded: LoadedOperation, name: str) -> Found:
    """What another twin has word for word is not run again."""
    parts = (loaded.module.inputs, loaded.twin("numpy_twin"), loaded.twin(name))
    key = (loaded.info.tolerance, *map(_text, parts))
    if key not in KNOWN:
        KNOWN[key] = _twin_check(loaded, name)
    return KNOWN[key]


def _text(function: Any) -> str:
    return inspect.getsource(inspect.unwrap(function))


def _twin_check(loaded: LoadedOperation, name: str) -> Found:
    arguments = loaded.arguments(tuple(n + 3 for n in loaded.info.default_size), seed=2)
    expected = loaded.reference(arguments)
    twin = loaded.twin(name)
    assert twin is not None, f"{loaded.info.name} has no {name}"
    filled = copy.deepcopy(arguments)
    twin(*filled.values())
    return _check(loaded, filled, expected)


def _check(loaded: LoadedOperation, arguments: dict[str, Any], expected: dict[str, Any]) -> Found:
    outputs = {name: arguments[name] for name in loaded.info.outputs}
    return check_outputs(loaded, outputs, expected)


def _script_output(info: OperationInfo) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(info.path), run_name="__main__")
    return printed.getvalue()


if __name__ == "__main__":
    warnings.simplefilter("error")
    main()
