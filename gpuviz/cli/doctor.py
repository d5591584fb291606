"""`gpuviz doctor`: what gpuviz finds on this machine, for a bug report.

Nothing is changed and nothing is sent anywhere; the home folder is written as ~.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import gpuviz
from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.log import log_path
from gpuviz.cli.table import aligned, print_text
from gpuviz.extras import install_command
from gpuviz.messages import GpuvizError
from gpuviz.places import PACKAGE, resource_dir
from gpuviz.worker import Workers

Verdict = Literal["ok", "note", "problem"]
SIGNS: Mapping[Verdict, str] = {"ok": "", "note": "note", "problem": "PROBLEM"}
QT_TIMEOUT_S = 60
QT_SAYS = "qt.qpa.plugin: "
NEEDED = ("numpy", "numba", "llvmlite", "greenlet", "PySide6-Essentials", "pyqtgraph", "pillow")
OPTIONAL = {
    "numba-cuda": "kernels on an NVIDIA GPU, and what its compiler says",
    "imageio-ffmpeg": "films as MP4",
}
HEARD = ("QT_", "NUMBA_", "CUDA_", "GPUVIZ_", "XDG_", "DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR")
"""Beginnings of the environment's variables that gpuviz or what it uses listens to."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: of which group, about what, what was found, and what to do if it isn't well."""

    group: str
    name: str
    found: str
    verdict: Verdict = "ok"
    advice: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = "Exit code: 0 if the window and the emulator can work here, else 2."


def run(arguments: argparse.Namespace) -> int:
    """Says what was found; 2 where something is missing that gpuviz needs."""
    found = [*_this_program(), *_packages(), *_gpu(), *_window(), *_places(), *_environment()]
    if arguments.json:
        print_json({"findings": found})
    else:
        print_text(as_text(found))
    return 2 if any(finding.verdict == "problem" for finding in found) else 0


def as_text(found: list[Finding]) -> str:
    """Group by group, in columns; advice below what it is about."""
    width = max(len(finding.name) for finding in found)
    lines: list[str] = []
    group = ""
    for finding in found:
        if finding.group != group:
            group = finding.group
            lines += ["", group] if lines else [group]
        sign = SIGNS[finding.verdict]
        said = f"{sign}: {finding.found}" if sign else finding.found
        lines.append(aligned([(finding.name.ljust(width), said)], indent=2))
        if finding.advice:
            lines.append(" " * (width + 4) + finding.advice)
    return "\n".join(lines)


def _this_program() -> Iterator[Finding]:
    group = "gpuviz"
    yield Finding(group, "version", gpuviz.__version__)
    yield Finding(group, "installed in", _short(PACKAGE))
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    yield Finding(group, "Python", f"{python}, {_short(Path(sys.executable))}")
    yield Finding(group, "system", f"{platform.platform()}, {platform.machine()}")
    yield Finding(group, "processors", f"{os.cpu_count()}")
    for name in ("kernels", "assets"):
        try:
            yield Finding(group, name, _short(resource_dir(name)))
        except FileNotFoundError:
            advice = "Install gpuviz again: pip install --force-reinstall gpuviz"
            yield Finding(group, name, "not there", "problem", advice)


def _packages() -> Iterator[Finding]:
    group = "packages"
    for name in NEEDED:
        found = _version(name)
        if found is None:
            yield Finding(group, name, "not installed", "problem", f"pip install {name}")
        else:
            yield Finding(group, name, found)
    for name, use in OPTIONAL.items():
        found = _version(name)
        extra = install_command("cuda13" if name == "numba-cuda" else "video")
        if found is None:
            yield Finding(group, name, f"not installed; for {use}", "note", extra)
        else:
            yield Finding(group, name, found)


def _gpu() -> Iterator[Finding]:
    group = "GPU"
    try:
        with Workers() as workers:
            probe = ask_for_gpu(workers)
    except GpuvizError as error:
        yield Finding(group, "NVIDIA", str(error), "note")
        return
    if probe is None:
        said = "no driver was found: the emulator runs kernels, times are modelled"
        yield Finding(group, "NVIDIA", said)
        return
    for number, device in enumerate(probe.devices):
        yield Finding(group, f"gpu:{number}", f"{device.name}, compute capability {device.cc}")
    yield Finding(group, "engine", probe.message.text, "ok" if probe.usable else "note")


def _window() -> Iterator[Finding]:
    group = "window"
    found = qt_here()
    if isinstance(found, str):
        advice = (
            "A machine without a screen runs `gpuviz run` and `check`; with"
            " QT_QPA_PLATFORM=offscreen it makes pictures."
        )
        yield Finding(group, "Qt", found, "problem", advice)
        return
    yield Finding(group, "Qt", f"{found['versions']}, platform {found['platform']}")
    yield Finding(group, "screens", "; ".join(found["screens"]) or "none")
    yield Finding(group, "fonts", f"{found['fonts']} families, code in {found['fixed_font']}")
    if found["chinese_font"] is None:
        advice = "For the window in Chinese, on Debian and Ubuntu: apt install fonts-noto-cjk"
        yield Finding(group, "Chinese", "no font has its characters", "note", advice)
    else:
        yield Finding(group, "Chinese", found["chinese_font"])
    yield _writable(group, "settings", Path(found["settings"]))
    yield _writable(group, "own kernels", Path(found["kernels"]))


def qt_here() -> dict[str, Any] | str:
    """What a process with Qt finds; what it said last where it did not come to its end."""
    command = [sys.executable, "-m", "gpuviz.cli.qt_here"]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=QT_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"did not answer within {QT_TIMEOUT_S} s"
    except OSError as error:
        return f"could not be started ({error.strerror})"
    if ended.returncode == 0:
        try:
            answer: dict[str, Any] = json.loads(ended.stdout.strip().splitlines()[-1])
        except (ValueError, IndexError):
            return "gave no answer"
        return answer
    return _reason(ended.stderr) or f"ended with exit code {ended.returncode}"


def _reason(said: str) -> str:
    """Qt's own first words on why; of anything else, the last line, where exceptions stand."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    of_qt = [line.removeprefix(QT_SAYS) for line in lines if line.startswith(QT_SAYS)]
    return of_qt[0] if of_qt else lines[-1] if lines else ""


def _places() -> Iterator[Finding]:
    log = log_path(sys.platform, os.environ, Path.home())
    yield _writable("files", "log", log)


def _environment() -> Iterator[Finding]:
    for name in sorted(os.environ):
        if name.startswith(HEARD):
            yield Finding("environment", name, _short(os.environ[name]))


def _writable(group: str, name: str, path: Path) -> Finding:
    """Whether that file can be there: it, or the nearest folder above that exists, is writable."""
    place = path
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    if os.access(place, os.W_OK):
        return Finding(group, name, _short(path))
    advice = "What is chosen is lost at the end: see whose folder that is."
    return Finding(group, name, f"{_short(path)} cannot be written", "note", advice)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _short(text: Path | str) -> str:
    """With ~ for the home folder: whose machine it is need not stand in a report."""
    home = str(Path.home())
    return str(text).replace(home, "~") if len(home) > 1 else str(text)
