"""What of a student's file in CUDA C is graded: its kernel with what that calls.

Nothing of the file is run but its kernel: host code in C is read, and never run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.cuda_c.types import name_of
from gpuviz.cuda_c.unit import FunctionText, Unit, read_unit
from gpuviz.messages import Message, RequestRefused, SourcePlace
from gpuviz.operation import OperationInfo


@dataclass(frozen=True, slots=True)
class CAnswer:
    """A student's file, read: `info` is the puzzle's operation with it in the place of its own."""

    info: OperationInfo
    notes: tuple[Message, ...]


def read_c_answer(text: str, start: OperationInfo, file: str) -> CAnswer:
    """Reads a student's text for a puzzle; `file` is the name that its lines are told by.

    Raises RequestRefused or NotSupportedError, with the line, for what cannot be graded.
    """
    if not text.strip():
        template = "There is nothing in the file: write the kernel {kernel}."
        raise RequestRefused(Message("puzzle.empty", template, {"kernel": start.kernel}))
    unit = read_unit(text, file)
    kernel = _kernel(unit, start)
    _check_parameters(unit, kernel, start)
    info = replace(
        start,
        path=Path(file),
        source=text,
        kernel_line=kernel.first_line,
        kernel_end_line=kernel.last_line,
    )
    return CAnswer(info, tuple(_notes(unit)))


def _kernel(unit: Unit, start: OperationInfo) -> FunctionText:
    found = next((one for one in unit.kernels if one.name == start.kernel), None)
    if found is not None:
        return found
    values: dict[str, object] = {"wanted": start.kernel}
    if not unit.kernels:
        template = "The file has no kernel: write __global__ void {wanted}."
        raise RequestRefused(Message("puzzle.no-kernel", template, values))
    template = (
        "The kernel is called {found} here, and the puzzle launches {wanted}: give it its name"
        " back."
    )
    other = unit.kernels[0]
    place = SourcePlace(unit.file, other.first_line)
    raise RequestRefused(
        Message("puzzle.renamed", template, {**values, "found": other.name}), place
    )


def _check_parameters(unit: Unit, kernel: FunctionText, start: OperationInfo) -> None:
    """Raises RequestRefused for other names or types than those that the puzzle launches."""
    known = read_unit(start.source, str(start.path))
    wanted = next(one for one in known.kernels if one.name == start.kernel)
    if kernel.templates or _written(unit, kernel) != _written(known, wanted):
        template = "The puzzle launches {header}: give the kernel these parameters again."
        header = f"`{start.kernel}({', '.join(_written(known, wanted))})`"
        place = SourcePlace(unit.file, kernel.first_line)
        raise RequestRefused(Message("puzzle.parameters", template, {"header": header}), place)


def _written(unit: Unit, kernel: FunctionText) -> list[str]:
    """The parameters as they are written in C."""
    parameters = unit.function(kernel, ()).parameters
    return [f"{name_of(one.kind)} {one.name}" for one in parameters]


def _notes(unit: Unit) -> Iterator[Message]:
    """That the host's code does not count."""
    if unit.host_words:
        template = "Line {line} was not run: only the kernel and the functions that it calls count."
        yield Message("puzzle.not-run", template, {"line": unit.host_words[0].place.line})
