"""Runs programs and cells one after the other; what is found goes into files of JSON lines."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gpuviz.messages import GpuvizError
from tools.differences.cells import cells
from tools.differences.compare import compare
from tools.differences.corners import KINDS
from tools.differences.oracles import (
    Result,
    by_emulator,
    by_njit,
    by_plain_ptx,
    by_ptx,
    by_settled_ptx,
)
from tools.differences.programs import THREADS, Program, program
from tools.differences.table import rows

CPU_SECONDS = 60.0
PROOFS = {
    "the same before NVVM optimises": by_plain_ptx,
    "the same where Numba infers types once more": by_settled_ptx,
}
"""What explains a program that differs: code without that cause, which computes the same."""


def run_programs(seeds: Sequence[int], with_cpu: bool, file: Path) -> Counter[str]:
    """Runs the programs of some seeds; how many ended in which way."""
    found: Counter[str] = Counter()
    with file.open("w", encoding="utf-8") as lines:
        for done, seed in enumerate(seeds, 1):
            record = outcome(seed, with_cpu)
            found[record["state"]] += 1
            lines.write(json.dumps(record) + "\n")
            lines.flush()
            if done % 25 == 0:
                print(f"{done} of {len(seeds)}: {dict(found)}", flush=True)
    return found


def outcome(seed: int, with_cpu: bool = False) -> dict[str, Any]:
    """What became of a seed's program: same, different, refused by one or by both, not run.

    Where it differs and one of `PROOFS` says why, that is what became of it.
    """
    made = program(seed)
    own, wanted = _own(made), _wanted(made)
    record: dict[str, Any] = {"seed": seed}
    record |= {name: text for name, text in (("own", own), ("numba", wanted)) if _is_text(text)}
    if isinstance(own, str) and isinstance(wanted, str):
        return record | {"state": "refused by both"}
    if isinstance(own, str):
        return record | {"state": "refused by gpuviz alone"}
    if isinstance(wanted, str):
        cannot = wanted.startswith("NotImplementedError")
        return record | {"state": "not run" if cannot else "refused by Numba alone"}
    record["values"] = sum(len(value) for name, value in own.items() if name.startswith("out_"))
    differing = differences(own, wanted)
    if with_cpu and made.on_cpu:
        cpu = in_a_child(made)
        record["cpu"] = cpu if isinstance(cpu, str) else differences(cpu, wanted)
    state = _proven(made, own) if differing else "same"
    return record | {"state": state, "different": differing}


def _proven(made: Program, own: Result) -> str:
    for state, computed in PROOFS.items():
        if not differences(own, computed(made.text, THREADS, made.arguments)):
            return state
    return "different"


def _own(made: Program) -> Result | str:
    try:
        return by_emulator(made.text, THREADS, made.arguments, block=THREADS)
    except GpuvizError as error:
        return f"refused: {error}"


def _wanted(made: Program) -> Result | str:
    try:
        return by_ptx(made.text, THREADS, made.arguments)
    except Exception as error:  # Numba refuses in many ways
        return f"{type(error).__name__}: {error}"[:400]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def differences(got: Result, wanted: Result) -> dict[str, Any]:
    """Of each output array that differs: how, with examples."""
    found = {}
    for name in (name for name in got if name.startswith("out_")):
        compared = compare(got[name], wanted[name])
        if compared.near or compared.others:
            pairs = [f"{got[name][at]}, not {wanted[name][at]}" for at in compared.examples]
            found[name] = {**asdict(compared), "pairs": pairs}
    return found


def in_a_child(made: Program) -> Result | str:
    """Numba's CPU code, in a process of its own: there are divisions that end one."""
    context = multiprocessing.get_context("fork")
    parent, child = context.Pipe(duplex=False)

    def work() -> None:
        try:
            child.send(by_njit(made.text, THREADS, made.arguments))
        except Exception as error:  # the parent tells of it
            child.send(f"{type(error).__name__}: {error}"[:400])

    process = context.Process(target=work)
    process.start()
    child.close()
    try:
        answer: Result | str = parent.recv() if parent.poll(CPU_SECONDS) else "too slow"
    except EOFError:
        answer = "the process ended"
    process.kill()
    process.join()
    return answer


def run_table(part: int, of: int, with_cpu: bool, file: Path) -> Iterator[str]:
    """Runs each `of`-th row from `part` on; one line to print for each."""
    with file.open("w", encoding="utf-8") as lines:
        for row in rows()[part::of]:
            began, count = time.perf_counter(), 0
            for left in KINDS:
                for cell in cells(row, left, with_cpu):
                    lines.write(json.dumps(asdict(cell)) + "\n")
                    count += 1
            lines.flush()
            yield f"{row.name}: {count} cells in {time.perf_counter() - began:.1f} s"
