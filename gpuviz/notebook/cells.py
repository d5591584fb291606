"""Cells of a notebook as a student knows them: by their numbers, not by names of files."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

_numbers: dict[str, int] = {}  # of cells that %%gpuviz ran, by their files


def cell_name(file: str) -> str:
    """A cell's file as "<In [3]>", which is how its prompt has it; any other name as it is."""
    number = _number(_shell(), file)
    return file if number is None else f"<In [{number}]>"


def remember_cell(file: str, number: int) -> None:
    """IPython 7, as Colab has it, does not tell which cell a file is."""
    _numbers[file] = number


def running_cell(shell: Any) -> int:
    """The number of the cell that runs: some IPythons have counted on by then, others have not."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        number = _number(shell, frame.f_code.co_filename)
        if number is not None:
            return number
        frame = frame.f_back
    counted: int = shell.execution_count
    return counted


def _number(shell: Any, file: str) -> int | None:
    """Which cell a file is; None for what is none."""
    known: dict[str, int] = getattr(getattr(shell, "compile", None), "_filename_map", {})
    return known.get(file, _numbers.get(file))


def _shell() -> Any:
    """The IPython that runs in this process; None where it is not even imported."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()
