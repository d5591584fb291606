"""docs/differences.md."""

from __future__ import annotations

from pathlib import Path


def write_page(folder: Path, page: Path) -> None:
    """Writes the page."""
