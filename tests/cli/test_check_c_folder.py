"""`gpuviz check FOLDER` finds CUDA C as it finds Python, and tells where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpuviz.places import resource_dir
from tests.cli.checking import DOUBLE, RUN_DOUBLE, Check

HEAD = "// gpuviz: n = 100\n// gpuviz: x = ramp(n)\n// gpuviz: threads = n\n"
RIGHT = f"""{HEAD}__global__ void twice(float* x, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}}
"""
BEYOND = RIGHT.replace("if (i < n) ", "")
UNDECLARED = RIGHT.replace("*= 2", "*= m")
HOST_ONLY = "int helper() { return 1; }\n"


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Check:
    """In a folder of its own, in which files are named."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work").mkdir()
    return Check(tmp_path / "work", capfd)


def written(check: Check, **texts: str) -> None:
    for name, text in texts.items():
        (check.folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_a_folder_is_checked_in_both_languages(check: Check) -> None:
    written(check, a_cu=RIGHT, b_py=DOUBLE + RUN_DOUBLE)

    found = check.run("check", "work")

    assert found.code == 0
    assert "1. twice (a.cu:4)" in found.out
    assert "1. double (b.py" in found.out
    assert "Checked: 2 files." in found.out


OF_TWO = """__global__ void fill(float* x) { x[threadIdx.x] = 1; }
__global__ void halve(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] /= 2;
}
int main(int argc, char** argv) {
    int n = atoi(argv[1]);
    float *x, *y;
    cudaMalloc(&x, 16 * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    fill<<<1, 16>>>(x);
    halve<<<(n + 31) / 32, 32>>>(y, n);
}
"""


def test_a_kernel_whose_launch_is_not_known_is_said_to_be_unchecked(check: Check) -> None:
    written(check, a_cu=OF_TWO)

    found = check.run("check", "work/a.cu")

    assert found.code == 0
    assert "1. fill (a.cu:1)" in found.out
    assert "Note: halve was not launched, and is not checked: " in found.out


@pytest.mark.slow
def test_a_hazard_in_c_makes_the_folder_wrong(check: Check) -> None:
    written(check, a_cu=BEYOND, b_cu=RIGHT)

    found = check.run("check", "work")

    assert found.code == 1
    assert "Wrong: work/a.cu." in found.out.replace("\\", "/")


def test_a_file_without_a_kernel_is_a_note_in_a_folder_and_no_fault(check: Check) -> None:
    written(check, a_cu=RIGHT, b_cu=HOST_ONLY)

    assert check.run("check", "work").code == 0
    found = check.run("check", "work/b.cu")

    assert found.code == 2
    assert "b.cu has no kernel" in found.err


@pytest.mark.slow
def test_every_launch_of_the_twin_of_a_pipeline_is_checked(check: Check) -> None:
    found = check.run("check", str(resource_dir("kernels") / "cuda" / "compact.cu"))

    assert found.code == 0
    assert "1. mark (compact.cu:" in found.out
    assert "5. scatter (compact.cu:" in found.out
    assert "looks at afterwards" not in found.out


@pytest.mark.slow
@pytest.mark.parametrize("form", ["sarif", "github", "junit"])
def test_each_format_names_line_and_column_of_what_cannot_be_read(check: Check, form: str) -> None:
    written(check, a_cu=UNDECLARED)

    found = check.run("check", "work", "--format", form)

    assert found.code == 2
    if form == "sarif":
        [result] = json.loads(found.out)["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "work/a.cu"
        assert place["region"] == {"startLine": 6, "startColumn": 24}
    elif form == "github":
        assert "::error file=work/a.cu,line=6,col=24," in found.out
    else:
        assert "a.cu:6:24: m is not declared" in found.out


def test_each_format_names_the_line_of_a_hazard_in_c(check: Check) -> None:
    written(check, a_cu=BEYOND)

    found = check.run("check", "work", "--format", "github")

    assert "::error file=work/a.cu,line=6,title=gpuviz%3A out of bounds" in found.out


@pytest.mark.slow
def test_a_repair_in_c_is_tried_and_shown(check: Check) -> None:
    written(check, a_cu=BEYOND)

    found = check.run("check", "--repair", "work/a.cu")

    assert found.code == 1
    assert "repair: Guard line 6: if i < n." in found.out
    assert "+    if (i < n)" in found.out
