"""The script that runs the twins in CUDA C on a GPU, with programs that take nvcc's place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.gpu import c_twins

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")

NVCC = """#!/bin/sh
while [ $# -gt 1 ]; do case $1 in -o) made=$2;; esac; shift; done
said="$(basename $made): {verdict} max error 2e-07 kernel 0.125 ms"
printf '#!/bin/sh\\necho "%s"\\n' "$said" > $made
chmod +x $made
"""
SANITIZER = """#!/bin/sh
echo "========= Invalid __shared__ read of size 4 bytes"
echo "========= ERROR SUMMARY: {count} errors"
"""


def stand_in(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text)
    file.chmod(0o755)
    return str(file)


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_program_tells_its_error_and_its_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nvcc = stand_in(tmp_path, "nvcc", NVCC.format(verdict="PASSED"))

    assert c_twins.main(["vector_add", "saxpy", "broken_dot", "--nvcc", nvcc]) == 0

    right = {"passed": True, "max_error": 2e-07, "kernel_ms": 0.125}
    assert told(capsys) == [{"name": "saxpy", **right}, {"name": "vector_add", **right}]


def test_a_wrong_result_and_a_program_that_cannot_be_made_are_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = stand_in(tmp_path, "wrong", NVCC.format(verdict="FAILED"))
    none = stand_in(tmp_path, "none", "#!/bin/sh\necho no GPU; exit 1\n")

    assert c_twins.main(["saxpy", "--nvcc", wrong]) == 1
    assert c_twins.main(["saxpy", "--nvcc", none]) == 1

    problems = [row["problem"] for row in told(capsys)]
    assert problems == ["the result is wrong", "nvcc: no GPU\n"]


@pytest.mark.parametrize(("count", "code"), [(3, 0), (0, 1)])
def test_a_broken_kernel_is_run_by_the_tool_for_its_mistake(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    code: int,
) -> None:
    nvcc = stand_in(tmp_path, "nvcc", NVCC.format(verdict="FAILED"))
    stand_in(tmp_path, "compute-sanitizer", SANITIZER.format(count=count))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    assert c_twins.main(["--broken", "broken_slope", "broken_votes", "--nvcc", nvcc]) == code

    slope, votes = told(capsys)
    assert (slope["tool"], slope["found"]) == ("memcheck", count)
    assert slope["first"] == "Invalid __shared__ read of size 4 bytes"
    assert votes == {"name": "broken_votes", "tool": "none"}


def test_each_broken_twin_has_a_tool_or_is_said_to_have_none() -> None:
    broken = {path.stem for path in c_twins.chosen_twins((), is_broken=True)}

    assert broken == set(c_twins.TOOLS)
