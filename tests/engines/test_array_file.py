"""Files of numbers of one's own: what is read, and what is said of those that are none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.array_file import LARGEST_CSV, Wanted, read_array
from gpuviz.messages import RequestRefused

GIB = 1 << 30


def wanted(shape: tuple[int, ...] = (2, 3), dtype: str = "float32") -> Wanted:
    return Wanted("a", shape, np.dtype(dtype))


def written(folder: Path, text: str | bytes, name: str = "data.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(path: Path, want: Wanted) -> str:
    with pytest.raises(RequestRefused) as refused:
        read_array(path, want)
    return str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n4,5,6\n",
        "1, 2, 3\r\n4, 5, 6",
        "1;2;3\n4;5;6\n",
        "1,0;2,0;3,0\n4,0;5,0;6,0\n",
        "1\t2\t3\n4\t5\t6\n",
        "1 2 3\n4 5 6\n",
        "\ufeff# x,y,z\n1,2,3\n\n4,5,6\n",
        "1,2,3,\n4,5,6,\n",
        "1,2,3,4,5,6",
        "1\n2\n3\n4\n5\n6\n",
    ],
)
def test_numbers_are_read_however_they_are_separated(tmp_path: Path, text: str) -> None:
    array = read_array(written(tmp_path, text), wanted())

    assert array.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert array.dtype == np.float32


def test_whole_numbers_keep_every_digit(tmp_path: Path) -> None:
    path = written(tmp_path, f"{2**63 - 1},{2**53 + 1},3.0")

    assert read_array(path, wanted((3,), "int64")).tolist() == [2**63 - 1, 2**53 + 1, 3]


def test_nan_and_infinity_are_numbers(tmp_path: Path) -> None:
    array = read_array(written(tmp_path, "nan,inf,-inf"), wanted((3,)))

    assert np.isnan(array[0])
    assert array[1:].tolist() == [np.inf, -np.inf]


@pytest.mark.parametrize(
    ("text", "dtype", "words"),
    [
        ("1,2,3\n4,x,6\n", "float32", "data.csv, line 2, place 2: 'x' is no number"),
        ("x,y,z\n1,2,3\n4,5,6\n", "float32", "line 1, place 1: 'x' is no number, and 'a' needs"),
        ("x,y,z\n1,2,3\n4,5,6\n", "float32", "take out a line of titles, or put # in front"),
        ("1,2,3\n4,,6\n", "float32", "line 2, place 2: nothing stands there"),
        (
            "1,2,3\n4,5\n",
            "float32",
            "line 2: its count of numbers is 2, that of the lines before",
        ),
        ("1,2\n3,4\n", "float32", "holds 2 × 2 numbers (lines × columns), and 'a' needs 2 × 3"),
        (
            "1,2\n3,4\n5,6\n",
            "float32",
            "holds 3 × 2 numbers (lines × columns), and 'a' needs 2 × 3",
        ),
        ("", "float32", "holds 0 × 0 numbers"),
        ("1,2,3\n4,300,6\n", "uint8", "place 2: there is 300, and 'a' takes whole numbers from 0"),
        ("1,2,3\n4,1.5,6\n", "int32", "place 2: there is 1.5, and 'a' takes whole numbers"),
        ("1,2,3\n4,nan,6\n", "int32", "place 2: there is nan"),
        ("1,2,3\n4,1e9,6\n", "float16", "holds 1000000000.0 at [1, 1], and 'a' takes numbers up"),
        ("1,2,3\n4," + "9" * 5000 + ",6\n", "int32", "999…"),
    ],
)
def test_what_is_wrong_with_a_csv_is_said_with_its_place(
    tmp_path: Path, text: str, dtype: str, words: str
) -> None:
    found = refusal(written(tmp_path, text), wanted(dtype=dtype)).replace("\u202f", " ")

    assert words in found
    assert len(found) < 400


def test_what_is_no_text_is_said(tmp_path: Path) -> None:
    assert "is no text in UTF-8" in refusal(written(tmp_path, b"\xff\xfe1\x00"), wanted())


def test_a_csv_of_1_gb_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    with path.open("wb") as file:
        file.truncate(GIB)

    assert "data.csv has 1.1\u202fGB, and a text of numbers is read up to" in refusal(
        path, wanted()
    )
    assert LARGEST_CSV < GIB


def saved(folder: Path, array: object, **options: bool) -> Path:
    np.save(folder / "data.npy", array, **options)  # type: ignore[arg-type]
    return folder / "data.npy"


def test_an_array_of_npy_gets_the_type_that_is_needed(tmp_path: Path) -> None:
    array = read_array(saved(tmp_path, np.arange(6.0).reshape(2, 3)), wanted())

    assert array.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert array.dtype == np.float32


def test_an_array_of_npy_by_columns_keeps_its_elements_in_place(tmp_path: Path) -> None:
    path = saved(tmp_path, np.asfortranarray(np.arange(6.0).reshape(2, 3)))

    assert read_array(path, wanted()).tolist() == [[0, 1, 2], [3, 4, 5]]


def object_array(folder: Path) -> Path:
    return saved(folder, np.array([[None] * 3] * 2, object), allow_pickle=True)


def header_without_end(folder: Path) -> Path:
    text = "(" * 5000
    head = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little")
    return written(folder, head + text.encode(), "data.npy")


def header_that_calls(folder: Path) -> Path:
    text = "{'descr': __import__('os').abort(), 'fortran_order': False, 'shape': (2, 3)}"
    head = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little")
    return written(folder, head + text.encode(), "data.npy")


def array_of_1_gb(folder: Path) -> Path:
    head = {"descr": "<f8", "fortran_order": False, "shape": (1 << 27,)}
    with (folder / "data.npy").open("wb") as file:
        np.lib.format.write_array_header_1_0(file, head)
        file.truncate(file.tell() + GIB)
    return folder / "data.npy"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda folder: saved(folder, np.zeros((3, 2))), "holds an array of the shape 3 × 2"),
        (lambda folder: saved(folder, np.zeros((2, 3), "U4")), "holds <U4, and 'a' needs numbers"),
        (lambda folder: saved(folder, np.zeros((2, 3), complex)), "holds complex128"),
        (object_array, "it has a type that holds Python objects"),
        (header_without_end, "data.npy has an unreadable header"),
        (header_that_calls, "data.npy has an unreadable header"),
        (lambda folder: written(folder, b"1,2,3", "data.npy"), "data.npy is no .npy file"),
        (
            lambda folder: written(
                folder, saved(folder, np.zeros((2, 3))).read_bytes()[:-8], "data.npy"
            ),
            "is not as long as it says",
        ),
        (array_of_1_gb, "of the shape 134 217 728, and 'a' needs 2 × 3"),
    ],
)
def test_what_is_wrong_with_an_npy_is_said(
    tmp_path: Path, made: Callable[[Path], Path], words: str
) -> None:
    assert words in refusal(made(tmp_path), wanted()).replace("\u202f", " ")


def test_numbers_of_an_npy_that_do_not_fit_are_said_with_their_place(tmp_path: Path) -> None:
    path = saved(tmp_path, np.array([[1, 2, 3], [4, 5, 300]]))

    assert "holds 300 at [1, 2], and 'a' takes whole numbers from 0 to 255" in refusal(
        path, wanted(dtype="uint8")
    )


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    assert "The file data.csv for 'a' is not there" in refusal(tmp_path / "data.csv", wanted())


def test_a_folder_and_a_pipe_are_no_files_of_numbers(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "data.csv", tmp_path / "pipe.csv"
    folder.mkdir()
    os.mkfifo(pipe)

    assert "cannot be read: it is a folder" in refusal(folder, wanted())
    assert "cannot be read: it is no ordinary file" in refusal(pipe, wanted())
