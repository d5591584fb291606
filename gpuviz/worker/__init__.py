"""Engines run in processes of their own: whatever happens there costs a run, never the program.

- `workers`    Workers: launches, CPU timing and the probe, each in the right kind of process
- `sweeping`   a sweep through them, step by step
- `executor`   WorkerExecutor: a `concurrent.futures.Executor` over one such process
- `process`    starting and ending it; `__main__` is its own side
- `answering`  how that side answers, pickled or plain
- `protocol`   what both sides say; `packing` how arrays travel between those that trust each other
- `frames`     what a process with foreign code sends: numbers, names and arrays, and no code
- `foreign`    that as typed outcomes, held against the request
- `jobs`       the functions that run in it

A process is the root of a `process_tree`: whatever a kernel file starts there ends with it, and it
ends with the window. The gallery's files share processes. A file from elsewhere has its own, which
serves this version of it alone: kept, so that another block size is shown as fast as for the
gallery, and ended when the file changes, another file is launched or one of the gallery, since
threads that it left running would take their time. What such a process sends is never unpickled:
the file's code may have replaced anything there, and can write to the pipe itself. Replays and
models run no code of a file, only traces; they have a process that never sees any.
"""

from gpuviz.worker.executor import WorkerExecutor
from gpuviz.worker.process import WorkerKind
from gpuviz.worker.workers import Workers

__all__ = ["WorkerExecutor", "WorkerKind", "Workers"]
