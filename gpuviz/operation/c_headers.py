"""Reads the headers that lie beside a program in CUDA C, in its folder or below it."""

from __future__ import annotations

from pathlib import Path

from gpuviz.cuda_c import headers
from gpuviz.messages import Message, RequestRefused, SourcePlace
from gpuviz.ordinary_file import read_ordinary

MOST_HEADERS = 64
MOST_BYTES = 1 << 20  # of all of them


def with_headers(program: str, path: Path) -> str:
    """A program with the headers behind it that it includes, and those that they include.

    What is not there, no text, or outside of the folder is left out: whoever needs it says so.
    Raises RequestRefused for more headers than anybody reads.
    """
    if f"\n{headers.BEGIN}" in program or not headers.INCLUDE.search(program):
        return program
    folder = path.absolute().parent
    found: dict[str, str] = {}
    waiting, size = [("", program)], 0
    while waiting:
        by, text = waiting.pop()
        for match in headers.INCLUDE.finditer(text):
            for name in headers.candidates(by, match[1]):
                if name in found:
                    break
                header = _header(folder, name)
                if header is None:
                    continue
                size += len(header)
                if len(found) >= MOST_HEADERS or size > MOST_BYTES:
                    raise _too_many(path)
                found[name] = header
                waiting.append((name, header))
                break
    return headers.joined(program, found)


def _header(folder: Path, name: str) -> str | None:
    """The text of a file below a folder; None where it is none, or a link leads out of it."""
    place = folder / name
    try:
        if not place.resolve().is_relative_to(folder.resolve()):
            return None
        text = read_ordinary(place, MOST_BYTES).decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError, ValueError):
        return None
    return None if "\0" in text or f"\n{headers.BEGIN}" in f"\n{text}" else text


def _too_many(path: Path) -> RequestRefused:
    template = (
        "'{file}' includes more than {most} headers, or more than 1 MiB of them, too much for a"
        " kernel: leave out what its kernels do not need."
    )
    values = {"file": str(path), "most": MOST_HEADERS}
    return RequestRefused(Message("cuda-c.headers", template, values), SourcePlace(str(path), 1))
