"""The numbers of a CSV or .npy file of somebody's own, as an array of the shape that is needed.

The file may be anything: what is too much for the array is refused by its size or its header before
it is read, and nothing in it is ever run.
"""

from __future__ import annotations

import math
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import EnglishTemplate, Message, RequestRefused, reason_of, shortened
from gpuviz.operation.inputs import NPY
from gpuviz.ordinary_file import read_ordinary
from gpuviz.trace.members import LONGEST_HEADER, DamagedTrace, array_header
from gpuviz.units import byte_count, sizes_text, whole

LARGEST_CSV = 64 << 20
"""Bytes: some five million numbers, which take seconds to read."""
COMMENT = "#"

EMPTY_CELL: EnglishTemplate = (
    "{file}, line {line}, place {column}: nothing stands there, and '{name}' needs a number."
)
CELL_RANGE: EnglishTemplate = (
    "{file}, line {line}, place {column}: there is {cell}, and '{name}' takes whole numbers from"
    " {least} to {most} ({dtype})."
)
WORD: EnglishTemplate = (
    "{file}, line {line}, place {column}: '{cell}' is no number, and '{name}' needs numbers."
)
WORD_1: EnglishTemplate = (
    "{file}, line {line}, place {column}: '{cell}' is no number, and '{name}' needs numbers: take"
    " out a line of titles, or put # in front of it."
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a parameter needs: numbers of a type, in a shape."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def read_array(path: Path, wanted: Wanted) -> NDArray[Any]:
    """The numbers of a file, in C order. Raises RequestRefused for what is wrong with it."""
    try:
        length = _length(path)
        if path.suffix.lower() == NPY:
            return _read_npy(path, length, wanted)
        return _read_csv(path, length, wanted)
    except FileNotFoundError:
        template = "The file {file} for '{name}' is not there: put it back, or choose another one."
        _refuse("missing", template, path, wanted)
    except OSError as error:
        template = "The file {file} for '{name}' cannot be read: {why}."
        _refuse("unreadable", template, path, wanted, why=reason_of(error))


def _length(path: Path) -> int:
    found = os.stat(path)
    if stat.S_ISDIR(found.st_mode):
        raise OSError(0, "it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(0, "it is no ordinary file")
    return found.st_size


def _read_npy(path: Path, length: int, wanted: Wanted) -> NDArray[Any]:
    with path.open("rb") as file:
        try:
            head = file.read(LONGEST_HEADER)
            dtype, shape, order, start = array_header(path.name, head, length)
        except DamagedTrace as error:
            template = "{file} is no whole array of numbers ({why}): write it with np.save."
            _refuse("damaged", template, path, wanted, why=error.args[0])
        _check_numbers(path, dtype, wanted)
        _check_shape(path, shape, wanted)
        file.seek(start)
        found = np.fromfile(file, dtype, math.prod(shape))
    if found.size != math.prod(shape):
        raise OSError(0, "it became shorter while it was read")
    in_order = np.ascontiguousarray(found.reshape(shape, order=order))
    return _converted(path, in_order, wanted)


def _check_numbers(path: Path, dtype: np.dtype[Any], wanted: Wanted) -> None:
    if dtype.kind in ("b", "i", "u", "f") or (dtype.kind == "c" and wanted.dtype.kind == "c"):
        return
    template = "{file} holds {dtype}, and '{name}' needs numbers of the type {needed}."
    _refuse("no-numbers", template, path, wanted, dtype=dtype, needed=wanted.dtype)


def _check_shape(path: Path, shape: tuple[int, ...], wanted: Wanted) -> None:
    if shape == wanted.shape:
        return
    template = (
        "{file} holds an array of the shape {there}, and '{name}' needs {needed} at this size:"
        " choose another size, or another file."
    )
    _refuse("shape", template, path, wanted, there=_shape(shape), needed=_shape(wanted.shape))


def _shape(shape: tuple[int, ...]) -> str:
    return sizes_text(shape) or "()"


def _converted(path: Path, array: NDArray[Any], wanted: Wanted) -> NDArray[Any]:
    """The same numbers in the type that is needed; those that it cannot hold are refused."""
    if wanted.dtype.kind in ("i", "u") and array.dtype.kind == "f":
        _check_whole(path, array, wanted)
    if wanted.dtype.kind in ("i", "u") and array.size:
        _check_range(path, array, wanted)
    return _narrowed(path, array, wanted)


def _narrowed(path: Path, array: NDArray[Any], wanted: Wanted) -> NDArray[Any]:
    with np.errstate(over="ignore"):
        found = array.astype(wanted.dtype, copy=False)
    beyond = np.isfinite(array) & ~np.isfinite(found)
    if beyond.any():
        place = np.argwhere(beyond)[0]
        template = (
            "{file} holds {value} at {index}, and '{name}' takes numbers up to {most} ({dtype})."
        )
        most = f"{float(np.finfo(wanted.dtype).max):.5g}"
        values = {"value": array[tuple(place)], "index": str([int(axis) for axis in place])}
        _refuse("beyond", template, path, wanted, most=most, dtype=wanted.dtype, **values)
    return found


def _check_whole(path: Path, array: NDArray[Any], wanted: Wanted) -> None:
    fractions = ~(np.isfinite(array) & (array == np.trunc(array)))
    if fractions.any():
        place = np.argwhere(fractions)[0]
        _refuse_element(path, wanted, place, array[tuple(place)])


def _check_range(path: Path, array: NDArray[Any], wanted: Wanted) -> None:
    least, most = _limits(wanted.dtype)
    outside = (array < least) | (array > most)
    if outside.any():
        place = np.argwhere(outside)[0]
        _refuse_element(path, wanted, place, array[tuple(place)])


def _refuse_element(
    path: Path, wanted: Wanted, place: NDArray[np.int64], value: object
) -> NoReturn:
    least, most = _limits(wanted.dtype)
    template = (
        "{file} holds {value} at {index}, and '{name}' takes whole numbers from {least} to {most}"
        " ({dtype})."
    )
    index = [int(axis) for axis in place]
    _refuse(
        "element", template, path, wanted,
        value=value, index=str(index), least=least, most=most, dtype=wanted.dtype,
    )  # fmt: skip


def _read_csv(path: Path, length: int, wanted: Wanted) -> NDArray[Any]:
    if length > LARGEST_CSV:
        template = (
            "{file} has {there}, and a text of numbers is read up to {most}: save the array with"
            " np.save as .npy."
        )
        most = byte_count(LARGEST_CSV)
        _refuse("too-large", template, path, wanted, there=byte_count(length), most=most)
    try:
        text = read_ordinary(path, LARGEST_CSV).decode("utf-8-sig")
    except UnicodeDecodeError:
        template = "{file} is no text in UTF-8: save it as CSV in UTF-8."
        _refuse("no-text", template, path, wanted)
    return _in_shape(path, _rows(path, text, wanted), wanted)


def _rows(path: Path, text: str, wanted: Wanted) -> list[list[Any]]:
    """The numbers of each line; empty lines and those behind # are none."""
    separator = _separator(text)
    rows: list[list[Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        cells = line.split() if separator is None else line.split(separator)
        if separator is not None and len(cells) > 1 and not cells[-1].strip():
            cells.pop()  # a separator at the end of a line
        row = [
            _number(path, cell.strip(), separator, number, column, wanted)
            for column, cell in enumerate(cells, 1)
        ]
        if rows and len(row) != len(rows[0]):
            template = (
                "{file}, line {line}: its count of numbers is {count}, that of the lines before it"
                " {before}: all lines need as many."
            )
            counts = {"line": number, "count": len(row), "before": len(rows[0])}
            _refuse("uneven", template, path, wanted, **counts)
        rows.append(row)
    return rows


def _separator(text: str) -> str | None:
    """What stands between numbers; None: spaces."""
    return next((mark for mark in (";", "\t", ",") if mark in text), None)


def _number(
    path: Path, cell: str, separator: str | None, line: int, column: int, wanted: Wanted
) -> int | float | complex:
    """Where ; or a tab separates, a comma may stand before the decimals, as spreadsheets write."""
    plain = cell.replace(",", ".") if separator in (";", "\t") else cell
    kind = wanted.dtype.kind
    try:
        if kind in ("i", "u", "b"):
            return _whole(plain, wanted)
        return complex(plain.replace(" ", "")) if kind == "c" else float(plain)
    except (ValueError, OverflowError):
        pass
    where = {"line": line, "column": column, "cell": shortened(cell)}
    if not cell:
        _refuse("empty-cell", EMPTY_CELL, path, wanted, **where)
    if kind in ("i", "u", "b") and _is_number(plain):
        least, most = _limits(wanted.dtype)
        known = {"least": least, "most": most, "dtype": wanted.dtype}
        _refuse("cell-range", CELL_RANGE, path, wanted, **where, **known)
    _refuse("word", WORD_1 if line == 1 else WORD, path, wanted, **where)


def _whole(text: str, wanted: Wanted) -> int:
    """A whole number that the type holds, also one that is written as 3.0. Raises ValueError."""
    try:
        number = int(text)
    except ValueError:
        number, exact = int(float(text)), float(text)
        if number != exact:
            raise ValueError from None
    least, most = _limits(wanted.dtype)
    if not least <= number <= most:
        raise ValueError
    return number


def _limits(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The least and the largest whole number that a type holds."""
    if dtype.kind == "b":
        return 0, 1
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _in_shape(path: Path, rows: list[list[Any]], wanted: Wanted) -> NDArray[Any]:
    """Lines are rows of the last dimension; as well all numbers in one line, or one in each."""
    columns = len(rows[0]) if rows else 0
    size, last = math.prod(wanted.shape), wanted.shape[-1] if wanted.shape else 1
    is_list = min(columns, len(rows)) == 1
    if columns * len(rows) == size and (is_list or columns == last):
        flat = [number for row in rows for number in row]
        widest = np.float64 if wanted.dtype.kind == "f" else wanted.dtype
        return _narrowed(path, np.array(flat, widest).reshape(wanted.shape), wanted)
    template = (
        "{file} holds {lines} × {columns} numbers (lines × columns), and '{name}' needs {needed} at"
        " this size: choose another size, or another file."
    )
    counts = {"lines": whole(len(rows)), "columns": whole(columns)}
    _refuse("csv-shape", template, path, wanted, needed=_shape(wanted.shape), **counts)


def _refuse(
    code: str, template: EnglishTemplate, path: Path, wanted: Wanted, **values: object
) -> NoReturn:
    known: dict[str, object] = {"file": shortened(path.name), "name": wanted.name, **values}
    raise RequestRefused(Message(f"inputs.{code}", template, known))
