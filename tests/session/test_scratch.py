"""Copies of gallery kernels: made once, kept, with what they need beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.engines.host import load_operation
from gpuviz.messages import RequestRefused
from gpuviz.operation import describe, find_operation
from gpuviz.places import resource_dir
from gpuviz.session.scratch import is_scratch, original_of, scratch_of


def test_a_copy_is_made_once_and_then_continued(tmp_path: Path) -> None:
    gallery = find_operation("saxpy")
    before = gallery.path.read_bytes()

    copy = scratch_of(gallery, tmp_path)
    copy.write_text(copy.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    again = scratch_of(gallery, tmp_path)

    assert copy.name == "saxpy_mine.py"
    assert again.read_text(encoding="utf-8").endswith("# mine\n")
    assert gallery.path.read_bytes() == before


def test_a_copy_knows_its_original_and_other_files_have_none(tmp_path: Path) -> None:
    copy = scratch_of(find_operation("saxpy"), tmp_path)
    elsewhere = tmp_path / "deeper" / "saxpy_mine.py"

    assert is_scratch(copy, tmp_path)
    assert original_of(copy, tmp_path) == find_operation("saxpy")
    assert not is_scratch(elsewhere, tmp_path)
    assert original_of(tmp_path / "nothing_mine.py", tmp_path) is None


@pytest.mark.parametrize("name", ["train_step", "lstm_text"])
def test_a_copy_finds_the_files_that_its_original_imports_and_reads(
    tmp_path: Path, name: str
) -> None:
    copy = scratch_of(find_operation(name), tmp_path / "scratch")

    loaded = load_operation(copy)

    inputs = loaded.arguments(loaded.info.default_size, 0)
    assert set(inputs) == set(describe(copy).parameters)


def test_files_beside_a_copy_follow_the_gallery(tmp_path: Path) -> None:
    scratch_of(find_operation("train_step"), tmp_path)
    (tmp_path / "dense.py").write_text("old", encoding="utf-8")

    scratch_of(find_operation("train_step"), tmp_path)

    original = resource_dir("kernels") / "dense.py"
    assert (tmp_path / "dense.py").read_bytes() == original.read_bytes()


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder", encoding="utf-8")

    with pytest.raises(RequestRefused, match="copy of saxpy cannot be written"):
        scratch_of(find_operation("saxpy"), folder)
