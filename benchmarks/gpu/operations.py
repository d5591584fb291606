"""Operations by name: those of the gallery, and some that are there to judge the model only."""

from __future__ import annotations

from pathlib import Path

from gpuviz.operation import OperationInfo, find_operation

FOLDER = Path(__file__).parent / "holdouts"


def operation(name: str) -> OperationInfo:
    """Of the gallery, or one that is there for the model's validation only."""
    path = FOLDER / f"{name}.py"
    return find_operation(path if path.is_file() else name)
