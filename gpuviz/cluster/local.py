"""A cluster of processes on this machine, which ends with whoever has begun it.

It is a tree of processes of its own: in the process of a command, Ctrl+C would reach Dask in the
middle of what it does, and all its workers. The link of a window is such a process already, and
begins one in itself.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz import process_tree
from gpuviz.cluster.address import LOCAL, nobody
from gpuviz.cluster.machines import GPU_RESOURCE
from gpuviz.engines.probe import probe
from gpuviz.messages import RequestRefused

if TYPE_CHECKING:
    from distributed import LocalCluster


@contextmanager
def local_cluster(at_once: int) -> Iterator[str]:
    """The address of a cluster with so many workers. Raises RequestRefused where none begins."""
    folder = Path(tempfile.mkdtemp(prefix="gpuviz-"))
    search = os.pathsep.join(path or os.getcwd() for path in sys.path)
    tree = process_tree.start(
        [sys.executable, "-P", "-m", "gpuviz.cluster.local", str(at_once)],
        folder=folder,
        env={**os.environ, "PYTHONPATH": search, "DASK_TEMPORARY_DIRECTORY": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert tree.process.stdout is not None
        told = tree.process.stdout.readline()
        if not told:
            raise RequestRefused(nobody(LOCAL, OSError("its processes did not begin")))
        address: str = json.loads(told)["address"]
        yield address
    finally:
        tree.end()


def cluster_here(at_once: int, *, asynchronous: bool = False) -> LocalCluster:
    """A cluster of this process, each of whose workers is a process that does one thing at a time;
    with a GPU that can be used, all offer it.
    """
    from distributed import LocalCluster

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return LocalCluster(
        n_workers=at_once,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
        asynchronous=asynchronous,
        resources={GPU_RESOURCE: 1} if probe().usable else None,
    )


def _serve(at_once: int) -> None:
    """Begins the cluster, tells its address, and stays until it is ended."""
    cluster = cluster_here(at_once)
    print(json.dumps({"address": cluster.scheduler_address}), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
