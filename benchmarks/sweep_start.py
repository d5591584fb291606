"""How soon a sweep shows its first point, and how soon it ends when it is cancelled.

Runs `gpuviz sweep vector_add` over 20 sizes with its CPU baselines, several times:

1. from starting the command to the first point's GPU time on its output; goal: at most 2 seconds;
2. from Ctrl+C, after one line and after some, to the end of the command and of all its workers.

`python benchmarks/sweep_start.py`, on Linux and macOS. The load says how quiet the computer was;
where Python may not keep its compiled files (PYTHONDONTWRITEBYTECODE), the start takes longer.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

ROUNDS = 7
SIZES = "32:16777216"  # 20 points
COMMAND = (sys.executable, "-m", "gpuviz", "sweep", "vector_add", "--sizes", SIZES)
HEAD_LINES = 2  # what is swept, and the headings
LINES_BEFORE_CANCEL = (1, 8)
GOAL_SECONDS = 2.0


def main() -> int:
    """Prints the figures; 1 where the first point comes too late."""
    first: list[float] = []
    for lines in LINES_BEFORE_CANCEL:
        ended = []
        for _ in range(ROUNDS):
            to_first, to_end = _one_sweep(lines)
            first.append(to_first)
            ended.append(to_end)
        print(f"cancelled in line {lines}: all processes gone after {_figures(ended)}")
    print(f"first point after {_figures(first)}, goal {GOAL_SECONDS:g} s")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return int(statistics.median(first) > GOAL_SECONDS)


def _one_sweep(lines: int) -> tuple[float, float]:
    """Seconds to the first point, and from Ctrl+C in that line to the end of all processes."""
    started = time.perf_counter()
    running = subprocess.Popen(
        COMMAND,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    texts = _growing_output(running)
    next(text for text in texts if _begun_lines(text) >= 1)
    to_first = time.perf_counter() - started
    if lines > 1:
        next(text for text in texts if _begun_lines(text) >= lines)
    cancelled = time.perf_counter()
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    running.communicate()  # the workers hold stderr open
    return to_first, time.perf_counter() - cancelled


def _growing_output(running: subprocess.Popen[bytes]) -> Iterator[str]:
    assert running.stdout is not None
    text = ""
    while part := os.read(running.stdout.fileno(), 1 << 16):
        text += part.decode()
        yield text


def _begun_lines(text: str) -> int:
    """Lines of points that have at least their GPU times."""
    return sum(bool(line.strip()) for line in text.split("\n")[HEAD_LINES:])


def _figures(seconds: list[float]) -> str:
    median = statistics.median(seconds)
    return f"{median:.2f} s (median of {len(seconds)}, {max(seconds):.2f} at most)"


if __name__ == "__main__":
    sys.exit(main())
