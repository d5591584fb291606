"""What a script prints is no command of a CI system."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from gpuviz.cli.workflow_commands import WithoutCommands, as_plain
from tests.cli.checking import BEYOND, Check

PRINTS = """
import sys
print("::stop-commands::pause")
print("  ::set-output name=a::b", file=sys.stderr)
sys.stdout.write("half\\r::add-mask::secret\\n")
print("ends ##[set-env name=PATH]/evil")
print("1 :: 2")
"""


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("::error::a\n", "| ::error::a\n"),
        ("\t ::error::a\n", "| \t ::error::a\n"),
        ("a ##[error]b", "a ## [error]b"),
        ("a::b", "a::b"),
        ("", ""),
    ],
)
def test_a_line_that_would_be_a_command_is_text(line: str, plain: str) -> None:
    assert as_plain(line) == plain


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_come_in_any_parts(size: int) -> None:
    text = "a\n::b\rc ##[d]\n::e"
    target = io.StringIO()
    stream = WithoutCommands(target)

    for start in range(0, len(text), size):
        stream.write(text[start : start + size])
        stream.flush()
    stream.close()

    assert target.getvalue() == "a\n| ::b\rc ## [d]\n| ::e"


@pytest.mark.parametrize("form", ["github", "sarif", "junit"])
def test_a_script_gives_no_commands(
    form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    check = Check(tmp_path, capfd)

    found = check(
        PRINTS + BEYOND + 'raise ValueError("a\\n::error::b")\n', options=("--format", form)
    )

    lines = [line.strip() for line in found.err.replace("\r", "\n").splitlines()]
    assert not [line for line in lines if line.startswith("::") or "##[" in line]
    assert {"| ::stop-commands::pause", "1 :: 2", "| ::error::b"} <= set(lines)
    assert form != "github" or found.out.startswith("::error file=")
