"""docs/differences.md: what was compared, what is left, and why."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.differences.cells import REFUSED, Cell
from tools.differences.compare import Comparison
from tools.differences.explanations import EXPLANATIONS, differs, explanation, was_executed

MOST_EXAMPLES = 3
CPU_NOTES = Path(__file__).with_name("cpu_notes.md")
INTRODUCTION = """# Where the emulator and a GPU compute differently

`python -m tools.differences` writes this page. It runs random programs, and a table of every
operator and function that kernels may use x all types of numbers x their corners (0, -0.0, the
ends of a type, powers of two, subnormal, infinite and no numbers), twice: on the emulator, and as
the PTX that numba-cuda and NVVM make of the same text, libdevice included, executed instruction by
instruction (`tests/helpers/ptx_threads`; no GPU is needed). Values are compared to the bit, types
by name. Where Numba's code for CPUs and for GPUs differ, the emulator stands for the GPU.

Left out on both sides: fused multiply-adds of separate operations. NVVM makes one instruction of
`a * b + c` where it may (NVVM's option `-fma`, on by default in numba-cuda), which rounds once; the
emulator rounds twice, as each operation says, and so does the PTX that it is compared with. Not
executed: arithmetic of float16 with float16, which numba-cuda leaves to the header cuda_fp16.h,
compiled when the kernel is linked; tests/simt/test_half.py holds that against NumPy's float16.
"""


PROGRAMS_NOTE = """\
*The same before NVVM optimises*: a conversion of a float to a whole type that has no place for it,
or abs of the lowest number. LLVM leaves them undefined and makes what it likes of them once it
knows more of the value; the emulator does what the single instruction does (LLVM Language
Reference, fptosi and poison values). *The same where Numba infers types once more*: Numba infers in
rounds, and what an expression is in an early round stays a part of its type (`TypeVar.add_type` and
`TypeInferer.propagate` in numba-cuda's `core/typeinfer.py`). Where `w` is an uint8 at first and
gets an int64 further down in a loop, `w >> 1` is an uint64 in the first round, an int64 in the
second, and so a float64 with 53 bits. The emulator knows what `w` is before it asks for `w >> 1`;
so does Numba where it is told the types of joined variables beforehand, and then its PTX computes
the same. *Refused by Numba alone*: the same rounds, where an operator such as & gets such a float64
(`w - w & 3`), and assertions within Numba's compiler. *Not run*: an instruction that
tests/helpers/ptx_threads does not know.
"""


def write_page(folder: Path, page: Path) -> None:
    """Writes the page of the files that the other commands left in a folder."""
    cells = [_cell(record) for record in _records(folder, "table")]
    programs = list(_records(folder, "programs"))
    parts = [INTRODUCTION, *_programs(programs), *_table(cells), *_kinds(cells)]
    parts.append(CPU_NOTES.read_text(encoding="utf-8"))
    page.write_text("\n".join(parts), encoding="utf-8", newline="\n")


def _records(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    for file in sorted(folder.glob(f"{name}*.jsonl")):
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _cell(record: dict[str, Any]) -> Cell:
    compared = {
        name: None if record[name] is None else Comparison(**record[name])
        for name in ("against", "cpu")
    }
    return Cell(**{**record, **compared})


def _programs(programs: Sequence[dict[str, Any]]) -> Iterator[str]:
    states = Counter(program["state"] for program in programs)
    values = sum(program.get("values", 0) for program in programs)
    yield "## Random programs\n"
    yield f"{len(programs)} programs, {values} values compared.\n"
    yield "| what became of them | programs |\n|---|---|"
    yield from (f"| {state} | {count} |" for state, count in states.most_common())
    yield ""
    seeds = [
        f"{program['seed']} ({program['state']})"
        for program in programs
        if program["state"] not in ("same", "refused by both")
    ]
    if seeds:
        yield f"Seeds of the others: {', '.join(seeds)}.\n"
    yield PROGRAMS_NOTE


def _table(cells: Sequence[Cell]) -> Iterator[str]:
    executed = [cell for cell in cells if was_executed(cell)]
    values = sum(cell.against.count for cell in executed if cell.against is not None)
    both = sum(1 for cell in cells if not was_executed(cell) and cell.own_type == REFUSED)
    yield "## The table\n"
    yield (
        f"{len({cell.row for cell in cells})} operators and functions, {len(cells)} cells;"
        f" {len(executed)} executed, {values} values compared; {both} refused by the emulator."
        f" {sum(not differs(cell) for cell in executed)} cells are the same to the bit.\n"
    )


def _kinds(cells: Sequence[Cell]) -> Iterator[str]:
    found: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        if differs(cell):
            kind = explanation(cell)
            found[kind.title if kind is not None else "Not explained"].append(cell)
    yield "## What is left\n"
    for one in EXPLANATIONS:
        if one.title in found:
            yield from _kind(one.title, one.why, found[one.title])
    if "Not explained" in found:
        yield from _kind("Not explained", "", found["Not explained"])


def _kind(title: str, why: str, cells: Sequence[Cell]) -> Iterator[str]:
    ulps = max((cell.against.ulps for cell in cells if cell.against is not None), default=0)
    yield f"### {title}\n"
    if why:
        yield f"{why}\n"
    yield f"{len(cells)} cells: {_named(cells)}.\n"
    if ulps and title.startswith("A few units"):
        yield from _most_ulps(cells)
    examples = [(cell, text) for cell in cells for text in cell.examples[:1]]
    for cell, text in examples[:: max(1, len(examples) // MOST_EXAMPLES)][:MOST_EXAMPLES]:
        kinds = " and ".join(filter(None, (cell.left, cell.right)))
        yield f"- `{cell.row}` of {kinds}: {text}"
    if examples:
        yield ""


def _named(cells: Iterable[Cell]) -> str:
    rows = Counter(cell.row for cell in cells)
    return ", ".join(f"`{row}` {count}" for row, count in rows.items())


def _most_ulps(cells: Iterable[Cell]) -> Iterator[str]:
    most: dict[str, int] = defaultdict(int)
    for cell in cells:
        if cell.against is not None:
            most[cell.row] = max(most[cell.row], cell.against.ulps)
    by_size = sorted(most.items(), key=lambda pair: -pair[1])
    yield f"Units at most: {', '.join(f'`{row}` {size}' for row, size in by_size)}.\n"
