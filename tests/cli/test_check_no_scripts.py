"""`gpuviz check` of files that are no scripts: what they are, and what opens them."""

from __future__ import annotations

from pathlib import Path

import pytest

import gpuviz
from gpuviz.api.no_script import LARGEST_SCRIPT
from gpuviz.cli import main
from gpuviz.messages import RequestRefused

NO_SCRIPTS = {
    "anna.gpuviz-answers": (b'{"damaged', "gpuviz grade "),
    "launch.gpuviz": (b"PK", "gpuviz export "),
    "lecture.ipynb": (b'{"cells": []}', "%%gpuviz"),
    "LECTURE.IPYNB": (b"", "%%gpuviz"),
    "own.md": (b"# A lesson", "if it is a lesson"),
    "own.toml": (b"", "gpuviz devices --file "),
    "notes.txt": (b"x = 1", "Python ends in .py"),
    "picture.png": (b"\x89PNG\r\n", "Python ends in .py"),
    "kernel.cuh": (b"__global__ void k() {}", "CUDA C in .cu"),
    "zeros.py": (b"\0" * 100, "null bytes"),
    "zeros": (b"\0" * 100, "null bytes"),
    "zeros.cu": (b"\0" * 100, "null bytes"),
    "powershell.py": ("x = 1\n".encode("utf-16"), "save it as UTF-8"),
    "powershell.cu": ("__global__ void k() {}\n".encode("utf-16"), "save it as UTF-8"),
    "large.py": (b"x = 1\n" * (LARGEST_SCRIPT // 6 + 1), "larger than 16 MB"),
}


@pytest.mark.parametrize(("name", "content", "told"), [(n, *c) for n, c in NO_SCRIPTS.items()])
def test_a_file_that_is_no_script_is_told_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, content: bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    code = main(["check", str(path)])

    out, err = capfd.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"gpuviz: {path} ")
    assert told in err


@pytest.mark.parametrize(
    ("name", "told"), [("anna.gpuviz-answers", "gpuviz grade "), ("lecture.ipynb", "%%gpuviz")]
)
def test_a_file_that_no_window_opens_is_told_with_what_opens_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    (tmp_path / name).write_text("{}")

    assert main([str(tmp_path / name)]) == 2

    assert told in capfd.readouterr().err


def test_a_script_from_python_is_asked_the_same(tmp_path: Path) -> None:
    (tmp_path / "anna.gpuviz-answers").write_text("{}")

    with pytest.raises(RequestRefused, match="is a file of answers and no script"):
        gpuviz.check(tmp_path / "anna.gpuviz-answers")
    with pytest.raises(RequestRefused, match="is a folder"):
        gpuviz.check(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["typo.py", "typo"])
def test_a_script_that_python_cannot_read_is_told_as_python_does(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / name).write_text('print("hi"\n')

    code = main(["check", str(tmp_path / name)])

    assert code == 2
    assert capfd.readouterr().err.endswith("SyntaxError: '(' was never closed\n")
