"""Payloads, read as a browser reads them."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray


def header_of(payload: bytes) -> Any:
    """Its header."""
    return _parts(payload)[0]


def column_of(payload: bytes, name: str) -> NDArray[Any]:
    """The numbers of one of its columns."""
    header, data = _parts(payload)
    place = header["columns"][name]
    dtype, count = np.dtype(f"<{place['type']}"), place["count"]
    planes = np.frombuffer(data, np.uint8, dtype.itemsize * count, place["at"])
    column = np.ascontiguousarray(planes.reshape(dtype.itemsize, count).T).view(dtype).ravel()
    return np.cumsum(column, dtype=column.dtype) if place["form"] == "steps" else column


def _parts(payload: bytes) -> tuple[Any, bytes]:
    body = zlib.decompress(payload)
    length = int.from_bytes(body[:4], "little")
    return json.loads(body[4 : 4 + length]), body[4 + length :]
