"""Recordings with something wrong in them: what chance makes of a good one, and what malice does.

    for name, data in cases(seed):
        file.write_bytes(data)  # a `.gpuviz` that is refused in one sentence, or can be shown

A seed gives one case of each mutation, always the same ones.
"""

from __future__ import annotations

import functools
import io
import random
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.trace.file import save_trace
from tools.fuzzing import greedy, zips
from tools.fuzzing.members import MUTATIONS, Members, Mutation

SAMPLES = (("vector_add", (100,), Dim3(64)), ("matmul_tiled", (8, 8, 8), Dim3(4, 4)))
"""Operation, size and block of the good recordings."""


def cases(seed: int) -> Iterator[tuple[str, bytes]]:
    """The name of each mutation and the file that it makes."""
    for name in names():
        yield name, case(name, seed)


def names() -> tuple[str, ...]:
    """Those of all mutations."""
    return (*MUTATIONS, *greedy.MUTATIONS, *zips.MUTATIONS)


def case(name: str, seed: int) -> bytes:
    """What one mutation makes of a good recording."""
    chance = random.Random(f"{name} {seed}")
    members = good_members(chance.randrange(len(SAMPLES)))
    if name in zips.MUTATIONS:
        return zips.MUTATIONS[name](members, chance)
    known: Mapping[str, Mutation] = {**MUTATIONS, **greedy.MUTATIONS}
    return zips.zipped(known[name](members, chance), zipfile.ZIP_DEFLATED)


def good_members(row: int) -> Members:
    """The members of a recording that has nothing wrong, by name."""
    return dict(_members(row))


@functools.cache
def _members(row: int) -> Members:
    operation, size, block = SAMPLES[row]
    info, device = find_operation(operation), find_device("t4")
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, "emulator", device)
    trace = EmulatorEngine().run(request, lambda share: None).trace
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "good.gpuviz"
        save_trace(with_modelled_times(trace, device, None), path)
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as file:
            return {name: file.read(name) for name in file.namelist()}
