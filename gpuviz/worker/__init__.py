"""Engines run in processes of their own: whatever happens there costs a run, never the program.

- `jobs`       what can be asked for, as data that runs there; JobRunner: who has it done
- `workers`    Workers: a JobRunner over all processes, each job in the right one
- `executor`   WorkerExecutor: one such process and the jobs that wait for it
- `process`    starting and ending it; `__main__` is its own side
- `answering`  how that side answers, pickled or plain
- `protocol`   what both sides say; `packing` how arrays travel between those that trust each other
- `frames`     what a process with foreign code sends: numbers, names and arrays, and no code
- `foreign`    that as typed outcomes, held against the job
- `sweeping`   the jobs of a sweep, one after the other

A process is the root of a `process_tree`: whatever a kernel file starts there ends with it, and it
ends with the window. The gallery's files share processes. A file from elsewhere has its own, which
serves this version of it alone: kept, so that another block size is shown as fast as for the
gallery, and ended when the file changes, another file is launched or one of the gallery, since
threads that it left running would take their time. What such a process sends is never unpickled:
the file's code may have replaced anything there, and can write to the pipe itself. Replays and
models run no code of a file, only traces; they have a process that never sees any.
"""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.worker.executor import WorkerExecutor
    from gpuviz.worker.jobs import JobRunner
    from gpuviz.worker.workers import Workers

__all__ = ["JobRunner", "WorkerExecutor", "Workers"]

__getattr__ = lazily(
    __name__,
    {"executor": ("WorkerExecutor",), "jobs": ("JobRunner",), "workers": ("Workers",)},
)
