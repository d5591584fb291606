"""Runs the gallery on Numba's simulator and its CPU twins; prints one JSON object.

Started as a process of its own with NUMBA_ENABLE_CUDASIM=1 (see tests/test_kernels.py), with what
is wanted on stdin: {"kernels": [[operation, size, block], ..], "twins": ["operation twin", ..],
"scripts": [operation, ..]}. In the JSON that comes back "kernels" and "twins" have a row [case,
correct, max_abs_error] for each, "scripts" what each file prints when it is run alone.
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
from collections.abc import Container
from typing import Any

from gpuviz.engines.host import LoadedOperation, check_outputs, load_operation
from gpuviz.launch import Dim3
from gpuviz.operation import OperationInfo, find_operation, list_kernels

Found = tuple[bool | None, float | None]
Row = tuple[str, bool | None, float | None]
TWINS = ("one_thread", "all_threads")


def main() -> None:
    """Does what is wanted."""
    wanted = json.load(sys.stdin)
    found = {
        "kernels": [
            _kernel_row(find_operation(name), tuple(size), tuple(block))
            for name, size, block in wanted["kernels"]
        ],
        "twins": _twin_rows(set(wanted["twins"])),
        "scripts": {name: _script_output(find_operation(name)) for name in wanted["scripts"]},
    }
    print(json.dumps(found))


def case_name(operation: str, size: tuple[int, ...], block: tuple[int, ...]) -> str:
    """How a launch is called in the rows."""
    return f"{operation} {'x'.join(map(str, size))} in blocks of {'x'.join(map(str, block))}"


def _kernel_row(info: OperationInfo, size: tuple[int, ...], block: tuple[int, ...]) -> Row:
    loaded = load_operation(info.path)
    arguments = loaded.arguments(size, seed=1)
    expected = loaded.reference(arguments)
    grid = info.grid(size, Dim3(*block))
    loaded.kernel[tuple(grid), block](*arguments.values())
    return case_name(info.name, size, block), *_check(loaded, arguments, expected)


def _twin_rows(wanted: Container[str]) -> list[Row]:
    """A row for each twin that is wanted; what another has word for word is not run again."""
    known: dict[tuple[object, ...], Found] = {}
    rows: list[Row] = []
    for info in list_kernels():
        loaded = load_operation(info.path)
        for name in TWINS:
            if f"{info.name} {name}" not in wanted:
                continue
            parts = (loaded.module.inputs, loaded.twin("numpy_twin"), loaded.twin(name))
            key = (info.tolerance, *map(_text, parts))
            if key not in known:
                known[key] = _twin_check(loaded, name)
            rows.append((f"{info.name} {name}", *known[key]))
    return rows


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
