"""A launch with the time that it would take: recordings of scripts come without one."""

from __future__ import annotations

from gpuviz.engines.modelled import with_modelled_times
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_or_default


def timed(trace: Trace) -> Trace:
    """With modelled times, where it has none."""
    if trace.times is not None:
        return trace
    return with_modelled_times(trace, device_or_default(trace), None)
