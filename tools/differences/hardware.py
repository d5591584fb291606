"""The same PTX on a real GPU: what its executed text was held to be, it is there or it is not.

`prepare` compiles programs and cells and executes their PTX here; `launch_prepared` gives the same
PTX to NVIDIA's driver, which makes machine code of it, and compares the arrays to the bit.
"""

from __future__ import annotations

import ctypes
import json
import pickle
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.cuda_driver import Driver, load_driver
from tests.helpers.ptx_threads import launch, read_module
from tests.helpers.ptx_threads.launch import _flat
from tools.differences.cells import kernel_of, numba_type
from tools.differences.compare import compare
from tools.differences.corners import KINDS
from tools.differences.oracles import Arrays, Result, numba_ptx
from tools.differences.programs import THREADS, program
from tools.differences.table import Row, rows

MOST_THREADS, BLOCK = 1024, 256


@dataclass(frozen=True, slots=True)
class Prepared:
    """One kernel: its PTX, and the arrays that executing the PTX left."""

    name: str
    ptx: str
    threads: int
    arguments: dict[str, Any]
    expected: Result


def prepare(part: int, of: int, seconds: float, programs: int, file: Path) -> int:
    """Prepares each `of`-th row and program from `part` on, for so long; how many kernels."""
    deadline = time.monotonic() + seconds
    count = 0
    with file.open("wb") as kept:
        for one in _all(part, of, programs):
            pickle.dump(one, kept)
            count += 1
            if time.monotonic() > deadline:
                break
    return count


def _all(part: int, of: int, programs: int) -> Iterator[Prepared]:
    for row in rows()[part::of]:
        for left in KINDS:
            if left in row.kinds:
                yield from _cells(row, left)
    for seed in range(part, programs, of):
        made = program(seed)
        yield from _prepared(f"program {seed}", made.text, THREADS, made.arguments)


def _cells(row: Row, left: str) -> Iterator[Prepared]:
    rights = [kind for kind in KINDS if kind in row.kinds] if row.is_binary else [""]
    types = {right: numba_type(row, left, right) for right in rights}
    known = [right for right in rights if types[right] is not None]
    yield from _together(row, left, known, types)


def _together(
    row: Row, left: str, rights: Sequence[str], types: dict[str, Any]
) -> Iterator[Prepared]:
    """In one kernel; those that Numba refuses together are tried by halves."""
    if not rights or (row.may_end and len(rights) > 1):
        for right in rights:
            yield from _together(row, left, [right], types)
        return
    text, threads, arguments = kernel_of(row, left, rights, types)
    made = list(_prepared(f"{row.name} {left} {' '.join(rights)}", text, threads, arguments))
    yield from made
    if not made and len(rights) > 1:
        half = len(rights) // 2
        yield from _together(row, left, rights[:half], types)
        yield from _together(row, left, rights[half:], types)


def _prepared(name: str, text: str, threads: int, arguments: Arrays) -> Iterator[Prepared]:
    given = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in arguments.items()}
    try:
        ptx = numba_ptx(text, given)
        arrays = iter(launch(read_module(ptx), threads, list(given.values())))
    except Exception:  # Numba refuses in many ways, and not all PTX is known here
        return
    left = {name: next(arrays) for name, value in given.items() if isinstance(value, np.ndarray)}
    yield Prepared(name, ptx, threads, given, left)


def launch_prepared(folder: Path, part: int, of: int, seconds: float) -> dict[str, int]:
    """Launches what is in each `of`-th file; writes hardware*.jsonl; how many ended which way."""
    gpu, found = _Gpu(), Counter[str]()
    deadline = time.monotonic() + seconds
    with (folder / f"hardware{part}.jsonl").open("w", encoding="utf-8") as lines:
        for one in _kept(sorted(folder.glob("prepared*.pickle"))[part::of]):
            if time.monotonic() > deadline:
                found["no time"] += 1
                continue
            record = _held(gpu, one)
            found[record["state"]] += 1
            found["values"] += record.get("values", 0)
            if record["state"] != "same":
                lines.write(json.dumps(record) + "\n")
                lines.flush()
    return dict(found)


def _kept(files: Sequence[Path]) -> Iterator[Prepared]:
    for file in files:
        with file.open("rb") as kept:
            while True:
                try:
                    yield pickle.load(kept)
                except EOFError:
                    break


def _held(gpu: _Gpu, one: Prepared) -> dict[str, Any]:
    try:
        got = gpu.launch(one.ptx, one.threads, one.arguments)
    except Exception as error:
        return {"name": one.name, "state": "failed", "error": str(error)[:400]}
    outputs = [name for name in one.expected if name.startswith("out")]
    different = {}
    for name in outputs:
        compared = compare(got[name], one.expected[name])
        if compared.near or compared.others:
            pairs = [f"{got[name][at]}, not {one.expected[name][at]}" for at in compared.examples]
            different[name] = {**asdict(compared), "pairs": pairs}
    values = sum(len(one.expected[name]) for name in outputs)
    state = "different" if different else "same"
    return {"name": one.name, "state": state, "values": values, "different": different}


class _Gpu:
    """The first GPU, through the driver alone."""

    def __init__(self) -> None:
        driver = load_driver()
        if driver is None:
            raise RuntimeError("no NVIDIA driver")
        self._driver: Driver = driver
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._driver.call("cuInit", 0)
        self._driver.call("cuDeviceGet", ctypes.byref(device), 0)
        self._driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._driver.call("cuCtxSetCurrent", context)

    def launch(self, ptx: str, threads: int, arguments: Arrays) -> Result:
        """The arrays that a launch of all threads left."""
        size = threads if threads <= MOST_THREADS else BLOCK
        blocks = -(-threads // size)
        arrays = {
            name: _padded(value, blocks * size)
            for name, value in arguments.items()
            if isinstance(value, np.ndarray)
        }
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self._driver.call("cuModuleLoadData", ctypes.byref(module), ptx.encode())
        entry = re.findall(r"\.entry\s+(\w+)", ptx)[0]
        self._driver.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        try:
            return self._run(function, blocks, size, arguments, arrays)
        finally:
            self._driver.call("cuModuleUnload", module)

    def _run(
        self,
        function: ctypes.c_void_p,
        blocks: int,
        size: int,
        arguments: Arrays,
        arrays: dict[str, NDArray[Any]],
    ) -> Result:
        places = {name: self._placed(value) for name, value in arrays.items()}
        given = [arrays.get(name, value) for name, value in arguments.items()]
        flat = [
            ctypes.create_string_buffer(value, len(value))
            for value in _flat(given, [place.value or 0 for place in places.values()])
        ]
        pointers = (ctypes.c_void_p * len(flat))(*(ctypes.addressof(one) for one in flat))
        self._driver.call(
            "cuLaunchKernel", function, blocks, 1, 1, size, 1, 1, 0, None, pointers, None
        )
        self._driver.call("cuCtxSynchronize")
        for name, value in arrays.items():
            at = ctypes.c_void_p(value.ctypes.data)
            self._driver.call("cuMemcpyDtoH_v2", at, places[name], ctypes.c_size_t(value.nbytes))
            self._driver.call("cuMemFree_v2", places[name])
        return {name: value[: len(arguments[name])] for name, value in arrays.items()}

    def _placed(self, value: NDArray[Any]) -> ctypes.c_uint64:
        place = ctypes.c_uint64()
        self._driver.call(
            "cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(value.nbytes, 1))
        )
        at = ctypes.c_void_p(value.ctypes.data)
        self._driver.call("cuMemcpyHtoD_v2", place, at, ctypes.c_size_t(value.nbytes))
        return place


def _padded(value: NDArray[Any], count: int) -> NDArray[Any]:
    more = np.zeros((max(0, count - len(value)), *value.shape[1:]), value.dtype)
    return np.ascontiguousarray(np.concatenate([value, more]))
