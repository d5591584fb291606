"""What is read out of NVIDIA's tools."""

from __future__ import annotations

import pytest

from benchmarks.gpu.one_launch import PTX, SASS, instructions
from benchmarks.gpu.prediction import emulated
from benchmarks.gpu.tools import METRICS, compared, nsight_counters, sanitizer_errors
from gpuviz.device import find_device
from gpuviz.operation import find_operation
from gpuviz.trace import Trace

NAMES = [name for names in METRICS.values() for name in names]
NOISE = '==PROF== Connected to process 7\n{"code": "PTX", "instructions": {}}\n'


def printed(values: list[str]) -> str:
    """As `ncu --csv --page raw` prints one kernel: names, units, values."""
    rows = (["ID", "Kernel Name", *NAMES], ["", "", *["sector"] * len(NAMES)], ["0", "k", *values])
    return NOISE + "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def trace() -> Trace:
    info = find_operation("vector_add")
    return emulated(info, (1024,), info.default_block, find_device("t4")).trace


def test_counters_of_nsight_compute_are_read_from_its_table() -> None:
    found = nsight_counters(printed([*["1,024"] * (len(NAMES) - 2), "3", "4"]))

    assert found["global_load_sectors"] == 1024
    assert found["atomic_requests"] == 3 + 4


def test_without_a_kernel_there_are_no_counters() -> None:
    assert nsight_counters("==ERROR== ERR_NVGPUCTRPERM - no permission\n") == {}


def test_counters_that_differ_and_sites_with_several_instructions_are_listed(trace: Trace) -> None:
    assert trace.counters is not None
    theirs = {name: int(getattr(trace.counters, name)) for name in METRICS}
    theirs["global_load_sectors"] += 1
    code = {"code": "SASS", "instructions": {"global read": 8, "global write": 1}}

    found = compared(trace, theirs, code)

    assert found["different"] == {"global_load_sectors": {"gpuviz": 256, "ncu": 257}}
    assert "global_store_sectors" in found["equal"]
    assert found["not_one_instruction_per_site"] == {"global read": {"sites": 2, "instructions": 8}}


@pytest.mark.parametrize(
    ("output", "errors"),
    [
        ("========= ERROR SUMMARY: 0 errors", 0),
        ("=========\n========= ERROR SUMMARY: 12 errors\n", 12),
        ("========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)", 2),
        ("Segmentation fault", None),
    ],
)
def test_the_sanitizers_last_line_is_read(output: str, errors: int | None) -> None:
    assert sanitizer_errors(output) == errors


def test_memory_instructions_are_counted_by_kind() -> None:
    ptx = "ld.global.f32 %f1;\n ld.global.v4.f32 x;\n st.shared.f32 y;\n atom.global.add.u32 z;"
    sass = "LDG.E R2, [R4]; LDS R1; @P0 STG.E [R2], R3; RED.E.ADD [R1], R0; ATOMS.ADD RZ, [R1]"

    assert instructions(ptx, PTX) == {
        "global read": 2,
        "global write": 0,
        "shared read": 0,
        "shared write": 1,
        "global atomic": 1,
        "shared atomic": 0,
    }
    assert list(instructions(sass, SASS).values()) == [1, 1, 1, 0, 1, 1]
