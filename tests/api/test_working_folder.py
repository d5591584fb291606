"""A folder in which somebody's code ran is gone afterwards, whatever that code made of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gpuviz.api.working_folder import remove_folder, working_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no paths of that length there")


def test_thousands_of_folders_in_each_other_are_removed() -> None:
    before = Path.cwd()
    with working_folder() as folder:
        try:
            os.chdir(folder)
            for _ in range(3000):
                os.mkdir("d")
                os.chdir("d")
            Path("last").touch()
        finally:
            os.chdir(before)

    assert not folder.exists()


def test_what_is_closed_or_leads_elsewhere_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    closed = tmp_path / "own" / "closed"
    closed.mkdir(parents=True)
    (closed / "link").symlink_to(tmp_path / "other")
    (tmp_path / "own" / "loop").symlink_to(".")
    os.mkfifo(tmp_path / "own" / "fifo")
    (tmp_path / "other").chmod(0o500)
    closed.chmod(0)

    remove_folder(tmp_path / "own")

    assert not (tmp_path / "own").exists()
    assert (tmp_path / "other" / "file").exists()
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o500
    (tmp_path / "other").chmod(0o700)
