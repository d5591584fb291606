"""Whose line it was: an error's traceback as the script's author wants it, without our frames."""

from __future__ import annotations

import traceback
from pathlib import Path

import gpuviz
from gpuviz.messages import SourcePlace

HOUSE = Path(gpuviz.__file__).parent
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


def is_users(filename: str) -> bool:
    """Whether a file is neither gpuviz's nor Python's own import machinery."""
    path = Path(filename)
    in_the_house = path.is_relative_to(HOUSE) and not path.is_relative_to(GALLERY)
    return not in_the_house and not filename.startswith("<frozen ")
