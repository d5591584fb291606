"""What of a trace stands in its source, or in the types of what the kernel was launched with."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace import ArrayInfo, FunctionSource, Site, Statement

BySite = NDArray[np.float64]
"""One number a site, float64 [sites]."""


class Source(Protocol):
    """A kernel as a launch came through it; a Trace is one.

    Whoever gets a Source looks at names, types and numbers of dimensions of arrays, not at how
    large they are nor where they lie: launches of one kernel differ in those.
    """

    @property
    def functions(self) -> tuple[FunctionSource, ...]:
        """Row 0 is the kernel."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All that its functions have."""

    @property
    def sites(self) -> tuple[Site, ...]:
        """Those that the launch came to, in its order."""

    @property
    def arrays(self) -> tuple[ArrayInfo, ...]:
        """Those of the first launch that came to the same."""
