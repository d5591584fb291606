"""Machine code as text, by NVIDIA's disassembler in a process of its own; no GPU is needed."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from gpuviz.process_tree.console import without_console

LONGEST_S = 30.0  # a small kernel takes a tenth of a second


class UnreadableCodeError(Exception):
    """The disassembler did not print the machine code; says why, in its own words."""


def disassembled(cubin: bytes, program: Path) -> str:
    """The listing of a cubin with its source lines. Raises UnreadableCodeError."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(cubin)
        try:
            done = subprocess.run(
                [program, "--print-code", "--print-line-info-inline", file],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=LONGEST_S,
                creationflags=without_console(),
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UnreadableCodeError(str(error)) from error
    if done.returncode:
        raise UnreadableCodeError(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode(errors="replace")
