"""Everything that waits for a GPU, in one go: python benchmarks/on_gpu.py --out DIR

Runs tests/gpu, the microbenchmarks that the model's constants are fitted to, the figures that the
gallery has to reach, every operation of the gallery and some more at several sizes and blocks
beside what the model says, and NVIDIA's tools where they are there. Leaves in DIR tests.log,
recordings.zip (one .gpuviz file for each operation) and results.json:

    dry_run, machine            device, driver, date, versions
    parts                       each with its seconds and what went wrong, null: nothing
    microbenchmarks             rows as benchmarks/gpu/gpu.py describes them (Row)
    figures                     value, goal, note (Figure in benchmarks/gpu/figures.py)
    launches                    operation, size, block, time, registers, modelled .., one a launch
    counters, hazards           gpuviz beside Nsight Compute and compute-sanitizer

`python benchmarks/calibrate.py DIR/results.json` fits the model to it. Needs numpy, numba,
numba-cuda and pytest; no Qt, no installation; CuPy for cuBLAS. Each part runs in a process of its
own and within a budget; one that fails is written down and does not stop the others. --dry-run
takes the emulator and an invented GPU in the GPU's place, in small.
"""

from __future__ import annotations

import argparse
import functools
import json
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
TOTAL_SECONDS = 9.2 * 60
MACHINE_SECONDS = 60
MICRO_SECONDS = 80  # for each process
FIGURES_SECONDS = 60
TESTS_SECONDS = 90
TOOLS_SECONDS = 60  # that are kept for each tool
LARGEST_FILE = 15 * 1024 * 1024  # bytes
ROWS = ("microbenchmarks", "figures", "launches", "counters", "hazards")
BROKEN = "broken_"  # kernels that are wrong on purpose: a GPU may hang on them
OPERATIONS = tuple(
    path.stem
    for folder in ("kernels", "benchmarks/gpu/holdouts")
    for path in sorted((CHECKOUT / folder).glob("*.py"))
    if not path.stem.startswith(BROKEN)
)
MICROBENCHMARKS = ((1, 2, 10, 11, 12), (3, 4, 5, 6), (7,), (8, 9))
"""Which of them share a process."""


@dataclass
class Report:
    """What results.json will hold; written again after each part."""

    out: Path
    dry_run: bool
    machine: dict[str, Any] | None = None
    parts: list[dict[str, Any]] = field(default_factory=list)
    rows: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in ROWS}
    )

    @property
    def dry_option(self) -> list[str]:
        """What the processes are told of it."""
        return ["--dry-run"] if self.dry_run else []

    def part(self, name: str, work: Callable[[], str | None]) -> None:
        """Does one part and notes its duration and what went wrong with it, if anything."""
        print(f"{name} ...", flush=True)
        began = time.monotonic()
        try:
            error = work()
        except Exception as failure:  # whatever it is, the other parts shall run
            error = f"{type(failure).__name__}: {failure}"
        seconds = round(time.monotonic() - began, 1)
        self.parts.append({"part": name, "seconds": seconds, "error": error})
        print(f"{name}: {seconds} s{', ' + error if error else ''}", flush=True)
        self.save()

    def save(self) -> None:
        """Writes results.json."""
        content = {
            "dry_run": self.dry_run,
            "machine": self.machine,
            "parts": self.parts,
            **self.rows,
        }
        text = json.dumps(content, indent=1, allow_nan=False)
        (self.out / "results.json").write_text(text + "\n", encoding="utf-8")


def child(arguments: list[str], seconds: float) -> tuple[str, str | None]:
    """(standard output, what went wrong) of `python ARGUMENTS` in the checkout."""
    try:
        process = subprocess.run(
            [sys.executable, *arguments],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if "pytest" in arguments else subprocess.PIPE,
            timeout=max(1.0, seconds),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"").decode(errors="replace")
        return output, f"stopped after its {seconds:.0f} s"
    output = process.stdout.decode(errors="replace")
    if process.returncode == 0:
        return output, None
    errors = (process.stderr or b"").decode(errors="replace").strip()
    return output, f"exit code {process.returncode}: {errors[-2000:]}"


def look_at_machine(report: Report) -> str | None:
    """Device, driver, date and versions."""
    output, error = child(["-m", "benchmarks.gpu.launches", *report.dry_option], MACHINE_SECONDS)
    if error is None:
        report.machine = json.loads(output.splitlines()[-1])
    return error


def run_tests(report: Report) -> str | None:
    """tests/gpu through pytest, its output in tests.log; skipped tests are no success."""
    options = ["-m", "pytest", "-c", "tests/gpu/pytest.ini", "tests/gpu", "--durations=10"]
    output, error = child(options, TESTS_SECONDS)
    (report.out / "tests.log").write_text(output[-LARGEST_FILE:], encoding="utf-8")
    summary = output.strip().splitlines()[-1] if output.strip() else "no output"
    if error:
        return f"{error.strip()} {summary}"
    ran = " passed" in summary or report.dry_run
    return None if ran else f"no test ran: {summary}"


def run_rows(report: Report, kind: str, arguments: list[str], seconds: float) -> str | None:
    """Keeps each row that a module printed, also when its process ended badly."""
    output, error = child(["-m", *arguments, *report.dry_option], seconds)
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    report.rows[kind] += rows
    bad = [row for row in rows if row.get("error") or row.get("correct") is False]
    if error is None and bad:
        return f"{len(bad)} of {len(rows)} rows of {kind} failed"
    return error


def pack(report: Report, recordings: Path) -> str | None:
    """One zip of all recordings, the smallest first while they fit."""
    files = sorted(recordings.glob("*.gpuviz"), key=lambda path: path.stat().st_size)
    left_out, room = [], LARGEST_FILE
    with zipfile.ZipFile(report.out / "recordings.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            room -= path.stat().st_size
            if room < 0:
                left_out.append(path.name)
            else:
                archive.write(path, path.name)
    return f"too large for recordings.zip: {', '.join(left_out)}" if left_out else None


def everything(report: Report) -> None:
    """All parts, calibration's first; the operations share what the others leave of the time."""
    deadline = time.monotonic() + TOTAL_SECONDS
    report.part("machine", lambda: look_at_machine(report))
    for numbers in [sum(MICROBENCHMARKS, ())] if report.dry_run else MICROBENCHMARKS:
        words = ["benchmarks.gpu.microbenchmarks", *map(str, numbers)]
        _rows_part(report, "microbenchmarks " + " ".join(words[1:]), words, MICRO_SECONDS)
    _rows_part(report, "figures", ["benchmarks.gpu.figures"], FIGURES_SECONDS)
    report.part("tests", lambda: run_tests(report))
    with tempfile.TemporaryDirectory() as folder:
        run_operations(report, Path(folder), deadline - 2 * TOOLS_SECONDS)
        report.part("recordings", lambda: pack(report, Path(folder)))
    for tool in ("counters", "hazards"):
        seconds = deadline - time.monotonic()
        _rows_part(report, tool, ["benchmarks.gpu.tools", tool], seconds)


def run_operations(report: Report, recordings: Path, deadline: float) -> None:
    """One process for each operation; a dry run has one for all of them."""
    groups = [OPERATIONS] if report.dry_run else [(name,) for name in OPERATIONS]
    for done, names in enumerate(groups):
        seconds = (deadline - time.monotonic()) / (len(groups) - done)
        words = ["benchmarks.gpu.launches", *names, "--recordings", str(recordings)]
        _rows_part(report, names[0] if len(names) == 1 else "launches", words, seconds)


def _rows_part(report: Report, name: str, words: list[str], seconds: float) -> None:
    """One module of benchmarks/gpu as a part; its first word says what its rows are."""
    kind = words[1] if words[0].endswith("tools") else words[0].rpartition(".")[2]
    report.part(name, functools.partial(run_rows, report, kind, words, seconds))


def main(arguments: list[str] | None = None) -> int:
    """0 when every part went well, else 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the results")
    parser.add_argument("--dry-run", action="store_true", help="without a GPU, in small")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    report = Report(options.out, options.dry_run)
    everything(report)
    return 1 if any(part["error"] for part in report.parts) else 0


if __name__ == "__main__":
    sys.exit(main())
