"""`gpuviz source`: what it prints of each level."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.cli import source as command
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.messages import Message
from gpuviz.operation import find_operation

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm',
)


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled code is kept for these tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(tmp_path_factory.mktemp("cache")))
        yield


def test_python_is_the_file_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["source", "saxpy"]) == 0

    assert capsys.readouterr().out.strip() == find_operation("saxpy").source.strip()


def test_cuda_is_a_program_without_ties(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["source", "saxpy", "--level", "cuda"]) == 0

    text = capsys.readouterr().out
    assert "        y[i] = alpha * x[i] + y[i];" in text
    assert "int main()" in text
    assert "// <-" not in text


def test_json_names_the_lines_of_the_other_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["source", "saxpy", "--level", "cuda", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    source = find_operation("saxpy").source.splitlines()
    (line,) = (one for one in told["lines"] if one["text"].startswith("        y[i] ="))
    assert [source[n - 1].strip() for n in line["python_lines"]] == ["y[i] = alpha * x[i] + y[i]"]
    assert told["of"] == "cuda"
    assert told["registers"] is None


@needs_a_compiler
@pytest.mark.parametrize("language", ["python", "cuda"])
def test_machine_code_stands_behind_its_line_and_unit(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    options = ["--level", "sass", "--of", language, "--device", "h100_sxm"]
    assert main(["source", "saxpy", *options]) == 0

    head, counts, *rows = capsys.readouterr().out.splitlines()
    of = "CUDA C" if language == "cuda" else "Python"
    assert head == f"// saxpy, of {of}, for compute capability 9.0"
    assert "registers a thread; instructions: " in counts
    assert any(row.split()[1:3] == ["memory", "STG.E"] for row in rows)


def test_without_a_compiler_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    why = Message("levels.no-compiler", "PTX and SASS need {what}.", {"what": "a compiler"})
    monkeypatch.setattr(command, "refusal", lambda info: why)

    assert main(["source", "saxpy", "--level", "ptx"]) == 2

    assert capsys.readouterr().err.splitlines() == ["gpuviz: PTX and SASS need a compiler."]


def test_a_file_without_a_twin_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(find_operation("saxpy").source)

    assert main(["source", str(file), "--level", "cuda"]) == 2

    assert "mine.py has no twin in CUDA C" in capsys.readouterr().err
