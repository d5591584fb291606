"""Kernel files are read without running them, and what is wrong with them is said by line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation import (
    GROUPS,
    Expression,
    OperationInfo,
    correct_operations,
    describe,
    find_operation,
    gallery_problems,
    list_operations,
)
from gpuviz.places import resource_dir
from tests.operation.sources import SMALLEST, words_of

TWIN = "\n\ndef numpy_twin({}):\n    pass\n"


def written(folder: Path, source: str | bytes, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return path


def changed(old: str, new: str) -> str:
    assert SMALLEST.count(old) == 1, old
    return SMALLEST.replace(old, new)


def refusal_of(path: Path) -> RequestRefused:
    with pytest.raises(RequestRefused) as caught:
        describe(path)
    return caught.value


# The gallery


def test_the_gallery_stands_in_teaching_order_and_without_a_problem() -> None:
    names = [info.name for info in list_operations()]

    assert gallery_problems() == ()
    assert names[:3] == ["vector_add", "saxpy", "matrix_add"]
    taught = [name for group in GROUPS for name in group.names]
    assert names == [name for name in taught if name in names]


def test_the_kernels_that_are_wrong_on_purpose_stand_last() -> None:
    broken = [info.is_broken for info in list_operations()]

    assert broken == sorted(broken)
    assert correct_operations() == tuple(
        i for i in list_operations() if not i.is_broken and not i.is_pipeline
    )


@pytest.mark.parametrize(
    ("name", "size", "block", "grid", "flops", "moved"),
    [
        ("vector_add", (1000,), (256,), (4, 1, 1), 1000, 12000),
        ("vector_add", (1024,), (256,), (4, 1, 1), 1024, 12288),
        ("vector_add", (1,), (1024,), (1, 1, 1), 1, 12),
        ("saxpy", (4001,), (256,), (4, 1, 1), 8002, 48012),
        ("matrix_add", (36, 96), (32, 8), (3, 5, 1), 3456, 41472),
        ("matmul_naive", (100, 70, 50), (16, 16), (5, 7, 1), 700000, 62000),
        ("matmul_tiled", (64,), (16, 16), (4, 4, 1), 524288, 49152),
        ("matmul_register_tiled", (256, 130, 3), (16, 16), (2, 2, 1), 199680, 137752),
        ("neural_layer", (1, 10, 20), (32, 8), (1, 1, 1), 440, 960),
        ("sum_atomic", (1000,), (256,), (4, 1, 1), 1000, 4008),
        ("copy_strided", (1000, 3), (256,), (4, 1, 1), 0, 8000),
        ("transpose_tiled", (33, 65), (32, 32), (3, 2, 1), 0, 17160),
    ],
)
def test_grid_operations_and_bytes_follow_from_the_size(
    name: str, size: tuple[int, ...], block: tuple[int, ...], grid: Dim3, flops: int, moved: int
) -> None:
    info = find_operation(name)

    assert info.grid(size, Dim3(*block)) == grid
    assert (info.flop_count(size), info.byte_count(size)) == (flops, moved)


def test_an_operation_is_described_by_its_docstring_and_its_kernel() -> None:
    info = find_operation("vector_add")

    lines = info.source.splitlines()

    assert (info.title, info.kernel, info.outputs) == ("Vector add", "vector_add", ("c",))
    assert info.summary == "c = a + b, one thread for each element."
    assert info.parameters == ("a", "b", "c")
    assert lines[info.kernel_line - 1] == "@cuda.jit"
    assert lines[info.kernel_end_line - 1].strip() == "c[i] = a[i] + b[i]"
    assert info.twins == ("numpy_twin", "one_thread", "all_threads")


def test_an_operation_travels_between_processes_and_serves_as_a_key() -> None:
    info = find_operation("matmul_tiled")

    copied = pickle.loads(pickle.dumps(info))

    assert copied == info
    assert {copied: 1}[info] == 1


def test_a_gallery_file_that_is_broken_is_left_out_and_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, SMALLEST, "zebra.py")
    written(tmp_path, SMALLEST, "vector_add.py")
    written(tmp_path, "def f(:", "broken.py")
    monkeypatch.setattr("gpuviz.operation.gallery.resource_dir", lambda name: tmp_path)

    names = [info.name for info in list_operations()]

    assert names == ["vector_add", "zebra"]
    assert [str(problem.place) for problem in gallery_problems()] == [
        f"{tmp_path / 'broken.py'}:1:7"
    ]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("vectoradd", "vector_add"),
        ("matmul_tield", "matmul_tiled"),
        ("Sigmoid", "sigmoid"),
        ("neural", "neural_layer"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_one(asked: str, nearest: str) -> None:
    with pytest.raises(RequestRefused) as caught:
        find_operation(asked)

    assert f"did you mean {nearest}?" in caught.value.message.text


@pytest.mark.parametrize("asked", ["", "quicksort!", "{}"])
def test_a_name_like_no_other_is_answered_with_the_list(asked: str) -> None:
    with pytest.raises(RequestRefused, match="gpuviz list"):
        find_operation(asked)


def test_a_file_of_the_users_own_is_found_by_its_path(tmp_path: Path) -> None:
    path = written(tmp_path, SMALLEST)

    assert find_operation(path) == find_operation(str(path)) == describe(path)


# A file of the user's own


def test_the_smallest_file_needs_no_more_than_a_kernel_sizes_threads_and_inputs(
    tmp_path: Path,
) -> None:
    info = describe(written(tmp_path, SMALLEST))

    assert (info.name, info.title, info.default_size) == ("mine", "Square", (1000,))
    assert info.default_block == Dim3(256)
    assert info.outputs == ("y",)
    assert (info.flop_count([5]), info.byte_count([5]), info.max_block) == (None, None, None)
    assert (info.tolerance, info.twins) == (1e-5, ())


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ('("n",)', '("n")', "threads", (Expression("n"),)),
        ('("n",)', "(n_threads,)\nn_threads = 64", "threads", (Expression("64"),)),
        ('("n",)', '("n", "n // 2")', "default_block", Dim3(16, 16)),
        ('("n",)', '["n", 2, 1]', "default_block", Dim3(8, 8, 4)),
        ('("n",)', '("n",)\nTILE = 8\nBLOCK = (TILE, TILE)', "default_block", Dim3(8, 8)),
        ('("n",)', '("n",)\nBLOCK = 64', "default_block", Dim3(64)),
        ('("n",)', '("n",)\nMAX_BLOCK = (16, 8)', "max_block", Dim3(16, 8)),
        ('("n",)', '("n",)\nTOLERANCE: float = 0.5', "tolerance", 0.5),
        ('("n",)', '("n",)\nOUTPUTS = "x"', "outputs", ("x",)),
        ("y[i] = x[i] * x[i]", "cuda.atomic.add(x, i, 1)", "outputs", ("x",)),
        ("y[i] = x[i] * x[i]", "x[i] += 1; y[i] = 0", "outputs", ("x", "y")),
        ("@cuda.jit", "@numba.cuda.jit(fastmath=True)", "kernel", "square"),
        ("@cuda.jit", "@cuda.jit(device=True)\ndef f(v): ...\n@cuda.jit", "kernel", "square"),
        ('"""Square: y = x * x."""', '"""Only words"""', "title", "mine"),
        ('"""Square: y = x * x."""', '"""Only words"""', "summary", "Only words"),
        ('"""Square: y = x * x."""', "", "title", "mine"),
        ('"""Square: y = x * x."""', '"""A \\d: b."""', "title", "A \\d"),
    ],
)
def test_what_a_file_says_or_leaves_out_is_understood(
    tmp_path: Path, old: str, new: str, field: str, value: object
) -> None:
    info = describe(written(tmp_path, changed(old, new)))

    assert getattr(info, field) == value


BAD_FILES = [
    ("SIZES =", "SIZE =", "no-sizes", 1, 'SIZES = {"n": 1000}'),
    ('{"n": 1000}', "dict(n=1000)", "not-literal", 5, 'SIZES = {"n": 1000}'),
    ('{"n": 1000}', '{"n": 10**3}', "not-literal", 5, "without running"),
    ('{"n": 1000}', "{1: 1000}", "not-literal", 5, "SIZES"),
    ('{"n": 1000}', '{"n": 0}', "bad-sizes", 5, "1 or more"),
    ('{"n": 1000}', '{"n": True}', "bad-sizes", 5, "1 or more"),
    ('{"n": 1000}', "{}", "bad-sizes", 5, "1 or more"),
    ('{"n": 1000}', "1000", "bad-sizes", 5, "1 or more"),
    ("THREADS", "THREAD", "no-threads", 1, 'THREADS = ("n",)'),
    ('("n",)', "()", "no-threads", 6, "x, y and z"),
    ('("n",)', '("n", 1, 1, 1)', "no-threads", 6, "x, y and z"),
    ('("n",)', '("m",)', "bad-expression", 6, "'m' is not a size; the sizes are n"),
    ('("n",)', '("n / 2",)', "bad-expression", 6, "'n / 2' is not allowed"),
    ('("n",)', "(2.5,)", "bad-expression", 6, "'2.5' is not allowed"),
    ('("n",)', '("n",)\nBLOCK = (0,)', "bad-block", 7, "BLOCK has to be"),
    ('("n",)', '("n",)\nBLOCK = (1, 2, 3, 4)', "bad-block", 7, "one to three"),
    ('("n",)', '("n",)\nBLOCK = ()', "bad-block", 7, "one to three"),
    ('("n",)', '("n",)\nBLOCK = ("16", 16)', "bad-block", 7, "whole numbers"),
    ('("n",)', '("n",)\nMAX_BLOCK = 1.5', "bad-block", 7, "MAX_BLOCK has to be"),
    ('("n",)', '("n",)\nBLOCK = (SIDE,)', "not-literal", 7, "BLOCK = (256,)"),
    ('("n",)', '("n",)\nOUTPUTS = ("z",)', "unknown-output", 7, "'z'"),
    ('("n",)', '("n",)\nOUTPUTS = ()', "no-outputs", 7, "square"),
    ("y[i] = x[i] * x[i]", "other(y)", "no-outputs", 10, "which parameters square writes"),
    ('("n",)', '("n",)\nFLOPS = "n ** 2"', "bad-expression", 7, "'n ** 2' is not allowed"),
    ('("n",)', '("n",)\nBYTES = "4 *"', "bad-expression", 7, "it is not an expression"),
    ('("n",)', '("n",)\nTOLERANCE = -1', "bad-tolerance", 7, "1e-5"),
    ('("n",)', '("n",)\nTOLERANCE = "small"', "bad-tolerance", 7, "1e-5"),
    ("@cuda.jit", "@njit", "no-kernel", 1, "put @cuda.jit above"),
    ("@cuda.jit", "@cuda.jit(device=True)", "no-kernel", 1, "put @cuda.jit above"),
    ("@cuda.jit", "@cuda.jit\ndef one(a): ...\n@cuda.jit", "several-kernels", 12, "one, square"),
    ("square(x, y)", "square(x, *y)", "star-parameters", 10, "square has parameters with a star"),
    ("def inputs", "def input", "no-inputs", 1, "write def inputs(n, seed)"),
    ("inputs(n, seed)", "inputs(n)", "bad-inputs", 16, "write def inputs(n, seed)"),
    ("inputs(n, seed)", "inputs(m, seed)", "bad-inputs", 16, "write def inputs(n, seed)"),
    ("if i < x.size:", "if i < x.size", "syntax", 12, "expected ':'. It reads: if i < x.size"),
    ("def inputs", "return 1\ndef inputs", "syntax", 16, "'return' outside function"),
    ("        y[i]", "    y[i]", "syntax", 13, "indented block"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "code", "line", "words"), BAD_FILES)
def test_what_is_wrong_with_a_file_is_said_with_its_line(
    tmp_path: Path, old: str, new: str, code: str, line: int, words: str
) -> None:
    path = written(tmp_path, changed(old, new))

    error = refusal_of(path)

    assert error.message.code == f"operation.{code}"
    assert words in error.message.text
    assert error.place is not None
    assert (error.place.file, error.place.line) == (str(path), line)


def test_a_twin_with_other_parameters_than_the_kernel_is_refused(tmp_path: Path) -> None:
    error = refusal_of(written(tmp_path, SMALLEST + TWIN.format("x")))

    assert "write def numpy_twin(x, y)" in error.message.text
    assert error.place is not None
    assert error.place.line == 20


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("mine.txt", SMALLEST.encode(), "not-python"),
        ("mine.py", b"# \xff\n", "not-utf8"),
        ("mine.py", b"x = 1\0", "binary"),
        ("mine.py", b"#" * 2**20 + b"#", "too-long"),
    ],
)
def test_a_file_that_is_no_python_text_is_refused(
    tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    path = written(tmp_path, content, name)

    error = refusal_of(path)

    assert error.message.code == f"operation.{code}"


def test_a_file_that_is_nested_too_deeply_for_python_is_refused(tmp_path: Path) -> None:
    error = refusal_of(written(tmp_path, "x = " + "-" * 20000 + "1"))

    assert error.message.code in ("operation.too-deep", "operation.syntax")  # by Python's version


def test_the_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    error = refusal_of(written(tmp_path, b"# fine\n# M\xfcller\n"))

    assert "line 2" in error.message.text
    assert error.place is not None
    assert error.place.line == 2


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    assert describe(written(tmp_path, b"\xef\xbb\xbf" + SMALLEST.encode())).title == "Square"


@pytest.mark.parametrize(
    "name", ["nowhere.py", "folder.py", "no/such/folder.py", "n" * 300 + ".py"]
)
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.py").mkdir()

    error = refusal_of(tmp_path / name)

    assert name in error.message.text
    assert error.message.code in ("operation.missing", "operation.unreadable")


@given(st.text())
def test_no_text_in_a_kernel_file_makes_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.py"
    path.write_text(SMALLEST + text, encoding="utf-8", errors="replace")

    assert words_of(lambda: describe(path).kernel)


PIPELINE = '''"""Two: launches."""
import numpy as np
from numba import cuda
SIZES = {"n": 10, "gpus": 2}
OUTPUTS = ("y",)
DEVICES = "gpus"
SHOW = {"y": "curve"}
@cuda.jit
def one(x):
    x[0] = 1
@cuda.jit
def two(x):
    x[1] = 2
def pipeline(y):
    one[1, 32](y)
    two[1, 32](y)
def inputs(n, gpus, seed):
    return {"y": np.zeros(n, np.float32)}
'''


def test_a_file_with_a_host_function_pipeline_is_one_with_as_many_kernels_as_it_likes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "two.py"
    path.write_text(PIPELINE, encoding="utf-8")

    info = describe(path)

    assert info.is_pipeline
    assert (info.kernel, info.kernel_line, info.kernel_end_line) == ("pipeline", 14, 16)
    assert info.parameters == info.outputs == ("y",)
    assert info.device_count((10, 4)) == 4
    assert info.show == {"y": "curve"}
    assert info.grid((10, 4), Dim3(256)) == Dim3(1, 1, 1)


@pytest.mark.parametrize("show", ['{"z": "curve"}', '{"y": "movie"}', '"y"'])
def test_what_is_shown_has_to_be_a_parameter_and_a_known_way(tmp_path: Path, show: str) -> None:
    path = tmp_path / "two.py"
    path.write_text(PIPELINE.replace('{"y": "curve"}', show), encoding="utf-8")

    with pytest.raises(RequestRefused, match="SHOW has to name parameters"):
        describe(path)


MAZE = PIPELINE.replace('"curve"', '"arrows"') + 'MAZE = ("..G", ".#.")\n'


def read(folder: Path, text: str) -> OperationInfo:
    path = folder / "two.py"
    path.write_text(text, encoding="utf-8")
    return describe(path)


def test_under_arrows_lies_the_maze_of_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, MAZE).maze == ("..G", ".#.")


def test_a_maze_that_the_file_computes_is_its_own_affair(tmp_path: Path) -> None:
    assert read(tmp_path, MAZE.replace('("..G", ".#.")', "tuple(map(str, ()))")).maze == ()


def test_a_maze_means_nothing_where_no_arrows_are_shown(tmp_path: Path) -> None:
    assert read(tmp_path, MAZE.replace('"arrows"', '"curve"').replace(".#.", "?")).maze == ()


@pytest.mark.parametrize("maze", ['("..G", "..")', '("GG",)', '("..x",)', "3", '("", "")'])
def test_a_maze_is_rows_of_one_length_with_one_goal(tmp_path: Path, maze: str) -> None:
    with pytest.raises(RequestRefused, match="MAZE has to be rows"):
        read(tmp_path, MAZE.replace('("..G", ".#.")', maze))


def test_watched_variables_are_named_by_kernel(tmp_path: Path) -> None:
    info = read(tmp_path, PIPELINE + 'WATCH = {"one": ("i", "j"), "two": "k"}\n')

    assert info.watch == {"one": ("i", "j"), "two": ("k",)}


@pytest.mark.parametrize("watch", ['"one"', '{"one": ()}', '{"one": (3,)}'])
def test_what_is_watched_is_said_with_names(tmp_path: Path, watch: str) -> None:
    with pytest.raises(RequestRefused, match="WATCH has to name kernels"):
        read(tmp_path, PIPELINE + f"WATCH = {watch}\n")


@pytest.mark.parametrize(("look", "is_one"), [("def look(y)", True), ("def look(folder)", False)])
def test_a_look_has_the_parameters_of_the_pipeline(tmp_path: Path, look: str, is_one: bool) -> None:
    assert read(tmp_path, f"{PIPELINE}{look}:\n    return {{}}\n").has_look is is_one


def test_what_ties_a_twin_to_its_python_lines_is_not_shown() -> None:
    shown = describe(resource_dir("kernels") / "cuda" / "vector_add.cu")

    assert "// <- " not in shown.source
    assert shown.source.splitlines()[shown.kernel_line - 1].startswith("__global__ void vector_add")
