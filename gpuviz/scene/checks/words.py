"""Words of checks that the launch panel and the tab Checks both say."""

from __future__ import annotations

from gpuviz.texts import tr
from gpuviz.trace.trace import HazardKind

GOOD, BAD, OPEN = "✓", "✕", "–"


def broke_off() -> str:
    """A launch that did not come to its end."""
    return f"{BAD} {tr('the launch broke off')}"


def equals_numpy() -> str:
    """A right result."""
    return f"{GOOD} {tr('result equals NumPy')}"


def nothing_found(kind: HazardKind) -> str:
    """A kind of hazard that was looked for and not found."""
    names = {
        "out-of-bounds": tr("no access out of bounds"),
        "race": tr("no race"),
        "uninitialized": tr("nothing read uninitialised"),
        "barrier-divergence": tr("every barrier reached by all"),
    }
    return f"{GOOD} {names[kind]}"
