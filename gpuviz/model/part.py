"""What of a launch the model reads: light enough for whoever only sends it to a worker."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.model.transfer import holds
from gpuviz.trace import ArrayInfo, Trace


def modelled_part(trace: Trace) -> Trace:
    """All of a trace that the model reads: what else a launch left behind may be large."""
    return replace(
        trace,
        inputs={},
        outputs={},
        values=None,
        exchanges=None,
        last_writer={},
        thread_active=None,
        placement=None,
    )


def copied_by_launch(trace: Trace) -> tuple[int, int]:
    """Bytes that the launch of a trace needs on the device, and that it gives back.

    What it wrote comes back. Such an array goes there too if it held something before.
    """
    given = [array for array in trace.arrays if array.space == "global" and not array.part_of]
    bytes_in = sum(_nbytes(array) for array in given if _goes_there(trace, array))
    return bytes_in, sum(_nbytes(array) for array in given if array.name in trace.outputs)


def _goes_there(trace: Trace, array: ArrayInfo) -> bool:
    before = trace.inputs.get(array.name)
    if array.name not in trace.outputs:
        return array.initialised
    return before is not None and holds(before)


def _nbytes(array: ArrayInfo) -> int:
    """With the gaps between its elements: they are copied too."""
    first, end = array.extent
    return end - first
