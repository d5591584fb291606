"""What every thread wrote down about itself: the kernel that records it, and its judge.

Pure text and NumPy: the engines that run Numba's kernels compile the wrapper, this module never
imports Numba.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.messages import Message, word

EMPTY = -1
"""Stands in a record that no thread wrote."""

MAPPING_FIELDS: Mapping[str, str] = {
    "block_x": "cuda.blockIdx.x",
    "block_y": "cuda.blockIdx.y",
    "block_z": "cuda.blockIdx.z",
    "thread_x": "cuda.threadIdx.x",
    "thread_y": "cuda.threadIdx.y",
    "thread_z": "cuda.threadIdx.z",
    "linear": "block * block_size + thread",
    "lane": "cuda.laneid",
}
"""Fields that any numba.cuda can record, with the expression that a thread writes."""

TIMED_FIELDS: Mapping[str, str] = {
    **MAPPING_FIELDS,
    "sm": "smid()",
    "start_clock": "start_clock",
    "end_clock": "end_clock",
    "start_ns": "start_ns",
    "end_ns": "end_ns",
}
"""All fields of a record on a real GPU: cycles of the SM's clock, ns of the global timer."""

_TEMPLATE = """
def {name}({arguments}, records):
{before}
    {body}({arguments})
{after}
    block_size = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    thread = cuda.threadIdx.x + cuda.blockDim.x * (
        cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    block = cuda.blockIdx.x + cuda.gridDim.x * (
        cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z)
    if thread % {stride} == 0:
        row = block * ((block_size + {stride} - 1) // {stride}) + thread // {stride}
{writes}
"""
_CLOCKS_BEFORE = "    start_ns = globaltimer()\n    start_clock = clock64()"
_CLOCKS_AFTER = "    end_clock = clock64()\n    end_ns = globaltimer()"


def wrapper_source(
    name: str, body: str, parameters: int, fields: Mapping[str, str], threads_per_record: int
) -> str:
    """Source of a kernel `name` that calls `body` with its `parameters` arguments and records.

    Its last argument is an int64 array [fields, records]; see `new_records`.
    """
    timed = "start_clock" in fields
    writes = (f"        records[{i}, row] = {text}" for i, text in enumerate(fields.values()))
    return _TEMPLATE.format(
        name=name,
        body=body,
        arguments=", ".join(f"p{i}" for i in range(parameters)),
        before=_CLOCKS_BEFORE if timed else "",
        after=_CLOCKS_AFTER if timed else "",
        stride=threads_per_record,
        writes="\n".join(writes),
    )


@dataclass(frozen=True, slots=True)
class ThreadRecords:
    """One column for each record, in linear order of blocks and threads; row i is field i.

    `threads_per_record` is 1 (each thread) or 32 (lane 0 of each warp).
    """

    values: NDArray[np.int64]  # [fields, records]
    fields: tuple[str, ...]
    config: LaunchConfig
    threads_per_record: int

    def field(self, name: str) -> NDArray[np.int64]:
        """The column of that name: one value for each record."""
        column: NDArray[np.int64] = self.values[self.fields.index(name)]
        return column

    @property
    def per_block(self) -> int:
        """Records of one block."""
        return records_per_block(self.config, self.threads_per_record)


def records_per_block(config: LaunchConfig, threads_per_record: int) -> int:
    """How many records a block writes."""
    return -(-config.block.size // threads_per_record)


def new_records(
    config: LaunchConfig, fields: Mapping[str, str], threads_per_record: int
) -> NDArray[np.int64]:
    """The array that a recording kernel fills, every record EMPTY."""
    records = config.blocks * records_per_block(config, threads_per_record)
    return np.full((len(fields), records), EMPTY, np.int64)


def mapping_difference(records: ThreadRecords) -> Message | None:
    """The first record that is not as computed (semantics.md 1), in words; None when all agree."""
    for name, expected in _computed_mapping(records).items():
        wrong = np.flatnonzero(records.field(name) != expected)
        if wrong.size:
            first = int(wrong[0])
            return _difference(records, name, first, int(expected[first]), int(wrong.size))
    return None


def _difference(
    records: ThreadRecords, name: str, record: int, expected: int, count: int
) -> Message:
    recorded = int(records.field(name)[record])
    block, rest = divmod(record, records.per_block)
    return Message(
        "records.mapping-differs",
        "The recorded {field} of thread {thread} of block {block} is {recorded}, but {expected}"
        " was computed ({count} of {total} records differ): please report this launch as a bug of"
        " gpuviz.",
        {
            "field": name,
            "thread": rest * records.threads_per_record,
            "block": block,
            "recorded": word("missing") if recorded == EMPTY else recorded,
            "expected": expected,
            "count": count,
            "total": records.values.shape[1],
        },
    )


def _computed_mapping(records: ThreadRecords) -> dict[str, NDArray[np.int64]]:
    config = records.config
    row = np.arange(config.blocks * records.per_block, dtype=np.int64)
    block, place = row // records.per_block, row % records.per_block
    thread = place * records.threads_per_record
    return {
        **_axes("block", block, config.grid),
        **_axes("thread", thread, config.block),
        "linear": block * config.block.size + thread,
        "lane": thread % WARP_SIZE,
    }


def _axes(what: str, linear: NDArray[np.int64], shape: Dim3) -> dict[str, NDArray[np.int64]]:
    return {
        f"{what}_x": linear % shape.x,
        f"{what}_y": linear // shape.x % shape.y,
        f"{what}_z": linear // (shape.x * shape.y),
    }
