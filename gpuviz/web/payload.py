"""A launch as bytes for a browser: `payload_of`.

    uint32 length of the header | header, JSON in UTF-8 | columns (see `columns`)

and the whole of it deflated with zlib's frame, which browsers undo by themselves. The header has
the tables of the launch, the places of its columns and every word in every language; what moves is
painted from the columns.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from gpuviz.engines.modelled import with_modelled_times
from gpuviz.insight.order import PlayOrder, order_of
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_or_default
from gpuviz.web.columns import ColumnWriter
from gpuviz.web.fewer import Detail, with_detail
from gpuviz.web.header import header_of
from gpuviz.web.tables import write_arrays, write_blocks, write_steps

MOST_BYTES = 2_100_000
"""Of a payload: as base64 it is a third more, and with the code and the words around it still under
3 MB."""
LEAST_BLOCKS = 1
LEVEL = 6  # 9 takes five times as long for 1 % less


def payload_of(trace: Trace, most_bytes: int = MOST_BYTES) -> bytes:
    """The launch as a browser shows it, in at most so many bytes.

    What would be more is left out, in this order: the steps of blocks, the values of variables,
    the contents of arrays, all steps. The header says what was.
    """
    trace = _with_times(trace)
    order = order_of(trace)
    made = _packed(trace, order, Detail(), trace)
    for detail in _less_and_less(trace, len(made), most_bytes):
        if len(made) <= most_bytes:
            break
        fewer = with_detail(trace, detail)
        made = _packed(fewer, order_of(fewer), detail, trace)
    return made


def _with_times(trace: Trace) -> Trace:
    """Modelled ones, for a launch that has none: of a script or a notebook."""
    if trace.times is not None:
        return trace
    return with_modelled_times(trace, device_or_default(trace), None)


def _less_and_less(trace: Trace, size: int, most_bytes: int) -> Iterator[Detail]:
    """What to leave out while a payload is too large, the first attempt already failed."""
    blocks = len(trace.followed)
    guess = int(blocks * most_bytes / max(size, 1) * 0.9)
    while guess >= LEAST_BLOCKS and guess < blocks:
        yield Detail(blocks=guess)
        blocks, guess = guess, min(int(guess * 0.75), guess - 1)
    yield Detail(blocks=LEAST_BLOCKS, values=False)
    yield Detail(blocks=LEAST_BLOCKS, values=False, contents=False)
    yield Detail(blocks=0, values=False, contents=False)


def _packed(trace: Trace, order: PlayOrder | None, detail: Detail, whole: Trace) -> bytes:
    """`trace` is what is left of the `whole` one."""
    columns = ColumnWriter()
    index = None if order is None else TraceIndex(trace, order)
    write_arrays(columns, trace, detail)
    if index is not None:
        write_blocks(columns, trace, index)
        write_steps(columns, trace, index)
    header = header_of(trace, index, whole, columns.places)
    text = json.dumps(header, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    data = text.encode("utf-8", "replace")
    body = len(data).to_bytes(4, "little") + data + bytes(columns.data)
    return zlib.compress(body, LEVEL)
