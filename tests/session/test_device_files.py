"""Device files that are open: their devices beside those of the table, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.device import DEFAULT_DEVICE, find_device, load_devices
from gpuviz.messages import RequestRefused
from gpuviz.session.device_files import DeviceFiles
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from tests.helpers import traces
from tests.helpers.device_files import MINE, device_file, own_device
from tests.session.fake_workers import FakeWorkers
from tests.ui.windows import vector_add_choice


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session(Launcher(FakeWorkers()), vector_add_choice(), live=False)
    yield made
    made.close()


def test_only_what_the_table_does_not_have_is_a_files_own(tmp_path: Path) -> None:
    files = DeviceFiles()

    own = files.open(device_file(tmp_path))

    assert [device.id for device in own] == ["x_mine"]
    assert list(files.by_key) == [*load_devices(), f"{tmp_path / 'mine.toml'}:x_mine"]


def test_a_t4_that_is_described_otherwise_stands_beside_the_tables(tmp_path: Path) -> None:
    files = DeviceFiles()

    (own,) = files.open(device_file(tmp_path, more="", t4_mhz=800))

    assert files.by_key["t4"] == find_device("t4")
    assert files.by_key[files.key_of(own)] == own
    assert files.key_of(find_device("t4")) == "t4"


def test_a_file_that_is_none_of_devices_changes_nothing(tmp_path: Path) -> None:
    files = DeviceFiles()
    files.open(device_file(tmp_path))
    (tmp_path / "mine.toml").write_text("a = 1\n", encoding="utf-8")

    with pytest.raises(RequestRefused, match="mine"):
        files.open(tmp_path / "mine.toml")

    assert len(files.devices) == 1


def test_the_files_of_an_earlier_start_are_open_again_but_for_those_that_are_gone(
    tmp_path: Path,
) -> None:
    files = DeviceFiles()

    problems = files.open_again([str(tmp_path / "gone.toml"), str(device_file(tmp_path))])

    assert list(files.files) == [tmp_path / "mine.toml"]
    assert [problem.code for problem in problems] == ["device.unreadable-file"]


def test_a_chosen_device_is_as_its_file_has_it_once_that_is_opened_again(
    session: Session, tmp_path: Path
) -> None:
    (own,) = session.open_device_file(device_file(tmp_path))
    session.launch.pick_device(own)

    session.open_device_file(device_file(tmp_path, MINE.replace("sm_count = 7", "sm_count = 9")))

    assert session.launch.choice.device.sm_count == 9
    assert session.launch.emulated_device.sm_count == 9


def test_a_device_that_its_file_has_no_more_gives_way_to_the_first_choice(
    session: Session, tmp_path: Path
) -> None:
    (own,) = session.open_device_file(device_file(tmp_path))
    session.launch.pick_device(own)

    session.open_device_file(device_file(tmp_path, more=""))

    assert session.launch.choice.device.id == DEFAULT_DEVICE


def test_a_device_of_the_table_stays_chosen_whatever_is_opened_and_closed(
    session: Session, tmp_path: Path
) -> None:
    session.launch.pick_device(find_device("l4"))

    session.open_device_file(device_file(tmp_path))
    session.close_device_files()

    assert session.launch.choice.device == find_device("l4")


def test_closing_the_files_ends_the_choice_of_their_devices(
    session: Session, tmp_path: Path
) -> None:
    (own,) = session.open_device_file(device_file(tmp_path))
    session.launch.pick_device(own)

    session.close_device_files()

    assert session.launch.choice.device.id == DEFAULT_DEVICE
    assert session.device_files.devices == ()


def test_a_real_gpu_that_runs_stays_when_the_files_are_closed(
    session: Session, tmp_path: Path
) -> None:
    (own,) = session.open_device_file(device_file(tmp_path))
    session.launch.pick_device(own)
    here = replace(session.launch.choice, engine="cuda", device=find_device("h200_sxm"))
    session.launch._choice = here

    session.close_device_files()

    assert session.launch.choice == here
    assert session.launch.emulated_device.id == DEFAULT_DEVICE


def test_a_recording_of_a_device_that_an_open_file_describes_is_shown_as_of_it(
    session: Session, tmp_path: Path
) -> None:
    session.open_device_file(device_file(tmp_path))
    trace = replace(traces.vector_add(100, 32), device_id="x_mine")

    session.show_recording(trace, "elsewhere.gpuviz")

    shown = session.playback.trace
    assert shown is not None
    assert shown.device == own_device(tmp_path)
