"""NVIDIA's own tools beside gpuviz: Nsight Compute's counters, compute-sanitizer's errors.

    python -m benchmarks.gpu.tools counters [OPERATION..]
    python -m benchmarks.gpu.tools hazards

Prints one JSON object for each operation. Where a tool is missing, or may not read the GPU's
counters, that is what is printed.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.gpu.one_launch import sites
from benchmarks.gpu.prediction import emulated
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.operation import OperationInfo, correct_operations, find_operation
from gpuviz.trace import Trace

LAUNCH = (sys.executable, "-m", "benchmarks.gpu.one_launch")
TOOL_SECONDS = 30
METRICS: Mapping[str, tuple[str, ...]] = {  # gpuviz's counter: Nsight Compute's, to be added up
    "global_load_requests": ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",),
    "global_load_sectors": ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",),
    "global_store_requests": ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",),
    "global_store_sectors": ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",),
    "shared_load_requests": ("smsp__inst_executed_op_shared_ld.sum",),
    "shared_load_wavefronts": ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",),
    "shared_store_requests": ("smsp__inst_executed_op_shared_st.sum",),
    "shared_store_wavefronts": ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",),
    "atomic_requests": (
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    ),
}
SANITIZERS: Mapping[str, str] = {  # the kernel that is wrong on purpose: the tool for its hazard
    "broken_vector_add": "memcheck",
    "broken_histogram": "racecheck",
    "broken_stencil": "initcheck",
    "broken_barrier": "synccheck",
    "broken_sum_shared": "racecheck",
    "broken_matmul_tiled": "racecheck",
}
SUMMARY = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)")


def counters(operations: Sequence[OperationInfo]) -> Iterator[dict[str, Any]]:
    """For each operation gpuviz's counters and Nsight Compute's."""
    if shutil.which("ncu") is None:
        yield {"missing": "ncu (Nsight Compute) is not installed"}
        return
    for info in operations:
        yield _counted(info)


def _counted(info: OperationInfo) -> dict[str, Any]:
    metrics = ",".join(name for names in METRICS.values() for name in names)
    command = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--metrics", metrics]
    output, error = _output([*command, *LAUNCH, info.name])
    theirs = nsight_counters(output)
    if not theirs:
        return {"operation": info.name, "error": error or output[-500:]}
    device = find_device(DEFAULT_DEVICE)
    trace = emulated(info, info.default_size, info.default_block, device).trace
    return {"operation": info.name, **compared(trace, theirs, _instructions(output))}


def _instructions(output: str) -> dict[str, Any]:
    """What one_launch printed between the tool's own lines."""
    lines = [line for line in output.splitlines() if line.startswith('{"code"')]
    found: dict[str, Any] = json.loads(lines[0]) if lines else {"code": None, "instructions": {}}
    return found


def nsight_counters(output: str) -> dict[str, int]:
    """Counters by gpuviz's names, from what `ncu --csv --page raw` printed; {} without a kernel."""
    lines = [line for line in output.splitlines() if line.startswith('"')]
    table = list(csv.DictReader(io.StringIO("\n".join(lines))))
    kernels = [row for row in table if row.get("ID", "").isdigit()]  # below the names: units
    if not kernels:
        return {}
    row = kernels[-1]
    return {
        ours: sum(int(float(row[name].replace(",", ""))) for name in names if row.get(name))
        for ours, names in METRICS.items()
    }


def compared(trace: Trace, theirs: Mapping[str, int], code: Mapping[str, Any]) -> dict[str, Any]:
    """The counters that differ, and the kinds of access with not one instruction for each site."""
    assert trace.counters is not None
    ours = {name: int(getattr(trace.counters, name)) for name in theirs}
    in_source = sites([(site.space, site.kind) for site in trace.sites])
    return {
        "equal": [name for name in theirs if ours[name] == theirs[name]],
        "different": {
            name: {"gpuviz": ours[name], "ncu": theirs[name]}
            for name in theirs
            if ours[name] != theirs[name]
        },
        "code": code["code"],
        "not_one_instruction_per_site": {
            kind: {"sites": in_source.get(kind, 0), "instructions": count}
            for kind, count in code["instructions"].items()
            if count != in_source.get(kind, 0)
        },
    }


def hazards() -> Iterator[dict[str, Any]]:
    """For each kernel that is wrong on purpose gpuviz's hazards and the sanitizer's errors."""
    if shutil.which("compute-sanitizer") is None:
        yield {"missing": "compute-sanitizer is not installed"}
        return
    for name, tool in SANITIZERS.items():
        info = find_operation(name)
        output, error = _output(["compute-sanitizer", "--tool", tool, *LAUNCH, name])
        device = find_device(DEFAULT_DEVICE)
        trace = emulated(info, info.default_size, info.default_block, device).trace
        yield {
            "operation": name,
            "tool": tool,
            "errors": sanitizer_errors(output),
            "gpuviz": [hazard.kind for hazard in trace.hazards],
            "error": error if sanitizer_errors(output) is None else None,
        }


def sanitizer_errors(output: str) -> int | None:
    """The number in the last line that compute-sanitizer prints; None without one."""
    found = SUMMARY.findall(output)
    return int(found[-1]) if found else None


def _output(command: list[str]) -> tuple[str, str | None]:
    """(all that a tool printed, what went wrong)."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TOOL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode(errors="replace")
        return text, f"stopped after {TOOL_SECONDS} s"
    return done.stdout, f"exit code {done.returncode}" if done.returncode else None


def main() -> None:
    """Prints the comparisons of one tool."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("counters", "hazards"))
    parser.add_argument("operations", nargs="*", help="default: all of the gallery")
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done")
    options = parser.parse_args()
    if options.dry_run:
        print(json.dumps({"missing": "a dry run asks no tool"}))
        return
    chosen = [find_operation(name) for name in options.operations] or correct_operations()
    for row in counters(chosen) if options.what == "counters" else hazards():
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
