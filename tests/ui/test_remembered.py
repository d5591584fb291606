"""What is remembered between two sessions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.names import EngineName
from gpuviz.launch import Dim3
from gpuviz.operation import find_operation
from gpuviz.operation.inputs import InputChoice
from gpuviz.session.settings import Settings
from gpuviz.ui.remembered import choice_of, first_engine, layout_of
from tests.ui.windows import open_window


def test_a_first_start_shows_one_warp_of_vector_add() -> None:
    choice = choice_of(Settings(), None)

    assert choice.operation.name == "vector_add"
    assert (choice.size, choice.block) == ((32,), (32, 1, 1))


@pytest.mark.slow
def test_the_last_choice_comes_back(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.session.launch.set_live(False)
    window.session.launch.pick_schedule("warps")
    window.session.launch.set_numbers((33,), Dim3(31), Dim3(2))

    again = choice_of(window.settings(), None)

    assert again == window.session.launch.choice
    assert again.schedule == "warps"


def test_an_operation_that_is_asked_for_comes_with_its_own_numbers() -> None:
    settings = Settings(operation="vector_add", size=(5,), block=(7,))

    choice = choice_of(settings, find_operation("matrix_add"))

    assert choice.size == find_operation("matrix_add").default_size
    assert choice.block == find_operation("matrix_add").default_block


@pytest.mark.slow
def test_chosen_inputs_come_back_and_files_that_are_gone_do_not(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(qtbot)
    window.session.launch.set_live(False)
    (tmp_path / "x.csv").write_text("1")
    kept = (InputChoice("a", "float64", layout="sliced"), InputChoice("b", file=tmp_path / "x.csv"))
    gone = InputChoice("c", file=tmp_path / "gone.npy")
    window.session.launch.choose_inputs((*kept, gone))

    assert choice_of(window.settings(), None).inputs == kept
    assert choice_of(window.settings(), find_operation("matrix_add")).inputs == ()


@pytest.mark.parametrize(
    "settings",
    [
        Settings(inputs=("nothing=float64", "?")),
        Settings(operation="gone.py"),
        Settings(operation="no_such_operation", size=(1, 2, 3)),
        Settings(device="no_such_device"),
    ],
)
def test_what_no_longer_exists_gives_way_to_the_default(settings: Settings) -> None:
    choice = choice_of(settings, None)

    assert choice.operation.name == "vector_add"
    assert choice.device.id == Settings().device
    assert choice.inputs == ()


@pytest.mark.parametrize(
    ("asked", "first"),
    [(None, "emulator"), ("cuda", "emulator"), ("numba-simulator", "numba-simulator")],
)
def test_the_first_launch_never_waits_for_a_gpu(asked: EngineName | None, first: str) -> None:
    assert first_engine(asked) == first


@pytest.mark.slow
def test_the_layout_comes_back(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.docks["how_fast"].hide()
    settings = window.settings()
    other = open_window(qtbot)

    other.restore_layout(layout_of(settings))

    assert other.docks["how_fast"].isHidden()
    assert other.docks["launch"].isVisible()


def test_a_damaged_layout_leaves_the_window_as_it_is(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    before = {name: dock.isVisible() for name, dock in window.docks.items()}

    window.restore_layout(layout_of(replace(Settings(), geometry="???", window_state="äöü")))

    assert {name: dock.isVisible() for name, dock in window.docks.items()} == before
