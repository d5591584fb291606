"""For scripts, notebooks and graders: `gpuviz.recording()`, `gpuviz.show()`, `gpuviz.check()`."""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.api.c_file import kernels_in
    from gpuviz.api.checking import check
    from gpuviz.api.recorded import Launches, RecordedLaunch, recording, show
    from gpuviz.api.report import CheckedLaunch, Failure, FoundHazard, Report

__all__ = [
    "CheckedLaunch",
    "Failure",
    "FoundHazard",
    "Launches",
    "RecordedLaunch",
    "Report",
    "check",
    "kernels_in",
    "recording",
    "show",
]

__getattr__ = lazily(
    __name__,
    {
        "c_file": ("kernels_in",),
        "checking": ("check",),
        "recorded": ("Launches", "RecordedLaunch", "recording", "show"),
        "report": ("CheckedLaunch", "Failure", "FoundHazard", "Report"),
    },
)
