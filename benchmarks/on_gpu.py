"""Everything that waits for a GPU, in one go: python benchmarks/on_gpu.py --out DIR

Runs the microbenchmarks that the model's constants are fitted to, the launches that judge it, the
figures that the gallery has to reach, tests/gpu, recordings of the gallery and NVIDIA's tools where
they are there. Leaves in DIR tests.log, recordings.zip (a .gpuviz file for each operation; where it
is full, recordings-2.zip ..), calibration.toml (what benchmarks/calibrate.py makes of it) and
results.json:

    dry_run, machine            device, driver, date, versions
    parts                       each with its seconds and what went wrong, null: nothing
    microbenchmarks             rows as benchmarks/gpu/gpu.py describes them (Row)
    figures                     value, goal, note (Figure in benchmarks/gpu/figures.py)
    hold_outs                   seconds of the launches that judge the model (HoldOutTime)
    recordings                  operation, size, block, time, registers .., one a launch
    counters, hazards           gpuviz beside Nsight Compute and compute-sanitizer
    calibration                 what benchmarks/calibrate.py printed: the fit, errors of hold-outs

Needs numpy, numba, numba-cuda and pytest; no Qt, no installation; CuPy for cuBLAS. Each part runs
in a process of its own and within a budget; one that fails is written down and does not stop the
others. --dry-run takes the emulator and an invented GPU in the GPU's place, in small.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
TOTAL_SECONDS = 9.2 * 60
MACHINE_SECONDS = 60
MICRO_SECONDS = 80  # for each process
FIGURES_SECONDS = 60
TESTS_SECONDS = 130
TESTS = "not block-33 and not -31-block"  # of sizes and blocks that are much alike one is enough
HOLD_OUT_SECONDS = 15  # for each operation
CALIBRATE_SECONDS = 100
RECORDING_SECONDS = 15  # for each operation
TOOLS_SECONDS = 90  # for each
GROUP = 4  # operations that share a process
LARGEST_FILE = 15 * 1024 * 1024  # bytes
PARTS = ("microbenchmarks", "figures", "hold_outs", "calibration", "tests", "tools", "recordings")
ROWS = ("microbenchmarks", "hold_outs", "figures", "recordings", "counters", "hazards")
BROKEN = "broken_"  # kernels that are wrong on purpose: a GPU may hang on them
PIPELINE = "\ndef pipeline("  # in files of many launches, which are not timed here
GALLERY, JUDGES = (
    tuple(
        path.stem
        for path in sorted((CHECKOUT / folder).glob("*.py"))
        if not path.stem.startswith(BROKEN) and PIPELINE not in path.read_text(encoding="utf-8")
    )
    for folder in ("kernels", "benchmarks/gpu/holdouts")
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
    calibration: list[str] = field(default_factory=list)
    deadline: float = field(default_factory=lambda: time.monotonic() + TOTAL_SECONDS)

    @property
    def dry_option(self) -> list[str]:
        """What the processes are told of it."""
        return ["--dry-run"] if self.dry_run else []

    def seconds(self, budget: float) -> float:
        """What a part may take: its budget, or what is left of the whole time."""
        return max(1.0, min(budget, self.deadline - time.monotonic()))

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
            "calibration": self.calibration,
        }
        text = json.dumps(content, indent=1, allow_nan=False)
        (self.out / "results.json").write_text(text + "\n", encoding="utf-8")


def child(arguments: list[str], seconds: float) -> tuple[str, str | None]:
    """(standard output, what went wrong) of `python ARGUMENTS` in the checkout."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if "pytest" in arguments else subprocess.PIPE,
        start_new_session=True,
    )
    try:
        printed, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process)
        return _text(process.communicate()[0]), f"stopped after its {seconds:.0f} s"
    if process.returncode == 0:
        return _text(printed), None
    return _text(printed), f"exit code {process.returncode}: {_text(errors).strip()[-2000:]}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """With all that it started, where the system knows of groups of processes."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _text(printed: bytes | None) -> str:
    return (printed or b"").decode(errors="replace")


def look_at_machine(report: Report) -> str | None:
    """Device, driver, date and versions."""
    output, error = child(
        ["-m", "benchmarks.gpu.machine", *report.dry_option], report.seconds(MACHINE_SECONDS)
    )
    if error is None:
        report.machine = json.loads(output.splitlines()[-1])
    return error


def run_tests(report: Report) -> str | None:
    """tests/gpu through pytest, its output in tests.log; skipped tests are no success."""
    options = [
        "-m",
        "pytest",
        "-c",
        "tests/gpu/pytest.ini",
        "tests/gpu",
        "--durations=10",
        "-k",
        TESTS,
    ]
    output, error = child(options, report.seconds(TESTS_SECONDS))
    (report.out / "tests.log").write_text(output[-LARGEST_FILE:], encoding="utf-8")
    summary = output.strip().splitlines()[-1] if output.strip() else "no output"
    if error:
        return f"{error.strip()} {summary}"
    ran = " passed" in summary or report.dry_run
    return None if ran else f"no test ran: {summary}"


def run_rows(report: Report, kind: str, arguments: list[str], seconds: float) -> str | None:
    """Keeps each row that a module printed, also when its process ended badly."""
    output, error = child(["-m", *arguments, *report.dry_option], report.seconds(seconds))
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    report.rows[kind] += rows
    bad = [row for row in rows if row.get("error") or row.get("correct") is False]
    if error is None and bad:
        return f"{len(bad)} of {len(rows)} rows of {kind} failed"
    return error


def pack(report: Report, recordings: Path) -> str | None:
    """All recordings in recordings.zip, and where that is full in recordings-2.zip and so on."""
    for earlier in report.out.glob("recordings*.zip"):
        earlier.unlink()
    files = sorted(recordings.glob("*.gpuviz"), key=lambda path: path.stat().st_size)
    left_out = [path.name for path in files if path.stat().st_size > LARGEST_FILE]
    number, room = 1, LARGEST_FILE
    for path in files[: len(files) - len(left_out)]:
        size = path.stat().st_size
        if size > room:
            number, room = number + 1, LARGEST_FILE
        room -= size
        name = f"recordings-{number}.zip" if number > 1 else "recordings.zip"
        with zipfile.ZipFile(report.out / name, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, path.name)
    return f"too large for recordings.zip: {', '.join(left_out)}" if left_out else None


def calibrate(report: Report) -> str | None:
    """Fits the model to what was measured. A model that misses its goals is no failed part."""
    script = str(CHECKOUT / "benchmarks" / "calibrate.py")
    out = str(report.out / "calibration.toml")
    results = str(report.out / "results.json")
    output, error = child([script, results, "--out", out], report.seconds(CALIBRATE_SECONDS))
    report.calibration = output.splitlines()
    return None if Path(out).is_file() else error


def everything(report: Report, wanted: Collection[str] = PARTS) -> None:
    """The wanted parts, calibration's first. What comes last is left out if time runs out."""
    report.part("machine", lambda: look_at_machine(report))
    for part in PARTS:
        if part in wanted:
            DO[part](report)


def _microbenchmarks(report: Report) -> None:
    for numbers in [sum(MICROBENCHMARKS, ())] if report.dry_run else MICROBENCHMARKS:
        words = ["microbenchmarks", *map(str, numbers)]
        _rows_part(report, words, MICRO_SECONDS)


def _figures(report: Report) -> None:
    _rows_part(report, ["figures"], FIGURES_SECONDS)


def _hold_outs(report: Report) -> None:
    for names in _groups(report, (*GALLERY, *JUDGES)):
        _rows_part(report, ["hold_outs", *names], HOLD_OUT_SECONDS * len(names))


def _calibration(report: Report) -> None:
    report.part("calibration", lambda: calibrate(report))


def _tests(report: Report) -> None:
    report.part("tests", lambda: run_tests(report))


def _recordings(report: Report) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for names in _groups(report, GALLERY):
            words = ["recordings", *names, "--out", folder]
            _rows_part(report, words, RECORDING_SECONDS * len(names))
        report.part("packing", lambda: pack(report, Path(folder)))


def _tools(report: Report) -> None:
    for tool in ("counters", "hazards"):
        _rows_part(report, ["tools", tool], TOOLS_SECONDS)


DO: Mapping[str, Callable[[Report], None]] = {
    "microbenchmarks": _microbenchmarks,
    "figures": _figures,
    "hold_outs": _hold_outs,
    "calibration": _calibration,
    "tests": _tests,
    "tools": _tools,
    "recordings": _recordings,
}


def _groups(report: Report, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Operations that share a process, which takes seconds to start; all of them in a dry run."""
    if report.dry_run:
        return [names]
    return [names[first : first + GROUP] for first in range(0, len(names), GROUP)]


def _rows_part(report: Report, words: list[str], seconds: float) -> None:
    """One module of benchmarks/gpu as a part, with what it is told."""
    module, *options = words
    kind = options[0] if module == "tools" else module
    command = [f"benchmarks.gpu.{module}", *options]
    told = options[: options.index("--out")] if "--out" in options else options
    name = " ".join((module, *told) if len(told) <= GROUP else (module, told[0], "..", told[-1]))
    report.part(name, functools.partial(run_rows, report, kind, command, seconds))


def main(arguments: list[str] | None = None) -> int:
    """0 when every part went well, else 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the results")
    parser.add_argument("--dry-run", action="store_true", help="without a GPU, in small")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts")
    parser.add_argument("--seconds", type=float, default=TOTAL_SECONDS, help="for all of them")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    report = Report(options.out, options.dry_run, deadline=time.monotonic() + options.seconds)
    everything(report, options.only)
    return 1 if any(part["error"] for part in report.parts) else 0


if __name__ == "__main__":
    sys.exit(main())
