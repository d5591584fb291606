"""A kernel of a file of CUDA C as a launch takes it: its source and that of the functions in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gpuviz.cuda_c.lambda_types import calls_of, said, type_said
from gpuviz.cuda_c.refusals import file_of
from gpuviz.cuda_c.types import CType
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments, Unit, read_unit
from gpuviz.trace.source import Captured, FunctionSource

UNIT = "the file"
"""Under this name a kernel's whole file is captured: its types, macros and constants."""
TEMPLATES = "<>"
"""Under this name the kernel's template arguments are: whole numbers, and names of types."""

OTHER_TYPE = "type "
"""Before the names of types that are no numbers."""
PROGRAM = "the program"
"""Under this name the path of the program is, where the kernel stands in a header of it."""

OFFSET = "+"
"""Under this sign and a parameter's name is the number of the element that it points to."""


def captured_kernel(
    unit: Unit,
    kernel: FunctionText,
    templates: TemplateArguments = (),
    constants: Mapping[str, Any] | None = None,
    offsets: Mapping[str, int] | None = None,
    device: Mapping[str, Any] | None = None,
) -> tuple[FunctionSource, ...]:
    """The kernel's source (row 0) and that of every device function of its file.

    `constants` are the values of arrays in constant memory that the host sets, `offsets` the
    elements that pointers of the kernel point to where those are not the first ones, `device` the
    arrays that stand for `__device__` variables.
    """
    captured = {
        UNIT: Captured("array", np.frombuffer(unit.text.encode(), np.uint8)),
        TEMPLATES: Captured("constant", tuple(map(_said, templates))),
        **({PROGRAM: Captured("constant", unit.file)} if kernel.header else {}),
        **{name: Captured("array", value) for name, value in (constants or {}).items()},
        **{f"{OFFSET}{name}": Captured("constant", at) for name, at in (offsets or {}).items()},
        **{
            name: Captured("device", (name, value.dtype, value.ndim, False))
            for name, value in (device or {}).items()
        },
    }
    others = [
        text
        for several in unit.functions.values()
        for text in several
        if text is not kernel and not text.is_kernel and not text.bound and not text.source_name
    ]
    others += calls_of(unit, templates)
    others += [text for template in unit.structures.values() for text in template.methods]
    return (
        _source(unit, kernel, captured),
        *(_source(unit, text, {}) for text in others),
    )


def unit_of(kernel: FunctionSource) -> Unit:
    """The file of a captured kernel."""
    text = kernel.captured[UNIT].value
    assert isinstance(text, np.ndarray)
    program = kernel.captured.get(PROGRAM)
    file = kernel.file if program is None else str(program.value)
    return read_unit(text.tobytes().decode(), file)


def _said(argument: Any) -> Any:
    if isinstance(argument, int):
        return int(argument)
    return argument.name if isinstance(argument, np.dtype) else f"{OTHER_TYPE}{said(argument)}"


def template_said(unit: Unit, argument: int | str) -> CType | int:
    """A template argument as `captured_kernel` keeps it."""
    if isinstance(argument, int):
        return argument
    if argument.startswith(OTHER_TYPE):
        return type_said(unit, argument[len(OTHER_TYPE) :])
    return np.dtype(argument)


def _source(unit: Unit, text: FunctionText, captured: Mapping[str, Captured]) -> FunctionSource:
    lines = unit.texts[text.header].split("\n")[text.first_line - 1 : text.last_line]
    file = file_of(unit.file, text.header)
    return FunctionSource(
        text.source_name or text.name,
        file,
        text.first_line,
        "\n".join(lines) + "\n",
        text.is_kernel,
        captured,
    )
