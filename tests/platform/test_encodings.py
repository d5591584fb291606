"""Consoles and pipes that cannot show every character: cp1252 and cp936 of Windows, and C."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

SCRIPT = """
import numpy as np
from numba import cuda

@cuda.jit
def 加倍(x):
    x[cuda.grid(1)] *= 2

x = np.ones(40, np.float32)
加倍[2, 32](x)
print("结果: é", x.sum())
"""
CONSOLES: Mapping[str, dict[str, str]] = {
    "cp1252": {"PYTHONIOENCODING": "cp1252:strict"},
    "cp936": {"PYTHONIOENCODING": "cp936:strict"},
    "C": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
}
COMMANDS = (
    ("--help",),
    ("list",),
    ("list", "matmul_tiled", "--language", "zh_CN"),
    ("run", "vector_add", "--size", "100", "--no-cpu"),
    ("check", "结果.py"),
    ("check", "没有.py"),
    ("devices",),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("文件夹 é")
    (made / "结果.py").write_text(SCRIPT, encoding="utf-8")
    return made


def ran(folder: Path, console: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **CONSOLES[console], "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "gpuviz", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join(words) for words in COMMANDS])
@pytest.mark.parametrize("console", CONSOLES)
def test_no_console_makes_a_command_fail(
    console: str, words: tuple[str, ...], folder: Path
) -> None:
    here = ran(folder, console, *words)

    assert here.returncode == (1 if "结果.py" in words else 2 if "没有.py" in words else 0)
    assert b"Unicode" not in here.stderr
    assert b"itself failed" not in here.stderr


def test_a_console_of_windows_shows_what_it_can(folder: Path) -> None:
    here = ran(folder, "cp1252", "check", "没有.py")

    assert here.returncode == 2
    assert b"There is no file ??.py" in here.stderr


@pytest.mark.slow
@pytest.mark.parametrize("console", CONSOLES)
def test_other_programs_get_utf_8_whatever_the_console_shows(console: str, folder: Path) -> None:
    junit = ran(folder, console, "check", "结果.py", "--format", "junit").stdout
    sarif = ran(folder, console, "check", "结果.py", "--format", "sarif").stdout
    github = ran(folder, console, "check", "结果.py", "--format", "github").stdout
    report = json.loads(ran(folder, console, "check", "结果.py", "--json").stdout)

    kernel = report["launches"][0]["kernel"]
    case = ElementTree.fromstring(junit).find(".//testcase")
    assert case is not None
    assert kernel == "加倍"
    assert f"1. {kernel} " in case.attrib["name"]
    place = json.loads(sarif)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "%E7%BB%93%E6%9E%9C.py"
    if console != "C":  # where Python itself has no characters for the name of the file
        assert "file=结果.py," in github.decode("utf-8")
