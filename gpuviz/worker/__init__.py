"""Engines run in processes of their own: whatever happens there costs a run, never the program.

- `workers`   Workers: launches, CPU timing and the probe, each in the right kind of process
- `sweeping`  a sweep through them, step by step
- `executor`  WorkerExecutor: a `concurrent.futures.Executor` over one such process
- `process`   starting and ending it; `__main__` is its own side
- `protocol`  what both sides say; `packing` how arrays travel
- `jobs`      the functions that run in it
"""

from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.process import WorkerKind
from gpuviz.worker.workers import Workers

__all__ = ["WorkerExecutor", "WorkerKind", "Workers"]
