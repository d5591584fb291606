"""Everything that waits for a GPU, in one go: python benchmarks/on_gpu.py --out DIR

Runs tests/gpu, then every operation of the gallery at several sizes and blocks, and leaves in DIR
results.json (the machine, the parts, a row for each launch), tests.log and recordings.zip (one
.gpuviz file for each operation). Needs numpy, numba, numba-cuda and pytest, no Qt and no
installation. Each part runs in a process of its own and within a budget; one that fails is written
down and does not stop the others. --dry-run takes the emulator in the GPU's place, in small.
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
LAUNCHES = "benchmarks.on_gpu_launches"
TOTAL_SECONDS = 9 * 60
MACHINE_SECONDS = 60
TESTS_SECONDS = 4 * 60
LARGEST_FILE = 15 * 1024 * 1024  # bytes
BROKEN = "broken_"  # kernels that are wrong on purpose: a GPU may hang on them
OPERATIONS = tuple(
    sorted(
        path.stem
        for path in (CHECKOUT / "kernels").glob("*.py")
        if not path.stem.startswith(BROKEN)
    )
)


@dataclass
class Report:
    """What results.json will hold; written again after each part."""

    out: Path
    dry_run: bool
    machine: dict[str, Any] | None = None
    parts: list[dict[str, Any]] = field(default_factory=list)
    launches: list[dict[str, Any]] = field(default_factory=list)

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
            "launches": self.launches,
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
    output, error = child(_launches(report, []), MACHINE_SECONDS)
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


def run_operation(report: Report, name: str, recordings: Path, seconds: float) -> str | None:
    """Adds a row for each launch that printed one, also when the process ended badly."""
    output, error = child(_launches(report, [name, "--recordings", str(recordings)]), seconds)
    rows = [json.loads(line) for line in output.splitlines() if line.endswith("}")]
    report.launches += rows
    bad = [row for row in rows if row.get("error") or row.get("correct") is False]
    if error is None and bad:
        return f"{len(bad)} of {len(rows)} launches failed, see launches"
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


def _launches(report: Report, arguments: list[str]) -> list[str]:
    dry = ["--dry-run"] if report.dry_run else []
    return ["-m", LAUNCHES, *arguments, *dry]


def everything(report: Report) -> None:
    """All parts; the operations share what the others leave of the time."""
    deadline = time.monotonic() + TOTAL_SECONDS
    report.part("machine", lambda: look_at_machine(report))
    report.part("tests", lambda: run_tests(report))
    with tempfile.TemporaryDirectory() as folder:
        recordings = Path(folder)
        for done, name in enumerate(OPERATIONS):
            seconds = (deadline - time.monotonic()) / (len(OPERATIONS) - done)
            work = functools.partial(run_operation, report, name, recordings, seconds)
            report.part(name, work)
        report.part("recordings", lambda: pack(report, recordings))


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
