"""The scripts of tests/corpus on a real GPU: python -m benchmarks.gpu.corpus correct|broken

Correct scripts, which check their own results, run through numba.cuda; broken ones below the tool
of NVIDIA's compute-sanitizer for the kind of hazard that gpuviz finds in them.
Prints one JSON object a script.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.gpu.tools import sanitizer_errors

CHECKOUT = Path(__file__).resolve().parents[2]
CORPUS = CHECKOUT / "tests" / "corpus"
SECONDS = 40
TOOLS = {
    "out-of-bounds": "memcheck",
    "race": "racecheck",
    "uninitialized": "initcheck",
    "barrier-divergence": "synccheck",
}
MOST_PRINTED = 600


def correct(jobs: int) -> Iterator[dict[str, Any]]:
    """What became of each script that is right."""
    scripts = sorted((CORPUS / "correct").glob("*.py"))
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(_run, scripts)


def _run(script: Path) -> dict[str, Any]:
    code, printed = _output([sys.executable, "-W", "ignore", str(script)])
    return {"script": script.stem, "exit": code, "printed": printed[-MOST_PRINTED:]}


def broken(jobs: int) -> Iterator[dict[str, Any]]:
    """What the sanitizer says of each script that is wrong."""
    scripts = sorted((CORPUS / "broken").glob("*.py"))
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(_sanitized, scripts)


def _sanitized(script: Path) -> dict[str, Any]:
    entries = expected(script)
    kind = entries[0]["kind"]
    tool = TOOLS[kind]
    command = ["compute-sanitizer", "--tool", tool, sys.executable, "-W", "ignore", str(script)]
    code, printed = _output(command)
    return {
        "script": script.stem,
        "kind": kind,
        "space": entries[0].get("space"),
        "tool": tool,
        "exit": code,
        "errors": sanitizer_errors(printed),
        "printed": printed[-MOST_PRINTED:],
    }


def expected(script: Path) -> list[dict[str, Any]]:
    """EXPECTED of a script, as it stands there."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXPECTED":
            found: list[dict[str, Any]] = ast.literal_eval(node.value)
            return found
    raise ValueError(f"{script} has no EXPECTED")


def _output(command: list[str]) -> tuple[int | None, str]:
    """(exit code, what was printed); None where it had to be stopped."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout


def main() -> None:
    """Prints a line for each script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("correct", "broken"))
    parser.add_argument("--jobs", type=int, default=4)
    options = parser.parse_args()
    for row in (correct if options.what == "correct" else broken)(options.jobs):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
