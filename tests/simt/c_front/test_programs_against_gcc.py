"""Random statements of C leave variables and arrays as gcc's program leaves them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.simt.c_front.random_expressions import VARIABLES, values
from tests.simt.c_front.random_programs import KEPT, THREADS, body_of, launched_program
from tests.simt.c_front.test_against_gcc import COMPILER, FLAGS

COUNT = int(os.environ.get("GPUVIZ_C_PROGRAMS", "6"))


@pytest.mark.skipif(COMPILER is None, reason="neither g++ nor gcc is installed on this machine")
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_statements_do_what_they_do_with_gcc(seed: int, tmp_path: Path) -> None:
    expected = np.frombuffer(_by_gcc(body_of(seed), values(THREADS, seed), tmp_path), np.int64)
    assert launched_program(seed).arrays["out"].tolist() == expected.tolist()


def _by_gcc(body: str, given: dict[str, np.ndarray], folder: Path) -> bytes:
    arrays = "\n".join(f"{kind} in_{name}[{THREADS}];" for name, (kind, _) in VARIABLES.items())
    reads = "\n".join(
        f"fread(in_{name}, sizeof(in_{name}[0]), {THREADS}, stdin);" for name in VARIABLES
    )
    text = f"""#include <stdio.h>
{arrays}
long long out[{THREADS * KEPT}];
void one(int x) {{ {body} }}
int main(void) {{ {reads}
for (int x = 0; x < {THREADS}; x++) one(x);
fwrite(out, 8, {THREADS * KEPT}, stdout); return 0; }}
"""
    source, program = folder / "program.cpp", folder / "program"
    language = "c++" if COMPILER and COMPILER.endswith("g++") else "c"
    source.write_text(text)
    assert COMPILER is not None
    command = [COMPILER, "-x", language, *FLAGS, str(source), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    bytes_ = b"".join(given[name].tobytes() for name in VARIABLES)
    return subprocess.run([str(program)], input=bytes_, check=True, capture_output=True).stdout
