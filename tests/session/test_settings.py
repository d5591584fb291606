"""Settings: what is saved is loaded again, and no file can stop the program."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.engines.names import EngineName
from gpuviz.session.settings import Settings, load_settings, save_settings, settings_path

NUMBERS = st.lists(st.integers(1, 2**40), max_size=3).map(tuple)
SETTINGS = st.builds(
    Settings,
    operation=st.text(),
    size=NUMBERS,
    block=NUMBERS,
    pinned_grid=st.none() | NUMBERS,
    engine=st.sampled_from([None, *get_args(EngineName)]),
    device=st.text(),
    theme=st.sampled_from(["dark", "light"]),
    live=st.booleans(),
    geometry=st.text(),
    window_state=st.text(),
)
NAMES = [field.name for field in fields(Settings)]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
DEEP = b'{"other": ' + b"[" * 60 + b"]" * 60 + b"}"  # too deep to be written again everywhere


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "settings.json"


@given(settings=SETTINGS)
def test_what_is_saved_is_loaded_again(file: Path, settings: Settings) -> None:
    assert save_settings(settings, file) is None

    assert load_settings(file) == (settings, None)


def test_a_first_start_has_the_defaults_and_nothing_to_say(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.json") == (Settings(), None)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1, 2]", b"3", b"null", b"\xff\xfe\x00", b"[" * 100_000, DEEP, b'{"live": tru}'],
)
def test_an_unreadable_file_gives_the_defaults_and_is_kept_beside(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(content)

    settings, message = load_settings(file)

    assert settings == Settings()
    assert message is not None
    assert "settings.json.bad" in message.text
    assert (tmp_path / "settings.json.bad").read_bytes() == content
    assert load_settings(file) == (Settings(), None)


def test_a_folder_in_the_files_place_is_no_end_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "settings.json" / "inside").mkdir(parents=True)

    settings, message = load_settings(tmp_path / "settings.json")

    assert settings == Settings()
    assert message is not None


LAYOUT = Settings(geometry="AdnQywADAAAA" * 7, window_state="AAAA/wAAAAD9" * 80)
STRIDE = 7  # of the bytes that are changed here: all of them are, by hand


@pytest.mark.slow
@pytest.mark.parametrize("flip", [0x01, 0x04, 0x20, 0xFF])
def test_no_changed_byte_of_a_saved_layout_reaches_qt(tmp_path: Path, flip: int) -> None:
    file = tmp_path / "settings.json"
    save_settings(LAYOUT, file)
    saved = file.read_bytes()
    good = {(LAYOUT.geometry, LAYOUT.window_state), ("", "")}

    for at in range(flip % STRIDE, len(saved), STRIDE):
        damaged = bytearray(saved)
        damaged[at] ^= flip
        file.write_bytes(damaged)
        settings, _ = load_settings(file)

        assert (settings.geometry, settings.window_state) in good


def test_a_damaged_layout_costs_only_itself_and_is_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    save_settings(replace(LAYOUT, operation="saxpy"), file)
    file.write_text(file.read_text(encoding="utf-8").replace("/w", "/W", 1), encoding="utf-8")

    settings, message = load_settings(file)

    assert settings == Settings(operation="saxpy")
    assert message is not None
    assert "usual layout" in message.text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("kind", ["pipe", "device", "endless"])
def test_settings_that_are_no_ordinary_file_do_not_hold_up_a_start(
    tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "settings.json"
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to(os.devnull if kind == "device" else "/dev/zero")

    settings, message = load_settings(file)

    assert settings == Settings()
    assert message is not None
    assert save_settings(LAYOUT, file) is None
    assert load_settings(file) == (LAYOUT, None)
    assert Path(os.devnull).exists()


def test_unknown_keys_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"operation": "saxpy", "from_the_future": 3}', encoding="utf-8")

    assert load_settings(file) == (Settings(operation="saxpy"), None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("operation", 3),
        ("size", "1000"),
        ("size", [0]),
        ("size", [-1]),
        ("size", [1.5]),
        ("size", [True]),
        ("block", [1, 1, 1, 1]),
        ("pinned_grid", {"x": 1}),
        ("engine", "gpu"),
        ("engine", ["emulator"]),
        ("device", None),
        ("theme", "pink"),
        ("live", 1),
        ("geometry", []),
    ],
)
def test_a_value_of_a_wrong_kind_costs_only_itself(tmp_path: Path, name: str, value: Any) -> None:
    file = tmp_path / "settings.json"
    other = "device" if name == "operation" else "operation"
    file.write_text(json.dumps({name: value, other: "kept"}), encoding="utf-8")

    settings, message = load_settings(file)

    assert getattr(settings, name) == getattr(Settings(), name)
    assert getattr(settings, other) == "kept"
    assert message is None


@pytest.mark.slow
@given(found=st.dictionaries(st.sampled_from(NAMES), ANYTHING))
def test_no_values_in_the_file_make_an_error(file: Path, found: dict[str, Any]) -> None:
    file.write_text(json.dumps(found), encoding="utf-8")

    settings, message = load_settings(file)

    assert message is None
    assert save_settings(settings, file) is None
    assert load_settings(file) == (settings, None)


def test_a_save_that_fails_says_so_and_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    save_settings(Settings(operation="old"), file)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    message = save_settings(Settings(operation="new"), file)

    assert message is not None
    assert "No space left" in message.text
    assert load_settings(file)[0].operation == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_nothing_but_the_file_is_left_by_a_save(tmp_path: Path) -> None:
    save_settings(Settings(), tmp_path / "deep" / "settings.json")

    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["settings.json"]


def test_the_file_lies_in_a_folder_of_its_own() -> None:
    assert settings_path().parts[-2:] == ("gpuviz", "settings.json")


@pytest.mark.parametrize(
    ("found", "every"),
    [
        ({}, False),
        ({"window_state": "AAAA/wAAAAD9"}, True),
        ({"window_state": "AAAA/wAAAAD9", "all_panels": False}, False),
        ({"all_panels": True}, True),
        ({"all_panels": "yes"}, False),
    ],
)
def test_a_first_start_has_few_panels_and_who_has_placed_them_before_has_them_all(
    tmp_path: Path, found: dict[str, object], every: bool
) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(found), encoding="utf-8")

    assert load_settings(file)[0].all_panels is every
