"""What `gpuviz doctor` says on other systems."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from gpuviz.cli import doctor, main

QT = {
    "versions": "PySide6 6, Qt 6",
    "platform": "windows",
    "screens": ["1920 x 1080 at 1.5"],
    "fonts": 200,
    "fixed_font": "Courier New",
    "chinese_font": None,
    "settings": "/nowhere/gpuviz/settings.json",
    "kernels": "/nowhere/gpuviz/scratch",
}


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Qt answers as on another system; no worker is started to look for a GPU."""
    asked: list[dict[str, Any]] = []

    def run(command: list[str], **popen: Any) -> SimpleNamespace:
        asked.append(popen)
        return SimpleNamespace(returncode=0, stdout=f"{json.dumps(QT)}\n", stderr="")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(doctor, "_gpu", lambda: iter(()))
    return asked


@pytest.mark.parametrize(
    ("system", "named", "words"),
    [
        ("win32", "Windows-11-10.0.26100", ("Time and language", "gpuviz.log")),
        ("darwin", "macOS-15.1-arm64", ("Font Book", "Library")),
        ("linux", "Linux-6.1", ("apt install fonts-noto-cjk", "gpuviz.log")),
    ],
)
def test_advice_is_for_the_system_that_it_is_given_on(
    system: str,
    named: str,
    words: tuple[str, ...],
    no_processes: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(platform, "platform", lambda: named)
    monkeypatch.setattr(sys, "platform", system)

    code = doctor.run(SimpleNamespace(json=False))  # type: ignore[arg-type]

    said = capsys.readouterr().out
    assert code == 0
    for one in (named, *words, "1920 x 1080 at 1.5"):
        assert one in said
    assert ("apt install" in said) == (system == "linux")


def test_on_windows_no_console_opens_for_qt(
    no_processes: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    doctor.qt_here()

    assert no_processes[0]["creationflags"] == 0x08000000


def test_a_bundle_tells_that_it_is_one_and_names_gpuviz_for_python(
    no_processes: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(doctor, "OPTIONAL", {"no-such-package": doctor.Optional("video", "films")})

    main(["doctor"])

    said = capsys.readouterr().out
    assert "(a bundle, which takes no packages)" in said
    assert 'pip install "gpuviz[video]"' in said
