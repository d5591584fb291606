"""Compiled code that is kept on the disk by what it was made of."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuviz.engines import code_cache
from gpuviz.engines.code_cache import CompiledCode, KernelSpace, digest_of, kept_code
from gpuviz.places import cache_dir

CODE = CompiledCode(".visible .entry k(", "/*0000*/ EXIT ;", {"k": KernelSpace(8, 0, 16)})


class Compiler:
    """Makes the same code, and counts how often."""

    def __init__(self, code: CompiledCode = CODE) -> None:
        self.code, self.times = code, 0

    def __call__(self) -> CompiledCode:
        self.times += 1
        return self.code


def test_what_was_compiled_once_is_read_the_next_time(tmp_path: Path) -> None:
    compiler = Compiler()

    made = kept_code("d", compiler, tmp_path / "not" / "there")
    again = kept_code("d", compiler, tmp_path / "not" / "there")

    assert (made, again, compiler.times) == (CODE, CODE, 1)


def test_other_code_has_another_name(tmp_path: Path) -> None:
    compiler = Compiler()

    kept_code(digest_of(["a", "b"]), compiler, tmp_path)
    kept_code(digest_of(["ab"]), compiler, tmp_path)
    kept_code(digest_of(["ab", ""]), compiler, tmp_path)

    assert compiler.times == 3
    assert digest_of(["a", "b"]) == digest_of(iter(["a", "b"]))


def written(text: str) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(gzip.compress(text.encode()))


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(file.read_bytes()[:40]),
        lambda file: file.write_bytes(b"\x00" + file.read_bytes()[1:]),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-9] + b"\xff" * 9),
        written("no JSON"),
        written("[]"),
        written("[" * 100_000),
        written(json.dumps({"ptx": 1, "listing": "", "kernels": {}})),
        written(json.dumps({"ptx": "", "listing": "", "kernels": {}})),
        written(
            json.dumps(
                {
                    "ptx": "",
                    "listing": "",
                    "kernels": {"k": {"registers": -1, "shared_bytes": 0, "local_bytes": 0}},
                }
            )
        ),
    ],
)
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    compiler = Compiler()
    kept_code("d", compiler, tmp_path)
    (file,) = tmp_path.iterdir()

    damage(file)
    made = kept_code("d", compiler, tmp_path)
    again = kept_code("d", compiler, tmp_path)

    assert (made, again, compiler.times) == (CODE, CODE, 2)


def test_a_file_that_unpacks_without_end_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache, "LARGEST_BYTES", 1000)
    compiler = Compiler(CompiledCode("p" * 2000, "", CODE.kernels))

    kept_code("d", compiler, tmp_path)
    kept_code("d", compiler, tmp_path)

    assert compiler.times == 2


def test_what_was_not_needed_for_longest_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in enumerate(("old", "needed", "new")):
        kept_code(name, Compiler(), tmp_path)
        os.utime(tmp_path / f"{name}.code.gz", ns=(number, number))
    size = (tmp_path / "old.code.gz").stat().st_size
    monkeypatch.setattr(code_cache, "MOST_BYTES", 2 * size)
    kept_code("old", Compiler(), tmp_path)  # read: it counts as the newest

    kept_code("another", Compiler(), tmp_path)

    assert {file.name.partition(".")[0] for file in tmp_path.iterdir()} == {"old", "another"}


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    compiler = Compiler()

    found = [kept_code("d", compiler, tmp_path / "file") for _ in range(2)]
    nowhere = kept_code("d", compiler, None)

    assert (found, nowhere, compiler.times) == ([CODE, CODE], CODE, 3)


@pytest.mark.skipif(os.name == "nt", reason="a folder of Linux")
def test_the_folder_is_that_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")

    assert cache_dir({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "gpuviz"
    assert cache_dir({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache" / "gpuviz"
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_dir({}) == Path.home() / "Library" / "Caches" / "gpuviz"
    monkeypatch.setattr("sys.platform", "win32")
    assert cache_dir({"LOCALAPPDATA": str(tmp_path)}) == tmp_path / "gpuviz" / "cache"
