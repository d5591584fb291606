"""Errors of a cell as its author wants them: the lines of the cell, none of ours or IPython's."""

from __future__ import annotations

import sysconfig
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import IPython

from gpuviz.cuda.blame import is_users
from gpuviz.messages import GpuvizError
from gpuviz.notebook.cells import cell_name

LIBRARY = sysconfig.get_path("stdlib")
IPYTHONS = str(Path(IPython.__file__).parent)
RENDERER = "_render_traceback_"  # IPython asks an exception for it


class CellSyntaxError(Exception):
    """A cell that is no Python; IPython shows `lines`."""

    def __init__(self, error: SyntaxError, lines: list[str]) -> None:
        super().__init__(str(error))
        self.lines = lines

    def _render_traceback_(self) -> list[str]:
        return self.lines


def tell_refusals(shell: Any) -> None:
    """From now on what gpuviz says in any cell is shown without gpuviz's own frames."""

    def told(shell: Any, kind: object, error: Any, frames: Any, tb_offset: object = None) -> None:
        if not hasattr(error, RENDERER):
            told_by_cell(shell, error)
        shell.showtraceback((kind, error, frames), tb_offset=tb_offset)

    shell.set_custom_exc((GpuvizError,), told)


def syntax_error(shell: Any, error: SyntaxError) -> CellSyntaxError:
    """What to raise for the syntax of a cell: of its own kind IPython would show our frames."""
    lines = shell.SyntaxTB.structured_traceback(type(error), error, [])
    return CellSyntaxError(error, lines)


def told_by_cell(shell: Any, error: BaseException) -> BaseException:
    """The error, which IPython will show without the frames that are not the user's."""
    frames = error.__traceback__
    if isinstance(error, GpuvizError) and error.place is not None:
        error.place = replace(error.place, file=cell_name(error.place.file).strip("<>"))

    def rendered() -> list[str]:
        return _rendered(shell, error, frames)

    setattr(error, RENDERER, rendered)
    return error


def _rendered(shell: Any, error: BaseException, frames: TracebackType | None) -> list[str]:
    kept = (error.__traceback__, error.__cause__, error.__context__, error.__suppress_context__)
    trimmed = _users_part(frames)
    try:
        _trim_chain(error)
        lines: list[str] = (
            shell.InteractiveTB.get_exception_only(type(error), error)
            if trimmed is None
            else shell.InteractiveTB.structured_traceback(type(error), error, trimmed, tb_offset=0)
        )
        return lines
    finally:
        error.__traceback__, error.__cause__, error.__context__ = kept[:3]
        error.__suppress_context__ = kept[3]


def _trim_chain(error: BaseException) -> None:
    """Errors behind this one lose our frames too; those that are ours alone end the chain."""
    seen = set[int]()
    while id(error) not in seen:
        seen.add(id(error))
        behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        trimmed = None if behind is None else _users_part(behind.__traceback__)
        if behind is None or trimmed is None or isinstance(behind, GpuvizError):
            error.__cause__, error.__suppress_context__ = None, True
            return
        behind.__traceback__ = trimmed
        error = behind


def _users_part(frames: TracebackType | None) -> TracebackType | None:
    """The same without frames of gpuviz and of IPython's machinery; None where none is left.

    What Python's own modules do for gpuviz is gpuviz's.
    """
    kept = list[TracebackType]()
    is_ours = False
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        is_library = file.startswith(LIBRARY) and "site-packages" not in file
        is_ours = not is_users(file) or (is_ours and is_library)
        if not is_ours and not file.startswith(IPYTHONS):
            kept.append(frames)
        frames = frames.tb_next
    following: TracebackType | None = None
    for one in reversed(kept):
        following = TracebackType(following, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return following
