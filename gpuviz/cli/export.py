"""`gpuviz export TRACE.gpuviz`: pictures, films, timelines and pages, without a window."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.choices import known_devices
from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.cli.launch_options import DEVICE_FILE, device_words
from gpuviz.cli.parser import in_words, new_file, option_text
from gpuviz.cli.shot import ShotChoice, shot_choice
from gpuviz.cli.streams import tell_note
from gpuviz.messages import Message, RequestRefused
from gpuviz.ordinary_file import ending
from gpuviz.texts import tr
from gpuviz.trace import Trace, perfetto
from gpuviz.trace.file import SUFFIX, load_trace
from gpuviz.trace.whose_device import described_by, device_of, device_or_default
from gpuviz.ui.export.timelines import save_timeline
from gpuviz.units import byte_count

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

KINDS = {
    "png": option_text("a picture made of pixels"),
    "svg": option_text("a drawing that can be enlarged; its words are words"),
    "gif": option_text("an animation (needs the extra video)"),
    "mp4": option_text("a film, H.264 (needs the extra video)"),
    "html": option_text("a page to share: it plays the launch in any browser, without a network"),
    "perfetto": option_text("when and where blocks ran, as JSON for ui.perfetto.dev"),
}
DRAWN, PAGE = ".svg", ".html"
SUFFIXES = {"perfetto": perfetto.SUFFIX}  # of all others the name of the kind
OPTIONS = (
    ("--size", "WxH", "1400x900", option_text("width and height in pixels (default: 1400x900)")),
    ("--step", "N", None, option_text("of a picture: after so many steps (default: the end)")),
    ("--from", "A", None, option_text("of a film: the step it begins with (default: 0)")),
    ("--to", "B", None, option_text("of a film: the step it ends with (default: the last)")),
    (
        "--frames",
        "N",
        None,
        option_text("of a film: at most so many (default: 200 for GIF, 600 for MP4)"),
    ),
    (
        "--fps",
        "F",
        None,
        option_text("of a film: frames per second (default: about 3, more for long ones)"),
    ),
    ("--block", "X[,Y[,Z]]", None, option_text("choose a block")),
    ("--thread", "X[,Y[,Z]]", None, option_text("choose a thread of that block")),
    (
        *DEVICE_FILE[:2],
        None,
        option_text("a file of GPUs of your own, if the recording is of one of them"),
    ),
)
OFFSCREEN = "offscreen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("trace", metavar="TRACE.gpuviz", help=tr("a recording"))
    for kind, about in KINDS.items():
        parser.add_argument(f"--{kind}", metavar="FILE", help=in_words(about))
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="dark", help=tr("the colours")
    )
    for name, metavar, default, about in OPTIONS:
        parser.add_argument(name, metavar=metavar, default=default, help=device_words(about))


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
        words = tr("{file}: open it in {site} or {page}")
        site, page = "https://ui.perfetto.dev", "chrome://tracing"
        print(words.format(file=file, site=site, page=page))
    drawings = [file for file in files if file.suffix == DRAWN]
    for file in drawings:
        print(_drawing(trace, choice, file))
    pages = [file for file in files if file.suffix == PAGE]
    for file in pages:
        print(_page(trace, file))
    pictures = [file for file in files if file not in (*timelines, *drawings, *pages)]
    if pictures:
        _film(trace, choice, pictures)
    return 0


def _drawing(trace: Trace, choice: ShotChoice, file: Path) -> str:
    """Writes the drawing; a line that says what it is."""
    from gpuviz.cli.drawing import RecordingDrawing

    return RecordingDrawing(trace, choice).save(file)


def _page(trace: Trace, file: Path) -> str:
    """Writes the page; a line that says what it is."""
    from gpuviz.web.page import save_page  # reads a launch as a whole, which pictures do not

    words = tr("{file}: {size}, opens in any browser")
    return words.format(file=file, size=byte_count(save_page(trace, file)))


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
        words = tr(
            "gpuviz does not know the device {device} of this recording: blocks per"
            " SM are those that a {other} would have. {option} names a file that describes it."
        )
        other, option = device_or_default(trace).name, DEVICE_FILE[0]
        tell_note(words.format(device=trace.device_id, other=other, option=option))


def _recording(text: str) -> Path:
    path = Path(text)
    if ending(path) == SUFFIX:
        return path
    template = "'{text}' is no recording: give a file ending in {suffix}."
    raise RequestRefused(Message("export.no-recording", template, {"text": text, "suffix": SUFFIX}))


def _application() -> QApplication:
    """Qt without a screen: it only draws."""
    from PySide6.QtWidgets import QApplication

    found = QApplication.instance()
    screenless = ["-platform", OFFSCREEN] if sys.platform.startswith("linux") else []
    return found if isinstance(found, QApplication) else QApplication(["gpuviz", *screenless])
