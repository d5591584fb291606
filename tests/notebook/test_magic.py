"""`%%gpuviz` in IPython, where there is neither a display nor Qt."""

from __future__ import annotations

import pytest

from tests.notebook.shell import Session, run_cells

FIRST = """%%gpuviz --schedule warps
import numpy as np
from numba import cuda

@cuda.jit(device=True)
def following(x, i):
    return x[i + 1]

@cuda.jit
def shift(x):
    i = cuda.grid(1)
    x[i] = following(x, i)

x = np.ones(64, np.float32)
shift[2, 32](x)
x.sum()"""
NUMBAS_OWN = """from numba import cuda, vectorize
import numpy as np

@cuda.jit
def plain(x):
    x[cuda.grid(1)] = 1
"""
OF_NUMBAS_OWN = """%%gpuviz --brief
y = cuda.to_device(np.zeros(32, np.float32))
plain[1, 32](y)
print(y.copy_to_host().sum())
eightfold = vectorize(["float64(float64)"], target="cuda")(lambda v: v * 8)
print(eightfold(np.ones(2)))"""
CAUGHT = """%%gpuviz
try:
    shift[1, 2048](x)
except Exception as error:
    print(type(error).__name__)
shift[2, 32](x)"""
RAISES = """%%gpuviz
@cuda.jit(debug=True, opt=False)
def raises(x):
    if cuda.grid(1) == 3:
        raise ValueError("three")
    x[cuda.grid(1)] = 1

raises[1, 32](x)"""
LOAD = "%load_ext gpuviz"


@pytest.fixture(scope="module")
def session() -> Session:
    return run_cells(
        [
            *(NUMBAS_OWN, LOAD, OF_NUMBAS_OWN, FIRST),
            "[len(launches), launches[0].trace.schedule, launches[0].trace.functions[0].file]",
            "%%gpuviz\nshift[2, 32](x)\nshift[1, 2048](x)",
            *(CAUGHT, RAISES),
            "%%gpuviz\ndef f(a):\n    return a / 0\nf(1)",
            "%%gpuviz\nz = (1 +",
            "%%gpuviz --schedul warps\nz = 1",
            "%gpuviz --device l4 --seed 3",
            "%%gpuviz --name mine\nshift[2, 32](x)",
            "mine[0].trace.device_id, mine[0].trace.seed",
            "mine[0].save('launch.txt')",
            "mine[0].show()",
            "%%gpuviz --language zh_CN\nshift[2, 32](x)",
            "%%gpuviz\n__global__ void scale(float* x) { x[threadIdx.x] *= 2; }",
            "%%gpuviz\ntold = '__global__ void'  # __global__\nz = (1 +",
            "mine[0].save('no folder/launch.html')",
            "%gpuviz --language zh_CN",
            "%%gpuviz --schedul warps\nz = 1",
        ]
    )


def test_kernels_that_numba_made_before_run_on_the_emulator(session: Session) -> None:
    cell = session.cells[2]

    assert cell.good, cell.said
    assert "32.0" in cell.said
    assert "[8. 8.]" in cell.said
    assert "<td>plain</td>" in cell.html


@pytest.mark.slow
def test_a_cell_shows_its_value_and_its_launches(session: Session) -> None:
    cell = session.cells[3]

    assert cell.good, cell.said
    assert "np.float32(63.0)" in cell.said
    assert "✕ out of bounds: x, line 7" in cell.html
    assert "In [4]" in cell.html


def test_the_variable_holds_launches_whose_source_is_named_by_the_cell(session: Session) -> None:
    assert "[1, 'warps', '<In [4]>']" in session.cells[4].said


def test_a_launch_that_is_refused_is_told_at_its_line_and_the_others_are_shown(
    session: Session,
) -> None:
    cell = session.cells[5]

    assert not cell.good
    assert "CudaAPIError: A block of 2048 threads" in cell.said
    assert "line 3" in cell.said
    assert "----> 3 shift[1, 2048](x)" in cell.said
    assert "✕ out of bounds" in cell.html


def test_nothing_of_gpuviz_stands_in_a_traceback(session: Session) -> None:
    for cell in session.cells:
        assert "gpuviz/" not in cell.said
        assert "run_cell" not in cell.said
        assert "magic" not in cell.said


def test_a_refusal_that_a_cell_catches_lets_it_go_on(session: Session) -> None:
    cell = session.cells[6]

    assert cell.good
    assert "CudaAPIError" in cell.said
    assert cell.html.count("<img") == 2


def test_what_a_kernel_raises_is_told_with_its_launch(session: Session) -> None:
    cell = session.cells[7]

    assert not cell.good
    assert "ValueError: tid=[3, 0, 0] ctaid=[0, 0, 0]: three" in cell.said
    assert "the launch broke off" in cell.html


def test_a_mistake_of_the_cell_is_pythons_own(session: Session) -> None:
    cell = session.cells[8]

    assert not cell.good
    assert "ZeroDivisionError: division by zero" in cell.said
    assert "----> 3     return a / 0" in cell.said
    assert cell.html == ""


def test_a_cell_that_is_no_python_says_where(session: Session) -> None:
    cell = session.cells[9]

    assert not cell.good
    assert "SyntaxError: '(' was never closed" in cell.said
    assert "line 2" in cell.said


def test_an_unknown_option_is_a_sentence_and_nothing_runs(session: Session) -> None:
    cell = session.cells[10]

    assert not cell.good
    assert "UsageError: %%gpuviz has no option --schedul: did you mean --schedule?" in cell.said


def test_the_line_magic_says_what_is_on_and_sets_it_for_the_cells_to_come(
    session: Session,
) -> None:
    assert "(NVIDIA L4, order lockstep, seed 3)" in session.cells[11].said
    assert "In this notebook `cuda` is gpuviz's" in session.cells[11].said
    assert "('l4', 3)" in session.cells[13].said


def test_in_the_language_that_was_chosen_it_says_what_is_on_and_what_is_wrong(
    session: Session,
) -> None:
    said = session.cells[20].said

    assert "用于一个单元格" in said
    assert "单元格第一行写 %%gpuviz" in said
    assert "UsageError: %%gpuviz 没有选项 --schedul" in session.cells[21].said


def test_a_refusal_in_any_cell_is_told_without_our_frames(session: Session) -> None:
    cell = session.cells[14]

    assert not cell.good
    assert "RequestRefused: 'launch.txt' has to end in .gpuviz" in cell.said


def test_show_says_what_to_use_where_no_window_opens(session: Session) -> None:
    cell = session.cells[15]

    assert cell.good
    assert "No window can open here." in cell.said
    assert ".view()" in cell.said
    assert "--html" in cell.said


def test_no_qt_is_imported_by_all_that(session: Session) -> None:
    assert not [name for name in session.modules if name.startswith(("PySide6", "pyqtgraph"))]
    assert "gpuviz.notebook.card" in session.modules


def test_a_cell_may_be_shown_in_chinese(session: Session) -> None:
    assert "越界" in session.cells[16].html


def test_a_cell_of_cuda_c_says_where_cuda_c_is_run(session: Session) -> None:
    cell, python = session.cells[17:19]

    assert "UsageError: This cell is CUDA C" in cell.said
    assert "gpuviz.kernels_in(" in cell.said
    assert "SyntaxError" in python.said


def test_what_python_does_for_gpuviz_stands_in_no_traceback(session: Session) -> None:
    cell = session.cells[19]

    assert "RequestRefused: no folder/launch.html cannot be written" in cell.said
    assert "contextlib" not in cell.said
    assert "----> 1 mine[0].save('no folder/launch.html')" in cell.said
