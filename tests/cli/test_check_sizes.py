"""`gpuviz check --size NAME=N`: numbers of a file in CUDA C that are chosen instead of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.cli.script_run import sizes_of
from gpuviz.cuda_c.unit import read_unit
from gpuviz.messages import RequestRefused
from gpuviz.operation.c_sizes import smaller_sizes, text_with_sizes

LARGE = """\
#define N (1 << 28)
__global__ void twice(float* a) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < N) a[i] *= 2;
}
int main() {
    float* a;
    cudaMalloc(&a, sizeof(float) * N);
    cudaMemset(a, 0, sizeof(float) * N);
    twice<<<N / 256, 256>>>(a);
}
"""
WIDE = """\
const int WIDTH = 32768, HEIGHT = 32768;
__global__ void clear(float* a, int n) { int i = threadIdx.x; if (i < n) a[i] = 0; }
int main() {
    float* a;
    cudaMalloc(&a, sizeof(float) * WIDTH * HEIGHT);
    clear<<<1, 256>>>(a, WIDTH * HEIGHT);
}
"""


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.cu"
    path.write_text(LARGE)
    return path


@pytest.mark.slow
def test_a_number_that_is_too_large_is_named_with_the_way_to_make_it_smaller(
    large: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(large)]) == 2

    said = capfd.readouterr().err
    assert "N = 268435456 (line 1)" in said
    assert "`gpuviz check --size N=4096 large.cu`" in said
    assert said.endswith("\n// gpuviz: N = 4096\n")


@pytest.mark.slow
def test_a_size_stands_for_the_number_of_the_file(
    large: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(large), "--size", "N=4096", "--json"]) == 0

    [launch] = json.loads(capfd.readouterr().out)["launches"]
    assert launch["grid"] == [16, 1, 1]
    assert launch["line"] == 2


@pytest.mark.slow
def test_a_comment_does_the_same(large: Path, capfd: pytest.CaptureFixture[str]) -> None:
    large.write_text(f"// gpuviz: N = 4096\n{LARGE}")

    assert main(["check", str(large)]) == 0
    assert "grid (16, 1, 1)" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ("M=4", "large.cu has no number M; those that it has: N."),
        ("N", "size 'N' is no name with a whole number"),
        ("N=many", "size 'N=many' is no name with a whole number"),
        ("N=4,", "size '' is no name with a whole number"),
    ],
)
def test_a_size_that_the_file_does_not_have_is_refused(
    size: str, words: str, large: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(large), "--size", size]) == 2
    assert words in capfd.readouterr().err


def test_a_script_in_python_has_arguments_and_no_sizes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "script.py"
    path.write_text("print(1)\n")

    assert main(["check", str(path), "--size", "N=4"]) == 2
    assert "script.py is a script in Python" in capfd.readouterr().err


def test_sizes_come_with_commas_or_one_after_the_other() -> None:
    assert sizes_of(["N=4,M=16", "K=3"]) == {"N": 4, "M": 16, "K": 3}


def test_the_fewest_numbers_that_make_an_array_small_enough_are_named() -> None:
    unit = read_unit(WIDE, "wide.cu")

    assert smaller_sizes(unit, "clear") == {"WIDTH": 1024}


def test_what_a_program_reads_can_be_chosen_too(tmp_path: Path) -> None:
    text = LARGE.replace("#define N (1 << 28)", "").replace("float* a;", "int N; std::cin >> N;")

    assert text_with_sizes(tmp_path / "a.cu", text, {"N": 8}).endswith("// gpuviz: N = 8\n")
    with pytest.raises(RequestRefused, match="has no number M"):
        text_with_sizes(tmp_path / "a.cu", text, {"M": 8})


@pytest.mark.slow
@pytest.mark.parametrize(("size", "code"), [("n=50", 0), ("m=50", 2)])
def test_run_takes_sizes_by_their_names(
    size: str, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    given = ["--size", size, "--engine", "emulator", "--no-cpu", "--json"]

    assert main(["run", "vector_add", *given]) == code

    printed = capfd.readouterr()
    if code:
        assert "vector_add has no size m; its sizes: n." in printed.err
    else:
        assert json.loads(printed.out)["size"] == [50]
