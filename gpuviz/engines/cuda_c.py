"""The twin of a kernel in CUDA C: `NAME.cu` beside `NAME.py`, or in the folder `cuda` there.

It is the same kernel, line by line, with indices of type int. A comment such as `//@3` at the end
of a line says for which line of the Python kernel it stands, the first being that of `@cuda.jit`,
and holds for the lines behind it until the next one. gpuviz compiles it where a compiler is
installed and says what the launch would take; nothing of it is executed.
"""

from __future__ import annotations

import re
from pathlib import Path

from gpuviz.messages import Message, NotSupportedError

MARK = re.compile(r"//@([1-9]\d{0,5})\s*$")
MOST_BYTES = 1 << 20
CONTINUED = "\\\n"


def twin_of(kernel_file: Path) -> Path | None:
    """The file of a kernel's twin; None if it has none."""
    name = f"{kernel_file.stem}.cu"
    places = (kernel_file.with_name(name), kernel_file.parent / "cuda" / name)
    return next((place for place in places if place.is_file()), None)


def with_python_lines(path: Path, kernel_line: int) -> str:
    """The text of a twin whose lines the compiler takes for those of the Python file.

    `kernel_line`: of the kernel's first decorator. Raises NotSupportedError for a file that cannot
    be read, or that includes others.
    """
    text = _read(path)
    if "include" in text.replace(CONTINUED, ""):
        template = "{file} includes other files, which gpuviz does not read: keep the kernel only."
        raise NotSupportedError(Message("cuda-c.includes", template, {"file": path.name}))
    line = kernel_line
    rows: list[str] = []
    for row in text.splitlines():
        mark = MARK.search(row)
        line = kernel_line + int(mark[1]) - 1 if mark else line
        rows += [row] if rows and rows[-1].endswith("\\") else [f"#line {line}", row]
    return "\n".join(rows) + "\n"


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("it is too large for a kernel")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        template = "{file} cannot be read ({error})."
        values = {"file": path.name, "error": error}
        raise NotSupportedError(Message("cuda-c.unreadable", template, values)) from error
