"""Runs the twins in CUDA C (kernels/cuda) on a GPU; needs nvcc, and no package beside Python.

    python -m benchmarks.gpu.c_twins [NAME...] [--jobs N]     # each checks itself
    python -m benchmarks.gpu.c_twins --broken [NAME...]       # by compute-sanitizer's tools

Prints one JSON object for each program, in the order of names. A program compares its result with
a loop on the CPU and says so in one line: `NAME: PASSED max error 0 kernel 0.012 ms`. Kernels that
are wrong on purpose are run by compute-sanitizer only, each by the tool for its mistake; some
mistakes have none.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

TWINS = Path(__file__).resolve().parents[2] / "kernels" / "cuda"
BROKEN = "broken_"
COMPILE_SECONDS = 120
RUN_SECONDS = 30
SANITIZED_SECONDS = 60
SAID = re.compile(r"(\w+): (PASSED|FAILED) max error (\S+) kernel (\S+) ms")
SUMMARY = re.compile(r"(?:ERROR SUMMARY|RACECHECK SUMMARY): (\d+)")

TOOLS: Mapping[str, str] = {  # of compute-sanitizer, by kernel; "" where none looks for its mistake
    "broken_barrier": "synccheck",
    "broken_compact": "",  # racecheck looks at shared memory only
    "broken_bfs": "",
    "broken_difference": "memcheck",  # an index of -1
    "broken_dot": "",
    "broken_forgotten_copy": "",
    "broken_game_of_life": "",
    "broken_histogram": "",
    "broken_look_back": "",
    "broken_matmul_tiled": "racecheck",
    "broken_merge": "",
    "broken_slope": "memcheck",
    "broken_softmax": "racecheck",
    "broken_spmv": "",
    "broken_stencil": "",  # initcheck looks at global memory only
    "broken_sum_shared": "racecheck",
    "broken_transpose": "memcheck",
    "broken_vector_add": "memcheck",
    "broken_votes": "",
    "broken_warp_sum": "racecheck",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exits with 1 where a program is wrong, or a tool does not find what it should."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="without any: all of them")
    parser.add_argument("--broken", action="store_true", help="the wrong ones, by a tool")
    parser.add_argument("--jobs", type=int, default=8, help="programs compiled at the same time")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch", default="native", help="as nvcc's -arch takes it")
    chosen = parser.parse_args(arguments)
    compiler = shutil.which(chosen.nvcc)
    if compiler is None:
        print(f"there is no {chosen.nvcc} here: install the CUDA toolkit", file=sys.stderr)
        return 2
    sources = chosen_twins(chosen.names, is_broken=chosen.broken)
    is_right = True
    with tempfile.TemporaryDirectory() as folder:
        build = partial(compiled, compiler, chosen.arch, Path(folder))
        run = sanitized if chosen.broken else executed
        with ThreadPoolExecutor(chosen.jobs) as pool:
            for source, problem in zip(sources, pool.map(build, sources), strict=True):
                told = {"problem": problem} if problem else run(Path(folder) / source.stem)
                is_right = is_right and not told.get("problem")
                print(json.dumps({"name": source.stem, **told}), flush=True)
    return 0 if is_right else 1


def chosen_twins(names: Sequence[str], *, is_broken: bool) -> list[Path]:
    """The programs to be run: never a wrong one beside right ones."""
    found = sorted(path for path in TWINS.glob("*.cu") if path.stem.startswith(BROKEN) == is_broken)
    return [path for path in found if not names or path.stem in names]


def compiled(compiler: str, arch: str, folder: Path, source: Path) -> str:
    """What nvcc has against a program; "" if it is made."""
    target = folder / source.stem
    command = [compiler, "-O3", f"-arch={arch}", "-lineinfo", str(source), "-o", str(target)]
    code, output = _said(command, COMPILE_SECONDS)
    return "" if code == 0 else f"nvcc: {output[-500:]}"


def executed(program: Path) -> dict[str, object]:
    """What a program says of itself. Kernels are loaded beforehand, and that is not timed."""
    code, output = _said(["env", "CUDA_MODULE_LOADING=EAGER", str(program)], RUN_SECONDS)
    said = SAID.search(output)
    if said is None:
        return {"problem": f"exit {code}: {output[-300:]}"}
    told: dict[str, object] = {
        "passed": said[2] == "PASSED" and code == 0,
        "max_error": float(said[3]),
        "kernel_ms": float(said[4]),
    }
    return told if told["passed"] else {**told, "problem": "the result is wrong"}


def sanitized(program: Path) -> dict[str, object]:
    """Whether the tool for its mistake finds it."""
    tool = TOOLS[program.name]
    if not tool:
        return {"tool": "none"}
    sanitizer = shutil.which("compute-sanitizer")
    if sanitizer is None:
        return {"tool": tool, "problem": "there is no compute-sanitizer here"}
    _, output = _said([sanitizer, "--tool", tool, str(program)], SANITIZED_SECONDS)
    found = max((int(count) for count in SUMMARY.findall(output)), default=0)
    told: dict[str, object] = {"tool": tool, "found": found, "first": first_finding(output)}
    return told if found else {**told, "problem": f"{tool} finds nothing: {output[-300:]}"}


def first_finding(output: str) -> str:
    """The first line in which compute-sanitizer says what is wrong."""
    lines: Iterator[str] = (line.partition(" ")[2].strip() for line in output.splitlines())
    words = ("Invalid", "Error", "Barrier", "Race", "hazard")
    return next((line for line in lines if any(word in line for word in words)), "")


def _said(command: Sequence[str], seconds: float) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
