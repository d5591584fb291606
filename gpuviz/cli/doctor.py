"""`gpuviz doctor`: what gpuviz finds on this machine, for a bug report.

Nothing is changed and nothing is sent anywhere; the home folder is written as ~.
"""

from __future__ import annotations

import argparse
import json
import locale
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, NamedTuple

import gpuviz
from gpuviz.cli.defaults import check_value, in_force, project_file, user_file
from gpuviz.cli.gpu import ask_for_gpu
from gpuviz.cli.json_text import print_json
from gpuviz.cli.log import log_path
from gpuviz.cli.plugin_notes import all_problems, brought
from gpuviz.cli.table import aligned, columns_of, padded, print_text
from gpuviz.extras import Extra, install_command, is_bundle
from gpuviz.messages import EnglishText, GpuvizError, reason_of
from gpuviz.places import PACKAGE, resource_dir
from gpuviz.plugins import installed
from gpuviz.process_tree.console import without_console
from gpuviz.texts import enumerated, told, tr

Verdict = Literal["ok", "note", "problem"]
QT_TIMEOUT_S = 60
QT_SAYS = "qt.qpa.plugin: "
NEEDED = ("numpy", "numba", "llvmlite", "greenlet", "PySide6-Essentials", "pyqtgraph", "pillow")


class Optional(NamedTuple):
    """A package that one can do without: what brings it, and what it is for."""

    extra: Extra
    use: EnglishText


OPTIONAL = {
    "numba-cuda": Optional("cuda13", "kernels on an NVIDIA GPU, and what its compiler says"),
    "imageio-ffmpeg": Optional("video", "films as MP4"),
    "anywidget": Optional("notebook", "views to play in the cells of a notebook"),
}
HEARD = (
    "QT_",
    "NUMBA_",
    "CUDA_",
    "GPUVIZ_",
    "XDG_",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "NO_COLOR",
    "FORCE_COLOR",
)
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
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))
    parser.epilog = tr("Exit code: 0 if the window and the emulator can work here, else 2.")


def run(arguments: argparse.Namespace) -> int:
    """Says what was found; 2 where something is missing that gpuviz needs."""
    found = [
        *(*_this_program(), *_packages(), *_plugins(), *_gpu()),
        *(*_window(), *_places(), *_defaults(), *_environment()),
    ]
    if arguments.json:
        print_json({"findings": found})
    else:
        print_text(as_text(found))
    return 2 if any(finding.verdict == "problem" for finding in found) else 0


def as_text(found: list[Finding]) -> str:
    """Group by group, in columns; advice below what it is about."""
    signs: Mapping[Verdict, str] = {"ok": "", "note": tr("note"), "problem": tr("PROBLEM")}
    width = max(columns_of(finding.name) for finding in found)
    lines: list[str] = []
    group = ""
    for finding in found:
        if finding.group != group:
            group = finding.group
            lines += ["", group] if lines else [group]
        said, sign = finding.found, signs[finding.verdict]
        if sign:
            said = tr("{sign}: {words}").format(sign=sign, words=said)
        lines.append(aligned([(padded(finding.name, width), said)], indent=2))
        if finding.advice:
            lines.append(" " * (width + 4) + finding.advice)
    return "\n".join(lines)


def _this_program() -> Iterator[Finding]:
    group = "gpuviz"
    yield Finding(group, tr("version"), gpuviz.__version__)
    as_bundle = tr(" (a bundle, which takes no packages)") if is_bundle() else ""
    yield Finding(group, tr("installed in"), f"{_short(PACKAGE)}{as_bundle}")
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    yield Finding(group, "Python", f"{python}, {_short(Path(sys.executable))}")
    yield Finding(group, tr("system"), f"{platform.platform()}, {platform.machine()}")
    yield Finding(group, tr("processors"), f"{os.cpu_count()}")
    for name in ("kernels", "assets"):
        try:
            yield Finding(group, name, _short(resource_dir(name)))
        except FileNotFoundError:
            advice = tr("Install gpuviz again: pip install --force-reinstall gpuviz")
            yield Finding(group, name, tr("not there"), "problem", advice)


def _packages() -> Iterator[Finding]:
    group = tr("packages")
    for name in NEEDED:
        found = _version(name)
        if found is None:
            yield Finding(group, name, tr("not installed"), "problem", f"pip install {name}")
        else:
            yield Finding(group, name, found)
    for name, optional in OPTIONAL.items():
        found = _version(name)
        if found is None:
            advice = install_command(optional.extra)
            words = tr("not installed; for {use}").format(use=tr(optional.use))
            yield Finding(group, name, words, "note", advice)
        else:
            yield Finding(group, name, found)


def _plugins() -> Iterator[Finding]:
    """Each plugin, what it brings, and what is wrong with it."""
    group = tr("plugins")
    for plugin in installed().plugins:
        found = tr("{package}: {what}; in {folder}").format(
            package=plugin.package,
            what=enumerated(list(brought(plugin))) or tr("nothing"),
            folder=_short(plugin.folder),
        )
        yield Finding(group, plugin.name, found)
    for problem in all_problems():
        yield Finding(group, tr("problem"), _short(problem.text), "note")


def _gpu() -> Iterator[Finding]:
    group = "GPU"
    try:
        probe = ask_for_gpu()
    except GpuvizError as error:
        yield Finding(group, "NVIDIA", str(error), "note")
        return
    if probe is None:
        said = tr("no driver was found: the emulator runs kernels, times are modelled")
        yield Finding(group, "NVIDIA", said)
        return
    for number, device in enumerate(probe.devices):
        yield Finding(group, f"gpu:{number}", _gpu_words(device.name, str(device.cc)))
    yield Finding(group, tr("engine"), probe.message.text, "ok" if probe.usable else "note")


def _gpu_words(name: str, cc: str) -> str:
    return tr("{name}, compute capability {cc}").format(name=name, cc=cc)


def _window() -> Iterator[Finding]:
    group = tr("window")
    found = qt_here()
    if isinstance(found, str):
        advice = tr(
            "A machine without a screen runs `gpuviz run` and `check`; with"
            " QT_QPA_PLATFORM=offscreen it makes pictures."
        )
        yield Finding(group, "Qt", found, "problem", advice)
        return
    qt = tr("{versions}, platform {platform}")
    words = qt.format(versions=found["versions"], platform=found["platform"])
    yield Finding(group, "Qt", words)
    yield Finding(group, tr("screens"), "; ".join(found["screens"]) or tr("none"))
    fonts = tr("{count} families, code in {font}")
    words = fonts.format(count=found["fonts"], font=found["fixed_font"])
    yield Finding(group, tr("fonts"), words)
    if found["chinese_font"] is None:
        advice = tr("For the window in Chinese: {how}").format(how=chinese_advice(sys.platform))
        yield Finding(group, tr("Chinese"), tr("no font has its characters"), "note", advice)
    else:
        yield Finding(group, tr("Chinese"), found["chinese_font"])
    yield _writable(group, tr("settings"), Path(found["settings"]))
    yield _writable(group, tr("own kernels"), Path(found["kernels"]))


def chinese_advice(system: str) -> str:
    """What brings a font with Chinese characters; `system` as `sys.platform` says it."""
    if system == "win32":
        return tr("Settings > Time and language > Language, add Chinese (Simplified)")
    if system == "darwin":
        return tr("Font Book, restore the standard fonts (PingFang SC)")
    return tr("a font such as Noto Sans CJK; on Debian and Ubuntu: apt install fonts-noto-cjk")


def qt_here() -> dict[str, Any] | str:
    """What a process with Qt finds; what it said last where it did not come to its end."""
    command = [sys.executable, "-m", "gpuviz.cli.qt_here"]
    try:
        ended = subprocess.run(
            command,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=QT_TIMEOUT_S,
            check=False,
            creationflags=without_console(),
        )
    except subprocess.TimeoutExpired:
        return tr("did not answer within {seconds} s").format(seconds=QT_TIMEOUT_S)
    except OSError as error:
        return tr("could not be started ({reason})").format(reason=told(reason_of(error)))
    if ended.returncode == 0:
        try:
            answer: dict[str, Any] = json.loads(ended.stdout.strip().splitlines()[-1])
        except (ValueError, IndexError):
            return tr("gave no answer")
        return answer
    ended_with = tr("ended with exit code {code}").format(code=ended.returncode)
    return _reason(ended.stderr) or ended_with


def _reason(said: str) -> str:
    """Qt's own first words on why; of anything else, the last line, where exceptions stand."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    of_qt = [line.removeprefix(QT_SAYS) for line in lines if line.startswith(QT_SAYS)]
    return of_qt[0] if of_qt else lines[-1] if lines else ""


def _places() -> Iterator[Finding]:
    log = log_path(sys.platform, os.environ, Path.home())
    yield _writable(tr("files"), tr("log file"), log)


def _defaults() -> Iterator[Finding]:
    """The files of defaults, and what is in force and where from."""
    group = tr("defaults")
    users, folder = user_file(sys.platform, os.environ, Path.home()), Path.cwd()
    project = project_file(folder)
    there = _short(users)
    if not users.is_file():
        there = tr("{file}, not there").format(file=there)
    yield Finding(group, tr("your file"), there)
    yield Finding(group, tr("project's file"), tr("none") if project is None else _short(project))
    try:
        for default in in_force(os.environ, folder, users).values():
            check_value(default)
            words = tr("{value}, of {where}")
            said = words.format(value=default.text, where=_short(default.where))
            yield Finding(group, default.key.name, said)
    except GpuvizError as error:
        yield Finding(group, tr("problem"), _short(str(error)), "note")


def _environment() -> Iterator[Finding]:
    group = tr("environment")
    words = tr("{encoding}, files {of_files}")
    said = words.format(encoding=sys.stdout.encoding, of_files=locale.getencoding())
    yield Finding(group, tr("output"), said)
    for name in sorted(os.environ):
        if name.startswith(HEARD):
            yield Finding(group, name, _short(os.environ[name]))


def _writable(group: str, name: str, path: Path) -> Finding:
    """Whether that file can be there: it, or the nearest folder above that exists, is writable."""
    place = path
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    if os.access(place, os.W_OK):
        return Finding(group, name, _short(path))
    advice = tr("What is chosen is lost at the end: see whose folder that is.")
    words = tr("{file} cannot be written").format(file=_short(path))
    return Finding(group, name, words, "note", advice)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _short(text: Path | str) -> str:
    """With ~ for the home folder: whose machine it is need not stand in a report."""
    home = str(Path.home())
    return str(text).replace(home, "~") if len(home) > 1 else str(text)
