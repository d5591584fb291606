"""What g++ makes of statements that a kernel has, too."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np

COMPILER = shutil.which("g++")
FLAGS = ("-O0", "-fwrapv", "-ffp-contract=off", "-fsigned-char", "-w")


def values_by_gcc(bodies: list[str], before: str, threads: int, folder: Path) -> list[list[float]]:
    """For each body what every thread `i` leaves in `double value`."""
    functions = "\n".join(
        f"static double f{row}(int i) {{ double value = 0; {body} return value; }}"
        for row, body in enumerate(bodies)
    )
    calls = "\n".join(
        f"for (int i = 0; i < {threads}; i++) {{ double v = f{row}(i); fwrite(&v, 8, 1, stdout); }}"
        for row in range(len(bodies))
    )
    source, program = folder / "program.cpp", folder / "program"
    source.write_text(
        f"#include <cstdio>\n#define __device__\n{before}\n{functions}\nint main() {{ {calls} }}\n"
    )
    assert COMPILER is not None
    subprocess.run(
        [COMPILER, *FLAGS, str(source), "-o", str(program)], check=True, capture_output=True
    )
    given = subprocess.run([str(program)], check=True, capture_output=True).stdout
    found: list[list[float]] = np.frombuffer(given).reshape(len(bodies), threads).tolist()
    return found
