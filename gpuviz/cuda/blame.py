"""Whose line it was: an error's traceback as the script's author wants it, without our frames."""

from __future__ import annotations

import functools
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import gpuviz
from gpuviz.messages import SourcePlace

HOUSE = Path(gpuviz.__file__).parent
MOST_HELD = 256  # of a list in which a name is looked for
INSTALLED = {"site-packages", "dist-packages"}
GALLERY = HOUSE / "kernels"  # in an installed copy: scripts like any other


def place_in_script(error: BaseException, script: Path) -> SourcePlace | None:
    """The innermost line of an error's traceback that lies beside the script, else any user's."""
    frames = _users_frames(traceback.extract_tb(error.__traceback__))
    beside = [frame for frame in frames if lies_beside(frame.filename, script)]
    for frame in (beside or frames)[-1:]:
        return SourcePlace(frame.filename, frame.lineno or 1, (frame.colno or 0) + 1)
    return None


def lies_beside(filename: str, script: Path) -> bool:
    """Whether a file belongs to the script: in its folder or below, and no installed library."""
    path, folder = Path(filename).resolve(), script.resolve().parent
    return (
        is_users(filename)
        and path.is_relative_to(folder)
        and not set(path.relative_to(folder).parts) & INSTALLED
    )


def own_traceback(error: BaseException, script: Path) -> str:
    """What Python prints for an error of the script, the frames of gpuviz left out."""
    shown = traceback.TracebackException.from_exception(error)
    if not _users_frames(shown.stack):  # the script's own syntax: Python shows no traceback
        return "".join(shown.format_exception_only())
    part: traceback.TracebackException | None = shown
    while part is not None:
        part.stack = _users_frames(part.stack)
        part = part.__cause__ or part.__context__
    return "".join(shown.format())


def _users_frames(frames: traceback.StackSummary) -> traceback.StackSummary:
    return traceback.StackSummary.from_list([f for f in frames if is_users(f.filename)])


def users_frame() -> FrameType | None:
    """The innermost call that is running of a function of the user's, no library's if there is."""
    frame: FrameType | None = sys._getframe(1)
    of_library = None
    while frame is not None:
        file = frame.f_code.co_filename
        if is_users(file) and not INSTALLED & set(Path(file).parts):
            return frame
        of_library = of_library or (frame if is_users(file) else None)
        frame = frame.f_back
    return of_library


def line_of_user() -> int | None:
    """The line of the user's that runs."""
    frame = users_frame()
    return None if frame is None else frame.f_lineno


def users_name(value: object) -> str | None:
    """What the user's functions that run call a value: streams[1], if it is held in a list.

    A loop's variable is a name of several: a list's element goes before it.
    """
    frame = users_frame()
    scopes = [] if frame is None else [frame.f_globals]
    while frame is not None:
        if is_users(frame.f_code.co_filename):
            scopes.insert(len(scopes) - 1, frame.f_locals)
        frame = frame.f_back
    found = (_name_in(dict(names), value) for names in scopes)
    return next((name for name in found if name is not None), None)


def _name_in(names: dict[str, Any], value: object) -> str | None:
    for name, held in names.items():
        if isinstance(held, (list, tuple)) and len(held) <= MOST_HELD:
            for row, one in enumerate(held):
                if one is value:
                    return f"{name}[{row}]"
    return next((name for name, held in names.items() if held is value), None)


@functools.cache
def is_users(filename: str) -> bool:
    """Whether a file is neither gpuviz's nor Python's own import machinery."""
    path = Path(filename)
    in_the_house = path.is_relative_to(HOUSE) and not path.is_relative_to(GALLERY)
    return not in_the_house and not filename.startswith("<frozen ")
