"""The twin of a kernel in CUDA C: `NAME.cu` beside `NAME.py`, or in the folder `cuda` there.

A whole program, as nvcc compiles it: constants, device functions, kernels, a line `// ---- host`,
and behind it what allocates, copies, launches and checks. gpuviz compiles what stands before that
line where a compiler is installed; nothing of the host's part is executed.

A comment at the end of a line ties it to lines of the Python function of the same name:
`// <- i = cuda.grid(1)` names one by its code; where that comes more than once in the function, a
number stands behind it, as in `// <- cuda.syncthreads() #2`. Ties follow one another:
`// <- i = tx // <- i += 1`. Where C needs another name for a function, its first line is tied to
`def NAME(`. Older files count from `@cuda.jit`: `//@3` is the third line from there, and holds for
the lines behind it, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpuviz.cuda_c.macros import MacroReader
from gpuviz.cuda_c.words import Word
from gpuviz.messages import Message, NotSupportedError
from gpuviz.operation.c_reader import TIE

MARK = re.compile(r"//@([1-9]\d{0,5})\s*$")
DEFINED = re.compile(r"def (\w+)\(")
NUMBERED = re.compile(r"(.*\S) #([1-9]\d{0,3})")
HOST = re.compile(r"// -{3,} host\s*")
FUNCTION = re.compile(r"__(?:global|device)__ [^;]*?\b(?!__launch_bounds__)(\w+)\(")
INCLUDE = re.compile(r"\s*#\s*include\s*[<\"]([\w./]+)[>\"]\s*(?://.*)?")
PYTHON_COMMENT = re.compile(r"\s{2,}# .*")

HOST_HEADERS = {
    *("algorithm", "cassert", "cfloat", "chrono", "climits", "cmath", "cstdint", "cstdio"),
    *("cstdlib", "cstring", "iostream", "random", "string", "vector"),
    *("assert.h", "math.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "cuda_runtime.h"),
    *("cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h", "time.h", "iomanip"),
}
"""What NVRTC has no need of: the host's part uses them, and what CUDA has of them is built in."""

ON_DEVICE = {"__global__", "__device__", "__constant__", "__shared__", "__managed__"}

DEVICE_HEADERS = {"cuda_fp16.h"}

MOST_BYTES = 1 << 20
CONTINUED = "\\\n"


@dataclass(frozen=True, slots=True)
class TwinRow:
    """A line of a twin: its code without ties, and the lines of the Python file it stands for.

    `ties` are those that name none, or more than one, line of the function.
    """

    code: str
    python_lines: tuple[int, ...] = ()
    loose_ties: tuple[str, ...] = ()
    function: str = ""  # of Python that it belongs to; "" before the first one and on the host
    is_device: bool = True


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A @cuda.jit function: its file, the line of its first decorator, and its lines of code."""

    path: Path
    first_line: int
    rows: tuple[str, ...]  # without comments, from the decorator on
    statements: frozenset[int]  # lines of the file on which a statement that does something begins


def twin_of(kernel_file: Path) -> Path | None:
    """The file of a kernel's twin; None if it has none."""
    name = f"{kernel_file.stem}.cu"
    places = (kernel_file.with_name(name), kernel_file.parent / "cuda" / name)
    return next((place for place in places if place.is_file()), None)


def read_twin(path: Path, functions: Mapping[str, PythonFunction]) -> list[TwinRow]:
    """The lines of a twin. Raises NotSupportedError for a file that cannot be read.

    `functions`: of the Python file, by name (`python_functions`).
    """
    function = ""
    last: tuple[int, ...] = ()
    is_device = True
    found: list[TwinRow] = []
    for row in _read(path).splitlines():
        is_device = is_device and not HOST.fullmatch(row)
        code, *ties = TIE.split(row)
        if is_device and (named := FUNCTION.search(row)):
            function, last = _python_name(ties) or named[1], ()
            ties = [tie for tie in ties if not DEFINED.match(tie)]
        beside = functions.get(function) if is_device else None
        lines = _mark(row, beside)
        last = lines or last
        tied = [_tied(tie.rstrip(), beside) for tie in ties]
        found.append(
            TwinRow(
                MARK.sub("", code).rstrip() if lines else code.rstrip(),
                tuple(line for line in tied if line) if ties else last,
                tuple(tie for tie, line in zip(ties, tied, strict=True) if not line),
                function if is_device else "",
                is_device,
            )
        )
    return found


def read_program(path: Path) -> list[TwinRow]:
    """The lines of a program in CUDA C that is nobody's twin; functions of the host are told apart.

    Raises NotSupportedError for a file that cannot be read.
    """
    rows = read_twin(path, {})
    if not all(row.is_device for row in rows):
        return rows
    of_host = _host_lines("\n".join(row.code for row in rows), path.name)
    return [replace(row, is_device=n not in of_host) for n, row in enumerate(rows, 1)]


def _host_lines(text: str, name: str) -> set[int]:
    """The lines of what a compiler for the device alone has no use for: functions of the host, and
    what names the standard library.
    """
    found: set[int] = set()
    for item in _items(MacroReader(name).written_out(text)):
        names = {word.text for word in item if word.kind == "name"}
        ends = (n for n, word in enumerate(item) if word.is_mark("{", ";", "="))
        head = item[: next(ends, len(item))]
        is_function = any(word.is_mark("(") for word in head)
        if not names & ON_DEVICE and (is_function or "std" in names):
            found |= set(range(item[0].place.line, item[-1].place.line + 1))
    return found


def _items(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """What stands outside of all brackets: declarations, and functions with their bodies."""
    begin = depth = 0
    for at, word in enumerate(words):
        depth += word.is_mark("{") - word.is_mark("}")
        is_body = word.is_mark("}") and any(one.is_mark("(") for one in words[begin:at])
        if depth == 0 and (word.is_mark(";") or is_body):
            yield words[begin : at + 1]
            begin = at + 1


def python_functions(path: Path) -> dict[str, PythonFunction]:
    """The @cuda.jit functions of a file, and of the files beside it that it imports, by name.

    Raises NotSupportedError where one cannot be read.
    """
    found: dict[str, PythonFunction] = {}
    _gather_functions(path, found, set())
    return found


def device_text(rows: Sequence[TwinRow], name: str) -> str:
    """What NVRTC compiles: lines keep their numbers, the host's part and its headers are blank.

    Raises NotSupportedError for a file that includes others, which NVRTC would have to find.
    """
    text = "".join(f"{_for_device(row)}\n" for row in rows)
    others = "".join(line for line in text.splitlines(keepends=True) if not _is_known(line))
    if "include" in others.replace(CONTINUED, ""):
        template = "{file} includes other files, which gpuviz does not read: keep the kernel only."
        raise NotSupportedError(Message("cuda-c.includes", template, {"file": name}))
    return text


def with_python_lines(path: Path, kernel_file: Path) -> str:
    """The device's text of a twin whose lines the compiler takes for those of the Python file.

    Raises NotSupportedError for a file that cannot be read, or that includes others.
    """
    functions = {
        name: function
        for name, function in python_functions(kernel_file).items()
        if function.path == kernel_file
    }
    rows = read_twin(path, functions)
    line = 1
    text: list[str] = []
    for row, code in zip(rows, device_text(rows, path.name).splitlines(), strict=True):
        if not row.is_device:
            break
        if row.function in functions:
            line = min(row.python_lines, default=max(line, functions[row.function].first_line))
        text += [code] if text and text[-1].endswith("\\") else [f"#line {line}", code]
    return "\n".join(text) + "\n"


def _for_device(row: TwinRow) -> str:
    included = INCLUDE.fullmatch(row.code)
    is_left_out = not row.is_device or (included and included[1] in HOST_HEADERS)
    return "" if is_left_out else row.code


def _is_known(line: str) -> bool:
    included = INCLUDE.fullmatch(line)
    return included is not None and included[1] in DEVICE_HEADERS


def _mark(row: str, function: PythonFunction | None) -> tuple[int, ...]:
    mark = MARK.search(row)
    return (function.first_line + int(mark[1]) - 1,) if mark and function else ()


def _python_name(ties: Sequence[str]) -> str:
    return next((named[1] for tie in ties if (named := DEFINED.match(tie))), "")


def _tied(tie: str, function: PythonFunction | None) -> int:
    """The line of the Python file that a tie names; 0 where that is not one line."""
    if function is None:
        return 0
    lines = [function.first_line + row for row, code in enumerate(function.rows) if code == tie]
    numbered = NUMBERED.fullmatch(tie)
    if numbered and not lines:
        same = [row for row, code in enumerate(function.rows) if code == numbered[1]]
        number = int(numbered[2])
        is_there = len(same) > 1 and number <= len(same)
        return function.first_line + same[number - 1] if is_there else 0
    return lines[0] if len(lines) == 1 else 0


def _gather_functions(path: Path, found: dict[str, PythonFunction], seen: set[Path]) -> None:
    seen.add(path)
    text = _read(path)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise _unreadable(path, error) from error
    rows = text.splitlines()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _is_compiled(node):
            found.setdefault(node.name, _function(path, node, rows))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            beside = path.with_name(f"{node.module}.py")
            if beside.is_file() and beside not in seen:
                _gather_functions(beside, found, seen)


def _is_compiled(node: ast.FunctionDef) -> bool:
    return any("cuda.jit" in ast.unparse(decorator) for decorator in node.decorator_list)


def _function(path: Path, node: ast.FunctionDef, rows: Sequence[str]) -> PythonFunction:
    first = node.decorator_list[0].lineno
    code = (PYTHON_COMMENT.sub("", row).strip() for row in rows[first - 1 : node.end_lineno])
    return PythonFunction(path, first, tuple(code), frozenset(_statements(node)))


def _statements(node: ast.FunctionDef) -> Iterator[int]:
    """Lines on which statements begin: docstrings and `pass` are none."""
    for each in ast.walk(node):
        is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        is_nothing = is_text or each is node or isinstance(each, ast.Pass)
        if isinstance(each, ast.stmt) and not is_nothing:
            yield each.lineno


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("it is too large for a kernel")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> NotSupportedError:
    template = "{file} cannot be read ({error})."
    values = {"file": path.name, "error": error}
    return NotSupportedError(Message("cuda-c.unreadable", template, values))
