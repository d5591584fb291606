"""Traces for the tests of files, and files taken apart."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.trace import Captured, FunctionSource, Hazard, Trace
from gpuviz.trace.file import save_trace
from tests.helpers.traces import vector_add

NAN = float("nan")


def bare(**changes: Any) -> Trace:
    """A trace of nothing but a launch, with these parts."""
    source = FunctionSource("k", "k.py", 1, "def k(): pass\n", True, {})
    config = LaunchConfig(Dim3(2), Dim3(33))
    return replace(Trace("k", "emulator", "lockstep", 0, "t4", config, (source,)), **changes)


def capturing(constants: Mapping[str, Captured]) -> Trace:
    source = FunctionSource("k", "k.py", 1, "", True, constants)
    return bare(functions=(source, replace(source, is_kernel=False)))


def hazard(**changes: Any) -> Hazard:
    values = {"block": Dim3(1), "thread": "(1, 2, 3)", "n": 3, "share": NAN, "none": None}
    message = Message("hazard.race", "at {block} {thread} {n} {share} {none}", values)
    place = Dim3(1, 0, 0), Dim3(32, 0, 0)
    found = Hazard("race", "shared", "s", (1, -2), 3, 4, *place, *place, 7, message)
    return replace(found, **changes)


def members_of(path: Path, trace: Trace | None = None) -> dict[str, bytes]:
    """What stands in the file of a trace, by member."""
    save_trace(trace or vector_add(n=100, block=64), path)
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(members: Mapping[str, bytes], packing: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()
