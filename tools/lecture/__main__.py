"""`python -m tools.lecture --out DIR`: the lecture given on screens of projectors, step by step.

Saves a picture of each step as the hall sees it and prints a table of the smallest letters. Each
screen is a process of its own, with Qt's offscreen platform: nothing is shown.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SIZES = ("1920x1080", "1280x720")
LANGUAGES = ("en", "zh_CN")
THEMES = ("dark", "light")


def main(arguments: Sequence[str] | None = None) -> int:
    """0, or 1 where a screen failed."""
    given = _parser().parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    if given.one:
        give(given.size[0], given.language, given.theme, given.out)
        return 0
    failed = 0
    for size in given.size or SIZES:
        command = [sys.executable, "-m", "tools.lecture", "--one", "--size", size]
        command += ["--out", str(given.out), "--language", given.language, "--theme", given.theme]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        failed += subprocess.run(command, env=environment, check=False).returncode != 0
    return int(failed > 0)


def give(size: str, language: str, theme: str, out: Path) -> None:
    """One lecture in this process."""
    from PySide6.QtWidgets import QApplication

    from gpuviz.scene.theme import THEMES as LOOKS
    from gpuviz.ui.languages import speak
    from gpuviz.ui.style import apply_fonts, apply_theme
    from tests.ui.instant_workers import EmulatingWorkers
    from tests.ui.lecture import Lecturer
    from tests.ui.painted import smallest
    from tests.ui.windows import shown_window

    app = QApplication(["lecture"])
    speak(app, "zh_CN" if language == "zh_CN" else "en")
    apply_fonts(app)
    apply_theme(app, LOOKS["light" if theme == "light" else "dark"])
    wide, high = map(int, size.split("x"))
    window = shown_window(EmulatingWorkers())
    window.set_theme(LOOKS["light" if theme == "light" else "dark"])
    window.session.launcher.set_cpu_timing(False)
    lecturer = Lecturer(window, (wide, high))
    for number, (step, shown) in enumerate(lecturer.give(), 1):
        found = smallest(shown)
        print(f"{size}  {number:2}  {step.does:48}  {found.px:5.1f} px  {found.text}")
        name = f"{size}-{language}-{theme}-{number:02}"
        shown.grab().save(str(out / f"{name}.png"))
        if shown is not window:
            window.grab().save(str(out / f"{name}-window.png"))
    lecturer.keeper.close_audience()
    window.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.lecture", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--size", action="append", default=[], help="of the screen: 1280x720")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--theme", choices=THEMES, default="dark")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
