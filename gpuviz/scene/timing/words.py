"""What is said of times before there are any."""

from __future__ import annotations

from gpuviz.texts import tr


def how_to_time() -> str:
    """What to do as long as no kernel has run."""
    return tr("Run a kernel: its times on the CPU and on the GPU stand here.")
