"""`gpuviz.recording()` and `gpuviz.show()`: launches of the program that runs here."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, overload

from gpuviz.cli.window_here import why_no_window
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.stand_in import launches_diverted
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError
from gpuviz.notebook.cells import cell_name
from gpuviz.notebook.modelled import timed
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Counters, Hazard, Trace
from gpuviz.trace.file import SUFFIX, save_trace

MOST_IN_A_LINE = 20  # launches that a line of text names
INSTEAD_OF_A_WINDOW = (
    "No window can open here. {reason} Or without a window: in a notebook, the launch alone in the"
    " last line of a cell shows a picture, and .view() one to play and to click in; anywhere,"
    " .save('page.html') writes a page for a browser, as `gpuviz export RECORDING --html` does."
)


class RecordedLaunch:
    """One launch: what it did, and a window to look at it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @property
    def kernel(self) -> str:
        """The kernel's name."""
        return self.trace.kernel

    @property
    def config(self) -> LaunchConfig:
        """Grid and block."""
        return self.trace.config

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """What was wrong, each with its sentence as `.message.text`."""
        return self.trace.hazards

    @property
    def counters(self) -> Counters | None:
        """What was counted: global_load_sectors, bank_conflicts, barriers and so on."""
        return self.trace.counters

    def show(self) -> None:
        """Opens the launch in a window, in a process of its own; does not wait for it.

        Where no window can open it says what to use instead.
        """
        show(self.trace)

    def view(self, language: str = "") -> Any:
        """A view in the cell of a notebook: to play, to scrub and to click in.

        `language` is en or zh_CN; without it that of `%gpuviz`, or else of the browser. Raises
        RequestRefused where anywidget is not installed.
        """
        from gpuviz.notebook.needs import check_view

        check_view()
        from gpuviz.notebook.language import chosen_language
        from gpuviz.notebook.view import LaunchView

        return LaunchView(self.trace, language or chosen_language() or "")

    def save(self, path: str | PathLike[str]) -> None:
        """Keeps the launch: as a recording, .gpuviz, or as a page for any browser, .html.

        Raises RequestRefused for another ending, and where the file cannot be written.
        """
        from gpuviz.api.saving import save_launch

        save_launch(self.trace, Path(path))

    def _repr_html_(self) -> str:
        """What a notebook shows of it below a cell."""
        from gpuviz.notebook.bundle import launch_html

        return launch_html(self.trace)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The same with its line of text; a drawing only for those who ask for it alone."""
        from gpuviz.notebook.bundle import launch_bundle

        return launch_bundle(self.trace, repr(self), include)

    def __repr__(self) -> str:
        count = len(self.hazards)
        found = "no hazard" if not count else "1 hazard" if count == 1 else f"{count} hazards"
        return f"<{self.kernel}[{self.config.grid}, {self.config.block}]: {found}>"


class Launches(Sequence[RecordedLaunch]):
    """The launches of a recording, in their order; it grows while the recording is open."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """Of all launches."""
        return tuple(hazard for trace in self._recording.launches for hazard in trace.hazards)

    @property
    def failures(self) -> tuple[GpuvizError, ...]:
        """Launches that did not come to an end, and why."""
        return tuple(self._recording.failures)

    @property
    def notes(self) -> tuple[str, ...]:
        """Mistakes of the host."""
        return tuple(str(note) for note in self._recording.host.notes)

    @overload
    def __getitem__(self, index: int) -> RecordedLaunch: ...

    @overload
    def __getitem__(self, index: slice) -> list[RecordedLaunch]: ...

    def __getitem__(self, index: int | slice) -> RecordedLaunch | list[RecordedLaunch]:
        launches = self._recording.launches
        if isinstance(index, slice):
            return [RecordedLaunch(trace) for trace in launches[index]]
        return RecordedLaunch(launches[index])

    def __len__(self) -> int:
        return len(self._recording.launches)

    def _repr_html_(self) -> str:
        """What a notebook shows of them below a cell."""
        from gpuviz.notebook.bundle import launches_html

        return launches_html(self._recording.launches, self.failures, self.notes)

    def __repr__(self) -> str:
        left = len(self) - MOST_IN_A_LINE
        shown = ", ".join(map(repr, self[:MOST_IN_A_LINE]))
        return f"[{shown}, and {left} more]" if left > 0 else f"[{shown}]"


@contextmanager
def recording(
    device: str = DEFAULT_DEVICE, schedule: str = "lockstep", seed: int = 0
) -> Iterator[Launches]:
    """Inside the `with`, kernels of numba.cuda run on the emulator, and each launch is recorded.

    `device` is an id of `gpuviz devices`, `schedule` lockstep, warps or adversarial. Raises
    RequestRefused for a device that is not known.
    """
    options = ExecutionOptions(schedule=schedule, seed=seed)
    opened = Recording(find_device(device), options, name_of=cell_name)
    with launches_diverted(), open_recording(opened):
        yield Launches(opened)
    opened.host.ended()


def show(trace: Trace) -> None:
    """Opens a trace in a window, in a process of its own; does not wait for it.

    Where no window can open, as on a server without a display, it says what to use instead.
    """
    reason = why_no_window()
    if reason is not None:
        print(INSTEAD_OF_A_WINDOW.format(reason=reason))
        return
    folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / f"{trace.kernel}{SUFFIX}"
    save_trace(timed(trace), file)
    subprocess.Popen([sys.executable, "-m", "gpuviz", "app", str(file)])
