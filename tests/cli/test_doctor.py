"""`gpuviz doctor`: what is here, and whether gpuviz can work with it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import gpuviz
from gpuviz.cli import doctor, main


def findings(capfd: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    """What the command says by name, as JSON."""
    main(["doctor", "--json"])
    said = json.loads(capfd.readouterr().out)["findings"]
    return {one["name"]: one for one in said}


@pytest.mark.slow
def test_a_machine_that_has_everything_is_well(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    code = main(["doctor"])

    said = capfd.readouterr().out
    assert code == 0
    assert "PROBLEM" not in said
    for words in (gpuviz.__version__, "platform offscreen", "QT_QPA_PLATFORM", "gpuviz.log"):
        assert words in said


def test_a_screen_that_qt_cannot_open_is_a_problem_with_a_way_out(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")

    code = main(["doctor"])

    said = capfd.readouterr().out
    assert code == 2
    assert 'PROBLEM: Could not find the Qt platform plugin "no-such-platform"' in said
    assert "QT_QPA_PLATFORM=offscreen" in said


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        (subprocess.TimeoutExpired("python", 60), "did not answer within 60 s"),
        (PermissionError(13, "Permission denied"), "could not be started (Permission denied)"),
    ],
)
def test_a_process_that_tells_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, failing: Exception, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise failing

    monkeypatch.setattr(subprocess, "run", fail)

    assert doctor.qt_here() == words


@pytest.mark.slow
def test_a_package_that_is_missing_is_named_with_its_command(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(doctor, "NEEDED", ("no-such-package",))

    found = findings(capfd)["no-such-package"]

    assert (found["verdict"], found["advice"]) == ("problem", "pip install no-such-package")


@pytest.mark.slow
def test_the_home_folder_does_not_stand_in_a_report(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "ada"
    home.mkdir()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))

    main(["doctor"])

    said = capfd.readouterr().out
    assert str(home) not in said
    assert "~" in said
