"""The part of a program in CUDA C that runs on the device, for a compiler: host code is blank."""

from __future__ import annotations

import itertools
import re

from gpuviz.cuda_c.headers import INCLUDE as INCLUDE_BESIDE
from gpuviz.cuda_c.headers import candidates
from gpuviz.cuda_c.lambda_types import NAMED, definition
from gpuviz.cuda_c.types import Struct, name_of
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments, Unit, read_unit
from gpuviz.engines.cuda_c import DEVICE_HEADERS, INCLUDE
from gpuviz.operation import OperationInfo

DIRECTIVE = re.compile(r"\s*#")
INCLUDED = re.compile(r"\s*#\s*include\b")
USING = re.compile(r"\s*using\s+namespace\b")
CONTINUED = "\\"
OF_STDINT = {
    f"{sign}int{bits}_t": f"{'unsigned' if sign else 'signed'} {kind}"
    for bits, kind in ((8, "char"), (16, "short"), (32, "int"), (64, "long long"))
    for sign in ("", "u")
}
"""What <cstdint> names: NVRTC has not got it."""


def device_part(info: OperationInfo) -> str:
    """The kernel of a file with device functions, types, constants and macros; lines keep their
    numbers. Of a template the last line says for what it is compiled.
    """
    assert info.c_launch is not None
    unit = read_unit(info.source, str(info.path))
    kernel = next(one for one in unit.kernels if one.name == info.c_launch.kernel)
    text = _part_of(unit, kernel, "", set())
    return f"{_types(unit, text)}{text}\n{_instance(unit, kernel, info.c_launch.templates)}"


def _part_of(unit: Unit, kernel: FunctionText, header: str, read: set[str]) -> str:
    """That of the program (""), or of one of its headers, with those that it includes."""
    rows = unit.texts[header].replace("\r\n", "\n").split("\n")
    blank = _blank_lines(unit, kernel, rows, header)
    for line, row in enumerate(rows, 1):
        included = INCLUDE_BESIDE.match(row)
        names = candidates(header, included[1]) if included else []
        name = next((one for one in names if one in unit.texts), None)
        if name is not None and name not in read:
            read.add(name)
            inside = _part_of(unit, kernel, name, read)
            rows[line - 1] = f"#line 1\n{inside}\n#line {line + 1}"
        elif line in blank:
            rows[line - 1] = ""
    return "\n".join(rows)


def _types(unit: Unit, text: str) -> str:
    """Types of headers that are used and that the file itself does not name."""
    wanted = [
        name for name in OF_STDINT if re.search(rf"\b{name}\b", text) and name not in unit.types
    ]
    named = " ".join(f"typedef {OF_STDINT[name]} {name};" for name in wanted)
    return f"{named}\n#line 1\n" if named else ""


def _blank_lines(unit: Unit, kernel: FunctionText, rows: list[str], header: str) -> set[int]:
    """The lines of host code, of other kernels, and of headers that the compiler has not."""
    every = (one for several in unit.functions.values() for one in several)
    functions = [one for one in every if one.header == header and not NAMED.match(one.owner)]
    others = [one for one in functions if one.is_kernel and one is not kernel]
    kept = {line for one in functions if one not in others for line in _lines_of(one)}
    kept |= set(_directives(rows))
    left_out = {line for one in others for line in _lines_of(one)}
    left_out |= _host_lines(unit, kept | left_out, header)
    for line, row in enumerate(rows, 1):
        included = INCLUDE.fullmatch(row)
        if INCLUDED.match(row) and not (included and included[1] in DEVICE_HEADERS):
            kept.discard(line)
            left_out.add(line)
        elif USING.match(row):
            left_out.add(line)
    return left_out - kept


def _lines_of(function: FunctionText) -> range:
    return range(function.first_line, function.last_line + 1)


def _directives(rows: list[str]) -> list[int]:
    """The lines of #define and the like, with those that they go on in."""
    found: list[int] = []
    is_inside = False
    for line, row in enumerate(rows, 1):
        if is_inside or DIRECTIVE.match(row):
            found.append(line)
            is_inside = row.rstrip().endswith(CONTINUED)
    return found


def _host_lines(unit: Unit, others: set[int], header: str) -> set[int]:
    """The lines of host code, with those between two of them that belong to nothing else."""
    lines = [word.place.line for word in unit.host_words if word.place.header == header]
    found = set(lines)
    for one, next_ in itertools.pairwise(lines):
        between = range(one + 1, next_)
        if not any(line in others for line in between):
            found.update(between)
    return found


def _instance(unit: Unit, kernel: FunctionText, templates: TemplateArguments) -> str:
    """`template __global__ void k<float>(float* x);`, without which a template has no code."""
    if not kernel.templates:
        return ""
    given = ", ".join(str(one) if isinstance(one, int) else name_of(one) for one in templates)
    parameters = unit.function(kernel, templates).parameters
    kinds = ", ".join(name_of(one.kind) for one in parameters)
    lambdas = [one for one in templates if isinstance(one, Struct) and NAMED.match(one.name)]
    before = "".join(definition(unit, one) for one in lambdas)
    return f"{before}template __global__ void {kernel.name}<{given}>({kinds});\n"
