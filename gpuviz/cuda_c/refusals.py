"""What gpuviz does not read in a text of CUDA C: told with its line and column."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, NoReturn

from gpuviz.messages import EnglishTemplate, Message, NotSupportedError, SourcePlace


class Place(NamedTuple):
    """Where something stands in the text; both count from 1."""

    line: int
    column: int
    header: str = ""  # in which it is, by its name beside the program; "": in the program


def file_of(program: str, header: str) -> str:
    """The path of a header of a program; "": of the program itself."""
    return str(Path(program).parent / header) if header else program


def refuse(
    file: str, place: Place, code: str, template: EnglishTemplate, **values: object
) -> NoReturn:
    """Raises NotSupportedError at a place of the text."""
    at = SourcePlace(file_of(file, place.header), place.line, place.column)
    raise NotSupportedError(Message(f"cuda-c.{code}", template, values), at)
