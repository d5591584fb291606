"""What a student asks of a kernel: each answer is on the screen after at most three actions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.scene.scene import Rect
from gpuviz.ui.facts import FactRow
from gpuviz.ui.launch.inputs import InputChooser
from gpuviz.ui.source import editor_controller
from tests.helpers.gallery_lines import line_of
from tests.ui.student import CONTROL, Student

Key = Qt.Key


def thread_rect(student: Student, block: int, thread: int) -> Rect:
    """Where a thread is painted."""
    grid = student.window.stage.grid
    assert grid is not None
    return grid.thread_rect(block, thread)


@pytest.mark.slow
def test_which_thread_writes_c_785_and_how_did_it_get_that_index(qtbot: QtBot) -> None:
    student = Student(qtbot, "vector_add")

    student.go_to("c[785]")

    student.reads("Element c[785]", "Written by thread 17 of block 3", "= 3 · 256 + 17 = 785")


@pytest.mark.slow
def test_which_elements_does_thread_3_17_read(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_naive")

    student.go_to("thread (3, 17)")

    student.reads(
        "Thread (3, 1) of block (0, 1) reads a[17, 0–63], b[0–63, 3] · writes c[17, 3]",
    )


@pytest.mark.slow
def test_how_many_threads_have_no_work_and_where_are_they(qtbot: QtBot) -> None:
    student = Student(qtbot, "vector_add")

    student.press(Key.Key_5)

    student.reads("24 of 1 024 threads have no element", "idle threads")


@pytest.mark.slow
def test_which_warp_and_lane_is_this_thread(qtbot: QtBot) -> None:
    student = Student(qtbot, "vector_add")

    student.click_stage(thread_rect(student, 2, 77), "thread 77 of block 2")

    student.reads("Thread (77, 0, 0) of block (2, 0, 0)", "warp · lane 2 · 13", "Warp 2 › Lane 13")


def test_which_lanes_are_active_at_this_step_and_on_which_line(qtbot: QtBot) -> None:
    student = Student(qtbot, "vector_add")

    student.reads("executes line 43 with 8 of 32 lanes", "active mask 0x000000ff")


@pytest.mark.slow
def test_where_does_this_kernel_diverge_and_what_does_it_cost(qtbot: QtBot) -> None:
    student = Student(qtbot, "sum_shared")

    student.press(Key.Key_D)
    student.window.actions_by_id["heat_idle"].trigger()

    branch = line_of("sum_shared", "if t + half < active")
    student.reads(f"Line {branch} diverges in 4 of 32 warps", "lane slots in its branches are idle")


@pytest.mark.slow
def test_which_warps_wait_at_the_barrier_and_for_whom(qtbot: QtBot) -> None:
    student = Student(qtbot, "sum_shared")

    student.press(Key.Key_B)
    student.go_to("block 0")

    barrier = line_of("sum_shared", "    cuda.syncthreads()")
    student.reads(f"Warps 0–6 wait at the barrier in line {barrier} for warp 7.")


@pytest.mark.slow
def test_how_many_sectors_does_this_load_move_and_how_many_would_be_enough(qtbot: QtBot) -> None:
    student = Student(qtbot, "copy_strided")

    student.open_tab("Memory")

    student.reads("sectors moved", "would be enough")


@pytest.mark.slow
def test_which_lanes_collide_in_which_bank(qtbot: QtBot) -> None:
    student = Student(qtbot, "transpose_tiled")

    student.open_tab("Memory")

    student.reads("32 wavefronts: lanes 0, 1, 2 … 31 read different words of bank 31")


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "times"), [("matmul_naive", 64), ("matmul_tiled", 4)])
def test_how_often_is_a_3_5_read_from_global_memory(
    qtbot: QtBot, operation: str, times: int
) -> None:
    student = Student(qtbot, operation)

    student.go_to("a[3, 5]")

    student.reads("Element a[3, 5]", f"read {times} times by {times} threads", "global memory")


@pytest.mark.slow
def test_on_which_sm_did_block_7_run_and_when(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_naive")

    student.go_to("block 7")

    student.reads("Block (3, 1)", "SM 7, modelled", "ran rounds 1–133 · 0 ns to ", "µs, modelled")


@pytest.mark.slow
def test_is_this_result_right_and_which_element_is_wrong_first(qtbot: QtBot) -> None:
    student = Student(qtbot, "broken_histogram")

    student.reads("234 of 256 elements of bins differ from NumPy")
    student.reads("the first is bins[0]: 1 instead of 3, written by thread (42, 0, 0) of block (2")


@pytest.mark.slow
def test_which_two_threads_race_on_what_in_which_lines(qtbot: QtBot) -> None:
    student = Student(qtbot, "broken_sum_shared")

    student.open_tab("Checks")

    student.reads(
        "race on part, line 47",
        "writes block (0, 0, 0) thread (1, 0, 0) · warp 0 lane 1 · line 47",
        "reads block (0, 0, 0) thread (0, 0, 0) · warp 0 lane 0 · line 47",
        "element part[1]",
    )


@pytest.mark.slow
def test_what_changes_if_32_x_8_becomes_8_x_32(qtbot: QtBot) -> None:
    student = Student(qtbot, "matrix_add")

    student.press(Key.Key_K, CONTROL)
    for field, number in zip(
        student.window.panels.launch.form.block_fields, ("8", "32"), strict=False
    ):
        student.actions.append(f"type {number}")
        field.selectAll()
        QTest.keyClicks(field, number)
        QTest.keyClick(field, Key.Key_Return)

    student.reads(
        "Pinned: block 32 × 8",
        "block 8 × 32 leaves 7 times as many threads idle as block 32 × 8",
        "128-byte lines loaded from",
    )


@pytest.mark.slow
def test_how_many_bytes_does_the_launch_move_and_how_many_would_do(qtbot: QtBot) -> None:
    student = Student(qtbot, "transpose_naive")

    student.open_tab("What stands out")

    student.reads("The launch moves 0.15 MB of global memory where 33 kB would do")


@pytest.mark.slow
def test_which_block_ends_last_and_why(qtbot: QtBot) -> None:
    student = Student(qtbot, "attention")

    student.open_tab("What stands out")

    student.reads(
        "The last to end is block 63, after",
        "its warps take 513 steps, those of the median block 264.",
    )


@pytest.mark.slow
def test_which_warp_is_the_slowest_and_why(qtbot: QtBot) -> None:
    student = Student(qtbot, "attention")

    student.open_tab("What stands out")

    line = line_of("attention", "for i in range(q.shape[1])")
    student.reads(
        "The slowest is warp 0 of block 63: by itself it would take 11 µs (modelled), the median",
        "it has 513 warp steps, the median warp 264.",
        f"Its loop is longer: line {line} is executed 66 times by it, 33 times by the median warp",
    )


@pytest.mark.slow
def test_which_line_costs_most_sectors(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_naive")

    student.open_tab("What stands out")

    source = find_operation("matmul_naive").source.splitlines()
    product = next(n for n, text in enumerate(source, 1) if "total += a[row, i]" in text)
    student.reads(f"Line {product} costs most sectors of global memory: 32 768 of 33 280 (98 %).")


def opened_inputs(qtbot: QtBot, student: Student) -> list[InputChooser]:
    """The rows of the section Inputs, which a click opens."""
    inputs = student.window.panels.launch.inputs
    student.click(inputs.toggle, "Inputs")
    qtbot.waitUntil(lambda: bool(inputs.rows))
    return inputs.rows


@pytest.mark.slow
def test_and_with_float64(qtbot: QtBot) -> None:
    student = Student(qtbot, "vector_add")

    of_all, *_ = opened_inputs(qtbot, student)
    student.choose(of_all.dtype, "float64")

    student.reads("a float64[1000]", "load a[992…999]: 2 sectors, 64 of 64 B needed")


@pytest.mark.slow
def test_and_with_a_transposed_input(qtbot: QtBot) -> None:
    student = Student(qtbot, "matrix_add")

    _, of_a, *_ = opened_inputs(qtbot, student)
    student.choose(of_a.layout_box, "transposed")

    student.reads(
        "a float32[36, 96], transposed",
        "load a[35, 64]…[35, 95]: 32 sectors, 128 of 1 024 B needed",
        "load b[35, 64]…[35, 95]: 4 sectors, 128 of 128 B needed",
    )


@pytest.mark.slow
def test_what_is_in_shared_memory_now_all_of_it_at_once(qtbot: QtBot) -> None:
    student = Student(qtbot, "sum_shared")

    student.open_tab("Memory")
    student.click(student.window.panels.memory.pane.shared, "all shared memory")

    student.reads("All shared memory of block", "256 of 1 024 written", "part[992–1023]")


@pytest.mark.slow
def test_what_would_one_more_register_do(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_tiled")

    student.click(figure_row(student, "occupancy"), "occupancy")

    student.reads(
        "32 of 32 warps that an SM of the Tesla T4 can hold",
        "One more register for each thread, 33 instead of 32, changes nothing; from 65 on it would"
        " be 75 % or less.",
    )


@pytest.mark.slow
def test_what_would_the_time_be_with_one_more_register(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_tiled")

    student.click(figure_row(student, "registers"), "registers")
    popup = student.window.figure_controller.popup
    student.click(popup.what_if.registers.more, "one more")

    student.reads("kernel, modelled", "limited by", "blocks per SM")
    assert popup.what_if.values.registers == 33


@pytest.mark.slow
def test_which_line_costs_most_time(qtbot: QtBot) -> None:
    student = Student(qtbot, "matmul_naive")

    student.open_tab("What stands out")

    source = find_operation("matmul_naive").source.splitlines()
    product = next(n for n, text in enumerate(source, 1) if "total += a[row, i]" in text)
    student.reads(f"Line {product} costs most time (modelled): whole-number arithmetic limits")


@pytest.mark.slow
def test_what_happens_without_this_barrier(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_controller, "scratch_folder", lambda: tmp_path / "scratch")
    student = Student(qtbot, "sum_shared")
    student.window.session.launch.set_live(False)

    student.trigger("edit", "F6")
    editor = student.window.editor.panel.editor
    lines = editor.text.splitlines()
    barrier = max(n for n, line in enumerate(lines, 1) if "cuda.syncthreads()" in line)
    student.click_line(editor, barrier)
    student.type_key(editor, Key.Key_Slash, CONTROL)
    student.type_key(editor, Key.Key_Return, CONTROL)

    student.reads("race: part", "no barrier between", most=4)
    assert editor.text.splitlines()[barrier - 1].strip() == "# cuda.syncthreads()"


def figure_row(student: Student, label: str) -> FactRow:
    """A row of the launch panel, once that is filled with the run."""

    def found(wanted: str) -> list[FactRow]:
        rows = student.window.panels.launch.findChildren(FactRow)
        return [row for row in rows if row.isVisible() and row.label.text() == wanted]

    student.wait_until(lambda: bool(found("limit, modelled")))
    return found(label)[0]
