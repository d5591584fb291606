"""Whether a window can open: one line says what to install or to set."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.cli import desktop, main
from gpuviz.cli.desktop import check_display, missing_library
from gpuviz.messages import RequestRefused

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems always have a display"
)


@linux_only
@pytest.mark.parametrize("environ", [{}, {"QT_QPA_PLATFORM": "xcb"}, {"DISPLAY": ""}])
def test_without_a_display_it_is_said_what_to_set(environ: dict[str, str]) -> None:
    with pytest.raises(RequestRefused, match="QT_QPA_PLATFORM=offscreen"):
        check_display(environ)


@linux_only
def test_a_wayland_session_that_is_gone_counts_as_none(tmp_path: Path) -> None:
    environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}

    with pytest.raises(RequestRefused, match="no display"):
        check_display(environ)
    (tmp_path / "wayland-0").touch()
    check_display(environ)


@linux_only
def test_a_platform_that_qt_does_not_have_is_refused_with_those_it_has() -> None:
    pytest.importorskip("PySide6")

    with pytest.raises(RequestRefused, match="offscreen"):
        check_display({"QT_QPA_PLATFORM": "nonsense"})


@linux_only
@pytest.mark.parametrize("platform", ["offscreen", "minimal", "offscreen:size=10x10"])
def test_a_platform_without_a_display_needs_none(platform: str) -> None:
    check_display({"QT_QPA_PLATFORM": platform})


@linux_only
def test_a_display_that_nobody_serves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PySide6")
    monkeypatch.setattr(desktop, "_load_plugin", lambda name: None)

    with pytest.raises(RequestRefused, match=r"':987' cannot be reached|libxcb"):
        check_display({"DISPLAY": ":987"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("libEGL.so.1: cannot open shared object file: No such file or directory", "libegl1"),
        ("libxkbcommon.so.0: cannot open shared object file", "libxkbcommon0"),
        ("/x/libqxcb.so: libxcb-cursor.so.0: cannot open shared", "libxcb-cursor0"),
        ("libunheard-of.so.3: cannot open shared object file", "libunheard-of.so.3"),
        ("No module named 'PySide6'", "PySide6"),
    ],
)
def test_a_missing_library_is_named_with_its_package(text: str, words: str) -> None:
    assert words in str(missing_library(text))


@linux_only
def test_the_window_command_says_it_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    assert main([]) == 2

    printed = capsys.readouterr().err
    assert "no display" in printed
    assert printed.count("\n") == 1


WITHOUT_QT = """
import sys
class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, NoQt())
from gpuviz.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["devices"],
        ["devices", "t4"],
        ["run", "vector_add", "--size", "64", "--no-cpu"],
        ["sweep", "vector_add", "--sizes", "16:32"],
        ["devices", "--operation", "vector_add", "--size", "64"],
    ],
)
def test_what_opens_no_window_needs_no_qt(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, *words], capture_output=True, text=True
    )

    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
