"""`gpuviz export TRACE.gpuviz`: pictures, films and timelines, without a window."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.choices import known_devices
from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.cli.drawing import RecordingDrawing
from gpuviz.cli.launch_options import DEVICE_FILE
from gpuviz.cli.parser import new_file
from gpuviz.cli.shot import ShotChoice, shot_choice
from gpuviz.messages import Message, RequestRefused
from gpuviz.trace import Trace, perfetto
from gpuviz.trace.file import SUFFIX, load_trace
from gpuviz.trace.whose_device import described_by, device_of, device_or_default
from gpuviz.ui.export.timelines import save_timeline

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

KINDS = {
    "png": "a picture made of pixels",
    "svg": "a drawing that can be enlarged; its words are words",
    "gif": "an animation (needs the extra video)",
    "mp4": "a film, H.264 (needs the extra video)",
    "perfetto": "when and where blocks ran, as JSON for ui.perfetto.dev",
}
DRAWN = ".svg"
SUFFIXES = {"perfetto": perfetto.SUFFIX}  # of all others the name of the kind
OPTIONS = (
    ("--size", "WxH", "1400x900", "width and height in pixels (default: 1400x900)"),
    ("--step", "N", None, "of a picture: after so many steps (default: the end)"),
    ("--from", "A", None, "of a film: the step it begins with (default: 0)"),
    ("--to", "B", None, "of a film: the step it ends with (default: the last)"),
    ("--frames", "N", None, "of a film: at most so many (default: 200 for GIF, 600 for MP4)"),
    ("--fps", "F", None, "of a film: frames per second (default: about 3, more for long ones)"),
    ("--block", "X[,Y[,Z]]", None, "choose a block"),
    ("--thread", "X[,Y[,Z]]", None, "choose a thread of that block"),
    (*DEVICE_FILE[:2], None, "a file of GPUs of your own, if the recording is of one of them"),
)
OFFSCREEN = "offscreen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("trace", metavar="TRACE.gpuviz", help="a recording")
    for kind, about in KINDS.items():
        parser.add_argument(f"--{kind}", metavar="FILE", help=about)
    parser.add_argument("--theme", choices=("light", "dark"), default="dark", help="the colours")
    for name, metavar, default, about in OPTIONS:
        parser.add_argument(name, metavar=metavar, default=default, help=about)


def run(arguments: argparse.Namespace) -> int:
    """Writes what was asked for, file by file; says where it is."""
    files = _files(arguments)
    choice = shot_choice(arguments)
    recording, devices = _recording(arguments.trace), known_devices(arguments.device_file)
    trace = described_by(devices, load_trace(recording))
    _tell_unknown_device(trace)
    timelines = [file for file in files if file.suffix == perfetto.SUFFIX]
    for file in timelines:
        save_timeline(trace, file)
        print(f"{file}: open it in https://ui.perfetto.dev or chrome://tracing")
    drawings = [file for file in files if file.suffix == DRAWN]
    for file in drawings:
        print(RecordingDrawing(trace, choice).save(file))
    pictures = [file for file in files if file not in (*timelines, *drawings)]
    if pictures:
        _film(trace, choice, pictures)
    return 0


def _film(trace: Trace, choice: ShotChoice, files: list[Path]) -> None:
    """Pictures and films: what needs Qt."""
    check_display({"QT_QPA_PLATFORM": OFFSCREEN})
    try:
        from gpuviz.cli.filming import Filming
    except ImportError as error:
        raise missing_library(str(error)) from error
    application = _application()  # fonts and pictures need one to be there
    filming = Filming(trace, choice)
    for file in files:
        print(filming.save(file))
    application.processEvents()


def _files(arguments: argparse.Namespace) -> list[Path]:
    asked = {kind: getattr(arguments, kind) for kind in KINDS}
    files = [
        new_file(text, SUFFIXES.get(kind, f".{kind}"))
        for kind, text in asked.items()
        if text is not None
    ]
    if not files:
        template = "Say what to write: one or more of {options} with a file name."
        options = ", ".join(f"--{kind}" for kind in KINDS)
        raise RequestRefused(Message("export.nothing", template, {"options": options}))
    return files


def _tell_unknown_device(trace: Trace) -> None:
    """Says on stderr what stands in for a device of which only the id is known."""
    if device_of(trace) is None:
        template = (
            "gpuviz: Note: gpuviz does not know the device {device} of this recording: blocks per"
            " SM are those that a {other} would have. {option} names a file that describes it."
        )
        other, option = device_or_default(trace).name, DEVICE_FILE[0]
        print(template.format(device=trace.device_id, other=other, option=option), file=sys.stderr)


def _recording(text: str) -> Path:
    path = Path(text)
    if path.suffix == SUFFIX:
        return path
    template = "'{text}' is no recording: give a file ending in {suffix}."
    raise RequestRefused(Message("export.no-recording", template, {"text": text, "suffix": SUFFIX}))


def _application() -> QApplication:
    """Qt without a screen: it only draws."""
    from PySide6.QtWidgets import QApplication

    found = QApplication.instance()
    screenless = ["-platform", OFFSCREEN] if sys.platform.startswith("linux") else []
    return found if isinstance(found, QApplication) else QApplication(["gpuviz", *screenless])
