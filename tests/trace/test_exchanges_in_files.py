"""Shuffles, votes and matches in `.gpuviz` files: kept to the bit, and refused where damaged."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import RequestRefused
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace, save_trace
from tests.simt.kernels import config, run
from tests.trace.examples import members_of, zipped
from tests.trace.sameness import differences

KERNEL = """
def kernel(out):
    i = cuda.threadIdx.x
    y = cuda.shfl_down_sync(0xFFFFFFFF, i * 0.5, 16)
    if cuda.any_sync(0xFFFFFFFF, i > 30):
        y += cuda.match_any_sync(0xFFFFFFFF, i // 4)
    out[i] = y
"""


@pytest.fixture(scope="module")
def trace() -> Trace:
    return run(KERNEL, config(1, 40), {"out": np.zeros(40)}).trace


def test_exchanges_survive_their_file(trace: Trace, tmp_path: Path) -> None:
    save_trace(trace, tmp_path / "one.gpuviz")

    again = load_trace(tmp_path / "one.gpuviz")

    assert again.exchanges is not None
    assert len(again.exchanges) == 6
    assert differences(trace, again) == []


def test_a_file_of_before_exchanges_can_be_opened(trace: Trace, tmp_path: Path) -> None:
    members = members_of(tmp_path / "one.gpuviz", trace)
    manifest = json.loads(members["manifest.json"])
    del manifest["trace"]["exchanges"]
    old = {name: data for name, data in members.items() if not name.startswith("exchanges/")}
    path = tmp_path / "old.gpuviz"
    path.write_bytes(zipped(old | {"manifest.json": json.dumps(manifest).encode()}))

    again = load_trace(path)

    assert again.exchanges is None
    assert again.steps is not None


@pytest.mark.parametrize(
    ("column", "row", "value"),
    [
        ("step", 0, -1),
        ("step", 0, 1000),
        ("kind", 0, 10),
        ("type", 0, 5),
        ("source", (0, 3), 32),
        ("source", (0, 3), -2),
    ],
)
def test_an_exchange_that_points_nowhere_is_refused(
    column: str, row: Any, value: int, trace: Trace, tmp_path: Path
) -> None:
    name = f"exchanges/{column}.npy"
    members = members_of(tmp_path / "one.gpuviz", trace)
    array = np.load(io.BytesIO(members[name])).copy()
    array[row] = value

    text = refused(members | {name: npy(array)}, tmp_path)

    assert "an exchange is of no step, kind, type or lane" in text


@pytest.mark.parametrize(
    ("column", "array", "words"),
    [
        ("mask", np.zeros(5, np.uint32), "columns of its exchanges differ in length"),
        ("source", np.zeros((6, 31), np.int8), "columns of its exchanges differ in length"),
        ("given", np.zeros(6, np.uint64), "columns of its exchanges differ in length"),
        ("received", np.zeros((6, 32), np.int64), "belongs"),
    ],
)
def test_columns_of_another_shape_or_type_are_refused(
    column: str, array: np.ndarray[Any, Any], words: str, trace: Trace, tmp_path: Path
) -> None:
    members = members_of(tmp_path / "one.gpuviz", trace)

    text = refused(members | {f"exchanges/{column}.npy": npy(array)}, tmp_path)

    assert words in text


def test_exchanges_without_steps_are_refused(trace: Trace, tmp_path: Path) -> None:
    members = members_of(tmp_path / "one.gpuviz", trace)
    manifest = json.loads(members["manifest.json"])
    manifest["trace"] |= {"steps": None, "accesses": None, "values": None}

    text = refused(members | {"manifest.json": json.dumps(manifest).encode()}, tmp_path)

    assert "exchanges without steps" in text


def refused(members: dict[str, bytes], folder: Path) -> str:
    path = folder / "bad.gpuviz"
    path.write_bytes(zipped(members))
    with pytest.raises(RequestRefused) as raised:
        load_trace(path)
    return str(raised.value)


def npy(array: np.ndarray[Any, Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()
