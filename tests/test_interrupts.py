"""Ctrl+C on the command line: exit code 130 and silence, wherever it strikes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent on POSIX only")

PRESS = "import os, signal; os.kill(os.getpid(), signal.SIGINT)\n"
START = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
MAIN = START + "import sys; from gpuviz.__main__ import main; sys.argv[1:] = {words}; "


def run(text: str, folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "at",
    [
        pytest.param("gpuviz.launch", id="while what many commands need is imported"),
        pytest.param("gpuviz.cli", id="while the command line is imported"),
        pytest.param("gpuviz.cli.show_list", id="while a command is imported"),
    ],
)
def test_in_the_middle_of_an_import(at: str, tmp_path: Path) -> None:
    pressing = f"""
import sys
class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == {at!r}:
            {PRESS}
sys.meta_path.insert(0, Pressing())
"""

    assert run(pressing + MAIN.format(words=["list"]) + "sys.exit(main())", tmp_path) == (130, "")


def test_while_a_command_runs_what_it_began_is_undone(tmp_path: Path) -> None:
    text = f"""
import gpuviz.cli.show_list as command
from gpuviz.atomic_file import whole_file
from pathlib import Path
def run(arguments):
    with whole_file(Path("new.txt")) as part:
        part.write_text("half")
        {PRESS}
command.run = run
"""

    assert run(text + MAIN.format(words=["list"]) + "sys.exit(main())", tmp_path) == (130, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_below_qt_the_process_ends_at_once_and_leaves_no_part_of_a_file(tmp_path: Path) -> None:
    text = f"""
import sys
import gpuviz.cli.show_list as command
from gpuviz.atomic_file import whole_file
from pathlib import Path
def run(arguments):
    import PySide6.QtCore
    try:
        with whole_file(Path("new.txt")) as part:
            part.write_text("half")
            {PRESS}
    except KeyboardInterrupt:
        print("raised into Qt", file=sys.stderr)
command.run = run
"""

    assert run(text + MAIN.format(words=["list"]) + "sys.exit(main())", tmp_path) == (130, "")
    assert list(tmp_path.iterdir()) == []


def test_what_goes_wrong_because_of_it_is_not_told(tmp_path: Path) -> None:
    text = f"""
import gpuviz.cli.show_list as command
def run(arguments):
    try:
        {PRESS}
    except KeyboardInterrupt:
        raise ImportError("somebody's module was cut off") from None
command.run = run
"""

    assert run(text + MAIN.format(words=["list"]) + "sys.exit(main())", tmp_path) == (130, "")


def test_pressed_again_it_waits_for_nothing(tmp_path: Path) -> None:
    text = f"""
import gpuviz.cli.show_list as command
def run(arguments):
    try:
        {PRESS}
    except KeyboardInterrupt:
        {PRESS}
        while True: pass
command.run = run
"""

    assert run(text + MAIN.format(words=["list"]) + "sys.exit(main())", tmp_path) == (130, "")


def test_while_python_ends(tmp_path: Path) -> None:
    ending = "import atexit; main(); atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))"

    text = "import os\n" + MAIN.format(words=["--version"]) + ending
    assert run(text, tmp_path) == (130, "")


def test_where_it_is_ignored_it_stays_so(tmp_path: Path) -> None:
    ignored = MAIN.format(words=["--version"]).replace(
        "signal.default_int_handler", "signal.SIG_IGN"
    )

    assert run(f"{ignored}\n{PRESS}\nsys.exit(main())", tmp_path) == (0, "")
