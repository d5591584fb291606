"""Grades the scripts of the corpus as submissions: one by one, two at once, and by a cluster of two
workers of which one is killed twice. The three tables have to be equal.

    python benchmarks/grading.py [--every N]
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gpuviz.api.grading.crew import graded_here, graded_on
from gpuviz.api.grading.grade import Grade
from gpuviz.api.grading.job import GradeJob
from gpuviz.api.grading.submission import submissions_in
from gpuviz.api.supervisor import Limits
from gpuviz.device import DEFAULT_DEVICE, find_device

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus"
WORKERS = 2
KILLED_AFTER = (0.2, 0.6)  # of all submissions


def main() -> int:
    """Prints the times; 1 where the tables differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every Nth script")
    every = parser.parse_args().every
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for script in sorted(CORPUS.glob("*/*.py"))[::every]:
            copied = folder / f"{script.parent.name}_{script.name}"
            copied.write_bytes(script.read_bytes())
        device, limits = find_device(DEFAULT_DEVICE), Limits(60, 2 << 30)
        jobs = [GradeJob(one, None, limits, device) for one in submissions_in(folder)]
    one = _timed("one after the other", jobs, graded_here(jobs, 1))
    two = _timed("two at once", jobs, graded_here(jobs, 2))
    lost = _timed("two workers, one killed twice", jobs, _by_cluster(jobs))
    equal = one == two == lost
    print("equal tables" if equal else "the tables DIFFER")
    return int(not equal)


def _timed(what: str, jobs: Sequence[GradeJob], made: Iterable[Grade]) -> list[Grade]:
    """In the order of the jobs, without what differs by nature: how long each took."""
    began = time.perf_counter()
    grades = list(made)
    seconds = time.perf_counter() - began
    by_job = {grade.fingerprint: replace(grade, seconds=0.0) for grade in grades}
    wrong = sum(grade.verdict == "wrong" for grade in grades)
    told = f"{len(jobs)} submissions, {len(grades)} grades, {wrong} wrong"
    print(f"{what:30} {seconds:6.1f} s  {told}", flush=True)
    assert len(grades) == len(by_job) == len(jobs), "a submission was lost, or counted twice"
    return [by_job[job.fingerprint] for job in jobs]


def _by_cluster(jobs: Sequence[GradeJob]) -> Iterator[Grade]:
    from distributed import LocalCluster

    kill_at = {round(share * len(jobs)) for share in KILLED_AFTER}
    with LocalCluster(
        WORKERS, threads_per_worker=1, processes=True, dashboard_address=None
    ) as all_:
        for count, grade in enumerate(graded_on(all_.scheduler_address, jobs, WORKERS), 1):
            if count in kill_at:
                victim = all_.workers[0].pid
                print(f"  killed worker {victim} after {count}", flush=True)
                os.kill(victim, signal.SIGKILL)
            yield grade


if __name__ == "__main__":
    sys.exit(main())
